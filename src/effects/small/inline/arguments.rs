//! Arguments of a call in a script, as far as they are plain literals.

use super::super::Language;

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Argument {
    /// One string literal and nothing else.
    Text(String),
    /// A list, with its first element if that is a string literal.
    List(Option<String>),
    /// `name=value` or `name: value`, with the value if that is a string literal.
    Named(String, Option<String>),
    /// Anything else.
    Other,
}

/// How far a call is followed, in bytes; what is longer is cut into an [`Argument::Other`].
const LONGEST_CALL: usize = 4096;

/// The arguments of the call whose name has just ended. `None`: this is no call. `bare`: parentheses may be missing.
pub(super) fn arguments(language: Language, rest: &str, bare: bool) -> Option<Vec<Argument>> {
    let after = rest.trim_start_matches([' ', '\t']);
    let inside = match after.strip_prefix('(') {
        Some(inside) => inside,
        None if bare && after.len() < rest.len() && !after.starts_with(['=', '.', ',', ';', '|']) => after,
        None => return None,
    };
    Some(split(inside).into_iter().map(|text| argument(language, text.trim())).collect())
}

/// Cuts at the commas that stand outside brackets and strings, up to the end of the call.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut quote, mut escaped) = (0, 0_usize, None, false);
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        if at > LONGEST_CALL {
            end = at;
            break;
        }
        if let Some(open) = quote {
            quote = if c == open && !escaped { None } else { quote };
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '\'' | '"' | '`' => quote = Some(c),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => {
                end = at;
                break;
            }
            ')' | ']' | '}' => depth -= 1,
            ';' if depth == 0 => {
                end = at;
                break;
            }
            ',' if depth == 0 => {
                parts.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text.get(start..end).unwrap_or_default();
    if !(parts.is_empty() && last.trim().is_empty()) {
        parts.push(last);
    }
    parts
}

fn argument(language: Language, text: &str) -> Argument {
    if let Some(text) = literal(language, text) {
        return Argument::Text(text);
    }
    if let Some(list) = text.strip_prefix('[').or_else(|| text.strip_prefix("array(")) {
        let first = split(list).first().and_then(|first| literal(language, first.trim()));
        return Argument::List(first);
    }
    let name = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').and_then(|end| text.split_at_checked(end));
    match name {
        Some((name, value)) if !name.is_empty() => match value.trim_start().strip_prefix(['=', ':']) {
            Some(value) if !value.starts_with(['=', ':']) => {
                Argument::Named(name.to_owned(), literal(language, value.trim()))
            }
            Some(_) | None => Argument::Other,
        },
        Some(_) | None => Argument::Other,
    }
}

/// The text of a string literal without escapes or interpolation.
fn literal(language: Language, text: &str) -> Option<String> {
    let prefixed = match language {
        Language::Python => text.trim_start_matches(['r', 'b', 'u', 'R', 'B', 'U']),
        _ => text,
    };
    let (quote, inside) = match prefixed.chars().next()? {
        quote @ ('\'' | '"' | '`') => (quote, prefixed.strip_prefix(quote)?.strip_suffix(quote)?),
        'q' if language == Language::Perl => ('\'', prefixed.strip_prefix("q(")?.strip_suffix(')')?),
        _ => return None,
    };
    let interpolates: &[char] = match language {
        Language::Perl | Language::Php if quote == '"' => &['$', '@', '{'],
        Language::Ruby if quote == '"' => &['#'],
        Language::Node if quote == '`' => &['$'],
        _ if quote == '`' => return None,
        _ => &[],
    };
    let plain = !inside.contains(['\\', quote, '\n']) && !inside.contains(interpolates);
    plain.then(|| inside.to_owned())
}
