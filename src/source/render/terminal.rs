//! For people.

use crate::source::{Diagnostic, Location, Severity, Sources};
use codespan_reporting::diagnostic::{Diagnostic as Shown, Label, LabelStyle, Severity as Level};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{self, Config};
use std::fmt::Write as _;
use std::ops::Range;

/// The sources as codespan wants them. Texts are shown with what could deceive a reader escaped.
struct Shelf<'s>(&'s Sources);

impl<'s> Files<'s> for Shelf<'s> {
    type FileId = u32;
    type Name = &'s str;
    type Source = &'s str;

    fn name(&'s self, id: u32) -> Result<&'s str, Error> {
        self.0.get(crate::source::FileId(id)).map(|source| source.name.as_str()).ok_or(Error::FileMissing)
    }

    fn source(&'s self, id: u32) -> Result<&'s str, Error> {
        self.0.get(crate::source::FileId(id)).map(|source| source.text.as_str()).ok_or(Error::FileMissing)
    }

    fn line_index(&'s self, id: u32, offset: usize) -> Result<usize, Error> {
        let source = self.0.get(crate::source::FileId(id)).ok_or(Error::FileMissing)?;
        let offset = u32::try_from(offset).map_err(|_| Error::FileMissing)?;
        Ok((source.line(offset) as usize).saturating_sub(1))
    }

    fn line_range(&'s self, id: u32, line: usize) -> Result<Range<usize>, Error> {
        let source = self.0.get(crate::source::FileId(id)).ok_or(Error::FileMissing)?;
        source.line_range(line).ok_or(Error::LineTooLarge { given: line, max: source.line_count() })
    }
}

/// Text with the source lines, coloured by ANSI sequences where asked.
pub fn text(sources: &Sources, diagnostics: &[Diagnostic], colour: bool) -> String {
    let mut out = String::new();
    let config = Config { chars: term::Chars::ascii(), ..Config::default() };
    for diagnostic in diagnostics {
        let shown = shown(sources, diagnostic);
        let mut buffer = if colour { Buffer::ansi() } else { Buffer::no_color() };
        if diagnostic.labels.iter().any(|label| is_long(sources, label.at)) {
            let at = diagnostic.at().map(|at| sources.position(at)).unwrap_or_default();
            let _ = writeln!(out, "{}[{}]: {}", super::word(diagnostic.severity), diagnostic.code, diagnostic.title);
            let _ = writeln!(out, "  --> {at} (a line too long to show)");
            let helps = diagnostic.help.iter().map(String::as_str);
            helps.for_each(|help| out.push_str(&format!("  = help: {help}\n")));
            out.push('\n');
        } else if term::emit_to_write_style(&mut buffer, &config, &Shelf(sources), &shown).is_ok() {
            out.push_str(&String::from_utf8_lossy(buffer.as_slice()));
        } else {
            // A place that its source does not have: the words still count.
            let _ = writeln!(out, "{}[{}]: {}", super::word(diagnostic.severity), diagnostic.code, diagnostic.title);
        }
    }
    out
}

/// Bytes of a line that is shown.
const MAX_LINE: usize = 4096;

/// Whether the line of a place is too long to be shown.
fn is_long(sources: &Sources, at: Location) -> bool {
    let source = sources.get(at.file);
    let line = source.and_then(|source| source.line_range((source.line(at.span.start) as usize).saturating_sub(1)));
    line.is_some_and(|line| line.len() > MAX_LINE)
}

/// A place of several lines is shown by its first: what is said is said of the whole.
fn first_line(sources: &Sources, at: Location) -> Range<usize> {
    let length = sources.slice(at).find('\n');
    let range = at.span.range();
    length.map_or(range.clone(), |length| range.start..range.start + length)
}

fn shown(sources: &Sources, diagnostic: &Diagnostic) -> Shown<u32> {
    let level = match diagnostic.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    };
    let labels = diagnostic.labels.iter().map(|label| {
        let style = if label.primary { LabelStyle::Primary } else { LabelStyle::Secondary };
        Label::new(style, label.at.file.0, first_line(sources, label.at)).with_message(label.text.clone())
    });
    let mut notes: Vec<String> = diagnostic.notes.iter().map(|note| format!("why: {note}")).collect();
    notes.extend(diagnostic.witness.iter().map(|witness| format!("shown by: {witness}")));
    notes.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
    if let Some(edit) = &diagnostic.edit
        && !diagnostic.help.iter().any(|help| !edit.replacement.is_empty() && help.contains(&edit.replacement))
    {
        notes.push(format!("help: {}", edit.title));
    }
    Shown::new(level)
        .with_code(diagnostic.code.0)
        .with_message(&diagnostic.title)
        .with_labels(labels.collect())
        .with_notes(notes)
}
