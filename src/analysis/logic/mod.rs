//! Rules as formulas over one unit, and whether any unit makes one true.
//!
//! The evaluator asks finitely many things of a unit: is it understood, what do the facts say, which tool was called, is it of a
//! pattern's shape, and of each of its effects: which kind, how certain, where its target lies as seen from each set. A
//! [`Model`] answers all of them. Models are more than the units that there are: a pattern without `where` may be hit by
//! anything, and two sets meet unless their members say otherwise. So **what no model makes true, no call makes true**, and a
//! model alone proves nothing: who finds one looks for a call.
//!
//! A unit needs no more effects than the formula asks for: what speaks of every effect holds of fewer as well. So models are
//! small, and the search ends.

mod body;
mod formula;
mod inclusion;
mod lower;
mod places;
mod solve;

pub use formula::{Formula, Model};
pub use lower::Logic;
pub use solve::{Answer, STEPS};
