//! The questions a policy asks of a path and a set, and how the views of a path fold by the polarity of the question.

use super::built::{Asked as AskedTrail, Shelf};
use super::meet::{meets, tells};
use super::part::{Part, Trail};
use super::{Context, Os, PathSets, PathValue, Seen};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// Does a set hold a path?
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Membership {
    /// Whatever the path turns out to be, it is in.
    Yes,
    /// Whatever it turns out to be, it is out.
    No,
    /// Not known.
    Maybe,
}

impl Membership {
    /// The answer for something that is one of several: their common answer.
    pub fn agreed(answers: impl IntoIterator<Item = Self>) -> Self {
        answers.into_iter().reduce(|a, b| if a == b { a } else { Self::Maybe }).unwrap_or(Self::Maybe)
    }

    /// In at least one of several sets; of none, no.
    pub fn any(answers: impl IntoIterator<Item = Self>) -> Self {
        let mut any = Self::No;
        for answer in answers {
            match answer {
                Self::Yes => return Self::Yes,
                Self::Maybe => any = Self::Maybe,
                Self::No => {}
            }
        }
        any
    }

    /// In this set and not in that.
    #[must_use]
    pub fn without(self, except: Self) -> Self {
        match (self, except) {
            (Self::No, _) | (_, Self::Yes) => Self::No,
            (Self::Yes, Self::No) => Self::Yes,
            (Self::Yes | Self::Maybe, Self::Maybe) | (Self::Maybe, Self::No) => Self::Maybe,
        }
    }
}

/// A set's answer for each view of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    /// As written, base joined. A text that climbs by `..` is never more than `Maybe` here by its spelling alone.
    pub written: Membership,
    /// Normalised by the system's rules without looking at links.
    pub lexical: Membership,
    /// Links followed, as the host says.
    pub resolved: Membership,
}

impl Judgement {
    /// `only … in SET`: every view says yes.
    pub fn certainly_in(self) -> bool {
        self.views().iter().all(|view| *view == Membership::Yes)
    }

    /// `only … outside SET`, `no … in SET`: every view says no.
    pub fn certainly_out(self) -> bool {
        self.views().iter().all(|view| *view == Membership::No)
    }

    /// `any … in SET`: some view may be in.
    pub fn possibly_in(self) -> bool {
        !self.certainly_out()
    }

    /// `any … outside SET`: some view may be out.
    pub fn possibly_out(self) -> bool {
        !self.certainly_in()
    }

    /// `surely … in SET`: the normalised view is in.
    pub fn surely_in(self) -> bool {
        self.lexical == Membership::Yes
    }

    /// `surely … outside SET`: the normalised view is out.
    pub fn surely_out(self) -> bool {
        self.lexical == Membership::No
    }

    fn views(self) -> [Membership; 3] {
        [self.written, self.lexical, self.resolved]
    }

    /// View by view, at least one of two.
    fn or(self, other: Self) -> Self {
        Self {
            written: Membership::any([self.written, other.written]),
            lexical: Membership::any([self.lexical, other.lexical]),
            resolved: Membership::any([self.resolved, other.resolved]),
        }
    }
}

/// Most often one.
type AskedTrails = SmallVec<[AskedTrail; 1]>;

/// A path that sets are asked about: seen once, and what the sets said kept.
#[derive(Debug)]
pub struct Asked {
    lexical: AskedTrails,
    /// None where it equals `lexical`; so below.
    written: Option<AskedTrails>,
    resolved: Option<AskedTrails>,
    uncertain: bool,
    climbs: bool,
}

/// One set of [`CompiledSets`].
#[derive(Debug, Clone, Copy)]
pub struct CompiledSet<'s> {
    shelves: &'s Shelves,
    place: usize,
}

