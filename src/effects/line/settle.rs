//! Links that a line may make itself (rule 24): afterwards what the host resolved no longer counts.

use super::super::{Target, Unit, UnitKind};
use crate::argv::Text;
use crate::table::EffectKind;
use std::collections::BTreeSet;

/// Programs that make regular files and directories and never a link, nor move one: what a path led to, it leads to still.
const NO_LINKS: &[&str] = &[
    "awk", "bzip2", "chgrp", "chmod", "chown", "csplit", "dd", "gunzip", "gzip", "mkdir", "mkfifo", "mktemp", "rm",
    "rmdir", "sed", "shuf", "sort", "split", "tee", "touch", "truncate", "uniq", "unzstd", "xxd", "xz", "zstd",
];

/// Marks every path that some *other* unit of the line may have changed the meaning of.
///
/// A redirect and the programs of [`NO_LINKS`] create regular files and directories or follow what is there, so they never
/// change where a path leads. To delete a link is harmless as well: the path then leads where its text says, which is judged in
/// any case. Whatever else writes may make a link. Units of a line may run at the same time (pipes, `&`) or again (loops), so order does not count.
pub(super) fn settle(units: &mut [Unit], first: usize) {
    let mut unknown: Option<usize> = None;
    let mut several = false;
    let mut written: Vec<(usize, String)> = Vec::new();
    for (at, unit) in units.iter().enumerate().skip(first) {
        let mut writes = unit.effects.iter().filter(|effect| effect.kind == EffectKind::Writes).peekable();
        let makes_no_links = || unit.program.as_deref().is_some_and(|program| NO_LINKS.contains(&program));
        if writes.peek().is_none() || unit.kind == UnitKind::Redirect || makes_no_links() {
            continue;
        }
        for effect in writes {
            let places = match &effect.target {
                Target::Path(target) => match &target.path {
                    Text::Known(_) if target.bases.unknown => None,
                    Text::Known(path) => Some(places(path, &target.bases.known)),
                    Text::Shaped(_) => None,
                },
                Target::None | Target::Host(_) => None,
            };
            match places {
                Some(places) => written.extend(places.into_iter().map(|place| (at, place))),
                None => {
                    several |= unknown.is_some_and(|other| other != at);
                    unknown = Some(at);
                }
            }
        }
    }
    if unknown.is_none() && written.is_empty() {
        return;
    }
    let by_path: BTreeSet<(&str, usize)> = written.iter().map(|(at, path)| (path.as_str(), *at)).collect();
    for (at, unit) in units.iter_mut().enumerate().skip(first) {
        let anywhere = several || unknown.is_some_and(|other| other != at);
        for effect in &mut unit.effects {
            let Target::Path(target) = &mut effect.target else {
                continue;
            };
            target.unsettled = anywhere
                || match &target.path {
                    Text::Known(path) if !target.bases.unknown => {
                        places(path, &target.bases.known).iter().any(|place| is_below(place, at, &by_path))
                    }
                    Text::Known(_) | Text::Shaped(_) => written.iter().any(|(writer, _)| *writer != at),
                };
        }
    }
}

fn places(path: &str, bases: &[String]) -> Vec<String> {
    if path.starts_with('/') {
        return vec![super::unit::normalised(path)];
    }
    bases.iter().map(|base| super::unit::normalised(&format!("{base}/{path}"))).collect()
}

/// Whether a unit other than the one at `at` writes the path or a directory above it.
fn is_below(path: &str, at: usize, written: &BTreeSet<(&str, usize)>) -> bool {
    let mut above = Some(path);
    while let Some(directory) = above {
        if written.range((directory, 0)..=(directory, usize::MAX)).any(|(_, writer)| *writer != at) {
            return true;
        }
        above = directory.rsplit_once('/').map(|(parent, _)| parent).filter(|parent| !parent.is_empty());
    }
    false
}
