//! A table on disk: RON to read and review, a binary form to load. Both refuse another format and what was changed since.

use super::{FORMAT, Table};
use sha2::{Digest, Sha256};
use std::fmt;

/// What a binary table begins with; the last byte is a newline, so that a transfer that changes those is noticed.
const MAGIC: &[u8; 8] = b"policyc\n";

/// Bytes of the digest that follows the format number.
const DIGEST: usize = 32;

/// Why a text or file is no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormError {
    /// It does not begin like a table.
    NotATable,
    /// It was written by another version.
    Format {
        /// The number it carries.
        found: u32,
    },
    /// Its digest does not fit its content.
    Damaged,
    /// The content is no table.
    Content(String),
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::NotATable => f.write_str("this is no decision table"),
            FormError::Format { found } => {
                write!(f, "the table has format {found}, this program reads format {FORMAT}: build it again")
            }
            FormError::Damaged => f.write_str("the table is damaged: its digest does not fit"),
            FormError::Content(what) => write!(f, "the table cannot be read: {what}"),
        }
    }
}

impl std::error::Error for FormError {}

/// As RON, for review.
///
/// # Errors
/// None that a table made by the compiler could cause.
pub fn to_ron(table: &Table) -> Result<String, FormError> {
    let pretty = ron::ser::PrettyConfig::new().new_line("\n").indentor("  ").struct_names(false);
    let mut text = ron::ser::to_string_pretty(table, pretty).map_err(|error| FormError::Content(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

/// From RON.
///
/// # Errors
/// Another format, an unknown field, anything that is no table.
pub fn from_ron(text: &str) -> Result<Table, FormError> {
    let table: Table = ron::from_str(text).map_err(|error| FormError::Content(error.to_string()))?;
    of_this_format(table)
}

/// As bytes, for loading.
///
/// # Errors
/// None that a table made by the compiler could cause.
pub fn to_binary(table: &Table) -> Result<Vec<u8>, FormError> {
    let body = postcard::to_stdvec(table).map_err(|error| FormError::Content(error.to_string()))?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(Sha256::digest(&body));
    bytes.extend(body);
    Ok(bytes)
}

/// From bytes.
///
/// # Errors
/// Another format, a digest that does not fit, anything that is no table.
pub fn from_binary(bytes: &[u8]) -> Result<Table, FormError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(FormError::NotATable)?;
    let (format, rest) = rest.split_first_chunk::<4>().ok_or(FormError::NotATable)?;
    let found = u32::from_le_bytes(*format);
    if found != FORMAT {
        return Err(FormError::Format { found });
    }
    let (digest, body) = rest.split_first_chunk::<DIGEST>().ok_or(FormError::Damaged)?;
    if Sha256::digest(body).as_slice() != digest {
        return Err(FormError::Damaged);
    }
    let (table, left) = postcard::take_from_bytes(body).map_err(|error| FormError::Content(error.to_string()))?;
    if !left.is_empty() {
        return Err(FormError::Damaged);
    }
    of_this_format(table)
}

/// Whether the bytes begin like a binary table.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

fn of_this_format(table: Table) -> Result<Table, FormError> {
    if table.format == FORMAT { Ok(table) } else { Err(FormError::Format { found: table.format }) }
}

#[cfg(test)]
mod tests;
