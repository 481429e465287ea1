//! Tables of several policies in one run of bytes, the declarations of programs that they share written once.

use super::{Command, FORMAT, Table, TableError};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Bundle<'b> {
    format: u32,
    #[serde(borrow)]
    commands: &'b [u8],
    #[serde(borrow)]
    tables: Vec<Bundled<'b>>,
}

#[derive(Serialize, Deserialize)]
struct Bundled<'b> {
    name: &'b str,
    /// Its declarations are those of the bundle.
    shares: bool,
    table: &'b [u8],
}

impl Table {
    /// Writes tables by name. Those that declare what the first one declares share it.
    ///
    /// # Errors
    /// [`TableError::Unwritable`], which no table of the compiler gives.
    pub fn bundle(tables: &[(&str, Table)]) -> Result<Vec<u8>, TableError> {
        let unwritable = |error: postcard::Error| TableError::Unwritable(error.to_string());
        let shared = tables.first().map(|(_, table)| table.commands.as_slice()).unwrap_or_default();
        let commands = postcard::to_stdvec(shared).map_err(unwritable)?;
        let mut encoded = Vec::with_capacity(tables.len());
        for (name, table) in tables {
            let mut table = table.clone();
            let shares = table.commands == shared;
            if shares {
                table.commands.clear();
            }
            encoded.push((*name, shares, postcard::to_stdvec(&table).map_err(unwritable)?));
        }
        let tables = encoded.iter().map(|(name, shares, table)| Bundled { name, shares: *shares, table }).collect();
        postcard::to_stdvec(&Bundle { format: FORMAT, commands: &commands, tables }).map_err(unwritable)
    }

    /// The table of that name in what [`Table::bundle`] wrote.
    ///
    /// # Errors
    /// Why there is none: it is no bundle of this format, or has none of that name.
    pub fn from_bundle(bytes: &[u8], name: &str) -> Result<Table, TableError> {
        let malformed = |error: postcard::Error| TableError::Malformed(error.to_string());
        let bundle: Bundle<'_> = postcard::from_bytes(bytes).map_err(malformed)?;
        if bundle.format != FORMAT {
            return Err(TableError::Format(bundle.format));
        }
        let Some(found) = bundle.tables.iter().find(|table| table.name == name) else {
            return Err(TableError::Malformed(format!("there is no table `{name}`")));
        };
        let mut table: Table = postcard::from_bytes(found.table).map_err(malformed)?;
        if found.shares {
            table.commands = postcard::from_bytes::<Vec<Command>>(bundle.commands).map_err(malformed)?;
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests;
