//! Units, effects and targets.

use crate::argv::Word;
use crate::table::{EffectKind, Place};
use compact_str::CompactString;
use std::sync::Arc;

/// A call as it was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// In the order they stand in the call; never empty.
    pub units: Vec<Unit>,
}

/// One thing that runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// Which kind.
    pub kind: UnitKind,
    /// The program's canonical name where it is declared, its name as written where that is known.
    pub program: Option<CompactString>,
    /// The words, the program among them; empty for other kinds than commands.
    pub words: Vec<Word>,
    /// Subcommand path, canonical names (`["remote", "add"]`).
    pub subcommands: Vec<CompactString>,
    /// Options that are given, in order.
    pub options: Vec<GivenOption>,
    /// Operands, in order.
    pub operands: Vec<Word>,
    /// Whether the list of effects is known.
    pub standing: Standing,
    /// What it does, in order.
    pub effects: Vec<Effect>,
    /// Index of the unit whose output it reads.
    pub piped_from: Option<usize>,
    /// Byte span in the call's text.
    pub span: Option<(u32, u32)>,
    /// The text as read, for messages (not yet sanitised).
    pub text: String,
}

/// Kinds of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitKind {
    /// A simple command.
    Command,
    /// A redirect that writes, reads a device or contacts.
    Redirect,
    /// An assignment that is not inert.
    Assignment,
    /// `[[ ]]`, `(( ))`, the words of `for` and `case`, ….
    Construct,
    /// A structured tool call.
    Tool,
    /// Text that was not proved.
    Unreadable,
}

/// Whether a unit's list of effects is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It is.
    Understood,
    /// A program, tool, option or subcommand that nobody has declared, or a program word that is not known text.
    Unknown(String),
    /// Text that was not proved.
    Unreadable(String),
}

/// An option that is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenOption {
    /// Canonical spelling in the declaration.
    pub name: CompactString,
    /// Its values.
    pub values: Vec<Word>,
    /// It is certainly given; otherwise a word may be it.
    pub certain: bool,
    /// It stands before a subcommand: an option of the program, not of what it is asked to do (`git -p log`).
    pub outer: bool,
}

/// One effect.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Which.
    pub kind: EffectKind,
    /// On what.
    pub target: Target,
    /// It happens whenever the unit runs.
    pub certain: bool,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where an effect comes from: the word and the line of a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// Span of the word in the call's text.
    pub word: Option<(u32, u32)>,
    /// Line of the declaration; `None`: the language of the shell itself (a redirect).
    pub declared: Option<Place>,
    /// Further explanation where code was read (`sed: w writes`).
    pub note: Option<String>,
}

/// What an effect is on.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// Nothing in particular.
    None,
    /// A path or tree.
    Path(PathTarget),
    /// A host or URL; unknown text is an unknown host.
    Host(Word),
}

/// A path as an effect sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathTarget {
    /// As written.
    pub path: crate::argv::Text,
    /// Where a relative path may start from.
    pub bases: Arc<Bases>,
    /// It stands for everything below it.
    pub tree: bool,
    /// What of the tree is asked for by name, as if it lay at the root: `find d -name .env -exec cat {} +` asks for `d/.env`.
    pub named: Option<crate::argv::Text>,
    /// The line writes at or above it before: its resolved view counts as not supplied.
    pub unsettled: bool,
}

/// Directories that a relative path may start from. `cd` can fail, so there may be several.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bases {
    /// Absolute, normalised; without duplicates.
    pub known: Vec<String>,
    /// It may also be one that is not known.
    pub unknown: bool,
}
