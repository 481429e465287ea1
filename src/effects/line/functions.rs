//! Functions and aliases: they add, and never take away (rule 15).

use super::super::{Target, Unit, UnitKind};
use super::Walk;
use super::state::{Flow, State};
use super::unit::effect;
use crate::argv::Word;
use crate::shell::tree::{self, Command, Id, Span};
use crate::table::{ChangeKind, EffectKind};
use std::rc::Rc;
use std::sync::Arc;

impl Walk<'_, '_> {
    pub(super) fn define(&mut self, command: &Command, name: tree::Word, body: Id<Command>) -> Flow {
        match self.script.literal(name).map(|name| name.into_owned()) {
            Some(name) => {
                self.walker.gathered.functions.entry(name.clone()).or_default().definitions += 1;
                self.pending.entry(name.clone()).or_default().push(body);
                let known = &self.walker.known;
                if !known.anything && !known.bound.contains_key(&name) && self.apart == 1 {
                    Rc::make_mut(&mut self.state.names).functions.insert(name);
                }
            }
            None => self.bind_anything(),
        }
        if self.is_persistent() {
            let set = effect(EffectKind::Sets, Target::None, true, None, Some("a function that later calls see"));
            self.construct(UnitKind::Construct, Span::new(command.span.start, name.span.end), vec![set]);
        }
        Flow::both(self.state.clone())
    }

    /// Walks bodies of a function that were not walked yet, or of all functions.
    pub(super) fn bodies(&mut self, of: Option<&str>) {
        let due: Vec<(String, Id<Command>)> = match of {
            Some(name) => {
                self.pending.remove(name).unwrap_or_default().into_iter().map(|body| (name.to_owned(), body)).collect()
            }
            None => std::mem::take(&mut self.pending)
                .into_iter()
                .flat_map(|(name, bodies)| bodies.into_iter().map(move |body| (name.clone(), body)))
                .collect(),
        };
        for (name, body) in due {
            self.body(name, body);
        }
    }

    pub(super) fn body(&mut self, name: String, body: Id<Command>) {
        let script = self.script;
        let Some(command) = script.one(body) else {
            return;
        };
        let first = self.walker.units.len();
        let outside = (
            self.state.clone(),
            std::mem::take(&mut self.findings),
            self.output.take(),
            self.level,
            self.apart,
            self.loops,
        );
        let bases = Arc::clone(&self.state.bases);
        self.state = State { bases, ..self.settled.clone() };
        if self.walker.known.moves || self.walker.gathered.moves {
            self.state.lose_directory();
        }
        self.state.moved = false;
        self.state.unreachable = false;
        self.level += 1;
        self.apart += 1;
        self.loops = 0;
        self.calls.push(name.clone());
        self.command(command);
        self.calls.pop();
        let moved = self.state.moved;
        (self.state, self.findings, self.output, self.level, self.apart, self.loops) = outside;
        let last = self.walker.units.len();
        let function = self.walker.gathered.functions.entry(name.clone()).or_default();
        function.units.push(first..last);
        function.moves |= moved;
        if function.forks && function.recurs {
            let note = format!("{name} starts processes that start {name} again");
            let once = function.definitions == 1 && !self.may_be_unset(&name);
            let change = |kind| effect(EffectKind::Changes(kind), Target::None, true, None, Some(&note));
            let mut changes = vec![change(ChangeKind::Process)];
            if once && self.multiplies(&name, command) {
                changes.push(change(ChangeKind::Capacity));
            }
            self.construct(UnitKind::Construct, command.span, changes);
        }
    }

    pub(super) fn is_function(&self, name: &str) -> bool {
        self.walker.known.functions.contains_key(name) || self.walker.gathered.functions.contains_key(name)
    }

    pub(super) fn may_be_unset(&self, name: &str) -> bool {
        self.walker.known.anything || self.walker.known.bound.contains_key(name)
    }

    pub(super) fn may_be_shadowed(&self, name: &str) -> bool {
        self.is_persistent()
            && !name.contains('/')
            && self.walker.host.shell.shadowed.as_ref().is_none_or(|shadowed| shadowed.contains(name))
    }

    /// Walks the bodies of a function at its first call, and notes where it reaches itself.
    pub(super) fn call(&mut self, name: &str) {
        if let Some(from) = self.calls.iter().position(|called| called == name) {
            for called in self.calls.iter().skip(from) {
                self.walker.gathered.functions.entry(called.clone()).or_default().recurs = true;
            }
            return;
        }
        self.bodies(Some(name));
        if self.walker.gathered.functions.get(name).is_none_or(|function| function.units.is_empty()) {
            self.walker.gathered.requested.insert(name.to_owned());
        }
    }

    /// What an alias stands for may run in place of every later command of its name (rule 15). A fresh bash does not expand
    /// aliases; what does is not followed beyond here.
    pub(super) fn aliases(&mut self, operands: &[Word], span: Span) {
        for operand in operands {
            match operand.as_known().map(|text| text.split_once('=')) {
                Some(Some((_, text))) => {
                    let doubt = std::mem::replace(&mut self.walker.doubt, true);
                    self.text_here(text, span, true);
                    self.walker.doubt = doubt;
                }
                Some(None) => {}
                None => {
                    self.unknown_code(span, false, "an alias for code that is not known text");
                }
            }
        }
        let host = &self.walker.host.shell;
        if !self.shell.bash || host.persistent || host.interactive {
            let rest = Span::new(span.end, u32::try_from(self.script.source().len()).unwrap_or(u32::MAX));
            let text = self.script.text(rest).to_owned();
            self.push(
                Unit::unreadable(
                    Some((rest.start, rest.end)),
                    text,
                    "an alias may change how the rest of the line is read",
                ),
                &[],
            );
        }
    }
}
