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

impl PathSets {
    /// The sets that every policy has: `workspace`, `cwd`, `home`, `tmp`, each the anchor of that name and what lies below.
    pub fn built_in() -> Self {
        let named = [("workspace", "{workspace}/**"), ("cwd", "{cwd}/**"), ("home", "~/**"), ("tmp", "{tmp}/**")];
        let sets = named.into_iter().filter_map(|(name, text)| {
            let glob = PathGlob::parse(text, None).ok()?;
            let members = vec![Member::Glob { glob, on: Vec::new() }];
            Some((name.to_owned(), PathSet { members, except: Vec::new() }))
        });
        Self(sets.collect())
    }
}
