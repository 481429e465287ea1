//! What the first walk over a line gathers for the second.

use crate::argv::Word;
use std::collections::{BTreeMap, BTreeSet};

/// Facts about a whole line of one shell.
#[derive(Debug, Clone, Default)]
pub struct Gathered {
    /// Every name that something in the line may bind.
    pub bound: BTreeMap<String, Bound>,
    /// Something in the line may bind any name: unknown code, an unknown name.
    pub anything: bool,
    /// The shell may change its directory somewhere.
    pub moves: bool,
    /// Loops, by where they begin, whose body changes the directory.
    pub moving_loops: BTreeSet<u32>,
    /// Bindings that steer later programs (rule 10), in order.
    pub steers: Vec<Steer>,
    /// Names that are unset somewhere.
    pub unset: BTreeSet<String>,
    /// Names that are made read-only somewhere, so that binding them may fail.
    pub fixed: BTreeSet<String>,
    /// Functions, by name.
    pub functions: BTreeMap<String, Function>,
    /// The line holds text that this shell reads in turn (`eval`).
    pub same_shell_texts: bool,
    /// Functions that a nested text calls while their bodies are this text's.
    pub requested: BTreeSet<String>,
}

/// How a name is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// At so many places.
    pub times: u32,
    /// Every time to an integer literal.
    pub integer: bool,
    /// At so many of them to output that is names.
    pub names: u32,
}

/// A binding that means something to programs.
#[derive(Debug, Clone, PartialEq)]
pub struct Steer {
    /// The name.
    pub name: String,
    /// What it is bound to.
    pub value: Word,
    /// Only programs that run code could read it.
    pub own: bool,
}

/// A function of the line.
#[derive(Debug, Clone, Default)]
pub struct Function {
    /// Units of its bodies, as far as they were walked.
    pub units: Vec<std::ops::Range<usize>>,
    /// A body changes the directory.
    pub moves: bool,
    /// A body starts something in the background or in a pipe.
    pub forks: bool,
    /// A body reaches itself.
    pub recurs: bool,
    /// How many definitions there are so far.
    pub definitions: usize,
}

impl Gathered {
    /// Counts a binding.
    pub fn bind(&mut self, name: &str, integer: bool) {
        self.bound
            .entry(name.to_owned())
            .and_modify(|bound| {
                bound.times += 1;
                bound.integer &= integer;
            })
            .or_insert(Bound { times: 1, integer, names: 0 });
    }

    /// The binding that was counted last is to output that is names.
    pub fn bound_to_names(&mut self, name: &str) {
        if let Some(bound) = self.bound.get_mut(name) {
            bound.names += 1;
        }
    }
}
