//! Functions that use the machine up: each run of one certainly starts two more, at least one of them beside it.

use super::Walk;
use crate::shell::tree::{Command, CommandKind, List, Operator, Pipeline, Run, Word};

/// Programs of the shell after which a body certainly goes on.
const HARMLESS: [&str; 5] = [":", "true", "echo", "printf", "sleep"];

/// What a part of a body certainly starts.
#[derive(Debug, Clone, Copy, Default)]
struct Starts {
    /// Runs of the function.
    runs: usize,
    /// One of them goes on beside the body.
    beside: bool,
    /// What follows may not be reached.
    stops: bool,
}

impl Starts {
    fn add(&mut self, more: Starts, beside: bool) {
        self.runs += more.runs;
        self.beside |= more.beside || (beside && more.runs > 0);
        // What runs beside the body stops only itself.
        self.stops = more.stops && !beside;
    }
}

impl Walk<'_, '_> {
    /// Whether each run of a function with this body certainly starts two more.
    pub(super) fn multiplies(&self, name: &str, body: &Command) -> bool {
        let starts = self.command_starts(name, body);
        starts.runs >= 2 && starts.beside
    }

    fn list_starts(&self, name: &str, list: List) -> Starts {
        let mut all = Starts::default();
        for (chain, operator) in self.script.and_or_lists(list) {
            let [first, rest @ ..] = chain else { continue };
            all.add(self.pipeline_starts(name, &first.pipeline), operator == Operator::Background);
            // Whether the rest of `a && b` runs, and what it does to what follows, is not certain.
            all.stops |= !rest.is_empty() && operator != Operator::Background;
            if all.stops {
                break;
            }
        }
        all
    }

    fn pipeline_starts(&self, name: &str, pipeline: &Pipeline) -> Starts {
        let commands = self.script.get(pipeline.commands);
        let mut all = Starts::default();
        for command in commands {
            all.add(self.command_starts(name, command), commands.len() > 1);
        }
        all
    }

    fn command_starts(&self, name: &str, command: &Command) -> Starts {
        let unknown = Starts { stops: true, ..Starts::default() };
        if !self.script.get(command.redirects).is_empty() {
            return unknown;
        }
        match command.kind {
            CommandKind::Simple { assignments, words } if self.script.get(assignments).is_empty() => {
                self.simple_starts(name, words)
            }
            CommandKind::Group { body } => self.list_starts(name, body),
            CommandKind::Subshell { body } => Starts { stops: false, ..self.list_starts(name, body) },
            CommandKind::Simple { .. }
            | CommandKind::If { .. }
            | CommandKind::While { .. }
            | CommandKind::For { .. }
            | CommandKind::ForArith { .. }
            | CommandKind::Select { .. }
            | CommandKind::Case { .. }
            | CommandKind::Cond { .. }
            | CommandKind::Arith { .. }
            | CommandKind::Function { .. }
            | CommandKind::Coproc { .. } => unknown,
        }
    }

    fn simple_starts(&self, name: &str, words: Run<Word>) -> Starts {
        let first = self.script.get(words).first().and_then(|word| self.script.literal(*word));
        match first {
            // A run in the foreground does not come back while it multiplies.
            Some(first) if first == name => Starts { runs: 1, beside: false, stops: true },
            Some(first) if HARMLESS.contains(&first.as_ref()) => Starts::default(),
            Some(_) | None => Starts { stops: true, ..Starts::default() },
        }
    }
}
