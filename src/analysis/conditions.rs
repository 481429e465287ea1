//! Conditions of a declaration, solved: which options and how many operands make one hold.

use crate::table::Condition;
use std::collections::BTreeSet;

/// One way to make a condition hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Demand {
    /// Options that must be given, canonical or any spelling.
    pub given: BTreeSet<String>,
    /// Options that must not be given.
    pub absent: BTreeSet<String>,
    /// So many operands at least.
    pub at_least: u32,
    /// Fewer operands than this.
    pub below: Option<u32>,
    /// Operands (from 1) with a glob that they must match.
    pub shaped: Vec<(u8, String)>,
    /// Operands (from 1), where they are there, with a glob that they must not match.
    pub unlike: Vec<(u8, String)>,
    /// Options with a glob that their value must match.
    pub valued: Vec<(String, String)>,
    /// Options with a glob that their value must not match.
    pub unvalued: Vec<(String, String)>,
    /// No options but these.
    pub confined: Option<BTreeSet<String>>,
    /// Some option that is none of these, of each set.
    pub beyond: Vec<BTreeSet<String>>,
    /// A child command must stand there, or must not.
    pub child: Option<bool>,
    /// It must and must not.
    pub torn: bool,
}

/// More ways than this are not followed: whether the condition can hold is then undecided.
pub const MAX_WAYS: usize = 256;

/// More pairs of ways than this are not looked at.
const MAX_PAIRS: usize = 16_384;

/// All ways to make `condition` come out as `wanted`, as a disjunction. Contradictory ways are left out.
///
/// At most [`WAYS`] are returned; who finds so many must take the question for undecided.
pub fn solve(condition: &Condition, wanted: bool) -> Vec<Demand> {
    let mut ways = match (condition, wanted) {
        (Condition::Given(name), true) => vec![given(name)],
        (Condition::Given(name), false) => vec![absent(name)],
        (Condition::AtLeast(count), true) => vec![Demand { at_least: *count, ..Demand::default() }],
        (Condition::AtLeast(count), false) => vec![Demand { below: Some(*count), ..Demand::default() }],
        (Condition::HasChild, wanted) => vec![Demand { child: Some(wanted), ..Demand::default() }],
        (Condition::OperandMatches(at, globs), true) => {
            let one = |glob: &String| Demand {
                at_least: u32::from(*at),
                shaped: vec![(*at, glob.clone())],
                ..Demand::default()
            };
            globs.iter().map(one).collect()
        }
        (Condition::OperandMatches(at, globs), false) => {
            let unlike = globs.iter().map(|glob| (*at, glob.clone())).collect();
            vec![Demand { unlike, ..Demand::default() }]
        }
        (Condition::ValueMatches(name, globs), true) => {
            let one = |glob: &String| Demand { valued: vec![(name.clone(), glob.clone())], ..given(name) };
            globs.iter().map(one).collect()
        }
        (Condition::ValueMatches(name, globs), false) => {
            let unvalued = globs.iter().map(|glob| (name.clone(), glob.clone())).collect();
            vec![absent(name), Demand { unvalued, ..given(name) }]
        }
        (Condition::OnlyGiven(names), true) => {
            vec![Demand { confined: Some(names.iter().cloned().collect()), ..Demand::default() }]
        }
        (Condition::OnlyGiven(names), false) => {
            vec![Demand { beyond: vec![names.iter().cloned().collect()], ..Demand::default() }]
        }
        (Condition::Not(inner), wanted) => solve(inner, !wanted),
        (Condition::All(parts), true) | (Condition::Any(parts), false) => {
            parts.iter().map(|part| solve(part, wanted)).fold(vec![Demand::default()], |ways, more| both(&ways, &more))
        }
        (Condition::Any(parts), true) | (Condition::All(parts), false) => {
            parts.iter().flat_map(|part| solve(part, wanted)).collect()
        }
    };
    ways.retain(Demand::is_possible);
    weakest(ways)
}

/// All ways to meet one of `left` and one of `right` at once.
pub fn both(left: &[Demand], right: &[Demand]) -> Vec<Demand> {
    let asks_nothing = |ways: &[Demand]| matches!(ways, [only] if only.size() == 0);
    if asks_nothing(left) || asks_nothing(right) {
        return if asks_nothing(left) { right.to_vec() } else { left.to_vec() };
    }
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| a.and(b)));
    weakest(pairs.filter(Demand::is_possible).take(MAX_PAIRS).collect())
}

