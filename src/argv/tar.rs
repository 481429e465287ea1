//! As gnu, and a first word without dash is a bundle of letters whose values follow in order: `tar xfC a.tar d`, `ps aux`.
//!
//! A spelling without dash (`e`) is a letter of bundles only; otherwise the letter of `-e` is meant.

use super::Text;
use super::declared::{Arity, Declared, arity};
use super::machine::{Hit, Position, Step};
use crate::table::Family;
use smallvec::SmallVec;

pub(super) fn read(declared: &Declared<'_>, text: &Text, position: Position, steps: &mut Vec<Step>) {
    let begins = match text {
        Text::Known(known) => !known.starts_with('-') && !known.is_empty(),
        Text::Shaped(_) => !text.prefix().starts_with('-'),
    };
    if !position.first || !begins {
        super::gnu::read(Family::Gnu, declared, text, steps);
        return;
    }
    steps.push(match text {
        Text::Known(letters) => bundle(declared, letters),
        Text::Shaped(_) => Step::Undeclared("a bundle of options that is not known".to_owned()),
    });
}

fn bundle(declared: &Declared<'_>, bundle: &str) -> Step {
    let mut hits = SmallVec::new();
    for letter in bundle.chars() {
        match declared.exact(letter.encode_utf8(&mut [0; 4])).or_else(|| declared.letter('-', letter)) {
            Some(option) => match declared.get(option).map(arity) {
                // An optional value is only glued, and in a bundle nothing is.
                Some(Arity::Flag | Arity::Glued | Arity::Fixed(_)) | None => hits.push(Hit { option, glued: None }),
                Some(Arity::Command) => return Step::Undeclared(format!("{letter} in a bundle")),
            },
            None => return Step::Undeclared(format!("option {letter} is not declared")),
        }
    }
    Step::Options(hits)
}
