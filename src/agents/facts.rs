//! Facts as JSON: those of the host have fields in [`Host`], the rest are the policy's own.

use crate::effects::{Host, ShellFact, ShellKind};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A host's facts apart from the policy's.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HostFacts {
    /// The policy's facts, not yet typed.
    pub policy: BTreeMap<String, Value>,
    /// Facts of the host that do not fit their type; they count as absent and the call is at least `ask`.
    pub malformed: Vec<String>,
}

/// Puts the host's facts into `host` and gives back the others.
pub fn split_facts(facts: Map<String, Value>, host: &mut Host) -> HostFacts {
    let mut split = HostFacts::default();
    for (name, value) in facts {
        match set(host, &name, &value) {
            Set::Done => {}
            Set::Malformed => split.malformed.push(name),
            Set::Other => {
                split.policy.insert(name, value);
            }
        }
    }
    split
}

enum Set {
    Done,
    Malformed,
    Other,
}

fn set(host: &mut Host, name: &str, value: &Value) -> Set {
    let done = match name {
        "os" => put(&mut host.os, value),
        "cwd" => put(&mut host.cwd, value),
        "home" => put(&mut host.home, value),
        "tmp" => put_list(&mut host.tmp, value),
        "workspace" => put_list(&mut host.workspace, value),
        "shell" => put_shell(&mut host.shell, value),
        "exported" => put(&mut host.exported, value),
        "programs" => put(&mut host.programs, value),
        "gitdirs" => put(&mut host.gitdirs, value),
        "dash_free" => put(&mut host.dash_free, value),
        "secrets_below" => put(&mut host.secrets_below, value),
        "views" => put(&mut host.views, value),
        _ => return Set::Other,
    };
    if done { Set::Done } else { Set::Malformed }
}

fn put<T: DeserializeOwned>(slot: &mut T, value: &Value) -> bool {
    match T::deserialize(value) {
        Ok(value) => {
            *slot = value;
            true
        }
        Err(_) => false,
    }
}

fn put_list(slot: &mut Vec<String>, value: &Value) -> bool {
    match value {
        Value::String(one) => {
            *slot = vec![one.clone()];
            true
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => put(slot, value),
    }
}

/// A shell by its name, or with what is known of its state.
fn put_shell(slot: &mut ShellFact, value: &Value) -> bool {
    match ShellKind::deserialize_value(value) {
        Some(kind) => {
            slot.kind = kind;
            true
        }
        None => value.is_object() && put(slot, value),
    }
}

trait FromValue: Sized {
    fn deserialize_value(value: &Value) -> Option<Self>;
}

impl<T: DeserializeOwned> FromValue for T {
    fn deserialize_value(value: &Value) -> Option<T> {
        T::deserialize(value).ok()
    }
}

#[cfg(test)]
mod tests;
