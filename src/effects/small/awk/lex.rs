//! Awk text cut into tokens.

use super::super::NotProved;

/// What a token is; its text tells which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The end of a line that is not continued.
    Newline,
    /// A number, without sign.
    Number,
    /// A string; the text stands without its quotes, escapes as written.
    Text,
    /// A regular expression, without its slashes.
    Regex,
    /// A variable, array, or a function named without a call.
    Name,
    /// A name directly before `(`: a call of a user's function.
    Call,
    /// A function of the language.
    Builtin,
    /// A reserved word.
    Keyword,
    /// An operator or punctuation mark.
    Mark,
    /// The end of the program.
    End,
}

/// One token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
    /// Byte offset in the program.
    pub(super) at: usize,
}

const KEYWORDS: &[&str] = &[
    "BEGIN",
    "BEGINFILE",
    "END",
    "ENDFILE",
    "break",
    "case",
    "continue",
    "default",
    "delete",
    "do",
    "else",
    "exit",
    "for",
    "func",
    "function",
    "getline",
    "if",
    "in",
    "next",
    "nextfile",
    "print",
    "printf",
    "return",
    "switch",
    "while",
];

/// Functions that only compute, print or close; and `system`. What is not here (`bindtextdomain`, extension functions) is not
/// proved.
const BUILTINS: &[&str] = &[
    "and", "asort", "asorti", "atan2", "close", "compl", "cos", "exp", "fflush", "gensub", "gsub", "index", "int",
    "isarray", "length", "log", "lshift", "match", "mkbool", "mktime", "or", "patsplit", "rand", "rshift", "sin",
    "split", "sprintf", "sqrt", "srand", "strftime", "strtonum", "sub", "substr", "system", "systime", "tolower",
    "toupper", "typeof", "xor",
];

/// Longest first.
const MARKS: &[&str] = &[
    "**=", "!=", "!~", "%=", "&&", "**", "*=", "++", "+=", "--", "-=", "/=", "<=", "==", ">=", ">>", "^=", "|&", "||",
    "!", "$", "%", "(", ")", "*", "+", ",", "-", "/", ":", ";", "<", "=", ">", "?", "@", "[", "]", "^", "{", "|", "}",
    "~",
];

/// What a `/` means.
enum Slash {
    Division,
    Regex,
}

/// Cuts a program; the last token is [`Kind::End`].
pub(super) fn tokens(program: &str) -> Result<Vec<Token<'_>>, NotProved> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut at = 0;
    while at < program.len() {
        let Some(rest) = program.get(at..) else { return Err(NotProved::new(at, "a token ends inside a character")) };
        let first = rest.as_bytes().first().copied().unwrap_or_default();
        let (kind, skip, length) = match first {
            b' ' | b'\t' => {
                at += 1;
                continue;
            }
            b'\\' if rest.starts_with("\\\n") => {
                at += 2;
                continue;
            }
            b'#' => {
                let comment = rest.split('\n').next().unwrap_or_default();
                if comment.ends_with('\\') || comment.contains('\r') {
                    return Err(NotProved::new(at, "a comment whose end is read differently"));
                }
                at += comment.len();
                continue;
            }
            b'\n' => (Kind::Newline, 0, 1),
            b'"' => {
                let length = string_length(rest).ok_or_else(|| NotProved::new(at, "a string is not closed"))?;
                (Kind::Text, 1, length)
            }
            b'0'..=b'9' => (Kind::Number, 0, number_length(rest)),
            b'.' if matches!(rest.as_bytes().get(1), Some(b'0'..=b'9')) => (Kind::Number, 0, number_length(rest)),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => word(rest),
            b'/' => match slash(&tokens, at)? {
                Slash::Regex => (
                    Kind::Regex,
                    1,
                    regex_length(rest).ok_or_else(|| NotProved::new(at, "a pattern whose end is not sure"))?,
                ),
                Slash::Division => (Kind::Mark, 0, if rest.starts_with("/=") { 2 } else { 1 }),
            },
            _ => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                // `::` names another namespace's variable or function.
                Some(_) if rest.starts_with("::") => return Err(NotProved::new(at, "a namespace")),
                Some(mark) => (Kind::Mark, 0, mark.len()),
                None => return Err(NotProved::new(at, "a character that awk does not know")),
            },
        };
        let text = rest.get(skip..skip + length).unwrap_or_default();
        tokens.push(Token { kind, text, at });
        at += length + 2 * skip;
    }
    tokens.push(Token { kind: Kind::End, text: "", at: program.len() });
    Ok(tokens)
}

