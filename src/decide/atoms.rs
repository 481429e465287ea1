//! Conditions: each atom against one unit of one call.

use super::classes;
use super::facts::{self, FactValues};
use super::glob;
use super::index::Index;
use super::patterns;
use super::places::Places;
use super::says;
use super::truth::{self, Truth};
use crate::effects::{Call, Effect, Reading, Standing, Unit};
use crate::paths::Context;
use crate::table::{Atom, ChangeKind, EffectKind, EffectTest, EffectVerb, Quantifier, RunKind, Table};

/// All that a condition may look at.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The policy.
    pub table: &'a Table,
    /// Its look-ups.
    pub index: &'a Index,
    /// Its path and host sets.
    pub places: &'a Places,
    /// The facts of the call.
    pub facts: &'a FactValues,
    /// What the host knows of paths.
    pub context: &'a Context,
    /// The call.
    pub call: &'a Call,
    /// All its units.
    pub reading: &'a Reading,
    /// The unit asked about.
    pub unit: &'a Unit,
}

impl<'a> Scene<'a> {
    /// The same call, another unit.
    #[must_use]
    pub fn of(self, unit: &'a Unit) -> Scene<'a> {
        Scene { unit, ..self }
    }

    /// The canonical spelling of an option of the unit's program.
    pub fn spelling<'o>(&'o self, option: &'o str) -> &'o str {
        let program = self.unit.program.as_deref().unwrap_or_default();
        self.index.canonical(program, &self.unit.subcommands, option)
    }

    /// Whether the condition holds.
    ///
    /// `No` of a quantifier about a unit that is not understood: none is true of it.
    pub fn atom(&self, atom: &Atom) -> Truth {
        match atom {
            Atom::Effects(quantifier, tests) => self.quantified(*quantifier, tests),
            Atom::Pattern(quantifier, name) => {
                let entries = self.table.patterns.get(name).map_or(&[][..], Vec::as_slice);
                let holds = patterns::matches_any(entries, self);
                match quantifier {
                    Quantifier::Any => holds,
                    Quantifier::Surely => holds.is_yes().into(),
                    Quantifier::No => (holds == Truth::No).into(),
                    Quantifier::Only => Truth::No,
                }
            }
            Atom::Safe(name) => {
                let entries = self.table.safes.get(name).map_or(&[][..], Vec::as_slice);
                patterns::is_safe(entries, self).into()
            }
            Atom::Fact(name, comparison, value) => self.facts.compare(name, *comparison, value),
            Atom::Tool(names) => names.iter().any(|name| glob::matches(name, &self.call.tool)).into(),
            Atom::Class(name, comparison, value) => self.class_is(name, *comparison, value),
            Atom::Says(fact, verdict) => says::says(self.facts.rules(fact), *verdict, self.call, self.unit, self.index),
            Atom::Unknown => matches!(self.unit.standing, Standing::Unknown(_)).into(),
            Atom::Unreadable => matches!(self.unit.standing, Standing::Unreadable(_)).into(),
            // Only `resolve` knows reasons.
            Atom::ReasonIs(_) => Truth::No,
            Atom::Not(inner) => self.atom(inner).negated(),
        }
    }

    fn class_is(&self, name: &str, comparison: crate::table::Comparison, value: &str) -> Truth {
        let Some(class) = self.table.classes.get(name) else {
            return Truth::Maybe;
        };
        let rank = |wanted: &str| class.order.iter().position(|other| other == wanted);
        match (rank(classes::class_of(class, self)), rank(value)) {
            (Some(own), Some(other)) => facts::holds(comparison, own.cmp(&other)).into(),
            (_, None) | (None, _) => Truth::Maybe,
        }
    }

    fn quantified(&self, quantifier: Quantifier, tests: &[EffectTest]) -> Truth {
        if self.unit.standing != Standing::Understood {
            return Truth::No;
        }
        let effects = &self.unit.effects;
        match quantifier {
            Quantifier::Only => {
                let allowed = |effect: &Effect| {
                    never_counts(effect.kind)
                        || tests.iter().any(|test| names(test.verb, effect.kind) && self.placed(effect, test).certain)
                };
                effects.iter().all(allowed).into()
            }
            Quantifier::No => {
                let such = |effect: &Effect| {
                    tests
                        .iter()
                        .any(|test| names(test.verb, effect.kind) && self.placed(effect, test).possible > Truth::No)
                };
                (!effects.iter().any(such)).into()
            }
            Quantifier::Any => {
                self.some(tests, |effect, test| self.placed(effect, test).possible.only_if(effect.certain))
            }
            Quantifier::Surely => {
                self.some(tests, |effect, test| (effect.certain && self.placed(effect, test).surely).into())
            }
        }
    }

    fn some(&self, tests: &[EffectTest], holds: impl Fn(&Effect, &EffectTest) -> Truth) -> Truth {
        let of_effect = |effect: &Effect| {
            let named = tests.iter().filter(|test| names(test.verb, effect.kind));
            truth::any(named.map(|test| holds(effect, test)))
        };
        truth::any(self.unit.effects.iter().map(of_effect))
    }

    fn placed(&self, effect: &Effect, test: &EffectTest) -> super::places::Placed {
        self.places.test(effect, &test.place, self.context)
    }
}

/// Whether the verb of a condition takes an effect of this kind.
pub fn names(verb: EffectVerb, kind: EffectKind) -> bool {
    match (verb, kind) {
        (EffectVerb::AnyRuns, EffectKind::Runs(_)) | (EffectVerb::AnyChanges, EffectKind::Changes(_)) => true,
        // What is deleted is written, wherever writes are asked for.
        (EffectVerb::Kind(EffectKind::Writes), EffectKind::Deletes) => true,
        (EffectVerb::Kind(wanted), kind) => wanted == kind,
        (EffectVerb::AnyRuns | EffectVerb::AnyChanges, _) => false,
    }
}

/// Effects that an `only` need not name.
pub fn never_counts(kind: EffectKind) -> bool {
    match kind {
        EffectKind::Sees | EffectKind::Enters | EffectKind::Refreshes | EffectKind::Verifies => true,
        EffectKind::Reads
        | EffectKind::ReadsEnvironment
        | EffectKind::Writes
        | EffectKind::Deletes
        | EffectKind::Runs(RunKind::Code | RunKind::File | RunKind::Input | RunKind::Program)
        | EffectKind::Obeys
        | EffectKind::Contacts
        | EffectKind::Changes(
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
        )
        | EffectKind::Sets => false,
    }
}

#[cfg(test)]
mod tests;
