//! Cursor's hooks `beforeShellExecution`, `beforeMCPExecution` and `beforeReadFile`: a JSON object on standard input and one on standard output.
//!
//! From its documentation (cursor.com/docs/hooks) and the types of `cursor-hooks`: the answer is `permission` with `allow`, `deny` or `ask`; reading a
//! file knows no `ask`, so it is denied. A hook entry has `failClosed`, which `policyc init` sets.

use super::hook::{must_ask, text};
use super::json;
use crate::effects::{Call, Host};
use crate::table::Verdict;
use serde_json::{Map, Value, json};

/// The call of an event.
///
/// # Errors
/// What is missing or wrong, in words.
pub(super) fn call(fields: Map<String, Value>, host: &Host) -> Result<Call, String> {
    let mut host = host.clone();
    match fields.get("workspace_roots") {
        Some(Value::Array(roots)) => {
            let root = |root: &Value| root.as_str().map(str::to_owned);
            host.workspace =
                roots.iter().map(root).collect::<Option<_>>().ok_or("`workspace_roots` is no list of texts")?;
        }
        None => {}
        Some(_) => return Err("`workspace_roots` is no list of texts".into()),
    }
    // Without `cwd` the only root is taken for it, and this process's directory says nothing.
    host.cwd = text(&fields, "cwd")?;
    let (tool, input) = match text(&fields, "hook_event_name")?.as_deref() {
        Some("beforeShellExecution") => {
            let command = text(&fields, "command")?.ok_or("`command` is missing")?;
            ("Bash".to_owned(), json!({ "command": command }))
        }
        Some("beforeReadFile") => {
            let file = text(&fields, "file_path")?.ok_or("`file_path` is missing")?;
            ("Read".to_owned(), json!({ "file_path": file }))
        }
        Some("beforeMCPExecution") => {
            let tool = text(&fields, "tool_name")?.ok_or("`tool_name` is missing")?;
            let input = match fields.get("tool_input") {
                Some(Value::String(text)) => json::parse(text.as_bytes())?,
                Some(input @ Value::Object(_)) => input.clone(),
                Some(_) | None => return Err("`tool_input` is no object".into()),
            };
            // The name alone could be that of another tool.
            (format!("mcp__{tool}"), input)
        }
        Some(other) => {
            return Err(format!(
                "this hook answers beforeShellExecution, beforeMCPExecution and beforeReadFile, not {other}"
            ));
        }
        None => return Err("`hook_event_name` is missing".into()),
    };
    Ok(Call { tool, input, host, facts: Default::default() })
}

/// The answer.
pub(super) fn answer(event: &str, verdict: Verdict, reason: &str) -> String {
    let asks = matches!(event, "beforeShellExecution" | "beforeMCPExecution");
    let (permission, reason) = match verdict {
        Verdict::Allow => return json!({ "permission": "allow" }).to_string(),
        Verdict::Ask if asks => ("ask", reason.to_owned()),
        Verdict::Ask => ("deny", must_ask(reason)),
        Verdict::Deny => ("deny", reason.to_owned()),
    };
    json!({ "permission": permission, "user_message": reason, "agent_message": reason }).to_string()
}
