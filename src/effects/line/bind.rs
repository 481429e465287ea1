//! Binding names (rules 9, 10 and 12).

use super::super::program::{self, Outcome};
use super::super::{Standing, Target, Unit, UnitKind, words};
use super::Walk;
use super::gather::Steer;
use super::limits::MAX_STEERS;
use super::names::{self, Meaning};
use super::unit::effect;
use crate::argv::{Text, Word};
use crate::table::{EffectKind, RunKind};
use std::rc::Rc;

impl Walk<'_, '_> {
    /// The shell binds a name from here on. `value`: what to, where rule 9 lets it be known; `exported`: programs see it.
    pub(super) fn bind(&mut self, name: &str, value: Option<Text>, integer: bool, exported: bool) {
        self.walker.gathered.bind(name, integer);
        let known = match &value {
            Some(Text::Known(text)) => Some(text.as_str()),
            Some(Text::Shaped(_)) | None => None,
        };
        let own = match names::meaning(name, known) {
            Meaning::Inert => None,
            Meaning::Own => (exported || self.is_exported(name)).then_some(true),
            // Of splitting the words themselves are told; a shell that starts takes IFS from nobody.
            Meaning::Code => (exported || name != "IFS").then_some(false),
        };
        if let Some(own) = own {
            let value = Word { text: value.clone().unwrap_or_else(Text::unknown), many: false, span: None };
            let steers = &mut self.walker.gathered.steers;
            steers.retain(|steer| steer.name != name || (own && !steer.own));
            if steers.len() <= MAX_STEERS {
                steers.push(Steer { name: name.to_owned(), value, own });
            }
        }
        let value = value.filter(|_| self.apart == 0 && !names::is_dynamic(name));
        self.state.bind(name, value);
    }

    /// The environment may hold the name, so that what a shell assigns to it is passed on.
    fn is_exported(&self, name: &str) -> bool {
        self.is_persistent() || self.walker.host.exported.as_ref().is_none_or(|exported| exported.contains(name))
    }

    /// Something may bind any name at all, and do anything else to the shell.
    pub(super) fn bind_anything(&mut self) {
        self.walker.gathered.anything = true;
        self.walker.gathered.moves = true;
        self.state.lose_directory();
    }

    /// Assignment prefixes of a program that is not known.
    pub(super) fn prefixes(&mut self, bindings: &[(String, Word)], at: Option<(u32, u32)>) {
        let code: Vec<String> = bindings
            .iter()
            .filter(|(name, value)| names::meaning(name, value.as_known()) != Meaning::Inert)
            .map(|(name, _)| name.clone())
            .collect();
        self.prefix_units(&code, at);
    }

    pub(super) fn prefix_units(&mut self, names: &[String], at: Option<(u32, u32)>) {
        for name in names {
            self.push(
                Unit {
                    effects: vec![super::simple::steering(name)],
                    ..Unit::bare(UnitKind::Assignment, at, format!("{name}=…"))
                },
                &[],
            );
        }
    }

    /// Operands that name variables are evaluated, subscripts and all (rule 12).
    pub(super) fn names_that_are_code(&self, outcome: &Outcome, unit: &mut Unit) {
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
            if !binding.name.as_known().is_some_and(words::is_identifier) {
                let note = "the name is evaluated, with the subscript that it may hold";
                unit.effects.push(effect(
                    EffectKind::Runs(RunKind::Code),
                    Target::None,
                    false,
                    binding.name.span,
                    Some(note),
                ));
            }
        }
    }

    /// What a builtin binds.
    pub(super) fn binds(&mut self, outcome: &Outcome, program: &str) {
        let exported = matches!(program, "export" | "declare" | "typeset" | "readonly" | "local");
        for binding in &outcome.binds {
            match binding.name.as_known() {
                Some(name) if words::is_identifier(name) => {
                    let integer = binding.value.as_ref().and_then(Word::as_known).is_some_and(words::is_integer);
                    let before = self.state.names.bound.contains(name);
                    let value = binding.value.as_ref().map(|value| value.text.clone());
                    // `export A` and its kind leave what the environment holds; `test -v A` binds nothing.
                    if matches!(program, "declare" | "typeset" | "local")
                        && outcome.options.iter().any(|option| option.name == "-A" && option.certain)
                    {
                        Rc::make_mut(&mut self.state.names).keyed.insert(name.to_owned());
                    }
                    if program == "readonly"
                        || outcome.options.iter().any(|option| option.name == "-r") && program != "read"
                    {
                        self.walker.gathered.fixed.insert(name.to_owned());
                    }
                    if program == "unset" {
                        self.walker.gathered.unset.insert(name.to_owned());
                    }
                    let fresh = value.is_some()
                        || matches!(program, "getopts" | "mapfile" | "printf" | "read" | "readarray" | "unset");
                    self.bind_exported(name, value, integer, exported);
                    let surely = binding.certain && fresh;
                    if !(surely || before) {
                        Rc::make_mut(&mut self.state.names).bound.remove(name);
                    }
                }
                Some(_) | None => self.bind_anything(),
            }
        }
    }

    /// Whether a command without redirects binds its names even when it fails.
    pub(super) fn surely_binds(&self, name: &str, outcome: &Outcome) -> bool {
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
                outcome.standing == Standing::Understood
                    && only(&["-A", "-g", "-r", "-x"])
                    && outcome.binds.iter().all(fresh)
            }
            _ => false,
        }
    }

    /// As [`Walk::bind`], the value counting for what it means to programs but not as known to the line.
    pub(super) fn bind_exported(&mut self, name: &str, value: Option<Text>, integer: bool, exported: bool) {
        self.bind(name, value, integer, exported);
        Rc::make_mut(&mut self.state.names).values.remove(name);
    }
}

/// Builtins that can bind variables, define functions, change the directory or read code in the shell itself.
const BINDERS: &[&str] = &[
    ".",
    "alias",
    "builtin",
    "cd",
    "command",
    "declare",
    "enable",
    "eval",
    "exec",
    "export",
    "fc",
    "getopts",
    "hash",
    "let",
    "local",
    "mapfile",
    "popd",
    "printf",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "set",
    "shift",
    "shopt",
    "source",
    "trap",
    "typeset",
    "unalias",
    "unset",
    "wait",
];

/// Whether a builtin of this name, where it is not wholly understood, may bind anything.
pub(super) fn can_bind(name: &str) -> bool {
    BINDERS.contains(&name)
}
