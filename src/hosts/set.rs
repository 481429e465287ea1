//! Host sets as data, and the questions a policy asks of them.

use super::{Destination, HostPattern};
use crate::paths::Membership;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One line of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum HostMember {
    /// Hosts that match a pattern.
    Pattern(HostPattern),
    /// Everything another set of the same table holds.
    Set(String),
}

/// A set: the union of `members` without the union of `except`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostSet {
    /// What is in it.
    pub members: Vec<HostMember>,
    /// What is taken out again.
    pub except: Vec<HostMember>,
}

/// All host sets of a table, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HostSets(pub BTreeMap<String, HostSet>);

/// A set's answer for a destination: by its spelling, and by what the name may resolve to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostJudgement {
    /// By the name or address as parsed.
    pub written: Membership,
    /// By address; a name's is never known.
    pub resolved: Membership,
}

impl HostJudgement {
    /// `only contacts in SET`: the spelling is in (a set of names trusts its names' owners).
    pub fn certainly_in(self) -> bool {
        self.written == Membership::Yes
    }

    /// `only contacts outside SET`, `no contacts in SET`: neither the spelling nor any address is in.
    pub fn certainly_out(self) -> bool {
        self.written == Membership::No && self.resolved == Membership::No
    }

    /// `any contacts in SET`: by spelling. That a name may resolve to a listed address is a documented limit.
    pub fn possibly_in(self) -> bool {
        self.written != Membership::No
    }

    /// `any contacts outside SET`.
    pub fn possibly_out(self) -> bool {
        !self.certainly_in()
    }

    /// `surely contacts in SET`.
    pub fn surely_in(self) -> bool {
        self.certainly_in()
    }

    /// `surely contacts outside SET`.
    pub fn surely_out(self) -> bool {
        self.written == Membership::No
    }
}

impl HostSets {
    /// Is this destination in the set of that name? An unknown name, or one defined by itself, is maybe.
    /// [`Destination::File`] and [`Destination::Nowhere`] contact nobody and are asked by mistake: maybe.
    pub fn judge(&self, _name: &str, _destination: &Destination) -> HostJudgement {
        HostJudgement { written: Membership::Maybe, resolved: Membership::Maybe }
    }
}
