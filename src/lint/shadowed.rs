//! L101: a rule before which others always decide.

use super::{Subject, at};
use crate::analysis::logic::{Answer, Formula, Logic};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{Outcome, Rule, Stage, StageKind, Verdict};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L101"),
    title: "a rule that never decides",
    why: "Whatever this rule holds of, a rule before it, or several of them together, have decided already. Either the earlier \
          ones say more than they were meant to, or this one can go. It is found by proof: no unit and no facts make this rule \
          hold where none of the others does.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
facts { mode : careful < quick = careful }
stage quick { ask when mode = quick and any contacts because "quick, and uses the network" }
stage careful { ask when mode = careful and any contacts because "uses the network" }
stage network { deny when any contacts because "stays on this machine" }
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
facts { mode : careful < quick = careful }
stage quick { ask when mode = quick and any contacts because "quick, and uses the network" }
stage network { deny when any contacts because "stays on this machine" }
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
"#,
};

/// A rule with its formula.
struct Read<'t> {
    rule: &'t Rule,
    decides: Formula,
}

/// Findings of all stages but the final one.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut logic = Logic::new(subject.table);
    let mut earlier: Vec<Read<'_>> = Vec::new();
    let mut findings = Vec::new();
    for stage in &subject.table.stages {
        let own: Vec<Read<'_>> =
            stage.rules.iter().map(|rule| Read { rule, decides: logic.decides(stage.kind, rule) }).collect();
        if stage.kind != StageKind::Final {
            for read in &own {
                findings.extend(finding(&mut logic, stage, read, &own, &earlier));
            }
        }
        earlier.extend(own);
    }
    findings
}

fn finding(
    logic: &mut Logic<'_>,
    stage: &Stage,
    read: &Read<'_>,
    own: &[Read<'_>],
    earlier: &[Read<'_>],
) -> Option<Diagnostic> {
    let beside = stricter(logic, stage, read, own);
    let rules: Vec<&Rule> = beside.iter().map(|(rule, _)| *rule).chain(earlier.iter().map(|read| read.rule)).collect();
    let forbidden: Vec<&Formula> =
        beside.iter().map(|(_, formula)| formula).chain(earlier.iter().map(|read| &read.decides)).collect();
    let Answer::Never(blamed) = logic.without(&read.decides, &forbidden) else { return None };
    // A condition that cannot hold at all is another matter.
    let blamed: Vec<&Rule> = blamed.iter().filter_map(|index| rules.get(*index).copied()).collect();
    let first = blamed.first()?;
    let names: Vec<String> = blamed.iter().map(|rule| format!("`{}`", rule.id)).collect();
    let title = match blamed.as_slice() {
        [_] => format!("`{}` never decides: `{}` decides before it", read.rule.id, first.id),
        _ => format!("`{}` never decides: {} together decide before it", read.rule.id, names.join(", ")),
    };
    let mut finding = Diagnostic::warning(PAGE.code, title, at(read.rule.at), "nothing is left for this rule");
    for rule in blamed.iter().take(4) {
        finding = finding.also(at(rule.at), "decides before it");
    }
    Some(finding.help("put it before them, or remove it"))
}

/// Rules of the same stage that win over this one.
fn stricter<'t>(logic: &mut Logic<'_>, stage: &Stage, read: &Read<'t>, own: &[Read<'t>]) -> Vec<(&'t Rule, Formula)> {
    let Outcome::Verdict(verdict) = read.rule.outcome else { return Vec::new() };
    let mut found = Vec::new();
    for other in own {
        match (&other.rule.outcome, verdict) {
            // A deny that is only possible asks, and is still stricter than an allow.
            (Outcome::Verdict(Verdict::Ask | Verdict::Deny), Verdict::Allow) => {
                found.push((other.rule, other.decides.clone()));
            }
            (Outcome::Verdict(Verdict::Deny), Verdict::Ask) if stage.kind == StageKind::Stage => {
                found.extend(logic.denies(other.rule).map(|formula| (other.rule, formula)));
            }
            (Outcome::Verdict(_) | Outcome::Table(_), _) => {}
        }
    }
    found
}
