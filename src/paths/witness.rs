//! A path that two sets share, for whoever must show one.

use super::part::{Part, Pattern, Token, Trail};
use super::{CompiledSet, Context, Membership, Os};

impl CompiledSet<'_> {
    /// A path that both sets hold for certain, in canonical form (a Windows drive first), if one is found. None is no proof: an
    /// exception may hide the paths that were tried.
    pub fn shared(&self, other: &Self, context: &Context) -> Option<String> {
        let (own, theirs) = (self.shelf(context), other.shelf(context));
        let (ours, others) = (own.positive(self.place(), context), theirs.positive(other.place(), context));
        ours.iter().flat_map(|a| others.iter().map(move |b| (a, b))).find_map(|(a, b)| {
            let names = witness(a, b)?;
            let trail: Trail = names.iter().cloned().map(Part::Name).collect();
            let held = own.judge(self.place(), &own.asked(trail.clone()), context) == Membership::Yes
                && theirs.judge(other.place(), &theirs.asked(trail), context) == Membership::Yes;
            held.then(|| spelled(&names, context.os()))
        })
    }
}

fn spelled(names: &[String], os: Os) -> String {
    match os {
        Os::Linux | Os::MacOs => format!("/{}", names.join("/")),
        Os::Windows => names.join("/"),
    }
}

/// How far a search has come: places in both, where it came from, and the name that was taken.
struct Step<N> {
    at: (usize, usize),
    from: usize,
    took: Option<N>,
}

/// Reads the names (or characters) that led to a step, first to last.
fn taken<N: Clone>(steps: &[Step<N>], last: usize) -> Vec<N> {
    let mut all = Vec::new();
    let mut index = last;
    while let Some(step) = steps.get(index) {
        all.extend(step.took.clone());
        if step.from == index {
            break;
        }
        index = step.from;
    }
    all.reverse();
    all
}

/// A path in both trails.
fn witness(a: &[Part], b: &[Part]) -> Option<Vec<String>> {
    let mut steps: Vec<Step<String>> = vec![Step { at: (0, 0), from: 0, took: None }];
    let mut index = 0;
    while index < steps.len() {
        let at = steps.get(index)?.at;
        let (own, other) = (a.get(at.0), b.get(at.1));
        let mut go = |to: (usize, usize), took: Option<String>| {
            if !steps.iter().any(|step| step.at == to) {
                steps.push(Step { at: to, from: index, took });
            }
        };
        match (own, other) {
            (None, None) => return Some(taken(&steps, index)),
            (Some(Part::Deep), _) | (_, Some(Part::Deep)) => {
                let (a_deep, b_deep) = (own == Some(&Part::Deep), other == Some(&Part::Deep));
                if a_deep {
                    go((at.0 + 1, at.1), None);
                }
                if b_deep {
                    go((at.0, at.1 + 1), None);
                }
                match (own, other) {
                    (Some(Part::Deep), Some(part)) if !b_deep => go((at.0, at.1 + 1), name(part, part)),
                    (Some(part), Some(Part::Deep)) if !a_deep => go((at.0 + 1, at.1), name(part, part)),
                    (_, _) => {}
                }
            }
            (Some(own), Some(other)) => {
                if let Some(took) = name(own, other) {
                    go((at.0 + 1, at.1 + 1), Some(took));
                }
            }
            (Some(_), None) | (None, Some(_)) => {}
        }
        index += 1;
    }
    None
}

/// A name for both parts.
fn name(a: &Part, b: &Part) -> Option<String> {
    match (a, b) {
        (Part::Name(a), Part::Name(b)) => (a == b).then(|| a.clone()),
        (Part::Name(name), Part::Like(pattern)) | (Part::Like(pattern), Part::Name(name)) => {
            pattern.matches(name).then(|| name.clone())
        }
        (Part::Like(a), Part::Like(b)) => common(a, b),
        (Part::Deep, _) | (_, Part::Deep) => None,
    }
}

/// The shortest name for both patterns, by trying `x` where any character does.
fn common(a: &Pattern, b: &Pattern) -> Option<String> {
    let mut steps: Vec<Step<char>> = vec![Step { at: (0, 0), from: 0, took: None }];
    let mut index = 0;
    while index < steps.len() {
        let at = steps.get(index)?.at;
        let (own, other) = (a.tokens.get(at.0), b.tokens.get(at.1));
        if own.is_none() && other.is_none() {
            let mut found: String = taken(&steps, index).into_iter().collect();
            if found.is_empty() {
                found.push('x');
            }
            if a.matches(&found) && b.matches(&found) {
                return Some(found);
            }
        }
        let mut go = |to: (usize, usize), took: Option<char>| {
            if !steps.iter().any(|step| step.at == to) {
                steps.push(Step { at: to, from: index, took });
            }
        };
        let is_run = |token: Option<&Token>| token == Some(&Token::Run);
        if is_run(own) {
            go((at.0 + 1, at.1), None);
        }
        if is_run(other) {
            go((at.0, at.1 + 1), None);
        }
        if let (Some(own), Some(other)) = (own, other)
            && let Some(c) = character(own, other)
        {
            let next = |place: usize, token: &Token| if *token == Token::Run { place } else { place + 1 };
            go((next(at.0, own), next(at.1, other)), Some(c));
        }
        index += 1;
    }
    None
}

fn character(a: &Token, b: &Token) -> Option<char> {
    let fits = |c: char, token: &Token| match token {
        Token::Char(own) => *own == c,
        Token::One(class) => class.contains(c.into()),
        Token::Run => true,
    };
    let firsts = [a, b].into_iter().filter_map(|token| match token {
        Token::Char(c) => Some(*c),
        Token::One(class) => class.ranges().first().and_then(|(low, _)| char::from_u32(*low)),
        Token::Run => None,
    });
    ['x', 'a', '0'].into_iter().chain(firsts).find(|c| fits(*c, a) && fits(*c, b))
}
