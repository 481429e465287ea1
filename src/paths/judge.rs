//! The questions a policy asks of a path and a set.

use super::{Context, PathSets, PathValue};

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

/// A set's answer for each view of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    /// As written, base joined.
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
}

/// One set, ready to be asked.
#[derive(Debug)]
pub struct CompiledSet {}

impl CompiledSet {
    /// Is this path in the set? A tree is asked by its root.
    pub fn judge(&self, _path: &PathValue, _context: &Context) -> Judgement {
        Judgement { written: Membership::Maybe, lexical: Membership::Maybe, resolved: Membership::Maybe }
    }

    /// Is the tree below this root in the set, or does it hold a file that the host reports (SECRETS_BELOW) and the set
    /// holds? What `reads in SET` asks of a recursive read.
    pub fn judge_tree(&self, path: &PathValue, context: &Context) -> Judgement {
        self.judge(path, context)
    }

    /// `through SET`: could the tree at or below this root hold a member, whether or not one exists? `Yes` when the root
    /// itself is in.
    pub fn through(&self, path: &PathValue, context: &Context) -> Judgement {
        self.judge(path, context)
    }
}

/// All sets of a table, each built when it is first asked.
#[derive(Debug)]
pub struct CompiledSets {}

impl CompiledSets {
    /// Takes the sets of a table.
    pub fn new(_sets: &PathSets) -> Self {
        Self {}
    }

    /// The set of that name.
    pub fn get(&self, _name: &str) -> Option<&CompiledSet> {
        None
    }
}

/// Could `path` name something at or below `above`? Asked to find what a line's own writes disturb.
pub fn may_lie_below(_path: &PathValue, _above: &PathValue, _context: &Context) -> bool {
    true
}
