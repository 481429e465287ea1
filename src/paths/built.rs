//! A set made ready for one system.

use super::context::{Context, Names, unknown_root};
use super::meet::{meets, plainly_within, samples};
use super::nfa::Nfa;
use super::part::{Part, Trail, matches};
use super::walk::UNKNOWN_ROOT;
use super::{Anchor, Member, Membership, Os, PathGlob, PathSet, PathSets};

/// Most sets inside sets.
const MAX_DEPTH: usize = 32;

/// Most globs that are tried alone before their union.
const MAX_ALONE: usize = 16;

/// A set made ready: union of `members` without union of `except`.
#[derive(Debug)]
pub(super) struct Built {
    members: Vec<Line>,
    except: Vec<Line>,
}

#[derive(Debug)]
enum Line {
    Glob(BuiltGlob),
    Set(Built),
    /// A name without a set, or a set inside itself: may hold anything.
    Broken,
}

#[derive(Debug)]
struct BuiltGlob {
    anchor: Anchor,
    /// Below the roots of the anchor.
    trails: Vec<Trail>,
    /// Folding may have made two names one: never more than maybe.
    uncertain: bool,
}

impl Built {
    /// Builds the set of that name with all it names.
    pub(super) fn new(name: &str, sets: &PathSets, os: Os) -> Self {
        match set(name, sets, os, 0) {
            Line::Set(built) => built,
            broken @ (Line::Broken | Line::Glob(_)) => Self { members: vec![broken], except: Vec::new() },
        }
    }

    /// Does it hold every, or no, path of this trail?
    pub(super) fn judge(&self, trail: &Trail, context: &Context) -> Membership {
        match exact(trail) {
            Some(names) if !names.first().is_some_and(|name| name.starts_with(UNKNOWN_ROOT)) => {
                self.holds(&names, context)
            }
            Some(_) | None => self.holds_all(trail, context),
        }
    }

    /// Every glob of the members, from the root; exceptions are left to [`Built::judge`].
    pub(super) fn positive(&self, context: &Context) -> Vec<Trail> {
        let mut all = Vec::new();
        for line in &self.members {
            match line {
                Line::Glob(glob) => {
                    for root in context.roots(&glob.anchor) {
                        let root: Trail = root.iter().cloned().map(Part::Name).collect();
                        all.extend(glob.trails.iter().map(|trail| [root.as_slice(), trail.as_slice()].concat()));
                    }
                }
                Line::Set(built) => all.extend(built.positive(context)),
                Line::Broken => {}
            }
        }
        all
    }

    fn holds(&self, names: &[&str], context: &Context) -> Membership {
        let members = any(&self.members, names, context);
        if members == Membership::No {
            return members;
        }
        members.without(any(&self.except, names, context))
    }

    fn holds_all(&self, trail: &Trail, context: &Context) -> Membership {
        let question = Question { trail, open: opened(trail), context };
        let members = question.gather(&self.members);
        if !members.possible {
            return Membership::No;
        }
        let except = question.gather(&self.except);
        if !except.possible && question.is_within(&members.certain) {
            Membership::Yes
        } else if except.possible && question.is_within(&except.certain) {
            Membership::No
        } else {
            Membership::Maybe
        }
    }
}

fn set(name: &str, sets: &PathSets, os: Os, depth: usize) -> Line {
    let Some(PathSet { members, except }) = sets.0.get(name).filter(|_| depth < MAX_DEPTH) else { return Line::Broken };
    let build = |lines: &[Member]| {
        let lines = lines.iter().filter_map(|line| match line {
            Member::Glob { glob, on } => is_on(on, os).then(|| Line::Glob(BuiltGlob::new(glob, os))),
            Member::Set { name, on } => is_on(on, os).then(|| set(name, sets, os, depth + 1)),
        });
        lines.collect()
    };
    Line::Set(Built { members: build(members), except: build(except) })
}

fn is_on(on: &[Os], os: Os) -> bool {
    on.is_empty() || on.contains(&os)
}

impl BuiltGlob {
    fn new(glob: &PathGlob, os: Os) -> Self {
        let (trails, uncertain) = glob.trails(os);
        Self { anchor: glob.anchor().clone(), trails, uncertain }
    }

