//! One glob of a path set: its text in the policy language, its anchor, what is refused.

use super::Os;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where a glob starts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// `/…`: the root of the file system.
    Root,
    /// `C:\…`, `C:/…`: a Windows drive, as a lower-case letter.
    Drive(char),
    /// `~`
    Home,
    /// `{workspace}`: every root.
    Workspace,
    /// `{cwd}`
    Cwd,
    /// `{tmp}`: every temporary directory.
    Tmp,
    /// `{NAME}`: a fact of type `path`.
    Fact(String),
    /// `**/…`: any directory.
    Anywhere,
}

/// A glob as a policy writes it. Serialised as its text.
///
/// `*` any run of characters without a separator, `?` one such character, `[…]` / `[!…]` one of a class, `{a,b}` either, a
/// component `**` any number of components (none too, so `D/**` holds `D`). A leading dot is like any character.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PathGlob {
    text: String,
    anchor: Anchor,
}

/// Why a literal is no path glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathGlobError {
    /// Which rule it breaks.
    pub kind: PathGlobErrorKind,
    /// Byte offset into the literal.
    pub offset: usize,
    /// A literal to write instead, where one can be made.
    pub suggestion: Option<String>,
}

/// The rules for literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathGlobErrorKind {
    /// The empty text.
    Empty,
    /// Neither absolute nor anchored.
    Relative,
    /// A component `..`.
    DotDot,
    /// A component `.` or an empty one.
    NotNormal,
    /// `~user`.
    OtherHome,
    /// A drive letter or backslash outside `on windows`.
    OnlyWindows,
    /// A form that is no known path of any system (`\\server`, `\\?\`, `f:stream`).
    NeverKnown,
    /// `**` glued to other text in one component.
    GluedDoubleStar,
    /// `[` without `]`, or an empty or reversed range.
    BadClass,
    /// `{` without `}`, an anchor that does not stand first, or nesting past the limit.
    BadBraces,
    /// A control character.
    Control,
    /// Longer than [`PathGlob::MAX_BYTES`] or with more than [`PathGlob::MAX_ALTERNATIVES`] alternatives.
    TooLong,
}

impl PathGlob {
    /// Longest accepted literal, in bytes.
    pub const MAX_BYTES: usize = 512;
    /// Most alternatives that `{a,b}` groups may multiply to.
    pub const MAX_ALTERNATIVES: usize = 64;

    /// Reads a literal. `on` is the system of the enclosing `on … { }`, if there is one.
    ///
    /// # Errors
    /// The first rule the literal breaks.
    pub fn parse(text: &str, on: Option<Os>) -> Result<Self, PathGlobError> {
        let _ = on;
        Ok(Self { text: text.to_owned(), anchor: Anchor::Root })
    }

    /// The literal as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it starts; the compiler checks [`Anchor::Fact`] names.
    pub fn anchor(&self) -> &Anchor {
        &self.anchor
    }
}

impl fmt::Display for PathGlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind)
    }
}

impl std::error::Error for PathGlobError {}

impl TryFrom<String> for PathGlob {
    type Error = PathGlobError;

    fn try_from(text: String) -> Result<Self, PathGlobError> {
        Self::parse(&text, Some(Os::Windows))
    }
}

impl From<PathGlob> for String {
    fn from(glob: PathGlob) -> Self {
        glob.text
    }
}
