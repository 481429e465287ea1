//! Lists, and-or chains and pipelines.

use super::super::program::Input;
use super::super::words::Printed;
use super::super::{Target, Unit, UnitKind};
use super::Walk;
use super::limits::MAX_DEPTH;
use super::state::Flow;
use super::unit::effect;
use crate::shell::tree::{Command, CommandKind, Item, List, Operator, Pipe, Pipeline, Span};
use crate::table::{ChangeKind, EffectKind};

impl Walk<'_, '_> {
    /// Walks a list from the present state and leads to the state after it.
    pub(super) fn list(&mut self, list: List) -> Flow {
        let script = self.script;
        let mut flow = Flow::both(self.state.clone());
        for (chain, end) in script.and_or_lists(list) {
            if self.walker.is_full() {
                break;
            }
            self.state = flow.join();
            if self.level == 0 {
                self.settled = self.state.clone();
            }
            if end == Operator::Background {
                self.background(chain);
                flow = Flow::both(self.state.clone());
            } else {
                flow = self.chain(chain);
            }
        }
        self.state = flow.join();
        flow
    }

    /// `a && b || c`: each part runs from the state that lets it run.
    fn chain(&mut self, chain: &[Item]) -> Flow {
        let mut flow = Flow::both(self.state.clone());
        let mut joined_by = None;
        for item in chain {
            flow = match joined_by {
                Some(Operator::And) => {
                    self.state = flow.ok;
                    let then = self.pipeline(&item.pipeline);
                    Flow { ok: then.ok, failed: flow.failed.join(&then.failed) }
                }
                Some(Operator::Or) => {
                    self.state = flow.failed;
                    let then = self.pipeline(&item.pipeline);
                    Flow { ok: flow.ok.join(&then.ok), failed: then.failed }
                }
                Some(Operator::Semicolon | Operator::Newline | Operator::Background | Operator::End) | None => {
                    self.pipeline(&item.pipeline)
                }
            };
            joined_by = Some(item.next);
        }
        flow
    }

    /// `chain &`: a subshell, which is one process more each time round.
    fn background(&mut self, chain: &[Item]) {
        let first = self.walker.units.len();
        self.subshell(|walk| walk.chain(chain));
        self.forks();
        if self.loops > 0 {
            let span = match (chain.first(), chain.last()) {
                (Some(first), Some(last)) => Span::new(first.pipeline.span.start, last.pipeline.span.end),
                _ => Span::default(),
            };
            let note = "each time round the loop one process more is started in the background";
            let change = effect(
                EffectKind::Changes(ChangeKind::Process),
                Target::None,
                first < self.walker.units.len(),
                None,
                Some(note),
            );
            self.construct(UnitKind::Construct, span, vec![change]);
        }
    }

    /// The functions around start a process beside them.
    pub(super) fn forks(&mut self) {
        for name in &self.calls {
            self.walker.gathered.functions.entry(name.clone()).or_default().forks = true;
        }
    }

    /// Walks something in a subshell: what it does to its own shell ends with it.
    pub(super) fn subshell<R>(&mut self, inside: impl FnOnce(&mut Self) -> R) -> R {
        let state = self.state.clone();
        let input = self.shell.input.clone();
        self.level += 1;
        self.apart += 1;
        let result = inside(self);
        self.level -= 1;
        self.apart -= 1;
        self.shell.input = input;
        self.state = state;
        result
    }

    fn pipeline(&mut self, pipeline: &Pipeline) -> Flow {
        let script = self.script;
        let commands = script.get(pipeline.commands);
        let mentions = self.walker.mentions.begin();
        let captured = self.captured;
        let flow = match commands {
            [] => Flow::both(self.state.clone()),
            [command] => self.command(command),
            [..] => {
                let outside = (self.shell.input.clone(), self.shell.source);
                self.forks();
                for (at, command) in commands.iter().enumerate() {
                    self.output = None;
                    self.printed = Printed::Anything;
                    self.printed_paths.clear();
                    self.captured = captured || command.pipe.is_some();
                    self.subshell(|walk| walk.command(command));
                    self.shell.input = self.piped(command, commands.get(at + 1));
                    self.shell.source = self.output;
                }
                self.captured = captured;
                (self.shell.input, self.shell.source) = outside;
                Flow::both(self.state.clone())
            }
        };
        if !captured {
            self.walker.mentions.end(mentions);
        }
        if pipeline.negated { flow.negated() } else { flow }
    }

    /// What is known of the pipe between two commands: only one that reads the whole of it has the whole's properties.
    fn piped(&mut self, from: &Command, to: Option<&Command>) -> Input {
        let simple = |command: &Command| matches!(command.kind, CommandKind::Simple { .. });
        let paths = std::mem::take(&mut self.printed_paths);
        if from.pipe != Some(Pipe::Out) || !simple(from) || !to.is_some_and(simple) {
            return Input::Pipe;
        }
        match self.printed {
            Printed::Names | Printed::Count => Input::Names,
            Printed::Anything | Printed::Number | Printed::Directory | Printed::Word if paths.is_empty() => Input::Pipe,
            Printed::Anything | Printed::Number | Printed::Directory | Printed::Word => Input::Paths(paths),
        }
    }

    /// Walks a substitution's commands. What they print, as far as that is known.
    pub(super) fn substitution(&mut self, body: List) -> Printed {
        let script = self.script;
        let source = self.shell.source;
        self.printed = Printed::Anything;
        if self.walker.depth >= MAX_DEPTH {
            let text = script.text(body.span).to_owned();
            let reason = format!("more than {MAX_DEPTH} constructs inside each other");
            self.push(Unit::unreadable(Some((body.span.start, body.span.end)), text, reason), &[]);
            return Printed::Anything;
        }
        self.walker.depth += 1;
        let captured = std::mem::replace(&mut self.captured, true);
        let mentions = self.walker.mentions.begin();
        self.subshell(|walk| walk.list(body));
        self.walker.mentions.keep(mentions);
        self.captured = captured;
        self.walker.depth -= 1;
        self.shell.source = source;
        let single = match script.get(body.items) {
            [item] => match script.get(item.pipeline.commands).last() {
                Some(command) => matches!(command.kind, CommandKind::Simple { .. }),
                None => false,
            },
            [] | [_, ..] => false,
        };
        let printed = std::mem::take(&mut self.printed);
        if single { printed } else { Printed::Anything }
    }
}
