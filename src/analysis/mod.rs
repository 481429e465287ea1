//! What the linter, `assert`, `diff` and `gaps` stand on: concrete calls that stand for all calls of a kind.
//!
//! A *form* is one way to call a declared program. The effects of a declaration are guarded by conditions over finitely
//! many things: which options are given, how many operands there are, and which of its cases a text falls into.
//! [`forms`] therefore builds at least one call for every guard that can hold. What a form does is never computed
//! here: the evaluator itself reads it, so a witness that is shown has been run.

mod conditions;
mod forms;
mod samples;
mod spellings;

pub use forms::{Form, forms};
pub use samples::fill as plain;
pub use spellings::{Speller, Spelling, Way};
