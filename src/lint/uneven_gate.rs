//! L304: a tool and a command that do the same, and get different answers.

use super::{Subject, at};
use crate::analysis::{Kit, Sample, Setting, Speaker, pool};
use crate::decide::{Decision, show::verdict_word};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{EffectKind, ToolEffect, Verdict};
use std::collections::BTreeSet;

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L304"),
    title: "one way is guarded, the other is not",
    why: "An agent that is asked about `write` will use `tee`, and one that is asked about `cat .env` will use its tool for reading. A \
          gate on one of the two ways only moves the traffic. Conditions on effects see both; a condition on the tool sees one.",
    bad: r#"policy example language 1
use std/commands
tools { shell command $command from cwd  write writes $file_path from workspace }
stage edits { ask when tool write because "look at each edit" }
stage working { allow when only reads, writes in workspace because "works in the workspace" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
use std/commands
tools { shell command $command from cwd  write writes $file_path from workspace }
stage working { allow when only reads, writes in workspace because "works in the workspace" }
final rest { ask always because "nothing here decides" }
"#,
};

/// Most paths that are tried.
const PATHS: usize = 64;

/// Findings, under the defaults of all facts: one for each pair of rules.
pub fn check(subject: &Subject<'_>, kit: &Kit<'_>) -> Vec<Diagnostic> {
    let table = subject.table;
    let speaker = Speaker::new(table);
    if speaker.line(":").is_none() {
        return Vec::new();
    }
    let ways: Vec<(&String, EffectKind, &crate::table::Argument)> = table
        .tools
        .iter()
        .filter_map(|tool| match tool.does.as_slice() {
            [
                ToolEffect::Effect {
                    kind: kind @ (EffectKind::Writes | EffectKind::Reads),
                    target: Some(target),
                    tree: false,
                    ..
                },
            ] => {
                let plain = tool.names.iter().find(|name| !name.contains(['*', '?']))?;
                (target.names.iter().all(|name| !name.contains('.'))).then_some((plain, *kind, target))
            }
            _ => None,
        })
        .collect();
    if ways.is_empty() {
        return Vec::new();
    }
    let reader = kit.of(|kind| kind == EffectKind::Reads).first().copied();
    let paths = pool::paths(table, &sets(subject), PATHS);
    let mut seen = BTreeSet::new();
    let mut findings = Vec::new();
    for (tool, kind, target) in ways {
        let Some(name) = target.names.first() else { continue };
        for path in &paths {
            let line = match (kind, reader) {
                (EffectKind::Writes, _) => format!("> {path}"),
                (_, Some(reader)) => reader.line(Some(path)),
                (_, None) => continue,
            };
            let own = speaker.tool(tool, serde_json::json!({ name: path }));
            let Some(shell) = speaker.line(&line) else { continue };
            let (tool, command) = (decided(subject, &own), decided(subject, &shell));
            let uneven = match kind {
                EffectKind::Writes => tool.verdict() > command.verdict(),
                _ => tool.verdict() < command.verdict(),
            };
            let strict = if kind == EffectKind::Writes { &tool } else { &command };
            if uneven
                && understood(&tool)
                && understood(&command)
                && seen.insert((tool.by.rule.clone(), command.by.rule.clone()))
            {
                findings.extend(finding(subject, &own, &tool, &shell, &command, strict));
            }
        }
    }
    findings
}

fn understood(decision: &Decision) -> bool {
    decision
        .units
        .iter()
        .all(|hit| !matches!(hit.code.as_str(), crate::decide::code::UNKNOWN | crate::decide::code::UNREADABLE))
}

/// The sets that rules speak of.
fn sets(subject: &Subject<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let rules = subject.table.stages.iter().flat_map(|stage| &stage.rules);
    for atom in rules.flat_map(|rule| &rule.when) {
        if let crate::table::Atom::Effects(_, tests) = atom {
            for test in tests {
                found.extend(test.place.sets().iter().cloned());
            }
        }
    }
    found
}

fn decided(subject: &Subject<'_>, sample: &Sample) -> Decision {
    let call = Setting::default().of(&sample.call);
    let reading = subject.evaluator.read(&call);
    subject.evaluator.decide(&call, &reading)
}

fn finding(
    subject: &Subject<'_>,
    own: &Sample,
    tool: &Decision,
    shell: &Sample,
    command: &Decision,
    strict: &Decision,
) -> Option<Diagnostic> {
    let said = |decision: &Decision| past(decision.verdict());
    let rule = super::rule(subject.table, &strict.asked.as_ref().unwrap_or(&strict.by).rule)?;
    let title = format!("`{}` is {}, `{}` is {}", own.shown, said(tool), shell.shown, said(command));
    let mut finding = Diagnostic::warning(
        PAGE.code,
        title,
        at(rule.at),
        format!("this rule {}s one of the two", verdict_word(strict.verdict())),
    );
    finding.witness = Some(format!("{}; {}", own.shown, shell.shown));
    Some(finding.help("ask about the effect, not about the tool"))
}

fn past(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allowed",
        Verdict::Ask => "asked",
        Verdict::Deny => "denied",
    }
}
