//! Names that one unit prints and another reads: `find . -name .env | xargs cat` reads a secret by name (rule 26).
//!
//! What flows is not followed text by text. Whatever a unit looks at or for counts as read by a later unit of the same pipe that
//! reads a path of which nothing is known; and what a substitution looked for, by any later one of the line.

use super::super::{Bases, Effect, PathTarget, Target, Unit, program};
use super::Walk;
use crate::argv::{Piece, Text, Word};
use crate::table::EffectKind;
use std::sync::Arc;

/// Most that are followed; those that were first.
const MAX_MENTIONS: usize = 16;

/// Paths that were looked at or for.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// In the present pipe.
    piped: Vec<PathTarget>,
    /// In a substitution.
    substituted: Vec<PathTarget>,
}

impl Mentions {
    /// Where the present pipe begins, for [`Mentions::end`].
    pub fn begin(&self) -> usize {
        self.piped.len()
    }

    /// The pipe that began at `from` ends: nothing reads its names any more.
    pub fn end(&mut self, from: usize) {
        self.piped.truncate(from);
    }

    /// The substitution that began at `from` ends: anything later in the line may read its names.
    pub fn keep(&mut self, from: usize) {
        let kept = self.piped.split_off(from.min(self.piped.len()));
        for path in kept {
            if self.substituted.len() < MAX_MENTIONS && !self.substituted.contains(&path) {
                self.substituted.push(path);
            }
        }
    }

    fn add(&mut self, path: PathTarget) {
        let names_nothing = matches!(&path.path, Text::Shaped(pieces) if *pieces == [Piece::Unknown]);
        if !names_nothing && self.piped.len() < MAX_MENTIONS && !self.piped.contains(&path) {
            self.piped.push(path);
        }
    }
}

impl Walk<'_, '_> {
    /// A unit that reads what it got from others reads what they looked for; what it looks at itself is for those after it.
    pub(super) fn mention(&mut self, unit: &mut Unit, sought: &[Text], bases: &Arc<Bases>) {
        let read = unit.effects.iter().find(|effect| {
            effect.kind == EffectKind::Reads
                && matches!(&effect.target, Target::Path(PathTarget { path: Text::Shaped(pieces), .. }) if pieces.last() == Some(&Piece::Unknown))
        });
        let mentions = &mut self.walker.mentions;
        if let Some(origin) = read.map(|effect| effect.origin.clone()) {
            for path in mentions.piped.iter().chain(&mentions.substituted) {
                let (target, origin) = (Target::Path(path.clone()), origin.clone());
                unit.effects.push(Effect { kind: EffectKind::Reads, target, certain: false, origin });
            }
        }
        for effect in &unit.effects {
            if let (EffectKind::Sees, Target::Path(path)) = (&effect.kind, &effect.target) {
                mentions.add(path.clone());
            }
        }
        let echoed = matches!(unit.program.as_deref(), Some("echo" | "printf"));
        let words = unit.operands.iter().filter(|_| echoed).filter_map(Word::as_known);
        let echoed = words.flat_map(str::split_whitespace).map(|word| Text::Known(word.into()));
        for text in echoed.chain(sought.iter().cloned()) {
            if let Target::Path(path) = program::path_target(text, bases, false) {
                mentions.add(path);
            }
        }
    }
}
