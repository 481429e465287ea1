//! Shell text: the call's own, and what `bash -c`, `eval`, `trap` and here-documents hold.

use super::super::program::Input;
use super::super::words::Printed;
use super::super::{Bases, Effect, Standing, Unit};
use super::gather::Gathered;
use super::limits::{MAX_ADDED_EFFECTS, MAX_COMMAND, MAX_NESTED_TEXTS};
use super::state::{Flow, State};
use super::{Shell, Walk, Walker};
use crate::argv::Word;
use crate::shell::tree::{Assignment, Command, CommandKind, Name, Param, Part, PartKind, Quoting, Script, Span};
use crate::shell::{self, Dialect};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Walker<'_> {
    /// Reads a text by a shell of its own.
    pub(super) fn shell_text(
        &mut self,
        text: &str,
        dialect: Dialect,
        shell: Shell,
        start: State,
        outer: Option<(u32, u32)>,
    ) {
        let script = shell::read_up_to(text.as_bytes(), dialect, MAX_COMMAND);
        let around = (std::mem::take(&mut self.known), std::mem::take(&mut self.gathered), self.gathering, self.reread);
        let first = self.units.len();
        let calls = std::mem::take(&mut self.calls);
        let mentions = self.mentions.clone();
        self.reread = false;
        self.gathering = false;
        if needs_gathering(&script) {
            self.gather(&script, &shell, &start, outer);
        }
        self.walk(&script, shell.clone(), start.clone(), outer);
        if self.reread {
            self.forget(first);
            self.mentions = mentions;
            self.gathered = Gathered::default();
            self.gather(&script, &shell, &start, outer);
            self.walk(&script, shell, start, outer);
        }
        for (unit, name) in std::mem::replace(&mut self.calls, calls) {
            let bodies = self.gathered.functions.get(&name).map(|function| function.units.clone()).unwrap_or_default();
            self.added.extend(bodies.into_iter().map(|body| (unit, body)));
        }
        (self.known, self.gathered, self.gathering, self.reread) = around;
    }

    /// Forgets the units from `first` on.
    fn forget(&mut self, first: usize) {
        self.units.truncate(first);
        self.calls.clear();
        self.added.retain(|(unit, _)| *unit < first);
    }

    /// A function's effects are also those of every unit of its name (rule 15).
    pub(super) fn add_bodies(&mut self) {
        let mut bodies: BTreeMap<(usize, usize), Vec<Effect>> = BTreeMap::new();
        let mut left = MAX_ADDED_EFFECTS;
        for (unit, body) in std::mem::take(&mut self.added) {
            let units = &self.units;
            let effects =
                bodies.entry((body.start, body.end)).or_insert_with(|| distinct(units.get(body).unwrap_or_default()));
            let Some(unit) = self.units.get_mut(unit) else {
                continue;
            };
            match left.checked_sub(effects.len()) {
                Some(rest) => {
                    left = rest;
                    unit.effects.extend(effects.iter().cloned());
                }
                None => unit.standing = Standing::Unknown("its functions do more than is listed".to_owned()),
            }
        }
    }

    fn gather(&mut self, script: &Script<'_>, shell: &Shell, start: &State, outer: Option<(u32, u32)>) {
        let first = self.units.len();
        self.known = Gathered { anything: true, moves: true, ..Gathered::default() };
        self.gathered = Gathered::default();
        self.gathering = true;
        let mentions = self.mentions.clone();
        self.walk(script, shell.clone(), start.clone(), outer);
        self.mentions = mentions;
        self.gathering = false;
        self.forget(first);
        self.known = std::mem::take(&mut self.gathered);
    }

    fn walk(&mut self, script: &Script<'_>, shell: Shell, start: State, outer: Option<(u32, u32)>) {
        let first = self.units.len();
        let mut walk = Walk::new(self, script, shell, start, outer);
        walk.whole();
        if self.units.len() == first {
            let span = outer.or(Some((0, u32::try_from(script.source().len()).unwrap_or(u32::MAX))));
            self.push(Unit::unreadable(span, script.source(), "there is nothing to run"));
        }
    }
}

