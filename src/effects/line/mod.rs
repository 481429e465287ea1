//! One shell line → units with their effects.
//!
//! The idea on one page:
//!
//! * The reader's tree is walked in the order of evaluation. Each simple command becomes an invocation, which the declarations
//!   turn into effects; each redirect, assignment and other construct that does something is a unit beside it. What a wrapper
//!   starts, what stands in a substitution, what `bash -c` and `eval` read, is walked in turn.
//! * A [`State`](state::State) flows along: directories that a relative path may start from, variables and functions that every
//!   way to this point has bound. A command leads to one state if it succeeds and to another if not ([`Flow`](state::Flow)), so
//!   `cd d && x` is in `d` and `cd d; x` in either.
//! * What a variable holds is known only if nothing else in the *whole* line may bind it. So a line with variables is walked
//!   twice: first with nothing known, to gather what it binds ([`Gathered`](gather::Gathered)), then for its units.
//! * A function's body is walked at its first call, with what is certain whichever call it is, and at the end if it is never
//!   called. Its effects are also those of each unit of its name, beside what a program of that name does.
//! * Nothing is dropped for lack of knowledge: an unknown program word, text that was not read, a limit passed, unknown code all
//!   become units that are not understood or that run code.

mod bind;
mod bombs;
mod chain;
mod compound;
mod devices;
mod directory;
mod emptiness;
mod functions;
mod gather;
mod invoke;
mod limits;
mod loops;
mod mentions;
mod names;
mod nested;
mod redirect;
mod settle;
mod simple;
mod state;
mod unit;

use super::program::Input;
use super::words::Printed;
use super::words::{Finding, Surroundings, Variable};
use super::{Bases, Effect, Host, Index, ShellKind, Unit};
use crate::argv::{Text, Word};
use crate::shell::tree::{Command, Id, List, Script, Span};
use gather::Gathered;
use state::State;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

pub(super) use devices::tell_apart;
pub use limits::MAX_COMMAND;
pub(super) use unit::normalised;

/// Reads a command line that a tool gives to the host's shell.
pub fn read(index: &Index<'_>, host: &Host, text: &str, bases: Arc<Bases>, units: &mut Vec<Unit>) {
    let first = units.len();
    if !read_as(index, host, text, Arc::clone(&bases), units, false) {
        units.truncate(first);
        read_as(index, host, text, bases, units, true);
    }
}

/// Reads the line. `traces`: the shell may show values as it goes. `false`: it was taken not to, and it may.
fn read_as(index: &Index<'_>, host: &Host, text: &str, bases: Arc<Bases>, units: &mut Vec<Unit>, traces: bool) -> bool {
    let mut walker = Walker {
        index,
        host,
        units: std::mem::take(units),
        traces: traces || host.shell.persistent,
        keeps: false,
        known: Gathered::default(),
        gathered: Gathered::default(),
        gathering: false,
        reread: false,
        wrappers: 0,
        texts: 0,
        depth: 0,
        doubt: false,
        calls: Vec::new(),
        added: Vec::new(),
        mentions: mentions::Mentions::default(),
    };
    let first = walker.units.len();
    let traced = walker.traces;
    let shell = Shell {
        bash: host.shell.kind != ShellKind::Posix,
        inherited: Vec::new(),
        input: Input::Inherited,
        source: None,
        persistent: host.shell.persistent,
    };
    walker.shell_text(text, dialect(host.shell.kind), shell, State::start(bases), None);
    settle::settle(&mut walker.units, first);
    walker.add_bodies();
    *units = walker.units;
    traced || !walker.traces || !walker.keeps
}

fn dialect(kind: ShellKind) -> crate::shell::Dialect {
    match kind {
        ShellKind::Bash => crate::shell::Dialect::Bash,
        ShellKind::Posix => crate::shell::Dialect::Posix,
        ShellKind::Zsh | ShellKind::Fish | ShellKind::PowerShell | ShellKind::Cmd => crate::shell::Dialect::Other,
    }
}

/// What outlives the reading of one text: units, and what is gathered about the shell that reads it.
struct Walker<'w> {
    index: &'w Index<'w>,
    host: &'w Host,
    units: Vec<Unit>,
    /// What the whole line of this shell binds and does, from the first walk.
    known: Gathered,
    /// The same, being gathered.
    gathered: Gathered,
    /// This is the first walk: units are made to be thrown away.
    gathering: bool,
    /// More must be known about the line than was gathered: walk again.
    reread: bool,
    /// Wrappers around the present command.
    wrappers: u32,
    /// Texts around the present text.
    texts: u32,
    /// Constructs around the present command, over all texts.
    depth: u32,
    /// What is walked runs only in some readings.
    doubt: bool,
    /// Units of the present shell that are calls of functions.
    calls: Vec<(usize, String)>,
    /// Some shell of the line may show what words become (`set -x`, `$_`).
    traces: bool,
    /// Somewhere a value is taken to stay in the shell, because none does.
    keeps: bool,
    /// Units, and those whose effects they have as well.
    added: Vec<(usize, Range<usize>)>,
    /// What units before this one look for, whose names it may get.
    mentions: mentions::Mentions,
}

