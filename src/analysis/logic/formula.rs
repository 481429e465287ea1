//! Formulas about one unit.

use super::body::{Body, Imagined};
use std::rc::Rc;

/// Whether a unit is understood, one bit for each answer.
pub mod standing {
    /// It is.
    pub const UNDERSTOOD: u8 = 1;
    /// Nobody has declared it.
    pub const UNKNOWN: u8 = 2;
    /// It was not proved.
    pub const UNREADABLE: u8 = 4;
    /// Any of them.
    pub const ANY: u8 = 7;
}

/// A condition on a unit and the facts of its call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// Its standing is one of these.
    Standing(u8),
    /// The fact of that number has one of these values.
    Fact(usize, u64),
    /// The tool is, or is not, one that these globs take.
    Tool(Rc<Vec<String>>, bool),
    /// The thing of that number, of which only the name is known, holds or does not.
    Flag(usize, bool),
    /// Every effect is like this.
    Every(Rc<Body>),
    /// Some effect is like this.
    Some(Rc<Body>),
    /// All of them.
    All(Vec<Formula>),
    /// At least one of them.
    Any(Vec<Formula>),
}

impl Formula {
    /// What always holds.
    pub const TRUE: Formula = Formula::All(Vec::new());
    /// What never holds.
    pub const FALSE: Formula = Formula::Any(Vec::new());

    /// The opposite.
    pub fn negated(&self) -> Formula {
        match self {
            Formula::Standing(mask) => Formula::Standing(!mask & standing::ANY),
            Formula::Fact(fact, values) => Formula::Fact(*fact, !values),
            Formula::Tool(names, wanted) => Formula::Tool(Rc::clone(names), !wanted),
            Formula::Flag(flag, wanted) => Formula::Flag(*flag, !wanted),
            Formula::Every(body) => Formula::Some(Rc::new(body.negated())),
            Formula::Some(body) => Formula::Every(Rc::new(body.negated())),
            Formula::All(parts) => Formula::Any(parts.iter().map(Formula::negated).collect()),
            Formula::Any(parts) => Formula::All(parts.iter().map(Formula::negated).collect()),
        }
    }
}

/// An imagined unit with its facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// One bit of [`standing`].
    pub standing: u8,
    /// For each fact, one bit: its value.
    pub facts: Vec<u64>,
    /// What holds of the things known by name.
    pub flags: Vec<bool>,
    /// The tool.
    pub tool: String,
    /// Its effects.
    pub effects: Vec<Imagined>,
}

impl Model {
    /// Whether a formula holds of it.
    pub fn holds(&self, formula: &Formula) -> bool {
        match formula {
            Formula::Standing(mask) => mask & self.standing != 0,
            Formula::Fact(fact, values) => self.facts.get(*fact).is_some_and(|value| value & values != 0),
            Formula::Tool(names, wanted) => {
                names.iter().any(|name| crate::decide::glob_matches(name, &self.tool)) == *wanted
            }
            Formula::Flag(flag, wanted) => self.flags.get(*flag).copied().unwrap_or_default() == *wanted,
            Formula::Every(body) => self.effects.iter().all(|effect| effect.fits(body)),
            Formula::Some(body) => self.effects.iter().any(|effect| effect.fits(body)),
            Formula::All(parts) => parts.iter().all(|part| self.holds(part)),
            Formula::Any(parts) => parts.iter().any(|part| self.holds(part)),
        }
    }
}
