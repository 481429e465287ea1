//! The questions a policy asks of a path and a set, and how the views of a path fold by the polarity of the question.

use super::built::Built;
use super::meet::{meets, tells};
use super::part::{Part, Trail};
use super::{Context, Os, PathSets, PathValue, Seen};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

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

/// One set, built for a system when it is first asked.
#[derive(Debug)]
pub struct CompiledSet {
    source: Arc<PathSets>,
    name: String,
    linux: OnceLock<Built>,
    mac_os: OnceLock<Built>,
    windows: OnceLock<Built>,
}

impl CompiledSet {
    /// Is this path in the set? A tree is asked by its root.
    pub fn judge(&self, path: &PathValue, context: &Context) -> Judgement {
        self.judge_seen(&context.see(path), context)
    }

    /// As [`CompiledSet::judge`], of a path that was seen before through the same context.
    pub fn judge_seen(&self, seen: &Seen, context: &Context) -> Judgement {
        let built = self.built(context.os());
        self.fold(seen, |trail| built.judge(trail, context))
    }

    /// Is the tree below this root in the set, or does it hold what the host reports (SECRETS_BELOW): a file that the set holds,
    /// or a directory below which the set can hold one? What `reads in SET` asks of a recursive read.
    pub fn judge_tree(&self, path: &PathValue, context: &Context) -> Judgement {
        let seen = context.see(path);
        let built = self.built(context.os());
        let root = self.judge_seen(&seen, context);
        let inside = |trail: &Trail| trail.iter().cloned().chain([Part::Deep]).collect::<Trail>();
        let reported: Vec<(Trail, Option<Trail>)> = context
            .reported
            .iter()
            .map(|names| names.iter().cloned().map(Part::Name).collect::<Trail>())
            .filter_map(|place| {
                if built.judge(&place, context) != Membership::No {
                    return Some((place, None));
                }
                let below = inside(&place);
                (built.judge(&below, context) != Membership::No).then_some((place, Some(below)))
            })
            .collect();
        if reported.is_empty() {
            return root;
        }
        root.or(self.fold(&seen, |trail| {
            let below = inside(trail);
            let is_root_known = trail.iter().all(|part| matches!(part, Part::Name(_)));
            let holds = reported.iter().any(|(place, _)| meets(&below, place));
            // Where below a reported directory the secret lies is not said.
            let may_hold = || reported.iter().any(|(_, inner)| inner.as_ref().is_some_and(|inner| meets(trail, inner)));
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
    pub fn through(&self, path: &PathValue, context: &Context) -> Judgement {
        let seen = context.see(path);
        let built = self.built(context.os());
        self.judge_seen(&seen, context).or(self.fold(&seen, |trail| {
            let below: Trail = trail.iter().cloned().chain([Part::Deep]).collect();
            match built.judge(&below, context) {
                Membership::No => Membership::No,
                Membership::Yes | Membership::Maybe => Membership::Maybe,
            }
        }))
    }

    /// Does the text of this path tell a member though it is a pattern: `.en*` tells `.env`, `*` does not?
    pub fn is_told_by(&self, path: &PathValue, context: &Context) -> bool {
        let seen = context.see(path);
        let built = self.built(context.os());
        let members = built.positive(context);
        seen.lexical.iter().any(|trail| {
            built.judge(trail, context) != Membership::No && members.iter().any(|member| tells(trail, member))
        })
    }

    pub(super) fn built(&self, os: Os) -> &Built {
        let slot = match os {
            Os::Linux => &self.linux,
            Os::MacOs => &self.mac_os,
            Os::Windows => &self.windows,
        };
        slot.get_or_init(|| Built::new(&self.name, &self.source, os))
    }

    /// Asks about each view.
    fn fold(&self, seen: &Seen, ask: impl Fn(&Trail) -> Membership) -> Judgement {
        let hedge = |answer| match answer {
            Membership::Yes if seen.uncertain => Membership::Maybe,
            answer => answer,
        };
        let all = |trails: &[Trail]| hedge(Membership::agreed(trails.iter().map(&ask)));
        let lexical = all(&seen.lexical);
        let written = match (&seen.written, seen.climbs) {
            (None, _) => lexical,
            (Some(trails), false) => all(trails),
            // `/w/.git/../x` as written only hints: it may count for a set, never decide.
            (Some(trails), true) if trails.iter().all(|trail| ask(trail) == Membership::No) => lexical,
            (Some(_), true) if lexical == Membership::Yes => lexical,
            (Some(_), true) => Membership::Maybe,
        };
        let resolved = seen.resolved.as_ref().map_or(lexical, |trails| all(trails));
        Judgement { written, lexical, resolved }
    }
}

/// All sets of a table, each built when it is first asked.
#[derive(Debug)]
pub struct CompiledSets {
    sets: BTreeMap<String, CompiledSet>,
}

impl CompiledSets {
    /// Takes the sets of a table.
    pub fn new(sets: PathSets) -> Self {
        let source = Arc::new(sets);
        let compiled = source.0.keys().map(|name| {
            let set = CompiledSet {
                source: Arc::clone(&source),
                name: name.clone(),
                linux: OnceLock::new(),
                mac_os: OnceLock::new(),
                windows: OnceLock::new(),
            };
            (name.clone(), set)
        });
        Self { sets: compiled.collect() }
    }

    /// The set of that name.
    pub fn get(&self, name: &str) -> Option<&CompiledSet> {
        self.sets.get(name)
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
    same_unknown_root || paths.iter().any(|path| below.iter().any(|above| meets(path, above)))
}