/// The shell that reads a text.
#[derive(Debug, Clone)]
struct Shell {
    bash: bool,
    /// State of earlier calls is there, and later calls see this one's.
    persistent: bool,
    /// Variables in its environment, bound by the line around it.
    inherited: Vec<(String, Word)>,
    input: Input,
    /// The unit whose output is its standard input.
    source: Option<usize>,
}

/// The walk through one text.
struct Walk<'t, 'w> {
    walker: &'t mut Walker<'w>,
    script: &'t Script<'t>,
    shell: Shell,
    state: State,
    /// The state before the present command of the top level: what holds at any later point as well.
    settled: State,
    /// Constructs around the present command; 0 is the top level.
    level: u32,
    /// Those among them that run again, at another time or in a shell of their own: what is bound there is not followed.
    apart: u32,
    /// Loops around it.
    loops: u32,
    /// Functions whose bodies are being walked, innermost last.
    calls: Vec<String>,
    /// Bodies that were not walked yet.
    pending: BTreeMap<String, Vec<Id<Command>>>,
    /// Variables that the text expands somewhere.
    expanded: BTreeSet<&'t str>,
    /// What evaluating words found, for the unit that they belong to.
    findings: Vec<(Finding, Span)>,
    /// What `[[ ]]` sees, for its unit.
    seen: Vec<Effect>,
    /// Times that the present body is walked, over all loops around it.
    walks: u32,
    /// The unit whose output the present command's output is.
    output: Option<usize>,
    /// The standard output around is a pipe.
    captured: bool,
    /// What the present command prints.
    printed: Printed,
    /// The shapes of the paths that it prints, each ended by a NUL; none: it prints something else.
    printed_paths: Vec<Text>,
    /// What the substitution that ran last printed.
    substituted: Printed,
    /// The place in the call's text, for a text that does not stand there itself.
    outer: Option<(u32, u32)>,
    /// Descriptors from 3 that the text opens.
    opened: BTreeSet<u32>,
}

impl Surroundings for Walk<'_, '_> {
    fn variable(&self, name: &str) -> Variable {
        let known = &self.walker.known;
        let binding = known.bound.get(name);
        // A binding of a read-only name may have failed, unless it is the one that made it so.
        let succeeded = !known.fixed.contains(name) || binding.is_some_and(|binding| binding.times == 1);
        let mine = succeeded && self.state.names.bound.contains(name);
        let settled = !known.anything && !self.is_persistent();
        let value = match self.state.names.values.get(name) {
            Some(value) if settled && binding.is_some_and(|binding| binding.times == 1) && !names::is_dynamic(name) => {
                Some(value.clone())
            }
            Some(_) | None => None,
        };
        Variable {
            value,
            integer: settled && mine && binding.is_some_and(|binding| binding.integer),
            names: settled && mine && binding.is_some_and(|binding| binding.names == binding.times),
            own: mine
                || self.shell.inherited.iter().any(|(bound, _)| bound == name)
                || (!self.is_persistent()
                    && !names::tells_secret(name)
                    && self.walker.host.exported.as_ref().is_some_and(|exported| !exported.contains(name))),
        }
    }

    fn home(&self) -> Option<String> {
        if self.is_bound_somewhere("HOME") {
            return None;
        }
        self.walker.host.home.clone()
    }

    fn pwd(&self) -> Option<String> {
        match self.state.bases.known.as_slice() {
            [directory] if self.state.stayed && !self.state.bases.unknown && !self.is_bound_somewhere("PWD") => {
                Some(directory.clone())
            }
            _ => None,
        }
    }

    fn is_keyed(&self, name: &str) -> bool {
        let known = &self.walker.known;
        !known.anything && !known.unset.contains(name) && self.state.names.keyed.contains(name)
    }

    fn splits_at_blanks(&self) -> bool {
        !self.is_bound_somewhere("IFS")
    }

    fn is_bound(&self, name: &str) -> bool {
        self.is_bound_somewhere(name)
    }

    fn shows_arguments(&mut self) {
        self.walker.traces = true;
    }

    fn is_bash(&self) -> bool {
        self.shell.bash
    }

    fn run(&mut self, body: List) -> Printed {
        let findings = std::mem::take(&mut self.findings);
        let output = self.output.take();
        let printed = self.substitution(body);
        self.substituted = printed;
        self.findings = findings;
        self.output = output;
        printed
    }

    fn found(&mut self, finding: Finding, at: Span) {
        self.findings.push((finding, at));
    }
}

impl Walk<'_, '_> {
    fn is_persistent(&self) -> bool {
        self.shell.persistent
    }

    /// Whether the line, or what came before it, may bind a variable that the shell itself sets.
    fn is_bound_somewhere(&self, name: &str) -> bool {
        self.walker.known.anything
            || self.walker.known.bound.contains_key(name)
            || self.is_persistent()
            || self.shell.inherited.iter().any(|(bound, _)| bound == name)
    }

    /// Evaluates an argument-like word.
    fn argument(&mut self, word: crate::shell::tree::Word, out: &mut Vec<Word>) {
        let script = self.script;
        super::words::Evaluator { script, around: self }.argument(word, out);
    }

    /// Evaluates a value.
    fn value(&mut self, parts: crate::shell::tree::Run<crate::shell::tree::Part>) -> Text {
        let script = self.script;
        super::words::Evaluator { script, around: self }.value(parts)
    }
}

#[cfg(test)]
mod tests;
