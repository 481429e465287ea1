//! All that can be said of one policy file: findings of the compiler and the lints, and what came of its cases.

use super::exit::Failure;
use super::policy;
use crate::analysis::{Speller, Spelling};
use crate::compile::Compiled;
use crate::decide::Evaluator;
use crate::effects::Index;
use crate::lint::cases::{self, Report};
use crate::lint::{self, Subject};
use crate::source::{Diagnostic, Severity, codes};
use std::collections::BTreeMap;
use std::path::Path;

/// What lints need to know beside the policy.
#[derive(Clone, Copy)]
pub struct Lints<'a> {
    /// The date for answers to lints, `YYYY-MM-DD`.
    pub today: &'a str,
    /// Levels that differ from the lints' own, by code.
    pub levels: &'a BTreeMap<&'static str, lint::Level>,
}

/// A policy with all that was found.
pub struct Judged {
    /// The compilation.
    pub compiled: Compiled,
    /// Findings of the compiler and the lints, without those of cases.
    pub findings: Vec<Diagnostic>,
    /// What came of the cases; `None` if the policy is refused, or its cases cannot be judged.
    pub report: Option<Report>,
}

impl Judged {
    /// How many findings have a severity; a failed case is an error.
    pub fn count(&self, severity: Severity) -> usize {
        let found = self.findings.iter().filter(|finding| finding.severity == severity).count();
        let failed = self.report.as_ref().map_or(0, |report| report.failed.len());
        if severity == Severity::Error { found + failed } else { found }
    }

    /// Findings of all kinds, failed cases among them.
    pub fn all(&self) -> Vec<Diagnostic> {
        let failed = self.report.iter().flat_map(|report| &report.failed);
        self.findings.iter().cloned().chain(failed.map(cases::Failed::diagnostic)).collect()
    }
}

/// Judges a policy, with its lints where they are wanted. `spellings`: the cases are also tried
/// in other spellings.
///
/// # Errors
/// A defect of this program.
pub fn judge(path: &Path, compiled: Compiled, lints: Option<Lints<'_>>, spellings: bool) -> Result<Judged, Failure> {
    let mut findings = compiled.diagnostics.clone();
    let mut report = None;
    if let Some(table) = compiled.table.as_ref().filter(|_| !compiled.refused()) {
        let internal = |error: crate::decide::LoadError| Failure::internal(error.to_string());
        let evaluator = Evaluator::new(table).map_err(internal)?;
        let speller = Speller::new(&table.commands);
        let respell = |line: &str| if spellings { speller.spellings(line) } else { Vec::<Spelling>::new() };
        if table.tightens.is_none() || compiled.tests.is_empty() {
            report = Some(cases::run(&evaluator, &evaluator, &compiled, &respell));
        } else {
            match policy::over_its_base(path, table.clone()) {
                Ok(whole) => {
                    let over = Evaluator::new(&whole).map_err(internal)?;
                    report = Some(cases::run(&over, &evaluator, &compiled, &respell));
                }
                Err(failure) => findings.extend(unjudged(&compiled, &failure)),
            }
        }
        if let Some(Lints { today, levels }) = lints {
            let subject = Subject { table, index: Index::new(table), evaluator };
            findings.extend(lint::all(&subject, &compiled, report.as_ref(), levels, today));
        }
    }
    Ok(Judged { compiled, findings, report })
}

/// The cases of a tightening policy are about what both policies say.
fn unjudged(compiled: &Compiled, failure: &Failure) -> Option<Diagnostic> {
    let first = compiled.tests.first()?;
    let title = "the cases of a policy that tightens another cannot be judged without it";
    let found = Diagnostic::error(codes::NO_FILE, title, first.at, "these say what both policies come to")
        .note(failure.message.lines().next().unwrap_or_default());
    Some(found.help("put it beside this file, or tighten a profile that comes with the program"))
}
