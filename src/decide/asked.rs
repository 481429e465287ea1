//! Single questions about one unit, for those who look at policies rather than at calls.

use super::evaluator::Evaluator;
use super::truth::{self, Truth};
use crate::effects::{Call, Reading, Standing};
use crate::table::{Atom, Quantifier};

impl Evaluator<'_> {
    /// Whether all atoms hold of one unit. A unit that is not there satisfies none.
    pub fn truth(&self, atoms: &[Atom], call: &Call, reading: &Reading, unit: usize) -> Truth {
        self.each(atoms, call, reading, unit, |_, truth| truth)
    }

    /// As [`Evaluator::truth`], but what is not understood may do anything: `any` is true of it. What an assert asks.
    pub fn assumed(&self, atoms: &[Atom], call: &Call, reading: &Reading, unit: usize) -> Truth {
        self.each(atoms, call, reading, unit, |atom, truth| match atom {
            Atom::Effects(Quantifier::Any, _)
                if reading.units.get(unit).is_some_and(|unit| unit.standing != Standing::Understood) =>
            {
                Truth::Maybe
            }
            Atom::Effects(..)
            | Atom::Pattern(..)
            | Atom::Safe(_)
            | Atom::Fact(..)
            | Atom::Tool(_)
            | Atom::Class(..)
            | Atom::Says(..)
            | Atom::Unknown
            | Atom::Unreadable
            | Atom::ReasonIs(_)
            | Atom::Not(_) => truth,
        })
    }

    fn each(
        &self,
        atoms: &[Atom],
        call: &Call,
        reading: &Reading,
        unit: usize,
        seen: impl Fn(&Atom, Truth) -> Truth,
    ) -> Truth {
        let Some(own) = reading.units.get(unit) else { return Truth::No };
        let setting = self.setting(call, reading);
        let scene = self.scene(call, reading, (unit, own), &setting);
        truth::all(atoms.iter().map(|atom| seen(atom, scene.atom(atom))))
    }
}
