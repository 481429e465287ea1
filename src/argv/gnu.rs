//! `getopt_long` and its kin: clusters, glued and optional values, unambiguous prefixes of long options, `--`.
//!
//! posix `getopt` is the same without `=` values and prefixes of long options and stops at the first operand; git's
//! parse-options is the same with `--end-of-options`.

use super::Text;
use super::declared::{Arity, Declared, NUMBER, arity};
use super::machine::{Hit, Step};
use crate::table::Family;
use smallvec::{SmallVec, smallvec};

pub(super) fn read(family: Family, declared: &Declared<'_>, text: &Text, steps: &mut Vec<Step>) {
    match text {
        Text::Known(text) => steps.push(known(family, declared, text)),
        Text::Shaped(_) => shaped(family, declared, text, steps),
    }
}

/// A word of known text has one reading.
pub(super) fn known(family: Family, declared: &Declared<'_>, text: &str) -> Step {
    if text == "--" || (text == "--end-of-options" && family == Family::Git) {
        return Step::End;
    }
    if text == "-" {
        return declared.exact(text).map_or(Step::Operand, Step::Dash);
    }
    if text.starts_with('-')
        && text.len() > 2
        && text != NUMBER
        && let Some(option) = declared.exact(text)
    {
        return Step::Options(smallvec![Hit { option, glued: None }]);
    }
    if text.starts_with("--") {
        return long(family, declared, text, &Text::Known(text.into()));
    }
    let sign = match text.chars().next() {
        Some('-') if text.len() > 1 => '-',
        Some('+') if text.len() > 1 && declared.plus => '+',
        Some(_) | None => return Step::Operand,
    };
    let mut hits = SmallVec::new();
    match cluster(declared, sign, text, &mut hits) {
        Cluster::Whole => Step::Options(hits),
        Cluster::Value { option, behind, .. } => {
            let rest = text.get(behind..).filter(|rest| !rest.is_empty());
            if rest.is_some() && declared.apart {
                return Step::Undeclared(format!("{text} has a value glued to a letter"));
            }
            hits.push(Hit { option, glued: rest.map(|rest| Text::Known(rest.into())) });
            Step::Options(hits)
        }
        Cluster::Undeclared(reason) => Step::Undeclared(reason),
    }
}

/// `--name`, `--name=value`; `text` begins with the literal `start`, which holds the `=` if there is one.
fn long(family: Family, declared: &Declared<'_>, start: &str, text: &Text) -> Step {
    let (name, value) = match start.split_once('=') {
        Some((name, _)) => (name, text.behind(name.len() + 1)),
        None => (start, None),
    };
    let option = match declared.long(name) {
        Ok(option) => option,
        Err(reason) => return Step::Undeclared(reason),
    };
    match (declared.get(option).map(arity), &value) {
        (Some(Arity::Flag), Some(_)) => Step::Undeclared(format!("{name} takes no value")),
        (Some(_), Some(_)) if family == Family::Posix => Step::Undeclared(format!("{name} takes no value by =")),
        (Some(Arity::Flag | Arity::Glued | Arity::Fixed(_) | Arity::Command) | None, _) => {
            Step::Options(smallvec![Hit { option, glued: value }])
        }
    }
}

/// How the letters of a word end.
enum Cluster {
    /// With the word.
    Whole,
    /// At a letter that takes what is behind it in the word, or else the next word.
    Value {
        option: usize,
        behind: usize,
    },
    Undeclared(String),
}

/// Reads letters up to the first that takes a value.
fn cluster(declared: &Declared<'_>, sign: char, text: &str, hits: &mut SmallVec<[Hit; 1]>) -> Cluster {
    let mut number = false;
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        let Some(option) = declared.letter(sign, letter) else {
            match declared.exact(NUMBER) {
                Some(option) if letter.is_ascii_digit() && sign == '-' => {
                    while letters.next_if(|(_, next)| next.is_ascii_digit()).is_some() {}
                    hits.push(Hit { option, glued: None });
                    number = true;
                    continue;
                }
                Some(_) | None => return Cluster::Undeclared(format!("option {sign}{letter} is not declared")),
            }
        };
        match declared.get(option).map(arity) {
            Some(Arity::Flag) | None => hits.push(Hit { option, glued: None }),
            // `head -5c` is an old form in which the letter takes none.
            Some(Arity::Glued | Arity::Fixed(_) | Arity::Command) if number => {
                return Cluster::Undeclared(format!("{sign}{letter} behind a number"));
            }
            Some(Arity::Glued | Arity::Fixed(_) | Arity::Command) => {
                return Cluster::Value { option, behind: at + letter.len_utf8() };
            }
        }
    }
    Cluster::Whole
}

/// A word that is not wholly known: what its known beginning leaves open.
fn shaped(family: Family, declared: &Declared<'_>, text: &Text, steps: &mut Vec<Step>) {
    let start = text.prefix();
    if start.starts_with("--") && start.contains('=') {
        steps.push(long(family, declared, start, text));
        return;
    }
    let sign = match (start.chars().next(), start.chars().nth(1)) {
        (Some('-'), Some(second)) if second != '-' => Some('-'),
        (Some('+'), Some(_)) if declared.plus => Some('+'),
        (Some(_) | None, _) => None,
    };
    if let Some(sign) = sign {
        let mut hits = SmallVec::new();
        match cluster(declared, sign, start, &mut hits) {
            Cluster::Value { option, behind } => {
                if declared.apart {
                    declared.fitting(text, steps);
                    if steps.is_empty() {
                        steps.push(Step::Undeclared(format!("{start} has a value glued to a letter")));
                    }
                    return;
                }
                let rest = text.behind(behind).unwrap_or_else(Text::unknown);
                if rest.may_be_empty() {
                    let hit = Hit { option, glued: None };
                    steps.push(Step::Options(hits.iter().cloned().chain([hit]).collect()));
                }
                hits.push(Hit { option, glued: Some(rest) });
                steps.push(Step::Options(hits));
            }
            Cluster::Whole => {
                // The letters that are known are given whatever the others are.
                steps.push(Step::Options(hits));
                declared.fitting(text, steps);
            }
            Cluster::Undeclared(reason) => {
                declared.fitting(text, steps);
                if steps.is_empty() {
                    steps.push(Step::Undeclared(reason));
                }
            }
        }
        return;
    }
    let may_sign = text.may_begin_with('-') || (declared.plus && text.may_begin_with('+'));
    if !may_sign {
        steps.push(Step::Operand);
        return;
    }
    if !start.starts_with('-') || (start == "-" && text.behind(1).is_none_or(|rest| rest.may_be_empty())) {
        steps.push(Step::Operand);
    }
    if super::glob_holds("--", text) != super::Holds::No {
        steps.push(Step::End);
    }
    if super::glob_holds("-", text) != super::Holds::No
        && let Some(option) = declared.exact("-")
    {
        steps.push(Step::Dash(option));
    }
    declared.fitting(text, steps);
    if steps.is_empty() {
        steps.push(Step::Undeclared(format!("no declared option begins with {start}")));
    }
}
