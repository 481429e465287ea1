//! Shell text → script tree: the shell's own grammar, strictly.
//!
//! [`read`] takes the bytes of a command line and its [`Dialect`] and gives a [`Script`]. A construct is either proved to be
//! read as the shell reads it, or the reading is unreadable from the line on that holds it; the complete lines before stay,
//! because a shell runs them before it meets the error.

pub mod limits;
pub mod tree;

pub use tree::{Dialect, Reason, Script, Unreadable};

/// Reads a text as a shell would.
#[must_use]
pub fn read(text: &[u8], _dialect: Dialect) -> Script<'_> {
    let source = std::str::from_utf8(text).unwrap_or_default();
    Script {
        source,
        rewritten: String::new(),
        arenas: tree::Arenas::default(),
        body: tree::List::default(),
        unreadable: Some(Unreadable { from: 0, at: 0, reason: Reason::NoReader }),
        history: None,
    }
}
