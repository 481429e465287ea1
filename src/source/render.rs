//! Findings as text for people, and as JSON, SARIF and GitHub annotations for machines.

mod github;
mod json;
mod sarif;
mod terminal;

pub use github::github;
pub use json::json;
pub use sarif::sarif;
pub use terminal::text;

use super::Severity;

/// The word for a severity.
pub(super) fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

#[cfg(test)]
mod tests;
