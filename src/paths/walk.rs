//! Steps → trails: `..` folded away, aliases of the system undone, magic places found.

use super::Os;
use super::part::{Part, Trail};
use super::read::{Raw, Start, Step};

/// Most readings that patterns like `.*` may multiply to.
const MAX_READINGS: usize = 9;

/// What one reading comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Walked {
    /// `..` folded away.
    pub(super) lexical: Trail,
    /// `..` kept as a name; none if there is none, and `lexical` is the written form.
    pub(super) written: Option<Trail>,
    /// The directories that a `..` left again: were one a link, the fold would be wrong.
    pub(super) left: Vec<Trail>,
    /// The lexical form passes through a place where the name says nothing (`/proc/self/root`).
    pub(super) magic: bool,
}

/// The beginning of the name that stands for a root which no fact gives.
pub(super) const UNKNOWN_ROOT: char = '\0';

/// Walks an absolute or lost text.
pub(super) fn walk(raw: &Raw, os: Os) -> Vec<Walked> {
    if !raw.steps.iter().any(|step| matches!(step, Step::Dots(_))) {
        return aliases(walk_one(raw.start, &raw.steps, os), os);
    }
    readings(&raw.steps)
        .into_iter()
        .map(|steps| match steps {
            Some(steps) => walk_one(raw.start, &steps, os),
            None => walk_one(Start::Lost, &[], os),
        })
        .flat_map(|walked| aliases(walked, os))
        .collect()
}

/// Every choice for the patterns that may be `.` or `..`; none stands for "too many".
fn readings(steps: &[Step]) -> Vec<Option<Vec<Step>>> {
    let mut all: Vec<Vec<Step>> = vec![Vec::with_capacity(steps.len())];
    for step in steps {
        match step {
            Step::Down(_) | Step::Up => all.iter_mut().for_each(|one| one.push(step.clone())),
            Step::Dots(pattern) => {
                if all.len() * 3 > MAX_READINGS {
                    return vec![None];
                }
                let down = Step::Down(Part::Like(pattern.clone()));
                let mut more = Vec::with_capacity(all.len() * 3);
                for one in all {
                    more.push(one.clone());
                    more.push(one.iter().cloned().chain([Step::Up]).collect());
                    more.push(one.into_iter().chain([down.clone()]).collect());
                }
                all = more;
            }
        }
    }
    all.into_iter().map(Some).collect()
}

fn walk_one(start: Start, steps: &[Step], os: Os) -> Walked {
    let mut lexical: Trail = match start {
        Start::Base | Start::Lost => vec![Part::Deep],
        Start::Root => Vec::with_capacity(steps.len()),
    };
    let mut written: Option<Trail> = None;
    let mut left = Vec::new();
    for step in steps {
        match step {
            Step::Down(part) => down(&mut lexical, &mut written, part.clone(), os),
            Step::Dots(pattern) => down(&mut lexical, &mut written, Part::Like(pattern.clone()), os),
            Step::Up => {
                written.get_or_insert_with(|| lexical.clone()).push(Part::Name("..".into()));
                up(&mut lexical, &mut left, os);
            }
        }
    }
    // `/proc/self/cwd/..` and `/dev/fd/..` left such a place again, for somewhere else than the text says.
    let magic = is_magic(&lexical, os) || left.iter().any(|left| is_magic(left, os) || is_names(left, &["dev", "fd"]));
    Walked { lexical, written, left, magic }
}

fn down(lexical: &mut Trail, written: &mut Option<Trail>, part: Part, os: Os) {
    if let Some(written) = written {
        push(written, part.clone(), os);
    }
    push(lexical, part, os);
}

/// The directories of macOS that are links into `/private`.
const PRIVATE: [&str; 3] = ["tmp", "var", "etc"];

fn push(trail: &mut Trail, part: Part, os: Os) {
    if os == Os::MacOs {
        // The data volume is grafted onto the root by firmlinks.
        if is_names(trail, &["system", "volumes", "data"]) {
            trail.clear();
        }
        if let (true, Part::Name(name)) = (trail.is_empty(), &part)
            && PRIVATE.contains(&name.as_str())
        {
            trail.push(Part::Name("private".into()));
        }
    }
    trail.push(part);
}

