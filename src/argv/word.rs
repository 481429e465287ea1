//! What is known of one word of a command.

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
    Known(String),
    /// These pieces in this order; at least one is not a literal.
    Shaped(Vec<Piece>),
}

/// A piece of a text that is not wholly known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// This text.
    Literal(String),
    /// `*` of a glob: any run without `/`.
    Star,
    /// `?` of a glob: one character other than `/`.
    Question,
    /// `[…]` of a glob, with its brackets as written.
    Class(String),
    /// Any text at all, `/` included, perhaps empty.
    Unknown,
}

impl Word {
    /// A known word.
    pub fn known(text: impl Into<String>) -> Word {
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
                Some(Piece::Star | Piece::Question | Piece::Class(_) | Piece::Unknown) | None => "",
            },
        }
    }

    /// Whether some such word begins with `-` (reading rule 8: `*.py` may, `./*` may not).
    pub fn may_begin_with_dash(&self) -> bool {
        match self {
            Text::Known(text) => text.starts_with('-'),
            Text::Shaped(pieces) => match pieces.first() {
                Some(Piece::Literal(text)) => text.is_empty() || text.starts_with('-'),
                Some(Piece::Class(class)) => class.contains('-') || class.starts_with("[!") || class.starts_with("[^") || class.contains("[:"),
                Some(Piece::Star | Piece::Question | Piece::Unknown) => true,
                None => false,
            },
        }
    }
}
