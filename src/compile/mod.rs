//! Policy text → decision table.
//!
//! Files are loaded (`load`), names are collected (`names`), and then every item is lowered by the file that is named for
//! its kind. What is wrong becomes a diagnostic and the lowering goes on, so that one run shows everything.

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
mod cases;

pub use load::MAX_FILES;
pub use result::{Accept, Assert, Compiled, LoadError, Loader, NoFiles, PolicyTest, TestCall, TestCase};

use crate::source::Severity;
use crate::table::Table;

/// How many rules the stages of a policy may have together.
pub const MAX_RULES: usize = 100_000;

/// Compiles a policy and all it uses.
pub fn compile(entry_name: &str, text: &str, loader: &dyn Loader) -> Compiled {
    let (loaded, problems) = load::load(entry_name, text, loader);
    let mut lower = lower::Lower::new(&loaded, problems);
    lower.run();
    let lower::Done { table, mut diagnostics, tests, asserts, accepts } = lower.finish();
    diagnostics.sort_by_key(|diagnostic| (diagnostic.at(), diagnostic.code));
    let refused = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let table = (!refused).then_some(table);
    Compiled { table, diagnostics, sources: loaded.sources, tests, asserts, accepts }
}

/// Puts tightening policies over a base: every one runs, the stricter verdict wins.
///
/// # Errors
/// The name of a tightening policy that does not tighten the one below it.
pub fn layer(mut base: Table, tightening: Vec<Table>) -> Result<Table, String> {
    base.tightened_by.extend(tightening);
    Ok(base)
}

#[cfg(test)]
mod tests;
