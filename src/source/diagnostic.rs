//! Diagnostics as data.

use super::{Code, FileId, Location};

/// What a finding means for the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The policy is refused.
    Error,
    /// The policy compiles; a person should look.
    Warning,
    /// Worth knowing.
    Note,
}

/// A span with what is to be said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub at: Location,
    /// What; may be empty on the primary label.
    pub text: String,
    /// The place of the finding itself; others are where the other half of a conflict stands.
    pub primary: bool,
}

/// A replacement that mends the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; an empty span inserts.
    pub at: Location,
    /// By what.
    pub replacement: String,
    /// In words: "write `any`".
    pub title: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its stable code, whose page [`super::codes`] holds.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// One line, in the author's words.
    pub title: String,
    /// The primary one first.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Vec<String>,
    /// Why it is so.
    pub notes: Vec<String>,
    /// The edit that mends it, where there is one.
    pub edit: Option<Edit>,
    /// A call that shows it.
    pub witness: Option<String>,
}

impl Diagnostic {
    /// An error at a place, with what is said of the place.
    pub fn error(code: Code, title: impl Into<String>, at: Location, label: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, title, at, label)
    }

    /// A warning at a place.
    pub fn warning(code: Code, title: impl Into<String>, at: Location, label: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, title, at, label)
    }

    /// Any finding with one primary label.
    pub fn new(
        code: Code,
        severity: Severity,
        title: impl Into<String>,
        at: Location,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            title: title.into(),
            labels: vec![Label { at, text: label.into(), primary: true }],
            help: Vec::new(),
            notes: Vec::new(),
            edit: None,
            witness: None,
        }
    }

    /// Points at the other half of a conflict.
    #[must_use]
    pub fn also(mut self, at: Location, label: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { at, text: label.into(), primary: false });
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a reason.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds the edit that mends it.
    #[must_use]
    pub fn edit(mut self, at: Location, replacement: impl Into<String>, title: impl Into<String>) -> Diagnostic {
        self.edit = Some(Edit { at, replacement: replacement.into(), title: title.into() });
        self
    }

    /// The same in another collection of sources, whose ids are given by those here.
    #[must_use]
    pub fn moved(mut self, ids: &[FileId]) -> Diagnostic {
        let moved = |at: &mut Location| {
            at.file = ids.get(at.file.0 as usize).copied().unwrap_or_default();
        };
        self.labels.iter_mut().for_each(|label| moved(&mut label.at));
        self.edit.iter_mut().for_each(|edit| moved(&mut edit.at));
        self
    }

    /// Where the finding itself is.
    pub fn at(&self) -> Option<Location> {
        self.labels.iter().find(|label| label.primary).or(self.labels.first()).map(|label| label.at)
    }
}
