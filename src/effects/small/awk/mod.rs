//! awk: what a program reads, writes, runs and contacts.
//!
//! The language is the join of POSIX awk, gawk 5.2, mawk 1.3.4, busybox and the original awk: text that they cut into
//! different tokens is not proved, and a name that any of them gives a meaning has that meaning here. A program that one of
//! them rejects does nothing there, so reading more than the strictest would is sound.
//!
//! * [`lex`] cuts the text; it decides between a pattern and a division by the token before, and fails where they disagree.
//! * [`parse`] walks statements and expressions and hands each act on.
//! * [`acts`] knows special file names and variables.

mod acts;
mod lex;
mod parse;

use super::{NotProved, Reading};

/// Reads a whole program.
pub(super) fn read(program: &str) -> Result<Reading, NotProved> {
    let tokens = lex::tokens(program)?;
    parse::program(&tokens, program.len())
}

#[cfg(test)]
mod tests;
