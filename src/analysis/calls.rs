//! Concrete calls of a policy's tools and programs.

use super::kit::Kit;
use super::mentioned::Mentioned;
use super::pool;
use super::samples;
use crate::effects::Call;
use crate::shell::quoted;
use crate::table::{
    Argument, Case, ClauseKind, Command, CommandEntry, CommandKind, EffectKind, EffectSpec, Entry, Family, Operand,
    OperandTest, OptionDecl, Repeat, Table, TextTest, Tool, ToolEffect, ValueType,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Most lines of one command.
const LINES: usize = 64;

/// How much is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// One program for each effect, and those that rules name.
    Effects,
    /// Every declared program with every option.
    Everything,
}

/// A call and how a test would write it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The call; facts are given by a setting.
    pub call: Call,
    /// The command line, or the tool with its arguments.
    pub shown: String,
}

/// Makes calls for the tools of one table.
pub struct Speaker<'t> {
    table: &'t Table,
    /// The tool that takes a command line, and its argument.
    shell: Option<(String, String)>,
}

impl<'t> Speaker<'t> {
    /// For a table.
    pub fn new(table: &'t Table) -> Speaker<'t> {
        let shell = table.tools.iter().find_map(|tool| {
            let line = tool.does.iter().find_map(|effect| match effect {
                ToolEffect::Command { line, .. } => line.names.first(),
                ToolEffect::Patch { .. } | ToolEffect::Effect { .. } => None,
            })?;
            Some((tool_name(tool)?, line.clone()))
        });
        Speaker { table, shell }
    }

    /// The call of a command line; `None` where no tool takes one.
    pub fn line(&self, line: &str) -> Option<Sample> {
        let (tool, argument) = self.shell.as_ref()?;
        let call = self.call(tool, json!({ argument: line }));
        Some(Sample { call, shown: line.to_owned() })
    }

    /// A call of a structured tool.
    pub fn tool(&self, name: &str, input: Value) -> Sample {
        Sample { shown: format!("{name} {input}"), call: self.call(name, input) }
    }

    fn call(&self, tool: &str, input: Value) -> Call {
        Call { tool: tool.to_owned(), input, host: pool::host(), facts: BTreeMap::new() }
    }

    /// Calls that stand for all: what is not understood, every effect on every kind of place, every tool, every entry.
    pub fn calls(&self, kit: &Kit<'_>, reach: Reach) -> Vec<Sample> {
        let mentioned = Mentioned::of(self.table);
        let limit = match reach {
            Reach::Effects => 160,
            Reach::Everything => 600,
        };
        let paths = pool::paths(self.table, &mentioned.sets, limit);
        let hosts = pool::hosts(self.table);
        let mut found: Vec<Sample> =
            ["nobody-declared-this", "ls 'not closed", "$x"].iter().filter_map(|line| self.line(line)).collect();
        for path in &paths {
            found.extend(self.line(&format!("> {}", quoted(path))));
        }
        for one in kit.gadgets() {
            found.extend(self.line(&one.line(None)));
            for path in paths.iter().filter(|_| one.has_slot()) {
                found.extend(self.line(&one.line(Some(path))));
            }
        }
        for tool in &self.table.tools {
            self.of_tool(tool, &paths, &hosts, &mut found);
        }
        for entry in self.table.patterns.values().chain(self.table.safes.values()).flatten() {
            self.of_entry(entry, &mut found);
        }
        found.push(self.tool("no_such_tool", json!({})));
        if reach == Reach::Everything {
            for line in every_line(self.table) {
                found.extend(self.line(&line));
            }
        }
        let mut seen = BTreeSet::new();
        found.retain(|sample| seen.insert(sample.shown.clone()));
        found
    }

    fn of_tool(&self, tool: &Tool, paths: &[String], hosts: &[String], found: &mut Vec<Sample>) {
        let Some(name) = tool_name(tool) else { return };
        let base = base_input(tool);
        found.push(self.tool(&name, base.clone()));
        for effect in &tool.does {
            match effect {
                ToolEffect::Command { .. } => {}
                ToolEffect::Patch { text, .. } => {
                    for path in paths {
                        let patch = format!("--- /dev/null\n+++ {path}\n@@ -0,0 +1 @@\n+x\n");
                        found.push(self.tool(&name, set(base.clone(), text, &patch)));
                    }
                }
                ToolEffect::Effect { kind, target: Some(target), .. } => {
                    let texts = if *kind == EffectKind::Contacts { hosts } else { paths };
                    for text in texts {
                        let text =
                            if *kind == EffectKind::Contacts { format!("https://{text}/") } else { text.clone() };
                        found.push(self.tool(&name, set(base.clone(), target, &text)));
                    }
                }
                ToolEffect::Effect { target: None, .. } => {}
            }
        }
    }

    fn of_entry(&self, entry: &Entry, found: &mut Vec<Sample>) {
        match entry {
            Entry::Tool { name, arguments, .. } => {
                let name = samples::fill(name);
                let declared = self
                    .table
                    .tools
                    .iter()
                    .find(|tool| tool.names.iter().any(|glob| crate::decide::glob_matches(glob, &name)));
                let mut input = declared.map_or_else(|| json!({}), base_input);
                for test in arguments {
                    let text = match &test.test {
                        TextTest::Equals(text) => text.clone(),
                        TextTest::Matches(glob) => samples::fill(glob),
                    };
                    input = set(input, &test.argument, &text);
                }
                found.push(self.tool(&name, input));
            }
            Entry::Command(command) => {
                let mut lines: Vec<String> = entry_lines(self.table, command);
                let mut next = command.pipe.as_deref();
                while let Some(Entry::Command(piped)) = next {
                    let more = entry_lines(self.table, piped);
                    let more = more.first().cloned().unwrap_or_else(|| piped.program.clone());
                    lines = lines.into_iter().take(1).map(|line| format!("{line} | {more}")).collect();
                    next = piped.pipe.as_deref();
                }
                found.extend(lines.iter().filter_map(|line| self.line(line)));
            }
        }
    }
}

/// The lines of an entry: with its options and an operand that fits.
fn entry_lines(table: &Table, entry: &CommandEntry) -> Vec<String> {
    let path = declaration(table, entry);
    let mut head: Vec<String> = std::iter::once(&entry.program).chain(&entry.subcommands).cloned().collect();
    for option in &entry.with {
        let declared =
            path.iter().flat_map(|command| command.options.iter().map(|option| (command.dialect.family, option)));
        let mut declared = declared.filter(|(_, declared)| declared.spellings.contains(option));
        match declared.next() {
            Some((family, option)) => head.extend(option_words(family, option).into_iter().next().unwrap_or_default()),
            None => head.push(option.clone()),
        }
    }
    let operands: Vec<Vec<String>> = match &entry.operands {
        OperandTest::None => vec![Vec::new()],
        OperandTest::SomeMatches(globs) => globs.iter().map(|glob| vec![operand_of(glob)]).collect(),
        OperandTest::Whatever => path.last().map_or_else(|| vec![Vec::new()], |command| operand_lists(command)),
    };
    let mut lines: Vec<String> =
        operands.iter().map(|operands| joined(&[head.as_slice(), operands].concat())).collect();
    if !entry.condition.is_empty() && entry.operands == OperandTest::Whatever {
        lines.extend(lines_of(&path).into_iter().map(|words| joined(&words)));
    }
    lines.truncate(LINES);
    lines
}

/// A word for the glob of an entry: `~` stands for the home directory.
fn operand_of(glob: &str) -> String {
    match glob.strip_prefix('~') {
        Some(rest) => format!("{}{}", pool::HOME, samples::fill(rest)),
        None => samples::fill(glob),
    }
}

fn declaration<'t>(table: &'t Table, entry: &CommandEntry) -> Vec<&'t Command> {
    let programs = table.commands.iter().filter(|command| command.names.contains(&entry.program));
    let mut path: Vec<&Command> =
        programs.min_by_key(|command| command.kind == CommandKind::Builtin).into_iter().collect();
    for name in &entry.subcommands {
        let sub = path.last().and_then(|last| last.subcommands.iter().find(|sub| sub.names.contains(name)));
        path.extend(sub);
    }
    path
}

