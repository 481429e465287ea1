//! One call through reading and decision, with a net below it: a defect asks, it never allows.

use crate::decide::{Decision, Evaluator, Hit};
use crate::effects::{Call, Reading};
use crate::table::Verdict;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reads and decides a call.
pub fn judge(evaluator: &Evaluator<'_>, call: &Call, malformed: &[String]) -> (Decision, Reading) {
    let work = || {
        let reading = evaluator.read(call);
        let decision = evaluator.decide(call, &reading);
        (decision, reading)
    };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok((decision, reading)) => (with_malformed(decision, malformed), reading),
        Err(_) => (defect(), Reading::default()),
    }
}

fn with_malformed(decision: Decision, malformed: &[String]) -> Decision {
    match (decision.verdict(), malformed.first()) {
        (Verdict::Allow, Some(name)) => decision.at_least_ask(name),
        (Verdict::Allow | Verdict::Ask | Verdict::Deny, _) => decision,
    }
}

fn defect() -> Decision {
    let by = Hit::engine(None, "internal", "a defect of policyc; please report it with this call");
    Decision { by, asked: None, others: Vec::new(), units: Vec::new() }
}
