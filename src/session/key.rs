//! What one yes is good for: a key that two calls share only where they do the same.
//!
//! A key is a list of parts, each written as its length in bytes, a colon and the bytes: `4:bash7:subject10:git status`.
//! Reading from the left gives the parts back, so two lists never share a key.
//!
//! | parts | of |
//! |---|---|
//! | tool, `subject`, then name and text of each argument of the subject, then `in` and the directories | tools with one |
//! | tool, `args`, the canonical argument object | tools without one |
//!
//! A broader grant has the words `like` and what the covered command lines share in the place of the command line.
//!
//! Both end in `views` and what links resolved to, where the host said so: a link that leads elsewhere is another call. A
//! policy that tightens this one may read other arguments, so `under`, its name and its own key for the call follow.

use super::canonical::canonical;
use crate::argv::{Holds, Text, glob_holds};
use crate::effects::{Call, Host};
use crate::table::{Anchor, Argument, Base, Table, Tool, ToolEffect};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;

/// Longest part that is read back, in bytes.
pub const MAX_PART: usize = 1 << 24;

/// The key of a grant.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(String);

impl Key {
    /// The key of a call under a policy's tool declarations. `None` where a grant could cover another call, and so none is
    /// given: an argument without a canonical text, a directory that the host did not name.
    pub fn of(table: &Table, call: &Call) -> Option<Key> {
        let tool = tool(table, call);
        let subject = tool.map(subject).unwrap_or_default();
        let mut parts = vec![call.tool.clone()];
        match tool.filter(|_| !subject.is_empty()) {
            Some(tool) => {
                parts.push("subject".into());
                for argument in subject {
                    parts.extend(text_of(argument, &call.input)?);
                }
                parts.extend(directories(tool, call)?);
            }
            None => {
                parts.push("args".into());
                parts.push(canonical(&call.input)?);
                // Without declared effects nobody knows whether the directory matters.
                if let Some(cwd) = call.host.cwd.as_ref().filter(|_| tool.is_none_or(|tool| !tool.harmless)) {
                    parts.extend(["in".into(), cwd.clone()]);
                }
            }
        }
        if !call.host.views.is_empty() {
            parts.push("views".into());
            parts.push(canonical(&serde_json::to_value(&call.host.views).ok()?)?);
        }
        for policy in &table.tightened_by {
            parts.extend(["under".into(), policy.policy.clone(), Key::of(policy, call)?.0]);
        }
        Some(Key::from_parts(&parts))
    }

    /// The key of all calls of this call's tool whose command line is like this one's, as `shared` says it: the rest of the
    /// subject and the directories are the same. `None` where the tool has no command line, or a grant could cover another call.
    pub(super) fn of_like(table: &Table, call: &Call, shared: &[String]) -> Option<Key> {
        let tool = tool(table, call)?;
        let line = command_line(tool)?;
        let subject = subject(tool);
        if !subject.iter().any(|argument| argument.names == line.names) {
            return None;
        }
        let mut parts = vec![call.tool.clone(), "subject".into()];
        for argument in subject {
            if argument.names == line.names {
                parts.extend(["like".to_owned(), shared.len().to_string()]);
                parts.extend_from_slice(shared);
            } else {
                parts.extend(text_of(argument, &call.input)?);
            }
        }
        parts.extend(directories(tool, call)?);
        Some(Key::from_parts(&parts))
    }

    /// Writes parts down.
    pub fn from_parts<P: AsRef<str>>(parts: &[P]) -> Key {
        Key(parts.iter().map(AsRef::as_ref).map(|part| format!("{}:{part}", part.len())).collect())
    }

    /// The parts again.
    pub fn parts(&self) -> Vec<&str> {
        parts(&self.0).unwrap_or_default()
    }

    /// Reads a key from its text; `None` where no key is written so.
    pub fn parse(text: &str) -> Option<Key> {
        parts(text).map(|_| Key(text.to_owned()))
    }

    /// The text: `4:bash7:subject…`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The declaration of the call's tool.
pub(super) fn tool<'t>(table: &'t Table, call: &Call) -> Option<&'t Tool> {
    table.tools.iter().find(|tool| covers(tool, &call.tool))
}

/// The argument that holds a tool's command line, if that is all it does.
pub(super) fn command_line(tool: &Tool) -> Option<&Argument> {
    match tool.does.as_slice() {
        [ToolEffect::Command { line, .. }] => Some(line),
        _ => None,
    }
}

