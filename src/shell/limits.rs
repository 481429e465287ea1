//! How much of a text is read. Past a limit the rest is unreadable.

use std::fmt;

/// Bytes of source: Linux hands over no longer argument (`MAX_ARG_STRLEN`), so `bash -c` never runs a longer text.
pub const MAX_BYTES: usize = 128 << 10;
/// Constructs inside constructs: groups, loops, substitutions, operands of `${…}`, arithmetic, brace and bracket alternatives.
pub const MAX_DEPTH: u32 = 64;
/// Commands, in all.
pub const MAX_COMMANDS: usize = 40_000;
/// Words, in all.
pub const MAX_WORDS: usize = 60_000;

/// A limit that a text went past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`MAX_BYTES`].
    Bytes,
    /// [`MAX_DEPTH`].
    Depth,
    /// [`MAX_COMMANDS`].
    Commands,
    /// [`MAX_WORDS`].
    Words,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes => write!(f, "{MAX_BYTES} bytes"),
            Self::Depth => write!(f, "{MAX_DEPTH} constructs inside each other"),
            Self::Commands => write!(f, "{MAX_COMMANDS} commands"),
            Self::Words => write!(f, "{MAX_WORDS} words"),
        }
    }
}
