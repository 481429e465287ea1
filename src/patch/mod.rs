//! Patch text → the paths it touches. Knows nothing of policies or file systems.
//!
//! Reads unified diffs (plain, git's extended headers, mnemonic prefixes, quoted names, binary patches), context diffs and
//! `Index:` lines as patch(1) does, and `*** Begin Patch` envelopes. Every file touched on either side is reported, under each
//! name an applier could take for it. What is not wholly read is [`Unreadable`], never an empty list.

mod diff;
mod envelope;
mod names;
#[cfg(test)]
mod tests;

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

/// Longest accepted patch, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// Every path the patch touches, sorted, without repeats.
///
/// Names in an envelope are as written. An envelope that a reader of diffs would also take for a patch is reported as both.
///
/// # Errors
/// An empty patch, a malformed one, or one whose names cannot be told.
pub fn touched(text: &str, strip: Strip) -> Result<Vec<Touched>, Unreadable> {
    if text.len() > MAX_BYTES {
        return Err(Unreadable { line: 0, reason: "longer than 16 MiB" });
    }
    if text.contains('\0') {
        return Err(Unreadable { line: 0, reason: "NUL bytes in it" });
    }
    if !envelope::is_envelope(text) {
        return Ok(diff::read(text, strip)?.into_iter().collect());
    }
    let mut touched = envelope::read(text)?;
    if text.lines().any(|line| line.trim_start().starts_with("@@ -") || line.starts_with("diff --git ")) {
        touched.extend(diff::read(&envelope::without_markers(text), strip)?);
    }
    Ok(touched.into_iter().collect())
}
