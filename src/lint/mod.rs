//! What a policy says that its author would not want, each lint in one file whose doc comment is its page.
//!
//! A lint looks at a table that compiled, and shows a call wherever it can: a call that the evaluator has really read.

mod safe_entry;

use crate::decide::Evaluator;
use crate::effects::Index;
use crate::source::Diagnostic;
use crate::table::Table;

/// A table ready to be looked at.
pub struct Subject<'t> {
    /// The policy.
    pub table: &'t Table,
    /// Its declarations, for reading calls.
    pub index: Index<'t>,
    /// Its rules, for deciding them.
    pub evaluator: Evaluator<'t>,
}

/// All findings, in the order of their places.
pub fn run(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut findings = safe_entry::check(subject);
    findings.sort_by_key(|finding| (finding.at(), finding.code));
    findings
}

#[cfg(test)]
mod tests;
