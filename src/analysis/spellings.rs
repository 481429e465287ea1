//! Other spellings of a command line that mean the same.
//!
//! What a line does must not depend on how it is written, so no spelling may get a looser answer than another. A spelling
//! changes one command of the line in one [`Way`]: its quotes, the form or order of its options, the name that it is found
//! by, or what stands around it. The forms are built from the declarations alone and not from how `argv` reads them: the
//! generator is there to disagree with the reader.

mod options;
mod quotes;

use crate::shell::quoted;
use crate::shell::tree::{Command as Shell, CommandKind as Shape, Dialect, HereDoc, PartKind, Script, Word};
use crate::table::{Command, CommandKind};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// Words in quotes of every kind, in backslashes, cut by empty quotes.
    Quoted,
    /// `-l -a` → `-la`.
    Clustered,
    /// `-la` → `-l -a`.
    Split,
    /// `-n 5` → `-n5`, `--lines 5` → `--lines=5`.
    Glued,
    /// The other way round.
    Separated,
    /// `--lines` → `--lin`, as far as it stays unambiguous.
    Abbreviated,
    /// `-n` → `--lines` and back.
    Renamed,
    /// Options behind operands, operands behind `--`.
    Reordered,
    /// `{ …; }`.
    Grouped,
    /// Inside or behind another command: `if true; then …; fi`, `eval`, `bash -c`.
    Surrounded,
    /// Behind `timeout 5`, `env`, `nice` and their kind.
    Wrapped,
    /// `/usr/bin/ls`.
    Absolute,
}

impl Way {
    /// What it is called in messages.
    pub fn words(self) -> &'static str {
        match self {
            Way::Quoted => "quoted",
            Way::Clustered => "clustered",
            Way::Split => "split",
            Way::Glued => "with glued values",
            Way::Separated => "with values apart",
            Way::Abbreviated => "abbreviated",
            Way::Renamed => "by another name of the option",
            Way::Reordered => "reordered",
            Way::Grouped => "grouped",
            Way::Surrounded => "inside another command",
            Way::Wrapped => "wrapped",
            Way::Absolute => "by its absolute path",
        }
    }

    /// Whether nothing else is run than before, so that the answer stays the same. The others add a command, or name the
    /// program by a path that a policy may see differently: their answer may be stricter.
    pub fn keeps(self) -> bool {
        match self {
            Way::Quoted
            | Way::Clustered
            | Way::Split
            | Way::Glued
            | Way::Separated
            | Way::Abbreviated
            | Way::Renamed
            | Way::Reordered
            | Way::Grouped => true,
            Way::Surrounded | Way::Wrapped | Way::Absolute => false,
        }
    }
}

/// A line that means what another one means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The line.
    pub line: String,
    /// How it differs.
    pub way: Way,
}

/// What is put before a program.
const WRAPPERS: [&str; 5] = ["timeout 5 ", "env ", "nice ", "nohup ", "command "];

/// The declarations by which lines are spelled anew.
#[derive(Debug)]
pub struct Speller<'t> {
    programs: BTreeMap<&'t str, &'t Command>,
    builtins: BTreeMap<&'t str, &'t Command>,
}

