//! What a policy says that its author would not want, each lint in one file whose page is `policyc explain CODE`.
//!
//! A lint looks at a table that compiled, and shows a call wherever it can: a call that the evaluator has really read.
//! Each has a family and a level ([`LINTS`]); those that the safety of the policy hangs on are fixed. `accept` answers a finding,
//! beside its reason and for as long as it says ([`answer`]).

mod accepts;
mod asserts;
pub mod cases;
mod deceiving;
mod even;
mod never;
mod not_held_back;
mod obeyed;
mod one_system;
mod open_word;
mod own_code;
mod preempted;
mod registry;
mod safe_entry;
mod shadowed;
mod text_test;
mod toolless;
mod uneven_gate;
mod untested;

use crate::analysis::Kit;
use crate::compile::{Accept, Compiled};
use crate::decide::Evaluator;
use crate::effects::Index;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic, Location};
use crate::table::{Place, Rule, Table};
use std::collections::BTreeMap;

pub use accepts::answer;
pub use registry::{Family, LINTS, Level, Lint, lint, named};
pub use safe_entry::check as safe_entries;

/// A table ready to be looked at.
pub struct Subject<'t> {
    /// The policy.
    pub table: &'t Table,
    /// Its declarations, for reading calls.
    pub index: Index<'t>,
    /// Its rules, for deciding them.
    pub evaluator: Evaluator<'t>,
}

/// The pages of all lints, in the order of their codes.
pub const PAGES: &[Page] = &[
    safe_entry::PAGE,
    even::PAGE,
    own_code::PAGE,
    safe_entry::UNDECIDED_PAGE,
    shadowed::PAGE,
    preempted::PAGE,
    never::PAGE,
    open_word::PAGE,
    text_test::PAGE,
    not_held_back::PAGE,
    toolless::PAGE,
    uneven_gate::PAGE,
    obeyed::PAGE,
    one_system::PAGE,
    untested::PAGE,
    asserts::FAILS_PAGE,
    asserts::UNDECIDED_PAGE,
    deceiving::PAGE,
    accepts::EXPIRED_PAGE,
    accepts::UNUSED_PAGE,
    cases::PAGE,
];

/// The codes of findings that say neither yes nor no: `policyc check` ends with an exit code of its own where nothing else is wrong.
pub const UNDECIDED: [Code; 2] = [safe_entry::UNDECIDED_PAGE.code, asserts::UNDECIDED_PAGE.code];

/// The page of a lint.
pub fn page(code: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.code.0.eq_ignore_ascii_case(code))
}

/// Findings about the table alone, in the order of their places.
pub fn run(subject: &Subject<'_>) -> Vec<Diagnostic> {
    ordered(of_the_table(subject, &Kit::new(&subject.index)))
}

fn of_the_table(subject: &Subject<'_>, kit: &Kit<'_>) -> Vec<Diagnostic> {
    let plain: [fn(&Subject<'_>) -> Vec<Diagnostic>; 8] = [
        safe_entry::check,
        even::check,
        shadowed::check,
        never::check,
        open_word::check,
        text_test::check,
        not_held_back::check,
        toolless::check,
    ];
    let trying: [fn(&Subject<'_>, &Kit<'_>) -> Vec<Diagnostic>; 4] =
        [own_code::check, preempted::check, uneven_gate::check, obeyed::check];
    let plain = plain.iter().flat_map(|lint| lint(subject));
    plain.chain(trying.iter().flat_map(|lint| lint(subject, kit))).collect()
}

/// All findings: those about the table, and those about its text, its tests and its asserts. Asserts and what answers lints are
/// looked at as well; `report` is what came of the cases, `levels` says which lints count for how much, by code, where that is not their own level.
pub fn all(
    subject: &Subject<'_>,
    compiled: &Compiled,
    report: Option<&cases::Report>,
    levels: &BTreeMap<&'static str, Level>,
    today: &str,
) -> Vec<Diagnostic> {
    let kit = Kit::new(&subject.index);
    let mut findings = of_the_table(subject, &kit);
    findings.extend(one_system::check(subject, compiled));
    findings.extend(untested::check(report));
    findings.extend(asserts::check(subject, &kit, compiled));
    findings.extend(deceiving::check(compiled));
    let level = |code: &str| {
        let own = lint(code).map_or(Level::Deny, |lint| lint.level);
        levels.get(code).copied().unwrap_or(own)
    };
    findings.retain(|finding| level(finding.code.0) > Level::Allow);
    for finding in &mut findings {
        finding.severity = level(finding.code.0).severity();
    }
    let accepts: Vec<Accept> =
        compiled.accepts.iter().filter(|accept| level(&accept.code) > Level::Allow).cloned().collect();
    answer(ordered(findings), &accepts, today)
}

fn ordered(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    findings.sort_by_key(|finding| (finding.at(), finding.code));
    findings
}

/// A place of the table, as diagnostics name it.
fn at(place: Place) -> Location {
    place.location()
}

/// The rule of an id.
fn rule<'t>(table: &'t Table, id: &str) -> Option<&'t Rule> {
    table.stages.iter().flat_map(|stage| &stage.rules).find(|rule| rule.id == id)
}

#[cfg(test)]
mod tests;
