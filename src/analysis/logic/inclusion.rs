//! Which sets lie in which.

use crate::table::{PathMember, Table};
use std::collections::BTreeSet;

/// Deepest nesting of sets that is followed.
const DEPTH: usize = 6;

/// Which of the sets lie in which, as far as their members say so in so many words.
pub fn inclusions(table: &Table, sets: &[String]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (outer, name) in sets.iter().enumerate() {
        let mut held = BTreeSet::new();
        held_by(table, name, &mut held, 0);
        for (inner, other) in sets.iter().enumerate() {
            let all_held = table
                .paths
                .get(other)
                .is_some_and(|set| !set.members.is_empty() && set.members.iter().all(|member| covered(member, &held)));
            if inner != outer && (held.contains(&Held::Set(other.clone())) || all_held) {
                found.push((inner, outer));
            }
        }
    }
    found
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    Set(String),
    Glob(String),
}

fn covered(member: &PathMember, held: &BTreeSet<Held>) -> bool {
    match member {
        PathMember::Set(name) => held.contains(&Held::Set(name.clone())),
        PathMember::Glob { anchor, glob, .. } => {
            let text = crate::decide::glob_text(anchor, glob);
            let mut above = text.as_str();
            if held.contains(&Held::Glob(text.clone())) {
                return true;
            }
            // `D/**` holds `D` and all below it.
            loop {
                if held.contains(&Held::Glob(format!("{above}/**"))) {
                    return true;
                }
                match above.rsplit_once('/') {
                    Some((parent, _)) if !parent.is_empty() => above = parent,
                    Some(_) | None => return false,
                }
            }
        }
    }
}

/// All that a set without exceptions holds, by name. A member of one system alone holds nothing on the others.
fn held_by(table: &Table, name: &str, held: &mut BTreeSet<Held>, depth: usize) {
    let Some(set) = table.paths.get(name).filter(|set| set.except.is_empty() && depth < DEPTH) else { return };
    for member in &set.members {
        match member {
            PathMember::Set(inner) => {
                if held.insert(Held::Set(inner.clone())) {
                    held_by(table, inner, held, depth + 1);
                }
            }
            PathMember::Glob { anchor, glob, on } if on.is_empty() => {
                held.insert(Held::Glob(crate::decide::glob_text(anchor, glob)));
            }
            PathMember::Glob { .. } => {}
        }
    }
}
