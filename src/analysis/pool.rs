//! Paths and hosts that stand for the sets of a policy: one for each of their globs, and some that lie in none.

use super::samples::fill;
use crate::effects::Host;
use crate::table::{Anchor, HostMember, Os, PathMember, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The workspace in which calls are imagined.
pub const WORKSPACE: &str = "/w";
/// The home directory.
pub const HOME: &str = "/h";
/// A directory that belongs to nobody.
pub const ELSEWHERE: &str = "/u";

/// Deepest nesting of sets that is followed.
const DEPTH: usize = 8;

/// The host of imagined calls.
pub fn host() -> Host {
    Host {
        os: Some(Os::Linux),
        cwd: Some(WORKSPACE.to_owned()),
        workspace: vec![WORKSPACE.to_owned()],
        home: Some(HOME.to_owned()),
        exported: Some(BTreeSet::new()),
        // Links are known to be none where the imagined directories lie outside of the workspace.
        views: [ELSEWHERE, HOME, "/tmp"]
            .iter()
            .flat_map(|dir| ["", "/f"].map(|name| format!("{dir}{name}")))
            .map(|path| (path.clone(), Some(path)))
            .collect::<BTreeMap<_, _>>(),
        ..Host::default()
    }
}

/// Paths in and out of the named sets, without duplicates, at most `limit`.
pub fn paths(table: &Table, sets: &BTreeSet<String>, limit: usize) -> Vec<String> {
    let mut found: Vec<String> = ["/w/f", "/w/d/f", "/u/f", "/tmp/f", "/h/f", "/w", "/"].map(str::to_owned).to_vec();
    for set in sets {
        members(table, set, 0, &mut found, limit);
    }
    let mut seen = BTreeSet::new();
    found.retain(|path| seen.insert(path.clone()));
    found.truncate(limit);
    found
}

/// A path for each glob of one set, at most `limit`.
pub fn of_set(table: &Table, set: &str, limit: usize) -> Vec<String> {
    let mut found = Vec::new();
    members(table, set, 0, &mut found, limit);
    found
}

fn members(table: &Table, set: &str, depth: usize, found: &mut Vec<String>, limit: usize) {
    let Some(set) = table.paths.get(set).filter(|_| depth < DEPTH) else { return };
    for member in set.members.iter().chain(&set.except) {
        if found.len() >= limit {
            return;
        }
        match member {
            PathMember::Set(name) => members(table, name, depth + 1, found, limit),
            PathMember::Glob { anchor, glob, on } if on.is_empty() || on.contains(&Os::Linux) => {
                found.push(path_of(anchor, glob));
            }
            PathMember::Glob { .. } => {}
        }
    }
}

/// A path that a glob takes.
pub fn path_of(anchor: &Anchor, glob: &str) -> String {
    let root = match anchor {
        Anchor::Root => String::new(),
        Anchor::Home => HOME.to_owned(),
        Anchor::Workspace | Anchor::Cwd | Anchor::Anywhere => WORKSPACE.to_owned(),
        Anchor::Tmp => "/tmp".to_owned(),
        Anchor::Fact(name) => format!("/p/{name}"),
    };
    let mut path = root;
    let mut parts = glob.split('/').filter(|part| !part.is_empty()).peekable();
    while let Some(part) = parts.next() {
        let name = match part {
            "**" if parts.peek().is_some() => continue,
            "**" => "x".to_owned(),
            part => fill(&first_alternative(part)),
        };
        path.push('/');
        path.push_str(&name);
    }
    if path.is_empty() { "/".to_owned() } else { path }
}

/// `{a,b}` → `a`.
fn first_alternative(part: &str) -> String {
    let mut text = String::new();
    let mut rest = part;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((inside, behind)) = after.split_once('}') else { break };
        text.push_str(inside.split(',').next().unwrap_or_default());
        rest = behind;
    }
    text + rest
}

/// Hosts in and out of the sets.
pub fn hosts(table: &Table) -> Vec<String> {
    let members = table.hosts.values().flat_map(|set| set.members.iter().chain(&set.except));
    let mut found = vec!["host.example".to_owned()];
    found.extend(members.filter_map(|member| match member {
        HostMember::Pattern { host, .. } => Some(fill(host)),
        HostMember::Set(_) => None,
    }));
    found.dedup();
    found
}
