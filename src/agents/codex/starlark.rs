//! As much of Starlark as a file of rules has: calls with named arguments, whose values are strings and lists.

use super::super::rules::Place;

/// Deepest list in a list.
const MAX_DEPTH: usize = 8;

/// A call at the top of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Called {
    /// Where it begins.
    pub place: Place,
    /// The function.
    pub name: String,
    /// Its arguments, by name; `None`: something else than names with strings and lists stands there.
    pub arguments: Option<Vec<(String, Value)>>,
}

/// An argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A string.
    Text(String),
    /// A list or tuple.
    List(Vec<Value>),
    /// A name or number.
    Other,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Name(String),
    Text(String),
    Sign(char),
}

/// Tokens, each with its byte.
type Tokens = [(Token, usize)];

/// The calls of a file, in order.
///
/// # Errors
/// A string without an end, with its place.
pub fn calls(text: &str) -> Result<Vec<Called>, String> {
    let tokens = tokens(text)?;
    let mut rest = tokens.as_slice();
    let mut found = Vec::new();
    while let Some(((token, at), after)) = rest.split_first() {
        rest = after;
        let (Token::Name(name), Some((Token::Sign('('), _))) = (token, rest.first()) else { continue };
        let (inside, after) = to_bracket(rest.get(1..).unwrap_or_default());
        rest = after;
        found.push(Called { place: Place::of(text, *at), name: name.clone(), arguments: arguments(inside) });
    }
    Ok(found)
}

/// What stands before the bracket that closes, and what after.
fn to_bracket(tokens: &Tokens) -> (&Tokens, &Tokens) {
    let mut depth = 1usize;
    for (at, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth -= 1,
            Token::Sign(_) | Token::Name(_) | Token::Text(_) => {}
        }
        if depth == 0 {
            return (tokens.get(..at).unwrap_or_default(), tokens.get(at + 1..).unwrap_or_default());
        }
    }
    (tokens, &[])
}

fn arguments(mut tokens: &Tokens) -> Option<Vec<(String, Value)>> {
    let mut found = Vec::new();
    while !tokens.is_empty() {
        let [(Token::Name(name), _), (Token::Sign('='), _), rest @ ..] = tokens else { return None };
        let (value, rest) = value(rest, 0)?;
        found.push((name.clone(), value));
        tokens = match rest {
            [] => &[],
            [(Token::Sign(','), _), rest @ ..] => rest,
            _ => return None,
        };
    }
    Some(found)
}

fn value(tokens: &Tokens, depth: usize) -> Option<(Value, &Tokens)> {
    match tokens {
        [(Token::Text(text), _), rest @ ..] => Some((Value::Text(text.clone()), rest)),
        [(Token::Name(_), _), rest @ ..] => Some((Value::Other, rest)),
        [(Token::Sign('[' | '('), _), rest @ ..] if depth < MAX_DEPTH => {
            let mut items = Vec::new();
            let mut rest = rest;
            loop {
                if let [(Token::Sign(']' | ')'), _), after @ ..] = rest {
                    return Some((Value::List(items), after));
                }
                let (item, after) = value(rest, depth + 1)?;
                items.push(item);
                rest = match after {
                    [(Token::Sign(','), _), after @ ..] => after,
                    [(Token::Sign(']' | ')'), _), ..] => after,
                    _ => return None,
                };
            }
        }
        _ => None,
    }
}

fn tokens(text: &str) -> Result<Vec<(Token, usize)>, String> {
    let mut found = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '#' => while characters.next_if(|(_, c)| *c != '\n').is_some() {},
            '"' | '\'' => {
                let rest = text.get(at..).unwrap_or_default();
                let (string, length) = string(rest, c).ok_or_else(|| {
                    let place = Place::of(text, at);
                    format!("{}:{}: the string has no end", place.line, place.column)
                })?;
                found.push((Token::Text(string), at));
                while characters.next_if(|(own, _)| *own < at + length).is_some() {}
            }
            c if c.is_alphanumeric() || c == '_' || c == '.' => {
                let mut name = String::from(c);
                while let Some((_, c)) = characters.next_if(|(_, c)| c.is_alphanumeric() || *c == '_' || *c == '.') {
                    name.push(c);
                }
                found.push((Token::Name(name), at));
            }
            c if c.is_whitespace() => {}
            c => found.push((Token::Sign(c), at)),
        }
    }
    Ok(found)
}

/// A string that the text begins with, and its length in bytes.
fn string(text: &str, quote: char) -> Option<(String, usize)> {
    let triple: String = [quote; 3].iter().collect();
    let mark = if text.starts_with(&triple) { triple } else { quote.to_string() };
    let body = text.strip_prefix(&mark)?;
    let mut value = String::new();
    let mut characters = body.char_indices();
    while let Some((at, c)) = characters.next() {
        if body.get(at..)?.starts_with(&mark) {
            return Some((value, mark.len() + at + mark.len()));
        }
        match c {
            '\n' if mark.len() == 1 => return None,
            '\\' => match characters.next()?.1 {
                'n' => value.push('\n'),
                't' => value.push('\t'),
                'r' => value.push('\r'),
                '\n' => {}
                c @ ('\\' | '"' | '\'') => value.push(c),
                // Another escape stays as it is written; such a word is no word of a rule.
                c => value.extend(['\\', c]),
            },
            c => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests;
