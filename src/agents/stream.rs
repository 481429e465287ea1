//! The stream format of `policyc decide --jsonl`: one call a line in, one decision a line out.
//!
//! ```json
//! {"id":"1","tool":"shell","input":{"command":"git status"},"cwd":"/w","facts":{"interactive":true}}
//! {"id":"1","decision":"allow","stage":"reading","rule":"reading.1","code":"reading","reason":"reads only"}
//! ```
//!
//! `id`, `cwd` and `facts` may be missing; `tool` missing with a top-level `command` means the shell; a top-level `shell`
//! names another shell than bash. Other keys are a log's own and ignored: a key that is ignored never loosens a decision.

use super::facts::split_facts;
use super::json;
use crate::decide::{Decision, ENGINE, Hit, show};
use crate::effects::{Call, Effect, Host, Reading, Standing, Unit};
use crate::table::Verdict;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The tool that stands for the shell.
pub const SHELL: &str = "shell";

/// A line, as far as it is a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Given back as it came.
    pub id: Option<Value>,
    /// The call, or what is wrong with it.
    pub call: Result<Call, String>,
    /// Facts of the host that do not fit their type.
    pub malformed: Vec<String>,
}

/// Reads a line. `host` says what holds where the line is silent.
pub fn parse(line: &[u8], host: &Host) -> Line {
    match json::parse(line) {
        Ok(Value::Object(mut fields)) => {
            let id = fields.remove("id");
            let mut malformed = Vec::new();
            let call = call(fields, host, &mut malformed);
            Line { id, call, malformed }
        }
        Ok(_) => Line { id: None, call: Err("it is no JSON object".into()), malformed: Vec::new() },
        Err(error) => Line { id: None, call: Err(format!("it is no JSON: {error}")), malformed: Vec::new() },
    }
}

fn call(mut fields: Map<String, Value>, host: &Host, malformed: &mut Vec<String>) -> Result<Call, String> {
    let command = fields.remove("command");
    let input = fields.remove("input");
    let (tool, input) = match (fields.remove("tool"), input, command) {
        (Some(Value::String(tool)), Some(input @ Value::Object(_)), _) => (tool, input),
        (Some(Value::String(tool)), None, Some(Value::String(command))) => (tool, json!({ "command": command })),
        (None, None, Some(Value::String(command))) => (SHELL.to_owned(), json!({ "command": command })),
        (Some(Value::String(_)), Some(_), _) => return Err("`input` is no object".into()),
        (Some(Value::String(_)), None, _) => return Err("there is a `tool` and no `input`".into()),
        (Some(_), _, _) => return Err("`tool` is no text".into()),
        (None, None, Some(_)) => return Err("`command` is no text".into()),
        (None, None, None) => return Err("there is neither `tool` nor `command`".into()),
        (None, Some(_), _) => return Err("there is an `input` and no `tool`".into()),
    };
    let mut own = host.clone();
    let mut facts = match fields.remove("facts") {
        None => Map::new(),
        Some(Value::Object(facts)) => facts,
        Some(_) => return Err("`facts` is no object".into()),
    };
    for name in ["cwd", "shell"] {
        if let Some(value) = fields.remove(name) {
            facts.insert(name.to_owned(), value);
        }
    }
    if facts.contains_key("cwd") && !facts.contains_key("workspace") {
        // The working directory is taken for the root.
        own.workspace.clear();
    }
    let split = split_facts(facts, &mut own);
    *malformed = split.malformed;
    Ok(Call { tool, input, host: own, facts: split.policy })
}

/// Writes a decision as one line, without the newline. With a reading, its units are told too.
pub fn render(id: Option<&Value>, decision: &Decision, reading: Option<&Reading>) -> String {
    let by = &decision.by;
    let (reason, detail) = if by.stage == ENGINE { (&by.code, Some(by.reason.as_str())) } else { (&by.reason, None) };
    let answer = Answer {
        id,
        decision: by.verdict,
        stage: &by.stage,
        rule: &by.rule,
        code: &by.code,
        reason,
        detail,
        asked: decision.asked.as_ref().map(|hit| hit.rule.as_str()),
        units: reading.map(|reading| reading.units.iter().zip(&decision.units).map(UnitAnswer::new).collect()),
    };
    serde_json::to_string(&answer).unwrap_or_else(|_| r#"{"decision":"ask","reason":"internal"}"#.into())
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Value>,
    decision: Verdict,
    stage: &'a str,
    rule: &'a str,
    code: &'a str,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    units: Option<Vec<UnitAnswer<'a>>>,
}

#[derive(Serialize)]
struct UnitAnswer<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_understood: Option<&'a str>,
    effects: Vec<EffectAnswer>,
    decision: Verdict,
    stage: &'a str,
    rule: &'a str,
}

impl<'a> UnitAnswer<'a> {
    fn new((unit, hit): (&'a Unit, &'a Hit)) -> UnitAnswer<'a> {
        UnitAnswer {
            text: &unit.text,
            program: unit.program.as_deref(),
            not_understood: match &unit.standing {
                Standing::Understood => None,
                Standing::Unknown(what) | Standing::Unreadable(what) => Some(what),
            },
            effects: unit.effects.iter().map(EffectAnswer::new).collect(),
            decision: hit.verdict,
            stage: &hit.stage,
            rule: &hit.rule,
        }
    }
}

#[derive(Serialize)]
struct EffectAnswer {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    certain: bool,
}

impl EffectAnswer {
    fn new(effect: &Effect) -> EffectAnswer {
        EffectAnswer { kind: show::kind_words(effect.kind), target: show::target(effect), certain: effect.certain }
    }
}

#[cfg(test)]
mod tests;
