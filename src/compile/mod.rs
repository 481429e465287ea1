//! Policy text → decision table.
//!
//! Files are loaded (`load`), names are collected (`names`), and then every item is lowered by the file that is named for
//! its kind. What is wrong becomes a diagnostic and the lowering goes on, so that one run shows everything.

mod cases;
mod commands;
mod conditions;
mod effects;
mod entries;
mod load;
mod lower;
mod policy;
mod result;
mod stages;
mod subjects;

pub use load::MAX_FILES;
pub use result::{Accept, Assert, Compiled, LoadError, Loader, NoFiles, PolicyTest, TestCall, TestCase};

use crate::source::{Diagnostic, Severity, codes};
use crate::table::Table;

/// How many rules the stages of a policy may have together.
pub const MAX_RULES: usize = 100_000;

/// How many findings of one compilation are told.
pub const MAX_FINDINGS: usize = 500;

/// Compiles a policy and all it uses.
pub fn compile(entry_name: &str, text: &str, loader: &dyn Loader) -> Compiled {
    let (loaded, problems) = load::load(entry_name, text, loader);
    let mut lower = lower::Lower::new(&loaded, problems);
    lower.run();
    let lower::Done { table, mut diagnostics, tests, asserts, accepts } = lower.finish();
    diagnostics.sort_by_key(|diagnostic| (diagnostic.at(), diagnostic.code));
    let refused = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    if let Some(next) = diagnostics.get(MAX_FINDINGS).and_then(Diagnostic::at) {
        let title = format!("only the first {MAX_FINDINGS} of {} findings are shown", diagnostics.len());
        diagnostics.truncate(MAX_FINDINGS);
        diagnostics.push(Diagnostic::error(codes::LIMIT, title, next, "the next one is here"));
    }
    let table = (!refused).then_some(table);
    Compiled { table, diagnostics, sources: loaded.sources, tests, asserts, accepts }
}

/// The name that a text's first line gives to its policy.
pub fn header(text: &str) -> Option<String> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let mut words = first.split_whitespace();
    (words.next() == Some("policy")).then(|| words.next().map(str::to_owned))?
}

/// Why policies cannot be laid over each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayerError {
    /// The base tightens another policy, so it decides nothing alone: its name, and the other's.
    NoBase(String, String),
    /// This policy says of none that it tightens it.
    TightensNothing(String),
    /// This policy tightens that one, which is not below it.
    Missing(String, String),
}

impl std::fmt::Display for LayerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LayerError::NoBase(name, other) => {
                write!(f, "the policy `{name}` tightens `{other}`, so `{other}` comes first")
            }
            LayerError::TightensNothing(name) => {
                write!(f, "the policy `{name}` does not say what it tightens: write `policy {name} tightens …`")
            }
            LayerError::Missing(name, other) => {
                write!(f, "the policy `{name}` tightens `{other}`, which is not below it")
            }
        }
    }
}

impl std::error::Error for LayerError {}

/// Puts tightening policies over a base, outermost last: every one runs, the stricter verdict wins.
///
/// # Errors
/// A policy that does not tighten the base or a policy before it.
pub fn layer(mut base: Table, tightening: Vec<Table>) -> Result<Table, LayerError> {
    if let Some(other) = base.tightens {
        return Err(LayerError::NoBase(base.policy, other));
    }
    let mut below = vec![base.policy.clone()];
    for table in tightening {
        let Some(other) = table.tightens.clone() else { return Err(LayerError::TightensNothing(table.policy)) };
        if !below.contains(&other) {
            return Err(LayerError::Missing(table.policy, other));
        }
        below.push(table.policy.clone());
        base.tightened_by.push(table);
    }
    Ok(base)
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
