//! GitHub Copilot CLI's `preToolUse` hook: a JSON object on standard input and one on standard output.
//!
//! From its documentation (docs.github.com, “CLI hooks reference” and “Hooks configuration”): `toolName` and `toolArgs`, which is an object or the text of
//! one; `permissionDecision` is `allow`, `deny` or `ask`, of which older versions heed `deny` alone. A hook that fails is passed over, so
//! it never does. Of the arguments, `command`, `description` and `path` are documented; a call with any other is not understood.

use super::hook::{Known, in_directory, object, renamed, text};
use super::json;
use crate::effects::{Call, Host};
use crate::table::Verdict;
use serde_json::{Map, Value, json};

/// Its tools under the names of `std/tools`. `powershell` has no reader, and stays unknown.
const TOOLS: &[Known] = &[
    Known { tool: "bash", to: "Bash", renamed: &[("command", "command")], inert: &["description"] },
    Known { tool: "view", to: "Read", renamed: &[("path", "file_path")], inert: &[] },
    Known { tool: "create", to: "Write", renamed: &[("path", "file_path")], inert: &["file_text"] },
    Known { tool: "edit", to: "Edit", renamed: &[("path", "file_path")], inert: &["old_str", "new_str"] },
    Known { tool: "web_fetch", to: "WebFetch", renamed: &[("url", "url")], inert: &[] },
];

/// The call of an event.
///
/// # Errors
/// What is missing or wrong, in words.
pub(super) fn call(mut fields: Map<String, Value>, host: &Host) -> Result<Call, String> {
    let (tool, arguments) = match (text(&fields, "toolName")?, text(&fields, "tool_name")?) {
        (Some(tool), None) => (tool, "toolArgs"),
        // The same event under its other name, `PreToolUse`.
        (None, Some(tool)) if fields.get("hook_event_name").and_then(Value::as_str) == Some("PreToolUse") => {
            (tool, "tool_input")
        }
        (Some(_), Some(_)) => return Err("it has two names of the tool".into()),
        (None, _) => return Err("this hook answers preToolUse, and `toolName` is missing".into()),
    };
    if let Some(Value::String(text)) = fields.get(arguments) {
        let parsed = json::parse(text.as_bytes())?;
        fields.insert(arguments.to_owned(), parsed);
    }
    let (tool, input) = renamed("copilot", &tool, object(&fields, arguments)?, TOOLS);
    in_directory(&fields, host, tool, input)
}

/// The answer.
pub(super) fn answer(verdict: Verdict, reason: &str) -> String {
    let decision = match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    };
    json!({ "permissionDecision": decision, "permissionDecisionReason": reason }).to_string()
}
