//! `policyc`: a policy language for what coding agents may run unasked.
//!
//! Rooms, from the bottom up; an arrow never points upwards (`ARCHITECTURE.md` has the map):
//! [`source`] ← [`table`] ← [`paths`], [`shell`], [`patch`], [`argv`] ← [`effects`] ← [`decide`].

pub mod analysis;
pub mod argv;
pub mod decide;
pub mod effects;
pub mod patch;
pub mod paths;
pub mod shell;
pub mod source;
pub mod table;
