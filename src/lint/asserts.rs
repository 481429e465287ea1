//! L502, L503: asserts, proved or refuted.
//!
//! Proved is what the logic of the rules gives: no unit and no well-formed facts make a rule give the verdict where the
//! condition holds (`analysis::logic`). Where that does not come out, calls are tried; the first that breaks the assert
//! refutes it. Where none does, nothing is known.

use super::Subject;
use crate::analysis::logic::{Answer, Formula, Logic};
use crate::analysis::{Kit, Reach, Sample, Speaker, settings};
use crate::compile::{Assert, Compiled};
use crate::decide::{ENGINE, Hit, Truth, show::verdict_word};
use crate::effects::Reading;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{Outcome, StageKind, Verdict};

/// The page of an assert that a call breaks.
pub const FAILS_PAGE: Page = Page {
    code: Code("L502"),
    title: "an assert that a call breaks",
    why: "`assert never …` speaks of every unit under all well-formed facts, before `resolve`. The call that is shown was decided by \
          this policy, and gets the verdict that it must never get.",
    bad: r#"policy example language 1
use std/commands
tools { shell command $command from cwd }
paths vault { "{workspace}/vault/**" }
stage vault { ask when surely writes in vault because "the vault" }
stage working { allow when only reads, writes in workspace because "works in the workspace" }
final rest { ask always because "nothing here decides" }
assert never allow when any reads in vault
"#,
    good: r#"policy example language 1
use std/commands
tools { shell command $command from cwd }
paths vault { "{workspace}/vault/**" }
stage vault { ask when any reads in vault, writes in vault because "the vault" }
stage working { allow when only reads, writes in workspace because "works in the workspace" }
final rest { ask always because "nothing here decides" }
assert never allow when any reads in vault
"#,
};

/// The page of an assert that is neither proved nor refuted.
pub const UNDECIDED_PAGE: Page = Page {
    code: Code("L503"),
    title: "an assert that is not decided",
    why: "No call was found that breaks it, and the rules do not prove it: a list without `where`, a list of the host's, or sets whose \
          overlap their globs do not tell, stand between. Say it in the rules: a stage before, or `where` in the list. `policyc check` \
          ends with 5 where nothing else is wrong.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
command look { operand [FILE]... reads }
safe looking { look }
stage looking { allow when safe looking because "looks" }
final rest { ask always because "nothing here decides" }
assert never allow when any deletes
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
command look { operand [FILE]... reads }
safe looking { look where only reads }
stage looking { allow when safe looking because "looks" }
final rest { ask always because "nothing here decides" }
assert never allow when any deletes
"#,
};

/// How many settings are tried.
const SETTINGS: usize = 128;
/// How many calls are decided for all asserts together.
const DECISIONS: usize = 60_000;

/// Findings: asserts that fail or are not decided.
pub fn check(subject: &Subject<'_>, kit: &Kit<'_>, compiled: &Compiled) -> Vec<Diagnostic> {
    let mut logic = Logic::new(subject.table);
    let open: Vec<&Assert> = compiled.asserts.iter().filter(|assert| !proved(subject, &mut logic, assert)).collect();
    if open.is_empty() {
        return Vec::new();
    }
    let samples = Speaker::new(subject.table).calls(kit, Reach::Effects);
    let read: Vec<Reading> = samples.iter().map(|sample| subject.evaluator.read(&sample.call)).collect();
    let mut left = DECISIONS;
    open.into_iter().map(|assert| finding(assert, broken(subject, assert, &samples, &read, &mut left))).collect()
}

fn finding(assert: &Assert, witness: Option<String>) -> Diagnostic {
    let word = verdict_word(assert.never);
    match witness {
        Some(witness) => {
            let title = format!("the assert fails: this gets `{word}`");
            let mut finding = Diagnostic::error(FAILS_PAGE.code, title, assert.at, format!("`{witness}` breaks it"));
            finding.witness = Some(witness);
            finding
        }
        None => {
            Diagnostic::error(UNDECIDED_PAGE.code, "the assert is neither proved nor refuted", assert.at, "not decided")
                .help("say it in a stage that comes before the rules in question")
        }
    }
}

