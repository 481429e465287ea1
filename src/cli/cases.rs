//! Running the `test` cases of a policy.

use crate::compile::{PolicyTest, TestCall, TestCase};
use crate::decide::{Decision, Evaluator};
use crate::effects::{Call, Standing};
use crate::source::Location;
use crate::table::Verdict;
use serde_json::json;

/// A case that did not come out as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// The test's name.
    pub test: String,
    /// Where the case stands.
    pub at: Location,
    /// Which way it is wrong.
    pub kind: FailedKind,
    /// The call as text.
    pub call: String,
    /// What was written.
    pub expected: (Verdict, Option<String>),
    /// What came out, with its code, rule and reason.
    pub found: (Verdict, String, String, String),
    /// What was not understood, where that decided.
    pub not_understood: Option<String>,
}

/// Which way a case is wrong, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailedKind {
    /// The policy gives more than the case says.
    TooPermissive,
    /// It gives less.
    TooStrict,
    /// The verdict is right, its code is another.
    WrongReason,
}

/// What came of all cases.
#[derive(Debug, Default)]
pub struct Report {
    /// How many cases were run.
    pub cases: usize,
    /// Those that failed, the worst kind first.
    pub failed: Vec<Failed>,
    /// Rules that decided something.
    pub rules: std::collections::BTreeSet<String>,
}

/// Runs all cases of a policy.
pub fn run(evaluator: &Evaluator<'_>, tests: &[PolicyTest]) -> Report {
    let mut report = Report::default();
    for test in tests {
        for case in &test.cases {
            let mut next = Some(case);
            while let Some(case) = next {
                one(evaluator, &test.name, case, &mut report);
                next = case.near.as_deref();
            }
        }
    }
    report.failed.sort_by_key(|failed| failed.kind);
    report
}

fn one(evaluator: &Evaluator<'_>, test: &str, case: &TestCase, report: &mut Report) {
    let (call, shown) = call(case);
    let reading = evaluator.read(&call);
    let decision = evaluator.decide(&call, &reading);
    report.cases += 1;
    report.rules.extend(decision.units.iter().map(|hit| hit.rule.clone()));
    report.rules.insert(decision.by.rule.clone());
    if let Some(kind) = verdict_on(case, &decision) {
        let by = &decision.by;
        report.failed.push(Failed {
            test: test.to_owned(),
            at: case.at,
            kind,
            call: shown,
            expected: (case.verdict, case.code.clone()),
            found: (by.verdict, by.code.clone(), by.rule.clone(), by.reason.clone()),
            not_understood: match by.unit.and_then(|at| reading.units.get(at)).map(|unit| &unit.standing) {
                Some(Standing::Unknown(what) | Standing::Unreadable(what)) => Some(what.clone()),
                Some(Standing::Understood) | None => None,
            },
        });
    }
}

fn verdict_on(case: &TestCase, decision: &Decision) -> Option<FailedKind> {
    match decision.verdict().cmp(&case.verdict) {
        std::cmp::Ordering::Less => Some(FailedKind::TooPermissive),
        std::cmp::Ordering::Greater => Some(FailedKind::TooStrict),
        std::cmp::Ordering::Equal => match &case.code {
            Some(code) if *code != decision.by.code => Some(FailedKind::WrongReason),
            Some(_) | None => None,
        },
    }
}

/// The call of a case. Somebody is there to ask, unless the case says otherwise.
fn call(case: &TestCase) -> (Call, String) {
    let mut facts = case.facts.clone();
    facts.entry("interactive".into()).or_insert(json!(true));
    let (tool, input, shown) = match &case.call {
        TestCall::Shell(line) => ("shell".to_owned(), json!({ "command": line }), line.clone()),
        TestCall::Tool(tool, input) => (tool.clone(), input.clone(), format!("{tool} {input}")),
    };
    (Call { tool, input, host: case.host.clone(), facts }, shown)
}
