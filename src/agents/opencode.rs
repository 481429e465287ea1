//! opencode, which has no hook of its own that runs a program: the plugin that `policyc init` writes hands over `tool.execute.before`.
//!
//! From its documentation (opencode.ai/docs/plugins): a plugin lies in `.opencode/plugins/`, and one that throws in `tool.execute.before` stops the call. It cannot
//! ask (`permission.ask` is declared and never called: anomalyco/opencode issue 46809), so the plugin throws at an ask as well.

pub mod rules;

use super::hook::{Known, in_directory, object, renamed, text};
use crate::effects::{Call, Host};
use crate::table::Verdict;
use serde_json::{Map, Value, json};

/// The plugin, as `policyc init` writes it. `ARGUMENTS` stands for those of `policyc hook`.
pub const PLUGIN: &str = r#"// Asks policyc before every tool call. Written by `policyc init`; without policyc every call is stopped.
import { spawnSync } from "node:child_process"

export const Policyc = async ({ directory, worktree }) => ({
  "tool.execute.before": async (input, output) => {
    const event = { hook_event_name: "tool.execute.before", tool: input.tool, args: output.args, cwd: directory, worktree }
    const ran = spawnSync("policyc", [ARGUMENTS], { input: JSON.stringify(event), encoding: "utf8" })
    let answer = null
    try {
      answer = JSON.parse(ran.stdout)
    } catch {}
    if (!answer) throw new Error("policyc gave no answer, so this call is stopped")
    if (answer.decision !== "allow") throw new Error(`policyc: ${answer.decision}: ${answer.reason}`)
  },
})
"#;

/// Its tools that share a name with another agent's and not the names of their arguments.
const TOOLS: &[Known] = &[
    Known { tool: "read", to: "Read", renamed: &[("filePath", "file_path")], inert: &["offset", "limit"] },
    Known { tool: "write", to: "Write", renamed: &[("filePath", "file_path")], inert: &["content"] },
    Known {
        tool: "edit",
        to: "Edit",
        renamed: &[("filePath", "file_path")],
        inert: &["oldString", "newString", "replaceAll"],
    },
    Known { tool: "glob", to: "Glob", renamed: &[("path", "path")], inert: &["pattern"] },
    Known { tool: "grep", to: "Grep", renamed: &[("path", "path")], inert: &["pattern", "include"] },
];

/// The call of an event.
///
/// # Errors
/// What is missing or wrong, in words.
pub(super) fn call(fields: Map<String, Value>, host: &Host) -> Result<Call, String> {
    let tool = text(&fields, "tool")?.ok_or("`tool` is missing")?;
    let (tool, input) = renamed("opencode", &tool, object(&fields, "args")?, TOOLS);
    let mut call = in_directory(&fields, host, tool, input)?;
    if let Some(root) = text(&fields, "worktree")?.filter(|root| root != "/") {
        call.host.workspace = vec![root];
    }
    Ok(call)
}

/// The answer to the plugin.
pub(super) fn answer(verdict: Verdict, reason: &str) -> String {
    let decision = match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    };
    json!({ "decision": decision, "reason": reason }).to_string()
}
