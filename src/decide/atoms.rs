//! Conditions: each atom against one unit of one call.

use super::classes;
use super::facts::{self, FactValues};
use super::glob;
use super::index::Index;
use super::kinds::Kinds;
use super::patterns;
use super::places::{self, Places};
use super::says;
use super::truth::{self, Truth};
use crate::effects::{Call, Effect, Reading, Standing, Unit};
use crate::paths::{Asked, Context};
use crate::table::{Atom, ChangeKind, EffectKind, EffectTest, EffectVerb, Quantifier, RunKind, Table};
use std::cell::OnceCell;

/// All that a condition may look at.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The policy.
    pub table: &'a Table,
    /// Its look-ups.
    pub index: &'a Index<'a>,
    /// Its path and host sets.
    pub places: &'a Places,
    /// The facts of the call.
    pub facts: &'a FactValues<'a>,
    /// What the host knows of paths, as far as it was asked.
    pub context: &'a OnceCell<Context>,
    /// The call.
    pub call: &'a Call,
    /// All its units.
    pub reading: &'a Reading,
    /// What sets said of the paths of its units.
    pub asked: &'a AskedPaths,
    /// The unit asked about.
    pub unit: &'a Unit,
    /// Its index.
    pub at: usize,
}

/// What sets said of paths: by unit, by effect; each is filled when it is first asked.
#[derive(Debug, Default)]
pub struct AskedPaths(Vec<OnceCell<Vec<OnceCell<Asked>>>>);

impl AskedPaths {
    /// Nothing was asked yet.
    pub fn new(reading: &Reading) -> AskedPaths {
        AskedPaths(reading.units.iter().map(|_| OnceCell::new()).collect())
    }
}

impl<'a> Scene<'a> {
    /// The same call, the unit at another index.
    #[must_use]
    pub fn of(self, at: usize) -> Option<Scene<'a>> {
        self.reading.units.get(at).map(|unit| Scene { unit, at, ..self })
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
                let holds = self.index.pattern(name).map_or(Truth::No, |entries| patterns::matches_any(entries, self));
                match quantifier {
                    Quantifier::Any => holds,
                    Quantifier::Surely => holds.is_yes().into(),
                    Quantifier::No => (holds == Truth::No).into(),
                    Quantifier::Only => Truth::No,
                }
            }
            Atom::Safe(name) => self.index.safe(name).is_some_and(|entries| patterns::is_safe(entries, self)).into(),
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
        let mut effects = self.unit.effects.iter().enumerate();
        match quantifier {
            Quantifier::Only => {
                let allowed = |(at, effect): (usize, &Effect)| {
                    never_counts(effect.kind)
                        || tests
                            .iter()
                            .any(|test| names(test.verb, effect.kind) && self.placed(at, effect, test).certain)
                };
                effects.all(allowed).into()
            }
            Quantifier::No => {
                let such = |(at, effect): (usize, &Effect)| {
                    tests
                        .iter()
                        .any(|test| names(test.verb, effect.kind) && self.placed(at, effect, test).possible > Truth::No)
                };
                (!effects.any(such)).into()
            }
            Quantifier::Any => {
                self.some(tests, |at, effect, test| self.placed(at, effect, test).possible.only_if(effect.certain))
            }
            Quantifier::Surely => {
                self.some(tests, |at, effect, test| (effect.certain && self.placed(at, effect, test).surely).into())
            }
        }
    }

    fn some(&self, tests: &[EffectTest], holds: impl Fn(usize, &Effect, &EffectTest) -> Truth) -> Truth {
        let of_effect = |(at, effect): (usize, &Effect)| {
            let named = tests.iter().filter(|test| names(test.verb, effect.kind));
            truth::any(named.map(|test| holds(at, effect, test)))
        };
        truth::any(self.unit.effects.iter().enumerate().map(of_effect))
    }

    /// Whether the unit's effect, which stands at an index, is where the test wants it.
    fn placed(&self, at: usize, effect: &Effect, test: &EffectTest) -> super::places::Placed {
        let effects = &self.unit.effects;
        let unit = self.asked.0.get(self.at);
        let asked = unit.map(|unit| unit.get_or_init(|| effects.iter().map(|_| OnceCell::new()).collect()));
        let unkept = OnceCell::new();
        let asked = asked.and_then(|effects| effects.get(at)).unwrap_or(&unkept);
        let context = || self.context.get_or_init(|| places::context(self.call, self.facts));
        self.places.test(effect, &test.place, context, asked)
    }
}

/// Whether the verb of a condition takes an effect of this kind.
pub fn names(verb: EffectVerb, kind: EffectKind) -> bool {
    Kinds::taken_by(verb).hold(kind)
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