fn is_names(trail: &[Part], names: &[&str]) -> bool {
    trail.len() == names.len()
        && trail.iter().zip(names).all(|(part, name)| matches!(part, Part::Name(own) if own == name))
}

fn up(trail: &mut Trail, left: &mut Vec<Trail>, os: Os) {
    match trail.last() {
        None => {}
        Some(Part::Deep) => *trail = vec![Part::Deep],
        Some(Part::Name(name)) if name.starts_with(UNKNOWN_ROOT) => *trail = vec![Part::Deep],
        Some(Part::Name(_)) if os == Os::Windows && trail.len() == 1 => {}
        Some(Part::Name(_) | Part::Like(_)) => {
            left.push(trail.clone());
            trail.pop();
        }
    }
}

/// A walk whose first component is a pattern may also mean one of macOS's aliases.
fn aliases(walked: Walked, os: Os) -> Vec<Walked> {
    let names = private_names(&walked.lexical, os);
    let mut all: Vec<Walked> = names
        .into_iter()
        .map(|name| Walked {
            lexical: through_private(&walked.lexical, name),
            written: walked.written.as_ref().map(|written| through_private(written, name)),
            ..walked.clone()
        })
        .collect();
    all.push(walked);
    all
}

/// The trail of a glob of a set in canonical form: on macOS it may need several.
pub(super) fn canonical(trail: Trail, os: Os) -> Vec<Trail> {
    let mut pushed = Trail::with_capacity(trail.len() + 1);
    for part in trail {
        push(&mut pushed, part, os);
    }
    let mut all: Vec<Trail> =
        private_names(&pushed, os).into_iter().map(|name| through_private(&pushed, name)).collect();
    all.push(pushed);
    all
}

fn private_names(trail: &[Part], os: Os) -> Vec<&'static str> {
    match (os, trail.first()) {
        (Os::MacOs, Some(Part::Like(pattern))) => PRIVATE.into_iter().filter(|name| pattern.matches(name)).collect(),
        (Os::MacOs | Os::Linux | Os::Windows, _) => Vec::new(),
    }
}

fn through_private(trail: &[Part], name: &str) -> Trail {
    let head = ["private", name].map(|name| Part::Name(name.into()));
    head.into_iter().chain(trail.iter().skip(1).cloned()).collect()
}

/// Does the path pass a place where the name says nothing of where it leads?
///
/// proc(5): `/proc/PID/root`, `cwd`, `exe`, `fd/N`, `map_files/…`, the same under `task/TID`; `/dev/fd` is `/proc/self/fd`. macOS
/// opens by number below `/.vol`, and `/.nofollow`, `/.resolve` prefix another path.
pub(super) fn is_magic(trail: &[Part], os: Os) -> bool {
    let at = |index: usize, names: &[&str]| {
        trail.get(index).is_some_and(|part| names.iter().any(|name| could_be(part, name)))
    };
    let standard = |index: usize| {
        trail.len() == index + 1
            && matches!(trail.get(index), Some(Part::Name(name)) if ["0", "1", "2"].contains(&name.as_str()))
    };
    let descriptor = |index: usize| trail.len() > index && !standard(index);
    if trail.first() == Some(&Part::Deep) {
        return false;
    }
    let deep = trail.contains(&Part::Deep);
    let process = |index: usize| {
        at(index, &["root", "cwd", "exe"])
            || (at(index, &["fd"]) && descriptor(index + 1))
            || (at(index, &["map_files"]) && trail.len() > index + 1)
    };
    let by_descriptor = at(0, &["dev"]) && at(1, &["fd"]) && descriptor(2);
    match os {
        Os::Linux => by_descriptor || (at(0, &["proc"]) && (deep || process(2) || (at(2, &["task"]) && process(4)))),
        Os::MacOs => by_descriptor || at(0, &[".vol", ".nofollow", ".resolve"]),
        Os::Windows => false,
    }
}

fn could_be(part: &Part, name: &str) -> bool {
    match part {
        Part::Name(own) => own == name,
        Part::Like(pattern) => pattern.matches(name),
        Part::Deep => true,
    }
}