/// Whether no rule can give the verdict where the assert speaks.
fn proved(subject: &Subject<'_>, logic: &mut Logic<'_>, assert: &Assert) -> bool {
    let mut speaks = vec![logic.assumed(&assert.when)];
    if !assert.unless.is_empty() {
        speaks.push(logic.all_certain(&assert.unless).negated());
    }
    let mut earlier: Vec<Formula> = Vec::new();
    for stage in &subject.table.stages {
        let mut own = Vec::new();
        for rule in &stage.rules {
            let gives = logic.gives(stage.kind, rule, assert.never);
            if gives != Formula::FALSE {
                let mut beside: Vec<Formula> = Vec::new();
                for other in stage.rules.iter().filter(|other| other.id != rule.id && stage.kind == StageKind::Stage) {
                    match (&other.outcome, assert.never) {
                        (Outcome::Verdict(Verdict::Ask | Verdict::Deny), Verdict::Allow) => {
                            beside.push(logic.decides(stage.kind, other));
                        }
                        (Outcome::Verdict(Verdict::Deny), Verdict::Ask) => beside.extend(logic.denies(other)),
                        (Outcome::Verdict(_) | Outcome::Table(_), _) => {}
                    }
                }
                let wanted = Formula::All(std::iter::once(gives).chain(speaks.iter().cloned()).collect());
                let forbidden: Vec<&Formula> = beside.iter().chain(&earlier).collect();
                match logic.without(&wanted, &forbidden) {
                    Answer::Never(_) => {}
                    Answer::Perhaps(_) | Answer::Undecided => return false,
                }
            }
            own.push(logic.decides(stage.kind, rule));
        }
        earlier.extend(own);
    }
    if subject.table.tightens.is_some() && assert.never == Verdict::Allow {
        // What a tightening policy passes over, the other policy may allow.
        let forbidden: Vec<&Formula> = earlier.iter().collect();
        return matches!(logic.without(&Formula::All(speaks), &forbidden), Answer::Never(_));
    }
    true
}

/// A call that breaks the assert, the plainest of the first setting that has one.
fn broken(
    subject: &Subject<'_>,
    assert: &Assert,
    samples: &[Sample],
    read: &[Reading],
    left: &mut usize,
) -> Option<String> {
    for setting in &settings(subject.table, SETTINGS).0 {
        let mut shortest: Option<String> = None;
        for (sample, reading) in samples.iter().zip(read) {
            if shortest.as_ref().is_some_and(|known| known.len() <= sample.shown.len()) {
                continue;
            }
            *left = left.checked_sub(1)?;
            let call = setting.of(&sample.call);
            // A system changes how a call is read.
            let again = setting.os.map(|_| subject.evaluator.read(&call));
            let reading = again.as_ref().unwrap_or(reading);
            let decision = subject.evaluator.decide(&call, reading);
            let breaks = |hit: &Hit| {
                let unit = hit.unit.unwrap_or(usize::MAX);
                verdict(subject, hit) == assert.never
                    && subject.evaluator.assumed(&assert.when, &call, reading, unit) > Truth::No
                    && (assert.unless.is_empty()
                        || !subject.evaluator.truth(&assert.unless, &call, reading, unit).is_yes())
            };
            if decision.units.iter().any(breaks) {
                shortest = Some(sample.shown.clone());
            }
        }
        if let Some(shown) = shortest {
            return Some(shown + &setting.shown());
        }
    }
    None
}

/// What a unit gets; a tightening policy lets pass what it does not decide.
fn verdict(subject: &Subject<'_>, hit: &Hit) -> Verdict {
    if subject.table.tightens.is_some() && hit.stage == ENGINE { Verdict::Allow } else { hit.verdict }
}
