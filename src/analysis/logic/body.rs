//! What conditions say of one effect.

use super::places::{Sights, every};
use crate::decide::show::never_counts;
use crate::table::{ChangeKind, EffectKind, EffectVerb, RunKind};
use std::collections::BTreeMap;

/// Kinds, one bit each, in the order of [`KINDS`].
pub type Kinds = u32;

/// Every kind of effect.
pub const KINDS: [EffectKind; 24] = [
    EffectKind::Reads,
    EffectKind::ReadsEnvironment,
    EffectKind::Sees,
    EffectKind::Writes,
    EffectKind::Deletes,
    EffectKind::Refreshes,
    EffectKind::Runs(RunKind::Code),
    EffectKind::Runs(RunKind::File),
    EffectKind::Runs(RunKind::Input),
    EffectKind::Runs(RunKind::Program),
    EffectKind::Obeys,
    EffectKind::Contacts,
    EffectKind::Changes(ChangeKind::System),
    EffectKind::Changes(ChangeKind::Process),
    EffectKind::Changes(ChangeKind::Clock),
    EffectKind::Changes(ChangeKind::Power),
    EffectKind::Changes(ChangeKind::Privilege),
    EffectKind::Changes(ChangeKind::Packages),
    EffectKind::Changes(ChangeKind::Services),
    EffectKind::Changes(ChangeKind::Terminal),
    EffectKind::Changes(ChangeKind::Shell),
    EffectKind::Enters,
    EffectKind::Sets,
    EffectKind::Verifies,
];

/// The kinds that a test takes.
pub fn kinds(takes: impl Fn(EffectKind) -> bool) -> Kinds {
    KINDS.iter().enumerate().fold(0, |mask, (bit, kind)| mask | (u32::from(takes(*kind)) << bit))
}

/// The kinds that a verb of a condition takes.
pub fn named(verb: EffectVerb) -> Kinds {
    kinds(|kind| crate::decide::show::names(verb, kind))
}

/// The kinds that no `only` needs to name.
pub fn silent() -> Kinds {
    kinds(never_counts)
}

/// A condition on one effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// It is of one of these kinds.
    Kind(Kinds),
    /// It is certain, or it is not.
    Certain(bool),
    /// The set of that number sees its target in one of these ways.
    Place(usize, Sights),
    /// All of them.
    All(Vec<Body>),
    /// At least one of them.
    Any(Vec<Body>),
}

impl Body {
    /// The opposite.
    pub fn negated(&self) -> Body {
        match self {
            Body::Kind(kinds) => Body::Kind(!kinds & super::body::kinds(|_| true)),
            Body::Certain(certain) => Body::Certain(!certain),
            Body::Place(set, sights) => Body::Place(*set, !sights & every()),
            Body::All(parts) => Body::Any(parts.iter().map(Body::negated).collect()),
            Body::Any(parts) => Body::All(parts.iter().map(Body::negated).collect()),
        }
    }
}

/// One effect of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imagined {
    /// Its kind: an index into [`KINDS`].
    pub kind: usize,
    /// Whether it is certain.
    pub certain: bool,
    /// How the sets that were asked about see its target.
    pub places: BTreeMap<usize, Sights>,
}

impl Imagined {
    /// Whether a condition holds of it. A set that nobody asked about sees the target outside.
    pub fn fits(&self, body: &Body) -> bool {
        match body {
            Body::Kind(kinds) => kinds & (1 << self.kind) != 0,
            Body::Certain(certain) => *certain == self.certain,
            Body::Place(set, sights) => self.places.get(set).copied().unwrap_or(1) & sights != 0,
            Body::All(parts) => parts.iter().all(|part| self.fits(part)),
            Body::Any(parts) => parts.iter().any(|part| self.fits(part)),
        }
    }
}
