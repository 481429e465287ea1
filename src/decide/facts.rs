//! The facts of one call, held against their declared types.

use super::says::RuleEntry;
use super::truth::Truth;
use crate::effects::Call;
use crate::table::{Comparison, Fact, FactKind, FactValue, Os, Table};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Most entries a fact of type `rules` may have; more make it malformed.
pub const MAX_RULES: usize = 4096;

/// The facts of one call: given, by default, or `else` where what was given is malformed.
#[derive(Debug)]
pub struct FactValues<'a> {
    table: &'a Table,
    call: &'a Call,
    /// Those that the call gives, by name, held against their types.
    given: BTreeMap<&'a str, Option<FactValue>>,
    /// Facts that were given, do not fit their type and have no `else`; the call is at least `ask`.
    pub malformed: Vec<String>,
    rules: BTreeMap<&'a str, Vec<RuleEntry>>,
}

impl<'a> FactValues<'a> {
    /// Types what the host gave.
    pub fn new(table: &'a Table, call: &'a Call) -> FactValues<'a> {
        let mut facts =
            FactValues { table, call, given: BTreeMap::new(), malformed: Vec::new(), rules: BTreeMap::new() };
        for (name, fact) in BUILTIN.iter().chain(&table.facts) {
            facts.add(name, fact);
        }
        facts
    }

    fn add(&mut self, name: &'a str, fact: &'a Fact) {
        if let Some(json) = self.call.facts.get(name) {
            let typed = typed(&fact.kind, json);
            if typed.is_none() && fact.malformed.is_none() {
                self.malformed.push(name.to_owned());
            }
            let value = typed.or_else(|| fact.malformed.clone()).or_else(|| strictest(&fact.kind));
            self.given.insert(name, value);
        }
        let value = self.given.get(name).map_or(fact.default.as_ref(), Option::as_ref);
        if let Some(FactValue::Rules(lines)) = value
            && !lines.is_empty()
        {
            let entries = lines.iter().filter_map(|line| RuleEntry::parse(line)).collect();
            self.rules.insert(name, entries);
        }
    }

    /// The type of a fact, and its value if it has one.
    fn get(&self, name: &str) -> Option<(&FactKind, Option<Cow<'_, FactValue>>)> {
        let fact = self.table.facts.get(name).or_else(|| BUILTIN.get(name))?;
        let value = match self.given.get(name) {
            Some(given) => given.as_ref().map(Cow::Borrowed),
            None => supplied(name, self.call).map(Cow::Owned).or(fact.default.as_ref().map(Cow::Borrowed)),
        };
        Some((&fact.kind, value))
    }

    /// `FACT = VALUE` and its kin. A fact without a value is doubt.
    pub fn compare(&self, name: &str, comparison: Comparison, with: &FactValue) -> Truth {
        let other;
        let with = match with {
            FactValue::Fact(name) => match self.get(name) {
                Some((_, Some(value))) => {
                    other = value;
                    &*other
                }
                Some((_, None)) | None => return Truth::Maybe,
            },
            FactValue::Name(_) | FactValue::Count(_) | FactValue::Path(_) | FactValue::Rules(_) => with,
        };
        let Some((kind, Some(value))) = self.get(name) else {
            return Truth::Maybe;
        };
        compared(kind, &value, comparison, with)
    }

    /// The name of an enumerated fact's value.
    pub fn name_of(&self, fact: &str) -> Option<String> {
        match self.get(fact)?.1?.into_owned() {
            FactValue::Name(name) => Some(name),
            FactValue::Count(_) | FactValue::Path(_) | FactValue::Fact(_) | FactValue::Rules(_) => None,
        }
    }

    /// The host's rules in a fact of type `rules`.
    pub fn rules(&self, fact: &str) -> &[RuleEntry] {
        self.rules.get(fact).map_or(&[], Vec::as_slice)
    }

    /// Facts of the policy's own that are paths and have a value; those that every policy knows have anchors of their own.
    pub fn paths(&self) -> BTreeMap<String, String> {
        let path = |name: &String| match self.get(name)?.1?.into_owned() {
            FactValue::Path(path) => Some((name.clone(), path)),
            FactValue::Name(_) | FactValue::Count(_) | FactValue::Fact(_) | FactValue::Rules(_) => None,
        };
        let own =
            self.table.facts.iter().filter(|(name, fact)| fact.kind == FactKind::Path && !BUILTIN.contains_key(*name));
        own.filter_map(|(name, _)| path(name)).collect()
    }
}

