//! What the conditions of a policy speak of.

use crate::table::{Atom, Entry, FactValue, Table, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Names that conditions use.
#[derive(Debug, Default)]
pub(super) struct Mentioned {
    /// Facts, with the values that they are compared with.
    pub facts: BTreeMap<String, Vec<FactValue>>,
    /// Path and host sets.
    pub sets: BTreeSet<String>,
    /// Globs over tools.
    pub tools: BTreeSet<String>,
    /// Facts of type `rules`, with what they are asked for.
    pub says: BTreeMap<String, BTreeSet<Verdict>>,
}

impl Mentioned {
    /// Those of a whole table.
    pub fn of(table: &Table) -> Mentioned {
        let mut mentioned = Mentioned::default();
        mentioned.table(table);
        mentioned
    }

    fn table(&mut self, table: &Table) {
        let rules = table.stages.iter().flat_map(|stage| &stage.rules).map(|rule| &rule.when);
        let rules = rules.chain(table.resolve.iter().map(|rule| &rule.when));
        let rows = table.classes.values().flat_map(|class| class.rows.iter().map(|(_, atoms)| atoms));
        rules.chain(rows).flatten().for_each(|atom| self.atom(atom));
        for entry in table.patterns.values().chain(table.safes.values()).flatten() {
            let mut next = Some(entry);
            while let Some(entry) = next {
                next = match entry {
                    Entry::Command(command) => {
                        command.condition.iter().for_each(|atom| self.atom(atom));
                        command.pipe.as_deref()
                    }
                    Entry::Tool { name, .. } => {
                        self.tools.insert(name.clone());
                        None
                    }
                };
            }
        }
        for verdicts in table.verdicts.values() {
            self.facts.entry(verdicts.fact.clone()).or_default();
        }
        self.tools.extend(table.tools.iter().flat_map(|tool| tool.names.iter().cloned()));
    }

    fn atom(&mut self, atom: &Atom) {
        match atom {
            Atom::Effects(_, tests) => {
                for test in tests {
                    self.sets.extend(test.place.sets().iter().cloned());
                }
            }
            Atom::Fact(name, _, value) => {
                self.facts.entry(name.clone()).or_default().push(value.clone());
                if let FactValue::Fact(other) = value {
                    self.facts.entry(other.clone()).or_default().push(FactValue::Fact(name.clone()));
                }
            }
            Atom::Tool(names) => self.tools.extend(names.iter().cloned()),
            Atom::Not(inner) => self.atom(inner),
            Atom::Says(fact, verdict) => {
                self.says.entry(fact.clone()).or_default().insert(*verdict);
            }
            Atom::Pattern(..)
            | Atom::Safe(_)
            | Atom::Class(..)
            | Atom::Unknown
            | Atom::Unreadable
            | Atom::ReasonIs(_) => {}
        }
    }
}
