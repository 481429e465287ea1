//! The sets of a table made ready for one system.

use super::context::{Context, Names, unknown_root};
use super::keys::{Held, Key, Keys};
use super::meet::{meets, plainly_within, samples};
use super::nfa::Nfa;
use super::part::{Part, Rooted, Route, Trail, below, matches};
use super::walk::UNKNOWN_ROOT;
use super::{Anchor, Member, Membership, Os, PathGlob, PathSets};
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

/// Most sets inside sets.
const MAX_DEPTH: usize = 32;

/// Most globs that are tried alone before their union.
const MAX_ALONE: usize = 16;

/// All sets of a table. A set that others name is there once.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    sets: Vec<Built>,
    keys: Keys,
}

/// A set made ready: union of `members` without union of `except`.
#[derive(Debug, Default)]
struct Built {
    members: Lines,
    except: Lines,
}

#[derive(Debug, Default)]
struct Lines {
    globs: Vec<BuiltGlob>,
    /// Sets, by their place on the shelf.
    sets: Vec<usize>,
    /// A name without a set, or a set inside itself: may hold anything.
    broken: bool,
    /// Indices of globs by a key that one of their trails needs; sorted.
    keyed: Vec<(Key, usize)>,
    /// Those of which some trail needs none.
    keyless: Vec<usize>,
}

#[derive(Debug)]
struct BuiltGlob {
    anchor: Anchor,
    /// What stands for its root where no fact gives one.
    mark: Names,
    /// Below the roots of the anchor.
    trails: Vec<Trail>,
    /// Folding may have made two names one: never more than maybe.
    uncertain: bool,
}

/// A trail that sets are asked about, and what they said.
#[derive(Debug)]
pub(super) struct Asked {
    trail: Trail,
    /// The keys that it may hold; inside none, it may hold any.
    keys: OnceCell<Option<Held>>,
    /// By the place of the set on the shelf.
    answers: SmallVec<[Cell<Option<Membership>>; 64]>,
}

impl Asked {
    /// What the sets are asked about.
    pub(super) fn trail(&self) -> &Trail {
        &self.trail
    }
}

impl Shelf {
    /// Builds all sets, in the order of their names.
    pub(super) fn new(sets: &PathSets, os: Os) -> Self {
        let mut building = Building { source: sets, os, shelf: Self::default(), places: BTreeMap::new() };
        for _ in &sets.0 {
            building.shelf.sets.push(Built::default());
        }
        for name in sets.0.keys() {
            building.set(name, 0);
        }
        building.shelf
    }

    /// Prepares to ask about a trail.
    pub(super) fn asked(&self, trail: Trail) -> Asked {
        Asked { trail, keys: OnceCell::new(), answers: SmallVec::from_elem(Cell::new(None), self.sets.len()) }
    }

    /// Does the set hold every, or no, path of this trail?
    pub(super) fn judge(&self, set: usize, asked: &Asked, context: &Context) -> Membership {
        let answer = asked.answers.get(set);
        if let Some(known) = answer.and_then(Cell::get) {
            return known;
        }
        match exact(&asked.trail) {
            Some(names) if !names.first().is_some_and(|name| name.starts_with(UNKNOWN_ROOT)) => {
                let keys = asked.keys.get_or_init(|| Some(self.keys.of_names(&names)));
                let question = Known { shelf: self, names: &names, keys: keys.as_deref().unwrap_or_default(), context };
                question.set(set, &asked.answers)
            }
            Some(_) | None => {
                let judged = self.judge_all(set, asked, context);
                if let Some(answer) = answer {
                    answer.set(Some(judged));
                }
                judged
            }
        }
    }

    fn judge_all(&self, set: usize, asked: &Asked, context: &Context) -> Membership {
        let Some(Built { members, except }) = self.sets.get(set) else { return Membership::Maybe };
        let question = self.question(asked, context);
        if !question.is_possible(members) {
            return Membership::No;
        }
        let excepted = question.is_possible(except);
        if !excepted && question.is_within(members) {
            Membership::Yes
        } else if excepted && question.is_within(except) {
            Membership::No
        } else {
            Membership::Maybe
        }
    }

    /// May the set hold a path of this trail, which is one of many? Cheaper than to judge it.
    pub(super) fn may_hold(&self, set: usize, asked: &Asked, context: &Context) -> bool {
        let Some(Built { members, except }) = self.sets.get(set) else { return true };
        let question = self.question(asked, context);
        question.is_possible(members) && !(question.is_possible(except) && question.is_within(except))
    }

    fn question<'a>(&'a self, asked: &'a Asked, context: &'a Context) -> Question<'a> {
        let open = opened(&asked.trail);
        let keys = asked.keys.get_or_init(|| if open.is_some() { None } else { self.keys.of_trail(&asked.trail) });
        Question { shelf: self, trail: &asked.trail, open, keys: keys.as_deref(), context }
    }

    /// Every glob of the members, from the root; exceptions are left to [`Shelf::judge`].
    pub(super) fn positive(&self, set: usize, context: &Context) -> Vec<Trail> {
        let mut all = Vec::new();
        let Some(Built { members, .. }) = self.sets.get(set) else { return all };
        for glob in &members.globs {
            if !context.roots(&glob.anchor).is_empty() {
                all.extend(glob.whole(context).map(|whole| whole.whole()));
            }
        }
        for set in &members.sets {
            all.extend(self.positive(*set, context));
        }
        all
    }
}