/// A value of that type against another; doubt where they have no order.
pub fn compared(kind: &FactKind, value: &FactValue, comparison: Comparison, with: &FactValue) -> Truth {
    match order(kind, value, with) {
        Some(order) => holds(comparison, order).into(),
        None => match comparison {
            Comparison::Equal => (value == with).into(),
            Comparison::NotEqual => (value != with).into(),
            Comparison::Less | Comparison::LessEqual | Comparison::Greater | Comparison::GreaterEqual => Truth::Maybe,
        },
    }
}

/// Whether a comparison accepts an order of its sides.
pub fn holds(comparison: Comparison, order: Ordering) -> bool {
    match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterEqual => order.is_ge(),
    }
}

fn order(kind: &FactKind, value: &FactValue, with: &FactValue) -> Option<Ordering> {
    match (kind, value, with) {
        (FactKind::Ordered(names), FactValue::Name(a), FactValue::Name(b)) => {
            let rank = |name: &String| names.iter().position(|other| other == name);
            Some(rank(a)?.cmp(&rank(b)?))
        }
        (FactKind::Count, FactValue::Count(a), FactValue::Count(b)) => Some(a.cmp(b)),
        (FactKind::Ordered(_) | FactKind::Unordered(_) | FactKind::Count | FactKind::Path | FactKind::Rules, _, _) => {
            None
        }
    }
}

/// What a malformed fact without `else` counts as while the rules run: the strict end where there is one.
fn strictest(kind: &FactKind) -> Option<FactValue> {
    match kind {
        FactKind::Ordered(names) => names.first().cloned().map(FactValue::Name),
        FactKind::Unordered(_) | FactKind::Count | FactKind::Path | FactKind::Rules => None,
    }
}

fn typed(kind: &FactKind, json: &serde_json::Value) -> Option<FactValue> {
    match kind {
        FactKind::Ordered(names) | FactKind::Unordered(names) => {
            let name = match json {
                serde_json::Value::Bool(value) => value.to_string(),
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null
                | serde_json::Value::Number(_)
                | serde_json::Value::Array(_)
                | serde_json::Value::Object(_) => return None,
            };
            names.contains(&name).then_some(FactValue::Name(name))
        }
        FactKind::Count => json.as_u64().map(FactValue::Count),
        FactKind::Path => json.as_str().filter(|path| is_absolute(path)).map(|p| FactValue::Path(p.to_owned())),
        FactKind::Rules => {
            let lines = json.as_array().filter(|lines| lines.len() <= MAX_RULES)?;
            let lines = lines.iter().map(|line| Some(line.as_str()?.to_owned()));
            let lines = lines.collect::<Option<Vec<String>>>()?;
            lines.iter().all(|line| RuleEntry::parse(line).is_some()).then_some(FactValue::Rules(lines))
        }
    }
}

fn is_absolute(path: &str) -> bool {
    let mut bytes = path.bytes();
    match bytes.next() {
        Some(b'/') => true,
        Some(letter) => letter.is_ascii_alphabetic() && bytes.next() == Some(b':'),
        None => false,
    }
}

/// Facts that stand in [`crate::effects::Host`].
fn supplied(name: &str, call: &Call) -> Option<FactValue> {
    match name {
        "os" => {
            let name = match call.host.os.unwrap_or(Os::Linux) {
                Os::Linux => "linux",
                Os::MacOs => "macos",
                Os::Windows => "windows",
            };
            Some(FactValue::Name(name.to_owned()))
        }
        "cwd" => call.host.cwd.clone().map(FactValue::Path),
        "home" => call.host.home.clone().map(FactValue::Path),
        "tmp" => call.host.tmp.first().cloned().map(FactValue::Path),
        "workspace" => call.host.workspace.first().cloned().map(FactValue::Path),
        _ => None,
    }
}

/// Facts that every policy knows without declaring them.
pub static BUILTIN: LazyLock<BTreeMap<String, Fact>> = LazyLock::new(|| {
    let switch = || Fact {
        kind: FactKind::Ordered(vec!["false".into(), "true".into()]),
        default: Some(FactValue::Name("false".into())),
        malformed: None,
    };
    let path = || Fact { kind: FactKind::Path, default: None, malformed: None };
    let systems = ["linux", "macos", "windows"].map(String::from).to_vec();
    let os = Fact { kind: FactKind::Unordered(systems), default: None, malformed: None };
    BTreeMap::from([
        ("interactive".into(), switch()),
        ("granted".into(), switch()),
        ("os".into(), os),
        ("cwd".into(), path()),
        ("home".into(), path()),
        ("tmp".into(), path()),
        ("workspace".into(), path()),
    ])
});

#[cfg(test)]
mod tests;
