//! Gemini CLI's `BeforeTool` hook: a JSON object on standard input and one on standard output.
//!
//! From its documentation (google-gemini/gemini-cli, `docs/hooks/reference.md`) and source: `decision` is `allow`, `deny`, or, since its pull request
//! 21146 of March 2026, `ask`, which puts the question to the person and shows `systemMessage`. An older version goes on at an `ask`, after
//! its own confirmation.

use super::hook::{in_directory, object, text};
use crate::effects::{Call, Host};
use crate::table::Verdict;
use serde_json::{Map, Value, json};

/// The call of an event.
///
/// # Errors
/// What is missing or wrong, in words.
pub(super) fn call(fields: Map<String, Value>, host: &Host) -> Result<Call, String> {
    match text(&fields, "hook_event_name")?.as_deref() {
        Some("BeforeTool") => {}
        Some(other) => return Err(format!("this hook answers BeforeTool, not {other}")),
        None => return Err("`hook_event_name` is missing".into()),
    }
    let tool = text(&fields, "tool_name")?.ok_or("`tool_name` is missing")?;
    let input = object(&fields, "tool_input")?;
    in_directory(&fields, host, tool, input)
}

/// The answer.
pub(super) fn answer(verdict: Verdict, reason: &str) -> String {
    match verdict {
        Verdict::Allow => json!({ "decision": "allow" }),
        Verdict::Ask => json!({ "decision": "ask", "reason": reason, "systemMessage": reason }),
        Verdict::Deny => json!({ "decision": "deny", "reason": reason }),
    }
    .to_string()
}