/// A line for every option of every declared program.
pub fn every_line(table: &Table) -> Vec<String> {
    let mut paths = Vec::new();
    for command in &table.commands {
        walk(command, &mut Vec::new(), &mut paths);
    }
    paths.iter().flat_map(|path| lines_of(path)).map(|words| joined(&words)).collect()
}

pub(super) fn walk<'t>(command: &'t Command, above: &mut Vec<&'t Command>, found: &mut Vec<Vec<&'t Command>>) {
    above.push(command);
    found.push(above.clone());
    for sub in &command.subcommands {
        walk(sub, above, found);
    }
    above.pop();
}

/// Lines of a command: bare, with each of its operands, with each of its options.
pub(super) fn lines_of(path: &[&Command]) -> Vec<Vec<String>> {
    let Some(command) = path.last() else { return Vec::new() };
    let head: Vec<String> = path.iter().filter_map(|part| part.names.first().cloned()).collect();
    let operands = operand_lists(command);
    let mut lines = vec![head.clone()];
    lines.extend(operands.iter().map(|operands| [head.as_slice(), operands].concat()));
    let shortest = operands.first().cloned().unwrap_or_default();
    let acts = |option: &&OptionDecl| {
        !option.effects.is_empty() || !option.cases.is_empty() || !option.implies.is_empty() || option.last
    };
    // What does something comes first, so that a limit cuts off what does not.
    for option in command.options.iter().filter(acts) {
        for words in option_words(command.dialect.family, option) {
            lines.push([head.as_slice(), &words].concat());
            if !shortest.is_empty() {
                lines.push([head.as_slice(), &words, &shortest].concat());
            }
        }
    }
    for option in command.options.iter().filter(|option| !acts(option)) {
        let words = option_words(command.dialect.family, option);
        lines.extend(words.iter().take(1).map(|words| [head.as_slice(), words, &shortest].concat()));
    }
    lines.truncate(LINES);
    lines
}