/// The effects of some units, each once, as what they may do.
fn distinct(units: &[Unit]) -> Vec<Effect> {
    let mut effects: Vec<Effect> = Vec::new();
    for effect in units.iter().flat_map(|unit| &unit.effects) {
        let effect = Effect { certain: false, ..effect.clone() };
        if effects.len() <= MAX_ADDED_EFFECTS / 64 && !effects.contains(&effect) {
            effects.push(effect);
        }
    }
    effects
}

/// The first `!` that an interactive shell could take for history expansion: outside single quotes and not escaped.
fn history(script: &Script<'_>) -> Option<u32> {
    let source = script.source().as_bytes();
    let single = |at: u32| {
        script.all::<Part>().iter().any(|part| {
            matches!(part.kind, PartKind::Literal { quoting: Quoting::Single, .. })
                && (part.span.start..part.span.end).contains(&at)
        })
    };
    source.iter().enumerate().filter(|(_, byte)| **byte == b'!').find_map(|(at, _)| {
        let escaped = at.checked_sub(1).and_then(|before| source.get(before)) == Some(&b'\\');
        let ends = matches!(source.get(at + 1), None | Some(b' ' | b'\t' | b'\n' | b'\r' | b'='));
        let at = u32::try_from(at).ok()?;
        (!escaped && !ends && !single(at)).then_some(at)
    })
}

/// Variables that a script with loops expands.
fn expanded<'t>(script: &'t Script<'t>) -> BTreeSet<&'t str> {
    if !script.all::<Command>().iter().any(|command| matches!(command.kind, CommandKind::For { .. })) {
        return BTreeSet::new();
    }
    script
        .all::<Param>()
        .iter()
        .filter_map(|param| match param.name {
            Name::Variable(name) => Some(script.text(name)),
            Name::Positional(_) | Name::Special(_) => None,
        })
        .collect()
}

/// Whether anything in the script depends on what the whole line binds.
fn needs_gathering(script: &Script<'_>) -> bool {
    let binds = !script.all::<Assignment>().is_empty();
    let commands = script.all::<Command>();
    let repeats = commands.iter().any(|command| match command.kind {
        CommandKind::Simple { .. }
        | CommandKind::Group { .. }
        | CommandKind::Subshell { .. }
        | CommandKind::If { .. }
        | CommandKind::Case { .. }
        | CommandKind::Cond { .. }
        | CommandKind::Arith { .. } => false,
        CommandKind::While { .. }
        | CommandKind::For { .. }
        | CommandKind::ForArith { .. }
        | CommandKind::Select { .. }
        | CommandKind::Function { .. }
        | CommandKind::Coproc { .. } => true,
    });
    let expands = script.all::<Param>().iter().any(|param| matches!(param.name, Name::Variable(_)))
        || script.all::<Part>().iter().any(|part| matches!(part.kind, PartKind::Tilde { .. }));
    binds || repeats || (expands && commands.len() > 1)
}

impl<'t, 'w> Walk<'t, 'w> {
    fn new(
        walker: &'t mut Walker<'w>,
        script: &'t Script<'t>,
        shell: Shell,
        start: State,
        outer: Option<(u32, u32)>,
    ) -> Walk<'t, 'w> {
        Walk {
            opened: Walk::opened_descriptors(script),
            walker,
            script,
            shell,
            settled: start.clone(),
            state: start,
            level: 0,
            apart: 0,
            loops: 0,
            calls: Vec::new(),
            pending: BTreeMap::new(),
            expanded: expanded(script),
            findings: Vec::new(),
            seen: Vec::new(),
            walks: 1,
            output: None,
            captured: false,
            printed: Printed::Anything,
            printed_paths: Vec::new(),
            substituted: Printed::Anything,
            outer,
        }
    }

