//! A word while it is being put together.

use crate::argv::{Piece, Text, Word};
use compact_str::CompactString;

/// Where a process substitution appears to the program. It stands in a word's text; that the word is one whole substitution
/// is told by its span.
pub const PROCESS_PATH: &str = "/dev/fd/63";

/// The pieces of a word so far.
#[derive(Debug, Clone, Default)]
pub struct Field {
    text: CompactString,
    pieces: Vec<Piece>,
    many: bool,
    list: bool,
    /// Pieces up to the first thing that splits, that one included.
    head: Option<usize>,
    /// Pieces before the last thing that splits.
    tail: usize,
    /// Output that is names was added.
    names: bool,
    /// Text of which nothing is known was added.
    strange: bool,
    /// Something is quoted, so that the word is there even if it is empty.
    pub exists: bool,
}

impl Field {
    /// Adds known text.
    pub fn literal(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds any text at all.
    pub fn unknown(&mut self) {
        self.exists = true;
        self.strange = true;
        self.push(Piece::Unknown);
    }

    /// Adds an integer that is not known.
    pub fn digits(&mut self) {
        self.unknown();
    }

    /// Adds a pattern, which the shell may replace by any number of names.
    pub fn glob(&mut self, piece: Piece) {
        self.many = true;
        self.strange = true;
        self.push(piece);
    }

    /// Adds something that splits or vanishes: the word is any number of any words.
    pub fn list(&mut self) {
        self.list = true;
        self.push(Piece::Unknown);
        self.head.get_or_insert(self.pieces.len());
        self.tail = self.pieces.len().saturating_sub(1);
    }

    /// Adds output that is names: one word where it is quoted, else any number of them.
    pub fn names(&mut self, quoted: bool) {
        self.names = true;
        self.many |= !quoted;
        self.exists |= quoted;
        self.push(Piece::Unknown);
    }

    /// Adds a list whose first and last element the text around is glued to (`"$@"`): what the others are is not known.
    pub fn quoted_list(&mut self) {
        self.list();
    }

    /// Adds the name of a pipe.
    pub fn process(&mut self) {
        self.exists = true;
        self.text.push_str(PROCESS_PATH);
    }

    /// Adds a text, shaped or known.
    pub fn append(&mut self, text: &Text) {
        match text {
            Text::Known(known) => self.literal(known),
            Text::Shaped(pieces) => {
                for piece in pieces {
                    match piece {
                        Piece::Literal(text) => self.literal(text),
                        Piece::Star | Piece::Question | Piece::Class(_) | Piece::Below | Piece::Unknown => {
                            self.strange = true;
                            self.push(piece.clone());
                        }
                    }
                }
            }
        }
    }

    fn push(&mut self, piece: Piece) {
        if !self.text.is_empty() {
            self.pieces.push(Piece::Literal(std::mem::take(&mut self.text)));
        }
        if !(piece == Piece::Unknown && self.pieces.last() == Some(&Piece::Unknown)) {
            self.pieces.push(piece);
        }
    }

    /// The word.
    pub fn into_word(self, span: Option<(u32, u32)>) -> Word {
        let many = self.many || self.list || (self.pieces.is_empty() && self.text.is_empty() && !self.exists);
        Word { many, text: if self.is_of_names() { name() } else { self.into_text() }, span }
    }

    /// What the first, the last and the only one of the words look like that a list becomes: `$d/.env` ends in `/.env`, whatever
    /// `$d` holds.
    pub fn ends(&self) -> Vec<Text> {
        let mut pieces = self.pieces.clone();
        if !self.text.is_empty() {
            pieces.push(Piece::Literal(self.text.clone()));
        }
        let head = pieces.get(..self.head.unwrap_or_default()).unwrap_or_default().to_vec();
        let tail = pieces.get(self.tail..).unwrap_or_default().to_vec();
        let mut ends = vec![head, tail, pieces];
        ends.dedup();
        ends.retain(|pieces| self.list && pieces.len() > 1);
        ends.into_iter().map(Text::Shaped).collect()
    }

    /// Whether the word, and every word it may become, begins as a name does: no text around the names begins with `-`, which
    /// would show where they are empty, and nothing else unknown stands there.
    fn is_of_names(&self) -> bool {
        let is_plain = |piece: &Piece| match piece {
            Piece::Literal(text) => !text.starts_with('-'),
            Piece::Unknown => true,
            Piece::Star | Piece::Question | Piece::Class(_) | Piece::Below => false,
        };
        self.names && !self.list && !self.strange && !self.text.starts_with('-') && self.pieces.iter().all(is_plain)
    }

    /// The text alone.
    pub fn into_text(mut self) -> Text {
        if self.list {
            return Text::unknown();
        }
        if self.pieces.is_empty() {
            return Text::Known(self.text);
        }
        if !self.text.is_empty() {
            self.pieces.push(Piece::Literal(self.text));
        }
        Text::Shaped(self.pieces)
    }
}

/// A word that does not begin with `-`.
fn name() -> Text {
    Text::Shaped(vec![Piece::Class("[!-]".into()), Piece::Unknown])
}
