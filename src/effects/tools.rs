//! A structured tool call → its units, by what the policy's `tools` block says of its arguments.

use super::line::{self, normalised};
use super::{Bases, Call, Effect, Host, Index, Origin, PathTarget, Standing, Target, Unit, UnitKind};
use crate::argv::{Holds, Text, Word, glob_holds};
use crate::hosts::{Destination, parse_url};
use crate::patch::{self, Change, Strip};
use crate::shell::quoted;
use crate::table::{Anchor, Argument, Base, EffectKind, Os, Place, Tool, ToolEffect};
use serde_json::Value;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

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
        let text = Text::Known(name.into());
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

impl<'r> Reader<'r> {
    fn all(&mut self) -> Result<(), String> {
        let tool = self.tool;
        let mut result = Ok(());
        for effect in &tool.does {
            // What can be read is reported even beside what cannot: floors see it.
            result = result.and(self.one(effect));
        }
        result
    }

    fn one(&mut self, effect: &'r ToolEffect) -> Result<(), String> {
        match effect {
            ToolEffect::Command { line, from } => {
                let bases = self.bases(from)?;
                for text in self.lines(line)? {
                    line::read(self.index, &self.call.host, &text, Arc::clone(&bases), &mut self.units);
                }
            }
            ToolEffect::Patch { text, from } => {
                let bases = self.bases(from)?;
                for text in self.texts(text)? {
                    let touched = patch::touched(text, Strip::Usual)
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
                let texts = self.texts(target)?;
                let globs = naming.as_ref().map_or_else(|| Ok(Texts::new()), |naming| self.given(naming))?;
                for text in texts {
                    for glob in &globs {
                        let path = Text::of_glob(&format!("{}/", text.trim_end_matches('/')), glob);
                        let bases = Arc::clone(&bases);
                        let sought = PathTarget { path, bases, tree: false, named: None, unsettled: false };
                        self.add(*kind, Target::Path(sought), false);
                    }
                    match kind {
                        EffectKind::Reads
                        | EffectKind::Sees
                        | EffectKind::Writes
                        | EffectKind::Deletes
                        | EffectKind::Refreshes
                        | EffectKind::Obeys
                        | EffectKind::Enters => self.path(*kind, text, *tree, &bases),
                        EffectKind::Contacts => {
                            if let Destination::File(path) = parse_url(text) {
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

    fn path(&mut self, kind: EffectKind, text: &str, tree: bool, bases: &Arc<Bases>) {
        let target = |text: &str| {
            let path = Text::Known(text.into());
            Target::Path(PathTarget { path, bases: Arc::clone(bases), tree, named: None, unsettled: false })
        };
        self.add(kind, target(text), true);
        // Some tools expand a tilde, others take it for a name.
        if let Some(rest) = text.strip_prefix('~') {
            let home = self.call.host.home.as_deref().filter(|_| rest.is_empty() || rest.starts_with('/'));
            match home {
                Some(home) => self.add(kind, target(&format!("{home}{rest}")), false),
                None => {
                    let bases = Arc::new(Bases { known: Vec::new(), unknown: true });
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
    fn lines(&self, argument: &'r Argument) -> Result<Vec<Cow<'r, str>>, String> {
        let words = |value: &Value| {
            let words = value.as_array()?.iter().map(|word| word.as_str().filter(|word| !word.contains('\0')));
            let words: Option<Vec<String>> = words.map(|word| word.map(quoted)).collect();
            words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
        };
        if let Some((name, given)) = self.values(argument)?
            && let [only @ Value::Array(_)] = given.as_slice()
        {
            let line = words(only).ok_or_else(|| format!("the argument {name} is a list, but not of words"))?;
            return Ok(vec![Cow::Owned(line)]);
        }
        Ok(self.texts(argument)?.into_iter().map(Cow::Borrowed).collect())
    }

    /// The texts of an argument, or its default.
    fn texts(&self, argument: &'r Argument) -> Result<Texts<'r>, String> {
        let given = self.given(argument)?;
        match &argument.default {
            _ if !given.is_empty() => Ok(given),
            Some(default) => Ok(Texts::from_iter([default.as_str()])),
            None => Err(format!("the argument {} is missing", argument.names.join(" or "))),
        }
    }

    /// The texts of an argument where it is given: several where its name goes through a list (`edits.*.path`).
    fn given(&self, argument: &'r Argument) -> Result<Texts<'r>, String> {
        let Some((name, values)) = self.values(argument)? else { return Ok(Texts::new()) };
        let text = |value: &'r Value| match value {
            Value::String(text) if !text.contains('\0') => Ok(text.as_str()),
            Value::String(_) => Err(format!("the argument {name} holds a NUL byte")),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                Err(format!("the argument {name} is no text"))
            }
        };
        values.into_iter().map(text).collect()
    }

    /// The values of an argument, with the name they have. Of several names one may be given: which one the tool would take is its
    /// own affair.
    fn values(&self, argument: &'r Argument) -> Result<Option<(&'r str, Values<'r>)>, String> {
        let mut given: Option<(&str, Values<'_>)> = None;
        for name in &argument.names {
            let found = values(&self.call.input, name);
            match &given {
                _ if found.is_empty() => {}
                None => given = Some((name, found)),
                Some((_, values)) if *values == found => {}
                Some((other, _)) => return Err(format!("the arguments {other} and {name} are both given, and differ")),
            }
        }
        Ok(given)
    }

    fn bases(&self, base: &'r Base) -> Result<Arc<Bases>, String> {
        let anchored = Arc::new(anchor(&self.call.host, self.call, &base.otherwise));
        let Some(argument) = &base.argument else {
            return Ok(anchored);
        };
        if argument.default.is_none() && self.values(argument)?.is_none() {
            return Ok(anchored);
        }
        let mut bases = Bases::default();
        for text in self.texts(argument)? {
            if is_absolute(text, self.call.host.os) {
                bases.known.push(if text.starts_with('/') { normalised(text) } else { text.to_owned() });
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
        Ok(Arc::new(bases))
    }
}

fn is_absolute(path: &str, os: Option<Os>) -> bool {
    path.starts_with('/')
        || (os == Some(Os::Windows) && (path.starts_with('\\') || path.as_bytes().get(1) == Some(&b':')))
}

/// Texts, most often one.
type Texts<'v> = SmallVec<[&'v str; 1]>;

/// Values, most often one.
type Values<'v> = SmallVec<[&'v Value; 1]>;

/// What stands at a path of names through objects and, by `*`, lists; nothing where an object lacks the name.
fn values<'v>(value: &'v Value, path: &str) -> Values<'v> {
    let mut found = Values::new();
    if collect(value, Some(path), &mut found) { found } else { Values::new() }
}

fn collect<'v>(value: &'v Value, path: Option<&str>, found: &mut Values<'v>) -> bool {
    let Some(path) = path else {
        if !value.is_null() {
            found.push(value);
        }
        return true;
    };
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    match (value, name) {
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
        Anchor::Cwd => several(host.cwd.clone().or_else(|| only_root(host)).into_iter().collect()),
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
