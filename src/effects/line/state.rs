//! What a shell knows at a point of a line: directories, variables, functions; and how that flows through `&&`, `||` and `;`.

use super::limits::{MAX_BASE_LENGTH, MAX_BASES, MAX_NAMES};
use crate::argv::Text;
use crate::effects::Bases;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The shell at one point, as far as every way that leads there agrees.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// Where relative paths may start from.
    pub bases: Arc<Bases>,
    /// Variables and functions.
    pub names: Rc<Names>,
    /// No `cd` on any way here: `$PWD` is the call's directory.
    pub stayed: bool,
    /// Some way here changed the directory, since the body of the present loop or function began.
    pub moved: bool,
    /// No way leads here (after `exit`).
    pub unreachable: bool,
}

/// Names that every way to a point has bound.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Names {
    /// Variables with their values (rule 9).
    pub values: BTreeMap<String, Text>,
    /// Variables that are bound, to whatever: what they hold is not the environment's.
    pub bound: BTreeSet<String>,
    /// Variables that are declared as associative arrays.
    pub keyed: BTreeSet<String>,
    /// Functions that are defined.
    pub functions: BTreeSet<String>,
}

/// Where a command leads, by whether it succeeds.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// Its status is 0.
    pub ok: State,
    /// It is not.
    pub failed: State,
}

impl State {
    /// The shell as a call starts it.
    pub fn start(bases: Arc<Bases>) -> State {
        State { bases, names: Rc::default(), stayed: true, moved: false, unreachable: false }
    }

    /// Agreed on by both ways.
    pub fn join(&self, other: &State) -> State {
        let moved = self.moved || other.moved;
        if self.unreachable {
            return State { moved, ..other.clone() };
        }
        if other.unreachable {
            return State { moved, ..self.clone() };
        }
        let bases = if Arc::ptr_eq(&self.bases, &other.bases) || self.bases == other.bases {
            Arc::clone(&self.bases)
        } else {
            let mut bases = (*self.bases).clone();
            merge(&mut bases, &other.bases);
            Arc::new(bases)
        };
        let names = if Rc::ptr_eq(&self.names, &other.names) {
            Rc::clone(&self.names)
        } else {
            Rc::new(self.names.common(&other.names))
        };
        State { bases, names, stayed: self.stayed && other.stayed, moved, unreachable: false }
    }

    /// Somewhere, nobody knows where, or still here.
    pub fn lose_directory(&mut self) {
        Arc::make_mut(&mut self.bases).unknown = true;
        self.stayed = false;
        self.moved = true;
    }

    /// A variable is bound, to `value` where that is known and nothing else binds it.
    pub fn bind(&mut self, name: &str, value: Option<Text>) {
        let names = Rc::make_mut(&mut self.names);
        if names.bound.len() >= MAX_NAMES {
            // No longer followed: what is not known to be bound counts as the environment's.
            names.values.remove(name);
            return;
        }
        names.bound.insert(name.to_owned());
        match value {
            Some(value) => names.values.insert(name.to_owned(), value),
            None => names.values.remove(name),
        };
    }
}

/// Adds the directories of `others`.
pub fn merge(bases: &mut Bases, others: &Bases) {
    for known in &others.known {
        if bases.known.contains(known) {
            continue;
        }
        if bases.known.len() >= MAX_BASES || known.len() > MAX_BASE_LENGTH {
            bases.unknown = true;
            break;
        }
        bases.known.push(known.clone());
    }
    bases.unknown |= others.unknown;
}

impl Names {
    fn common(&self, other: &Names) -> Names {
        Names {
            values: self
                .values
                .iter()
                .filter(|(name, value)| other.values.get(*name) == Some(value))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            bound: self.bound.intersection(&other.bound).cloned().collect(),
            keyed: self.keyed.intersection(&other.keyed).cloned().collect(),
            functions: self.functions.intersection(&other.functions).cloned().collect(),
        }
    }
}

impl Flow {
    /// The same either way.
    pub fn both(state: State) -> Flow {
        Flow { ok: state.clone(), failed: state }
    }

    /// Whatever the status.
    pub fn join(&self) -> State {
        self.ok.join(&self.failed)
    }

    /// `!`.
    pub fn negated(self) -> Flow {
        Flow { ok: self.failed, failed: self.ok }
    }
}
