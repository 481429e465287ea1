//! A structured tool call → its units, by what the policy's `tools` block says of its arguments.

use super::line::{self, normalised};
use super::{Bases, Call, Effect, Host, Index, Origin, PathTarget, Standing, Target, Unit, UnitKind};
use crate::argv::{Holds, Text, Word, glob_holds};
use crate::hosts::{Destination, parse_url};
use crate::patch::{self, Change, Strip};
use crate::shell::quoted;
use crate::table::{Anchor, Argument, Base, EffectKind, Os, Place, Tool, ToolEffect};
use serde_json::Value;
use std::collections::BTreeMap;

/// Tools by name.
#[derive(Debug, Clone)]
pub(super) struct ToolIndex<'t> {
    tools: &'t [Tool],
    /// The first tool of every name that is no glob.
    named: BTreeMap<&'t str, usize>,
    /// Globs, with the tools that they are of.
    globs: Vec<(&'t str, usize)>,
}

impl<'t> ToolIndex<'t> {
    /// All tools of a table.
    pub(super) fn new(tools: &'t [Tool]) -> ToolIndex<'t> {
        let mut index = ToolIndex { tools, named: BTreeMap::new(), globs: Vec::new() };
        for (at, tool) in tools.iter().enumerate() {
            for name in &tool.names {
                if name.contains(['*', '?']) {
                    index.globs.push((name, at));
                } else {
                    index.named.entry(name).or_insert(at);
                }
            }
        }
        index
    }

    /// The first tool in the order of the policy that has this name.
    fn find(&self, name: &str) -> Option<&'t Tool> {
        let named = self.named.get(name).copied();
        let text = Text::Known(name.to_owned());
        let before = |at: &usize| named.is_none_or(|named| *at < named);
        let glob =
            self.globs.iter().filter(|(_, at)| before(at)).find(|(glob, _)| glob_holds(glob, &text) == Holds::Yes);
        self.tools.get(glob.map(|(_, at)| *at).or(named)?)
    }
}

/// The units of a call, added to `units`.
pub(super) fn read(index: &Index<'_>, call: &Call, units: &mut Vec<Unit>) {
    let text = || match &call.input {
        Value::Null => call.tool.clone(),
        input => format!("{} {input}", call.tool),
    };
    let Some(tool) = index.tools.find(&call.tool) else {
        let standing = Standing::Unknown(format!("no policy says what the tool {} does", call.tool));
        units.push(Unit { standing, ..Unit::bare(UnitKind::Tool, None, text()) });
        return;
    };
    let mut reader = Reader { index, call, tool, effects: Vec::new(), units: Vec::new() };
    let read = if call.input.is_object() || call.input.is_null() {
        reader.all()
    } else {
        Err("the arguments are no object".to_owned())
    };
    let Reader { effects, units: lines, .. } = reader;
    let understood = tool.harmless || !tool.does.is_empty();
    match read {
        Err(reason) => units.push(Unit { effects, ..Unit::unreadable(None, text(), reason) }),
        Ok(()) if !understood => {
            let standing = Standing::Unknown(format!("no policy says what the tool {} does", call.tool));
            units.push(Unit { standing, ..Unit::bare(UnitKind::Tool, None, text()) });
        }
        Ok(()) if effects.is_empty() && !lines.is_empty() => {}
        Ok(()) => units.push(Unit { effects, ..Unit::bare(UnitKind::Tool, None, text()) }),
    }
    units.extend(lines);
}

struct Reader<'r> {
    index: &'r Index<'r>,
    call: &'r Call,
    tool: &'r Tool,
    effects: Vec<Effect>,
    units: Vec<Unit>,
}

