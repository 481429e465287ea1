//! Codex's hooks: `PreToolUse` and `PermissionRequest`, a JSON object on standard input and one on standard output.
//!
//! From the source (openai/codex, `codex-rs/hooks`): a shell call of whatever tool comes as `Bash` with `command`, a patch as `apply_patch` with
//! the patch in `command`. `PreToolUse` knows only `deny`: an `ask` or an `allow` from a hook is refused as unsupported, and the call goes on. So
//! silence is what an allow comes to, and an ask is a denial. `PermissionRequest`, when Codex is about to ask a person, takes allow and
//! deny, and silence leaves the question to the person.

pub mod rules;
mod starlark;

use super::hook::{Known, in_directory, must_ask, object, renamed, text};
use crate::effects::{Call, Host};
use crate::table::Verdict;
use serde_json::{Map, Value, json};

const ASKING: &str = "PermissionRequest";

/// Another argument of a shell call, such as a directory of its own, would change what the line does.
const TOOLS: &[Known] =
    &[Known { tool: "Bash", to: "Bash", renamed: &[("command", "command")], inert: &["description"] }];

/// The call of an event.
///
/// # Errors
/// What is missing or wrong, in words.
pub(super) fn call(fields: Map<String, Value>, host: &Host) -> Result<Call, String> {
    match text(&fields, "hook_event_name")?.as_deref() {
        Some("PreToolUse" | ASKING) => {}
        Some(other) => return Err(format!("this hook answers PreToolUse and PermissionRequest, not {other}")),
        None => return Err("`hook_event_name` is missing".into()),
    }
    let tool = text(&fields, "tool_name")?.ok_or("`tool_name` is missing")?;
    let mut input = object(&fields, "tool_input")?;
    if tool == "apply_patch" {
        let patch = input.remove("command").ok_or("the patch is missing")?;
        let cwd = text(&fields, "cwd")?.ok_or("`cwd` is missing")?;
        input = [("patch".to_owned(), patch), ("base_path".to_owned(), cwd.into())].into_iter().collect();
    }
    let (tool, input) = renamed("codex", &tool, input, TOOLS);
    in_directory(&fields, host, tool, input)
}

/// The answer. Silence, an empty object, leaves the call to Codex's own rules and sandbox.
pub(super) fn answer(event: &str, verdict: Verdict, reason: &str) -> String {
    let output = match (event, verdict) {
        (ASKING, Verdict::Allow) => json!({ "hookEventName": event, "decision": { "behavior": "allow" } }),
        (ASKING, Verdict::Deny) => {
            json!({ "hookEventName": event, "decision": { "behavior": "deny", "message": reason } })
        }
        (ASKING, Verdict::Ask) | (_, Verdict::Allow) => return "{}".into(),
        (_, Verdict::Deny) => denied(reason),
        (_, Verdict::Ask) => denied(&must_ask(reason)),
    };
    json!({ "hookSpecificOutput": output }).to_string()
}

fn denied(reason: &str) -> Value {
    json!({ "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason })
}
