//! How much of a text is read. Past a limit the rest is unreadable.

use std::fmt;

/// Bytes of source.
pub const MAX_BYTES: usize = 4 << 20;
/// Constructs inside constructs: groups, loops, substitutions, operands of `${…}`, arithmetic, brace and bracket alternatives.
pub const MAX_DEPTH: u32 = 64;
/// Commands, in all.
pub const MAX_COMMANDS: usize = 1 << 19;
/// Words, in all.
pub const MAX_WORDS: usize = 1 << 20;

/// A limit that a text went past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Bytes of source: [`MAX_BYTES`], or fewer where the caller says so.
    Bytes(usize),
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
            Self::Bytes(most) => write!(f, "{most} bytes"),
            Self::Depth => write!(f, "{MAX_DEPTH} constructs inside each other"),
            Self::Commands => write!(f, "{MAX_COMMANDS} commands"),
            Self::Words => write!(f, "{MAX_WORDS} words"),
        }
    }
}