impl CompiledSet<'_> {
    /// Is this path in the set? A tree is asked by its root.
    pub fn judge(&self, path: &PathValue, context: &Context) -> Judgement {
        self.judge_asked(&self.ask(path, context), context)
    }

    /// As [`CompiledSet::judge`], of a path that these sets were asked about before, through the same context.
    pub fn judge_asked(&self, asked: &Asked, context: &Context) -> Judgement {
        let shelf = self.shelf(context);
        asked.fold(|trail| shelf.judge(self.place, trail, context))
    }

    /// Is the tree below this root in the set, or does it hold what the host reports (SECRETS_BELOW): a file that the set holds,
    /// or a directory below which the set can hold one? What `reads in SET` asks of a recursive read.
    pub fn judge_tree(&self, asked: &Asked, context: &Context) -> Judgement {
        let shelf = self.shelf(context);
        let root = self.judge_asked(asked, context);
        let inside = |trail: &Trail| trail.iter().cloned().chain([Part::Deep]).collect::<Trail>();
        let may_hold = |trail: &Trail| shelf.judge(self.place, &shelf.asked(trail.clone()), context) != Membership::No;
        let reported: Vec<(Trail, Option<Trail>)> = context
            .reported
            .iter()
            .map(|names| names.iter().cloned().map(Part::Name).collect::<Trail>())
            .filter_map(|place| {
                if may_hold(&place) {
                    return Some((place, None));
                }
                let below = inside(&place);
                may_hold(&below).then_some((place, Some(below)))
            })
            .collect();
        if reported.is_empty() {
            return root;
        }
        root.or(asked.fold(|trail| {
            let trail = trail.trail();
            let below = inside(trail);
            let is_root_known = trail.iter().all(|part| matches!(part, Part::Name(_)));
            let holds = reported.iter().any(|(place, _)| meets(below.as_slice(), place.as_slice()));
            // Where below a reported directory the secret lies is not said.
            let may_hold = || {
                let inner = |inner: &Trail| meets(trail.as_slice(), inner.as_slice());
                reported.iter().any(|(_, below)| below.as_ref().is_some_and(inner))
            };
            match (holds, is_root_known) {
                (true, true) => Membership::Yes,
                (true, false) => Membership::Maybe,
                (false, _) if may_hold() => Membership::Maybe,
                (false, _) => Membership::No,
            }
        }))
    }

    /// `through SET`: could the tree at or below this root hold a member, whether or not one exists? `Yes` when the root
    /// itself is in.
    pub fn through(&self, asked: &Asked, context: &Context) -> Judgement {
        let shelf = self.shelf(context);
        self.judge_asked(asked, context).or(asked.fold(|trail| {
            let below: Trail = trail.trail().iter().cloned().chain([Part::Deep]).collect();
            let may_hold = shelf.may_hold(self.place, &shelf.asked(below), context);
            if may_hold { Membership::Maybe } else { Membership::No }
        }))
    }

    /// Does the text of this path tell a member though it is a pattern: `.en*` tells `.env`, `*` does not?
    pub fn is_told_by(&self, asked: &Asked, context: &Context) -> bool {
        let is_pattern = |asked: &&AskedTrail| asked.trail().iter().any(|part| matches!(part, Part::Like(_)));
        let patterns: Vec<&AskedTrail> = asked.lexical.iter().filter(is_pattern).collect();
        if patterns.is_empty() {
            return false;
        }
        let shelf = self.shelf(context);
        let members = shelf.positive(self.place, context);
        patterns.iter().any(|asked| {
            shelf.judge(self.place, asked, context) != Membership::No
                && members.iter().any(|member| tells(asked.trail(), member))
        })
    }

    /// Prepares to ask this set, or others of the same table, about a path through this context.
    pub fn ask(&self, path: &PathValue, context: &Context) -> Asked {
        self.shelves.ask(context.see(path), context)
    }

    pub(super) fn shelf(&self, context: &Context) -> &Shelf {
        self.shelves.of(context.os())
    }

    pub(super) fn place(&self) -> usize {
        self.place
    }
}

