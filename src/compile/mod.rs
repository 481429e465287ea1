//! Policy text → decision table.

mod result;

pub use result::{Accept, Assert, Compiled, LoadError, Loader, NoFiles, PolicyTest, TestCall, TestCase};

use crate::source::Sources;
use crate::table::Table;

/// Compiles a policy and all it uses.
pub fn compile(entry_name: &str, text: &str, _loader: &dyn Loader) -> Compiled {
    let mut sources = Sources::default();
    sources.add(entry_name, text);
    Compiled { table: None, diagnostics: Vec::new(), sources, tests: Vec::new(), asserts: Vec::new(), accepts: Vec::new() }
}

/// Puts tightening policies over a base: every one runs, the stricter verdict wins.
///
/// # Errors
/// The name of a tightening policy that does not tighten the one below it.
pub fn layer(mut base: Table, tightening: Vec<Table>) -> Result<Table, String> {
    base.tightened_by.extend(tightening);
    Ok(base)
}
