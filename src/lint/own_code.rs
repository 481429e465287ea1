//! L003: an allow for code that the agent may write.

use super::{Subject, at};
use crate::analysis::{Kit, Setting, Speaker, settings};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic, Location};
use crate::table::{Atom, EffectKind, EffectVerb, FactValue, Outcome, Quantifier, Rule, RunKind, Verdict};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L003"),
    title: "runs what the agent may have written",
    why: "`cargo test`, `npm run build` and a script of the workspace run what the workspace says, and the agent writes the workspace. \
          Whoever allows them allows any code, one edit later. That can be right, in a sandbox or for a trusted agent: then say so \
          with `accept`.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
command build { does runs program }
stage building { allow when only reads, runs because "building is everyday work" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
command build { does runs program }
stage building {
  accept L003 because "the agent runs in a container of its own" by "build team"
  allow when only reads, runs because "building is everyday work"
}
final rest { ask always because "nothing here decides" }
"#,
};

/// How many settings are tried.
const SETTINGS: usize = 64;

/// Findings: rules that say `runs` on the allow side, and entries of a list that the policy starts with.
pub fn check(subject: &Subject<'_>, kit: &Kit<'_>) -> Vec<Diagnostic> {
    let speaker = Speaker::new(subject.table);
    let rules = || subject.table.stages.iter().flat_map(|stage| &stage.rules).filter(|rule| allows(rule));
    let mut findings: Vec<Diagnostic> = Vec::new();
    // A list that says it by name comes first.
    for rule in rules() {
        for atom in &rule.when {
            let Atom::Says(fact, Verdict::Allow) = atom else { continue };
            let Some(FactValue::Rules(lines)) = subject.table.facts.get(fact).and_then(|fact| fact.default.as_ref())
            else {
                continue;
            };
            let lines =
                lines.iter().filter_map(|line| line.strip_prefix("allow ")?.split_once(' ')).map(|(_, words)| words);
            let line = lines.map(|words| words.trim_end_matches(" *").replace('*', "x"));
            let found = line.into_iter().find_map(|line| {
                let sample = speaker.line(&line)?;
                let call = Setting::default().of(&sample.call);
                let reading = subject.evaluator.read(&call);
                let runs = reading.units.iter().any(|unit| unit.effects.iter().any(|effect| project(effect.kind)));
                runs.then_some(line).and_then(|line| witness(subject, &speaker, &line, &Setting::default(), &rule.id))
            });
            findings.extend(found.map(|witness| finding(rule, witness)));
        }
    }
    let found: Vec<Location> = findings.iter().filter_map(Diagnostic::at).collect();
    let claims = |rule: &&Rule| rule.when.iter().any(runs) && !found.contains(&at(rule.at));
    let claiming: Vec<&Rule> = rules().filter(claims).collect();
    if !claiming.is_empty() {
        let (settings, _) = settings(subject.table, SETTINGS);
        let running = kit.of(|kind| matches!(kind, EffectKind::Runs(_)));
        for rule in claiming {
            let tries =
                settings.iter().flat_map(|setting| running.iter().map(move |gadget| (gadget.line(None), setting)));
            let witness =
                tries.into_iter().find_map(|(line, setting)| witness(subject, &speaker, &line, setting, &rule.id));
            findings.extend(witness.map(|witness| finding(rule, witness)));
        }
    }
    findings
}

fn allows(rule: &Rule) -> bool {
    rule.outcome == Outcome::Verdict(Verdict::Allow) && !rule.even_unknown
}

/// Whether an atom of an allow lets code run by name.
fn runs(atom: &Atom) -> bool {
    match atom {
        Atom::Effects(Quantifier::Only, tests) => tests.iter().any(|test| match test.verb {
            EffectVerb::Kind(kind) => project(kind),
            EffectVerb::AnyRuns => true,
            EffectVerb::AnyChanges => false,
        }),
        Atom::Effects(..)
        | Atom::Pattern(..)
        | Atom::Safe(_)
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

/// Whether an effect runs what lies in files.
fn project(kind: EffectKind) -> bool {
    matches!(kind, EffectKind::Runs(RunKind::File | RunKind::Program))
}

fn witness(subject: &Subject<'_>, speaker: &Speaker<'_>, line: &str, setting: &Setting, rule: &str) -> Option<String> {
    let sample = speaker.line(line)?;
    let call = setting.of(&sample.call);
    let reading = subject.evaluator.read(&call);
    let decision = subject.evaluator.decide(&call, &reading);
    (decision.verdict() == Verdict::Allow && decision.units.iter().any(|hit| hit.rule == rule))
        .then(|| format!("{}{}", sample.shown, setting.shown()))
}

fn finding(rule: &Rule, witness: String) -> Diagnostic {
    let title = format!("`{}` runs what the agent may have written", rule.id);
    let mut finding = Diagnostic::warning(PAGE.code, title, at(rule.at), format!("`{witness}` runs unasked"));
    finding.witness = Some(witness);
    finding.help("if something confines it, say so: `accept L003 because \"…\"`")
}