impl Asked {
    /// Asks about each view.
    fn fold(&self, ask: impl Fn(&AskedTrail) -> Membership) -> Judgement {
        let hedge = |answer| match answer {
            Membership::Yes if self.uncertain => Membership::Maybe,
            answer => answer,
        };
        let all = |trails: &[AskedTrail]| hedge(Membership::agreed(trails.iter().map(&ask)));
        let lexical = all(&self.lexical);
        let written = match (&self.written, self.climbs) {
            (None, _) => lexical,
            (Some(trails), false) => all(trails),
            // `/w/.git/../x` as written only hints: it may count for a set, never decide.
            (Some(trails), true) if trails.iter().all(|trail| ask(trail) == Membership::No) => lexical,
            (Some(_), true) if lexical == Membership::Yes => lexical,
            (Some(_), true) => Membership::Maybe,
        };
        let resolved = self.resolved.as_ref().map_or(lexical, |trails| all(trails));
        Judgement { written, lexical, resolved }
    }
}

/// The sets of a table, built for a system when one of them is first asked.
#[derive(Debug)]
struct Shelves {
    source: PathSets,
    linux: OnceLock<Shelf>,
    mac_os: OnceLock<Shelf>,
    windows: OnceLock<Shelf>,
}

impl Shelves {
    fn of(&self, os: Os) -> &Shelf {
        let slot = match os {
            Os::Linux => &self.linux,
            Os::MacOs => &self.mac_os,
            Os::Windows => &self.windows,
        };
        slot.get_or_init(|| Shelf::new(&self.source, os))
    }

    fn ask(&self, seen: Seen, context: &Context) -> Asked {
        let shelf = self.of(context.os());
        let each = |trails: Vec<Trail>| trails.into_iter().map(|trail| shelf.asked(trail)).collect();
        Asked {
            lexical: each(seen.lexical),
            written: seen.written.map(each),
            resolved: seen.resolved.map(each),
            uncertain: seen.uncertain,
            climbs: seen.climbs,
        }
    }
}

/// All sets of a table.
#[derive(Debug)]
pub struct CompiledSets {
    shelves: Shelves,
    /// Looked up, never iterated, so that its order does not matter.
    places: FxHashMap<String, usize>,
}

impl CompiledSets {
    /// Takes the sets of a table.
    pub fn new(sets: PathSets) -> Self {
        let places = sets.0.keys().enumerate().map(|(place, name)| (name.clone(), place)).collect();
        let shelves =
            Shelves { source: sets, linux: OnceLock::new(), mac_os: OnceLock::new(), windows: OnceLock::new() };
        Self { shelves, places }
    }

    /// The set of that name.
    pub fn get(&self, name: &str) -> Option<CompiledSet<'_>> {
        self.places.get(name).map(|place| CompiledSet { shelves: &self.shelves, place: *place })
    }

    /// Prepares to ask about a path: to be used with sets of these and with this context alone.
    pub fn ask(&self, path: &PathValue, context: &Context) -> Asked {
        self.shelves.ask(context.see(path), context)
    }

    /// As [`CompiledSets::ask`], of a known text that starts from this directory where it is relative; none where it has to be
    /// seen in full.
    pub fn ask_plain(&self, base: &str, text: &str, context: &Context) -> Option<Asked> {
        Some(self.shelves.ask(context.see_plain(base, text)?, context))
    }
}

/// Could `path` name something at or below `above`? Asked to find what a line's own writes disturb.
pub fn may_lie_below(path: &PathValue, above: &PathValue, context: &Context) -> bool {
    let (path, above) = (context.see(path), context.see(above));
    let open = |trail: &Trail| super::built::opened(trail).unwrap_or_else(|| trail.clone());
    let below: Vec<Trail> =
        above.lexical.iter().map(|trail| open(trail).into_iter().chain([Part::Deep]).collect()).collect();
    let paths: Vec<Trail> = path.lexical.iter().map(open).collect();
    let same_unknown_root = path.lexical.iter().any(|path| {
        above.lexical.iter().any(|above| above.len() <= path.len() && above.iter().zip(path).all(|(a, b)| a == b))
    });
    same_unknown_root || paths.iter().any(|path| below.iter().any(|above| meets(path.as_slice(), above.as_slice())))
}