    fn holds(&self, names: &[&str], context: &Context) -> Membership {
        let roots = context.roots(&self.anchor);
        let below = |root: &Names| {
            let is_above = root.len() <= names.len() && root.iter().zip(names).all(|(a, b)| a == b);
            if is_above { names.get(root.len()..) } else { None }
        };
        if roots.iter().filter_map(below).any(|rest| self.trails.iter().any(|trail| matches(trail, rest))) {
            return if self.uncertain { Membership::Maybe } else { Membership::Yes };
        }
        if !roots.is_empty() {
            return Membership::No;
        }
        // The root is unknown, so it may be any directory above.
        let anywhere =
            |trail: &Trail| (0..=names.len()).any(|skip| names.get(skip..).is_some_and(|rest| matches(trail, rest)));
        if self.trails.iter().any(anywhere) { Membership::Maybe } else { Membership::No }
    }
}

fn any(lines: &[Line], names: &[&str], context: &Context) -> Membership {
    Membership::any(lines.iter().map(|line| match line {
        Line::Glob(glob) => glob.holds(names, context),
        Line::Set(built) => built.holds(names, context),
        Line::Broken => Membership::Maybe,
    }))
}

/// The names of a trail that holds nothing else.
fn exact(trail: &Trail) -> Option<Vec<&str>> {
    trail
        .iter()
        .map(|part| match part {
            Part::Name(name) => Some(name.as_str()),
            Part::Like(_) | Part::Deep => None,
        })
        .collect()
}

/// A trail from a root that no fact gives, as what it may be: any directory, then the rest.
pub(super) fn opened(trail: &Trail) -> Option<Trail> {
    match trail.first() {
        Some(Part::Name(name)) if name.starts_with(UNKNOWN_ROOT) => {
            Some(std::iter::once(Part::Deep).chain(trail.iter().skip(1).cloned()).collect())
        }
        Some(Part::Name(_) | Part::Like(_) | Part::Deep) | None => None,
    }
}

/// A trail of many paths, held against many globs.
struct Question<'a> {
    trail: &'a Trail,
    /// What the trail may be, where it begins at an unknown root.
    open: Option<Trail>,
    context: &'a Context,
}

/// What some lines hold of a trail.
#[derive(Default)]
struct Held {
    /// They may hold one of its paths.
    possible: bool,
    /// What they hold for certain, as far as it could meet the trail.
    certain: Vec<Trail>,
}

impl Question<'_> {
    fn gather(&self, lines: &[Line]) -> Held {
        let mut held = Held::default();
        for line in lines {
            match line {
                Line::Broken => held.possible = true,
                Line::Glob(glob) => self.gather_glob(glob, &mut held),
                Line::Set(built) => {
                    let members = self.gather(&built.members);
                    if members.possible {
                        held.possible = true;
                        if !self.gather(&built.except).possible {
                            held.certain.extend(members.certain);
                        }
                    }
                }
            }
        }
        held
    }

    fn gather_glob(&self, glob: &BuiltGlob, held: &mut Held) {
        let roots = self.context.roots(&glob.anchor);
        let symbol = unknown_root(&glob.anchor);
        let shares_root = roots.is_empty() && matches!(self.trail.first(), Some(Part::Name(name)) if *name == symbol);
        let unknown = [vec![symbol]];
        for root in if roots.is_empty() { &unknown } else { roots } {
            for trail in &glob.trails {
                let whole: Trail = root.iter().cloned().map(Part::Name).chain(trail.iter().cloned()).collect();
                let may_meet = if shares_root { meets(self.trail, &whole) } else { self.may_meet(&whole) };
                if may_meet {
                    held.possible = true;
                    if !glob.uncertain {
                        held.certain.push(whole);
                    }
                }
            }
        }
        if roots.is_empty() && !shares_root && !held.possible {
            held.possible = glob.trails.iter().any(|trail| {
                let anywhere: Trail = std::iter::once(Part::Deep).chain(trail.iter().cloned()).collect();
                self.may_meet(&anywhere)
            });
        }
    }

    /// Could they share a path?
    fn may_meet(&self, glob: &Trail) -> bool {
        meets(self.open.as_ref().unwrap_or(self.trail), glob) || (self.open.is_some() && meets(self.trail, glob))
    }

    fn is_within(&self, globs: &[Trail]) -> bool {
        if globs.iter().any(|glob| plainly_within(self.trail, glob)) {
            return true;
        }
        let samples = samples(self.trail);
        if samples.iter().any(|names| !globs.iter().any(|glob| matches(glob, names))) {
            return false;
        }
        let nfa = Nfa::new([self.trail]);
        // One glob alone is the common case, and cheap; the union of all may be over the budget.
        let alone = globs.iter().filter(|glob| samples.iter().all(|names| matches(glob, names))).take(MAX_ALONE);
        let is_within = |globs: &[Trail]| nfa.within(&Nfa::new(globs)).unwrap_or(false);
        alone.map(std::slice::from_ref).any(is_within) || is_within(globs)
    }
}
