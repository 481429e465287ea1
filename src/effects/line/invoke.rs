//! One program, builtin or function with its words, and what it starts in turn.

use super::super::program::{self, ChildForm, Input, Invocation, Outcome};
use super::super::words::Printed;
use super::super::{Bases, Effect, PathTarget, Standing, Target, Unit, UnitKind};
use super::Walk;
use super::gather::Steer;
use super::limits::{MAX_STEERS, MAX_WRAPPERS};
use super::names::{self, Meaning};
use super::simple::unreachable;
use super::state::Flow;
use crate::argv::{Text, Word};
use crate::shell::tree::Span;
use crate::table::{ChangeKind, EffectKind};
use compact_str::CompactString;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A command about to start.
pub(super) struct Started<'c> {
    /// The program first.
    pub words: Vec<Word>,
    /// Started by the shell: builtins are meant.
    pub shell: bool,
    /// Functions are meant as well.
    pub functions: bool,
    /// Prefix assignments, and what wrappers bind.
    pub bindings: Vec<(String, Word)>,
    /// Where relative paths start.
    pub bases: Arc<Bases>,
    /// Standard input.
    pub input: Input,
    /// The unit that it comes from.
    pub source: Option<usize>,
    /// Effects of evaluating its words and of its `<` redirects.
    pub extra: Vec<Effect>,
    /// Its process substitutions.
    pub processes: &'c [Span],
    /// As written.
    pub span: Span,
    /// Its standard output is its own alone.
    pub quiet: bool,
    /// It has no redirects, which could fail before it runs.
    pub plain: bool,
    /// Its standard output is a pipe or file.
    pub captured: bool,
}

