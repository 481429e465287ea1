//! The decision table: what the compiler makes of a policy and all the evaluator needs.
//!
//! Plain serde data and nothing else: no behaviour beyond look-up, no text to parse. It is written as RON for review
//! and in a binary form for loading; both refuse another [`FORMAT`] and unknown fields. The syntax of policies is not
//! known here; neither are shells, paths or hosts beyond the data that describes sets of them.

mod bundle;
mod codec;
mod command;
mod effect;
mod lazy;
mod policy;

pub use codec::TableError;
pub use command::{
    Case, Clause, ClauseKind, Command, CommandBody, CommandKind, Condition, Dialect, Family, Operand, OptionDecl,
    Prints, Repeat, Value, ValueType, VariableDecl,
};
pub use effect::{ChangeKind, Child, EffectKind, EffectSpec, RunKind, TargetSpec};
pub use lazy::{Broken, Lazy};
pub use policy::*;

/// The version of the table's layout. A table that carries another number is refused.
pub const FORMAT: u32 = 3;
