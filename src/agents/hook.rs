//! What the hooks of all agents have in common: an event comes in, an answer goes out.
//!
//! An agent that cannot ask a person on a hook's word is told to deny, with the reason that somebody must be asked: none goes on unasked.
//! Most go on as if there were no hook when one fails, so there is an answer to every input.

use super::{claude_code, codex, copilot, cursor, gemini, json, opencode};
use crate::effects::{Call, Host};
use crate::table::Verdict;
use serde_json::{Map, Value};

/// Agents whose hooks are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agent {
    /// Claude Code.
    ClaudeCode,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// opencode, by the plugin that `policyc init` writes.
    Opencode,
    /// Cursor.
    Cursor,
    /// GitHub Copilot CLI.
    Copilot,
}

/// One event, as far as it could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The event's name; empty where it is not known.
    pub name: String,
    /// The call, or what is wrong with it.
    pub call: Result<Call, String>,
}

impl Agent {
    /// All of them.
    pub const ALL: [Agent; 6] =
        [Agent::ClaudeCode, Agent::Codex, Agent::Gemini, Agent::Opencode, Agent::Cursor, Agent::Copilot];

    /// As it is named on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Agent::ClaudeCode => "claude-code",
            Agent::Codex => "codex",
            Agent::Gemini => "gemini",
            Agent::Opencode => "opencode",
            Agent::Cursor => "cursor",
            Agent::Copilot => "copilot",
        }
    }

    /// The environment variable in which the agent says where the project lies.
    pub fn project_variable(self) -> Option<&'static str> {
        match self {
            Agent::ClaudeCode => Some("CLAUDE_PROJECT_DIR"),
            Agent::Gemini => Some("GEMINI_PROJECT_DIR"),
            Agent::Codex | Agent::Opencode | Agent::Cursor | Agent::Copilot => None,
        }
    }

    /// Reads what the hook gets. `host` says what the machine is.
    pub fn read(self, input: &[u8], host: &Host) -> Event {
        let fields = match fields(input) {
            Ok(fields) => fields,
            Err(problem) => return Event { name: String::new(), call: Err(problem) },
        };
        let name = fields.get("hook_event_name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let call = match self {
            Agent::ClaudeCode => claude_code::parse(input, host),
            Agent::Codex => codex::call(fields, host),
            Agent::Gemini => gemini::call(fields, host),
            Agent::Opencode => opencode::call(fields, host),
            Agent::Cursor => cursor::call(fields, host),
            Agent::Copilot => copilot::call(fields, host),
        };
        Event { name, call }
    }

    /// Writes the answer to an event of that name.
    pub fn answer(self, event: &str, verdict: Verdict, reason: &str) -> String {
        match self {
            Agent::ClaudeCode => claude_code::render(verdict, reason),
            Agent::Codex => codex::answer(event, verdict, reason),
            Agent::Gemini => gemini::answer(verdict, reason),
            Agent::Opencode => opencode::answer(verdict, reason),
            Agent::Cursor => cursor::answer(event, verdict, reason),
            Agent::Copilot => copilot::answer(verdict, reason),
        }
    }
}

/// The fields of an event.
fn fields(input: &[u8]) -> Result<Map<String, Value>, String> {
    match json::parse(input)? {
        Value::Object(fields) => Ok(fields),
        _ => Err("the hook's input is no JSON object".into()),
    }
}

/// A text among the fields; missing or empty is none.
///
/// # Errors
/// It is something else.
pub(super) fn text(fields: &Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.is_empty() => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("`{name}` is no text")),
    }
}

/// An object among the fields.
///
/// # Errors
/// It is missing, or something else.
pub(super) fn object(fields: &Map<String, Value>, name: &str) -> Result<Map<String, Value>, String> {
    match fields.get(name) {
        Some(Value::Object(object)) => Ok(object.clone()),
        Some(_) => Err(format!("`{name}` is no object")),
        None => Err(format!("`{name}` is missing")),
    }
}

/// A call in a directory that the event names.
///
/// # Errors
/// `cwd` is no text.
pub(super) fn in_directory(
    fields: &Map<String, Value>,
    host: &Host,
    tool: String,
    input: Map<String, Value>,
) -> Result<Call, String> {
    let mut host = host.clone();
    if let Some(cwd) = text(fields, "cwd")? {
        host.cwd = Some(cwd);
    }
    Ok(Call { tool, input: Value::Object(input), host, facts: Default::default() })
}

/// Arguments under the names that `std/tools` has for them. An argument that is not among `known` leaves the call as the agent has it, under
/// a name that no policy declares: what it means is not known.
pub(super) fn renamed(
    agent: &str,
    tool: &str,
    input: Map<String, Value>,
    known: &[Known],
) -> (String, Map<String, Value>) {
    let Some(known) = known.iter().find(|known| known.tool == tool) else { return (tool.to_owned(), input) };
    let names =
        |name: &String| known.renamed.iter().any(|(own, _)| own == name) || known.inert.contains(&name.as_str());
    if !input.keys().all(names) {
        return (format!("{agent}:{tool}"), input);
    }
    let argument = |(name, value): (String, Value)| {
        let (_, to) = known.renamed.iter().find(|(own, _)| *own == name)?;
        Some(((*to).to_owned(), value))
    };
    (known.to.to_owned(), input.into_iter().filter_map(argument).collect())
}

/// A tool of an agent that `std/tools` has under another name.
pub(super) struct Known {
    /// The agent's name for it.
    pub tool: &'static str,
    /// The name in `std/tools`.
    pub to: &'static str,
    /// Arguments, there and in `std/tools`.
    pub renamed: &'static [(&'static str, &'static str)],
    /// Arguments that do not change what the call is on.
    pub inert: &'static [&'static str],
}

/// The reason for an agent that cannot ask.
pub(super) fn must_ask(reason: &str) -> String {
    format!("a person must be asked, and this hook cannot: {reason}")
}

#[cfg(test)]
mod tests;