impl Reader<'_> {
    fn all(&mut self) -> Result<(), String> {
        let tool = self.tool;
        let mut result = Ok(());
        for effect in &tool.does {
            // What can be read is reported even beside what cannot: floors see it.
            result = result.and(self.one(effect));
        }
        result
    }

    fn one(&mut self, effect: &ToolEffect) -> Result<(), String> {
        match effect {
            ToolEffect::Command { line, from } => {
                let bases = self.bases(from)?;
                for text in self.lines(line)? {
                    line::read(self.index, &self.call.host, &text, bases.clone(), &mut self.units);
                }
            }
            ToolEffect::Patch { text, from } => {
                let bases = self.bases(from)?;
                for text in self.texts(text)? {
                    let touched = patch::touched(&text, Strip::Usual)
                        .map_err(|error| format!("line {} of the patch: {}", error.line, error.reason))?;
                    for file in touched {
                        let kind = match file.change {
                            Change::Delete | Change::RenameFrom => EffectKind::Deletes,
                            Change::Add | Change::Modify | Change::RenameTo | Change::CopyTo | Change::Mode => {
                                EffectKind::Writes
                            }
                            Change::CopyFrom => EffectKind::Reads,
                        };
                        self.path(kind, &file.path, false, &bases);
                    }
                }
            }
            ToolEffect::Effect { kind, target: None, .. } => self.add(*kind, Target::None, true),
            ToolEffect::Effect { kind, target: Some(target), tree, naming, from } => {
                let bases = self.bases(from)?;
                for text in self.texts(target)? {
                    for glob in self.given(naming.as_ref())? {
                        let path = Text::of_glob(&format!("{}/", text.trim_end_matches('/')), &glob);
                        self.add(
                            *kind,
                            Target::Path(PathTarget {
                                path,
                                bases: bases.clone(),
                                tree: false,
                                named: None,
                                unsettled: false,
                            }),
                            false,
                        );
                    }
                    match kind {
                        EffectKind::Reads
                        | EffectKind::Sees
                        | EffectKind::Writes
                        | EffectKind::Deletes
                        | EffectKind::Refreshes
                        | EffectKind::Obeys
                        | EffectKind::Enters => self.path(*kind, &text, *tree, &bases),
                        EffectKind::Contacts => {
                            if let Destination::File(path) = parse_url(&text) {
                                self.path(EffectKind::Reads, &path, false, &bases);
                            }
                            self.add(*kind, Target::Host(Word::known(text)), true);
                        }
                        EffectKind::ReadsEnvironment
                        | EffectKind::Runs(_)
                        | EffectKind::Changes(_)
                        | EffectKind::Sets
                        | EffectKind::Verifies => self.add(*kind, Target::None, true),
                    }
                }
            }
        }
        Ok(())
    }

    fn path(&mut self, kind: EffectKind, text: &str, tree: bool, bases: &Bases) {
        let target = |text: &str| {
            let path = Text::Known(text.to_owned());
            Target::Path(PathTarget { path, bases: bases.clone(), tree, named: None, unsettled: false })
        };
        self.add(kind, target(text), true);
        // Some tools expand a tilde, others take it for a name.
        if let Some(rest) = text.strip_prefix('~') {
            let home = self.call.host.home.as_deref().filter(|_| rest.is_empty() || rest.starts_with('/'));
            match home {
                Some(home) => self.add(kind, target(&format!("{home}{rest}")), false),
                None => {
                    let bases = Bases { known: Vec::new(), unknown: true };
                    self.add(
                        kind,
                        Target::Path(PathTarget { path: Text::unknown(), bases, tree, named: None, unsettled: false }),
                        false,
                    );
                }
            }
        }
    }

    fn add(&mut self, kind: EffectKind, target: Target, certain: bool) {
        let at: Place = self.tool.at;
        let effect = Effect { kind, target, certain, origin: Origin { word: None, declared: Some(at), note: None } };
        let mut effect = vec![effect];
        line::tell_apart(&mut effect);
        self.effects.append(&mut effect);
    }

    /// The command lines in an argument. A list of texts is one command in words, which no shell takes apart.
    fn lines(&self, argument: &Argument) -> Result<Vec<String>, String> {
        let words = |value: &Value| {
            let words = value.as_array()?.iter().map(|word| word.as_str().filter(|word| !word.contains('\0')));
            let words: Option<Vec<String>> = words.map(|word| word.map(quoted)).collect();
            words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
        };
        match self.values(argument)?.as_slice() {
            [(_, only)] if only.is_array() => words(only)
                .map(|line| vec![line])
                .ok_or_else(|| format!("the argument {} is a list, but not of words", argument.names.join(" or "))),
            _ => self.texts(argument),
        }
    }

    /// The texts of an argument, or its default.
    fn texts(&self, argument: &Argument) -> Result<Vec<String>, String> {
        let given = self.given(Some(argument))?;
        match &argument.default {
            _ if !given.is_empty() => Ok(given),
            Some(default) => Ok(vec![default.clone()]),
            None => Err(format!("the argument {} is missing", argument.names.join(" or "))),
        }
    }

    /// The texts of an argument where it is given: several where its name goes through a list (`edits.*.path`).
    fn given(&self, argument: Option<&Argument>) -> Result<Vec<String>, String> {
        let Some(argument) = argument else { return Ok(Vec::new()) };
        let text = |(name, value): (&str, &Value)| match value {
            Value::String(text) if !text.contains('\0') => Ok(text.clone()),
            Value::String(_) => Err(format!("the argument {name} holds a NUL byte")),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                Err(format!("the argument {name} is no text"))
            }
        };
        self.values(argument)?.into_iter().map(text).collect()
    }

    /// The values of an argument, each with its name. Of several names one may be given: which one the tool would take is its own
    /// affair.
    fn values<'a>(&'a self, argument: &'a Argument) -> Result<Vec<(&'a str, &'a Value)>, String> {
        let mut given: Option<(&str, Vec<&Value>)> = None;
        for name in &argument.names {
            let mut found = Vec::new();
            let path: Vec<&str> = name.split('.').collect();
            if !collect(&self.call.input, &path, &mut found) || found.is_empty() {
                continue;
            }
            if let Some((other, values)) = &given
                && *values != found
            {
                return Err(format!("the arguments {other} and {name} are both given, and differ"));
            }
            given = Some((name, found));
        }
        Ok(given.map(|(name, values)| values.into_iter().map(|value| (name, value)).collect()).unwrap_or_default())
    }

    fn bases(&self, base: &Base) -> Result<Bases, String> {
        let anchored = anchor(&self.call.host, self.call, &base.otherwise);
        let Some(argument) = &base.argument else {
            return Ok(anchored);
        };
        if argument.default.is_none() && self.values(argument)?.is_empty() {
            return Ok(anchored);
        }
        let mut bases = Bases::default();
        for text in self.texts(argument)? {
            if is_absolute(&text, self.call.host.os) {
                bases.known.push(if text.starts_with('/') { normalised(&text) } else { text });
            } else if text.starts_with('~') {
                match &self.call.host.home {
                    Some(home) if text == "~" || text.starts_with("~/") => {
                        bases.known.push(normalised(&format!("{home}{}", text.trim_start_matches('~'))));
                    }
                    Some(_) | None => {}
                }
                bases.unknown = true;
            } else {
                bases.known.extend(anchored.known.iter().map(|base| normalised(&format!("{base}/{text}"))));
                bases.unknown |= anchored.unknown;
            }
        }
        Ok(bases)
    }
}

