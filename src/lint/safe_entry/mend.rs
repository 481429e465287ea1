//! The edit that mends an entry.

use super::refute::Refutation;
use crate::source::Diagnostic;
use crate::table::{CommandEntry, OperandTest, Place};

/// `git remote`.
pub fn name(entry: &CommandEntry) -> String {
    std::iter::once(&entry.program).chain(&entry.subcommands).cloned().collect::<Vec<_>>().join(" ")
}

/// Adds what mends an entry: `without` where options alone are to blame, `where only …` otherwise. Behind the first `without` or
/// `where` of an entry there may be another.
///
/// `alone`: the line has no other entry, whose options would have to be the same.
pub fn command(finding: Diagnostic, entry: &CommandEntry, refutation: &Refutation, alone: bool) -> Diagnostic {
    let end = Place { start: entry.at.end, ..entry.at }.location();
    let look = look(refutation);
    let options = refutation.options.iter().cloned().collect::<Vec<_>>().join(", ");
    if !refutation.bare.is_empty() {
        let why = if refutation.always {
            format!("every call of it does, so `where {look}` would leave nothing: take it out of the list")
        } else {
            format!("operands alone can do it, so no `without` is enough: `where {look}` looks at each call")
        };
        return finding.help(why).edit(end, format!(" where {look}"), format!("write `where {look}`"));
    }
    let finding = finding.help(format!("leave these out: `without {options}`; or look at each call: `where {look}`"));
    if !alone {
        return finding.edit(end, format!(" where {look}"), format!("write `where {look}`"));
    }
    let last = entry.operands == OperandTest::Whatever && entry.condition.is_empty() && entry.with.is_empty();
    let lead = if last && !entry.without.is_empty() { ", " } else { " without " };
    finding.edit(end, format!("{lead}{options}"), format!("write `without {options}`"))
}

/// What to allow each call that is looked at.
fn look(refutation: &Refutation) -> &'static str {
    if refutation.obeys { "only reads, sees, obeys in workspace" } else { "only reads, sees" }
}

/// A structured tool has no `where` over effects.
pub fn tool(finding: Diagnostic) -> Diagnostic {
    finding.help("take it out of the list; a stage looks at each call: `allow when tool NAME and only reads`")
}
