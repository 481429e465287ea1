//! Calls that a policy allows although they do something: what `policyc gaps` shows.

use super::{Sample, Setting};
use crate::decide::{Evaluator, Hit, show};
use crate::effects::{Reading, Standing, Unit};
use crate::table::{Atom, EffectKind, Outcome, Quantifier, Rule, Table, Verdict};
use std::collections::BTreeMap;

/// One way in which a rule lets something happen.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// The rule.
    pub rule: String,
    /// What happens; `None`: nobody knows.
    pub kind: Option<EffectKind>,
    /// The rule says so itself: `only … writes`, `even unknown`.
    pub stated: bool,
    /// The plainest call that was found.
    pub sample: Sample,
    /// The facts that it needs.
    pub setting: Setting,
}

/// The gaps that some calls show, by rule and effect: for each the call with the fewest facts, then the shortest.
pub fn gaps(evaluator: &Evaluator<'_>, samples: &[Sample], settings: &[Setting]) -> Vec<Gap> {
    let mut found: BTreeMap<(String, Option<EffectKind>), Gap> = BTreeMap::new();
    for sample in samples {
        let plain = Setting::default().of(&sample.call);
        let reading = evaluator.read(&plain);
        for setting in settings {
            let call = setting.of(&sample.call);
            let again = setting.os.map(|_| evaluator.read(&call));
            let reading: &Reading = again.as_ref().unwrap_or(&reading);
            let decision = evaluator.decide(&call, reading);
            if decision.verdict() != Verdict::Allow {
                continue;
            }
            for hit in &decision.units {
                let Some(unit) = hit.unit.and_then(|unit| reading.units.get(unit)) else { continue };
                for kind in kinds(unit) {
                    note(evaluator.table(), &mut found, hit, kind, sample, setting);
                }
            }
        }
    }
    found.into_values().collect()
}

fn note(
    table: &Table,
    found: &mut BTreeMap<(String, Option<EffectKind>), Gap>,
    hit: &Hit,
    kind: Option<EffectKind>,
    sample: &Sample,
    setting: &Setting,
) {
    let cost = |sample: &Sample, setting: &Setting| {
        (setting.facts.len() + usize::from(setting.os.is_some()), sample.shown.len(), sample.shown.clone())
    };
    let key = (hit.rule.clone(), kind);
    if found.get(&key).is_some_and(|gap| cost(&gap.sample, &gap.setting) <= cost(sample, setting)) {
        return;
    }
    let rule = table.stages.iter().flat_map(|stage| &stage.rules).find(|rule| rule.id == hit.rule);
    let stated = rule.is_some_and(|rule| states(table, rule, kind));
    found.insert(key, Gap { rule: hit.rule.clone(), kind, stated, sample: sample.clone(), setting: setting.clone() });
}

/// What a unit does beyond looking; `None` stands for what nobody knows.
fn kinds(unit: &Unit) -> Vec<Option<EffectKind>> {
    match unit.standing {
        Standing::Unknown(_) | Standing::Unreadable(_) => vec![None],
        Standing::Understood => {
            let mut kinds: Vec<Option<EffectKind>> =
                unit.effects.iter().map(|effect| effect.kind).filter(|kind| acts(*kind)).map(Some).collect();
            kinds.sort();
            kinds.dedup();
            kinds
        }
    }
}

/// Whether an effect writes, runs, contacts or changes something.
fn acts(kind: EffectKind) -> bool {
    match kind {
        EffectKind::Writes
        | EffectKind::Deletes
        | EffectKind::Runs(_)
        | EffectKind::Contacts
        | EffectKind::Changes(_) => true,
        EffectKind::Reads
        | EffectKind::ReadsEnvironment
        | EffectKind::Sees
        | EffectKind::Refreshes
        | EffectKind::Obeys
        | EffectKind::Enters
        | EffectKind::Sets
        | EffectKind::Verifies => false,
    }
}

/// Whether a rule says in its own words that it lets this happen.
fn states(table: &Table, rule: &Rule, kind: Option<EffectKind>) -> bool {
    let by_the_host = rule.when.iter().any(|atom| matches!(atom, Atom::Says(_, Verdict::Allow)));
    // What it allows the host's rules say; and who allows even what nobody knows allows everything.
    if by_the_host || rule.even_unknown || rule.even_unreadable {
        return true;
    }
    let Some(kind) = kind else { return false };
    let names = |atoms: &[Atom]| {
        atoms.iter().any(|atom| {
            matches!(atom, Atom::Effects(Quantifier::Only, tests) if tests.iter().any(|test| show::names(test.verb, kind)))
        })
    };
    let by_table = match &rule.outcome {
        Outcome::Verdict(_) => false,
        Outcome::Table(name) => {
            let class = table.verdicts.get(name).and_then(|verdicts| table.classes.get(&verdicts.class));
            class.is_some_and(|class| class.rows.iter().any(|(_, atoms)| names(atoms)))
        }
    };
    names(&rule.when) || by_table
}
