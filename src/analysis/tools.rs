//! Calls of structured tools: one for each declaration that an entry may speak for.

use super::samples;
use crate::decide::glob_matches;
use crate::table::{Argument, ArgumentTest, EffectKind, Entry, Table, TextTest, Tool, ToolEffect};
use serde_json::{Map, Value};

/// A patch that creates a file.
const PATCH: &str = "--- /dev/null\n+++ b/out\n@@ -0,0 +1 @@\n+x\n";

/// The same in the format that models write.
const ENVELOPE: &str = "*** Begin Patch\n*** Add File: out\n+x\n*** End Patch\n";

/// Calls of the tools that the entry may speak for: tool name and arguments. None for an entry about a program.
pub fn tool_calls(table: &Table, entry: &Entry) -> Vec<(String, Value)> {
    let Entry::Tool { name, arguments, .. } = entry else { return Vec::new() };
    let mut calls = Vec::new();
    for tool in &table.tools {
        for glob in &tool.names {
            let called = if has_wildcard(name) { samples::fill(glob) } else { name.clone() };
            if !glob_matches(name, &called) || !glob_matches(glob, &called) {
                continue;
            }
            for patch in [PATCH, ENVELOPE] {
                calls.push((called.clone(), input(tool, arguments, patch)));
            }
        }
    }
    calls.dedup();
    calls
}

fn has_wildcard(name: &str) -> bool {
    name.contains(['*', '?', '['])
}

/// Arguments with which the tool does what it is declared to do, and which pass the entry's tests.
fn input(tool: &Tool, tests: &[ArgumentTest], patch: &str) -> Value {
    let mut input = Map::new();
    for effect in &tool.does {
        match effect {
            ToolEffect::Command { line, .. } => put(&mut input, line, "touch out"),
            ToolEffect::Patch { text, .. } => put(&mut input, text, patch),
            ToolEffect::Effect { target: Some(target), kind: EffectKind::Contacts, .. } => {
                put(&mut input, target, "http://host.example/");
            }
            ToolEffect::Effect { target: Some(target), .. } => put(&mut input, target, "out"),
            ToolEffect::Effect { target: None, .. } => {}
        }
    }
    for test in tests {
        let commands = tool.does.iter().any(|effect| match effect {
            ToolEffect::Command { line, .. } => line.names.iter().any(|name| test.argument.names.contains(name)),
            ToolEffect::Patch { .. } | ToolEffect::Effect { .. } => false,
        });
        let text = match &test.test {
            TextTest::Equals(text) => text.clone(),
            // A glob over a command line is no limit: what it leaves open may end the command and begin another.
            TextTest::Matches(glob) if commands => samples::fill_with(glob, "x; touch out; x"),
            TextTest::Matches(glob) => samples::fill(glob),
        };
        put(&mut input, &test.argument, &text);
    }
    Value::Object(input)
}

/// Sets the first name of an argument; a path into the object makes the objects and lists on its way.
fn put(input: &mut Map<String, Value>, argument: &Argument, text: &str) {
    let Some(name) = argument.names.first() else { return };
    let mut steps = name.split('.').rev();
    let Some(last) = steps.next() else { return };
    let mut value = leaf(last, Value::String(text.to_owned()));
    for step in steps {
        value = leaf(step, value);
    }
    if let Value::Object(object) = value {
        for (key, value) in object {
            input.insert(key, value);
        }
    }
}

fn leaf(step: &str, value: Value) -> Value {
    if step == "*" { Value::Array(vec![value]) } else { Value::Object(Map::from_iter([(step.to_owned(), value)])) }
}

#[cfg(test)]
mod tests;
