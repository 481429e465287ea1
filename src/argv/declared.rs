//! The declared options of one command, by how a word names them.

use super::machine::{Hit, Step};
use super::pattern::{Atom, Set, meet, of_text, push_literal};
use super::{Piece, Text};
use crate::table::{OptionDecl, Value, ValueType};
use smallvec::smallvec;

/// The spelling of a number as an option (`-5`).
pub(super) const NUMBER: &str = "-NUM";

/// Options of one level.
#[derive(Clone, Copy)]
pub(super) struct Declared<'d> {
    pub options: &'d [OptionDecl],
    /// `+x` is an option letter too.
    pub plus: bool,
    /// Unambiguous prefixes of long options are taken.
    pub abbreviations: bool,
    /// A value is never glued to its letter.
    pub apart: bool,
}

/// How many values an option takes from the words.
pub(super) enum Arity {
    /// None.
    Flag,
    /// One, and only glued.
    Glued,
    /// So many.
    Fixed(usize),
    /// The words of a command.
    Command,
}

pub(super) fn arity(option: &OptionDecl) -> Arity {
    if option.values.iter().any(|value| value.kind == ValueType::Argv) {
        Arity::Command
    } else if option.values.is_empty() {
        Arity::Flag
    } else if option.optional {
        Arity::Glued
    } else {
        Arity::Fixed(option.values.len())
    }
}

/// The words of a command, up to `;`.
pub(super) fn ends_at_semicolon(option: &OptionDecl) -> bool {
    option.values.iter().any(Value::ends_at_semicolon)
}

impl<'d> Declared<'d> {
    pub(super) fn get(&self, option: usize) -> Option<&'d OptionDecl> {
        self.options.get(option)
    }

    /// The option with exactly this spelling.
    pub(super) fn exact(&self, spelling: &str) -> Option<usize> {
        self.options.iter().position(|option| option.spellings.iter().any(|own| own == spelling))
    }

    /// The option of a letter. In a cluster that begins with `+`, `+x` may be spelled out; else it is that of `-x`.
    pub(super) fn letter(&self, sign: char, letter: char) -> Option<usize> {
        let find = |sign: char| {
            let spelling = String::from_iter([sign, letter]);
            self.options.iter().position(|option| option.spellings.contains(&spelling))
        };
        find(sign).or_else(|| if sign == '+' { find('-') } else { None })
    }

    /// The long option that `name` (with its dashes) abbreviates or spells; exact wins.
    pub(super) fn long(&self, name: &str) -> Result<usize, String> {
        if let Some(option) = self.exact(name) {
            return Ok(option);
        }
        if !self.abbreviations {
            return Err(format!("option {name} is not declared"));
        }
        let mut found = None;
        for (at, option) in self.options.iter().enumerate() {
            if option.spellings.iter().any(|own| own.starts_with("--") && own.starts_with(name)) {
                match found {
                    None => found = Some(at),
                    Some(_) => return Err(format!("option {name} abbreviates more than one")),
                }
            }
        }
        found.ok_or_else(|| format!("option {name} is not declared"))
    }

    /// Every option: the word may be any text (no spelling holds the `/` that a glob leaves out).
    fn all(&self, text: &Text, steps: &mut Vec<Step>) {
        let tail = tail(text);
        for (at, option) in
            self.options.iter().enumerate().filter(|(_, option)| option.spellings.iter().any(|own| own != "-"))
        {
            steps.push(Step::Options(smallvec![Hit { option: at, glued: None }]));
            if !matches!(arity(option), Arity::Flag) {
                steps.push(Step::Options(smallvec![Hit { option: at, glued: Some(tail.clone()) }]));
            }
        }
    }

    /// Every option that a word of this shape can be or hold, each as a way to read the word.
    pub(super) fn fitting(&self, text: &Text, steps: &mut Vec<Step>) {
        if matches!(text, Text::Shaped(pieces) if pieces.iter().all(|piece| matches!(piece, Piece::Unknown | Piece::Star)))
        {
            self.all(text, steps);
            return;
        }
        let word = Word { shape: of_text(text), start: text.prefix(), letters: self.letters(), apart: self.apart };
        let tail = tail(text);
        for (at, option) in self.options.iter().enumerate() {
            let valued = !matches!(arity(option), Arity::Flag);
            let (mut bare, mut glued) = (false, false);
            for spelling in option.spellings.iter().filter(|own| *own != "-") {
                let fits = if spelling.starts_with("--") {
                    word.long(spelling, self.abbreviations)
                } else if spelling == NUMBER || is_letter(spelling) {
                    word.letter(spelling, valued, self.plus)
                } else {
                    word.long(spelling, false)
                };
                bare |= fits.0;
                glued |= fits.1;
            }
            if bare {
                steps.push(Step::Options(smallvec![Hit { option: at, glued: None }]));
            }
            if glued && valued {
                steps.push(Step::Options(smallvec![Hit { option: at, glued: Some(tail.clone()) }]));
            }
        }
    }

    /// Letters of flags and of options that take the rest of their word.
    fn letters(&self) -> Letters {
        let mut all = Letters::default();
        for option in self.options {
            for spelling in &option.spellings {
                let letters = if matches!(arity(option), Arity::Flag) { &mut all.flags } else { &mut all.valued };
                if spelling == NUMBER {
                    letters.push_str(DIGITS);
                } else if is_letter(spelling) {
                    letters.extend(spelling.chars().skip(1));
                }
            }
        }
        all
    }
}

