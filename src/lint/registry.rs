//! All lints with their families and levels.

use super::*;
use crate::source::{Code, Severity};

/// What a lint is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// What a person vouches for, and what it can do all the same.
    Safe,
    /// Rules that others decide before.
    Shadow,
    /// Shapes that catch other things than they seem to.
    Pattern,
    /// Places.
    Path,
    /// What the stages let through together.
    Stage,
    /// Tests and asserts.
    Test,
    /// The text itself.
    Text,
}

impl Family {
    /// As the command line spells it.
    pub fn word(self) -> &'static str {
        match self {
            Family::Safe => "SAFE",
            Family::Shadow => "SHADOW",
            Family::Pattern => "PATTERN",
            Family::Path => "PATH",
            Family::Stage => "STAGE",
            Family::Test => "TEST",
            Family::Text => "TEXT",
        }
    }
}

/// What a finding of a lint comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It is not looked for.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

impl Level {
    /// As the command line spells it.
    pub fn word(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }

    pub(super) fn severity(self) -> Severity {
        match self {
            Level::Allow => Severity::Note,
            Level::Warn => Severity::Warning,
            Level::Deny => Severity::Error,
        }
    }
}

/// One lint.
#[derive(Debug, Clone, Copy)]
pub struct Lint {
    /// Its code.
    pub code: Code,
    /// Its family.
    pub family: Family,
    /// Its level where nobody says otherwise.
    pub level: Level,
    /// No option lowers it; it is mended, or answered beside its place.
    pub fixed: bool,
}

const fn fixed(code: Code, family: Family) -> Lint {
    Lint { code, family, level: Level::Deny, fixed: true }
}

const fn warning(code: Code, family: Family) -> Lint {
    Lint { code, family, level: Level::Warn, fixed: false }
}

/// All lints, in the order of their codes.
pub const LINTS: &[Lint] = &[
    fixed(safe_entry::PAGE.code, Family::Safe),
    warning(even::PAGE.code, Family::Stage),
    warning(own_code::PAGE.code, Family::Safe),
    fixed(safe_entry::UNDECIDED_PAGE.code, Family::Safe),
    warning(shadowed::PAGE.code, Family::Shadow),
    warning(preempted::PAGE.code, Family::Shadow),
    warning(never::PAGE.code, Family::Pattern),
    warning(open_word::PAGE.code, Family::Pattern),
    warning(text_test::PAGE.code, Family::Pattern),
    warning(not_held_back::PAGE.code, Family::Stage),
    warning(toolless::PAGE.code, Family::Stage),
    warning(uneven_gate::PAGE.code, Family::Stage),
    fixed(obeyed::PAGE.code, Family::Stage),
    warning(one_system::PAGE.code, Family::Path),
    warning(untested::PAGE.code, Family::Test),
    fixed(asserts::FAILS_PAGE.code, Family::Test),
    fixed(asserts::UNDECIDED_PAGE.code, Family::Test),
    warning(deceiving::PAGE.code, Family::Text),
    fixed(accepts::EXPIRED_PAGE.code, Family::Test),
    fixed(accepts::UNUSED_PAGE.code, Family::Test),
];

/// The lint of a code.
pub fn lint(code: &str) -> Option<&'static Lint> {
    LINTS.iter().find(|lint| lint.code.0.eq_ignore_ascii_case(code))
}

/// The lints that a word of the command line names: a code or a family.
pub fn named(word: &str) -> Vec<&'static Lint> {
    let fits = |lint: &&Lint| lint.code.0.eq_ignore_ascii_case(word) || lint.family.word().eq_ignore_ascii_case(word);
    LINTS.iter().filter(fits).collect()
}
