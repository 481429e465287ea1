//! One program, builtin or function with its words, and what it starts in turn.

use super::gather::Steer;
use super::limits::{MAX_STEERS, MAX_WRAPPERS};
use super::names::{self, Meaning};
use super::simple::unreachable;
use super::state::Flow;
use super::unit::{effect, normalised};
use super::Walk;
use super::super::program::{self, ChildForm, Input, Invocation, Outcome};
use super::super::words;
use super::super::{Bases, Effect, PathTarget, Standing, Target, Unit, UnitKind};
use crate::argv::{Text, Word};
use crate::shell::tree::Span;
use crate::table::{ChangeKind, EffectKind, RunKind};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A command about to start.
pub(super) struct Started<'c> {
    /// The program first.
    pub words: &'c [Word],
    /// Started by the shell: builtins are meant.
    pub shell: bool,
    /// Functions are meant as well.
    pub functions: bool,
    /// Prefix assignments, and what wrappers bind.
    pub bindings: Vec<(String, Word)>,
    /// Where relative paths start.
    pub bases: Bases,
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
        let Started { words, shell, functions, bindings, bases, input, source, extra, processes, span, quiet, plain, captured } = started;
        let at = Some((span.start, span.end));
        let text = self.script.text(span).to_owned();
        let mut unit = Unit { words: words.to_vec(), effects: extra, piped_from: source, ..Unit::bare(UnitKind::Command, at, text) };
        let Some(name) = words.first().and_then(Word::as_known) else {
            unit.standing = Standing::Unknown("the program is not known text".to_owned());
            self.output = self.push(unit, processes);
            self.prefixes(&bindings, at);
            if shell {
                self.bind_anything();
            }
            return Flow::both(self.state.clone());
        };
        let mut bindings = bindings;
        let inherited = self.shell.inherited.clone();
        let steers: Vec<Steer> =
            if self.loops > 0 || !self.calls.is_empty() { self.walker.known.steers.clone() } else { Vec::new() }
                .into_iter()
                .chain(self.walker.gathered.steers.iter().cloned())
                .collect();
        bindings.extend(inherited);
        bindings.extend(steers.iter().map(|steer| (steer.name.clone(), steer.value.clone())));

        let outcome = program::interpret(
            &self.walker.index.commands,
            &Invocation { words, builtin: shell, bindings: &bindings, bases: &bases, input: input.clone(), host: self.walker.host },
        );
        let function = functions && self.is_function(name);
        let certainly = function && self.state.names.functions.contains(name) && !self.may_be_unset(name);
        unit.program = outcome.program.clone();
        unit.subcommands = outcome.subcommands.clone();
        unit.options = outcome.options.clone();
        unit.operands = outcome.operands.clone();
        unit.standing = outcome.standing.clone();
        unit.effects.extend(outcome.effects.iter().cloned());
        if functions && self.may_be_shadowed(name) {
            unit.standing = Standing::Unknown(format!("{name} may be a function or alias of an earlier call"));
        }
        if certainly && !self.is_declared(&outcome) {
            unit.standing = Standing::Understood;
        }
        if function {
            self.call(name);
        }
        self.names_that_are_code(&outcome, &mut unit);
        if name == "nohup" && captured {
            // nohup writes nohup.out only where its standard output is a terminal (rule 20).
            unit.effects.retain(|effect| !is_nohup_out(effect));
        }
        let leaf = outcome.children.is_empty();
        let could_read = unit.standing != Standing::Understood || unit.effects.iter().any(|effect| matches!(effect.kind, EffectKind::Runs(_)));
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
            unit.standing = Standing::Unknown(format!("the line binds more than {MAX_STEERS} variables that programs obey"));
        }
        let shell_changes = unit.effects.iter().any(|effect| effect.kind == EffectKind::Changes(ChangeKind::Shell));
        let understood = unit.standing == Standing::Understood;
        let prefix_code: Vec<String> = unspoken.into_iter().filter(|variable| !before.contains(&variable.as_str())).collect();
        let here = self.push(unit, processes);
        self.output = here;
        if function && let Some(here) = here {
            self.walker.calls.push((here, name.to_owned()));
        }
        // `wc` counts for what it reads; with operands it also prints their names.
        self.prints_number = outcome.prints_number && outcome.operands.is_empty() && understood && quiet && !function;
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
        if outcome.is_builtin {
            self.binds(&outcome, name);
        }
        let runs_code = outcome.effects.iter().any(|effect| matches!(effect.kind, EffectKind::Runs(_)));
        if shell && can_bind(name) && !(outcome.is_builtin && understood && !runs_code) {
            self.bind_anything();
        }
        let mut flow = self.entered(&outcome);
        if !sure {
            // The command may have failed before it bound anything.
            flow.failed.names = before.names;
        }
        if leaves(name, words, &outcome, !self.calls.is_empty()) && !function {
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
                Input::Inherited | Input::Pipe | Input::Unknown => source,
                Input::Empty | Input::Text(_) => None,
            };
            match child.form {
                ChildForm::Argv { words, builtin } => {
                    let child_flow = self.start(Started {
                        words: &words,
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
                    self.prints_number = false;
                    if builtin {
                        flow = child_flow;
                    }
                }
                ChildForm::Shell { bash, text, same_shell } => {
                    let later = name == "trap";
                    match text {
                        Some(text) if same_shell => self.text_here(&text, span, later),
                        Some(text) => self.text_apart(&text, bash, child.bindings, child.bases, child.input, child_source, span),
                        None => {
                            self.unknown_code(span, child.certain, "code that is not known text");
                            if same_shell {
                                self.bind_anything();
                            }
                        }
                    }
                    self.prints_number = false;
                    flow = Flow::both(self.state.clone());
                }
            }
            self.walker.doubt = doubt;
        }
        self.walker.wrappers -= 1;
        self.output = here;
        flow
    }

    pub(super) fn is_function(&self, name: &str) -> bool {
        self.walker.known.functions.contains_key(name) || self.walker.gathered.functions.contains_key(name)
    }

    fn may_be_unset(&self, name: &str) -> bool {
        self.walker.known.anything || self.walker.known.bound.contains_key(name)
    }

    fn is_declared(&self, outcome: &Outcome) -> bool {
        outcome.is_builtin || outcome.standing == Standing::Understood || !outcome.effects.is_empty() || !outcome.options.is_empty()
    }

    fn may_be_shadowed(&self, name: &str) -> bool {
        self.is_persistent()
            && !name.contains('/')
            && self.walker.host.shell.shadowed.as_ref().is_none_or(|shadowed| shadowed.contains(name))
    }

    /// Walks the bodies of a function at its first call, and notes where it reaches itself.
    fn call(&mut self, name: &str) {
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
    fn aliases(&mut self, operands: &[Word], span: Span) {
        for operand in operands {
            match operand.as_known().map(|text| text.split_once('=')) {
                Some(Some((_, text))) => {
                    let doubt = std::mem::replace(&mut self.walker.doubt, true);
                    self.text_here(&text.to_owned(), span, true);
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
            self.push(Unit::unreadable(Some((rest.start, rest.end)), text, "an alias may change how the rest of the line is read"), &[]);
        }
    }

    /// Assignment prefixes of a program that is not known.
    fn prefixes(&mut self, bindings: &[(String, Word)], at: Option<(u32, u32)>) {
        let code: Vec<String> = bindings
            .iter()
            .filter(|(name, value)| names::meaning(name, value.as_known()) != Meaning::Inert)
            .map(|(name, _)| name.clone())
            .collect();
        self.prefix_units(&code, at);
    }

    fn prefix_units(&mut self, names: &[String], at: Option<(u32, u32)>) {
        for name in names {
            self.push(Unit { effects: vec![super::simple::steering(name)], ..Unit::bare(UnitKind::Assignment, at, format!("{name}=…")) }, &[]);
        }
    }

    /// Operands that name variables are evaluated, subscripts and all (rule 12).
    fn names_that_are_code(&self, outcome: &Outcome, unit: &mut Unit) {
        if !outcome.is_builtin {
            return;
        }
        for binding in &outcome.binds {
            if let Some(name) = binding.name.as_known()
                && names::meaning(name, binding.value.as_ref().and_then(Word::as_known)) == Meaning::Code
                && !matches!(outcome.program.as_deref(), Some("unset" | "test" | "["))
            {
                unit.effects.push(super::simple::steering(name));
            }
            let plain = binding.name.as_known().is_some_and(words::is_identifier);
            if !plain && binding.name.as_known().is_none_or(|name| name.contains('[') || !words::is_identifier(name)) {
                let note = "the name is evaluated, with the subscript that it may hold";
                unit.effects.push(effect(EffectKind::Runs(RunKind::Code), Target::None, false, binding.name.span, Some(note)));
            }
        }
    }

    /// What a builtin binds.
    fn binds(&mut self, outcome: &Outcome, program: &str) {
        let exported = matches!(program, "export" | "declare" | "typeset" | "readonly" | "local");
        for binding in &outcome.binds {
            match binding.name.as_known() {
                Some(name) if words::is_identifier(name) => {
                    let integer = binding.value.as_ref().and_then(Word::as_known).is_some_and(words::is_integer);
                    let before = self.state.names.bound.contains(name);
                    let value = binding.value.as_ref().map(|value| value.text.clone());
                    // `export A` and its kind leave what the environment holds; `test -v A` binds nothing.
                    if matches!(program, "declare" | "typeset" | "local") && outcome.options.iter().any(|option| option.name == "-A" && option.certain) {
                        Rc::make_mut(&mut self.state.names).keyed.insert(name.to_owned());
                    }
                    if program == "readonly" || outcome.options.iter().any(|option| option.name == "-r") && program != "read" {
                        self.walker.gathered.fixed.insert(name.to_owned());
                    }
                    if program == "unset" {
                        self.walker.gathered.unset.insert(name.to_owned());
                    }
                    let fresh = value.is_some() || matches!(program, "getopts" | "mapfile" | "printf" | "read" | "readarray" | "unset");
                    self.bind_exported(name, value, integer, exported);
                    if !(binding.certain && fresh) && !before {
                        Rc::make_mut(&mut self.state.names).bound.remove(name);
                    }
                }
                Some(_) | None => self.bind_anything(),
            }
        }
    }

    /// Whether a command without redirects binds its names even when it fails.
    fn surely_binds(&self, name: &str, outcome: &Outcome) -> bool {
        let only = |letters: &[&str]| outcome.options.iter().all(|option| letters.contains(&option.name.as_str()));
        match name {
            // Not with `-t 0` or a descriptor that is closed.
            "read" => only(&["-r", "-s", "-p", "-d", "-a"]),
            "unset" | "printf" => outcome.standing == Standing::Understood,
            "local" if self.calls.is_empty() => false,
            "export" | "readonly" | "declare" | "typeset" | "local" => {
                let keyed = outcome.options.iter().any(|option| option.name == "-A");
                // An indexed array does not become an associative one.
                let fresh = |binding: &program::Binding| {
                    !keyed || binding.name.as_known().is_some_and(|name| !self.walker.gathered.bound.contains_key(name))
                };
                outcome.standing == Standing::Understood && only(&["-A", "-g", "-r", "-x"]) && outcome.binds.iter().all(fresh)
            }
            _ => false,
        }
    }

    /// As [`Walk::bind`], the value counting for what it means to programs but not as known to the line.
    fn bind_exported(&mut self, name: &str, value: Option<Text>, integer: bool, exported: bool) {
        self.bind(name, value, integer, exported);
        Rc::make_mut(&mut self.state.names).values.remove(name);
    }

    /// Where the shell is after `cd` (rule 23).
    fn entered(&mut self, outcome: &Outcome) -> Flow {
        let failed = self.state.clone();
        let entered: Vec<&PathTarget> = outcome
            .effects
            .iter()
            .filter(|effect| outcome.is_builtin && effect.kind == EffectKind::Enters)
            .filter_map(|effect| match &effect.target {
                Target::Path(target) => Some(target),
                Target::None | Target::Host(_) => None,
            })
            .collect();
        if entered.is_empty() {
            return Flow::both(failed);
        }
        self.walker.gathered.moves = true;
        let physical = outcome.options.iter().any(|option| option.name == "-P" || option.name.starts_with("-@"));
        let mut bases = Bases::default();
        for target in entered {
            super::state::merge(&mut bases, &self.directory(target, physical));
        }
        let mut ok = self.state.clone();
        ok.bases = Rc::new(bases);
        ok.stayed = false;
        ok.moved = true;
        let failed = super::state::State { moved: true, ..failed };
        Flow { ok, failed }
    }

    fn directory(&self, target: &PathTarget, physical: bool) -> Bases {
        let unknown = Bases { known: Vec::new(), unknown: true };
        let Text::Known(path) = &target.path else { return unknown };
        if path == "-" || path.starts_with('~') || (physical && path.split('/').any(|part| part == "..")) {
            return unknown;
        }
        if path.starts_with('/') {
            return Bases { known: vec![normalised(path)], unknown: false };
        }
        let first = path.split('/').next().unwrap_or_default();
        let direct = matches!(first, "." | "..") || self.has_no_search_path();
        Bases {
            known: target.bases.known.iter().map(|base| normalised(&format!("{base}/{path}"))).collect(),
            unknown: target.bases.unknown || !direct,
        }
    }

    /// `CDPATH` is proved to be unset.
    fn has_no_search_path(&self) -> bool {
        use super::super::words::Surroundings as _;
        let host = self.walker.host;
        !self.is_bound_somewhere("CDPATH") && self.variable("CDPATH").own && host.exported.is_some()
    }
}

/// Builtins that can bind variables, define functions, change the directory or read code in the shell itself.
const BINDERS: &[&str] = &[
    ".", "alias", "builtin", "cd", "command", "declare", "enable", "eval", "exec", "export", "fc", "getopts", "hash", "let", "local",
    "mapfile", "popd", "printf", "pushd", "read", "readarray", "readonly", "set", "shift", "shopt", "source", "trap", "typeset", "unalias",
    "unset", "wait",
];

/// Whether a builtin of this name, where it is not wholly understood, may bind anything.
fn can_bind(name: &str) -> bool {
    BINDERS.contains(&name)
}

fn is_nohup_out(effect: &Effect) -> bool {
    let Target::Path(PathTarget { path: Text::Known(path), .. }) = &effect.target else { return false };
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
