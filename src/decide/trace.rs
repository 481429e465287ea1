//! Why each stage did or did not decide each unit: what `explain` shows.

use super::evaluator::Evaluator;
use super::show;
use super::truth::Truth;
use crate::effects::{Call, Reading, Standing, Unit};
use crate::table::{Atom, EffectKind, Outcome, Rule, StageKind, Verdict};

/// One stage's account of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageTrace {
    /// The stage.
    pub stage: String,
    /// Which kind it is.
    pub kind: StageKind,
    /// Its rules, in order.
    pub rules: Vec<RuleTrace>,
}

/// One rule's account of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleTrace {
    /// `STAGE.N`.
    pub id: String,
    /// What it would give.
    pub verdict: Verdict,
    /// Whether it gives it.
    pub result: RuleResult,
}

/// What came of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleResult {
    /// It decides.
    Decides,
    /// It decides, but is only possible: a `deny` that asks.
    DecidesInDoubt(String),
    /// This condition does not hold.
    Fails(String),
    /// This condition may hold, which is not enough for the rule's verdict.
    InDoubt(String),
    /// The unit is not understood, and the rule does not say `even`.
    NotUnderstood,
}

/// What a call edits after it last verified: index of the unit and of its effect, in order. Nothing where it verifies nothing.
pub fn edited_after_verify(reading: &Reading) -> Vec<(usize, usize)> {
    let verifies = |unit: &Unit| unit.effects.iter().any(|effect| effect.kind == EffectKind::Verifies);
    let Some(last) = reading.units.iter().rposition(verifies) else { return Vec::new() };
    let later = reading.units.iter().enumerate().skip(last + 1);
    later
        .flat_map(|(at, unit)| unit.effects.iter().enumerate().map(move |(index, effect)| (at, index, effect.kind)))
        .filter(|(_, _, kind)| matches!(kind, EffectKind::Writes | EffectKind::Deletes))
        .map(|(at, index, _)| (at, index))
        .collect()
}

impl Evaluator<'_> {
    /// For one unit, the stages up to the one that decides.
    pub fn trace(&self, call: &Call, reading: &Reading, unit: usize) -> Vec<StageTrace> {
        let Some(asked) = reading.units.get(unit) else {
            return Vec::new();
        };
        let setting = self.setting(call, reading);
        let scene = self.scene(call, reading, (unit, asked), &setting);
        let mut stages = Vec::new();
        for stage in &self.table.stages {
            let account = |rule: &Rule| {
                let verdict = self.outcome(rule, &scene);
                let truths: Vec<(&Atom, Truth)> = rule.when.iter().map(|atom| (atom, scene.atom(atom))).collect();
                let result = result(rule, stage.kind, verdict, &truths, &asked.standing);
                RuleTrace { id: rule.id.clone(), verdict, result }
            };
            let rules: Vec<RuleTrace> = stage.rules.iter().map(account).collect();
            let decided = rules.iter().any(|rule| match rule.result {
                RuleResult::Decides | RuleResult::DecidesInDoubt(_) => true,
                RuleResult::Fails(_) | RuleResult::InDoubt(_) | RuleResult::NotUnderstood => false,
            });
            stages.push(StageTrace { stage: stage.name.clone(), kind: stage.kind, rules });
            if decided {
                break;
            }
        }
        stages
    }
}

fn result(
    rule: &Rule,
    kind: StageKind,
    verdict: Verdict,
    truths: &[(&Atom, Truth)],
    standing: &Standing,
) -> RuleResult {
    if let Some((atom, _)) = truths.iter().find(|(_, truth)| *truth == Truth::No) {
        return RuleResult::Fails(show::atom(atom));
    }
    let doubt = truths.iter().find(|(_, truth)| *truth == Truth::Maybe).map(|(atom, _)| show::atom(atom));
    let covered = match standing {
        Standing::Understood => true,
        Standing::Unknown(_) => rule.even_unknown,
        Standing::Unreadable(_) => rule.even_unreadable,
    };
    match (verdict, doubt) {
        (Verdict::Allow, Some(atom)) => RuleResult::InDoubt(atom),
        (Verdict::Allow, None) if !covered => match rule.outcome {
            Outcome::Verdict(_) => RuleResult::NotUnderstood,
            Outcome::Table(_) => RuleResult::DecidesInDoubt("understood".into()),
        },
        (Verdict::Deny, Some(atom)) if kind == StageKind::Floor => RuleResult::InDoubt(atom),
        (Verdict::Deny, Some(atom)) => RuleResult::DecidesInDoubt(atom),
        (Verdict::Allow | Verdict::Ask | Verdict::Deny, None) | (Verdict::Ask, Some(_)) => RuleResult::Decides,
    }
}

#[cfg(test)]
mod tests;
