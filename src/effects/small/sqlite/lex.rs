//! SQL text of SQLite cut into tokens.

use super::super::NotProved;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword, name or function.
    Word,
    /// A name in `"…"`, `[…]` or backticks, without them.
    Quoted,
    /// A string in `'…'`, as written between its quotes.
    Text,
    /// A number, parameter or mark, one character of it.
    Mark,
}

/// One token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl Token<'_> {
    /// Whether it is this keyword or name, in any case.
    pub(super) fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text.eq_ignore_ascii_case(word)
    }

    /// Whether it is this mark.
    pub(super) fn mark(&self, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text == mark
    }
}

/// Cuts a text; comments fall away.
pub(super) fn tokens(script: &str) -> Result<Vec<Token<'_>>, NotProved> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < script.len() {
        let Some(rest) = script.get(at..) else { return Err(NotProved::new(at, "a token ends inside a character")) };
        let first = rest.chars().next().unwrap_or_default();
        let (kind, skip, length) = match first {
            ' ' | '\t' | '\n' | '\r' | '\x0c' => {
                at += 1;
                continue;
            }
            '-' if rest.starts_with("--") => {
                at += rest.split('\n').next().unwrap_or_default().len();
                continue;
            }
            '/' if rest.starts_with("/*") => {
                let Some(length) = rest.get(2..).and_then(|inside| inside.find("*/")) else {
                    return Err(NotProved::new(at, "a comment is not closed"));
                };
                at += length + 4;
                continue;
            }
            '\'' => (Kind::Text, 1, quoted(rest, '\'', at)?),
            '"' | '`' => (Kind::Quoted, 1, quoted(rest, first, at)?),
            '[' => (Kind::Quoted, 1, rest.find(']').ok_or_else(|| NotProved::new(at, "a name is not closed"))? - 1),
            _ if is_name(first) => (Kind::Word, 0, rest.find(|c| !is_name(c)).unwrap_or(rest.len())),
            _ if first.is_ascii_graphic() => (Kind::Mark, 0, 1),
            _ => return Err(NotProved::new(at, "a character that SQL does not know")),
        };
        let text = rest.get(skip..skip + length).unwrap_or_default();
        tokens.push(Token { kind, text, at });
        at += length + 2 * skip;
    }
    Ok(tokens)
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii()
}

/// Length between the quotes; a doubled quote is part of the text.
fn quoted(rest: &str, quote: char, at: usize) -> Result<usize, NotProved> {
    let mut chars = rest.char_indices().skip(1).peekable();
    while let Some((index, c)) = chars.next() {
        if c == quote && chars.next_if(|(_, next)| *next == quote).is_none() {
            return Ok(index - 1);
        }
    }
    Err(NotProved::new(at, "a string or name is not closed"))
}
