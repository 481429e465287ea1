//! Units and their ordered effects: what a call does, by what its programs are declared to do.
//!
//! Judgement only: nothing here knows of allow, ask or deny. Everything about a program is said in its declaration;
//! this room is exact about arguments and general about programs.

mod call;
mod model;
pub mod program;

pub use call::{Call, Host, ShellFact, ShellKind};
pub use model::{
    Bases, Effect, GivenOption, Origin, PathTarget, Reading, Standing, Target, Unit, UnitKind,
};
