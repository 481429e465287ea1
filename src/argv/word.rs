//! What is known of one word of a command.

use compact_str::{CompactString, format_compact};

/// A word as a program would receive it, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its text.
    pub text: Text,
    /// It stands for a list of 0…∞ words that all fit the text (a glob, `"$@"`, what xargs appends).
    pub many: bool,
    /// Byte span in the call's text, for messages; `None` for words that no text shows.
    pub span: Option<(u32, u32)>,
}

/// Known text, or a shape that the text has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// Exactly this.
    Known(CompactString),
    /// These pieces in this order; at least one is not a literal.
    Shaped(Vec<Piece>),
}

/// A piece of a text that is not wholly known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// This text.
    Literal(CompactString),
    /// `*` of a glob: any run without `/`.
    Star,
    /// `?` of a glob: one character other than `/`.
    Question,
    /// `[…]` of a glob, with its brackets as written.
    Class(CompactString),
    /// Any text at all, `/` included, perhaps empty.
    Unknown,
    /// Any path below what stands before it, perhaps empty, without `..`: what a walk over a tree finds (`find`'s `{}`).
    Below,
}

impl Word {
    /// A known word.
    pub fn known(text: impl Into<CompactString>) -> Word {
        Word { text: Text::Known(text.into()), many: false, span: None }
    }

    /// One word of unknown text.
    pub fn unknown() -> Word {
        Word { text: Text::unknown(), many: false, span: None }
    }

    /// A list of unknown words.
    pub fn list() -> Word {
        Word { text: Text::unknown(), many: true, span: None }
    }

    /// The text where it is one word and known.
    pub fn as_known(&self) -> Option<&str> {
        match &self.text {
            Text::Known(text) if !self.many => Some(text),
            Text::Known(_) | Text::Shaped(_) => None,
        }
    }
}

impl Text {
    /// What fits a glob that a program is given, behind a literal beginning; from a bracket, a brace or a backslash on it is not
    /// worked out.
    pub fn of_glob(before: &str, glob: &str) -> Text {
        let mut pieces = Vec::new();
        let mut literal = CompactString::from(before);
        for c in glob.chars() {
            let piece = match c {
                '*' => Piece::Star,
                '?' => Piece::Question,
                '[' | '{' | '\\' => Piece::Unknown,
                _ => {
                    literal.push(c);
                    continue;
                }
            };
            if !literal.is_empty() {
                pieces.push(Piece::Literal(std::mem::take(&mut literal)));
            }
            let ends = piece == Piece::Unknown;
            pieces.push(piece);
            if ends {
                return Text::Shaped(pieces);
            }
        }
        if pieces.is_empty() {
            return Text::Known(literal);
        }
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        Text::Shaped(pieces)
    }

    /// Nothing is known.
    pub fn unknown() -> Text {
        Text::Shaped(vec![Piece::Unknown])
    }

    /// The known text every such word begins with.
    pub fn prefix(&self) -> &str {
        match self {
            Text::Known(text) => text,
            Text::Shaped(pieces) => match pieces.first() {
                Some(Piece::Literal(text)) => text,
                Some(Piece::Star | Piece::Question | Piece::Class(_) | Piece::Below | Piece::Unknown) | None => "",
            },
        }
    }

    /// Whether some such word begins with `-` (reading rule 8: `*.py` may, `./*` may not).
    pub fn may_begin_with_dash(&self) -> bool {
        self.may_begin_with('-')
    }

    /// Whether some such word begins with `wanted`.
    pub fn may_begin_with(&self, wanted: char) -> bool {
        let Text::Shaped(pieces) = self else {
            return self.prefix().starts_with(wanted);
        };
        for piece in pieces {
            match piece {
                Piece::Literal(text) if text.is_empty() => {}
                Piece::Literal(text) => return text.starts_with(wanted),
                Piece::Class(class) => return class_holds(class, wanted),
                Piece::Question => return wanted != '/',
                // The run may be empty, and then the next piece begins the word.
                Piece::Star if wanted == '/' => {}
                Piece::Below if wanted == '/' => {}
                Piece::Star | Piece::Below | Piece::Unknown => return true,
            }
        }
        false
    }

    /// Whether some such word is empty.
    pub fn may_be_empty(&self) -> bool {
        match self {
            Text::Known(text) => text.is_empty(),
            Text::Shaped(pieces) => pieces.iter().all(|piece| match piece {
                Piece::Literal(text) => text.is_empty(),
                Piece::Star | Piece::Below | Piece::Unknown => true,
                Piece::Question | Piece::Class(_) => false,
            }),
        }
    }

    /// The text behind its first `bytes` bytes, which are known; `None` where they are not.
    pub fn behind(&self, bytes: usize) -> Option<Text> {
        match self {
            Text::Known(text) => text.get(bytes..).map(|rest| Text::Known(rest.into())),
            Text::Shaped(pieces) if bytes == 0 => Some(Text::Shaped(pieces.clone())),
            Text::Shaped(pieces) => {
                let (Piece::Literal(first), others) = pieces.split_first()? else { return None };
                let rest = first.get(bytes..)?;
                let literal = (!rest.is_empty()).then(|| Piece::Literal(rest.into()));
                Some(Text::Shaped(literal.into_iter().chain(others.iter().cloned()).collect()))
            }
        }
    }

    /// This text and then `suffix`.
    #[must_use]
    pub fn followed_by(&self, suffix: &str) -> Text {
        match self {
            Text::Known(text) => Text::Known(format_compact!("{text}{suffix}")),
            Text::Shaped(pieces) => {
                let mut pieces = pieces.clone();
                match pieces.last_mut() {
                    Some(Piece::Literal(last)) => last.push_str(suffix),
                    Some(Piece::Star | Piece::Question | Piece::Class(_) | Piece::Below | Piece::Unknown) | None => {
                        pieces.push(Piece::Literal(suffix.into()));
                    }
                }
                Text::Shaped(pieces)
            }
        }
    }

    /// It is a glob: every piece that is not literal is one of a pattern that the shell expands. Such a list is not empty,
    /// unless the line says `nullglob`.
    pub fn is_glob(&self) -> bool {
        match self {
            Text::Known(_) => false,
            Text::Shaped(pieces) => pieces.iter().all(|piece| match piece {
                Piece::Literal(_) | Piece::Star | Piece::Question | Piece::Class(_) => true,
                Piece::Below | Piece::Unknown => false,
            }),
        }
    }
}

/// Whether a bracket expression, with its brackets as written, may match `wanted`. Ranges end in letters or digits in every
/// locale's order or are taken to hold everything.
pub(super) fn class_holds(class: &str, wanted: char) -> bool {
    if wanted == '/' {
        return false;
    }
    let Some(inner) = class.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else { return true };
    if matches!(inner, "!-" | "^-") {
        return wanted != '-';
    }
    if inner.starts_with(['!', '^']) || inner.contains(['[', '\\']) || !inner.is_ascii() || !wanted.is_ascii() {
        return true;
    }
    let letters: Vec<char> = inner.chars().collect();
    let mut at = 0;
    while let Some(&first) = letters.get(at) {
        match (letters.get(at + 1), letters.get(at + 2)) {
            (Some('-'), Some(&last)) => {
                let plain = first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric();
                // Collation may mix cases and order letters its own way, but keeps punctuation out.
                if !plain || wanted.is_ascii_alphanumeric() {
                    return true;
                }
                at += 3;
            }
            (Some(_) | None, Some(_) | None) => {
                if first == wanted {
                    return true;
                }
                at += 1;
            }
        }
    }
    false
}
