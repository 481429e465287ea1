//! L303: a policy that does not know what any tool takes.

use super::{Subject, at};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{Outcome, Verdict};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L303"),
    title: "a policy without tools",
    why: "A call is a tool with its arguments. Without a `tools` block nobody says which argument is a command line and which a path, \
          so every call is unknown and asked, whatever the stages allow. `use std/tools` declares the tools of the usual agents.",
    bad: r#"policy example language 1
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
"#,
};

/// The finding, at the first rule that allows something in vain.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    if !subject.table.tools.is_empty() {
        return Vec::new();
    }
    let rules = subject.table.stages.iter().flat_map(|stage| &stage.rules);
    let mut allowing = rules.filter(|rule| rule.outcome == Outcome::Verdict(Verdict::Allow) && !rule.even_unknown);
    let found = allowing.next().map(|rule| {
        let title = "no tool is declared, so every call is asked";
        Diagnostic::warning(PAGE.code, title, at(rule.at), "this allows nothing").help("write `use std/tools`")
    });
    found.into_iter().collect()
}
