//! The names of the small languages, as value types of the policy language spell them.

use std::fmt;
use std::str::FromStr;

/// A language whose scripts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// GNU sed.
    Sed,
    /// POSIX awk, with what gawk, mawk, busybox and the original awk add.
    Awk,
    /// jq.
    Jq,
    /// Python, as in `python -c`.
    Python,
    /// JavaScript for Node, Bun or Deno, as in `node -e`.
    Node,
    /// Perl, as in `perl -e`.
    Perl,
    /// Ruby, as in `ruby -e`.
    Ruby,
    /// PHP, as in `php -r`.
    Php,
    /// SQL and dot commands of the sqlite3 shell.
    Sqlite,
}

impl Language {
    /// Every language, in the order of [`Language`].
    pub const ALL: [Self; 9] =
        [Self::Sed, Self::Awk, Self::Jq, Self::Python, Self::Node, Self::Perl, Self::Ruby, Self::Php, Self::Sqlite];

    /// The metavariable that stands for a script of this language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sed => "SED",
            Self::Awk => "AWK",
            Self::Jq => "JQ",
            Self::Python => "PYTHON",
            Self::Node => "NODE",
            Self::Perl => "PERL",
            Self::Ruby => "RUBY",
            Self::Php => "PHP",
            Self::Sqlite => "SQLITE",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a small language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchLanguage;

impl fmt::Display for NoSuchLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the name of a small language")
    }
}

impl std::error::Error for NoSuchLanguage {}

impl FromStr for Language {
    type Err = NoSuchLanguage;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|language| language.name() == text).ok_or(NoSuchLanguage)
    }
}
