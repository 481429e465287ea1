//! Units and their ordered effects: what a call does, by what its programs are declared to do.
//!
//! Judgement only: nothing here knows of allow, ask or deny. Everything about a program is said in its declaration;
//! this room is exact about arguments and general about programs.

mod call;
mod line;
mod model;
pub mod program;
mod public;
pub mod small;
#[cfg(test)]
pub mod testing;
mod tools;
mod words;

pub use call::{Call, Host, ShellFact, ShellKind};
pub use line::MAX_COMMAND;
pub use model::{Bases, Effect, GivenOption, Origin, PathTarget, Reading, Standing, Target, Unit, UnitKind};

use crate::table::Table;
use std::sync::Arc;

/// A table with its declarations laid out for look-up; built once, used for every call.
#[derive(Debug, Clone)]
pub struct Index<'t> {
    /// The whole table.
    pub table: &'t Table,
    /// Its programs and builtins by name.
    pub commands: program::CommandIndex<'t>,
    tools: tools::ToolIndex<'t>,
}

impl<'t> Index<'t> {
    /// Lays out a table.
    #[must_use]
    pub fn new(table: &'t Table) -> Index<'t> {
        Index {
            table,
            commands: program::CommandIndex::new(&table.commands),
            tools: tools::ToolIndex::new(&table.tools),
        }
    }
}

/// What a call does. Never fails and never comes back empty: what is not understood is a unit that says so.
#[must_use]
pub fn read(index: &Index<'_>, call: &Call) -> Reading {
    let mut units = Vec::new();
    tools::read(index, call, &mut units);
    if units.is_empty() {
        units.push(Unit::unreadable(None, call.tool.clone(), "there is nothing to run"));
    }
    Reading { units }
}

/// What a shell command line does, whatever tool hands it over; for those who ask about programs and not about tools.
#[must_use]
pub fn read_line(index: &Index<'_>, host: &Host, text: &str) -> Reading {
    let mut units = Vec::new();
    let bases = Arc::new(Bases { known: host.cwd.iter().cloned().collect(), unknown: host.cwd.is_none() });
    line::read(index, host, text, bases, &mut units);
    if units.is_empty() {
        units.push(Unit::unreadable(None, text.to_owned(), "there is nothing to run"));
    }
    Reading { units }
}
