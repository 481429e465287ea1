//! `$x` and `${x…}`.

use super::{Evaluator, Field, Finding, Number, Surroundings, Variable};
use crate::argv::Text;
use crate::effects::public::is_public;
use crate::shell::tree::{Fallback, Name, Param, ParamOp, Span, Subscript};

/// Names that bash computes itself, whatever the environment holds.
const COMPUTED: &[&str] = &[
    "BASHPID",
    "BASH_SOURCE",
    "BASH_SUBSHELL",
    "BASH_VERSION",
    "EPOCHREALTIME",
    "EPOCHSECONDS",
    "EUID",
    "FUNCNAME",
    "GROUPS",
    "HOSTTYPE",
    "IFS",
    "LINENO",
    "MACHTYPE",
    "OPTARG",
    "OPTIND",
    "OSTYPE",
    "PIPESTATUS",
    "PPID",
    "RANDOM",
    "REPLY",
    "SECONDS",
    "SHLVL",
    "SRANDOM",
    "UID",
];

/// Those of them that hold an integer as long as nothing binds them.
const NUMBERS: &[&str] = &["BASHPID", "EPOCHSECONDS", "EUID", "LINENO", "PPID", "RANDOM", "SECONDS", "SRANDOM", "UID"];

impl<S: Surroundings> Evaluator<'_, &mut S> {
    /// Adds an expansion to `field`. `whole`: no splitting happens here; `quoted`: because it is in double quotes.
    pub(super) fn param(&mut self, param: &Param, whole: bool, quoted: bool, field: &mut Field) {
        if quoted {
            field.exists = true;
        }
        if let Some(subscript) = param.subscript {
            let name = match param.name {
                Name::Variable(name) => Some(self.script.text(name)),
                Name::Positional(_) | Name::Special(_) => None,
            };
            self.subscript(subscript, name, param.span);
        }
        let variable = self.named(param);
        let many = matches!(param.name, Name::Special(b'@'))
            || matches!(param.subscript, Some(Subscript::At))
            || param.op == ParamOp::Names;
        let value = self.operated(param, &variable);
        match value {
            Expanded::Text(text) if whole => field.append(&text),
            Expanded::Text(Text::Known(text)) if self.around.splits_at_blanks() && stays_one_word(&text) => {
                field.literal(&text)
            }
            Expanded::Names if whole || self.around.splits_at_blanks() => field.names(whole),
            Expanded::Integer if whole || self.around.splits_at_blanks() => field.digits(),
            Expanded::Text(_) | Expanded::Integer | Expanded::Names => field.list(),
            Expanded::Unknown if many => field.quoted_list(),
            Expanded::Unknown if whole => field.unknown(),
            Expanded::Unknown => field.list(),
        }
    }

    /// What is known of the parameter that is named, and the environment that is read for it.
    fn named(&mut self, param: &Param) -> Variable {
        let name = match param.name {
            Name::Special(_) | Name::Positional(_) => {
                return Variable { own: true, ..Variable::default() };
            }
            Name::Variable(name) => self.script.text(name),
        };
        let mut variable = self.look_up(name);
        if name == "_" || param.indirect {
            self.around.shows_arguments();
        }
        if param.indirect {
            self.indirect(&variable, param.span);
            return Variable { own: true, ..Variable::default() };
        }
        if param.op == ParamOp::Names {
            // Names, not values; but of everything that is exported.
            self.around.found(Finding::ReadsEnvironment(format!("{name}*")), param.span);
            return variable;
        }
        // `${x:+word}` tells whether it is set, and nothing of what it holds.
        let shows = !matches!(param.op, ParamOp::Fallback { kind: Fallback::Alternate, .. });
        if !variable.own && shows {
            self.around.found(Finding::ReadsEnvironment(name.to_owned()), param.span);
        }
        if param.subscript.is_some() {
            variable.value = None;
            variable.integer = false;
            variable.names = false;
        }
        variable
    }

    /// A variable's value, those that the host or the shell itself tells among them.
    pub(super) fn look_up(&self, name: &str) -> Variable {
        let mut variable = self.around.variable(name);
        match name {
            "HOME" => variable.value = self.around.home().map(|directory| Text::Known(directory.into())),
            "PWD" => variable.value = self.around.pwd().map(|directory| Text::Known(directory.into())),
            _ => {}
        }
        let computed = self.around.is_bash() && COMPUTED.contains(&name);
        if computed && NUMBERS.contains(&name) && !self.around.is_bound(name) {
            variable.integer = true;
        }
        variable.own |= computed || is_public(name);
        variable
    }

    /// `${!x}`: what `x` holds is taken for a name, subscript and all.
    fn indirect(&mut self, variable: &Variable, span: Span) {
        let harmless = variable.integer
            || matches!(&variable.value, Some(Text::Known(name)) if is_identifier(name) || is_integer(name));
        if !harmless {
            self.around.found(Finding::RunsCode("the value of ${!…} is taken for a name"), span);
        }
        let public = matches!(&variable.value, Some(Text::Known(name)) if self.look_up(name).own || is_integer(name));
        if !public {
            self.around.found(Finding::ReadsEnvironment("${!…}".to_owned()), span);
        }
    }

    fn operated(&mut self, param: &Param, variable: &Variable) -> Expanded {
        let plain = param.subscript.is_none() && !param.indirect;
        match param.op {
            ParamOp::None => match param.name {
                Name::Special(b'?' | b'#' | b'$') => Expanded::Integer,
                Name::Special(_) | Name::Positional(_) => Expanded::Unknown,
                Name::Variable(_) if variable.names && plain => Expanded::Names,
                Name::Variable(_) => match &variable.value {
                    Some(text) if plain => Expanded::Text(text.clone()),
                    Some(_) | None if variable.integer && plain => Expanded::Integer,
                    Some(_) | None => Expanded::Unknown,
                },
            },
            ParamOp::Length => Expanded::Integer,
            ParamOp::Keys | ParamOp::Names => Expanded::Unknown,
            ParamOp::Fallback { kind, colon: _, word } => {
                let mut other = Field::default();
                self.parts(self.script.get(word), super::Place::Value, &mut other);
                if kind == Fallback::Assign
                    && let Name::Variable(name) = param.name
                {
                    let name = self.script.text(name).to_owned();
                    self.around.found(Finding::Binds { name, integer: false }, param.span);
                }
                let takes_own = match kind {
                    Fallback::Default | Fallback::Assign | Fallback::Error => true,
                    Fallback::Alternate => false,
                };
                match &variable.value {
                    Some(Text::Known(text)) if plain && takes_own && !text.is_empty() => {
                        Expanded::Text(Text::Known(text.clone()))
                    }
                    Some(_) | None => Expanded::Unknown,
                }
            }
            ParamOp::Trim { pattern, .. } => {
                self.evaluate(pattern);
                Expanded::Unknown
            }
            ParamOp::Replace { pattern, with, .. } => {
                self.evaluate(pattern);
                if let Some(with) = with {
                    self.evaluate(with);
                }
                Expanded::Unknown
            }
            ParamOp::Case { pattern, .. } => {
                self.evaluate(pattern);
                Expanded::Unknown
            }
            ParamOp::Slice { offset, length } => {
                self.arithmetic(offset, param.span);
                if let Some(length) = length {
                    self.arithmetic(length, param.span);
                }
                Expanded::Unknown
            }
            ParamOp::Transform(b'P') => {
                let integer =
                    variable.integer || matches!(&variable.value, Some(Text::Known(text)) if is_integer(text));
                if !(integer && plain) {
                    self.around.found(Finding::RunsCode("${…@P} expands the value once more"), param.span);
                }
                Expanded::Unknown
            }
            ParamOp::Transform(_) => Expanded::Unknown,
        }
    }

    /// `[…]` after a name: arithmetic, which is evaluated, unless the name is of an associative array.
    pub fn subscript(&mut self, subscript: Subscript, name: Option<&str>, span: Span) {
        match subscript {
            Subscript::At | Subscript::Star => {}
            Subscript::Index(key) if name.is_some_and(|name| self.around.is_keyed(name)) => self.evaluate(key),
            Subscript::Index(expression) => {
                let _: Number = self.arithmetic(expression, span);
            }
        }
    }
}

/// What an expansion comes to.
enum Expanded {
    Text(Text),
    Integer,
    Names,
    Unknown,
}

/// Whether an unquoted value is one word and stays as it is (rule 7).
fn stays_one_word(text: &str) -> bool {
    // `]` as well: it may close a bracket that the word around opened.
    !text.is_empty() && !text.contains([' ', '\t', '\n', '\r', '\u{b}', '\u{c}', '*', '?', '[', ']', '\\'])
}

/// Whether a text is a variable's name.
pub fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a text is an integer literal: arithmetic takes it as it is.
pub fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.len() <= 18 && digits.bytes().all(|byte| byte.is_ascii_digit())
}
