//! Texts for every way in which globs can take a text or not.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Most states that are looked at for one set of globs.
const MAX_STATES: usize = 4096;

/// Longest glob, in characters.
const MAX_GLOB: usize = 120;

/// Characters for what no glob names, in this order.
const PLAIN: &str = "xzqvkjwyug";

/// A glob as a row of tokens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Glob(Vec<Token>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Token {
    Char(char),
    One,
    Run,
}

impl Glob {
    /// One of a declaration: `*` any run, `?` one character.
    pub fn declared(glob: &str) -> Glob {
        Glob(glob.chars().map(token).collect())
    }

    /// One of an entry, where `[*]` is the character itself.
    pub fn of_entry(glob: &str) -> Glob {
        let mut tokens = Vec::new();
        let mut rest = glob;
        while let Some(first) = rest.chars().next() {
            let escaped = [("[*]", '*'), ("[?]", '?'), ("[[]", '[')];
            let (token, behind) = match escaped.into_iter().find(|(text, _)| rest.starts_with(text)) {
                Some((text, own)) => (Token::Char(own), rest.get(text.len()..)),
                None => (token(first), rest.get(first.len_utf8()..)),
            };
            tokens.push(token);
            rest = behind.unwrap_or_default();
        }
        Glob(tokens)
    }

    /// The positions that are reached without a character, as bits.
    fn closed(&self, mut at: u128) -> u128 {
        for (index, token) in self.0.iter().enumerate() {
            if *token == Token::Run && at & (1 << index) != 0 {
                at |= 1 << (index + 1);
            }
        }
        at
    }

    fn step(&self, at: u128, next: char) -> u128 {
        let mut then = 0;
        for (index, token) in self.0.iter().enumerate().filter(|(index, _)| at & (1 << index) != 0) {
            match token {
                Token::Run => then |= 1 << index,
                Token::One => then |= 1 << (index + 1),
                Token::Char(own) if *own == next => then |= 1 << (index + 1),
                Token::Char(_) => {}
            }
        }
        self.closed(then)
    }

    /// Whether it takes a text.
    pub fn covers(&self, text: &str) -> bool {
        self.0.len() <= MAX_GLOB && self.takes(text.chars().fold(self.closed(1), |at, letter| self.step(at, letter)))
    }

    fn takes(&self, at: u128) -> bool {
        at & (1 << self.0.len()) != 0
    }
}

fn token(letter: char) -> Token {
    match letter {
        '*' => Token::Run,
        '?' => Token::One,
        other => Token::Char(other),
    }
}

/// For each way in which some text is taken by some of the globs and not by the others, the shortest such text, none of them
/// empty if that can be helped. `true`: there are no other ways.
///
/// The globs are run side by side, one character at a time; what differs in no glob's state differs in nothing.
pub fn every_way(globs: &[Glob]) -> (Vec<String>, bool) {
    if globs.iter().any(|glob| glob.0.len() > MAX_GLOB) {
        return (Vec::new(), false);
    }
    let alphabet = alphabet(globs);
    let start: Vec<u128> = globs.iter().map(|glob| glob.closed(1)).collect();
    let mut found: BTreeMap<Vec<bool>, String> = BTreeMap::new();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut open = VecDeque::from([(start.clone(), String::new())]);
    while let Some((state, text)) = open.pop_front() {
        for letter in &alphabet {
            let next: Vec<u128> = globs.iter().zip(&state).map(|(glob, at)| glob.step(*at, *letter)).collect();
            let text = format!("{text}{letter}");
            found.entry(ways(globs, &next)).or_insert_with(|| text.clone());
            if seen.len() < MAX_STATES && seen.insert(next.clone()) {
                open.push_back((next, text));
            }
        }
    }
    found.entry(ways(globs, &start)).or_default();
    let mut texts: Vec<String> = found.into_values().collect();
    texts.sort_by_key(|text| (text.len(), text.clone()));
    (texts, seen.len() < MAX_STATES)
}

/// A text that all of `like` and none of `unlike` take; `None`: there is none, or none was found.
pub fn text_of(like: &[Glob], unlike: &[Glob]) -> Option<String> {
    let all: Vec<Glob> = like.iter().chain(unlike).cloned().collect();
    let fits =
        |text: &String| like.iter().all(|glob| glob.covers(text)) && !unlike.iter().any(|glob| glob.covers(text));
    every_way(&all).0.into_iter().find(fits)
}

fn ways(globs: &[Glob], state: &[u128]) -> Vec<bool> {
    globs.iter().zip(state).map(|(glob, at)| glob.takes(*at)).collect()
}

/// The characters that globs tell apart: one that none of them names, and those that they do, what means something to a program last.
fn alphabet(globs: &[Glob]) -> Vec<char> {
    let named: BTreeSet<char> = globs
        .iter()
        .flat_map(|glob| &glob.0)
        .filter_map(|token| match token {
            Token::Char(own) => Some(*own),
            Token::One | Token::Run => None,
        })
        .collect();
    let plain = PLAIN.chars().find(|letter| !named.contains(letter));
    let (letters, others): (Vec<char>, Vec<char>) = named.into_iter().partition(|letter| letter.is_alphanumeric());
    let (dash, others): (Vec<char>, Vec<char>) = others.into_iter().partition(|letter| *letter == '-');
    plain.into_iter().chain(letters).chain(others).chain(dash).collect()
}

#[cfg(test)]
mod tests;
