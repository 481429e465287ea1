//! Where an entry stands in a JSON file.

use std::collections::BTreeMap;

/// Line and column, from 1; zero where it is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

impl Place {
    /// The place of a byte.
    pub fn of(text: &str, at: usize) -> Place {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1;
        Place { line, column }
    }
}

/// Finds strings in the text of a JSON file, each call the next time that it stands there.
#[derive(Debug)]
pub struct Places<'t> {
    text: &'t str,
    from: usize,
    seen: BTreeMap<String, usize>,
}

impl<'t> Places<'t> {
    /// Of a text.
    pub fn new(text: &'t str) -> Places<'t> {
        Places { text, from: 0, seen: BTreeMap::new() }
    }

    /// Of what follows a key.
    #[must_use]
    pub fn below(&self, key: &str) -> Places<'t> {
        let from = self.find(key, self.from).map_or(self.from, |(_, end)| end);
        Places { text: self.text, from, seen: BTreeMap::new() }
    }

    /// The next place of a string as JSON writes it; unknown where it is escaped otherwise.
    pub fn next(&mut self, string: &str) -> Place {
        let from = self.seen.get(string).copied().unwrap_or(self.from);
        let Some((at, end)) = self.find(string, from) else { return Place::default() };
        self.seen.insert(string.to_owned(), end);
        Place::of(self.text, at)
    }

    /// Where a string begins and ends.
    fn find(&self, string: &str, from: usize) -> Option<(usize, usize)> {
        let written = serde_json::Value::from(string).to_string();
        let at = from + self.text.get(from..)?.find(&written)?;
        Some((at, at + written.len()))
    }
}
