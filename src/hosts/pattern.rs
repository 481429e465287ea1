//! One line of a host set.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A host pattern as a policy writes it. Serialised as its text.
///
/// `example.com` that name alone; `*.example.com` names below it; `host:443` with a port; an address or `10.0.0.0/8`; the words
/// `loopback`, `private`, `linklocal`, `metadata`; `*` every host.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HostPattern {
    text: String,
}

/// Why a literal is no host pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPatternError {
    /// What is wrong, for a person.
    pub message: String,
    /// Byte offset into the literal.
    pub offset: usize,
    /// A literal to write instead, where one can be made.
    pub suggestion: Option<String>,
}

impl HostPattern {
    /// Reads a literal.
    ///
    /// # Errors
    /// When it is none of the forms.
    pub fn parse(text: &str) -> Result<Self, HostPatternError> {
        Ok(Self { text: text.to_owned() })
    }

    /// The literal as written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for HostPatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for HostPatternError {}

impl TryFrom<String> for HostPattern {
    type Error = HostPatternError;

    fn try_from(text: String) -> Result<Self, HostPatternError> {
        Self::parse(&text)
    }
}

impl From<HostPattern> for String {
    fn from(pattern: HostPattern) -> Self {
        pattern.text
    }
}
