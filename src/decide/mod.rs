//! Table × units × facts → decision.
//!
//! The decision knows nothing of programs, and the reading nothing of verdicts; this room holds the one against the other.
//! A condition is true, false or in doubt of a unit ([`Truth`]), and the verdict says which way doubt falls:
//!
//! | verdict | decides when its condition is |
//! |---|---|
//! | `allow` | true |
//! | `ask` | true or in doubt |
//! | `deny` | true; in doubt it asks |
//! | `deny` in a floor | true |
//!
//! The quantifiers (`atoms`) turn effects into truth: `only`, `no` and `surely` know no doubt, `any` does. None of them is
//! true of a unit that is not understood, and an `allow` passes over such a unit unless it says `even`.
//!
//! Everything here is a pure, total, deterministic function. What lasts between calls
//! the host owns; `session` is a place to keep it.

mod asked;
mod atoms;
mod classes;
mod decision;
mod evaluator;
mod facts;
mod glob;
mod index;
mod kinds;
mod patterns;
mod places;
mod says;
pub mod show;
mod suppose;
#[cfg(test)]
pub(crate) mod testing;
mod trace;
mod truth;

pub use decision::{Cause, Decision, ENGINE, Hit, RESOLVE, code};
pub use evaluator::{Evaluator, LoadError};
pub use facts::{MAX_RULES, compared, holds as fits};
pub use glob::matches as glob_matches;
pub use places::{BadSet, glob_text, roots, working_directory};
pub use says::{MAX_WORDS, overridden};
pub use suppose::{Supposed, suppose};
pub use trace::{RuleResult, RuleTrace, StageTrace, edited_after_verify};
pub use truth::Truth;
