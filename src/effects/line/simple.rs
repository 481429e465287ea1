//! Simple commands: words, redirects and assignments as the shell evaluates them.

use super::super::words::Printed;
use super::super::words::{self, Evaluator};
use super::super::{Effect, Unit, UnitKind};
use super::Walk;
use super::invoke::Started;
use super::names;
use super::redirect::Redirected;
use super::state::{Flow, State};
use crate::argv::{Piece, Text, Word};
use crate::shell::tree::{self, Assignment, Command, ParamOp, Part, PartKind, Run};
use crate::table::{EffectKind, RunKind};
use std::sync::Arc;

/// Builtins whose arguments bash expands as assignments where they look like one.
const DECLARERS: &[&str] = &["declare", "export", "local", "readonly", "typeset"];

/// An assignment after evaluation.
struct Assigned {
    name: String,
    /// Known only where nothing but a plain word is assigned.
    value: Option<Text>,
    integer: bool,
    /// It is the output of a substitution, and names.
    names: bool,
}

impl Walk<'_, '_> {
    /// Walks a simple command.
    pub(super) fn simple(&mut self, command: &Command, assignments: Run<Assignment>, words: Run<tree::Word>) -> Flow {
        let script = self.script;
        let mut arguments = Vec::with_capacity(words.len());
        let (mut declares, mut keyed) = (false, false);
        let emptiness = self.asked_for_emptiness(script.get(words));
        for (nth, word) in script.get(words).iter().enumerate() {
            let before = self.findings.len();
            let declared = if declares && nth > 0 { self.declared(*word, keyed) } else { None };
            match declared {
                Some(word) => arguments.push(word),
                None => self.argument(*word, &mut arguments),
            }
            if emptiness == Some(nth) {
                self.keep_value(*word, before, true);
            }
            keyed |= declares && script.literal(*word).is_some_and(|word| word.starts_with('-') && word.contains('A'));
            if nth == 0 && self.shell.bash {
                declares = script.literal(*word).is_some_and(|name| DECLARERS.contains(&name.as_ref()));
            }
        }
        let redirected = self.redirects(command.redirects);
        let assigned: Vec<Assigned> =
            script.get(assignments).iter().map(|assignment| self.assignment(assignment)).collect();
        if arguments.is_empty() {
            return self.assign(command, assigned, redirected);
        }
        // How `read` splits a line is all that IFS before it changes, and it ends with `read`.
        let reads = matches!(arguments.first().and_then(Word::as_known), Some("read" | "mapfile" | "readarray"))
            && !self.is_function("read");
        let bindings: Vec<(String, Word)> = assigned
            .into_iter()
            .filter(|assigned| !(reads && assigned.name == "IFS"))
            .map(|assigned| {
                // In posix a prefix on a special builtin stays; that it can is enough for it to count.
                self.walker.gathered.bind(&assigned.name, assigned.integer);
                let text = assigned.value.unwrap_or_else(Text::unknown);
                (assigned.name, Word { text, many: false, span: None })
            })
            .collect();
        let Redirected { reads, units, input, quiet, captured } = redirected;
        let (found, processes) = self.take_findings();
        let extra: Vec<Effect> = reads.into_iter().chain(found).collect();
        let inherited = (self.shell.input.clone(), self.shell.source);
        let (input, source) = input.unwrap_or_else(|| inherited.clone());
        let bases = Arc::clone(&self.state.bases);
        let is_exec = arguments.first().and_then(Word::as_known) == Some("exec");
        let flow = self.start(Started {
            words: arguments,
            shell: true,
            functions: true,
            bindings,
            bases,
            input,
            source,
            extra,
            processes: &processes,
            span: command.span,
            quiet,
            plain: script.get(command.redirects).iter().all(cannot_fail),
            captured: self.captured || captured,
        });
        for unit in units {
            self.push(unit, &processes);
        }
        if is_exec && !command.redirects.is_empty() {
            self.shell.input = super::super::program::Input::Unknown;
        }
        self.state = flow.join();
        flow
    }

    /// An argument of `export` and its kind that has the shape of an assignment, which bash does not split.
    fn declared(&mut self, word: tree::Word, keyed: bool) -> Option<Word> {
        let script = self.script;
        let parts = script.get(word.parts);
        let first = parts.first()?;
        let PartKind::Literal { text, quoting: tree::Quoting::Unquoted } = first.kind else {
            return None;
        };
        let (name, _) = script.text(text).split_once('=')?;
        let braces = parts.iter().any(|part| matches!(part.kind, PartKind::Brace { .. } | PartKind::BraceRange { .. }));
        if braces || !words::is_identifier(name.strip_suffix('+').unwrap_or(name)) {
            return None;
        }
        let text = match parts.get(1).map(|part| part.kind) {
            Some(PartKind::Array { elements }) if keyed && parts.len() == 2 => {
                for element in script.get(elements) {
                    Evaluator { script, around: &mut *self }.element(element, None, true);
                }
                Text::Shaped(vec![Piece::Literal(script.text(text).into()), Piece::Unknown])
            }
            Some(_) | None => self.value(word.parts),
        };
        Some(Word { text, many: false, span: Some((word.span.start, word.span.end)) })
    }

