//! Hosts: whom a call may contact, held against host sets.
//!
//! A word becomes a [`Destination`] by the rules of what takes it (a URL, a git remote, a bare host). A [`HostSet`] is plain
//! data inside the decision table. Names are compared as written after IDN mapping: what a name resolves to is not seen, so a
//! name is never *certainly* outside a set of addresses.

mod destination;
mod pattern;
mod set;
#[cfg(test)]
mod tests;

pub use destination::{Destination, HostName, parse_host, parse_remote, parse_url, parse_word};
pub use pattern::{HostPattern, HostPatternError};
pub use set::{HostJudgement, HostMember, HostSet, HostSets};
