//! One JSON array, stable field names.

use crate::source::{Diagnostic, Label, Location, Sources};
use serde_json::{Value, json};

/// One JSON array with an object a finding.
pub fn json(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut text =
        Value::Array(diagnostics.iter().map(|diagnostic| finding(sources, diagnostic)).collect()).to_string();
    text.push('\n');
    text
}

fn finding(sources: &Sources, diagnostic: &Diagnostic) -> Value {
    json!({
        "code": diagnostic.code.0,
        "severity": super::word(diagnostic.severity),
        "title": diagnostic.title,
        "labels": diagnostic.labels.iter().map(|label| shown(sources, label)).collect::<Vec<_>>(),
        "help": diagnostic.help,
        "notes": diagnostic.notes,
        "witness": diagnostic.witness,
        "edit": diagnostic.edit.as_ref().map(|edit| json!({
            "title": edit.title,
            "at": place(sources, edit.at),
            "replacement": edit.replacement,
        })),
    })
}

fn shown(sources: &Sources, label: &Label) -> Value {
    json!({ "at": place(sources, label.at), "text": label.text, "primary": label.primary })
}

fn place(sources: &Sources, at: Location) -> Value {
    let Some(source) = sources.get(at.file) else { return Value::Null };
    let (line, column) = source.line_column(at.span.start);
    let (end_line, end_column) = source.line_column(at.span.end);
    json!({
        "file": source.name,
        "start": at.span.start,
        "end": at.span.end,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    })
}
