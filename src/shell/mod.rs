//! Shell text → script tree: the shell's own grammar, strictly.
//!
//! [`read`] takes the bytes of a command line and its [`Dialect`] and gives a [`Script`]. A construct is either proved to be
//! read as the shell reads it, or the reading is unreadable from the line on that holds it; the complete lines before stay,
//! because a shell runs them before it meets the error.
//!
//! The reader is a recursive descent over bytes. Every rule in it was held against bash's own parser (`tests/oracle/bash`);
//! where the extent of a construct depends on context that the reader does not follow, it says [`Reason::Unproved`].

pub mod limits;
mod reader;
pub mod tree;
mod write;

pub use reader::{read, read_up_to};
pub use tree::{Dialect, Reason, Script, Unreadable};
pub use write::quoted;

#[cfg(test)]
mod tests;
