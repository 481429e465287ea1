//! The declared options of one command, by how a word names them.

use super::{Piece, Text};
use super::machine::{Hit, Step};
use super::pattern::{Atom, Set, meet, of_text, push_literal};
use crate::table::{OptionDecl, ValueType};

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
        let is = |sign: char| {
            move |spelling: &String| {
                let mut letters = spelling.chars();
                letters.next() == Some(sign) && letters.next() == Some(letter) && letters.next().is_none()
            }
        };
        let find = |sign: char| self.options.iter().position(|option| option.spellings.iter().any(is(sign)));
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

    /// Letters of options without separate value, and of options that swallow the rest of their word.
    fn letters(&self, flags: &mut String, valued: &mut String) {
        for option in self.options {
            for spelling in &option.spellings {
                let mut letters = spelling.chars();
                if let (Some('-' | '+'), Some(letter), None) = (letters.next(), letters.next(), letters.next())
                    && letter != '-'
                {
                    match arity(option) {
                        Arity::Flag => flags.push(letter),
                        Arity::Glued | Arity::Fixed(_) | Arity::Command => valued.push(letter),
                    }
                }
                if spelling == NUMBER {
                    flags.push_str("0123456789");
                }
            }
        }
    }

    /// Every option: the word may be any text (no spelling holds the `/` that a glob leaves out).
    fn all(&self, text: &Text, steps: &mut Vec<Step>) {
        let tail = tail(text);
        for (at, option) in self.options.iter().enumerate().filter(|(_, option)| option.spellings.iter().any(|own| own != "-")) {
            steps.push(Step::Options(vec![Hit { option: at, glued: None }]));
            if !matches!(arity(option), Arity::Flag) {
                steps.push(Step::Options(vec![Hit { option: at, glued: Some(tail.clone()) }]));
            }
        }
    }

    /// Every option that a word of this shape can be or hold, each as a way to read the word.
    pub(super) fn fitting(&self, text: &Text, steps: &mut Vec<Step>) {
        if matches!(text, Text::Shaped(pieces) if pieces.iter().all(|piece| matches!(piece, Piece::Unknown | Piece::Star))) {
            self.all(text, steps);
            return;
        }
        let shape = of_text(text);
        let (mut flags, mut valued) = (String::new(), String::new());
        self.letters(&mut flags, &mut valued);
        let tail = tail(text);
        let start = text.prefix().split('=').next().unwrap_or_default();
        for (at, option) in self.options.iter().enumerate() {
            let arity = arity(option);
            let (mut bare, mut glued) = (false, false);
            for spelling in &option.spellings {
                if spelling.starts_with("--") {
                    if !start.is_empty() && !(start.starts_with(spelling) || spelling.starts_with(start)) {
                        continue;
                    }
                    let shortest = if self.abbreviations { 3 } else { spelling.len() };
                    for end in shortest..=spelling.len() {
                        let Some(name) = spelling.get(..end) else { continue };
                        let mut form = Vec::new();
                        push_literal(&mut form, name);
                        bare = bare || meet(&shape, &form);
                        push_literal(&mut form, "=");
                        form.push(Atom::REST);
                        glued = glued || meet(&shape, &form);
                        if bare && glued {
                            break;
                        }
                    }
                } else if spelling == NUMBER || is_letter(spelling) {
                    for sign in if self.plus { &['-', '+'][..] } else { &['-'][..] } {
                        let cluster = Atom { set: Set::OneOf(&flags), repeated: true };
                        let mut form = vec![Atom { set: Set::One(*sign), repeated: false }, cluster];
                        if spelling == NUMBER {
                            form.push(Atom { set: Set::OneOf("0123456789"), repeated: false });
                        } else {
                            push_literal(&mut form, spelling.get(1..).unwrap_or_default());
                        }
                        match arity {
                            Arity::Flag => {
                                let mut longer = form.clone();
                                form.push(cluster);
                                longer.extend([cluster, Atom { set: Set::OneOf(&valued), repeated: false }, Atom::REST]);
                                bare = bare || meet(&shape, &form) || meet(&shape, &longer);
                            }
                            Arity::Glued | Arity::Fixed(_) | Arity::Command => {
                                bare = bare || meet(&shape, &form);
                                form.extend([Atom { set: Set::All, repeated: false }, Atom::REST]);
                                glued = glued || meet(&shape, &form);
                            }
                        }
                    }
                } else if spelling != "-" {
                    let mut form = Vec::new();
                    push_literal(&mut form, spelling);
                    bare = bare || meet(&shape, &form);
                    push_literal(&mut form, "=");
                    form.push(Atom::REST);
                    glued = glued || meet(&shape, &form);
                }
            }
            if bare {
                steps.push(Step::Options(vec![Hit { option: at, glued: None }]));
            }
            match arity {
                Arity::Glued | Arity::Fixed(_) | Arity::Command if glued => {
                    steps.push(Step::Options(vec![Hit { option: at, glued: Some(tail.clone()) }]));
                }
                Arity::Flag | Arity::Glued | Arity::Fixed(_) | Arity::Command => {}
            }
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
    let start = if text.is_glob() && !pieces.iter().any(|piece| matches!(piece, Piece::Literal(text) if text.contains('/'))) {
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
