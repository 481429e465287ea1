//! Each dialect against what its parser really does.

use super::{Parsed, Piece, Text, Word, parse};
use crate::table::{Dialect, Family, OptionDecl, Place, Value, ValueType};

mod doubt;
mod find;
mod gnu;
mod oracle;
mod others;

pub(super) fn dialect(family: Family) -> Dialect {
    Dialect {
        family,
        in_order: false,
        abbreviations: matches!(family, Family::Gnu | Family::Tar),
        plus: false,
        apart: false,
    }
}

/// `-o|--output FILE`, `-i|--in-place [SUFFIX]`, `-u|--unique`; several by comma.
pub(super) fn options(text: &str) -> Vec<OptionDecl> {
    text.split(',')
        .map(|one| {
            let mut parts = one.split_whitespace();
            let spellings = parts.next().unwrap().split('|').map(str::to_owned).collect();
            let names: Vec<&str> = parts.filter(|part| *part != "last").collect();
            OptionDecl {
                spellings,
                values: names
                    .iter()
                    .map(|name| name.trim_matches(['[', ']']))
                    .map(|name| Value { name: name.to_owned(), kind: ValueType::from_name(name) })
                    .collect(),
                optional: names.iter().any(|name| name.starts_with('[')),
                effects: Vec::new(),
                cases: Vec::new(),
                implies: Vec::new(),
                last: one.ends_with(" last"),
                at: Place::default(),
            }
        })
        .collect()
}

/// Words by blanks. `?` is one unknown word, `@` a list of them; a word with `*` in it is a glob.
pub(super) fn words(text: &str) -> Vec<Word> {
    text.split_whitespace().map(word).collect()
}

pub(super) fn word(text: &str) -> Word {
    match text {
        "?" => Word::unknown(),
        "@" => Word::list(),
        _ if text.contains('?') => {
            Word { text: Text::Shaped(pieces(text, '?', &Piece::Unknown)), many: false, span: None }
        }
        _ if text.contains('*') => Word { text: Text::Shaped(pieces(text, '*', &Piece::Star)), many: true, span: None },
        _ => Word::known(text),
    }
}

fn pieces(text: &str, mark: char, piece: &Piece) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (at, part) in text.split(mark).enumerate() {
        if at > 0 {
            pieces.push(piece.clone());
        }
        if !part.is_empty() {
            pieces.push(Piece::Literal(part.into()));
        }
    }
    pieces
}

pub(super) fn show_text(text: &Text) -> String {
    match text {
        Text::Known(text) => text.to_string(),
        Text::Shaped(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                Piece::Literal(text) | Piece::Class(text) => text.to_string(),
                Piece::Star => "*".to_owned(),
                Piece::Question => "·".to_owned(),
                Piece::Unknown => "?".to_owned(),
                Piece::Below => "…".to_owned(),
            })
            .collect(),
    }
}

/// `-o=f -u | a b`, what is not sure in parentheses, and `! reason`.
pub(super) fn show(parsed: &Parsed<'_>) -> String {
    let sure = |text: String, sure: bool| if sure { text } else { format!("({text})") };
    let mut shown: Vec<String> = parsed
        .given
        .iter()
        .map(|given| {
            let values: String = given.values.iter().map(|word| format!("={}", show_text(&word.text))).collect();
            sure(format!("{}{values}", given.option.spellings[0]), given.certain)
        })
        .collect();
    if !parsed.operands.is_empty() {
        shown.push("|".to_owned());
    }
    shown.extend(parsed.operands.iter().map(|operand| sure(show_text(&operand.word.text), operand.sure)));
    if let Some(reason) = &parsed.unknown {
        shown.push(format!("! {reason}"));
    }
    shown.join(" ")
}

/// What a line of words gives under a dialect.
pub(super) fn read(dialect: Dialect, declared: &str, line: &str) -> String {
    let declared = options(declared);
    show(&parse(dialect, &declared, false, &words(line)))
}
