//! One text in all the quotes a shell has.

use super::{Spelling, Way, Written, replaced};
use std::fmt::Write as _;

/// Every word that is known text, each time all of them alike: in single and double quotes, in `$'…'`, behind a backslash, cut
/// in two by empty quotes.
pub(super) fn of_words(source: &str, words: &[Written], out: &mut Vec<Spelling>) {
    for form in [single, double, ansi, backslash, cut] {
        let mut line = source.to_owned();
        for word in words.iter().rev() {
            let Some(text) = word.text.as_deref().filter(|text| !text.is_empty()) else { continue };
            line = replaced(&line, &word.at, &form(text));
        }
        out.push(Spelling { line, way: Way::Quoted });
    }
}

fn single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn double(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\' | '$' | '`') {
            out.push('\\');
        }
        out.push(c);
    }
    out + "\""
}

fn ansi(text: &str) -> String {
    let mut out = String::from("$'");
    for c in text.chars() {
        if c.is_ascii() {
            let _ = write!(out, "\\x{:02x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out + "'"
}

fn backslash(text: &str) -> String {
    if text.contains('\n') {
        return single(text);
    }
    text.chars().flat_map(|c| ['\\', c]).collect()
}

fn cut(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.by_ref().take(1).collect();
    format!("{}\"\"{}", single(&first), single(chars.as_str()))
}
