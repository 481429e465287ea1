//! `policyc test`: the cases of policies, with a readable report.

mod junit;
mod update;

use super::check::policies;
use super::exit::{Exit, Failure};
use super::judged::{self, Judged};
use super::{output, policy, sanitise};
use crate::decide::show;
use crate::lint::cases::{Failed, FailedKind, Reached};
use crate::source::{Sources, render};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Run the test cases of policies
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  policyc test team.policy
  policyc test --spellings team.policy     # also in other quotes, other forms of options, behind wrappers
  policyc test --update team.policy        # write the reason codes that the policy now gives")]
pub struct Arguments {
    /// Policies, or directories that hold some [default: this directory]
    paths: Vec<PathBuf>,
    /// Try every command line also in other spellings that mean the same: none may get a looser answer
    #[arg(long)]
    spellings: bool,
    /// How the report is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Where a case fails for its reason code alone, write the code that it now gets into the file
    #[arg(long)]
    update: bool,
}

/// How the report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: the gravest first, then what no case reaches
    Text,
    /// One JSON object
    Json,
    /// JUnit XML
    Junit,
}

/// A file with what came of it.
struct Tested {
    name: String,
    judged: Judged,
}

impl Tested {
    fn failed(&self) -> impl Iterator<Item = &Failed> {
        self.judged.report.iter().flat_map(|report| &report.failed)
    }

    fn is_fine(&self) -> bool {
        self.judged.report.as_ref().is_some_and(|report| report.failed.is_empty())
    }
}

/// Runs the verb.
///
/// # Errors
/// A path cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut files = Vec::new();
    for path in policies(&arguments.paths)? {
        let mut judged = judged::judge(&path, policy::compile_file(&path)?, None, arguments.spellings)?;
        if arguments.update
            && let Some(report) = &judged.report
        {
            let written = update::update(&path, &judged.compiled.sources, &report.failed)?;
            written.iter().for_each(|line| output::remark(line));
            if !written.is_empty() {
                judged = judged::judge(&path, policy::compile_file(&path)?, None, arguments.spellings)?;
            }
        }
        files.push(Tested { name: path.display().to_string(), judged });
    }
    let text = match arguments.format {
        Format::Text => in_words(&files),
        Format::Json => format!("{:#}\n", json!({ "files": files.iter().map(object).collect::<Vec<_>>() })),
        Format::Junit => junit::junit(&files),
    };
    output::print(&text)?;
    Ok(if files.iter().all(Tested::is_fine) { Exit::Fine } else { Exit::Findings })
}

fn in_words(files: &[Tested]) -> String {
    let mut text = String::new();
    for kind in FailedKind::ALL {
        for file in files {
            for failed in file.failed().filter(|failed| failed.kind == kind) {
                let _ = writeln!(text, "{}", failure(failed, &file.judged.compiled.sources));
            }
        }
    }
    for file in files {
        let Some(report) = &file.judged.report else {
            text.push_str(&render::text(&file.judged.compiled.sources, &file.judged.findings, output::colour()));
            let _ = writeln!(text, "{}: its cases cannot be judged", file.name);
            continue;
        };
        let wrong = report.failed.iter().filter(|failed| failed.spelled.is_none()).count();
        let cases = report.cases.len();
        let _ = write!(text, "{}: {} of {cases} cases pass", file.name, cases - wrong);
        if report.spellings > 0 {
            let other = report.failed.len() - wrong;
            let _ = write!(text, "; {} of {} other spellings too", report.spellings - other, report.spellings);
        }
        text.push('\n');
        if cases > 0 {
            not_reached(&report.rules, "rules", &mut text);
            not_reached(&report.entries, "entries", &mut text);
        }
    }
    text
}

/// What no case reaches, each with its line.
fn not_reached(all: &[Reached], what: &str, text: &mut String) {
    let missing: Vec<&Reached> = all.iter().filter(|one| !one.reached).collect();
    if missing.is_empty() {
        return;
    }
    let _ = writeln!(text, "  {} of {} {what} are reached by no case:", missing.len(), all.len());
    for one in missing {
        let _ = writeln!(text, "    line {}: {}", one.at.line, one.name);
    }
}

fn object(file: &Tested) -> Value {
    let sources = &file.judged.compiled.sources;
    let report = file.judged.report.as_ref();
    let reached = |all: &[Reached]| {
        let one = |one: &Reached| json!({ "name": one.name, "line": one.at.line, "reached": one.reached });
        all.iter().map(one).collect::<Vec<_>>()
    };
    let failed = |failed: &Failed| {
        let (line, column) = position(sources, failed);
        json!({
            "kind": failed.kind.words(),
            "test": failed.test,
            "line": line,
            "column": column,
            "call": failed.call,
            "spelled": failed.spelled,
            "expected": { "verdict": show::verdict_word(failed.expected.0), "code": failed.expected.1 },
            "found": {
                "verdict": show::verdict_word(failed.found.verdict),
                "code": failed.found.code,
                "rule": failed.found.rule,
                "reason": failed.found.reason,
            },
            "not_understood": failed.not_understood,
        })
    };
    json!({
        "file": file.name,
        "judged": report.is_some(),
        "cases": report.map_or(0, |report| report.cases.len()),
        "spellings": report.map_or(0, |report| report.spellings),
        "failed": file.failed().map(failed).collect::<Vec<_>>(),
        "rules": report.map(|report| reached(&report.rules)),
        "entries": report.map(|report| reached(&report.entries)),
        "findings": serde_json::from_str::<Value>(&render::json(sources, &file.judged.findings)).unwrap_or_default(),
    })
}

/// Line and column of a case.
fn position(sources: &Sources, failed: &Failed) -> (u32, u32) {
    sources.get(failed.at.file).map_or((0, 0), |source| source.line_column(failed.at.span.start))
}

/// One failed case as text.
pub fn failure(failed: &Failed, sources: &Sources) -> String {
    let (verdict, code) = &failed.expected;
    let expected = match code {
        Some(code) => format!("{} {code}", show::verdict_word(*verdict)),
        None => show::verdict_word(*verdict).to_owned(),
    };
    let found = &failed.found;
    let spelled = failed.spelled.map_or(String::new(), |way| format!(", {way}"));
    let mut text = format!(
        "{}: {} ({}{spelled})\n  {}\n  expected {expected}, found {} {}: {} [{}]",
        failed.kind.words(),
        sources.position(failed.at),
        sanitise::line(&failed.test),
        sanitise::line(&failed.call),
        show::verdict_word(found.verdict),
        found.code,
        sanitise::line(&found.reason),
        found.rule,
    );
    if let Some(what) = &failed.not_understood {
        let _ = write!(text, "\n  not understood: {}", sanitise::line(what));
    }
    text
}