fn covers(tool: &Tool, name: &str) -> bool {
    let name = Text::Known(name.into());
    tool.names.iter().any(|glob| glob_holds(glob, &name) == Holds::Yes)
}

fn parts(mut rest: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_once(':')?;
        let size = length.parse::<usize>().ok().filter(|size| *size <= MAX_PART)?;
        // `01:` and `+1:` would be second spellings of `1:`.
        if size.to_string() != length {
            return None;
        }
        let (part, after) = after.split_at_checked(size)?;
        parts.push(part);
        rest = after;
    }
    Some(parts)
}

/// The arguments that say what a call of the tool does; none: the whole argument object says it.
fn subject(tool: &Tool) -> Vec<&Argument> {
    if tool.subject_args || !tool.subject.is_empty() {
        return tool.subject.iter().filter(|_| !tool.subject_args).collect();
    }
    if tool.does.iter().any(|effect| matches!(effect, ToolEffect::Effect { target: None, .. })) {
        // An effect without a target may be steered by any argument.
        return Vec::new();
    }
    tool.does
        .iter()
        .flat_map(|effect| match effect {
            ToolEffect::Command { line, .. } => [Some(line), None],
            ToolEffect::Patch { text, .. } => [Some(text), None],
            ToolEffect::Effect { target, naming, .. } => [target.as_ref(), naming.as_ref()],
        })
        .flatten()
        .collect()
}

/// Name and text of an argument: of the one of its names that is there, or no name and its default. `None` for two of them
/// that differ, for which one the tool takes is its own affair.
fn text_of(argument: &Argument, input: &Value) -> Option<[String; 2]> {
    let mut there: Option<(&Value, [String; 2])> = None;
    for name in &argument.names {
        // `edits.*.path`: the whole list is the text.
        let top = name.split('.').next().unwrap_or(name);
        let Some(value) = input.get(top).filter(|value| !value.is_null()) else { continue };
        match &there {
            Some((other, _)) if *other != value => return None,
            Some(_) => continue,
            None => {}
        }
        let text = match value {
            Value::String(text) if top == name => [name.clone(), text.clone()],
            // A text may be written like JSON; the name before it says which of the two it is.
            other => [format!("{top} as JSON"), canonical(other)?],
        };
        there = Some((value, text));
    }
    let there = there.map(|(_, text)| text);
    there.or_else(|| argument.default.as_ref().map(|default| [String::new(), default.clone()]))
}

/// `in` and the directories that relative paths of the call start from, each once.
fn directories(tool: &Tool, call: &Call) -> Option<Vec<String>> {
    let bases: Vec<&Base> = tool
        .does
        .iter()
        .filter_map(|effect| match effect {
            ToolEffect::Command { from, .. } | ToolEffect::Patch { from, .. } => Some(from),
            ToolEffect::Effect { target, from, .. } => target.is_some().then_some(from),
        })
        .collect();
    let mut found: BTreeSet<String> = BTreeSet::new();
    for base in bases {
        if let Some(argument) = &base.argument
            && let Some([name, text]) = text_of(argument, &call.input)
        {
            found.insert(format!("{name}={text}"));
            if text.starts_with('/') {
                continue;
            }
        }
        found.extend(anchored(&base.otherwise, call)?);
    }
    if found.is_empty() {
        return Some(Vec::new());
    }
    Some(std::iter::once("in".to_owned()).chain(found).collect())
}

fn anchored(anchor: &Anchor, call: &Call) -> Option<Vec<String>> {
    let Host { cwd, home, tmp, workspace, .. } = &call.host;
    let only_root = if let [root] = workspace.as_slice() { Some(root) } else { None };
    let found: Vec<String> = match anchor {
        Anchor::Root => vec!["/".into()],
        Anchor::Home => home.iter().cloned().collect(),
        Anchor::Cwd => cwd.as_ref().or(only_root).into_iter().cloned().collect(),
        Anchor::Workspace if workspace.is_empty() => cwd.iter().cloned().collect(),
        Anchor::Workspace => workspace.clone(),
        Anchor::Tmp => tmp.clone(),
        Anchor::Fact(name) => call.facts.get(name).and_then(Value::as_str).map(str::to_owned).into_iter().collect(),
        Anchor::Anywhere => Vec::new(),
    };
    (!found.is_empty()).then_some(found)
}
