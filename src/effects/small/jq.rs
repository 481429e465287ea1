//! jq: which filters see more than their input.
//!
//! A filter can neither write nor start anything; it can read the environment (`env`, `$ENV`) and load modules (`import`,
//! `include`). So it is enough to cut the text into tokens and to tell the function `env` from a field, a key or a text of
//! that name. Functions are an accept-list (jq 1.5 to 1.8) with those the filter defines, so that a jq that learns to reach
//! out is not believed.
//!
//! That jq loads `~/.jq` by itself belongs to the program, not to the filter.

use std::collections::BTreeSet;

use super::{Act, Code, MAX_NESTING, Name, NotProved, Reading};
use crate::effects::public::is_public;

const RESERVED: &[&str] = &[
    "and", "as", "break", "catch", "def", "elif", "else", "end", "false", "foreach", "if", "import", "include",
    "label", "module", "null", "or", "reduce", "then", "true", "try",
];

/// `builtins` of jq 1.6 and what 1.5, 1.7 and 1.8 have beside, without `modulemeta`, which reads a module file.
const FUNCTIONS: &[&str] = &[
    "IN",
    "INDEX",
    "JOIN",
    "abs",
    "acos",
    "acosh",
    "add",
    "all",
    "any",
    "arrays",
    "ascii",
    "ascii_downcase",
    "ascii_upcase",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "booleans",
    "bsearch",
    "builtins",
    "capture",
    "cbrt",
    "ceil",
    "combinations",
    "contains",
    "copysign",
    "cos",
    "cosh",
    "date",
    "dateadd",
    "datesub",
    "debug",
    "del",
    "delpaths",
    "drem",
    "empty",
    "endswith",
    "erf",
    "erfc",
    "error",
    "exp",
    "exp10",
    "exp2",
    "explode",
    "expm1",
    "fabs",
    "fdim",
    "finites",
    "first",
    "flatten",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "format",
    "frexp",
    "from_entries",
    "fromdate",
    "fromdateiso8601",
    "fromjson",
    "fromstream",
    "gamma",
    "get_jq_origin",
    "get_prog_origin",
    "get_search_list",
    "getpath",
    "gmtime",
    "group_by",
    "gsub",
    "halt",
    "halt_error",
    "has",
    "have_decnum",
    "have_literal_numbers",
    "hypot",
    "implode",
    "in",
    "index",
    "indices",
    "infinite",
    "input",
    "input_filename",
    "input_line_number",
    "inputs",
    "inside",
    "isempty",
    "isfinite",
    "isinfinite",
    "isnan",
    "isnormal",
    "isvalid",
    "iterables",
    "j0",
    "j1",
    "jn",
    "join",
    "keys",
    "keys_unsorted",
    "last",
    "ldexp",
    "leaf_paths",
    "length",
    "lgamma",
    "lgamma_r",
    "limit",
    "localtime",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "ltrim",
    "ltrimstr",
    "map",
    "map_values",
    "match",
    "max",
    "max_by",
    "min",
    "min_by",
    "mktime",
    "modf",
    "nan",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "normals",
    "not",
    "now",
    "nth",
    "nulls",
    "numbers",
    "objects",
    "path",
    "paths",
    "pick",
    "pow",
    "pow10",
    "range",
    "recurse",
    "recurse_down",
    "remainder",
    "repeat",
    "reverse",
    "rindex",
    "rint",
    "round",
    "rtrim",
    "rtrimstr",
    "scalars",
    "scalars_or_empty",
    "scalb",
    "scalbln",
    "scan",
    "select",
    "setpath",
    "significand",
    "sin",
    "sinh",
    "skip",
    "sort",
    "sort_by",
    "split",
    "splits",
    "sqrt",
    "startswith",
    "stderr",
    "strflocaltime",
    "strftime",
    "strings",
    "strptime",
    "sub",
    "tan",
    "tanh",
    "test",
    "tgamma",
    "to_entries",
    "toarray",
    "toboolean",
    "todate",
    "todateiso8601",
    "tojson",
    "tonumber",
    "tostream",
    "tostring",
    "transpose",
    "trim",
    "trimstr",
    "trunc",
    "truncate_stream",
    "type",
    "unique",
    "unique_by",
    "until",
    "utf8bytelength",
    "values",
    "walk",
    "while",
    "with_entries",
    "y0",
    "y1",
    "yn",
];

/// How many tokens of a parameter list are looked at; a parameter behind them is a function that is not known.
const MAX_PARAMETERS: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A function, keyword or object key.
    Word,
    /// `.name`, without the dot.
    Field,
    /// `$name`, without the dollar.
    Variable,
    /// A string without interpolation, as written between its quotes.
    Text,
    /// One punctuation mark, or a quote of a string with interpolation.
    Mark,
}

