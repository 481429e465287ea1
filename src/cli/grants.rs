//! Grants in a file, as `decide` uses them and `grant` gives them.

use super::exit::Failure;
use super::judge::judge;
use super::output;
use crate::decide::{Decision, Evaluator};
use crate::effects::{Call, Reading};
use crate::session::{GRANTED, Keeper, Key};
use crate::store::{GrantFile, Problem};
use crate::table::Verdict;
use clap::Args;
use serde_json::Value;
use std::path::PathBuf;

/// Which grants count.
#[derive(Debug, Default, Args)]
pub struct GrantArguments {
    /// File of grants that `policyc grant` keeps; it is read, never written
    #[arg(long, value_name = "FILE")]
    grants: Option<PathBuf>,
}

impl GrantArguments {
    /// The file, if one is named. What is wrong with it is told once; it grants nothing then.
    pub fn file(&self) -> Option<GrantFile> {
        let file = GrantFile::at(self.grants.as_ref()?);
        match file.read() {
            Ok(_) | Err(Problem::Missing) => {}
            Err(problem) => output::remark(&format!("{}: no grant counts: {problem}", file.path().display())),
        }
        Some(file)
    }
}

/// Reads and decides a call; what is not allowed may have been granted.
pub fn judge_with(
    evaluator: &Evaluator<'_>,
    call: &Call,
    malformed: &[String],
    grants: Option<&GrantFile>,
) -> (Decision, Reading) {
    let (decision, reading) = judge(evaluator, call, malformed);
    let Some(file) = grants.filter(|_| decision.verdict() != Verdict::Allow) else { return (decision, reading) };
    let keys = Key::covering(evaluator, call, &reading, &decision);
    if !keys.iter().any(|key| file.holds(key)) {
        return (decision, reading);
    }
    let mut granted = call.clone();
    granted.facts.insert(GRANTED.into(), Value::Bool(true));
    judge(evaluator, &granted, malformed)
}

/// A call from the command line that cannot be decided because of a fact of the host.
pub fn malformed(names: &[String]) -> Option<Failure> {
    names.first().map(|name| Failure::usage(format!("the fact `{name}` does not fit its type")))
}
