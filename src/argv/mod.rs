//! Words × command declaration → options and operands, one file per dialect.
//!
//! Knows nothing of policies or shells: a word comes as a [`Word`] whatever made it (a shell line, a wrapper, a tool's
//! argument), and the result says which options and operands it certainly or possibly gives.

mod word;

pub use word::{Piece, Text, Word};
