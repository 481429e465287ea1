//! `policyc test`: the cases of policies, with a readable report.

use super::cases::{self, Failed, FailedKind, Report};
use super::check::policies;
use super::exit::{Exit, Failure};
use super::{output, policy, sanitise};
use crate::decide::{Evaluator, show};
use crate::source::{Sources, render};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// Run the test cases of policies
#[derive(Debug, Args)]
#[command(after_help = "Example:
  policyc test team.policy")]
pub struct Arguments {
    /// Policies, or directories that hold some [default: this directory]
    paths: Vec<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A path cannot be read.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    for path in policies(&arguments.paths)? {
        let compiled = policy::compile_file(&path)?;
        let name = path.display().to_string();
        let Some(table) = compiled.table.as_ref().filter(|_| !compiled.refused()) else {
            output::print(&render::text(&compiled.sources, &compiled.diagnostics, output::colour()))?;
            exit = exit.and(Exit::Findings);
            continue;
        };
        let evaluator = Evaluator::new(table).map_err(|error| Failure::internal(error.to_string()))?;
        let report = cases::run(&evaluator, &compiled.tests);
        if !report.failed.is_empty() {
            exit = exit.and(Exit::Findings);
        }
        let rules = table.stages.iter().flat_map(|stage| &stage.rules).map(|rule| rule.id.as_str());
        let unused: Vec<&str> = rules.filter(|rule| !report.rules.contains(*rule)).collect();
        output::print(&in_words(&name, &report, &unused, &compiled.sources))?;
    }
    Ok(exit)
}

fn in_words(name: &str, report: &Report, unused: &[&str], sources: &Sources) -> String {
    let mut text = String::new();
    for failed in &report.failed {
        let _ = writeln!(text, "{}", failure(failed, sources));
    }
    let passed = report.cases - report.failed.len();
    let _ = writeln!(text, "{name}: {passed} of {} cases pass", report.cases);
    if report.cases > 0 && !unused.is_empty() {
        let _ = writeln!(text, "  no case reaches {}", unused.join(", "));
    }
    text
}

/// One failed case as text.
pub fn failure(failed: &Failed, sources: &Sources) -> String {
    let kind = match failed.kind {
        FailedKind::TooPermissive => "too permissive",
        FailedKind::TooStrict => "too strict",
        FailedKind::WrongReason => "wrong reason",
    };
    let (verdict, code) = &failed.expected;
    let expected = match code {
        Some(code) => format!("{} {code}", show::verdict_word(*verdict)),
        None => show::verdict_word(*verdict).to_owned(),
    };
    let (found, found_code, rule, reason) = &failed.found;
    let mut text = format!(
        "{kind}: {} ({})\n  {}\n  expected {expected}, found {} {found_code}: {} [{rule}]",
        sources.position(failed.at),
        sanitise::line(&failed.test),
        sanitise::line(&failed.call),
        show::verdict_word(*found),
        sanitise::line(reason),
    );
    if let Some(what) = &failed.not_understood {
        let _ = write!(text, "\n  not understood: {}", sanitise::line(what));
    }
    text
}
