//! `policyc`: a policy language for what coding agents may run unasked.
//!
//! Rooms, from the bottom up; an arrow never points upwards (`ARCHITECTURE.md` has the map):
//! [`source`] ← [`table`] ← [`paths`], [`hosts`], [`shell`], [`patch`], [`argv`] ← [`effects`] ← [`decide`] ← [`analysis`] ← [`session`].

pub mod agents;
pub mod analysis;
pub mod argv;
pub mod check;
pub mod cli;
pub mod compile;
pub mod decide;
pub mod effects;
pub mod hosts;
pub mod lint;
pub mod patch;
pub mod paths;
pub mod rules;
pub mod session;
pub mod shell;
pub mod source;
pub mod store;
pub mod syntax;
pub mod table;
