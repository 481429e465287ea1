//! The entry by which an agent runs `policyc hook` before its calls.

use super::hook::Agent;
use super::opencode;
use crate::shell::quoted;
use serde_json::{Value, json};

/// A file of the agent's, and what it holds where there was none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Below the project's directory.
    pub file: &'static str,
    /// Its text.
    pub text: String,
    /// What a person should know of it.
    pub remark: Option<&'static str>,
}

impl Agent {
    /// The entry that has a policy decide. `project` is the project's directory, `policy` the name of the file in it.
    pub fn setup(self, project: &str, policy: &str) -> Setup {
        let path = match self.project_variable() {
            // The agent's shell knows it, so the entry can be shared.
            Some(variable) => format!("\"${variable}\"/{}", quoted(policy)),
            None => quoted(&format!("{project}/{policy}")),
        };
        let command = format!("policyc hook {} --policy {path}", self.name());
        let run = json!({ "type": "command", "command": command });
        let (file, value): (_, Value) = match self {
            Agent::ClaudeCode => {
                (".claude/settings.json", json!({ "hooks": { "PreToolUse": [{ "matcher": "*", "hooks": [run] }] } }))
            }
            Agent::Codex => (".codex/hooks.json", json!({ "hooks": { "PreToolUse": [{ "hooks": [run] }] } })),
            Agent::Gemini => {
                (".gemini/settings.json", json!({ "hooks": { "BeforeTool": [{ "matcher": ".*", "hooks": [run] }] } }))
            }
            Agent::Cursor => {
                let entry = json!([{ "command": command, "failClosed": true }]);
                let events = ["beforeShellExecution", "beforeMCPExecution", "beforeReadFile"];
                let hooks: serde_json::Map<String, Value> =
                    events.map(|event| (event.to_owned(), entry.clone())).into_iter().collect();
                (".cursor/hooks.json", json!({ "version": 1, "hooks": hooks }))
            }
            Agent::Copilot => (
                ".github/hooks/policyc.json",
                json!({ "version": 1, "hooks": { "preToolUse": [{ "type": "command", "bash": command }] } }),
            ),
            Agent::Opencode => {
                let arguments = ["hook", "opencode", "--policy", &format!("{project}/{policy}")]
                    .map(|word| json!(word).to_string());
                let text = opencode::PLUGIN.replace("ARGUMENTS", &arguments.join(", "));
                return Setup { file: ".opencode/plugins/policyc.js", text, remark: self.remark() };
            }
        };
        let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
        Setup { file, text, remark: self.remark() }
    }

    /// What the agent's protocol cannot do.
    fn remark(self) -> Option<&'static str> {
        match self {
            Agent::ClaudeCode | Agent::Cursor => None,
            Agent::Codex => Some("Codex cannot ask on a hook's word: what the policy asks is denied, with the reason"),
            Agent::Opencode => {
                Some("opencode cannot ask on a plugin's word: what the policy asks is stopped, with the reason")
            }
            Agent::Gemini => Some(
                "Gemini CLI asks on a hook's word since March 2026; an older one goes on after its own confirmation",
            ),
            Agent::Copilot => {
                Some("Copilot CLI passes over a hook that cannot be run, and older versions heed denials alone")
            }
        }
    }
}
