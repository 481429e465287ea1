//! Files, spans and diagnostics: what every message of the compiler, the linter and the analysis is made of.
//!
//! A [`Diagnostic`] is data. It names its [`Code`], points at [`Location`]s of [`Sources`] and may carry an [`Edit`] that mends the
//! text. How it looks is [`render`]'s business alone, what its code means is the page in [`codes`].

mod closest;
pub mod codes;
mod diagnostic;
pub mod edits;
mod file;
pub mod render;

pub use closest::closest;
pub use codes::Code;
pub use diagnostic::{Diagnostic, Edit, Label, Severity};
pub use file::{FileId, Location, Source, Sources, Span};
