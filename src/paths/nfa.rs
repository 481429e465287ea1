//! Small automata over canonical paths: does one set of paths lie inside the union of others?
//!
//! One automaton per question, never one for a whole table. Every search has a budget; past it the answer is `None`, which
//! the callers turn into "maybe".

use super::class::{Class, SLASH};
use super::part::{Part, Pattern, Token, Trail};
use std::collections::BTreeSet;

/// Most steps a search may take.
const BUDGET: usize = 20_000;
/// Most states of one automaton; a longer one answers nothing.
const MAX_STATES: usize = 20_000;

#[derive(Debug, Default)]
struct Node {
    edges: Vec<(Class, usize)>,
    skips: Vec<usize>,
    accepts: bool,
}

/// A nondeterministic automaton that accepts the canonical paths of some trails.
#[derive(Debug)]
pub(super) struct Nfa {
    nodes: Vec<Node>,
}

impl Nfa {
    /// The paths that match any of these trails.
    pub(super) fn new<'a>(trails: impl IntoIterator<Item = &'a Trail>) -> Self {
        let mut nfa = Self { nodes: vec![Node::default()] };
        for trail in trails {
            if nfa.nodes.len() < MAX_STATES {
                nfa.add(trail);
            }
        }
        nfa
    }

    fn node(&mut self) -> usize {
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }

    fn edge(&mut self, from: usize, class: Class, to: usize) {
        if let Some(node) = self.nodes.get_mut(from)
            && !class.is_empty()
        {
            node.edges.push((class, to));
        }
    }

    fn skip(&mut self, from: usize, to: usize) {
        if let Some(node) = self.nodes.get_mut(from) {
            node.skips.push(to);
        }
    }

    fn add(&mut self, trail: &Trail) {
        let mut at = self.node();
        self.skip(0, at);
        for part in trail {
            at = match part {
                Part::Name(name) => {
                    let mut at = self.slash(at);
                    for c in name.chars() {
                        let next = self.node();
                        self.edge(at, Class::one(c), next);
                        at = next;
                    }
                    at
                }
                Part::Like(pattern) => {
                    let at = self.slash(at);
                    self.pattern(at, pattern)
                }
                Part::Deep => {
                    let again = self.node();
                    self.skip(at, again);
                    let slash = self.slash(again);
                    let name = self.node();
                    self.edge(slash, Class::component(), name);
                    self.edge(name, Class::component(), name);
                    self.skip(name, again);
                    again
                }
            };
        }
        if let Some(node) = self.nodes.get_mut(at) {
            node.accepts = true;
        }
    }

    fn slash(&mut self, at: usize) -> usize {
        let next = self.node();
        self.edge(at, Class::new(vec![(SLASH, SLASH)]), next);
        next
    }

    fn pattern(&mut self, entry: usize, pattern: &Pattern) -> usize {
        let first = self.node();
        let mut at = first;
        for token in &pattern.tokens {
            match token {
                Token::Char(c) => {
                    let next = self.node();
                    self.edge(at, Class::one(*c), next);
                    at = next;
                }
                Token::One(class) => {
                    let next = self.node();
                    self.edge(at, class.clone(), next);
                    at = next;
                }
                Token::Run => {
                    let run = self.node();
                    self.skip(at, run);
                    self.edge(run, Class::name(), run);
                    at = run;
                }
            }
        }
        // The entry takes the first character, so that the empty name and a hidden dot fall away.
        for state in self.closure([first]) {
            let edges: Vec<_> = self.nodes.get(state).map(|node| node.edges.clone()).unwrap_or_default();
            for (class, to) in edges {
                let class = if pattern.hides_dot { class.without('.') } else { class };
                self.edge(entry, class, to);
            }
        }
        at
    }

    fn closure(&self, states: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = states.into_iter().collect();
        while let Some(state) = open.pop() {
            if seen.insert(state)
                && let Some(node) = self.nodes.get(state)
            {
                open.extend(&node.skips);
            }
        }
        seen.into_iter().collect()
    }

    fn accepts(&self, states: &[usize]) -> bool {
        states.iter().any(|state| self.nodes.get(*state).is_some_and(|node| node.accepts))
    }

    /// Is every path of this one also in the other? `None` over the budget.
    pub(super) fn within(&self, other: &Self) -> Option<bool> {
        let start = (0, other.closure([0]));
        let mut seen = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        let mut steps = 0_usize;
        while let Some((here, there)) = open.pop() {
            let node = self.nodes.get(here)?;
            if node.accepts && !other.accepts(&there) {
                return Some(false);
            }
            let mut next: Vec<(usize, Vec<usize>)> = node.skips.iter().map(|to| (*to, there.clone())).collect();
            for (class, to) in &node.edges {
                for piece in other.pieces(class, &there) {
                    let reached = other.step(&there, piece);
                    // Every state of ours leads to an accepting one, so nothing left on the other side is a way out.
                    if reached.is_empty() {
                        return Some(false);
                    }
                    next.push((*to, reached));
                }
            }
            for pair in next {
                steps += 1 + pair.1.len() / 8;
                if steps > BUDGET || self.nodes.len() >= MAX_STATES || other.nodes.len() >= MAX_STATES {
                    return None;
                }
                if seen.insert(pair.clone()) {
                    open.push(pair);
                }
            }
        }
        Some(true)
    }

    /// One character of each part of `class` that these states can tell apart.
    fn pieces(&self, class: &Class, states: &[usize]) -> BTreeSet<u32> {
        let mut cuts: BTreeSet<u32> = class.ranges().iter().map(|(low, _)| *low).collect();
        for state in states {
            for (edge, _) in self.nodes.get(*state).map(|node| node.edges.as_slice()).unwrap_or_default() {
                for (low, high) in edge.ranges() {
                    cuts.extend([*low, high.saturating_add(1)].into_iter().filter(|cut| class.contains(*cut)));
                }
            }
        }
        cuts
    }

    fn step(&self, states: &[usize], c: u32) -> Vec<usize> {
        let reached = states
            .iter()
            .filter_map(|state| self.nodes.get(*state))
            .flat_map(|node| node.edges.iter().filter(move |(class, _)| class.contains(c)).map(|(_, to)| *to));
        self.closure(reached)
    }
}
