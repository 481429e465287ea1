//! Words of a shell line → words as a program receives them.
//!
//! The idea: a word is evaluated into a [`Field`], piece by piece, in the order in which the shell expands. Whatever is not
//! worked out becomes a piece of unknown text; whatever could be split or vanish makes the whole word a *list* of unknown
//! words, because then neither its beginning nor its number is known. So a word that comes out known is what the shell
//! would pass, and a word that comes out shaped covers everything that the shell could pass.
//!
//! Evaluating is not passive: commands stand in substitutions, arithmetic runs what variables hold, `${x:=y}` binds. All of
//! that goes to the [`Surroundings`], in order, and never gets lost, however little is known of the word around it.

mod arith;
mod brace;
mod field;
mod param;

pub use arith::Number;
pub use field::{Field, PROCESS_PATH};
pub use param::{is_identifier, is_integer};

use crate::argv::{Piece, Text, Word};
use crate::shell::tree::{self, Glob, Part, PartKind, Quoting, Run, Script, Span};

/// What stands around a word: values of variables on the one side, and whoever keeps count of what evaluation does.
pub trait Surroundings {
    /// What is known of a variable at this point.
    fn variable(&self, name: &str) -> Variable;
    /// The home directory, where the line leaves `HOME` alone and the host tells it.
    fn home(&self) -> Option<String>;
    /// The working directory as `$PWD` says it, before any `cd`.
    fn pwd(&self) -> Option<String>;
    /// Splitting is the usual one: nothing binds `IFS`, and no earlier call can have.
    fn splits_at_blanks(&self) -> bool;
    /// The line declares the name as an associative array, so that its subscripts are text.
    fn is_keyed(&self, name: &str) -> bool;
    /// The line, or what came before it, may bind a variable that the shell itself sets.
    fn is_bound(&self, name: &str) -> bool;
    /// A word shows what another command was given (`$_`).
    fn shows_arguments(&mut self);
    /// bash, not the posix language.
    fn is_bash(&self) -> bool;
    /// A substitution's commands run now. What they print, as far as that is known.
    fn run(&mut self, body: tree::List) -> Printed;
    /// Something else happens while a word is evaluated.
    fn found(&mut self, finding: Finding, at: Span);
}

/// What is known of a variable.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variable {
    /// Its value, known or shaped; `None`: it may be anything, or unset.
    pub value: Option<Text>,
    /// Whatever it holds is an integer literal.
    pub integer: bool,
    /// Whatever it holds is [`Printed::Names`] or [`Printed::Count`].
    pub names: bool,
    /// The line has bound it by now, or the environment certainly lacks it: expanding it tells nothing of the environment.
    pub own: bool,
}

/// What is known of a command's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Printed {
    /// Nothing is known.
    #[default]
    Anything,
    /// Integers, one a line.
    Number,
    /// Both: integers that are not negative.
    Count,
    /// The working directory, as the shell calls it.
    Directory,
    /// Words without blanks or wildcards, none of which begins with `-`; perhaps none at all.
    Names,
}

/// What happens while a word is evaluated, beside the commands in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// A variable of the environment is expanded (rule 11).
    ReadsEnvironment(String),
    /// Something is evaluated as arithmetic or as a name without being proved to be an integer (rule 12).
    RunsCode(&'static str),
    /// A process substitution, which the program sees as [`PROCESS_PATH`].
    Process,
    /// A variable is bound (`${x:=y}`, `$((x = 1))`); `integer`: to an integer.
    Binds {
        /// Which.
        name: String,
        /// To an integer literal, whatever else.
        integer: bool,
    },
}

/// How far expansion goes where a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// An argument: splitting and globbing.
    Argument,
    /// A value, a pattern, a here-document: neither.
    Value,
}

/// Evaluates words of one script.
#[derive(Debug)]
pub struct Evaluator<'s, S> {
    /// The script that the words are of.
    pub script: &'s Script<'s>,
    /// What stands around them.
    pub around: S,
}

impl<'s, S: Surroundings> Evaluator<'s, &mut S> {
    /// The words that an argument-like word becomes, added to `out`.
    pub fn argument(&mut self, word: tree::Word, out: &mut Vec<Word>) {
        let span = Some((word.span.start, word.span.end));
        let parts = self.script.get(word.parts);
        if parts.iter().any(|part| matches!(part.kind, PartKind::Brace { .. } | PartKind::BraceRange { .. })) {
            self.braces(parts, span, out);
            return;
        }
        if parts.is_empty() {
            return;
        }
        let mut field = Field::default();
        self.parts(parts, Place::Argument, &mut field);
        let written = self.script.text(word.span);
        if written.contains('~') && written.contains("\\\n") {
            // Where a continued line splits the name before `=~`, whether the tilde expands is not followed.
            field.list();
        }
        let ends = field.ends();
        out.push(field.into_word(span));
        out.extend(ends.into_iter().map(|text| Word { text, many: true, span }));
    }

    /// The one text of a value: no splitting, no globbing.
    pub fn value(&mut self, parts: Run<Part>) -> Text {
        let mut field = Field::default();
        self.parts(self.script.get(parts), Place::Value, &mut field);
        field.into_text()
    }