#[derive(Clone, Copy)]
struct Token<'a> {
    kind: Kind,
    text: &'a str,
    at: usize,
}

/// What is open around a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Paren,
    Bracket,
    /// An object; whether a key comes next.
    Brace {
        key: bool,
    },
    /// `\(` inside a string.
    Interpolation,
    /// From `if` to `end`, where a comma does not end an object's value.
    If,
}

/// Reads a whole filter.
pub(super) fn read(filter: &str) -> Result<Reading, NotProved> {
    let tokens = tokens(filter)?;
    let loads = tokens.iter().any(|token| token.kind == Kind::Word && matches!(token.text, "import" | "include"));
    let own = definitions(&tokens);
    let mut reading = Reading::default();
    let mut open: Vec<Open> = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some((token, after)) = rest.split_first() {
        rest = after;
        let next = after.first();
        match token.kind {
            Kind::Mark => mark(*token, &mut open)?,
            Kind::Variable if token.text == "ENV" => environment(next, &mut reading),
            Kind::Word if is_key(&open, next) => {}
            Kind::Word => match token.text {
                "env" => environment(next, &mut reading),
                "if" => open.push(Open::If),
                "end" if open.pop() != Some(Open::If) => {
                    return Err(NotProved::new(token.at, "`end` without its `if`"));
                }
                "import" | "include" => {
                    let name = match next {
                        Some(path) if path.kind == Kind::Text && !path.text.contains('\\') => {
                            Name::Known(path.text.to_owned())
                        }
                        _ => Name::Unknown,
                    };
                    reading.push(Act::Runs(Code::Library(name)), true);
                }
                text if RESERVED.contains(&text) || FUNCTIONS.contains(&text) || own.contains(text) || loads => {}
                _ => return Err(NotProved::new(token.at, "a function that is not known")),
            },
            Kind::Field | Kind::Text | Kind::Variable => {}
        }
        if open.len() > MAX_NESTING {
            return Err(NotProved::new(token.at, "nested too deeply"));
        }
    }
    if open.is_empty() { Ok(reading) } else { Err(NotProved::new(filter.len(), "a bracket is not closed")) }
}

/// A bare word is a key only where an object waits for one, and only before what can follow a key.
fn is_key(open: &[Open], next: Option<&Token<'_>>) -> bool {
    open.last() == Some(&Open::Brace { key: true })
        && next.is_some_and(|next| next.kind == Kind::Mark && matches!(next.text, ":" | "," | "}"))
}

fn environment(next: Option<&Token<'_>>, reading: &mut Reading) {
    if !next.is_some_and(|next| next.kind == Kind::Field && is_public(next.text)) {
        reading.push(Act::ReadsEnvironment, false);
    }
}

fn mark(token: Token<'_>, open: &mut Vec<Open>) -> Result<(), NotProved> {
    let opened = match token.text {
        "(" => Some(Open::Paren),
        "\\(" => Some(Open::Interpolation),
        "[" => Some(Open::Bracket),
        "{" => Some(Open::Brace { key: true }),
        _ => None,
    };
    if let Some(opened) = opened {
        open.push(opened);
        return Ok(());
    }
    let fits = match token.text {
        ")" => matches!(open.pop(), Some(Open::Paren | Open::Interpolation)),
        "]" => matches!(open.pop(), Some(Open::Bracket)),
        "}" => matches!(open.pop(), Some(Open::Brace { .. })),
        ":" | "," => {
            if let Some(Open::Brace { key }) = open.last_mut() {
                *key = token.text == ",";
            }
            true
        }
        _ => true,
    };
    if fits { Ok(()) } else { Err(NotProved::new(token.at, "a bracket closes nothing")) }
}

/// Names of functions and parameters that the filter defines.
fn definitions<'a>(tokens: &[Token<'a>]) -> BTreeSet<&'a str> {
    let mut own = BTreeSet::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Word || token.text != "def" {
            continue;
        }
        let mut head = tokens.iter().skip(index + 1);
        own.extend(head.next().filter(|name| name.kind == Kind::Word).map(|name| name.text));
        if head.next().is_some_and(|mark| mark.text == "(") {
            own.extend(
                head.take(MAX_PARAMETERS)
                    .take_while(|token| token.text != ")")
                    .filter(|name| name.kind == Kind::Word)
                    .map(|name| name.text),
            );
        }
    }
    own
}

