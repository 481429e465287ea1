//! Rules that the host passes at run time: `allow|ask|deny TOOL WORDS…`, held against one unit.
//!
//! `*` inside a word is any run of characters; a last word `*` takes all further words, so `git *` is not `git-secret`.

use super::glob;
use super::index::Index;
use super::truth::{self, Truth};
use crate::argv::{Text, Word};
use crate::effects::{Call, Unit, UnitKind};
use crate::table::Verdict;

/// Most words in one entry.
pub const MAX_WORDS: usize = 64;

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleEntry {
    /// What it says.
    pub verdict: Verdict,
    /// Glob over the tool's name.
    pub tool: String,
    /// Globs over the words; without the last `*`.
    pub words: Vec<String>,
    /// It takes all further words.
    pub open: bool,
}

impl RuleEntry {
    /// Reads an entry; `None` where it is malformed.
    pub fn parse(line: &str) -> Option<RuleEntry> {
        if line.chars().any(char::is_control) {
            return None;
        }
        let mut words = line.split(' ').filter(|word| !word.is_empty());
        let verdict = match words.next()? {
            "allow" => Verdict::Allow,
            "ask" => Verdict::Ask,
            "deny" => Verdict::Deny,
            _ => return None,
        };
        let tool = words.next()?.to_owned();
        let mut words: Vec<String> = words.map(str::to_owned).collect();
        if words.len() > MAX_WORDS {
            return None;
        }
        let open = words.is_empty() || words.last().is_some_and(|word| word == "*");
        if words.last().is_some_and(|word| word == "*") {
            words.pop();
        }
        Some(RuleEntry { verdict, tool, words, open })
    }

    /// Longer entries win over shorter ones of the same size of match.
    fn length(&self) -> (usize, usize, bool) {
        (self.words.len(), self.words.iter().map(String::len).sum(), !self.open)
    }

    fn holds(&self, call: &Call, unit: &Unit, index: &Index) -> Truth {
        if !glob::matches(&self.tool, &call.tool) {
            return Truth::No;
        }
        if self.words.is_empty() && self.open {
            return Truth::Yes;
        }
        match unit.kind {
            UnitKind::Command => {
                let own = index.canonical_words(&self.words);
                let program = own.iter().take(1).chain(self.words.iter().skip(1)).cloned().collect::<Vec<_>>();
                let written = self.holds_words(&program, &as_named(unit));
                match self.verdict {
                    // An option before the subcommand, or another name of it, may hide what a person forbade, and never widens
                    // what they allowed.
                    Verdict::Ask | Verdict::Deny => written.or(self.holds_words(&own, &rearranged(unit))),
                    Verdict::Allow => written,
                }
            }
            UnitKind::Tool => self.holds_words(&self.words, &arguments(unit)),
            UnitKind::Redirect | UnitKind::Assignment | UnitKind::Construct => Truth::No,
            UnitKind::Unreadable => Truth::Maybe,
        }
    }

    /// Words against globs; `ends` holds, for the words seen so far, how many globs can be used up, surely or perhaps.
    fn holds_words(&self, globs: &[String], words: &[Word]) -> Truth {
        let mut ends = vec![Truth::No; globs.len() + 1];
        if let Some(first) = ends.first_mut() {
            *first = Truth::Yes;
        }
        for word in words {
            let mut next = vec![Truth::No; ends.len()];
            for (at, reached) in ends.iter().copied().enumerate() {
                let glob = globs.get(at);
                let fits = match glob {
                    Some(glob) => glob::matches_text(glob, &word.text),
                    None => self.open.into(),
                };
                let to = if glob.is_some() { at + 1 } else { at };
                join(&mut next, to, reached.and(fits).only_if(!word.many || glob.is_none()));
                if word.many {
                    join(&mut next, at, reached.and(Truth::Maybe));
                    join(&mut next, at, reached.and(fits).and(Truth::Maybe));
                }
            }
            if word.many {
                // A list may fill several places in a row.
                for at in 1..next.len() {
                    let before = next.get(at - 1).copied().unwrap_or(Truth::No);
                    let fits = globs.get(at - 1).map_or(Truth::No, |glob| glob::matches_text(glob, &word.text));
                    join(&mut next, at, before.and(fits).and(Truth::Maybe));
                }
            }
            ends = next;
        }
        ends.last().copied().unwrap_or(Truth::No)
    }
}

fn join(ends: &mut [Truth], at: usize, truth: Truth) {
    if let Some(slot) = ends.get_mut(at) {
        *slot = slot.or(truth);
    }
}

/// The unit's words, the first being the program's canonical name where it has one.
fn as_named(unit: &Unit) -> Vec<Word> {
    let mut words = unit.words.clone();
    if let (Some(name), Some(first)) = (&unit.program, words.first_mut())
        && first.as_known().is_some()
    {
        first.text = Text::Known(name.clone());
    }
    words
}

/// Program, subcommands, operands, options: however they were ordered.
fn rearranged(unit: &Unit) -> Vec<Word> {
    let mut words: Vec<Word> = unit.program.iter().chain(&unit.subcommands).cloned().map(Word::known).collect();
    for option in &unit.options {
        words.push(Word::known(option.name.clone()));
        words.extend(option.values.iter().cloned());
    }
    words.extend(unit.operands.iter().cloned());
    words
}

/// What a structured call's effects are on, as it was written.
fn arguments(unit: &Unit) -> Vec<Word> {
    if !unit.words.is_empty() {
        return unit.words.clone();
    }
    let mut words: Vec<Word> = Vec::new();
    for effect in &unit.effects {
        let word = match &effect.target {
            crate::effects::Target::Path(path) => Word { text: path.path.clone(), many: false, span: None },
            crate::effects::Target::Host(word) => word.clone(),
            crate::effects::Target::None => continue,
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// A list of rules with another's laid over it: an entry about the same tool and words takes the place of the one below.
///
/// Whoever lays rules over others can loosen them; a layer that must not is a policy that `tightens`.
pub fn overridden(below: &[String], over: &[String]) -> Vec<String> {
    let key = |line: &String| -> Vec<String> { line.split_whitespace().skip(1).map(str::to_owned).collect() };
    let replaced: Vec<Vec<String>> = over.iter().map(key).collect();
    below.iter().filter(|line| !replaced.contains(&key(line))).chain(over).cloned().collect()
}

/// `FACT says VERDICT` of one unit: deny wins, then the longest entry that matches.
pub fn says(entries: &[RuleEntry], verdict: Verdict, call: &Call, unit: &Unit, index: &Index) -> Truth {
    let mut denied = Truth::No;
    let mut longest: Option<(&RuleEntry, Truth)> = None;
    for entry in entries {
        let holds = entry.holds(call, unit, index);
        let counts = match entry.verdict {
            Verdict::Allow => holds.is_yes(),
            Verdict::Ask | Verdict::Deny => holds > Truth::No,
        };
        if !counts {
            continue;
        }
        if entry.verdict == Verdict::Deny {
            denied = denied.or(holds);
            continue;
        }
        let stricter = |other: &RuleEntry| (entry.length(), entry.verdict) > (other.length(), other.verdict);
        if longest.is_none_or(|(other, _)| stricter(other)) {
            longest = Some((entry, holds));
        }
    }
    match verdict {
        Verdict::Deny => denied,
        Verdict::Allow | Verdict::Ask if denied > Truth::No => Truth::No,
        Verdict::Allow | Verdict::Ask => {
            truth::any(longest.iter().filter(|(entry, _)| entry.verdict == verdict).map(|(_, holds)| *holds))
        }
    }
}

#[cfg(test)]
mod tests;