/// A shelf that is being filled.
struct Building<'s> {
    source: &'s PathSets,
    os: Os,
    shelf: Shelf,
    /// Sets by name: where they stand, with their height; none while they are being built.
    places: BTreeMap<&'s str, Option<(usize, usize)>>,
}

impl<'s> Building<'s> {
    /// Where the set of that name stands, and its height; none if there is none, or it is inside itself.
    fn set(&mut self, name: &str, depth: usize) -> Option<(usize, usize)> {
        let (name, set) = self.source.0.get_key_value(name).filter(|_| depth < MAX_DEPTH)?;
        if let Some(known) = self.places.get(name.as_str()) {
            return *known;
        }
        self.places.insert(name, None);
        let (members, over) = self.lines(&set.members, depth);
        let (except, under) = self.lines(&set.except, depth);
        let height = over.max(under);
        let place = self.source.0.keys().position(|own| own == name)?;
        if let Some(slot) = self.shelf.sets.get_mut(place) {
            *slot = Built { members, except };
        }
        self.places.insert(name, Some((place, height)));
        Some((place, height))
    }

    /// The lines, and how many sets stand inside each other there.
    fn lines(&mut self, members: &[Member], depth: usize) -> (Lines, usize) {
        let mut lines = Lines::default();
        let mut height = 0;
        for member in members {
            match member {
                Member::Glob { glob, on } if is_on(on, self.os) => {
                    lines.add(BuiltGlob::new(glob, self.os), &mut self.shelf.keys);
                }
                Member::Set { name, on } if is_on(on, self.os) => match self.set(name, depth + 1) {
                    Some((place, below)) if below + 1 < MAX_DEPTH => {
                        lines.sets.push(place);
                        height = height.max(below + 1);
                    }
                    Some(_) | None => lines.broken = true,
                },
                Member::Glob { .. } | Member::Set { .. } => {}
            }
        }
        lines.keyed.sort_unstable();
        (lines, height)
    }
}

fn is_on(on: &[Os], os: Os) -> bool {
    on.is_empty() || on.contains(&os)
}

impl Lines {
    fn add(&mut self, glob: BuiltGlob, keys: &mut Keys) {
        let place = self.globs.len();
        let mut needed: Vec<Option<Key>> = glob.trails.iter().map(|trail| keys.of_glob(trail)).collect();
        needed.sort_unstable();
        needed.dedup();
        for key in needed {
            match key {
                Some(key) => self.keyed.push((key, place)),
                None => self.keyless.push(place),
            }
        }
        self.globs.push(glob);
    }

    /// The globs that may match what holds these keys, some perhaps twice; of what may hold any, all.
    fn candidates<'l>(&'l self, keys: Option<&'l [Key]>) -> impl Iterator<Item = &'l BuiltGlob> {
        let all = if keys.is_none() { self.globs.as_slice() } else { &[] };
        let of_key = |key: &Key| {
            let first = self.keyed.partition_point(|(own, _)| own < key);
            let key = *key;
            self.keyed.iter().skip(first).take_while(move |(own, _)| *own == key).map(|(_, glob)| *glob)
        };
        let keyless = if keys.is_some() { self.keyless.as_slice() } else { &[] };
        let some = keys.unwrap_or_default().iter().flat_map(of_key).chain(keyless.iter().copied());
        all.iter().chain(some.filter_map(|glob| self.globs.get(glob)))
    }
}

impl BuiltGlob {
    fn new(glob: &PathGlob, os: Os) -> Self {
        let (trails, uncertain) = glob.trails(os);
        Self { anchor: glob.anchor().clone(), mark: vec![unknown_root(glob.anchor())], trails, uncertain }
    }

    fn holds(&self, names: &[&str], context: &Context) -> Membership {
        let roots = context.roots(&self.anchor);
        if roots
            .iter()
            .filter_map(|root| below(root, names))
            .any(|rest| self.trails.iter().any(|trail| matches(trail, rest)))
        {
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

    /// Its trails from the root; of a root that no fact gives, from a mark.
    fn whole<'a>(&'a self, context: &'a Context) -> impl Iterator<Item = Rooted<'a>> {
        let roots = context.roots(&self.anchor);
        let roots = if roots.is_empty() { std::slice::from_ref(&self.mark) } else { roots };
        roots.iter().flat_map(|root| self.trails.iter().map(move |trail| Rooted { root, trail }))
    }
}

/// A known path, held against sets.
struct Known<'a> {
    shelf: &'a Shelf,
    names: &'a [&'a str],
    keys: &'a [Key],
    context: &'a Context,
}

