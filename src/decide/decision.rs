//! What a call gets, and why.

use crate::table::{Reason, Verdict};
use serde::Serialize;
use std::sync::Arc;

/// Reason codes of the engine itself; a policy may not use them for its own reasons.
pub mod code {
    /// A program, tool, option or subcommand that nobody has declared.
    pub const UNKNOWN: &str = "unknown";
    /// Text that was not proved.
    pub const UNREADABLE: &str = "unreadable";
    /// No call of the stream format or of the agent's protocol.
    pub const MALFORMED_CALL: &str = "malformed_call";
    /// A fact that does not fit its type and has no `else`.
    pub const MALFORMED_FACT: &str = "malformed_fact";
    /// A documented limit was exceeded.
    pub const LIMIT: &str = "limit";
    /// No stage decides; only a table that was not made by the compiler has no final stage.
    pub const UNDECIDED: &str = "undecided";
}

/// The stage name under which the engine's own reasons are reported.
pub const ENGINE: &str = "engine";

/// The stage name under which `resolve ask` is reported.
pub const RESOLVE: &str = "resolve";

/// One rule that decided one unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// Index of the unit; `None` for what concerns the call as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<usize>,
    /// What it gives.
    pub verdict: Verdict,
    /// Which rule, to which a hit derefs; all hits of one rule share it.
    #[serde(flatten)]
    pub cause: Arc<Cause>,
    /// A `deny` that is only possible, and so asks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub doubt: bool,
}

/// A rule, and why it says what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// Name of the stage.
    pub stage: String,
    /// `STAGE.N`, after `POLICY:` where a tightening policy says so.
    pub rule: String,
    /// For machines.
    pub code: String,
    /// For people.
    pub reason: String,
}

impl std::ops::Deref for Hit {
    type Target = Cause;

    fn deref(&self) -> &Cause {
        &self.cause
    }
}

impl Cause {
    /// Of a rule of the policy.
    pub fn rule(stage: &str, rule: &str, reason: &Reason) -> Cause {
        Cause { stage: stage.into(), rule: rule.into(), code: reason.code.clone(), reason: reason.text.clone() }
    }
}

impl Hit {
    /// A hit of the engine itself.
    pub fn engine(unit: Option<usize>, code: &str, reason: impl Into<String>) -> Hit {
        let rule = format!("{ENGINE}.{code}");
        let cause = Cause { stage: ENGINE.into(), rule, code: code.into(), reason: reason.into() };
        Hit { unit, verdict: Verdict::Ask, cause: Arc::new(cause), doubt: false }
    }
}

/// The answer to one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The rule that made the answer: the first of the strictest, after `resolve`.
    pub by: Hit,
    /// What was asked, where `resolve` turned an ask into something else.
    pub asked: Option<Hit>,
    /// Further rules that gave the same verdict before `resolve`, in order.
    pub others: Vec<Hit>,
    /// What each unit got.
    pub units: Vec<Hit>,
}

impl Decision {
    /// The answer.
    pub fn verdict(&self) -> Verdict {
        self.by.verdict
    }

    /// What is no call, or cannot be read as one: a person decides, whatever the policy says.
    pub fn malformed_call(problem: impl Into<String>) -> Decision {
        Decision {
            by: Hit::engine(None, code::MALFORMED_CALL, problem),
            asked: None,
            others: Vec::new(),
            units: Vec::new(),
        }
    }

    /// The same decision, but asked because a fact of the host does not fit its type.
    #[must_use]
    pub fn at_least_ask(self, fact: &str) -> Decision {
        let by = Hit::engine(None, code::MALFORMED_FACT, format!("the fact `{fact}` has a malformed value"));
        Decision { by, ..self }
    }
}
