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
    /// Operands (from 1) with the globs that they must match.
    pub shaped: Vec<(u8, Vec<String>)>,
    /// A child command must stand there, or must not.
    pub child: Option<bool>,
}

/// More ways than this are not followed; see [`solve`].
const WAYS: usize = 64;

/// All ways to make `condition` come out as `wanted`, as a disjunction. Contradictory ways are left out.
///
/// At most [`WAYS`] are returned; declarations stay far below it (a test over `rules/` holds them to that).
pub fn solve(condition: &Condition, wanted: bool) -> Vec<Demand> {
    let mut ways = match (condition, wanted) {
        (Condition::Given(name), true) => vec![Demand { given: [name.clone()].into(), ..Demand::default() }],
        (Condition::Given(name), false) => vec![Demand { absent: [name.clone()].into(), ..Demand::default() }],
        (Condition::AtLeast(count), true) => vec![Demand { at_least: *count, ..Demand::default() }],
        (Condition::AtLeast(count), false) => vec![Demand { below: Some(*count), ..Demand::default() }],
        (Condition::HasChild, wanted) => vec![Demand { child: Some(wanted), ..Demand::default() }],
        (Condition::OperandMatches(at, globs), true) => {
            vec![Demand { at_least: u32::from(*at), shaped: vec![(*at, globs.clone())], ..Demand::default() }]
        }
        (Condition::OperandMatches(_, _), false) => vec![Demand::default()],
        // Which value is given, and which other options, is left to the forms: a demand names what must be there.
        (Condition::ValueMatches(name, _), true) => vec![Demand { given: [name.clone()].into(), ..Demand::default() }],
        (Condition::ValueMatches(_, _) | Condition::OnlyGiven(_), _) => vec![Demand::default()],
        (Condition::Not(inner), wanted) => solve(inner, !wanted),
        (Condition::All(parts), true) | (Condition::Any(parts), false) => {
            parts.iter().map(|part| solve(part, wanted)).fold(vec![Demand::default()], |ways, more| cross(&ways, &more))
        }
        (Condition::Any(parts), true) | (Condition::All(parts), false) => {
            parts.iter().flat_map(|part| solve(part, wanted)).collect()
        }
    };
    ways.retain(Demand::is_possible);
    ways.truncate(WAYS);
    ways
}

fn cross(left: &[Demand], right: &[Demand]) -> Vec<Demand> {
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| a.and(b)));
    pairs.filter(Demand::is_possible).take(WAYS).collect()
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
            shaped: self.shaped.iter().chain(&other.shaped).cloned().collect(),
            child: self.child.or(other.child),
        }
    }

    fn is_possible(&self) -> bool {
        self.given.is_disjoint(&self.absent) && self.below.is_none_or(|below| below > self.at_least)
    }
}
