//! Two small patterns that may have a text in common: what a word is known to look like, and what an option looks like.

use super::word::class_holds;
use super::{Piece, Text};

/// Whether something is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holds {
    /// In no reading.
    No,
    /// In some readings.
    Maybe,
    /// In every reading.
    Yes,
}

impl Holds {
    /// Both.
    #[must_use]
    pub fn and(self, other: Holds) -> Holds {
        self.min(other)
    }

    /// At least one.
    #[must_use]
    pub fn or(self, other: Holds) -> Holds {
        self.max(other)
    }

    /// The opposite; doubt stays doubt.
    #[must_use]
    pub fn negated(self) -> Holds {
        match self {
            Holds::No => Holds::Yes,
            Holds::Maybe => Holds::Maybe,
            Holds::Yes => Holds::No,
        }
    }
}

/// A set of characters, once or any number of times.
#[derive(Debug, Clone, Copy)]
pub(super) struct Atom<'a> {
    pub set: Set<'a>,
    pub repeated: bool,
}

/// Characters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Set<'a> {
    One(char),
    OneOf(&'a str),
    Class(&'a str),
    NoSlash,
    All,
}

impl Atom<'_> {
    pub(super) const REST: Atom<'static> = Atom { set: Set::All, repeated: true };
}

/// Appends `text` character by character.
pub(super) fn push_literal(atoms: &mut Vec<Atom<'_>>, text: &str) {
    atoms.extend(text.chars().map(|letter| Atom { set: Set::One(letter), repeated: false }));
}

/// The pattern of a word.
pub(super) fn of_text(text: &Text) -> Vec<Atom<'_>> {
    let mut atoms = Vec::new();
    match text {
        Text::Known(text) => push_literal(&mut atoms, text),
        Text::Shaped(pieces) => {
            for piece in pieces {
                match piece {
                    Piece::Literal(text) => push_literal(&mut atoms, text),
                    Piece::Star => atoms.push(Atom { set: Set::NoSlash, repeated: true }),
                    Piece::Question => atoms.push(Atom { set: Set::NoSlash, repeated: false }),
                    Piece::Class(class) => atoms.push(Atom { set: Set::Class(class), repeated: false }),
                    Piece::Below | Piece::Unknown => atoms.push(Atom::REST),
                }
            }
        }
    }
    atoms
}

/// The pattern of a declaration's glob: `*` any run, `?` one character.
fn of_glob(glob: &str) -> Vec<Atom<'_>> {
    glob.chars()
        .map(|letter| match letter {
            '*' => Atom::REST,
            '?' => Atom { set: Set::All, repeated: false },
            other => Atom { set: Set::One(other), repeated: false },
        })
        .collect()
}

/// Whether some text has both shapes.
pub(super) fn meet(left: &[Atom<'_>], right: &[Atom<'_>]) -> bool {
    let width = right.len() + 1;
    let mut seen = vec![false; (left.len() + 1) * width];
    let mut open = vec![(0, 0)];
    while let Some((i, j)) = open.pop() {
        match seen.get_mut(i * width + j) {
            Some(mark) if !*mark => *mark = true,
            Some(_) | None => continue,
        }
        if i == left.len() && j == right.len() {
            return true;
        }
        let (here, there) = (left.get(i), right.get(j));
        if here.is_some_and(|atom| atom.repeated) {
            open.push((i + 1, j));
        }
        if there.is_some_and(|atom| atom.repeated) {
            open.push((i, j + 1));
        }
        if let (Some(here), Some(there)) = (here, there)
            && share(here.set, there.set)
        {
            open.push((i + usize::from(!here.repeated), j + usize::from(!there.repeated)));
        }
    }
    false
}

/// Whether two sets have a character in common; `true` where that is not worked out.
fn share(left: Set<'_>, right: Set<'_>) -> bool {
    match (left, right) {
        (Set::One(letter), other) | (other, Set::One(letter)) => holds(other, letter),
        (Set::OneOf(letters), other) | (other, Set::OneOf(letters)) => {
            letters.chars().any(|letter| holds(other, letter))
        }
        (Set::Class(_) | Set::NoSlash | Set::All, Set::Class(_) | Set::NoSlash | Set::All) => true,
    }
}

fn holds(set: Set<'_>, letter: char) -> bool {
    match set {
        Set::One(one) => one == letter,
        Set::OneOf(letters) => letters.contains(letter),
        Set::Class(class) => class_holds(class, letter),
        Set::NoSlash => letter != '/',
        Set::All => true,
    }
}

/// Whether a word's text matches a declaration's glob (`*` any run, `?` one character; the whole text).
pub fn glob_holds(glob: &str, text: &Text) -> Holds {
    if let Text::Known(text) = text {
        return if covers(glob, text) { Holds::Yes } else { Holds::No };
    }
    let start = glob.split(['*', '?']).next().unwrap_or_default();
    let known = text.prefix();
    if !(start.starts_with(known) || known.starts_with(start)) || !meet(&of_glob(glob), &of_text(text)) {
        return Holds::No;
    }
    match glob.strip_suffix('*') {
        Some(start) if !start.contains(['*', '?']) && text.prefix().starts_with(start) => Holds::Yes,
        Some(_) | None => Holds::Maybe,
    }
}

/// Whether a glob covers a known text.
fn covers(glob: &str, text: &str) -> bool {
    let first = glob.bytes().next();
    if first != text.bytes().next() && !matches!(first, Some(b'*' | b'?')) {
        return false;
    }
    if !glob.contains(['*', '?']) {
        return glob == text;
    }
    let (mut glob, mut text) = (glob.chars(), text.chars());
    // Only the last `*` seen can need to take more: the earlier ones took as little as they could.
    let mut retry: Option<(std::str::Chars<'_>, std::str::Chars<'_>)> = None;
    loop {
        let (mut glob_after, mut text_after) = (glob.clone(), text.clone());
        match (glob_after.next(), text_after.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                retry = Some((glob_after.clone(), text.clone()));
                glob = glob_after;
            }
            (Some(wanted), Some(own)) if wanted == '?' || wanted == own => (glob, text) = (glob_after, text_after),
            (Some(_) | None, Some(_) | None) => {
                let Some((behind, from)) = &mut retry else { return false };
                if from.next().is_none() {
                    return false;
                }
                (glob, text) = (behind.clone(), from.clone());
            }
        }
    }
}
