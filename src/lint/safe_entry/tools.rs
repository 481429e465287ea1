//! Entries that name a structured tool.

use super::super::Subject;
use super::harm::Harm;
use super::refute::{Answer, Refutation};
use crate::analysis::tool_calls;
use crate::decide::glob_matches;
use crate::effects::{Call, Host};
use crate::table::{Argument, Entry, Tool, ToolEffect};
use std::collections::{BTreeMap, BTreeSet};

/// Looks for a call of the tool that the entry vouches for and that does harm. An entry that says what stands in the argument that the
/// tool acts on has named what it vouches for; whether a glob is enough for that is a lint of its own.
pub fn refute(subject: &Subject<'_>, entry: &Entry) -> Answer {
    for (tool, input) in tool_calls(subject.table, entry) {
        if subject.table.tools.iter().any(|known| is_of(known, &tool) && names_its_object(known, entry)) {
            continue;
        }
        let host = Host {
            cwd: Some("/w".to_owned()),
            workspace: vec!["/w".to_owned()],
            home: Some("/home/me".to_owned()),
            ..Host::default()
        };
        let call = Call { tool, input, host, ..Call::default() };
        let reading = subject.evaluator.read(&call);
        for (at, unit) in reading.units.iter().enumerate() {
            let harm = unit.effects.iter().find_map(|effect| Some((Harm::of(effect.kind)?, effect)));
            let Some((harm, effect)) = harm else { continue };
            if subject.evaluator.vouches(entry, &call, &reading, at) {
                return Answer::Refuted(Refutation {
                    witness: format!("{} {}", call.tool, call.input),
                    harm,
                    facts: BTreeMap::new(),
                    declared: effect.origin.declared,
                    options: BTreeSet::new(),
                    bare: [harm].into(),
                    always: false,
                    obeys: false,
                });
            }
        }
    }
    Answer::Clean
}

fn is_of(tool: &Tool, name: &str) -> bool {
    tool.names.iter().any(|glob| glob_matches(glob, name))
}

/// Whether the entry tests an argument that the tool acts on, or that stands for the whole call.
fn names_its_object(tool: &Tool, entry: &Entry) -> bool {
    let Entry::Tool { arguments, .. } = entry else { return false };
    let acted_on = tool.does.iter().filter_map(|effect| match effect {
        ToolEffect::Command { line, .. } => Some(line),
        ToolEffect::Patch { text, .. } => Some(text),
        ToolEffect::Effect { target, .. } => target.as_ref(),
    });
    let objects: Vec<&Argument> = acted_on.chain(&tool.subject).collect();
    arguments
        .iter()
        .any(|test| objects.iter().any(|object| object.names.iter().any(|name| test.argument.names.contains(name))))
}
