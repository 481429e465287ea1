//! L002: a rule that allows what nobody has read.

use super::Subject;
use crate::analysis::{Setting, Speaker, settings};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{Rule, Verdict};

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

/// How many settings are tried.
const SETTINGS: usize = 256;

/// Findings of all stages, each with a call of a program that nobody has declared, where one is allowed.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rules = subject.table.stages.iter().flat_map(|stage| &stage.rules);
    let even: Vec<&Rule> = rules.filter(|rule| rule.even_unknown || rule.even_unreadable).collect();
    if even.is_empty() {
        return Vec::new();
    }
    let speaker = Speaker::new(subject.table);
    let settings = settings(subject.table, SETTINGS).0;
    even.into_iter()
        .map(|rule| {
            let title = format!("`{}` allows what is not understood", rule.id);
            let label = "no effect of such a call is known";
            let mut finding = Diagnostic::warning(PAGE.code, title, rule.at.location(), label);
            finding.witness = settings.iter().find_map(|setting| allowed(subject, &speaker, rule, setting));
            finding.help("answer for it: `accept L002 because \"…\" by \"…\"` on the line before")
        })
        .collect()
}

/// A call that the rule allows under this setting though nobody knows what it does.
fn allowed(subject: &Subject<'_>, speaker: &Speaker<'_>, rule: &Rule, setting: &Setting) -> Option<String> {
    let line = if rule.even_unknown { "nobody-declared-this" } else { "ls 'not closed" };
    let sample = speaker.line(line)?;
    let call = setting.of(&sample.call);
    let reading = subject.evaluator.read(&call);
    let decision = subject.evaluator.decide(&call, &reading);
    let allows = decision.verdict() == Verdict::Allow && decision.by.rule == rule.id;
    allows.then(|| format!("{}{}", sample.shown, setting.shown()))
}
