//! Two policies on the same calls: what `policyc diff` shows.

use super::{Sample, Setting};
use crate::decide::{Decision, Evaluator};
use crate::table::Verdict;
use std::collections::BTreeMap;

/// The verdicts of both policies on a call: the old one's, the new one's.
pub type Move = (Verdict, Verdict);

/// A call that stands for a cell of the comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    /// The call.
    pub shown: String,
    /// The facts that it needs.
    pub given: String,
    /// The rules that decided, old and new.
    pub rules: (String, String),
}

/// Calls that both policies have answered.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Comparison {
    /// How many calls fall into each cell, under one setting or another.
    pub counts: BTreeMap<Move, usize>,
    /// For each cell where the two differ, the plainest calls, at most [`WITNESSES`].
    pub witnesses: BTreeMap<Move, Vec<Moved>>,
}

/// How many calls stand for a cell.
pub const WITNESSES: usize = 5;

impl Comparison {
    /// Runs both policies on every call under every setting.
    pub fn of(old: &Evaluator<'_>, new: &Evaluator<'_>, samples: &[Sample], settings: &[Setting]) -> Comparison {
        let mut comparison = Comparison::default();
        for sample in samples {
            let plain = Setting::default().of(&sample.call);
            let read = (old.read(&plain), new.read(&plain));
            let mut cells: BTreeMap<Move, Moved> = BTreeMap::new();
            for setting in settings {
                let call = setting.of(&sample.call);
                let again = setting.os.map(|_| (old.read(&call), new.read(&call)));
                let (before, after) = again.as_ref().unwrap_or(&read);
                let answers = (old.decide(&call, before), new.decide(&call, after));
                let cell = (answers.0.verdict(), answers.1.verdict());
                // Settings come with the fewest facts first.
                cells.entry(cell).or_insert_with(|| moved(sample.shown.clone(), setting.shown(), &answers));
            }
            for (cell, moved) in cells {
                comparison.add(cell, moved);
            }
        }
        comparison
    }

    /// Counts one call.
    pub fn add(&mut self, cell: Move, moved: Moved) {
        *self.counts.entry(cell).or_default() += 1;
        if cell.0 != cell.1 {
            self.witness(cell, moved);
        }
    }

    fn witness(&mut self, cell: Move, moved: Moved) {
        let witnesses = self.witnesses.entry(cell).or_default();
        let cost = |moved: &Moved| (moved.given.len(), moved.shown.len(), moved.shown.clone());
        // One call for each pair of rules tells more than several for the same.
        match witnesses.iter_mut().find(|known| known.rules == moved.rules) {
            Some(known) if cost(&moved) < cost(known) => *known = moved,
            Some(_) => {}
            None => witnesses.push(moved),
        }
        witnesses.sort_by_key(cost);
        witnesses.truncate(WITNESSES);
    }

    /// Adds what other calls came to.
    pub fn join(&mut self, other: Comparison) {
        for (cell, count) in other.counts {
            *self.counts.entry(cell).or_default() += count;
        }
        for (cell, witnesses) in other.witnesses {
            for moved in witnesses {
                self.witness(cell, moved);
            }
        }
    }

    /// Whether some call gets more than before.
    pub fn widens(&self) -> bool {
        self.counts.iter().any(|((old, new), count)| new < old && *count > 0)
    }
}

/// A call with the rules that answered it.
pub fn moved(shown: String, given: String, answers: &(Decision, Decision)) -> Moved {
    Moved { shown, given, rules: (answers.0.by.rule.clone(), answers.1.by.rule.clone()) }
}
