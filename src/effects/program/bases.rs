//! Where relative paths start from, when options and operands move it (`git -C`, `make -C`, `env -C`, `chroot`).

use super::super::Bases;
use crate::argv::Text;
use crate::table::Os;
use std::sync::Arc;

/// The bases over the words of one level: each move is the index of its word and what holds behind it.
#[derive(Debug, Clone)]
pub(super) struct Moves {
    start: Arc<Bases>,
    moves: Vec<(usize, Arc<Bases>)>,
}

impl Moves {
    pub(super) fn new(start: Arc<Bases>) -> Moves {
        Moves { start, moves: Vec::new() }
    }

    /// Adds a move, in the order of the words. One that only may happen leaves the old bases possible.
    pub(super) fn enter(&mut self, index: usize, path: &Text, certain: bool, os: Option<Os>) {
        let before = self.last();
        let mut after = moved(before, path, os);
        if !certain {
            join(&mut after, before);
        }
        self.moves.push((index, Arc::new(after)));
    }

    /// Behind all moves: where children run and subcommands look.
    pub(super) fn last(&self) -> &Arc<Bases> {
        self.moves.last().map_or(&self.start, |(_, bases)| bases)
    }

    /// What the moving word itself is relative to.
    pub(super) fn before(&self, index: usize) -> &Arc<Bases> {
        self.moves.iter().rev().find(|(at, _)| *at < index).map_or(&self.start, |(_, bases)| bases)
    }

    /// For an operand: programs differ in whether a later move counts for it (tar: no, git: yes).
    pub(super) fn operand(&self, index: usize) -> Arc<Bases> {
        let mut bases = Arc::clone(self.before(index));
        if !self.moves.is_empty() {
            join(Arc::make_mut(&mut bases), self.last());
        }
        bases
    }

    /// For an option's value: programs differ in whether they move before they look (tar's archive: no, make's file: yes).
    pub(super) fn option(&self) -> Arc<Bases> {
        let mut bases = Arc::clone(&self.start);
        for (_, after) in &self.moves {
            join(Arc::make_mut(&mut bases), after);
        }
        bases
    }
}

/// Adds what is missing.
pub(super) fn join(bases: &mut Bases, more: &Bases) {
    for base in &more.known {
        if !bases.known.contains(base) {
            bases.known.push(base.clone());
        }
    }
    bases.unknown |= more.unknown;
}

/// `path` seen from each base.
fn moved(bases: &Bases, path: &Text, os: Option<Os>) -> Bases {
    let unknown = Bases { known: Vec::new(), unknown: true };
    let Text::Known(path) = path else { return unknown };
    if matches!(os, Some(Os::Windows)) {
        return unknown;
    }
    let mut after = Bases { known: Vec::new(), unknown: bases.unknown && !path.starts_with('/') };
    let roots: &[String] = if path.starts_with('/') { &[String::new()] } else { &bases.known };
    for root in roots {
        match folded(root, path) {
            Some(base) if !after.known.contains(&base) => after.known.push(base),
            Some(_) => {}
            None => after.unknown = true,
        }
    }
    after
}

/// `path` below `root`; `None` where a `..` behind a name could leave through a link.
fn folded(root: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = root.split('/').filter(|part| !part.is_empty()).collect();
    let mut named = false;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if named => return None,
            ".." => {
                parts.pop();
            }
            name => {
                named = true;
                parts.push(name);
            }
        }
    }
    Some(format!("/{}", parts.join("/")))
}
