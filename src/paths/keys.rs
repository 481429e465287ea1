//! Which globs can match a path at all: each glob has a key, a component that every path it matches must hold.
//!
//! A table has hundreds of globs, and a path holds the keys of one or two of them. So the keys in a path are found first, once
//! for all sets; only the globs with one of these keys are held against it, and those without a key.

use super::meet::patterns_meet;
use super::part::{Part, Pattern, Token};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A name or pattern that globs need.
pub(super) type Key = u32;

/// The keys that a path holds: most often none or one.
pub(super) type Held = SmallVec<[Key; 4]>;

/// The keys of all globs of all sets.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// Looked up, never iterated, so that its order does not matter.
    names: FxHashMap<String, Key>,
    patterns: BTreeMap<Pattern, Key>,
    /// Patterns that end with a known character, by it; then those that begin with one; then the others.
    by_end: BTreeMap<char, Vec<(Pattern, Key)>>,
    by_start: BTreeMap<char, Vec<(Pattern, Key)>>,
    others: Vec<(Pattern, Key)>,
    next: Key,
}

impl Keys {
    /// The key of a glob: its last name, else its last pattern; none where it has neither.
    pub(super) fn of_glob(&mut self, glob: &[Part]) -> Option<Key> {
        let name = glob.iter().rev().find_map(|part| match part {
            Part::Name(name) => Some(name),
            Part::Like(_) | Part::Deep => None,
        });
        if let Some(name) = name {
            let key = *self.names.entry(name.clone()).or_insert(self.next);
            self.next = self.next.max(key + 1);
            return Some(key);
        }
        let pattern = glob.iter().rev().find_map(|part| match part {
            Part::Like(pattern) => Some(pattern),
            Part::Name(_) | Part::Deep => None,
        })?;
        if let Some(key) = self.patterns.get(pattern) {
            return Some(*key);
        }
        let key = self.next;
        self.next += 1;
        self.patterns.insert(pattern.clone(), key);
        let list = match (pattern.tokens.last(), pattern.tokens.first()) {
            (Some(Token::Char(end)), _) => self.by_end.entry(*end).or_default(),
            (_, Some(Token::Char(start))) => self.by_start.entry(*start).or_default(),
            (_, _) => &mut self.others,
        };
        list.push((pattern.clone(), key));
        Some(key)
    }

    /// The keys that a known path holds, in no order, some perhaps twice.
    pub(super) fn of_names<N: AsRef<str>>(&self, names: &[N]) -> Held {
        let mut keys = Held::new();
        for name in names {
            self.of_name(name.as_ref(), &mut keys);
        }
        keys
    }

    fn of_name(&self, name: &str, keys: &mut Held) {
        keys.extend(self.names.get(name).copied());
        let ends = name.chars().next_back().and_then(|end| self.by_end.get(&end));
        let starts = name.chars().next().and_then(|start| self.by_start.get(&start));
        let lists = [ends, starts, Some(&self.others)];
        let patterns = lists.into_iter().flatten().flatten();
        keys.extend(patterns.filter(|(pattern, _)| pattern.matches(name)).map(|(_, key)| *key));
    }

    /// The keys that some path of a trail may hold; none where it may hold any.
    pub(super) fn of_trail(&self, trail: &[Part]) -> Option<Held> {
        let mut keys = Held::new();
        for part in trail {
            match part {
                Part::Name(name) => self.of_name(name, &mut keys),
                Part::Like(own) => {
                    keys.extend(self.names.iter().filter(|(name, _)| own.matches(name)).map(|(_, key)| *key));
                    let meeting = self.patterns.iter().filter(|(other, _)| patterns_meet(own, other));
                    keys.extend(meeting.map(|(_, key)| *key));
                }
                Part::Deep => return None,
            }
        }
        Some(keys)
    }
}

#[cfg(test)]
mod tests;
