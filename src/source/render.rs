//! Findings as text for people, and as JSON, SARIF and GitHub annotations for machines.

use super::{Diagnostic, Sources};

/// Text with the source lines, coloured by ANSI sequences where asked.
pub fn text(_sources: &Sources, _diagnostics: &[Diagnostic], _colour: bool) -> String {
    String::new()
}

/// One JSON array.
pub fn json(_sources: &Sources, _diagnostics: &[Diagnostic]) -> String {
    String::new()
}

/// SARIF 2.1.0.
pub fn sarif(_sources: &Sources, _diagnostics: &[Diagnostic]) -> String {
    String::new()
}

/// GitHub workflow commands, one a line.
pub fn github(_sources: &Sources, _diagnostics: &[Diagnostic]) -> String {
    String::new()
}
