//! L501: a rule that no test reaches.

use super::at;
use super::cases::Report;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};

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
pub fn check(report: Option<&Report>) -> Vec<Diagnostic> {
    // A case that fails is mended first: what it reaches then is not known yet.
    let ready = |report: &&Report| !report.cases.is_empty() && report.failed.is_empty();
    let Some(report) = report.filter(ready) else { return Vec::new() };
    report
        .rules
        .iter()
        .filter(|rule| !rule.reached && !rule.last)
        .map(|rule| {
            let title = format!("no test reaches `{}`", rule.name);
            Diagnostic::warning(PAGE.code, title, at(rule.at), "decides no case")
                .help("add a case with the nearest call that it does not decide")
        })
        .collect()
}
