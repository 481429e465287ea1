//! What the linter, `assert`, `diff` and `gaps` stand on: concrete calls that stand for all calls of a kind.
//!
//! A *form* is one way to call a declared program. The effects of a declaration are guarded by conditions over finitely
//! many things: which options are given, how many operands there are, and which of its cases a text falls into.
//! [`forms`] therefore builds at least one call for every guard that can hold. What a form does is never computed
//! here: the evaluator itself reads it, so a witness that is shown has been run.

mod calls;
mod compare;
mod conditions;
mod forms;
mod hunt;
mod kit;
pub mod logic;
mod mentioned;
pub mod pool;
mod samples;
mod settings;
mod spellings;

pub use calls::{Reach, Sample, Speaker, every_line};
pub use compare::{Comparison, Move, Moved, WITNESSES, moved};
pub use forms::{Form, forms};
pub use hunt::{Gap, gaps};
pub use kit::{Gadget, Kit, every_program};
pub use samples::fill as plain;
pub use settings::{Setting, settings};
pub use spellings::{Speller, Spelling, Way};
