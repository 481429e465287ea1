//! What a policy says that its author would not want, each lint in one file whose page is `policyc explain CODE`.
//!
//! A lint looks at a table that compiled, and shows a call wherever it can: a call that the evaluator has really read.
//! Findings cannot be switched off; `accept` answers them, beside its reason and for as long as it says ([`answer`]).

mod accepts;
pub mod cases;
mod even;
mod safe_entry;

use crate::decide::Evaluator;
use crate::effects::Index;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::Table;

pub use accepts::answer;

/// A table ready to be looked at.
pub struct Subject<'t> {
    /// The policy.
    pub table: &'t Table,
    /// Its declarations, for reading calls.
    pub index: Index<'t>,
    /// Its rules, for deciding them.
    pub evaluator: Evaluator<'t>,
}

/// The code of findings that say neither yes nor no.
pub const UNDECIDED: Code = safe_entry::UNDECIDED_PAGE.code;

/// The pages of all lints, in the order of their codes.
pub const PAGES: &[Page] = &[
    safe_entry::PAGE,
    even::PAGE,
    safe_entry::UNDECIDED_PAGE,
    accepts::EXPIRED_PAGE,
    accepts::UNUSED_PAGE,
    cases::PAGE,
];

/// The page of a lint.
pub fn page(code: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.code.0.eq_ignore_ascii_case(code))
}

/// All findings, in the order of their places.
pub fn run(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut findings = safe_entry::check(subject);
    findings.extend(even::check(subject));
    findings.sort_by_key(|finding| (finding.at(), finding.code));
    findings
}

#[cfg(test)]
mod tests;
