//! Arguments of tools: which there are, and what a grant is keyed by.

use super::lower::Lower;
use super::policy::tool_name;
use crate::source::codes;
use crate::syntax::{Node, Rule};
use crate::table::{Argument, Base, Tool, ToolEffect};
use std::collections::BTreeSet;

impl<'a> Lower<'a> {
    /// Reports a tool that `tools` does not name; a glob may stand for tools that come later.
    pub(super) fn known_tool(&mut self, node: Node<'a>) {
        let name = tool_name(node);
        let known: Vec<String> = self.table.tools.iter().flat_map(|tool| tool.names.iter().cloned()).collect();
        if name.contains('*') || known.iter().any(|glob| covers(glob, &name)) {
            return;
        }
        self.unknown_name("tool", node, known.iter().map(String::as_str));
    }

    /// Reports an argument that the tool's declaration does not name, or that its grant key leaves out.
    pub(super) fn known_argument(&mut self, tool: &str, node: Node<'a>) {
        let Some(declared) =
            self.table.tools.iter().find(|declared| declared.names.iter().any(|glob| covers(glob, tool))).cloned()
        else {
            return;
        };
        let mut known = read(&declared);
        known.extend(declared.subject.iter().flat_map(|argument| argument.names.iter().cloned()));
        for name in node.all(Rule::argument_name) {
            let text = name.text().trim_start_matches('$');
            if declared.subject_args || declared.names.iter().any(|name| name == "*") {
                continue;
            }
            if !known.contains(text) {
                let spelled: Vec<String> = known.iter().map(|name| format!("${name}")).collect();
                let problem = self.unknown_name("argument", name, spelled.iter().map(String::as_str));
                problem.code = codes::NO_ARGUMENT;
                problem.title = format!("the tool `{tool}` has no argument `${text}` that its declaration names");
                let all: Vec<String> = known.iter().map(|name| format!("`${name}`")).collect();
                if !all.is_empty() {
                    problem.help.push(format!("it names {}", all.join(", ")));
                }
            } else if !declared.subject.is_empty()
                && !declared.subject.iter().any(|argument| argument.names.iter().any(|name| name == text))
            {
                let at = declared.at.location();
                let problem = self.error(
                    codes::GRANT_KEY,
                    format!("a grant for `{tool}` would not depend on `${text}`"),
                    name,
                    "read here",
                );
                *problem = problem
                    .clone()
                    .also(at, "its `subject` leaves it out")
                    .help(format!("add `${text}` to the subject"));
            }
        }
    }

    /// A grant must be keyed by every argument that says what the call does.
    pub(super) fn grant_key(&mut self, node: Node<'a>, tool: &Tool) {
        let Some(subject) = node.first(Rule::subject) else { return };
        if tool.subject_args {
            return;
        }
        let named: BTreeSet<&String> = tool.subject.iter().flat_map(|argument| &argument.names).collect();
        let lacking: Vec<String> =
            read(tool).iter().filter(|name| !named.contains(name)).map(|name| format!("`${name}`")).collect();
        if lacking.is_empty() {
            return;
        }
        let title = format!("a grant for this tool would not depend on {}", lacking.join(", "));
        let end = self.at(subject).span.end as usize;
        let end = crate::source::Location { span: crate::source::Span::new(end, end), ..self.at(subject) };
        let more: String = lacking.iter().map(|name| format!(" {}", name.trim_matches('`'))).collect();
        let problem =
            self.error(codes::GRANT_KEY, title, subject, "one yes would answer for calls that do something else");
        problem.help.push("name it in the subject, or write `subject args` for all arguments".to_owned());
        *problem = problem.clone().edit(end, more.clone(), format!("add `{}`", more.trim_start()));
    }
}

/// Arguments that a declaration gives a meaning to.
fn read(tool: &Tool) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut add = |argument: &Argument| out.extend(argument.names.iter().cloned());
    for effect in &tool.does {
        let (argument, naming, from): (Option<&Argument>, Option<&Argument>, &Base) = match effect {
            ToolEffect::Command { line, from } => (Some(line), None, from),
            ToolEffect::Patch { text, from } => (Some(text), None, from),
            ToolEffect::Effect { target, naming, from, .. } => (target.as_ref(), naming.as_ref(), from),
        };
        argument.into_iter().chain(naming).chain(&from.argument).for_each(&mut add);
    }
    out
}

/// Whether a glob (`mcp__db__*`) is or holds a tool's name.
fn covers(glob: &str, name: &str) -> bool {
    if glob == "*" {
        return false;
    }
    match glob.split_once('*') {
        None => glob == name,
        Some((before, after)) => {
            let after = after.rsplit('*').next().unwrap_or_default();
            name.len() >= before.len() + after.len() && name.starts_with(before) && name.ends_with(after)
        }
    }
}