fn tokens(filter: &str) -> Result<Vec<Token<'_>>, NotProved> {
    let mut lexer = Lexer { filter, at: 0, tokens: Vec::new(), strings: Vec::new(), parens: 0 };
    while lexer.at < filter.len() {
        lexer.token()?;
    }
    if lexer.strings.is_empty() {
        Ok(lexer.tokens)
    } else {
        Err(NotProved::new(filter.len(), "a string is not closed"))
    }
}

struct Lexer<'a> {
    filter: &'a str,
    at: usize,
    tokens: Vec<Token<'a>>,
    /// For each string around, how many parentheses were open where its interpolation began.
    strings: Vec<usize>,
    parens: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.filter.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, kind: Kind, skip: usize, length: usize) {
        let start = self.at + skip;
        let text = self.filter.get(start..start + length).unwrap_or_default();
        self.tokens.push(Token { kind, text, at: self.at });
        self.at = start + length;
    }

    fn token(&mut self) -> Result<(), NotProved> {
        let rest = self.rest();
        let mut bytes = rest.bytes();
        let (first, second) = (bytes.next().unwrap_or_default(), bytes.next().unwrap_or_default());
        match first {
            b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
            b'#' => {
                let comment = rest.split('\n').next().unwrap_or_default();
                if comment.contains(['\\', '\r']) {
                    return Err(NotProved::new(self.at, "a comment whose end is read differently"));
                }
                self.at += comment.len();
            }
            b'"' => {
                self.at += 1;
                self.string()?;
            }
            b'.' if second == b'.' => self.push(Kind::Mark, 0, 2),
            b'.' if second.is_ascii_digit() => self.push(Kind::Mark, 0, number_length(rest)),
            b'.' if is_word_start(second) => {
                self.push(Kind::Field, 1, word_length(rest.get(1..).unwrap_or_default(), false))
            }
            b'$' if is_word_start(second) => {
                self.push(Kind::Variable, 1, word_length(rest.get(1..).unwrap_or_default(), true))
            }
            b'@' if second.is_ascii_alphanumeric() => {
                self.at += 1 + word_length(rest.get(1..).unwrap_or_default(), false);
            }
            b'0'..=b'9' => self.push(Kind::Mark, 0, number_length(rest)),
            _ if is_word_start(first) => self.push(Kind::Word, 0, word_length(rest, true)),
            b'(' => {
                self.parens += 1;
                self.push(Kind::Mark, 0, 1);
            }
            b')' => {
                let Some(parens) = self.parens.checked_sub(1) else {
                    return Err(NotProved::new(self.at, "a bracket closes nothing"));
                };
                self.parens = parens;
                self.push(Kind::Mark, 0, 1);
                if self.strings.last() == Some(&parens) {
                    self.strings.pop();
                    self.string()?;
                }
            }
            b'.' | b'[' | b']' | b'{' | b'}' | b'|' | b',' | b':' | b';' | b'=' | b'!' | b'<' | b'>' | b'+' | b'-'
            | b'*' | b'/' | b'%' | b'?' => self.push(Kind::Mark, 0, 1),
            _ => return Err(NotProved::new(self.at, "a character that jq does not know")),
        }
        Ok(())
    }

    /// Walks the text of a string up to its closing quote or the next interpolation, standing inside it.
    fn string(&mut self) -> Result<(), NotProved> {
        let bytes = self.rest().as_bytes();
        let mut length = 0;
        loop {
            match bytes.get(length) {
                None => return Err(NotProved::new(self.at, "a string is not closed")),
                Some(b'"') => {
                    self.push(Kind::Text, 0, length);
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') if bytes.get(length + 1) == Some(&b'(') => {
                    self.at += length;
                    self.strings.push(self.parens);
                    self.parens += 1;
                    self.push(Kind::Mark, 0, 2);
                    return if self.strings.len() > MAX_NESTING {
                        Err(NotProved::new(self.at, "nested too deeply"))
                    } else {
                        Ok(())
                    };
                }
                Some(b'\\') => length += 2,
                Some(_) => length += 1,
            }
        }
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Length of a name, with its module prefixes where those may stand.
fn word_length(rest: &str, prefixed: bool) -> usize {
    let bytes = rest.as_bytes();
    let mut end = 0;
    loop {
        end += bytes.iter().skip(end).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let more = prefixed && rest.get(end..).is_some_and(|after| after.starts_with("::"));
        if !more || !bytes.get(end + 2).copied().is_some_and(is_word_start) {
            return end;
        }
        end += 2;
    }
}

fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end += 1 + digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}

#[cfg(test)]
mod tests;
