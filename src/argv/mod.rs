//! Words × command declaration → options and operands, one file per dialect.
//!
//! Knows nothing of policies or shells: a word comes as a [`Word`] whatever made it (a shell line, a wrapper, a tool's
//! argument), and the result says which options and operands it certainly or possibly gives.
//!
//! **How doubt is read.** A dialect says of one word, standing where options may stand, every way in which it can be read.
//! The machine carries the set of all states that the words so far allow (options may come, they have ended, a value is
//! awaited) and lets each word act in each of them. A word of known text acts in one way; an unknown one as an operand, as `--`
//! and as every option that fits its pattern; a list any number of times. What happens in every state is certain.
//!
//! A reading that the program itself refuses (a value for a flag, `find` with a path behind its expression) has no effect and
//! is dropped while another is left.
//!
//! **Assumed**: a word that is not known can only be an option that is declared. A declaration which leaves out an option that
//! matters says so by leaving the program out.

mod declared;
mod find;
mod gnu;
mod go;
mod keyval;
mod machine;
mod pattern;
mod tar;
mod word;

pub use find::tests_a_name;
pub use machine::{Given, OperandWord, Parsed, parse};
pub use pattern::{Holds, glob_holds};
pub use word::{Piece, Text, Word};

/// Most words that one invocation may have; one more and it is not understood.
pub const MAX_WORDS: usize = 10_000;

/// Most states that doubt may lead to behind one word; one more and the words are not understood.
pub const MAX_STATES: usize = 512;

/// Most of those states in which a command's words are being collected.
pub const MAX_COMMANDS: usize = 32;

/// Most options, certain and possible, that the words of one level may give.
pub const MAX_GIVEN: usize = 20_000;

#[cfg(test)]
mod tests;
