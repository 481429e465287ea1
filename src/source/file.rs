//! Source texts and places in them.

/// Index of a file in [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

/// Byte range of a text; `start <= end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last.
    pub end: u32,
}

/// Layout is no part of a tree's meaning: the debug form of two trees that differ in places alone is the same.
impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

impl Span {
    /// From byte offsets; anything beyond `u32::MAX` is cut off (sources are limited far below).
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: u32::try_from(start).unwrap_or(u32::MAX), end: u32::try_from(end).unwrap_or(u32::MAX) }
    }

    /// As a range for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of the one to the end of the other.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A span of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Location {
    /// Which file.
    pub file: FileId,
    /// Where in it.
    pub span: Span,
}

impl Location {
    /// Whether another place lies within this one.
    pub fn holds(self, other: Location) -> bool {
        self.file == other.file && self.span.start <= other.span.start && other.span.end <= self.span.end
    }
}

/// One text with its name and line index.
#[derive(Debug, Clone)]
pub struct Source {
    /// As named on the command line, or `std/…`.
    pub name: String,
    /// The whole text.
    pub text: String,
    lines: Vec<u32>,
}

impl Source {
    /// Indexes the lines of a text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let lines = std::iter::once(0)
            .chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| Span::new(at + 1, at + 1).start))
            .collect();
        Source { name: name.into(), text, lines }
    }

    /// Text of a span; empty where the span does not fit.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Line of a byte offset, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        Span::new(0, self.lines.partition_point(|start| *start <= offset)).end
    }

    /// How many lines there are; at least one.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Byte range of a line (from 0), its newline included.
    pub fn line_range(&self, line: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.lines.get(line)? as usize;
        let end = self.lines.get(line + 1).map_or(self.text.len(), |next| *next as usize);
        Some(start..end)
    }

    /// Line and column of a byte offset, both from 1; columns count characters.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line(offset);
        let start = self.lines.get((line as usize).saturating_sub(1)).copied().unwrap_or_default();
        let column = self.slice(Span { start, end: offset.max(start) }).chars().count() + 1;
        (line, Span::new(0, column).end)
    }
}

/// All texts of one compilation.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(Span::new(0, self.files.len()).end);
        self.files.push(Source::new(name, text));
        id
    }

    /// Adds the texts of another collection, each once: the ids that they have here, by those that they have there.
    pub fn absorb(&mut self, other: &Sources) -> Vec<FileId> {
        let mut ids = Vec::with_capacity(other.files.len());
        for source in &other.files {
            let known = self.files.iter().position(|own| own.name == source.name && own.text == source.text);
            let id = known.map_or_else(|| self.next(), |at| FileId(Span::new(0, at).end));
            if known.is_none() {
                self.files.push(source.clone());
            }
            ids.push(id);
        }
        ids
    }

    /// The id that the next text gets.
    pub fn next(&self) -> FileId {
        FileId(Span::new(0, self.files.len()).end)
    }

    /// The file of an id that this collection gave.
    pub fn get(&self, id: FileId) -> Option<&Source> {
        self.files.get(id.0 as usize)
    }

    /// All of them, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.files.iter().enumerate().map(|(index, source)| (FileId(Span::new(0, index).end), source))
    }

    /// Text of a location; empty where it does not fit.
    pub fn slice(&self, at: Location) -> &str {
        self.get(at.file).map(|source| source.slice(at.span)).unwrap_or_default()
    }

    /// `name:line:column` of a location's start.
    pub fn position(&self, at: Location) -> String {
        self.get(at.file).map_or_else(String::new, |source| {
            let (line, column) = source.line_column(at.span.start);
            format!("{}:{line}:{column}", source.name)
        })
    }
}