impl<'t> Speller<'t> {
    /// By a table's declarations.
    pub fn new(commands: &'t [Command]) -> Speller<'t> {
        let mut speller = Speller { programs: BTreeMap::new(), builtins: BTreeMap::new() };
        for command in commands {
            let known = match command.kind {
                CommandKind::Program => &mut speller.programs,
                CommandKind::Builtin => &mut speller.builtins,
            };
            for name in &command.names {
                known.entry(name).or_insert(command);
            }
        }
        speller
    }

    /// Other spellings of a line, each once; none of a line that is not read whole.
    pub fn spellings(&self, line: &str) -> Vec<Spelling> {
        let script = crate::shell::read(line.as_bytes(), Dialect::Bash);
        if script.unreadable.is_some() || line.trim().is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        let functions: BTreeSet<&str> = script.all::<Shell>().iter().filter_map(|it| function(&script, it)).collect();
        for command in script.all::<Shell>() {
            if let Shape::Simple { words, .. } = command.kind {
                self.command(&script, script.get(words), &functions, &mut out);
            }
        }
        if script.all::<HereDoc>().iter().all(|document| document.ended) {
            whole(line, &mut out);
        }
        let mut seen = BTreeSet::from([line.to_owned()]);
        out.retain(|spelling| seen.insert(spelling.line.clone()));
        out
    }

    fn command(&self, script: &Script<'_>, words: &[Word], functions: &BTreeSet<&str>, out: &mut Vec<Spelling>) {
        if words.is_empty() || !words.iter().all(|word| script.is_written(word.span)) {
            return;
        }
        let written: Vec<Written> = words.iter().map(|word| Written::new(script, *word)).collect();
        // In quotes `declare` is no word before which bash reads `m=( … )`.
        let assigns =
            |word: &Word| script.get(word.parts).iter().any(|part| matches!(part.kind, PartKind::Array { .. }));
        if !words.iter().any(assigns) {
            quotes::of_words(script.source(), &written, out);
        }
        let Some(name) = written.first().and_then(|word| word.text.as_deref()) else { return };
        let first = written.first().map_or(0..0, |word| word.at.clone());
        if name.contains('/') || functions.contains(name) || name.is_empty() {
            return;
        }
        let builtin = self.builtins.get(name);
        if builtin.is_none() {
            let path = format!("/usr/bin/{}", quoted(name));
            out.push(Spelling { line: replaced(script.source(), &first, &path), way: Way::Absolute });
            let start = first.start..first.start;
            for wrapper in WRAPPERS {
                out.push(Spelling { line: replaced(script.source(), &start, wrapper), way: Way::Wrapped });
            }
        }
        if let Some(command) = builtin.or_else(|| self.programs.get(name)).filter(|_| beside(script.source(), &written))
        {
            options::respell(script.source(), &written, command, out);
        }
    }
}

fn function<'s>(script: &'s Script<'_>, command: &Shell) -> Option<&'s str> {
    match command.kind {
        Shape::Function { name, .. } => Some(script.text(name.span)),
        _ => None,
    }
}

/// A word where it is written.
#[derive(Debug, Clone)]
struct Written {
    at: Range<usize>,
    source: String,
    /// After quote removal, where nothing is expanded.
    text: Option<String>,
}

impl Written {
    fn new(script: &Script<'_>, word: Word) -> Written {
        Written {
            at: word.span.start as usize..word.span.end as usize,
            source: script.text(word.span).to_owned(),
            text: script.literal(word).map(std::borrow::Cow::into_owned),
        }
    }
}

/// Whether nothing but blanks stands between the words: no redirect.
fn beside(source: &str, words: &[Written]) -> bool {
    words.windows(2).all(|pair| {
        let [one, next] = pair else { return true };
        source.get(one.at.end..next.at.start).is_some_and(|gap| gap.trim().is_empty())
    })
}

fn replaced(source: &str, at: &Range<usize>, by: &str) -> String {
    let part = |range: Range<usize>| source.get(range).unwrap_or_default();
    [part(0..at.start), by, part(at.end..source.len())].concat()
}

/// The whole line inside something that runs it in the same shell.
fn whole(line: &str, out: &mut Vec<Spelling>) {
    let mut add = |way, line| out.push(Spelling { line, way });
    add(Way::Grouped, format!("{{ {line}\n}}"));
    add(Way::Surrounded, format!("if true; then {line}\nfi"));
    add(Way::Surrounded, format!("true\n{line}"));
    add(Way::Surrounded, format!("eval {}", quoted(line)));
    add(Way::Surrounded, format!("bash -c {}", quoted(line)));
}

#[cfg(test)]
mod tests;
