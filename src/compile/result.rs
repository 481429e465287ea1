//! What a compilation gives.

use crate::effects::Host;
use crate::source::{Diagnostic, Location, Severity, Sources};
use crate::table::{Atom, Table, Verdict};
use std::collections::BTreeMap;

/// Serves the texts that `use` names. I/O is the caller's; `std/…` is served before a loader is asked.
pub trait Loader {
    /// The name (as messages show it, and by which two uses are the same file) and text of `use_path`, used in the file `from`.
    ///
    /// # Errors
    /// Why there is none.
    fn load(&self, from: &str, use_path: &str) -> Result<(String, String), LoadError>;
}

/// Why a used file was not loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// There is none of that name; names nearby, where the loader knows some.
    Missing(Vec<String>),
    /// It is there and cannot be read.
    Unreadable(String),
}

/// A loader without files: only `std/…` can be used.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _from: &str, _use_path: &str) -> Result<(String, String), LoadError> {
        Err(LoadError::Missing(Vec::new()))
    }
}

/// What came of a compilation.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The table; `None` if there was an error.
    pub table: Option<Table>,
    /// Findings by place.
    pub diagnostics: Vec<Diagnostic>,
    /// All texts; [`crate::table::Place::file`] and [`crate::source::FileId`] index them alike.
    pub sources: Sources,
    /// Tests of the entry file.
    pub tests: Vec<PolicyTest>,
    /// Asserts of all files.
    pub asserts: Vec<Assert>,
    /// Answers to lints.
    pub accepts: Vec<Accept>,
}

impl Compiled {
    /// Whether the policy is refused.
    pub fn refused(&self) -> bool {
        self.table.is_none() || self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// One `test "name" { … }`.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyTest {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub at: Location,
    /// Its cases, each with a neighbour.
    pub cases: Vec<TestCase>,
}

/// One side of a case: what a call must get under given facts.
#[derive(Debug, Clone, PartialEq)]
pub struct TestCase {
    /// Where it stands.
    pub at: Location,
    /// What the call must get, before `resolve` unless facts say otherwise.
    pub verdict: Verdict,
    /// The reason code it must have.
    pub code: Option<String>,
    /// The call.
    pub call: TestCall,
    /// What the host knows: the test's `given` and then the case's own.
    pub host: Host,
    /// The policy's facts, as JSON.
    pub facts: BTreeMap<String, serde_json::Value>,
    /// The neighbour: it differs in verdict or code, and in the call or in what is given.
    pub near: Option<Box<TestCase>>,
}

/// A call in a test.
#[derive(Debug, Clone, PartialEq)]
pub enum TestCall {
    /// A shell command line.
    Shell(String),
    /// A structured call.
    Tool(String, serde_json::Value),
}

/// `assert never VERDICT when COND [unless COND]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Assert {
    /// Where it stands.
    pub at: Location,
    /// What must not be.
    pub never: Verdict,
    /// All must hold.
    pub when: Vec<Atom>,
    /// Not all may hold; empty: no exception.
    pub unless: Vec<Atom>,
}

/// `accept CODE because "…" [by "owner"] [until DATE]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accept {
    /// Where it stands.
    pub at: Location,
    /// What it answers for: the item or clause that follows.
    pub target: Location,
    /// The lint.
    pub code: String,
    /// Why.
    pub because: String,
    /// Who.
    pub by: Option<String>,
    /// `YYYY-MM-DD`.
    pub until: Option<String>,
}
