//! L302: an ask about effects that lets through what nobody understands.

use super::{Subject, at};
use crate::analysis::{Setting, Speaker, settings};
use crate::decide::Truth;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{Atom, Outcome, Rule, StageKind, Verdict};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L302"),
    title: "an ask that does not hold back the unknown",
    why: "A condition on effects is never true of a unit whose effects nobody knows. So an ask about what writes says nothing of a \
          program that nobody declared, and a later `allow even unknown` lets that program write. Where such a rule follows, ask \
          about the unknown in so many words.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
facts { quick : false < true = false }
stage writing { ask when any writes because "it writes" }
stage quick {
  accept L002 because "quick is the operator's own"
  allow even unknown when quick because "quick"
}
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
facts { quick : false < true = false }
stage writing {
  ask when any writes because "it writes"
  ask when unknown because "it may write"
}
stage quick {
  allow when quick because "quick"
}
final rest { ask always because "nothing here decides" }
"#,
};

/// How many settings are tried.
const SETTINGS: usize = 256;

/// Findings: one for each ask that a call slips by.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let stages = &subject.table.stages;
    let even = |rule: &&Rule| rule.even_unknown || rule.even_unreadable;
    let Some(last) = stages.iter().rposition(|stage| stage.rules.iter().any(|rule| even(&rule))) else {
        return Vec::new();
    };
    let asks: Vec<(usize, &Rule)> = stages
        .iter()
        .enumerate()
        .take(last)
        .filter(|(_, stage)| stage.kind == StageKind::Stage)
        .flat_map(|(at, stage)| stage.rules.iter().map(move |rule| (at, rule)))
        .filter(|(_, rule)| {
            matches!(rule.outcome, Outcome::Verdict(Verdict::Ask | Verdict::Deny)) && rule.when.iter().any(on_effects)
        })
        .collect();
    if asks.is_empty() {
        return Vec::new();
    }
    let speaker = Speaker::new(subject.table);
    let lines = ["nobody-declared-this out", "> 'not closed"];
    let (settings, _) = settings(subject.table, SETTINGS);
    let mut findings = Vec::new();
    for (stage, ask) in asks {
        let slips =
            |line: &&str| settings.iter().find_map(|setting| slips(subject, &speaker, line, setting, stage, ask));
        if let Some((shown, by)) = lines.iter().find_map(slips) {
            let title = format!("`{}` does not hold back what is not understood", ask.id);
            let mut finding =
                Diagnostic::warning(PAGE.code, title, at(ask.at), "asks about effects, and those are not known");
            if let Some(rule) = super::rule(subject.table, &by) {
                finding = finding.also(at(rule.at), "this allows it all the same");
            }
            finding.witness = Some(shown);
            findings.push(finding.help("ask beside it: `ask when unknown`, `ask when unreadable`"));
        }
    }
    findings
}

/// The call and the later rule that allows it, where all but the effects of the ask holds.
fn slips(
    subject: &Subject<'_>,
    speaker: &Speaker<'_>,
    line: &str,
    setting: &Setting,
    stage: usize,
    ask: &Rule,
) -> Option<(String, String)> {
    let sample = speaker.line(line)?;
    let call = setting.of(&sample.call);
    let reading = subject.evaluator.read(&call);
    let decision = subject.evaluator.decide(&call, &reading);
    let hit = decision.units.first().filter(|hit| hit.verdict == Verdict::Allow)?;
    let later = subject.table.stages.iter().skip(stage + 1).any(|stage| stage.name == hit.stage);
    let others: Vec<Atom> = ask.when.iter().filter(|atom| !on_effects(atom)).cloned().collect();
    (later && subject.evaluator.truth(&others, &call, &reading, 0) > Truth::No)
        .then(|| (format!("{}{}", sample.shown, setting.shown()), hit.rule.clone()))
}

fn on_effects(atom: &Atom) -> bool {
    match atom {
        Atom::Effects(..) | Atom::Pattern(..) => true,
        Atom::Safe(_)
        | Atom::Fact(..)
        | Atom::Tool(_)
        | Atom::Class(..)
        | Atom::Says(..)
        | Atom::Unknown
        | Atom::Unreadable
        | Atom::ReasonIs(_)
        | Atom::Not(_) => false,
    }
}