    /// The one word that a redirect's target becomes. (bash refuses a target that becomes several.)
    pub fn target(&mut self, word: tree::Word) -> Word {
        let span = Some((word.span.start, word.span.end));
        let mut words = Vec::with_capacity(1);
        self.argument(word, &mut words);
        match words.pop() {
            Some(word) if words.is_empty() => Word { many: false, ..word },
            Some(_) | None => Word { span, ..Word::unknown() },
        }
    }

    /// Evaluates for what happens on the way, not for the text.
    pub fn evaluate(&mut self, parts: Run<Part>) {
        let mut field = Field::default();
        self.parts(self.script.get(parts), Place::Value, &mut field);
    }

    pub(super) fn parts(&mut self, parts: &[Part], place: Place, field: &mut Field) {
        for part in parts {
            self.part(part, place, field);
        }
    }

    fn part(&mut self, part: &Part, place: Place, field: &mut Field) {
        match part.kind {
            PartKind::Literal { text, quoting } => match quoting {
                Quoting::Locale => field.unknown(),
                Quoting::Unquoted => field.literal(self.script.text(text)),
                Quoting::Backslash | Quoting::Single | Quoting::Double | Quoting::Ansi | Quoting::HereDoc => {
                    field.exists = true;
                    field.literal(self.script.text(text));
                }
            },
            PartKind::Param { param, quoted } => {
                let Some(param) = self.script.one(param) else {
                    return field.list();
                };
                self.param(param, quoted || place == Place::Value, quoted, field);
            }
            PartKind::CommandSub { body, quoted, style: _ } => {
                let printed = self.around.run(body);
                if printed == Printed::Directory && (quoted || place == Place::Value) {
                    match self.around.pwd() {
                        Some(directory) => field.literal(&directory),
                        None => field.unknown(),
                    }
                    field.exists |= quoted;
                    return;
                }
                let name = matches!(printed, Printed::Names | Printed::Count);
                if name && place == Place::Argument && self.around.splits_at_blanks() {
                    field.names(quoted);
                } else if quoted || place == Place::Value {
                    field.unknown();
                } else {
                    field.list();
                }
            }
            PartKind::ProcSub { direction: _, body } => {
                self.around.run(body);
                self.around.found(Finding::Process, part.span);
                field.process();
            }
            PartKind::ArithSub { expression, quoted } => {
                let number = self.arithmetic(expression, part.span);
                if quoted || place == Place::Value || self.around.splits_at_blanks() {
                    match number {
                        Number::Known(number) => field.literal(&number.to_string()),
                        Number::Integer | Number::Unproved => field.digits(),
                    }
                } else {
                    field.list();
                }
            }
            PartKind::Glob(glob) => self.glob(glob, part.span, place, field),
            PartKind::Brace { alternatives } => {
                // Only a value or a pattern comes here, where braces are text; what stands in them is still evaluated.
                for alternative in self.script.get(alternatives) {
                    self.evaluate(alternative.parts);
                }
                field.list();
            }
            PartKind::BraceRange { .. } => field.list(),
            PartKind::Tilde { user } => {
                let directory = match self.script.text(user) {
                    "" => self.around.home(),
                    "+" => self.around.pwd(),
                    _ => None,
                };
                field.exists = true;
                match directory {
                    Some(directory) => field.literal(&directory),
                    None => field.unknown(),
                }
            }
            PartKind::Array { elements } => {
                for element in self.script.get(elements) {
                    self.element(element, None, false);
                }
                field.unknown();
            }
        }
    }

    /// Evaluates an element of the array `name` for what happens on the way. `keyed`: its subscripts are text.
    pub fn element(&mut self, element: &tree::Element, name: Option<&str>, keyed: bool) {
        match element.subscript {
            Some(tree::Subscript::Index(key)) if keyed => self.evaluate(key),
            Some(subscript) => self.subscript(subscript, name, element.span),
            None => {}
        }
        self.argument(element.value, &mut Vec::new());
    }

    fn glob(&mut self, glob: Glob, span: Span, place: Place, field: &mut Field) {
        match (glob, place) {
            (Glob::Star | Glob::Question, Place::Value) => field.literal(self.script.text(span)),
            (Glob::Star, Place::Argument) => field.glob(Piece::Star),
            (Glob::Question, Place::Argument) => field.glob(Piece::Question),
            (Glob::Bracket { parts }, place) => {
                let written = self.script.text(span);
                let inside = self.script.get(parts);
                if inside.iter().all(|part| matches!(part.kind, PartKind::Literal { quoting: Quoting::Unquoted, .. }))
                    && !written.contains('\\')
                {
                    match place {
                        Place::Value => field.literal(written),
                        Place::Argument if written.contains('/') => field.list(),
                        Place::Argument => field.glob(Piece::Class(written.into())),
                    }
                    return;
                }
                self.evaluate(parts);
                match place {
                    Place::Value => field.unknown(),
                    Place::Argument => field.list(),
                }
            }
            (Glob::Extended { op: _, alternatives }, _) => {
                for alternative in self.script.get(alternatives) {
                    self.evaluate(alternative.parts);
                }
                field.list();
            }
        }
    }
}
