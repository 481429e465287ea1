//! L501: a rule that no test reaches.

use super::{Subject, at};
use crate::compile::{Compiled, TestCase};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::StageKind;
use std::collections::BTreeSet;

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L501"),
    title: "a rule that no test reaches",
    why: "The policy has tests, and none of their calls, on either side of `near`, is decided by this rule. What it says is a guess until \
          a call has shown it. A policy without any tests is not looked at.",
    bad: r#"policy example language 1
use std/commands
tools { shell command $command from cwd }
stage network { deny when any contacts because "stays on this machine" }
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
test "reading" given { workspace "/w"  cwd "/w" } { allow `cat f` near ask `touch f` }
"#,
    good: r#"policy example language 1
use std/commands
tools { shell command $command from cwd }
stage network { deny when any contacts because "stays on this machine" }
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
test "reading" given { workspace "/w"  cwd "/w" } {
  allow `cat f`                near ask `touch f`
  deny `curl http://a.example` near allow `cat f`
}
"#,
};

/// Findings of a policy that has tests.
pub fn check(subject: &Subject<'_>, compiled: &Compiled) -> Vec<Diagnostic> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&TestCase> = compiled.tests.iter().flat_map(|test| &test.cases).collect();
    if next.is_empty() {
        return Vec::new();
    }
    while let Some(case) = next.pop() {
        let (call, _) = case.as_call();
        let reading = subject.evaluator.read(&call);
        let decision = subject.evaluator.decide(&call, &reading);
        reached.extend(decision.units.into_iter().map(|hit| hit.rule));
        reached.extend(decision.others.into_iter().map(|hit| hit.rule));
        reached.insert(decision.by.rule);
        next.extend(case.near.as_deref());
    }
    let stages = subject.table.stages.iter().filter(|stage| stage.kind != StageKind::Final);
    let rules = stages.flat_map(|stage| &stage.rules).filter(|rule| !reached.contains(&rule.id));
    rules
        .map(|rule| {
            let title = format!("no test reaches `{}`", rule.id);
            Diagnostic::warning(PAGE.code, title, at(rule.at), "decides no case")
                .help("add a case with the nearest call that it does not decide")
        })
        .collect()
}
