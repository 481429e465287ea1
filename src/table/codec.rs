//! The table as RON to review and as bytes to load. Both are the same for the same table, on every run.

use super::{FORMAT, Table};

/// First bytes of the binary form; a file without them is no table.
const MAGIC: &[u8; 8] = b"policyc\0";

/// Bytes of a serialised table.
const MAX_BYTES: usize = 64 << 20;

/// Why a table was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableError {
    /// It is larger than a table may be.
    TooLarge,
    /// It is no table: it does not begin as one, or holds other fields than a table has.
    Malformed(String),
    /// It was written by another version of the compiler: that number.
    Format(u32),
    /// It was made of other sources: that hash.
    Source(String),
    /// It cannot be written.
    Unwritable(String),
}

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TableError::TooLarge => write!(f, "a table has at most {MAX_BYTES} bytes"),
            TableError::Malformed(why) => write!(f, "this is no decision table: {why}"),
            TableError::Format(found) => {
                write!(f, "this table has format {found}, and format {FORMAT} is read here; build it again")
            }
            TableError::Source(found) => {
                write!(f, "this table was built from other sources (hash {found}); build it again")
            }
            TableError::Unwritable(why) => write!(f, "the table cannot be written: {why}"),
        }
    }
}

impl std::error::Error for TableError {}

impl Table {
    /// As RON, one field a line.
    ///
    /// # Errors
    /// [`TableError::Unwritable`], which no table of the compiler gives.
    pub fn to_ron(&self) -> Result<String, TableError> {
        let pretty = ron::ser::PrettyConfig::new().indentor("  ").new_line("\n").struct_names(false);
        let mut text =
            ron::ser::to_string_pretty(self, pretty).map_err(|error| TableError::Unwritable(error.to_string()))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads what [`Table::to_ron`] wrote. `source_hash`: the hash of the sources it must have been built from, if they are known.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn from_ron(text: &str, source_hash: Option<&str>) -> Result<Table, TableError> {
        if text.len() > MAX_BYTES {
            return Err(TableError::TooLarge);
        }
        let table: Table = ron::from_str(text).map_err(|error| TableError::Malformed(error.to_string()))?;
        table.expected(source_hash)
    }

    /// As bytes: a magic word, the format, then the fields.
    ///
    /// # Errors
    /// [`TableError::Unwritable`], which no table of the compiler gives.
    pub fn to_binary(&self) -> Result<Vec<u8>, TableError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        postcard::to_extend(self, bytes).map_err(|error| TableError::Unwritable(error.to_string()))
    }

    /// Reads what [`Table::to_binary`] wrote. `source_hash` as in [`Table::from_ron`].
    ///
    /// # Errors
    /// Why it is refused.
    pub fn from_binary(bytes: &[u8], source_hash: Option<&str>) -> Result<Table, TableError> {
        if bytes.len() > MAX_BYTES {
            return Err(TableError::TooLarge);
        }
        let malformed = |why: &str| TableError::Malformed(why.to_owned());
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| malformed("it does not begin as one"))?;
        let (format, rest) = rest.split_first_chunk::<4>().ok_or_else(|| malformed("it ends early"))?;
        let format = u32::from_le_bytes(*format);
        if format != FORMAT {
            return Err(TableError::Format(format));
        }
        let (table, rest) = postcard::take_from_bytes::<Table>(rest).map_err(|error| malformed(&error.to_string()))?;
        if !rest.is_empty() {
            return Err(malformed("bytes follow its end"));
        }
        table.expected(source_hash)
    }

    fn expected(self, source_hash: Option<&str>) -> Result<Table, TableError> {
        if self.format != FORMAT {
            return Err(TableError::Format(self.format));
        }
        if let Some(other) = self.tightened_by.iter().find(|other| other.format != FORMAT) {
            return Err(TableError::Format(other.format));
        }
        match source_hash {
            Some(hash) if hash != self.source_hash => Err(TableError::Source(self.source_hash)),
            Some(_) | None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests;