const DIGITS: &str = "0123456789";

#[derive(Default)]
struct Letters {
    flags: String,
    valued: String,
}

/// A word that is held against the forms of options.
struct Word<'t> {
    shape: Vec<Atom<'t>>,
    start: &'t str,
    letters: Letters,
    apart: bool,
}

impl Word<'_> {
    /// Whether it can be the long option, alone and with `=`.
    fn long(&self, spelling: &str, abbreviations: bool) -> (bool, bool) {
        let start = self.start.split('=').next().unwrap_or_default();
        if !(start.starts_with(spelling) || spelling.starts_with(start)) {
            return (false, false);
        }
        let (mut bare, mut glued) = (false, false);
        let shortest = if abbreviations { 3.min(spelling.len()) } else { spelling.len() };
        for name in (shortest..=spelling.len()).filter_map(|end| spelling.get(..end)) {
            let mut form = Vec::new();
            push_literal(&mut form, name);
            bare = bare || meet(&self.shape, &form);
            push_literal(&mut form, "=");
            form.push(Atom::REST);
            glued = glued || meet(&self.shape, &form);
        }
        (bare, glued)
    }

    /// Whether it can be a cluster with the letter in it: to the end, and with something glued on.
    fn letter(&self, spelling: &str, valued: bool, plus: bool) -> (bool, bool) {
        let once = |set| Atom { set, repeated: false };
        let flags = Atom { set: Set::OneOf(&self.letters.flags), repeated: true };
        let letter = match spelling.chars().nth(1) {
            Some(letter) if spelling != NUMBER => Set::One(letter),
            Some(_) | None => Set::OneOf(DIGITS),
        };
        let sign = if plus { Set::OneOf("-+") } else { Set::One('-') };
        let form = [once(sign), flags, once(letter)];
        let with = |more: &[Atom<'_>]| {
            let whole: Vec<Atom<'_>> = form.iter().chain(more).copied().collect();
            meet(&self.shape, &whole)
        };
        let valued_letter = once(Set::OneOf(&self.letters.valued));
        match (valued, self.apart) {
            (true, false) => (with(&[]), with(&[once(Set::All), Atom::REST])),
            (true, true) => (with(&[]), false),
            (false, false) => (with(&[flags]) || with(&[flags, valued_letter, Atom::REST]), false),
            (false, true) => (with(&[flags]) || with(&[flags, valued_letter]), false),
        }
    }
}

/// `-x`, `+x`.
fn is_letter(spelling: &str) -> bool {
    let mut letters = spelling.chars();
    matches!(letters.next(), Some('-' | '+')) && letters.next().is_some() && letters.next().is_none()
}

/// What is known of a value that stands somewhere at the end of such a word: its last piece.
fn tail(text: &Text) -> Text {
    let Text::Shaped(pieces) = text else { return Text::unknown() };
    let start =
        if text.is_glob() && !pieces.iter().any(|piece| matches!(piece, Piece::Literal(text) if text.contains('/'))) {
            Piece::Star
        } else {
            Piece::Unknown
        };
    match pieces.as_slice() {
        // A literal that begins with a letter could itself hold the option.
        [Piece::Star | Piece::Unknown, Piece::Literal(last)] if last.starts_with('.') && !last.contains('=') => {
            Text::Shaped(vec![start, Piece::Literal(last.clone())])
        }
        _ => Text::Shaped(vec![start]),
    }
}
