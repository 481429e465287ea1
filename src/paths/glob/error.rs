//! Why a literal is no path glob.

use std::fmt;

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
    /// `[` without `]`, or a class of nothing.
    BadClass,
    /// `{` without `}` or without a comma, an anchor that does not stand first, or nesting past the limit.
    BadBraces,
    /// A control character.
    Control,
    /// Longer than [`super::PathGlob::MAX_BYTES`] or with more than [`super::PathGlob::MAX_ALTERNATIVES`] alternatives.
    TooLong,
}

impl PathGlobError {
    pub(super) fn new(kind: PathGlobErrorKind, offset: usize) -> Self {
        Self { kind, offset, suggestion: None }
    }

    pub(super) fn shifted(self, by: usize) -> Self {
        Self { offset: self.offset + by, ..self }
    }
}

impl fmt::Display for PathGlobErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "a path glob cannot be empty",
            Self::Relative => {
                "a path glob must be absolute or start with `~`, `{workspace}`, `{cwd}`, `{tmp}`, a path fact or `**/`"
            }
            Self::DotDot => "`..` is not allowed in a path glob",
            Self::NotNormal => "an empty or `.` component matches no normalised path",
            Self::OtherHome => "`~user` is not known to any call; write the absolute path",
            Self::OnlyWindows => "drive letters and backslashes belong inside `on windows { }`",
            Self::NeverKnown => "network, device and stream paths are never known paths, so this matches nothing",
            Self::GluedDoubleStar => "`**` must be a whole component",
            Self::BadClass => {
                "`[` opens a character class that is empty or never closed; write `[[]` for the bracket itself"
            }
            Self::BadBraces => "braces hold either an anchor at the very start or alternatives separated by commas",
            Self::Control => "control characters are not allowed in a path glob",
            Self::TooLong => "longer than 512 bytes or more than 64 alternatives",
        })
    }
}

impl fmt::Display for PathGlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for PathGlobError {}
