//! A path as a call gives it: before any system's rules, before any fact.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is known of a path's text, after the shell's quoting is gone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Text {
    /// The whole text.
    Known(String),
    /// A shell glob (`*.txt`): zero or more unknown names that fit it, or the pattern itself when nothing fits. Backslash
    /// quotes the next character.
    Glob(String),
    /// As [`Text::Glob`], but `*` and the like also match a leading dot (`dotglob`, `find -name`, a tool's own globs).
    DotGlob(String),
    /// Any text that begins with `prefix` and ends with `suffix`, either may be empty (`"$d/x"` has the suffix `/x`).
    Unknown {
        /// Known beginning.
        prefix: String,
        /// Known end.
        suffix: String,
    },
}

/// The directory a relative text starts from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Base {
    /// The call's working directory (fact `cwd`).
    Cwd,
    /// The home directory (fact `home`): `~/x` is `x` from here.
    Home,
    /// One of the workspace roots, whichever.
    Workspace,
    /// A directory named by a text of its own: absolute, or relative to the inner base (`cd a && cat b`).
    Dir(Box<Place>),
    /// No idea (`cd "$x"`).
    Unknown,
}

/// One reading of a path: a text and where it starts if it is relative.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Start of a relative text; without meaning for an absolute one.
    pub base: Base,
    /// The text.
    pub text: Text,
}

/// A path of a call: it is one of these places, and nobody knows which if there are several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PathValue {
    /// The possible readings. None means: some path, nothing known.
    pub places: Vec<Place>,
    /// The line may itself have changed links at or above this path (`ln -s ../.. l && echo > l/x`), so what the host resolved
    /// before the call no longer counts.
    pub disturbed: bool,
}

impl PathValue {
    /// A known text, relative to the working directory.
    pub fn known(text: impl Into<String>) -> Self {
        Self::at(Text::Known(text.into()), [Base::Cwd])
    }

    /// A shell glob, relative to the working directory.
    pub fn glob(pattern: impl Into<String>) -> Self {
        Self::at(Text::Glob(pattern.into()), [Base::Cwd])
    }

    /// `~/rest`: `rest` in the home directory; an empty `rest` is the home directory itself.
    pub fn in_home(rest: impl Into<String>) -> Self {
        Self::at(Text::Known(rest.into()), [Base::Home])
    }

    /// Some path of which nothing is known.
    pub fn unknown() -> Self {
        Self { places: Vec::new(), disturbed: false }
    }

    /// One text from any of several bases.
    pub fn at(text: Text, bases: impl IntoIterator<Item = Base>) -> Self {
        let places = bases.into_iter().map(|base| Place { base, text: text.clone() }).collect();
        Self { places, disturbed: false }
    }

    /// The same path, with its link views struck out by the line itself.
    #[must_use]
    pub fn disturbed(mut self) -> Self {
        self.disturbed = true;
        self
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(text) | Self::Glob(text) | Self::DotGlob(text) => f.write_str(text),
            Self::Unknown { prefix, suffix } => write!(f, "{prefix}…{suffix}"),
        }
    }
}

impl fmt::Display for Place {
    /// The text after its base, as a person would write it; not escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text.to_string();
        if text.starts_with(['/', '…']) {
            return f.write_str(&text);
        }
        match (&self.base, text.is_empty()) {
            (Base::Cwd, true) => f.write_str("."),
            (Base::Cwd, false) => f.write_str(&text),
            (Base::Home, true) => f.write_str("~"),
            (Base::Home, false) => write!(f, "~/{text}"),
            (Base::Workspace, true) => f.write_str("{workspace}"),
            (Base::Workspace, false) => write!(f, "{{workspace}}/{text}"),
            // The innermost base is shown alone: a chain may be long.
            (Base::Dir(place), true) => write!(f, "{}", place.text),
            (Base::Dir(place), false) => write!(f, "{}/{text}", place.text),
            (Base::Unknown, true) => f.write_str("…"),
            (Base::Unknown, false) => write!(f, "…/{text}"),
        }
    }
}

impl fmt::Display for PathValue {
    /// Its places, joined by `or`; not escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.places.split_first() {
            None => f.write_str("…"),
            Some((first, rest)) => {
                write!(f, "{first}")?;
                rest.iter().try_for_each(|place| write!(f, " or {place}"))
            }
        }
    }
}
