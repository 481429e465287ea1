//! Host sets as data, and the questions a policy asks of them.

use super::{Destination, HostName, HostPattern};
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
    /// `only contacts in SET`: the spelling is in, and no address that the name may have is excepted. (A set of names trusts
    /// its names' owners.)
    pub fn certainly_in(self) -> bool {
        self.written == Membership::Yes && self.resolved == Membership::Yes
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

    /// `surely contacts in SET`: by spelling.
    pub fn surely_in(self) -> bool {
        self.written == Membership::Yes
    }

    /// `surely contacts outside SET`.
    pub fn surely_out(self) -> bool {
        self.written == Membership::No
    }
}

/// Most sets inside sets.
const MAX_DEPTH: usize = 32;

impl HostSets {
    /// Is this destination in the set of that name? An unknown name, or one defined by itself, is maybe.
    /// [`Destination::File`] and [`Destination::Nowhere`] contact nobody and are asked by mistake: maybe.
    pub fn judge(&self, name: &str, destination: &Destination) -> HostJudgement {
        let both = |membership| HostJudgement { written: membership, resolved: membership };
        let held = match destination {
            Destination::Host { host, port, scheme: _ } => self.holds(name, host, *port, 0),
            // Every host in, or none: the only sets that hold nobody-knows-whom for certain.
            Destination::Unknown => return both(self.holds_any(name)),
            Destination::File(_) | Destination::Nowhere => return both(Membership::Maybe),
        };
        HostJudgement { written: held.0, resolved: held.1 }
    }

    fn holds(&self, name: &str, host: &HostName, port: Option<u16>, depth: usize) -> (Membership, Membership) {
        let Some(set) = self.0.get(name).filter(|_| depth < MAX_DEPTH) else {
            return (Membership::Maybe, Membership::Maybe);
        };
        let any = |members: &[HostMember]| {
            let answers: Vec<(Membership, Membership)> = members
                .iter()
                .map(|member| match member {
                    HostMember::Pattern(pattern) => pattern.judge(host, port),
                    HostMember::Set(name) => self.holds(name, host, port, depth + 1),
                })
                .collect();
            (
                Membership::any(answers.iter().map(|(written, _)| *written)),
                Membership::any(answers.iter().map(|(_, resolved)| *resolved)),
            )
        };
        let (members, except) = (any(&set.members), any(&set.except));
        (members.0.without(except.0), members.1.without(except.1))
    }

    fn holds_any(&self, name: &str) -> Membership {
        match self.0.get(name) {
            Some(set) if set.members.is_empty() => Membership::No,
            Some(set) if set.except.is_empty() && set.members.iter().any(is_every) => Membership::Yes,
            Some(_) | None => Membership::Maybe,
        }
    }
}

fn is_every(member: &HostMember) -> bool {
    matches!(member, HostMember::Pattern(pattern) if pattern.text() == "*")
}
