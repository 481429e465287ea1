//! Path sets as data: what the decision table holds.

use super::{Os, PathGlob};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One line of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Member {
    /// Paths that match a glob.
    Glob {
        /// The glob.
        glob: PathGlob,
        /// Systems it is restricted to; empty: all.
        on: Vec<Os>,
    },
    /// Everything another set of the same table holds.
    Set {
        /// Its name.
        name: String,
        /// Systems the line is restricted to; empty: all.
        on: Vec<Os>,
    },
}

/// A set: the union of `members` without the union of `except`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathSet {
    /// What is in it.
    pub members: Vec<Member>,
    /// What is taken out again.
    pub except: Vec<Member>,
}

/// All path sets of a table, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PathSets(pub BTreeMap<String, PathSet>);
