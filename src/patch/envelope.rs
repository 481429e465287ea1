//! `*** Begin Patch` envelopes, as agents' edit tools take them.

use super::{Change, Touched, Unreadable};
use std::collections::BTreeSet;

/// What one marker line says.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Marker<'a> {
    Begin,
    End,
    Add(&'a str),
    Delete(&'a str),
    Update(&'a str),
    MoveTo(&'a str),
    EndOfFile,
}

/// What the lines after a marker may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Body {
    /// Before the beginning or after the end: blank.
    Outside,
    /// Directly after the beginning or a deletion: markers only.
    Markers,
    /// Lines of a new file: `+`.
    Added,
    /// Hunks: `@@ …`, context, changes.
    Hunks,
}

/// Does any line look like a marker that only an envelope has?
pub(super) fn is_envelope(text: &str) -> bool {
    text.lines().any(|line| {
        matches!(
            marker(line),
            Some(Marker::Begin | Marker::Add(_) | Marker::Delete(_) | Marker::Update(_) | Marker::MoveTo(_))
        )
    })
}

/// Reads an envelope: every line must be one of its own.
pub(super) fn read(text: &str) -> Result<BTreeSet<Touched>, Unreadable> {
    let mut touched = BTreeSet::new();
    let mut body = Body::Outside;
    let mut begun = false;
    let mut ended = false;
    let mut updated: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        let bad = |reason| Unreadable { line: index + 1, reason };
        let found = marker(line);
        // Inside hunks an indented marker is context to a strict tool and a marker to a lenient one: its file counts too.
        if let (Some(found), Body::Hunks, true) = (&found, body, line.starts_with([' ', '\t'])) {
            touched.extend(found.touches());
            continue;
        }
        let Some(found) = found else {
            let fits = match body {
                Body::Outside | Body::Markers => line.trim().is_empty(),
                Body::Added => line.starts_with('+') || line.trim().is_empty(),
                Body::Hunks => line.trim().is_empty() || line.starts_with([' ', '+', '-']) || line.starts_with("@@"),
            };
            if !fits {
                return Err(bad("a line that belongs to no file of the envelope"));
            }
            continue;
        };
        if !begun && found != Marker::Begin {
            return Err(bad("a file before `*** Begin Patch`"));
        }
        if ended {
            return Err(bad("text after `*** End Patch`"));
        }
        if found.touches().is_some_and(|touched| touched.path.is_empty()) {
            return Err(bad("a marker without a name"));
        }
        touched.extend(found.touches());
        body = match &found {
            Marker::Begin if begun => return Err(bad("a second `*** Begin Patch`")),
            Marker::Begin => {
                begun = true;
                Body::Markers
            }
            Marker::End => {
                ended = true;
                Body::Outside
            }
            Marker::Add(_) => Body::Added,
            Marker::Delete(_) => Body::Markers,
            Marker::Update(_) => Body::Hunks,
            Marker::MoveTo(_) => {
                let Some(from) = updated else { return Err(bad("`*** Move to:` that follows no `*** Update File:`")) };
                touched.insert(Touched { path: from.to_owned(), change: Change::RenameFrom });
                Body::Hunks
            }
            Marker::EndOfFile if body == Body::Hunks => Body::Hunks,
            Marker::EndOfFile => return Err(bad("`*** End of File` outside a hunk")),
        };
        updated = if let Marker::Update(name) = found { Some(name) } else { None };
    }
    if !ended {
        return Err(Unreadable { line: 0, reason: "an envelope without `*** End Patch`" });
    }
    if touched.is_empty() {
        return Err(Unreadable { line: 0, reason: "an envelope without a file" });
    }
    Ok(touched)
}

/// The text with its markers blanked, lines kept: what a reader of diffs may find between them.
pub(super) fn without_markers(text: &str) -> String {
    text.split('\n').map(|line| if marker(line).is_some() { "" } else { line }).collect::<Vec<_>>().join("\n")
}

impl Marker<'_> {
    fn touches(&self) -> Option<Touched> {
        let (path, change) = match self {
            Marker::Begin | Marker::End | Marker::EndOfFile => return None,
            Marker::Add(path) => (path, Change::Add),
            Marker::Delete(path) => (path, Change::Delete),
            Marker::Update(path) => (path, Change::Modify),
            Marker::MoveTo(path) => (path, Change::RenameTo),
        };
        Some(Touched { path: (*path).to_owned(), change })
    }
}

/// Reads a marker; tools trim blanks around the line and the name.
fn marker(line: &str) -> Option<Marker<'_>> {
    let rest = line.trim().strip_prefix("*** ")?;
    match rest {
        "Begin Patch" => return Some(Marker::Begin),
        "End Patch" => return Some(Marker::End),
        "End of File" => return Some(Marker::EndOfFile),
        _ => {}
    }
    let name = |start: &str| rest.strip_prefix(start).map(str::trim);
    name("Add File:")
        .map(Marker::Add)
        .or_else(|| name("Delete File:").map(Marker::Delete))
        .or_else(|| name("Update File:").map(Marker::Update))
        .or_else(|| name("Move to:").map(Marker::MoveTo))
}
