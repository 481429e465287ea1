//! L203: a beginning of a text taken for what the text does.

use super::{Subject, at};
use crate::decide::glob_matches;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{Argument, Entry, Table, TextTest, ToolEffect};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L203"),
    title: "text taken for what it does",
    why: "`$sql matches \"select*\"` says how a text begins, not what it does: `select 1; drop table t` begins so as well, and so does \
          a command line that goes on behind `;`. A command line has effects: let the stages look at them. A language without a \
          reader is allowed as a whole, by name, or asked.",
    bad: r#"policy example language 1
tools { query  contacts "db.example"  subject $sql }
safe queries { tool query where $sql matches "select*" }
stage queries { allow when safe queries because "only selects" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { query  contacts "db.example"  subject $sql }
safe queries { tool query where $sql = "select version()" }
stage queries { allow when safe queries because "this very query" }
final rest { ask always because "nothing here decides" }
"#,
};

/// Words that begin a statement.
const STATEMENTS: [&str; 10] =
    ["select", "show", "explain", "with", "describe", "values", "pragma", "insert", "update", "begin"];

/// Findings of entries that vouch for a tool by its arguments.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for entry in subject.table.safes.values().flatten() {
        let Entry::Tool { name, arguments, at: place } = entry else { continue };
        for test in arguments {
            let TextTest::Matches(glob) = &test.test else { continue };
            let Some(other) = worse(subject.table, name, &test.argument, glob) else { continue };
            let title = format!("`{glob}` says how the text begins, not what it does");
            let mut finding = Diagnostic::warning(PAGE.code, title, at(*place), format!("it takes `{other}` as well"));
            finding.witness = Some(other);
            findings.push(finding.help("allow by effects, or by the whole text: `$… = \"…\"`"));
        }
    }
    findings
}

/// A text that the glob takes and nobody meant.
fn worse(table: &Table, tool: &str, argument: &Argument, glob: &str) -> Option<String> {
    let start: String = glob.chars().take_while(|c| *c != '*' && *c != '?').collect();
    let first = start.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let name = argument.names.first().map(String::as_str).unwrap_or_default();
    let command = table.tools.iter().filter(|own| own.names.iter().any(|own| glob_matches(tool, own))).any(|own| {
        own.does.iter().any(|effect| match effect {
            ToolEffect::Command { line, .. } => line.names.iter().any(|own| own == name),
            ToolEffect::Patch { .. } | ToolEffect::Effect { .. } => false,
        })
    });
    let other = if command {
        format!("{start}; rm -rf .")
    } else if STATEMENTS.contains(&first.as_str()) {
        format!("{} 1; drop table t", start.trim_end())
    } else {
        return None;
    };
    glob_matches(glob, &other).then_some(other)
}