/// Operands: for each sequence the shortest list, the longest, and one for each text that a place tells apart.
fn operand_lists(command: &Command) -> Vec<Vec<String>> {
    let mut lists = Vec::new();
    for clause in &command.clauses {
        let ClauseKind::Operands(operands) = &clause.kind else { continue };
        let needed: Vec<&Operand> =
            operands.iter().filter(|operand| matches!(operand.repeat, Repeat::One | Repeat::Some)).collect();
        let all: Vec<&Operand> = operands.iter().collect();
        for places in [needed, all] {
            let base: Vec<Vec<String>> =
                places.iter().map(|place| place_words(place).into_iter().next().unwrap_or_default()).collect();
            lists.push(base.concat());
            for (at, place) in places.iter().enumerate() {
                for words in place_words(place).into_iter().skip(1) {
                    let mut list = base.clone();
                    if let Some(slot) = list.get_mut(at) {
                        *slot = words;
                    }
                    lists.push(list.concat());
                }
            }
        }
    }
    lists.retain(|list| !list.is_empty());
    lists
}

fn place_words(place: &Operand) -> Vec<Vec<String>> {
    let texts = texts(place.value.kind, &place.effects, &place.cases);
    texts.into_iter().map(|text| words(place.value.kind, text)).collect()
}

fn words(kind: ValueType, text: String) -> Vec<String> {
    match kind {
        ValueType::Argv => text.split(' ').map(str::to_owned).collect(),
        _ => vec![text],
    }
}

fn texts(kind: ValueType, effects: &[EffectSpec], cases: &[Case]) -> Vec<String> {
    let written = effects.iter().any(|effect| effect.kind == Some(EffectKind::Writes));
    let own: &[&str] = if kind == ValueType::Path && written { &["out"] } else { samples::of(kind) };
    own.iter().map(|text| (*text).to_owned()).chain(samples::of_cases(cases)).collect()
}

fn option_words(family: Family, option: &OptionDecl) -> Vec<Vec<String>> {
    let Some(name) = option.spellings.first() else { return Vec::new() };
    let name = if name == "-NUM" { "-1" } else { name.as_str() };
    let Some((last, before)) = option.values.split_last() else { return vec![vec![name.to_owned()]] };
    let before: Vec<String> =
        before.iter().map(|value| samples::of(value.kind).first().copied().unwrap_or_default().to_owned()).collect();
    let mut all = Vec::new();
    if option.optional {
        all.push(vec![name.to_owned()]);
    }
    for text in texts(last.kind, &option.effects, &option.cases) {
        all.push(match (family, option.optional) {
            (Family::Keyval, _) => vec![format!("{name}{text}")],
            (_, true) if name.starts_with("--") => vec![format!("{name}={text}")],
            (_, true) => vec![format!("{name}{text}")],
            (Family::Find, false) if last.kind == ValueType::Argv => {
                [vec![name.to_owned()], words(last.kind, text), vec![";".to_owned()]].concat()
            }
            (_, false) => [vec![name.to_owned()], before.clone(), words(last.kind, text)].concat(),
        });
    }
    all
}

pub(super) fn joined(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn tool_name(tool: &Tool) -> Option<String> {
    tool.names.first().filter(|name| *name != "*").map(|name| samples::fill(name))
}

/// Arguments that a tool must have, with texts that do no harm.
fn base_input(tool: &Tool) -> Value {
    let mut input = Value::Object(Map::new());
    for effect in &tool.does {
        input = match effect {
            ToolEffect::Command { line, .. } if line.default.is_none() => set(input, line, ":"),
            ToolEffect::Patch { text, .. } if text.default.is_none() => {
                set(input, text, "--- /dev/null\n+++ f\n@@ -0,0 +1 @@\n+x\n")
            }
            ToolEffect::Effect { target: Some(target), kind, .. } if target.default.is_none() => {
                set(input, target, if *kind == EffectKind::Contacts { "https://host.example/" } else { "f" })
            }
            ToolEffect::Command { .. } | ToolEffect::Patch { .. } | ToolEffect::Effect { .. } => input,
        };
    }
    input
}

/// Puts a text where an argument looks for it.
fn set(mut input: Value, argument: &Argument, text: &str) -> Value {
    let Some(name) = argument.names.first() else { return input };
    let mut value = json!(text);
    let parts: Vec<&str> = name.split('.').collect();
    for part in parts.iter().skip(1).rev() {
        value = if *part == "*" { json!([value]) } else { json!({ *part: value }) };
    }
    if let (Some(fields), Some(first)) = (input.as_object_mut(), parts.first()) {
        fields.insert((*first).to_owned(), value);
    }
    input
}
