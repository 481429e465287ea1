//! What nobody should vouch for unseen.

use crate::table::{Atom, ChangeKind, EffectKind, EffectTest, EffectVerb, PlaceTest, Quantifier, RunKind};
use std::collections::BTreeSet;

/// What nobody should vouch for without a look at each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Harm {
    /// Creates or changes a file.
    Writes,
    /// Removes one.
    Deletes,
    /// Runs code.
    Runs,
    /// Obeys a directory's configuration.
    Obeys,
    /// Talks to a host.
    Contacts,
    /// Changes the system.
    Changes,
}

impl Harm {
    /// All of them.
    pub const ALL: [Harm; 6] = [Harm::Writes, Harm::Deletes, Harm::Runs, Harm::Obeys, Harm::Contacts, Harm::Changes];

    /// `can …`.
    pub fn verb(self) -> &'static str {
        match self {
            Harm::Writes => "write",
            Harm::Deletes => "delete",
            Harm::Runs => "run code",
            Harm::Obeys => "run what a directory's configuration says",
            Harm::Contacts => "use the network",
            Harm::Changes => "change the system",
        }
    }

    /// `LINE …`.
    pub fn sentence(self) -> &'static str {
        match self {
            Harm::Writes => "writes",
            Harm::Deletes => "deletes",
            Harm::Runs => "runs code",
            Harm::Obeys => "runs what the directory's configuration says",
            Harm::Contacts => "uses the network",
            Harm::Changes => "changes the system",
        }
    }

    /// The harm of an effect; `None`: it only looks.
    pub fn of(kind: EffectKind) -> Option<Harm> {
        match kind {
            EffectKind::Writes => Some(Harm::Writes),
            EffectKind::Deletes => Some(Harm::Deletes),
            EffectKind::Runs(RunKind::Code | RunKind::File | RunKind::Input | RunKind::Program) => Some(Harm::Runs),
            EffectKind::Obeys => Some(Harm::Obeys),
            EffectKind::Contacts => Some(Harm::Contacts),
            EffectKind::Changes(
                ChangeKind::System
                | ChangeKind::Process
                | ChangeKind::Clock
                | ChangeKind::Power
                | ChangeKind::Privilege
                | ChangeKind::Packages
                | ChangeKind::Services
                | ChangeKind::Terminal
                | ChangeKind::Shell
                | ChangeKind::Capacity,
            ) => Some(Harm::Changes),
            EffectKind::Reads
            | EffectKind::ReadsEnvironment
            | EffectKind::Sees
            | EffectKind::Refreshes
            | EffectKind::Enters
            | EffectKind::Sets
            | EffectKind::Verifies => None,
        }
    }
}

/// The harms that an entry's own `where` answers for: those that it rules out, and those that it names, together with the place where
/// they may happen if they have one. The evaluator holds every call against it.
pub fn answered(condition: &[Atom]) -> BTreeSet<Harm> {
    let mut answered = BTreeSet::new();
    for atom in condition {
        match atom {
            Atom::Effects(Quantifier::Only, tests) => {
                let open = |harm: &Harm| tests.iter().any(|test| names(test, *harm) && !is_said(*harm, &test.place));
                answered.extend(Harm::ALL.into_iter().filter(|harm| !open(harm)));
            }
            Atom::Effects(Quantifier::No, tests) => {
                let closed = |harm: &Harm| tests.iter().any(|test| rules_out(test, *harm));
                answered.extend(Harm::ALL.into_iter().filter(closed));
            }
            Atom::Effects(Quantifier::Any | Quantifier::Surely, _)
            | Atom::Pattern(_, _)
            | Atom::Safe(_)
            | Atom::Fact(_, _, _)
            | Atom::Tool(_)
            | Atom::Class(_, _, _)
            | Atom::Says(_, _)
            | Atom::Unknown
            | Atom::Unreadable
            | Atom::ReasonIs(_)
            | Atom::Not(_) => {}
        }
    }
    answered
}

/// Whether a test lets some effects of this harm through an `only`.
fn names(test: &EffectTest, harm: Harm) -> bool {
    match test.verb {
        EffectVerb::Kind(EffectKind::Writes) => matches!(harm, Harm::Writes | Harm::Deletes),
        EffectVerb::Kind(kind) => Harm::of(kind) == Some(harm),
        EffectVerb::AnyRuns => harm == Harm::Runs,
        EffectVerb::AnyChanges => harm == Harm::Changes,
    }
}

/// `no runs code` leaves the other kinds, `no deletes` leaves writes; `no writes in SET` leaves those elsewhere.
fn rules_out(test: &EffectTest, harm: Harm) -> bool {
    let all = match test.verb {
        EffectVerb::Kind(EffectKind::Writes) => matches!(harm, Harm::Writes | Harm::Deletes),
        EffectVerb::Kind(EffectKind::Runs(_) | EffectKind::Changes(_)) => false,
        EffectVerb::Kind(kind) => Harm::of(kind) == Some(harm),
        EffectVerb::AnyRuns => harm == Harm::Runs,
        EffectVerb::AnyChanges => harm == Harm::Changes,
    };
    all && match test.place {
        PlaceTest::Anywhere | PlaceTest::Outside(_) => true,
        PlaceTest::In(_) | PlaceTest::Through(_) | PlaceTest::Naming(_) => false,
    }
}

/// Whether the place is named where it may happen; what has no place is said by its name.
fn is_said(harm: Harm, place: &PlaceTest) -> bool {
    match harm {
        Harm::Runs | Harm::Changes => true,
        Harm::Writes | Harm::Deletes | Harm::Obeys | Harm::Contacts => match place {
            PlaceTest::In(_) => true,
            PlaceTest::Anywhere | PlaceTest::Outside(_) | PlaceTest::Through(_) | PlaceTest::Naming(_) => false,
        },
    }
}
