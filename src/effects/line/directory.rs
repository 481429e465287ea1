//! Where the shell is after `cd` (rule 23).

use super::super::program::Outcome;
use super::super::words::Surroundings as _;
use super::super::{Bases, PathTarget, Target};
use super::Walk;
use super::state::{self, Flow, State};
use super::unit::normalised;
use crate::argv::Text;
use crate::table::EffectKind;
use std::sync::Arc;

impl Walk<'_, '_> {
    /// Where the shell is after `cd` (rule 23).
    pub(super) fn entered(&mut self, outcome: &Outcome) -> Flow {
        let failed = self.state.clone();
        let entered: Vec<&PathTarget> = outcome
            .effects
            .iter()
            .filter(|effect| outcome.is_builtin && effect.kind == EffectKind::Enters)
            .filter_map(|effect| match &effect.target {
                Target::Path(target) => Some(target),
                Target::None | Target::Host(_) => None,
            })
            .collect();
        if entered.is_empty() {
            return Flow::both(failed);
        }
        self.walker.gathered.moves = true;
        let physical = outcome.options.iter().any(|option| option.name == "-P" || option.name.starts_with("-@"));
        let mut bases = Bases::default();
        for target in entered {
            state::merge(&mut bases, &self.directory(target, physical));
        }
        let mut ok = self.state.clone();
        ok.bases = Arc::new(bases);
        ok.stayed = false;
        ok.moved = true;
        let failed = State { moved: true, ..failed };
        Flow { ok, failed }
    }

    fn directory(&self, target: &PathTarget, physical: bool) -> Bases {
        let unknown = Bases { known: Vec::new(), unknown: true };
        let Text::Known(path) = &target.path else {
            return unknown;
        };
        if path == "-" || path.starts_with('~') || (physical && path.split('/').any(|part| part == "..")) {
            return unknown;
        }
        if path.starts_with('/') {
            return Bases { known: vec![normalised(path)], unknown: false };
        }
        let first = path.split('/').next().unwrap_or_default();
        let direct = matches!(first, "." | "..") || self.has_no_search_path();
        Bases {
            known: target.bases.known.iter().map(|base| normalised(&format!("{base}/{path}"))).collect(),
            unknown: target.bases.unknown || !direct,
        }
    }

    /// `CDPATH` is proved to be unset.
    fn has_no_search_path(&self) -> bool {
        let host = self.walker.host;
        !self.is_bound_somewhere("CDPATH") && self.variable("CDPATH").own && host.exported.is_some()
    }
}
