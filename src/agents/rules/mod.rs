//! Rules of other gates, on their way into a policy.
//!
//! Each agent's file reads its own format into [`Imported`]: entries that carry over, and notes about what does not. [`Draft`]
//! (`draft`) makes a policy of them. Whatever is lost is lost to the strict side, and noted with its place.

mod draft;
mod paths;
mod place;
mod vouched;
mod words;

pub use draft::Draft;
pub use paths::crossing;
pub use place::{Place, Places};
pub use words::{Globs, Words, overlap};

use crate::table::Verdict;

/// What a file of rules says, as far as it carries over.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// Rules, in the order of the file.
    pub entries: Vec<Entry>,
    /// What does not carry over, or not as it was.
    pub notes: Vec<Note>,
    /// What the gate does where no rule speaks; never looser than asking.
    pub otherwise: Verdict,
}

impl Default for Imported {
    fn default() -> Imported {
        Imported { entries: Vec::new(), notes: Vec::new(), otherwise: Verdict::Ask }
    }
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it stands.
    pub place: Place,
    /// As it is written there.
    pub text: String,
    /// What it gives.
    pub verdict: Verdict,
    /// To what.
    pub what: What,
}

/// What a rule speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// Commands that begin with these words.
    Command(Words),
    /// Paths that are read, as a glob of the policy language.
    Reads(String),
    /// Paths that are written, as a glob of the policy language.
    Writes(String),
    /// Hosts.
    Host(String),
    /// All calls of the tools that a glob names.
    Tool(String),
}

/// What a person should know of an entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// Where it stands.
    pub place: Place,
    /// The entry.
    pub entry: String,
    /// What becomes of it.
    pub says: String,
}

impl Imported {
    /// Adds a rule.
    pub fn entry(&mut self, place: Place, text: &str, verdict: Verdict, what: What) {
        let named = match &what {
            What::Command(_) => "",
            What::Reads(name) | What::Writes(name) | What::Host(name) | What::Tool(name) => name,
        };
        if !named.chars().all(words::is_plain) {
            return self.note(place, text, "it has a character that is not seen in a policy as what it is");
        }
        self.entries.push(Entry { place, text: text.to_owned(), verdict, what });
    }

    /// Adds a remark.
    pub fn note(&mut self, place: Place, entry: &str, says: impl Into<String>) {
        self.notes.push(Note { place, entry: entry.to_owned(), says: says.into() });
    }

    /// Takes a command glob: what can be said exactly, and on the strict side what cannot.
    pub fn commands(&mut self, place: Place, text: &str, verdict: Verdict, globs: Globs) {
        let narrower = globs.narrower.filter(|_| verdict == Verdict::Allow);
        for lost in globs.lost.into_iter().chain(narrower) {
            self.note(place, text, lost);
        }
        for words in globs.exact {
            self.entry(place, text, verdict, What::Command(words));
        }
        for words in globs.wider.into_iter().filter(|_| verdict != Verdict::Allow) {
            self.entry(place, text, Verdict::Ask, What::Command(words));
        }
    }
}

#[cfg(test)]
mod tests;
