//! L002: a rule that allows what nobody has read.

use super::Subject;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic, Sources};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L002"),
    title: "a rule that allows what is not understood",
    why: "`even unknown` and `even unreadable` let through calls whose effects nobody has declared or read: the one \
          promise that everything else rests on is given up there. That can be right, for an operator who says so. Say who \
          answers for it and why, with `accept`.",
    bad: r#"policy example language 1
facts { yolo : false < true = false }
stage yolo {
  allow even unknown, unreadable when yolo because "the operator started it so"
}
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
facts { yolo : false < true = false }
stage yolo {
  accept L002 because "yolo can be set on the command line only" by "security team"
  allow even unknown, unreadable when yolo because "the operator started it so"
}
final rest { ask always because "nothing here decides" }
"#,
};

/// Findings of all stages.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rules = subject.table.stages.iter().flat_map(|stage| &stage.rules);
    let even = rules.filter(|rule| rule.even_unknown || rule.even_unreadable);
    even.map(|rule| {
        let title = format!("`{}` allows what is not understood", rule.id);
        Diagnostic::warning(PAGE.code, title, Sources::location(rule.at), "no effect of such a call is known")
            .help("answer for it: `accept L002 because \"…\" by \"…\"` on the line before")
    })
    .collect()
}
