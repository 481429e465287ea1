//! Types, polarity, totality: what a policy must satisfy before it is a table.
//!
//! Each file checks one kind of thing and gives diagnostics; none changes what it checks.

pub(crate) mod declared;
pub(crate) mod polarity;
pub(crate) mod redeclared;
pub(crate) mod stages;