    /// Assignments, redirects, or both, without a command.
    fn assign(&mut self, command: &Command, assigned: Vec<Assigned>, redirected: Redirected) -> Flow {
        let script = self.script;
        let mut effects: Vec<Effect> = redirected.reads;
        let kind = if assigned.is_empty() { UnitKind::Redirect } else { UnitKind::Assignment };
        if !assigned.is_empty() && self.is_persistent() {
            effects.push(super::unit::effect(
                EffectKind::Sets,
                super::super::Target::None,
                true,
                None,
                Some("a variable that later calls see"),
            ));
        }
        let (found, processes) = self.take_findings();
        effects.extend(found);
        let before = self.state.clone();
        for assigned in assigned {
            if assigned.name != "IFS"
                && names::meaning(&assigned.name, assigned.value.as_ref().and_then(known)) == names::Meaning::Code
            {
                effects.push(steering(&assigned.name));
            }
            self.bind(&assigned.name, assigned.value, assigned.integer, false);
            if assigned.names {
                self.walker.gathered.bound_to_names(&assigned.name);
            }
        }
        let mut flow = Flow::both(self.state.clone());
        if !script.get(command.redirects).iter().all(cannot_fail) {
            // A redirect that fails leaves the names as they were.
            let failed = before;
            let ok = self.state.clone();
            flow = Flow { ok, failed };
        }
        let only_units = kind == UnitKind::Redirect && effects.is_empty() && !redirected.units.is_empty();
        if !only_units {
            let text = self.script.text(command.span).to_owned();
            let span = Some((command.span.start, command.span.end));
            self.output = self.push(Unit { effects, ..Unit::bare(kind, span, text) }, &processes);
        }
        for unit in redirected.units {
            self.push(unit, &processes);
        }
        flow
    }

    /// Evaluates an assignment.
    fn assignment(&mut self, assignment: &Assignment) -> Assigned {
        let script = self.script;
        let name = script.text(assignment.name).to_owned();
        if let Some(subscript) = assignment.subscript {
            Evaluator { script, around: &mut *self }.subscript(subscript, Some(&name), assignment.span);
        }
        let plain = assignment.subscript.is_none() && !assignment.append;
        match assignment.value {
            tree::Value::Word(word) => {
                let text = self.value(word.parts);
                let integer = plain && self.is_integer_value(word.parts, &text);
                let names = plain && self.is_of_names(word.parts);
                let value = match text {
                    Text::Known(_) if plain => Some(text),
                    Text::Known(_) | Text::Shaped(_) => None,
                };
                Assigned { name, value, integer, names }
            }
            tree::Value::Array(elements) => {
                for element in script.get(elements) {
                    Evaluator { script, around: &mut *self }.element(element, Some(&name), false);
                }
                Assigned { name, value: None, integer: false, names: false }
            }
        }
    }

    /// What a value is made of, where it is the output of one substitution, which was just run.
    fn output_of(&self, parts: Run<Part>) -> Printed {
        match self.script.get(parts) {
            [part] if matches!(part.kind, PartKind::CommandSub { .. }) => self.substituted,
            [] | [_, ..] => Printed::Anything,
        }
    }

    /// Whether the output of a substitution that was just run splits into integers.
    pub(super) fn is_of_integers(&self, parts: Run<Part>) -> bool {
        // However it is split, nothing but digits and signs comes of it.
        matches!(self.output_of(parts), Printed::Number | Printed::Count)
    }

    /// Whether a value is the output of a substitution that was just run, and that is names.
    pub(super) fn is_of_names(&self, parts: Run<Part>) -> bool {
        matches!(self.output_of(parts), Printed::Names | Printed::Count)
    }

    /// Whether a value is an integer literal whatever variables hold (rule 12).
    fn is_integer_value(&self, parts: Run<Part>, text: &Text) -> bool {
        if let Text::Known(text) = text {
            return words::is_integer(text);
        }
        let script = self.script;
        match script.get(parts) {
            [part] => match part.kind {
                // A division may fail, and then nothing is assigned.
                PartKind::ArithSub { .. } => {
                    !script.text(part.span).contains(['/', '%']) && !script.text(part.span).contains("**")
                }
                PartKind::CommandSub { .. } => matches!(self.substituted, Printed::Number | Printed::Count),
                PartKind::Param { param, .. } => script.one(param).is_some_and(|param| {
                    param.op == ParamOp::Length
                        || (param.op == ParamOp::None && matches!(param.name, tree::Name::Special(b'#' | b'?' | b'$')))
                }),
                PartKind::Literal { .. }
                | PartKind::ProcSub { .. }
                | PartKind::Glob(_)
                | PartKind::Brace { .. }
                | PartKind::BraceRange { .. }
                | PartKind::Tilde { .. }
                | PartKind::Array { .. } => false,
            },
            [] | [_, ..] => false,
        }
    }
}

/// Whether a redirect is sure to succeed.
pub(super) fn cannot_fail(redirect: &tree::Redirect) -> bool {
    matches!(redirect.op, tree::RedirectOp::HereDoc | tree::RedirectOp::HereString)
}

fn known(text: &Text) -> Option<&str> {
    match text {
        Text::Known(text) => Some(text),
        Text::Shaped(_) => None,
    }
}

/// What binding a name that programs or the shell obey may come to.
pub(super) fn steering(name: &str) -> Effect {
    let note = format!("{name} steers the shell or the programs that it starts");
    super::unit::effect(EffectKind::Runs(RunKind::Code), super::super::Target::None, false, None, Some(&note))
}

/// A state that nothing leads out of.
pub(super) fn unreachable(state: &State) -> Flow {
    Flow::both(State { unreachable: true, ..state.clone() })
}
