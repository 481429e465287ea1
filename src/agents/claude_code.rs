//! Claude Code's `PreToolUse` hook: a JSON object on standard input, a JSON object on standard output, exit code 0.
//!
//! Whatever goes wrong, the answer is `ask`: Claude Code goes on as if there were no hook when one fails otherwise.

pub mod rules;

use super::json;
use crate::effects::{Call, Host};
use crate::table::Verdict;
use serde::Serialize;
use serde_json::Value;

/// Reads what the hook gets. `host` says what the machine is; the working directory is the hook's.
///
/// # Errors
/// What is missing or wrong, in words.
pub fn parse(input: &[u8], host: &Host) -> Result<Call, String> {
    let Value::Object(mut fields) = json::parse(input)? else {
        return Err("the hook's input is no JSON object".into());
    };
    match fields.get("hook_event_name").and_then(Value::as_str) {
        Some("PreToolUse") => {}
        Some(other) => return Err(format!("this hook answers PreToolUse, not {other}")),
        None => return Err("`hook_event_name` is missing".into()),
    }
    let Some(Value::String(tool)) = fields.remove("tool_name") else {
        return Err("`tool_name` is missing".into());
    };
    let Some(input @ Value::Object(_)) = fields.remove("tool_input") else {
        return Err("`tool_input` is missing".into());
    };
    let mut host = host.clone();
    match fields.remove("cwd") {
        Some(Value::String(cwd)) => host.cwd = Some(cwd),
        None => {}
        Some(_) => return Err("`cwd` is no text".into()),
    }
    Ok(Call { tool, input, host, facts: Default::default() })
}

/// Writes the answer.
pub fn render(verdict: Verdict, reason: &str) -> String {
    let answer = Answer {
        hook_specific_output: Output {
            hook_event_name: "PreToolUse",
            permission_decision: verdict,
            permission_decision_reason: reason,
        },
    };
    // Serialising text cannot fail; if it did, this asks.
    serde_json::to_string(&answer).unwrap_or_else(|_| FALLBACK.to_owned())
}

const FALLBACK: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"policyc could not write its answer"}}"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    hook_specific_output: Output<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<'a> {
    hook_event_name: &'static str,
    permission_decision: Verdict,
    permission_decision_reason: &'a str,
}

#[cfg(test)]
mod tests;