impl Walk<'_, '_> {
    /// Starts a command and leads to the states after it.
    pub(super) fn start(&mut self, started: Started<'_>) -> Flow {
        let Started {
            words,
            shell,
            functions,
            bindings,
            bases,
            input,
            source,
            extra,
            processes,
            span,
            quiet,
            plain,
            captured,
        } = started;
        let at = Some((span.start, span.end));
        let text = self.script.text(span).to_owned();
        let name = words.first().and_then(Word::as_known).map(CompactString::from);
        let count = words.len();
        let mut unit = Unit { words, effects: extra, piped_from: source, ..Unit::bare(UnitKind::Command, at, text) };
        let Some(name) = name.as_deref() else {
            unit.standing = Standing::Unknown("the program is not known text".to_owned());
            self.output = self.push(unit, processes);
            self.prefixes(&bindings, at);
            if shell {
                self.bind_anything();
            }
            return Flow::both(self.state.clone());
        };
        self.walker.traces |= super::emptiness::may_trace(name, &unit.words);
        let mut bindings = bindings;
        let inherited = self.shell.inherited.clone();
        let steers: Vec<Steer> =
            if self.loops > 0 || !self.calls.is_empty() { self.walker.known.steers.clone() } else { Vec::new() }
                .into_iter()
                .chain(self.walker.gathered.steers.iter().cloned())
                .collect();
        bindings.extend(inherited);
        bindings.extend(steers.iter().map(|steer| (steer.name.clone(), steer.value.clone())));

        let mut outcome = program::interpret(
            &self.walker.index.commands,
            &Invocation {
                words: &unit.words,
                builtin: shell,
                bindings: &bindings,
                bases: &bases,
                input: input.clone(),
                host: self.walker.host,
            },
        );
        let function = functions && self.is_function(name);
        let certainly = function && self.state.names.functions.contains(name) && !self.may_be_unset(name);
        let runs_code = outcome.effects.iter().any(|effect| matches!(effect.kind, EffectKind::Runs(_)));
        let leaves = leaves(name, &unit.words, &outcome, !self.calls.is_empty());
        unit.program.clone_from(&outcome.program);
        unit.standing = outcome.standing.clone();
        unit.subcommands = std::mem::take(&mut outcome.subcommands);
        if outcome.is_builtin || super::bind::can_bind(name) {
            unit.options.clone_from(&outcome.options);
            unit.operands.clone_from(&outcome.operands);
            unit.effects.extend(outcome.effects.iter().cloned());
        } else {
            // Nobody asks any more what a program was given: only a builtin changes the shell.
            unit.options = std::mem::take(&mut outcome.options);
            unit.operands = std::mem::take(&mut outcome.operands);
            unit.effects.append(&mut outcome.effects);
        }
        if functions && self.may_be_shadowed(name) {
            unit.standing = Standing::Unknown(format!("{name} may be a function or alias of an earlier call"));
        }
        if certainly && !self.is_declared(name, shell) {
            unit.standing = Standing::Understood;
        }
        if function {
            // The body may take parts of what is told of the whole.
            if matches!(self.shell.input, Input::Names | Input::Paths(_)) {
                self.shell.input = Input::Pipe;
            }
            self.call(name);
        }
        self.names_that_are_code(&outcome, &mut unit);
        if name == "nohup" && captured {
            // nohup writes nohup.out only where its standard output is a terminal (rule 20).
            unit.effects.retain(|effect| !is_nohup_out(effect));
        }
        let leaf = outcome.children.is_empty();
        let could_read = unit.standing != Standing::Understood
            || unit.effects.iter().any(|effect| matches!(effect.kind, EffectKind::Runs(_)));
        let unspoken: BTreeSet<String> = if leaf {
            bindings
                .iter()
                .filter(|(variable, value)| {
                    let means = match names::meaning(variable, value.as_known()) {
                        Meaning::Inert => false,
                        Meaning::Own => could_read,
                        Meaning::Code => true,
                    };
                    means && !outcome.spoken_of.contains(variable)
                })
                .map(|(variable, _)| variable.clone())
                .collect()
        } else {
            BTreeSet::new()
        };
        let before: Vec<&str> = steers.iter().map(|steer| steer.name.as_str()).collect();
        if let Some(variable) = unspoken.iter().find(|variable| before.contains(&variable.as_str()))
            && unit.standing == Standing::Understood
        {
            unit.standing = Standing::Unknown(format!("the line binds {variable}, which programs obey"));
        }
        if steers.len() > MAX_STEERS && unit.standing == Standing::Understood {
            unit.standing =
                Standing::Unknown(format!("the line binds more than {MAX_STEERS} variables that programs obey"));
        }
        let shell_changes = unit.effects.iter().any(|effect| effect.kind == EffectKind::Changes(ChangeKind::Shell));
        let understood = unit.standing == Standing::Understood;
        let prefix_code: Vec<String> =
            unspoken.into_iter().filter(|variable| !before.contains(&variable.as_str())).collect();
        self.mention(&mut unit, &outcome.sought, &bases);
        let here = self.push(unit, processes);
        self.output = here;
        if function && let Some(here) = here {
            self.walker.calls.push((here, name.to_owned()));
        }
        // `wc` counts for what it reads; with operands it also prints their names.
        self.printed = if !understood || !quiet || function {
            Printed::Anything
        } else if outcome.is_builtin && name == "pwd" && count == 1 {
            Printed::Directory
        } else if outcome.prints_number && outcome.prints_names {
            Printed::Count
        } else if outcome.prints_number {
            Printed::Number
        } else if outcome.prints_names || (outcome.prints_input && input == Input::Names) {
            Printed::Names
        } else if outcome.prints_word {
            Printed::Word
        } else {
            Printed::Anything
        };
        self.printed_paths = if understood && quiet && !function { outcome.prints_paths.clone() } else { Vec::new() };
        self.prefix_units(&prefix_code, at);
        if shell_changes {
            let rest = Span::new(span.end, u32::try_from(self.script.source().len()).unwrap_or(u32::MAX));
            let text = self.script.text(rest).to_owned();
            let reason = "the shell is told to read the rest of the line in another way";
            self.push(Unit::unreadable(Some((rest.start, rest.end)), text, reason), &[]);
        }
        if function && self.walker.gathered.functions.get(name).is_some_and(|function| function.moves) {
            self.state.lose_directory();
        }
        let before = self.state.clone();
        let sure = plain && self.surely_binds(name, &outcome);
        if outcome.is_builtin && name == "alias" {
            self.aliases(&outcome.operands, span);
        }
        // `test -v NAME` asks for a name and binds none.
        if outcome.is_builtin && !matches!(name, "test" | "[") {
            self.binds(&outcome, name);
        }
        if shell && super::bind::can_bind(name) && !(outcome.is_builtin && understood && !runs_code) {
            self.bind_anything();
        }
        let mut flow = self.entered(&outcome);
        if !sure {
            // The command may have failed before it bound anything.
            flow.failed.names = before.names;
        }
        if leaves && !function {
            flow = unreachable(&self.state);
        }
        self.state = flow.join();
        let children = outcome.children;
        if children.is_empty() {
            return flow;
        }
        if self.walker.wrappers >= MAX_WRAPPERS {
            let text = self.script.text(span).to_owned();
            self.push(Unit::unreadable(at, text, format!("more than {MAX_WRAPPERS} wrappers inside each other")), &[]);
            return flow;
        }
        self.walker.wrappers += 1;
        for child in children {
            let doubt = self.walker.doubt;
            self.walker.doubt |= !child.certain;
            let child_source = match child.input {
                Input::Inherited | Input::Pipe | Input::Names | Input::Paths(_) | Input::Unknown => source,
                Input::Empty | Input::Text(_) => None,
            };
            match child.form {
                ChildForm::Argv { words, builtin } => {
                    let child_flow = self.start(Started {
                        words,
                        shell: builtin,
                        functions: false,
                        bindings: child.bindings,
                        bases: child.bases,
                        input: child.input,
                        source: child_source,
                        extra: Vec::new(),
                        processes,
                        span,
                        quiet,
                        plain,
                        captured,
                    });
                    self.printed = Printed::Anything;
                    if builtin {
                        flow = child_flow;
                    }
                }
                ChildForm::Shell { bash, text, same_shell } => {
                    let later = name == "trap";
                    match text {
                        Some(text) if same_shell => self.text_here(&text, span, later),
                        Some(text) => {
                            self.text_apart(&text, bash, child.bindings, child.bases, child.input, child_source, span)
                        }
                        None => {
                            self.unknown_code(span, child.certain, "code that is not known text");
                            if same_shell {
                                self.bind_anything();
                            }
                        }
                    }
                    self.printed = Printed::Anything;
                    flow = Flow::both(self.state.clone());
                }
            }
            self.walker.doubt = doubt;
        }
        self.walker.wrappers -= 1;
        self.output = here;
        flow
    }

    fn is_declared(&self, name: &str, shell: bool) -> bool {
        matches!(self.walker.index.commands.find(name, shell, self.walker.host), program::Found::Declared(_))
    }
}

fn is_nohup_out(effect: &Effect) -> bool {
    let Target::Path(PathTarget { path: Text::Known(path), .. }) = &effect.target else {
        return false;
    };
    effect.kind == EffectKind::Writes && path.ends_with("nohup.out")
}

/// Whether nothing after the command runs.
fn leaves(name: &str, words: &[Word], outcome: &Outcome, in_function: bool) -> bool {
    let simple = match words {
        [_] => true,
        [_, status] => !status.many && status.as_known().is_none_or(|status| !status.starts_with('-')),
        _ => false,
    };
    outcome.is_builtin && simple && (name == "exit" || (name == "return" && in_function))
}