fn word(rest: &str) -> (Kind, usize, usize) {
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let text = rest.get(..end).unwrap_or_default();
    let kind = if KEYWORDS.contains(&text) {
        Kind::Keyword
    } else if BUILTINS.contains(&text) {
        Kind::Builtin
    } else if rest.as_bytes().get(end) == Some(&b'(') {
        Kind::Call
    } else {
        Kind::Name
    };
    (kind, 0, end)
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

/// Length of the text between the quotes.
fn string_length(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at - 1),
            b'\n' => return None,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// A pattern may stand where an operand may, a division where one has just ended.
fn slash(before: &[Token<'_>], at: usize) -> Result<Slash, NotProved> {
    let Some((last, earlier)) = before.split_last() else { return Ok(Slash::Regex) };
    match (last.kind, last.text) {
        (Kind::Number | Kind::Text | Kind::Name, _) | (Kind::Mark, ")" | "]") => Ok(Slash::Division),
        (Kind::Mark, "++" | "--") => match earlier.last() {
            Some(token) if token.kind == Kind::Name || token.text == "]" => Ok(Slash::Division),
            _ => Err(NotProved::new(at, "a slash after an increment")),
        },
        // `/=` may itself have been the start of a pattern.
        (Kind::Mark, "/=" | "/" | "$") | (Kind::Regex | Kind::Builtin | Kind::Call | Kind::End, _) => {
            Err(NotProved::new(at, "a slash that may divide or open a pattern"))
        }
        (Kind::Mark | Kind::Newline, _) | (Kind::Keyword, "print" | "printf" | "return" | "case" | "else" | "do") => {
            Ok(Slash::Regex)
        }
        (Kind::Keyword, _) => Err(NotProved::new(at, "a slash that may divide or open a pattern")),
    }
}

/// How an implementation looks at `[…]` in a pattern.
#[derive(Clone, Copy)]
struct Brackets {
    /// A slash inside is part of the pattern.
    opaque: bool,
    /// A backslash inside takes the next character with it.
    escapes: bool,
    /// A `]` directly after `[` or `[^` is a member.
    leading: bool,
}

/// Length of the text between the slashes, if every implementation finds the same one, or if those that end it inside a plain
/// bracket expression must reject what they found.
fn regex_length(rest: &str) -> Option<usize> {
    let opaque = Brackets { opaque: true, escapes: true, leading: true };
    let end = regex_end(rest, opaque)?;
    let variants = [(true, true), (true, false), (false, true), (false, false)];
    let agreed = variants
        .into_iter()
        .all(|(escapes, leading)| regex_end(rest, Brackets { opaque: true, escapes, leading }) == Some(end));
    if !agreed {
        return None;
    }
    // Ending early leaves an unclosed `[`, which those implementations reject before anything runs.
    Some(end - 1)
}

/// Offset of the closing slash.
fn regex_end(rest: &str, brackets: Brackets) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'/' => return Some(at),
            b'\n' => return None,
            b'\\' => at += 2,
            b'[' if brackets.opaque => at = bracket_end(bytes, at, brackets)?,
            _ => at += 1,
        }
    }
}

/// Offset behind the bracket expression that opens at `at`.
fn bracket_end(bytes: &[u8], mut at: usize, brackets: Brackets) -> Option<usize> {
    at += 1;
    if bytes.get(at) == Some(&b'^') {
        at += 1;
    }
    if brackets.leading && bytes.get(at) == Some(&b']') {
        at += 1;
    }
    loop {
        match bytes.get(at)? {
            b']' => return Some(at + 1),
            b'\n' => return None,
            b'\\' if brackets.escapes => at += 2,
            b'[' if bytes.get(at + 1) == Some(&b':') => {
                let name = bytes.get(at + 2..)?;
                let length = name.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
                if name.get(length..length + 2)? != b":]" {
                    return None;
                }
                at += 4 + length;
            }
            b'[' if matches!(bytes.get(at + 1), Some(b'.' | b'=')) => return None,
            _ => at += 1,
        }
    }
}
