//! The search for a model: a tableau that takes what must hold apart, one alternative after the other.

use super::Logic;
use super::body::{Body, Imagined, KINDS};
use super::formula::{Formula, Model, standing};
use super::places::every;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many steps one question may take. A question about a policy of usual size takes a few hundred.
pub const STEPS: usize = 200_000;

/// How many of the rules that must not decide are looked at, one after the other.
const ROUNDS: usize = 256;

/// Whether something can be so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nothing makes it so. With the indices of those forbidden formulas that are to blame.
    Never(Vec<usize>),
    /// This does, as far as the names tell.
    Perhaps(Box<Model>),
    /// Not found out within the budget.
    Undecided,
}

/// What is known so far of the unit that is looked for.
#[derive(Clone)]
struct Sought {
    standing: u8,
    facts: Vec<u64>,
    flags: Vec<Option<bool>>,
    tools: Vec<(Rc<Vec<String>>, bool)>,
    every: Vec<Rc<Body>>,
    some: Vec<Rc<Body>>,
}

struct OutOfSteps;

impl Logic<'_> {
    /// Whether `wanted` can hold where none of the `forbidden` formulas does.
    pub fn without(&self, wanted: &Formula, forbidden: &[&Formula]) -> Answer {
        let mut steps = STEPS;
        let mut kept: Vec<usize> = Vec::new();
        let mut opposites: Vec<Formula> = Vec::new();
        for _ in 0..ROUNDS {
            let todo: Vec<&Formula> = std::iter::once(wanted).chain(&opposites).collect();
            match self.model(&todo, &mut steps) {
                Err(OutOfSteps) => return Answer::Undecided,
                Ok(None) => return Answer::Never(self.needed(wanted, forbidden, kept)),
                Ok(Some(model)) => match forbidden.iter().position(|formula| model.holds(formula)) {
                    None => return Answer::Perhaps(Box::new(model)),
                    Some(at) if kept.contains(&at) => return Answer::Undecided,
                    Some(at) => {
                        kept.push(at);
                        opposites.extend(forbidden.get(at).map(|formula| formula.negated()));
                    }
                },
            }
        }
        Answer::Undecided
    }

    /// Those of the kept formulas without which a model would be found.
    fn needed(&self, wanted: &Formula, forbidden: &[&Formula], mut kept: Vec<usize>) -> Vec<usize> {
        let mut at = 0;
        while at < kept.len() && kept.len() <= 16 {
            let fewer: Vec<usize> = kept.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, k)| *k).collect();
            let opposites: Vec<Formula> =
                fewer.iter().filter_map(|index| forbidden.get(*index)).map(|formula| formula.negated()).collect();
            let todo: Vec<&Formula> = std::iter::once(wanted).chain(&opposites).collect();
            let mut steps = STEPS / 16;
            match self.model(&todo, &mut steps) {
                Ok(None) => kept = fewer,
                Ok(Some(_)) | Err(OutOfSteps) => at += 1,
            }
        }
        kept.sort_unstable();
        kept
    }

    fn model(&self, todo: &[&Formula], steps: &mut usize) -> Result<Option<Model>, OutOfSteps> {
        let sought = Sought {
            standing: standing::ANY,
            facts: self.facts.iter().map(|fact| fact.every()).collect(),
            flags: vec![None; self.flags.len()],
            tools: Vec::new(),
            every: Vec::new(),
            some: Vec::new(),
        };
        self.search(todo.to_vec(), &[], sought, steps)
    }

    /// Takes `todo` apart, then follows what is open, the alternative with the fewest ways first.
    fn search<'f>(
        &'f self,
        mut todo: Vec<&'f Formula>,
        open: &[&'f [Formula]],
        mut sought: Sought,
        steps: &mut usize,
    ) -> Result<Option<Model>, OutOfSteps> {
        let mut open: Vec<&'f [Formula]> = open.to_vec();
        while let Some(next) = todo.pop() {
            *steps = steps.checked_sub(1).ok_or(OutOfSteps)?;
            match next {
                Formula::All(parts) => todo.extend(parts.iter().rev()),
                Formula::Any(parts) => open.push(parts),
                leaf => {
                    if !self.take(leaf, &mut sought, &mut todo) {
                        return Ok(None);
                    }
                }
            }
        }
        if !self.consistent(&sought, steps)? {
            return Ok(None);
        }
        let Some((at, _)) = open.iter().enumerate().min_by_key(|(_, parts)| parts.len()) else {
            return self.made(sought, steps);
        };
        let parts = open.swap_remove(at);
        for part in parts {
            if let Some(model) = self.search(vec![part], &open, sought.clone(), steps)? {
                return Ok(Some(model));
            }
        }
        Ok(None)
    }

    /// Notes one leaf. False where it contradicts what is known.
    fn take<'f>(&'f self, leaf: &'f Formula, sought: &mut Sought, todo: &mut Vec<&'f Formula>) -> bool {
        match leaf {
            Formula::Standing(mask) => {
                sought.standing &= mask;
                sought.standing != 0
            }
            Formula::Fact(fact, values) => sought.facts.get_mut(*fact).is_some_and(|known| {
                *known &= values;
                *known != 0
            }),
            Formula::Tool(names, wanted) => {
                sought.tools.push((Rc::clone(names), *wanted));
                self.tool(&sought.tools).is_some()
            }
            Formula::Flag(flag, wanted) => {
                let Some(known) = sought.flags.get_mut(*flag) else { return false };
                match known {
                    Some(known) => *known == *wanted,
                    None => {
                        *known = Some(*wanted);
                        if *wanted {
                            todo.extend(self.flags.get(*flag).and_then(|flag| flag.implies.as_ref()));
                        }
                        true
                    }
                }
            }
            Formula::Every(body) => {
                sought.every.push(Rc::clone(body));
                true
            }
            Formula::Some(body) => {
                sought.some.push(Rc::clone(body));
                true
            }
            Formula::All(_) | Formula::Any(_) => true,
        }
    }

    /// A tool that all tests agree on; several globs at once are taken to have one.
    fn tool(&self, tests: &[(Rc<Vec<String>>, bool)]) -> Option<String> {
        let fits = |tool: &String| {
            tests
                .iter()
                .all(|(names, wanted)| names.iter().any(|name| crate::decide::glob_matches(name, tool)) == *wanted)
        };
        let globs =
            tests.iter().filter(|(names, wanted)| *wanted && names.iter().any(|name| name.contains(['*', '?'])));
        let found = self.tools.iter().find(|tool| fits(tool)).cloned();
        found.or_else(|| (globs.count() > 1).then(String::new))
    }

    fn consistent(&self, sought: &Sought, steps: &mut usize) -> Result<bool, OutOfSteps> {
        for some in &sought.some {
            if self.effect(some, &sought.every, steps)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn made(&self, sought: Sought, steps: &mut usize) -> Result<Option<Model>, OutOfSteps> {
        let mut effects = Vec::new();
        for some in &sought.some {
            match self.effect(some, &sought.every, steps)? {
                Some(effect) => effects.push(effect),
                None => return Ok(None),
            }
        }
        let lowest = |mask: u64| 1 << mask.trailing_zeros().min(63);
        Ok(self.tool(&sought.tools).map(|tool| Model {
            standing: 1 << sought.standing.trailing_zeros().min(2),
            facts: sought.facts.iter().map(|mask| lowest(*mask)).collect(),
            flags: sought.flags.iter().map(|flag| flag.unwrap_or_default()).collect(),
            tool,
            effects,
        }))
    }

    /// An effect that is like `some` and like all of `every`.
    fn effect(&self, some: &Body, every_one: &[Rc<Body>], steps: &mut usize) -> Result<Option<Imagined>, OutOfSteps> {
        for kind in 0..KINDS.len() {
            for certain in [true, false] {
                let seed = Imagined { kind, certain, places: BTreeMap::new() };
                let todo: Vec<&Body> = std::iter::once(some).chain(every_one.iter().map(Rc::as_ref)).collect();
                if let Some(found) = self.placed(todo, seed, steps)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    fn placed(
        &self,
        mut todo: Vec<&Body>,
        mut effect: Imagined,
        steps: &mut usize,
    ) -> Result<Option<Imagined>, OutOfSteps> {
        while let Some(next) = todo.pop() {
            *steps = steps.checked_sub(1).ok_or(OutOfSteps)?;
            match next {
                Body::Kind(kinds) if kinds & (1 << effect.kind) == 0 => return Ok(None),
                Body::Certain(certain) if *certain != effect.certain => return Ok(None),
                Body::Kind(_) | Body::Certain(_) => {}
                Body::Place(set, sights) => {
                    let known = effect.places.entry(*set).or_insert_with(every);
                    *known &= sights;
                    if *known == 0 || !self.follow(&mut effect) {
                        return Ok(None);
                    }
                }
                Body::All(parts) => todo.extend(parts),
                Body::Any(parts) => {
                    for part in parts {
                        let mut rest = todo.clone();
                        rest.push(part);
                        if let Some(found) = self.placed(rest, effect.clone(), steps)? {
                            return Ok(Some(found));
                        }
                    }
                    return Ok(None);
                }
            }
        }
        for sights in effect.places.values_mut() {
            *sights = 1 << sights.trailing_zeros().min(63);
        }
        Ok(Some(effect))
    }

    /// What a set sees, a set that holds it sees as well. False where two sets contradict each other.
    fn follow(&self, effect: &mut Imagined) -> bool {
        loop {
            let before = effect.places.clone();
            for (inner, outer) in &self.inclusions {
                let seen = effect.places.get(inner).copied();
                let around = effect.places.get(outer).copied();
                for claim in &self.claims {
                    // All sights of the inner set make the claim: so do those of the outer one.
                    if seen.is_some_and(|seen| seen & !claim == 0) {
                        *effect.places.entry(*outer).or_insert_with(every) &= claim;
                    }
                    if around.is_some_and(|around| around & claim == 0) {
                        *effect.places.entry(*inner).or_insert_with(every) &= !claim;
                    }
                }
            }
            if effect.places.values().any(|sights| *sights == 0) {
                return false;
            }
            if effect.places == before {
                return true;
            }
        }
    }
}
