//! Facts as finite domains: the settings under which a policy can answer differently.

use super::mentioned::Mentioned;
use crate::effects::Call;
use crate::table::{FactKind, FactValue, Os, Table};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One setting: what is given beside the call. What is not named has its default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Setting {
    /// Facts of the policy.
    pub facts: BTreeMap<String, Value>,
    /// The system, where rules ask for it.
    pub os: Option<Os>,
}

impl Setting {
    /// The call under this setting. Somebody is there to ask, unless the setting says otherwise.
    pub fn of(&self, call: &Call) -> Call {
        let mut call = call.clone();
        call.facts.extend(self.facts.clone());
        call.facts.entry("interactive".to_owned()).or_insert(json!(true));
        call.host.os = self.os.or(call.host.os);
        call
    }

    /// As `given { … }` spells it; empty where nothing differs from the defaults.
    pub fn shown(&self) -> String {
        let mut all: Vec<String> = self.facts.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect();
        all.extend(self.os.map(|os| format!("os {}", format!("{os:?}").to_lowercase())));
        if all.is_empty() { String::new() } else { format!(" given {{ {} }}", all.join("  ")) }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text)
            if !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c)) =>
        {
            text.clone()
        }
        other => other.to_string(),
    }
}

/// The settings of a policy, the defaults first: all of them where there are at most `limit`, else those that differ in one fact
/// or two. Whether that is all.
pub fn settings(table: &Table, limit: usize) -> (Vec<Setting>, bool) {
    let domains = domains(table);
    let all = domains.iter().try_fold(1_usize, |product, (_, values)| product.checked_mul(values.len() + 1));
    if all.is_some_and(|all| all <= limit) {
        let mut found = vec![Setting::default()];
        for (name, values) in &domains {
            let more: Vec<Setting> =
                found.iter().flat_map(|setting| values.iter().map(|value| with(setting, name, value))).collect();
            found.extend(more);
        }
        found.sort_by_key(|setting| setting.facts.len() + usize::from(setting.os.is_some()));
        return (found, true);
    }
    let mut found = vec![Setting::default()];
    let single = |(name, values): &(String, Vec<Value>)| {
        values.iter().map(|value| with(&Setting::default(), name, value)).collect::<Vec<_>>()
    };
    found.extend(domains.iter().flat_map(single));
    for (at, (name, values)) in domains.iter().enumerate() {
        for (first, other) in
            values.iter().flat_map(|value| domains.iter().skip(at + 1).map(move |other| (value, other)))
        {
            let base = with(&Setting::default(), name, first);
            found.extend(other.1.iter().map(|value| with(&base, &other.0, value)));
        }
    }
    found.truncate(limit);
    (found, false)
}

fn with(setting: &Setting, name: &str, value: &Value) -> Setting {
    let mut setting = setting.clone();
    match (name, value.as_str()) {
        ("os", Some("macos")) => setting.os = Some(Os::MacOs),
        ("os", Some("windows")) => setting.os = Some(Os::Windows),
        _ => {
            setting.facts.insert(name.to_owned(), value.clone());
        }
    }
    setting
}

/// For each fact that decides something, the values beside its default.
fn domains(table: &Table) -> Vec<(String, Vec<Value>)> {
    let mentioned = Mentioned::of(table);
    let mut all = Vec::new();
    for (name, fact) in &table.facts {
        let compared = mentioned.facts.get(name);
        let said = mentioned.says.get(name);
        if compared.is_none() && said.is_none() {
            continue;
        }
        let default = fact.default.as_ref().map(json_of);
        let mut values: Vec<Value> = match &fact.kind {
            FactKind::Ordered(names) | FactKind::Unordered(names) => names.iter().map(|name| json!(name)).collect(),
            FactKind::Count => {
                let counts = compared.into_iter().flatten().filter_map(|value| match value {
                    FactValue::Count(count) => Some(*count),
                    // Held against another count: a large one stands for all that are larger.
                    FactValue::Fact(_) => Some(u64::from(u32::MAX)),
                    FactValue::Name(_) | FactValue::Path(_) | FactValue::Rules(_) => None,
                });
                let mut counts: Vec<u64> =
                    counts.flat_map(|count| [count.saturating_sub(1), count, count.saturating_add(1)]).collect();
                counts.sort_unstable();
                counts.dedup();
                counts.into_iter().map(|count| json!(count)).collect()
            }
            FactKind::Path => compared.into_iter().flatten().map(json_of).collect(),
            FactKind::Rules => {
                let word = crate::decide::show::verdict_word;
                said.into_iter().flatten().map(|verdict| json!([format!("{} *", word(*verdict))])).collect()
            }
        };
        values.retain(|value| Some(value) != default.as_ref() && !(name == "os" && value == "linux"));
        if name == "interactive" {
            values = vec![json!(false)];
        }
        if !values.is_empty() {
            all.push((name.clone(), values));
        }
    }
    all
}

fn json_of(value: &FactValue) -> Value {
    match value {
        FactValue::Name(name) => json!(name),
        FactValue::Count(count) => json!(count),
        FactValue::Path(path) => json!(path),
        FactValue::Rules(lines) => json!(lines),
        FactValue::Fact(name) => json!(name),
    }
}