    /// Walks the whole text: its commands, the bodies that nobody called, and the rest that was not read.
    fn whole(&mut self) -> Flow {
        let script = self.script;
        let flow = self.list(script.body);
        self.settled = self.state.clone();
        self.bodies(None);
        let length = u32::try_from(script.source().len()).unwrap_or(u32::MAX);
        if let Some(unreadable) = script.unreadable {
            let span = Span::new(unreadable.from, length);
            let text = script.text(span).to_owned();
            self.push(Unit::unreadable(Some((span.start, span.end)), text, unreadable.reason.to_string()), &[]);
            self.bind_anything();
        }
        if self.walker.host.shell.interactive
            && self.walker.texts == 0
            && let Some(at) = history(script)
        {
            let span = Span::new(at, length);
            let text = script.text(span).to_owned();
            self.push(
                Unit::unreadable(
                    Some((at, length)),
                    text,
                    "an interactive shell may take `!` for a part of its history",
                ),
                &[],
            );
        }
        flow
    }

    fn outer_span(&self, span: Span) -> Option<(u32, u32)> {
        self.outer.or_else(|| self.script.is_written(span).then_some((span.start, span.end)))
    }

    fn too_deep(&mut self, text: &str, span: Span) -> bool {
        if self.walker.texts < MAX_NESTED_TEXTS {
            return false;
        }
        let reason = format!("more than {MAX_NESTED_TEXTS} shell texts inside each other");
        self.push(Unit::unreadable(Some((span.start, span.end)), text, reason), &[]);
        true
    }

    /// Reads a text in this shell: now, or (`later`: a trap) at any time.
    pub(super) fn text_here(&mut self, text: &str, span: Span, later: bool) {
        if !self.walker.gathering && !self.walker.known.same_shell_texts {
            self.walker.reread = true;
        }
        self.walker.gathered.same_shell_texts = true;
        if self.too_deep(text, span) {
            self.bind_anything();
            return;
        }
        let dialect = if self.shell.bash { Dialect::Bash } else { Dialect::Posix };
        let script = shell::read_up_to(text.as_bytes(), dialect, MAX_COMMAND);
        let outer = self.outer_span(span);
        let mut start = self.state.clone();
        if later {
            start = State { bases: self.state.bases.clone(), ..self.settled.clone() };
            if self.walker.known.moves || self.walker.gathered.moves {
                start.lose_directory();
            }
        }
        let before = self.state.clone();
        let shell = self.shell.clone();
        self.walker.texts += 1;
        let mut inner = Walk::new(&mut *self.walker, &script, shell, start, outer);
        inner.level = self.level + 1;
        inner.apart = self.apart + u32::from(later);
        inner.loops = self.loops;
        inner.captured = self.captured;
        inner.calls = self.calls.clone();
        inner.settled = self.settled.clone();
        inner.opened.extend(self.opened.iter().copied());
        inner.whole();
        let after = inner.state.clone();
        self.walker.texts -= 1;
        self.state = if later { before } else { after };
        let requested: BTreeSet<String> = std::mem::take(&mut self.walker.gathered.requested);
        for name in requested {
            self.bodies(Some(&name));
        }
    }

    /// Reads a text in a shell of its own.
    #[expect(clippy::too_many_arguments, reason = "each says one thing about the child")]
    pub(super) fn text_apart(
        &mut self,
        text: &str,
        bash: bool,
        bindings: Vec<(String, Word)>,
        bases: Arc<Bases>,
        input: Input,
        source: Option<usize>,
        span: Span,
    ) {
        if self.walker.gathering || self.too_deep(text, span) {
            return;
        }
        let dialect = if bash { Dialect::Bash } else { Dialect::Posix };
        let mut inherited = self.shell.inherited.clone();
        inherited.extend(bindings);
        let outer = self.outer_span(span);
        self.walker.texts += 1;
        self.walker.shell_text(
            text,
            dialect,
            Shell { bash, persistent: false, inherited, input, source },
            State::start(bases),
            outer,
        );
        self.walker.texts -= 1;
    }
}