fn is_absolute(path: &str, os: Option<Os>) -> bool {
    path.starts_with('/')
        || (os == Some(Os::Windows) && (path.starts_with('\\') || path.as_bytes().get(1) == Some(&b':')))
}

/// Follows a path of names through objects and, by `*`, lists. False where an object lacks the name.
fn collect<'v>(value: &'v Value, path: &[&str], found: &mut Vec<&'v Value>) -> bool {
    let Some((name, rest)) = path.split_first() else {
        if !value.is_null() {
            found.push(value);
        }
        return true;
    };
    match (value, *name) {
        (Value::Array(values), "*") => values.iter().all(|value| collect(value, rest, found)),
        (Value::Object(values), name) => values.get(name).is_some_and(|value| collect(value, rest, found)),
        (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_), _) => false,
    }
}

/// The directories that an anchor stands for.
fn anchor(host: &Host, call: &Call, anchor: &Anchor) -> Bases {
    let unknown = Bases { known: Vec::new(), unknown: true };
    let several = |known: Vec<String>| {
        if known.is_empty() { unknown.clone() } else { Bases { known, unknown: false } }
    };
    match anchor {
        Anchor::Root => several(vec!["/".to_owned()]),
        Anchor::Home => several(host.home.iter().cloned().collect()),
        Anchor::Cwd => {
            several(host.cwd.iter().cloned().collect::<Vec<_>>().into_iter().chain(only_root(host)).take(1).collect())
        }
        Anchor::Workspace if host.workspace.is_empty() => several(host.cwd.iter().cloned().collect()),
        Anchor::Workspace => several(host.workspace.clone()),
        Anchor::Tmp if host.tmp.is_empty() && host.os != Some(Os::Windows) => {
            several(vec!["/tmp".to_owned(), "/var/tmp".to_owned()])
        }
        Anchor::Tmp => several(host.tmp.clone()),
        Anchor::Fact(name) => match call.facts.get(name) {
            Some(Value::String(path)) if is_absolute(path, host.os) => several(vec![path.clone()]),
            Some(_) | None => unknown,
        },
        Anchor::Anywhere => unknown,
    }
}

fn only_root(host: &Host) -> Option<String> {
    match host.workspace.as_slice() {
        [root] => Some(root.clone()),
        [] | [_, ..] => None,
    }
}

#[cfg(test)]
mod tests;
