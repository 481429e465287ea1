//! Entries that name a structured tool.

use super::super::Subject;
use super::harm::Harm;
use super::refute::{Answer, Refutation};
use crate::analysis::tool_calls;
use crate::effects::{Call, Host};
use crate::table::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Looks for a call of the tool that the entry vouches for and that does harm.
pub fn refute(subject: &Subject<'_>, entry: &Entry) -> Answer {
    for (tool, input) in tool_calls(subject.table, entry) {
        let host = Host {
            cwd: Some("/w".to_owned()),
            workspace: vec!["/w".to_owned()],
            home: Some("/home/me".to_owned()),
            ..Host::default()
        };
        let call = Call { tool, input, host, ..Call::default() };
        let reading = subject.evaluator.read(&call);
        for (at, unit) in reading.units.iter().enumerate() {
            let harm = unit.effects.iter().find_map(|effect| Some((Harm::of(effect.kind)?, effect)));
            let Some((harm, effect)) = harm else { continue };
            if subject.evaluator.vouches(entry, &call, &reading, at) {
                return Answer::Refuted(Refutation {
                    witness: format!("{} {}", call.tool, call.input),
                    harm,
                    facts: BTreeMap::new(),
                    declared: effect.origin.declared,
                    options: BTreeSet::new(),
                    bare: [harm].into(),
                    always: false,
                    obeys: false,
                });
            }
        }
    }
    Answer::Clean
}
