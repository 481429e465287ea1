//! Text globs: `*` is any run of characters, `?` any one, `[*]`, `[?]` and `[[]` the character itself. Against known text they match or not; against a text of which
//! only the shape is known they may match.

use super::truth::Truth;
use crate::argv::{Piece, Text, Word};

/// Longest text, in characters, that is held against a glob. What is longer may match.
pub const MAX_TEXT: usize = 64 * 1024;

/// Whether the glob covers the whole text.
pub fn matches(glob: &str, text: &str) -> bool {
    meet(&glob_tokens(glob), &literal_tokens(text))
}

/// Whether the glob covers the text, as far as that is known.
pub fn matches_text(glob: &str, text: &Text) -> Truth {
    match text {
        Text::Known(text) if text.len() > MAX_TEXT => Truth::Maybe,
        Text::Known(text) => matches(glob, text).into(),
        Text::Shaped(pieces) => {
            let tokens = shape_tokens(pieces);
            if glob.chars().all(|c| c == '*') && !glob.is_empty() {
                Truth::Yes
            } else if tokens.len() > MAX_TEXT || meet(&glob_tokens(glob), &tokens) {
                Truth::Maybe
            } else {
                Truth::No
            }
        }
    }
}

/// Whether some word of a list, or this one word, is covered. A list may be empty.
pub fn matches_word(glob: &str, word: &Word) -> Truth {
    matches_text(glob, &word.text).only_if(!word.many)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Char(char),
    One,
    Run,
}

fn glob_tokens(glob: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = glob;
    while let Some(c) = rest.chars().next() {
        let escaped = ["[*]", "[?]", "[[]"].into_iter().find_map(|escape| Some((rest.strip_prefix(escape)?, escape)));
        match escaped {
            Some((after, escape)) => {
                tokens.extend(escape.chars().nth(1).map(Token::Char));
                rest = after;
            }
            None => {
                tokens.push(match c {
                    '*' => Token::Run,
                    '?' => Token::One,
                    c => Token::Char(c),
                });
                rest = rest.strip_prefix(c).unwrap_or_default();
            }
        }
    }
    tokens
}

fn literal_tokens(text: &str) -> Vec<Token> {
    text.chars().map(Token::Char).collect()
}

fn shape_tokens(pieces: &[Piece]) -> Vec<Token> {
    let mut tokens = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) => tokens.extend(text.chars().map(Token::Char)),
            Piece::Star | Piece::Below | Piece::Unknown => tokens.push(Token::Run),
            Piece::Question | Piece::Class(_) => tokens.push(Token::One),
        }
    }
    tokens
}

/// Whether some text is covered by both. `reach` holds, for the tokens of `a` seen so far, how much of `b` can be used up.
fn meet(a: &[Token], b: &[Token]) -> bool {
    let mut reach = vec![false; b.len() + 1];
    if let Some(first) = reach.first_mut() {
        *first = true;
    }
    skip_runs(&mut reach, b);
    for token in a {
        let mut next = vec![false; b.len() + 1];
        match token {
            Token::Run => {
                let mut open = false;
                for (now, before) in next.iter_mut().zip(&reach) {
                    open |= *before;
                    *now = open;
                }
            }
            Token::One | Token::Char(_) => {
                for (at, other) in b.iter().enumerate() {
                    if !reach.get(at).copied().unwrap_or(false) {
                        continue;
                    }
                    let (used, fits) = match (token, other) {
                        (_, Token::Run) => (at, true),
                        (Token::Char(x), Token::Char(y)) => (at + 1, x == y),
                        (Token::One | Token::Run, _) | (_, Token::One) => (at + 1, true),
                    };
                    if fits && let Some(slot) = next.get_mut(used) {
                        *slot = true;
                    }
                }
            }
        }
        skip_runs(&mut next, b);
        reach = next;
    }
    reach.last().copied().unwrap_or(false)
}

/// A run may be empty: what reaches it reaches past it.
fn skip_runs(reach: &mut [bool], b: &[Token]) {
    for (at, token) in b.iter().enumerate() {
        if *token == Token::Run
            && reach.get(at).copied().unwrap_or(false)
            && let Some(slot) = reach.get_mut(at + 1)
        {
            *slot = true;
        }
    }
}

#[cfg(test)]
mod tests;
