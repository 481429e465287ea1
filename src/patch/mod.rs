//! Patch text → the paths it touches. Knows nothing of policies or file systems.
//!
//! Reads unified diffs (plain, git's extended headers, mnemonic prefixes, quoted names, binary patches), context diffs and
//! `Index:` lines as patch(1) does, and `*** Begin Patch` envelopes. Every file touched on either side is reported, under each
//! name an applier could take for it. What is not wholly read is [`Unreadable`], never an empty list.

/// What an applier does to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Makes the file.
    Add,
    /// Changes its content.
    Modify,
    /// Removes it.
    Delete,
    /// Removes it, its content goes elsewhere.
    RenameFrom,
    /// Makes it, from another file.
    RenameTo,
    /// Reads it.
    CopyFrom,
    /// Makes it, from another file.
    CopyTo,
    /// Changes its mode.
    Mode,
}

/// One path and what happens to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touched {
    /// The path as the applier would take it: unquoted, stripped by [`Strip`], relative to the applier's directory unless
    /// absolute. Not normalised.
    pub path: String,
    /// What happens.
    pub change: Change,
}

/// How many leading components the applier strips from names in diffs (envelopes strip none).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strip {
    /// Not known: none and one are both reported (`patch -p0`, `patch -p1`, `git apply`).
    Usual,
    /// Exactly so many: `-pN`.
    Exactly(usize),
    /// All but the last component: patch(1) without `-p`.
    All,
}

/// Why a patch is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Line, from 1; 0 for the text as a whole.
    pub line: usize,
    /// What is wrong.
    pub reason: &'static str,
}

/// Every path the patch touches, sorted, without repeats.
///
/// # Errors
/// An empty patch, a malformed one, or one whose names cannot be told.
pub fn touched(_text: &str, _strip: Strip) -> Result<Vec<Touched>, Unreadable> {
    Err(Unreadable { line: 0, reason: "not built" })
}
