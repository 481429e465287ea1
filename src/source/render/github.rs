//! GitHub workflow commands, one a line.

use crate::source::{Diagnostic, Severity, Sources};
use std::fmt::Write as _;

/// One `::error file=…,line=…,col=…,title=…::text` a finding.
pub fn github(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let place = diagnostic.at().and_then(|at| {
            let source = sources.get(at.file)?;
            let (line, column) = source.line_column(at.span.start);
            let (end_line, _) = source.line_column(at.span.end);
            Some(format!("file={},line={line},endLine={end_line},col={column},", property(&source.name)))
        });
        let mut text = diagnostic.title.clone();
        let more = diagnostic.witness.iter().map(|witness| format!("shown by: {witness}"));
        for part in more.chain(diagnostic.help.iter().cloned()) {
            text.push('\n');
            text.push_str(&part);
        }
        let _ = writeln!(
            out,
            "::{command} {}title={}::{}",
            place.unwrap_or_default(),
            property(diagnostic.code.0),
            data(&text)
        );
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
