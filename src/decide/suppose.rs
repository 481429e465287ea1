//! Facts under which a condition may hold.

use super::Truth;
use super::facts::{BUILTIN, FactValues};
use crate::effects::Call;
use crate::table::{Atom, FactKind, FactValue, Table, Verdict};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Most combinations of facts that are tried for one condition.
const MAX_COMBINATIONS: usize = 256;

/// Facts under which the conditions on facts among `condition` hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Supposed {
    /// These.
    Facts(BTreeMap<String, Value>),
    /// None: they contradict each other.
    Never,
    /// There are too many to try.
    Undecided,
}

/// Looks for facts under which a condition may hold: every combination of the values that it tells apart.
pub fn suppose(table: &Table, condition: &[Atom]) -> Supposed {
    let mut asked: BTreeMap<&str, Vec<&FactValue>> = BTreeMap::new();
    let mut fixed: BTreeMap<String, Value> = BTreeMap::new();
    condition.iter().for_each(|atom| mentioned(atom, &mut asked, &mut fixed));
    let known = &*BUILTIN;
    let holds = |facts: &BTreeMap<String, Value>| {
        let call = Call { facts: facts.clone(), ..Call::default() };
        let values = FactValues::new(table, &call);
        condition.iter().all(|atom| of_facts(atom, &values) != Some(Truth::No))
    };
    if holds(&fixed)
        && asked
            .keys()
            .all(|name| known.get(*name).or(table.facts.get(*name)).is_some_and(|fact| fact.default.is_some()))
    {
        return Supposed::Facts(fixed);
    }
    let mut combinations = vec![fixed];
    for (name, values) in asked {
        let Some(fact) = table.facts.get(name).or_else(|| known.get(name)) else { continue };
        let choices = choices(&fact.kind, &values);
        combinations = combinations
            .iter()
            .flat_map(|facts| choices.iter().map(move |choice| with(facts, name, choice)))
            .take(MAX_COMBINATIONS + 1)
            .collect();
        if combinations.len() > MAX_COMBINATIONS {
            return Supposed::Undecided;
        }
    }
    let found = combinations.into_iter().find(holds);
    found.map_or(Supposed::Never, Supposed::Facts)
}

fn with(facts: &BTreeMap<String, Value>, name: &str, choice: &Value) -> BTreeMap<String, Value> {
    let mut facts = facts.clone();
    facts.insert(name.to_owned(), choice.clone());
    facts
}

/// Facts that an atom asks about, with the values that it compares them with.
fn mentioned<'a>(
    atom: &'a Atom,
    asked: &mut BTreeMap<&'a str, Vec<&'a FactValue>>,
    fixed: &mut BTreeMap<String, Value>,
) {
    match atom {
        Atom::Fact(name, _, value) => {
            asked.entry(name).or_default().push(value);
            if let FactValue::Fact(other) = value {
                asked.entry(other).or_default();
            }
        }
        Atom::Not(inner) => mentioned(inner, asked, fixed),
        Atom::Says(fact, verdict) => {
            let verdict = match verdict {
                Verdict::Allow => "allow",
                Verdict::Ask => "ask",
                Verdict::Deny => "deny",
            };
            fixed.insert(fact.clone(), json!([format!("{verdict} * *")]));
        }
        Atom::Effects(_, _)
        | Atom::Pattern(_, _)
        | Atom::Safe(_)
        | Atom::Tool(_)
        | Atom::Class(_, _, _)
        | Atom::Unknown
        | Atom::Unreadable
        | Atom::ReasonIs(_) => {}
    }
}

/// Values that stand for all values of a fact, as far as comparisons with `with` can tell them apart.
fn choices(kind: &FactKind, with: &[&FactValue]) -> Vec<Value> {
    match kind {
        FactKind::Ordered(names) | FactKind::Unordered(names) => names.iter().map(|name| json!(name)).collect(),
        FactKind::Count => {
            // Against another count: more and less than that.
            let mut counts = BTreeSet::from([0, 1, 2]);
            for value in with {
                if let FactValue::Count(count) = value {
                    counts.extend([count.saturating_sub(1), *count, count.saturating_add(1)]);
                }
            }
            counts.into_iter().map(|count| json!(count)).collect()
        }
        FactKind::Path => {
            let named = with.iter().filter_map(|value| match value {
                FactValue::Path(path) => Some(json!(path)),
                FactValue::Name(_) | FactValue::Count(_) | FactValue::Rules(_) | FactValue::Fact(_) => None,
            });
            named.chain([json!("/elsewhere")]).collect()
        }
        FactKind::Rules => vec![json!([])],
    }
}

fn of_facts(atom: &Atom, values: &FactValues) -> Option<Truth> {
    match atom {
        Atom::Fact(name, comparison, value) => Some(values.compare(name, *comparison, value)),
        Atom::Not(inner) => of_facts(inner, values).map(Truth::negated),
        Atom::Effects(_, _)
        | Atom::Pattern(_, _)
        | Atom::Safe(_)
        | Atom::Tool(_)
        | Atom::Class(_, _, _)
        | Atom::Says(_, _)
        | Atom::Unknown
        | Atom::Unreadable
        | Atom::ReasonIs(_) => None,
    }
}

#[cfg(test)]
mod tests;