impl Known<'_> {
    fn set(&self, set: usize, answers: &[Cell<Option<Membership>>]) -> Membership {
        let answer = answers.get(set);
        if let Some(known) = answer.and_then(Cell::get) {
            return known;
        }
        let Some(Built { members, except }) = self.shelf.sets.get(set) else { return Membership::Maybe };
        let judged = match self.any(members, answers) {
            Membership::No => Membership::No,
            held => held.without(self.any(except, answers)),
        };
        if let Some(answer) = answer {
            answer.set(Some(judged));
        }
        judged
    }

    fn any(&self, lines: &Lines, answers: &[Cell<Option<Membership>>]) -> Membership {
        let globs = lines.candidates(Some(self.keys)).map(|glob| glob.holds(self.names, self.context));
        let sets = lines.sets.iter().map(|set| self.set(*set, answers));
        let broken = lines.broken.then_some(Membership::Maybe);
        Membership::any(globs.chain(sets).chain(broken))
    }
}

/// The names of a trail that holds nothing else.
fn exact(trail: &Trail) -> Option<SmallVec<[&str; 12]>> {
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
    shelf: &'a Shelf,
    trail: &'a Trail,
    /// What the trail may be, where it begins at an unknown root.
    open: Option<Trail>,
    keys: Option<&'a [Key]>,
    context: &'a Context,
}

impl Question<'_> {
    /// Do they perhaps hold one of its paths?
    fn is_possible(&self, lines: &Lines) -> bool {
        lines.broken
            || lines.candidates(self.keys).any(|glob| self.may_hold(glob))
            || lines
                .sets
                .iter()
                .any(|set| self.shelf.sets.get(*set).is_none_or(|built| self.is_possible(&built.members)))
    }

    fn may_hold(&self, glob: &BuiltGlob) -> bool {
        let (is_rootless, shares_root) = self.roots(glob);
        glob.whole(self.context).any(|whole| self.meets_whole(whole, shares_root))
            || (is_rootless
                && !shares_root
                && glob.trails.iter().any(|trail| {
                    let anywhere: Trail = std::iter::once(Part::Deep).chain(trail.iter().cloned()).collect();
                    self.may_meet(anywhere.as_slice())
                }))
    }

    /// Whether no fact gives the root of the glob, and whether the trail begins at the same unknown root.
    fn roots(&self, glob: &BuiltGlob) -> (bool, bool) {
        let is_rootless = self.context.roots(&glob.anchor).is_empty();
        let is_same = |part: &Part| matches!(part, Part::Name(name) if glob.mark.first() == Some(name));
        (is_rootless, is_rootless && self.trail.first().is_some_and(is_same))
    }

    fn meets_whole(&self, whole: Rooted<'_>, shares_root: bool) -> bool {
        if shares_root { meets(self.trail.as_slice(), &whole) } else { self.may_meet(&whole) }
    }

    /// Could they share a path?
    fn may_meet(&self, glob: &(impl Route + ?Sized)) -> bool {
        meets(self.open.as_ref().unwrap_or(self.trail).as_slice(), glob)
            || (self.open.is_some() && meets(self.trail.as_slice(), glob))
    }

    /// What they hold for certain, as far as it could meet the trail.
    fn certain<'l>(&'l self, lines: &'l Lines, all: &mut Vec<Rooted<'l>>) {
        for glob in lines.globs.iter().filter(|glob| !glob.uncertain) {
            let (_, shares_root) = self.roots(glob);
            all.extend(glob.whole(self.context).filter(|whole| self.meets_whole(*whole, shares_root)));
        }
        for built in lines.sets.iter().filter_map(|set| self.shelf.sets.get(*set)) {
            if !self.is_possible(&built.except) {
                self.certain(&built.members, all);
            }
        }
    }

    /// Is a path that these names make in some glob, exceptions aside?
    fn reaches(&self, lines: &Lines, names: &[String], keys: &[Key]) -> bool {
        lines.candidates(Some(keys)).any(|glob| glob.whole(self.context).any(|whole| whole.matches(names)))
            || lines
                .sets
                .iter()
                .filter_map(|set| self.shelf.sets.get(*set))
                .any(|built| self.reaches(&built.members, names, keys))
    }

    fn is_within(&self, lines: &Lines) -> bool {
        let samples = samples(self.trail);
        // The usual answer for what is hardly known, and cheap.
        if samples.iter().any(|names| !self.reaches(lines, names, &self.shelf.keys.of_names(names))) {
            return false;
        }
        let mut globs = Vec::new();
        self.certain(lines, &mut globs);
        if globs.iter().any(|glob| plainly_within(self.trail, glob)) {
            return true;
        }
        if samples.iter().any(|names| !globs.iter().any(|glob| glob.matches(names))) {
            return false;
        }
        let globs: Vec<Trail> = globs.iter().map(Rooted::whole).collect();
        let nfa = Nfa::new([self.trail]);
        // One glob alone is the common case, and cheap; the union of all may be over the budget.
        let alone = globs.iter().filter(|glob| samples.iter().all(|names| matches(glob, names))).take(MAX_ALONE);
        let is_within = |globs: &[Trail]| nfa.within(&Nfa::new(globs)).unwrap_or(false);
        alone.map(std::slice::from_ref).any(is_within) || is_within(&globs)
    }
}
