//! L102: a deny that comes too late for some calls.

use super::{Subject, at};
use crate::analysis::{Kit, Reach, Speaker, settings};
use crate::effects::Reading;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{Outcome, Rule, StageKind, Verdict};
use std::collections::BTreeSet;

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L102"),
    title: "a deny that an earlier allow forestalls",
    why: "Stages run in order, and the first that decides wins. A deny behind an allow does not speak of what that allow has let \
          through, although its own condition holds there. A deny that is meant to stand comes first, or is a floor.",
    bad: r#"policy example language 1
use std/commands
tools { shell command $command from cwd }
paths vault { "{workspace}/vault/**" }
stage reading { allow when only reads because "reads" }
stage vault { deny when any reads in vault because "the vault stays shut" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
use std/commands
tools { shell command $command from cwd }
paths vault { "{workspace}/vault/**" }
stage vault { deny when any reads in vault because "the vault stays shut" }
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
"#,
};

/// How many settings are tried.
const SETTINGS: usize = 64;
/// How many calls are decided.
const DECISIONS: usize = 20_000;

/// Findings: one for each deny, with the call.
pub fn check(subject: &Subject<'_>, kit: &Kit<'_>) -> Vec<Diagnostic> {
    let stages = &subject.table.stages;
    let allows = |rule: &Rule| match &rule.outcome {
        Outcome::Verdict(verdict) => *verdict == Verdict::Allow && !rule.even_unknown,
        Outcome::Table(_) => false,
    };
    let Some(first) = stages.iter().position(|stage| stage.rules.iter().any(allows)) else { return Vec::new() };
    let mut late: Vec<(usize, &Rule)> = stages
        .iter()
        .enumerate()
        .skip(first + 1)
        .filter(|(_, stage)| stage.kind == StageKind::Stage)
        .flat_map(|(at, stage)| stage.rules.iter().map(move |rule| (at, rule)))
        .filter(|(_, rule)| rule.outcome == Outcome::Verdict(Verdict::Deny))
        .collect();
    if late.is_empty() {
        return Vec::new();
    }
    let samples = Speaker::new(subject.table).calls(kit, Reach::Effects);
    let read: Vec<Reading> = samples.iter().map(|sample| subject.evaluator.read(&sample.call)).collect();
    let (settings, _) = settings(subject.table, SETTINGS);
    let mut left = DECISIONS;
    let mut findings = Vec::new();
    for setting in &settings {
        let mut found: BTreeSet<usize> = BTreeSet::new();
        for (sample, reading) in samples.iter().zip(&read) {
            if late.is_empty() || left == 0 {
                return findings;
            }
            left -= 1;
            let call = setting.of(&sample.call);
            let decision = subject.evaluator.decide(&call, reading);
            for hit in decision.units.iter().filter(|hit| hit.verdict == Verdict::Allow) {
                let Some(stage) = stages.iter().position(|stage| stage.name == hit.stage) else { continue };
                let Some(unit) = hit.unit else { continue };
                for (nth, (deny_stage, deny)) in late.iter().enumerate() {
                    if found.contains(&nth)
                        || *deny_stage <= stage
                        || !subject.evaluator.truth(&deny.when, &call, reading, unit).is_yes()
                    {
                        continue;
                    }
                    found.insert(nth);
                    let shown = format!("{}{}", sample.shown, setting.shown());
                    let title = format!("`{}` forestalls `{}`", hit.rule, deny.id);
                    let mut finding =
                        Diagnostic::warning(PAGE.code, title, at(deny.at), "comes too late for this call");
                    if let Some(rule) = super::rule(subject.table, &hit.rule) {
                        finding = finding.also(at(rule.at), "has allowed it before");
                    }
                    finding.witness = Some(shown);
                    findings.push(finding.help("put the deny into a stage before it, or into a floor"));
                }
            }
        }
        let mut nth = 0;
        late.retain(|_| {
            nth += 1;
            !found.contains(&(nth - 1))
        });
    }
    findings
}