/// Leaves out the ways that ask for more than another one does. Where that leaves too many, [`MAX_WAYS`] of them.
fn weakest(mut ways: Vec<Demand>) -> Vec<Demand> {
    let cut = ways.len() >= MAX_PAIRS;
    ways.sort_by_key(Demand::size);
    let mut left: Vec<Demand> = Vec::new();
    for way in ways {
        if left.len() < MAX_WAYS && !left.iter().any(|other| other.asks_less_than(&way)) {
            left.push(way);
        }
    }
    if cut {
        // Whoever counts must see that there may be more.
        left.resize(MAX_WAYS, Demand::default());
    }
    left
}

impl Demand {
    /// Both demands at once.
    pub fn and(&self, other: &Demand) -> Demand {
        Demand {
            given: self.given.union(&other.given).cloned().collect(),
            absent: self.absent.union(&other.absent).cloned().collect(),
            at_least: self.at_least.max(other.at_least),
            below: match (self.below, other.below) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (one, None) | (None, one) => one,
            },
            shaped: joined(&self.shaped, &other.shaped),
            unlike: joined(&self.unlike, &other.unlike),
            valued: joined(&self.valued, &other.valued),
            unvalued: joined(&self.unvalued, &other.unvalued),
            confined: match (&self.confined, &other.confined) {
                (Some(a), Some(b)) => Some(a.intersection(b).cloned().collect()),
                (one, None) | (None, one) => one.clone(),
            },
            beyond: joined(&self.beyond, &other.beyond),
            child: self.child.or(other.child),
            torn: self.torn
                || other.torn
                || matches!((self.child, other.child), (Some(child), Some(other)) if child != other),
        }
    }

    /// Leaves only what is asked of options: where a subcommand follows there is an operand at least, and the others are not known
    /// here. `false`: then it cannot be met.
    pub fn forget_operands(&mut self) -> bool {
        let some = self.below.is_none_or(|below| below > 1);
        self.at_least = 0;
        self.below = None;
        self.shaped.clear();
        self.unlike.clear();
        some
    }

    /// Whatever meets `other` meets this.
    fn asks_less_than(&self, other: &Demand) -> bool {
        self.given.is_subset(&other.given)
            && self.absent.is_subset(&other.absent)
            && self.at_least <= other.at_least
            && self.below.is_none_or(|below| other.below.is_some_and(|other| other <= below))
            && self.shaped.iter().all(|shape| other.shaped.contains(shape))
            && self.unlike.iter().all(|shape| other.unlike.contains(shape))
            && self.valued.iter().all(|value| other.valued.contains(value))
            && self.unvalued.iter().all(|value| other.unvalued.contains(value))
            && self.beyond.iter().all(|set| other.beyond.contains(set))
            && (self.confined.is_none() || self.confined == other.confined)
            && (self.child.is_none() || self.child == other.child)
    }

    fn size(&self) -> usize {
        let counts =
            usize::from(self.at_least > 0) + usize::from(self.below.is_some()) + usize::from(self.child.is_some());
        let texts = self.shaped.len() + self.unlike.len() + self.valued.len() + self.unvalued.len();
        let sets = self.beyond.len() + usize::from(self.confined.is_some());
        self.given.len() + self.absent.len() + texts + sets + counts
    }

    fn is_possible(&self) -> bool {
        !self.torn
            && !self.shaped.iter().any(|shape| self.unlike.contains(shape))
            && self.given.is_disjoint(&self.absent)
            && self.below.is_none_or(|below| below > self.at_least)
    }
}

fn given(name: &str) -> Demand {
    Demand { given: [name.to_owned()].into(), ..Demand::default() }
}

fn absent(name: &str) -> Demand {
    Demand { absent: [name.to_owned()].into(), ..Demand::default() }
}

fn joined<T: Clone + PartialEq>(left: &[T], right: &[T]) -> Vec<T> {
    let mut all = left.to_vec();
    all.extend(right.iter().filter(|shape| !left.contains(shape)).cloned());
    all
}
