//! Text globs: `*` is any run of characters, `?` any one, `[*]`, `[?]` and `[[]` the character itself. Against known text they match or not; against a text of which
//! only the shape is known they may match.

use super::truth::Truth;
use crate::argv::{Piece, Text, Word};

/// Longest text, in characters, that is held against a glob. What is longer may match.
pub const MAX_TEXT: usize = 64 * 1024;

/// Whether the glob covers the whole text.
pub fn matches(glob: &str, text: &str) -> bool {
    let first = glob.bytes().next();
    if first != text.bytes().next() && !matches!(first, Some(b'*' | b'?' | b'[')) {
        return false;
    }
    if !glob.contains(['*', '?', '[']) {
        return glob == text;
    }
    let (mut glob, mut text) = (glob, text.chars());
    // Only the last `*` seen can need to take more: the earlier ones took as little as they could.
    let mut retry: Option<(&str, std::str::Chars<'_>)> = None;
    loop {
        let mut text_after = text.clone();
        let fits = match (next_token(glob), text_after.next()) {
            (None, None) => return true,
            (Some((Token::Run, behind)), _) => {
                retry = Some((behind, text.clone()));
                glob = behind;
                continue;
            }
            (Some((Token::One, behind)), Some(_)) => Some(behind),
            (Some((Token::Char(wanted), behind)), Some(own)) if wanted == own => Some(behind),
            (Some(_) | None, Some(_) | None) => None,
        };
        match (fits, &mut retry) {
            (Some(behind), _) => (glob, text) = (behind, text_after),
            (None, None) => return false,
            (None, Some((behind, from))) => {
                if from.next().is_none() {
                    return false;
                }
                (glob, text) = (behind, from.clone());
            }
        }
    }
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

/// The first token of a glob, and what follows it.
fn next_token(glob: &str) -> Option<(Token, &str)> {
    for (escape, c) in [("[*]", '*'), ("[?]", '?'), ("[[]", '[')] {
        if let Some(rest) = glob.strip_prefix(escape) {
            return Some((Token::Char(c), rest));
        }
    }
    let c = glob.chars().next()?;
    let token = match c {
        '*' => Token::Run,
        '?' => Token::One,
        c => Token::Char(c),
    };
    Some((token, glob.get(c.len_utf8()..)?))
}

fn glob_tokens(glob: &str) -> Vec<Token> {
    let mut rest = glob;
    std::iter::from_fn(|| {
        let (token, behind) = next_token(rest)?;
        rest = behind;
        Some(token)
    })
    .collect()
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
