//! What the linter, `assert`, `diff` and `gaps` stand on: concrete calls that stand for all calls of a kind.
//!
//! A *goal* is one effect of a declaration with what must be given for it to happen: the effects are guarded by conditions over
//! finitely many things, namely which options are given, how many operands there are, and which of its cases a text falls into.
//! A *form* is one call that brings a goal about. What a form does is never computed here: the evaluator itself reads it, so a
//! witness that is shown has been run.

mod calls;
mod compare;
mod conditions;
mod exhaust;
mod forms;
mod goals;
mod hunt;
mod kit;
pub mod logic;
mod mentioned;
pub mod pool;
mod samples;
mod settings;
mod spellings;
mod texts;
mod tools;

pub use calls::{Reach, Sample, Speaker, every_line};
pub use compare::{Comparison, Move, Moved, WITNESSES, moved};
pub use exhaust::every_form;
pub use forms::{Form, Forms, Shape, asks_for_places, bare_forms, forms, goal_forms, quiet_forms};
pub use goals::{Goal, Via, goals, is_own_act};
pub use hunt::{Gap, gaps};
pub use kit::{Gadget, Kit, every_program};
pub use samples::fill as plain;
pub use settings::{Setting, settings};
pub use spellings::{Speller, Spelling, Way};
pub use tools::tool_calls;
