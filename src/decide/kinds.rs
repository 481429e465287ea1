//! Sets of kinds of effects, so that a rule about other kinds than a unit has is passed over at once.

use crate::effects::{Standing, Unit};
use crate::table::{Atom, ChangeKind, EffectKind, EffectVerb, Quantifier, Rule, RunKind};

/// Some kinds of effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    /// Those of a unit's effects; none where they are not known, as no quantifier is true of them.
    pub fn of(unit: &Unit) -> Kinds {
        match unit.standing {
            Standing::Understood => Kinds(unit.effects.iter().fold(0, |kinds, effect| kinds | bit(effect.kind))),
            Standing::Unknown(_) | Standing::Unreadable(_) => Kinds(0),
        }
    }

    /// Those that the verb of a condition takes.
    pub fn taken_by(verb: EffectVerb) -> Kinds {
        match verb {
            EffectVerb::AnyRuns => Kinds(RUNS),
            EffectVerb::AnyChanges => Kinds(CHANGES),
            // What is deleted is written, wherever writes are asked for.
            EffectVerb::Kind(EffectKind::Writes) => Kinds(bit(EffectKind::Writes) | bit(EffectKind::Deletes)),
            EffectVerb::Kind(kind) => Kinds(bit(kind)),
        }
    }

    /// Whether a kind is among them.
    pub fn hold(self, kind: EffectKind) -> bool {
        self.0 & bit(kind) != 0
    }

    /// Whether a kind is in both.
    fn meet(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}

/// What a unit must have for a rule to hold: of each of these sets, a kind.
#[derive(Debug)]
pub struct Needs(Vec<Kinds>);

impl Needs {
    /// By the conditions that there be some effect.
    pub fn of(rule: &Rule) -> Needs {
        let some = |atom: &Atom| match atom {
            Atom::Effects(Quantifier::Any | Quantifier::Surely, tests) => {
                Some(Kinds(tests.iter().fold(0, |kinds, test| kinds | Kinds::taken_by(test.verb).0)))
            }
            Atom::Effects(Quantifier::Only | Quantifier::No, _)
            | Atom::Pattern(..)
            | Atom::Safe(_)
            | Atom::Fact(..)
            | Atom::Tool(_)
            | Atom::Class(..)
            | Atom::Says(..)
            | Atom::Unknown
            | Atom::Unreadable
            | Atom::ReasonIs(_)
            | Atom::Not(_) => None,
        };
        Needs(rule.when.iter().filter_map(some).collect())
    }

    /// Whether effects of these kinds may do.
    pub fn met_by(&self, kinds: Kinds) -> bool {
        self.0.iter().all(|needed| needed.meet(kinds))
    }
}

const RUNS: u32 = bit(EffectKind::Runs(RunKind::Code))
    | bit(EffectKind::Runs(RunKind::File))
    | bit(EffectKind::Runs(RunKind::Input))
    | bit(EffectKind::Runs(RunKind::Program));

const CHANGES: u32 = bit(EffectKind::Changes(ChangeKind::System))
    | bit(EffectKind::Changes(ChangeKind::Process))
    | bit(EffectKind::Changes(ChangeKind::Clock))
    | bit(EffectKind::Changes(ChangeKind::Power))
    | bit(EffectKind::Changes(ChangeKind::Privilege))
    | bit(EffectKind::Changes(ChangeKind::Packages))
    | bit(EffectKind::Changes(ChangeKind::Services))
    | bit(EffectKind::Changes(ChangeKind::Terminal))
    | bit(EffectKind::Changes(ChangeKind::Shell))
    | bit(EffectKind::Changes(ChangeKind::Capacity));

const fn bit(kind: EffectKind) -> u32 {
    1 << match kind {
        EffectKind::Reads => 0,
        EffectKind::ReadsEnvironment => 1,
        EffectKind::Sees => 2,
        EffectKind::Writes => 3,
        EffectKind::Deletes => 4,
        EffectKind::Refreshes => 5,
        EffectKind::Obeys => 6,
        EffectKind::Contacts => 7,
        EffectKind::Enters => 8,
        EffectKind::Sets => 9,
        EffectKind::Verifies => 10,
        EffectKind::Runs(run) => match run {
            RunKind::Code => 11,
            RunKind::File => 12,
            RunKind::Input => 13,
            RunKind::Program => 14,
        },
        EffectKind::Changes(change) => match change {
            ChangeKind::System => 15,
            ChangeKind::Process => 16,
            ChangeKind::Clock => 17,
            ChangeKind::Power => 18,
            ChangeKind::Privilege => 19,
            ChangeKind::Packages => 20,
            ChangeKind::Services => 21,
            ChangeKind::Terminal => 22,
            ChangeKind::Shell => 23,
            ChangeKind::Capacity => 24,
        },
    }
}

#[cfg(test)]
mod tests;
