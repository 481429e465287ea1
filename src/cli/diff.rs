//! `policyc diff`: what one policy newly allows, asks or denies, against another.

use super::exit::{Exit, Failure};
use super::judge::judge;
use super::{files, host, output, policy, sanitise};
use crate::agents::stream;
use crate::analysis::{Comparison, Kit, Moved, Reach, Sample, Setting, Speaker, moved, settings};
use crate::compile::{self, LoadError, Loader};
use crate::decide::{Decision, Evaluator, show::verdict_word};
use crate::effects::Index;
use crate::table::{Table, Verdict};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Settings under which the plainest call of each effect is tried.
const SETTINGS: usize = 24;

const VERDICTS: [Verdict; 3] = [Verdict::Allow, Verdict::Ask, Verdict::Deny];

/// Compare two policies: what the new one newly allows, asks or denies
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  policyc diff old.policy new.policy
  policyc diff developer team.policy       # against a profile
  policyc diff --git HEAD team.policy      # against what is committed
  policyc diff old.policy new.policy --log calls.jsonl

Ends with 1 where some call gets more than before.")]
pub struct Arguments {
    /// The old policy, a built table, or the name of a profile; with --git, the policy
    #[arg(value_name = "OLD")]
    old: String,
    /// The new one
    #[arg(value_name = "NEW", required_unless_present = "git", conflicts_with = "git")]
    new: Option<String>,
    /// Take the old policy from this revision of the git repository
    #[arg(long, value_name = "REV")]
    git: Option<String>,
    /// Count recorded calls, one a line as `policyc decide --jsonl` reads them
    #[arg(long, value_name = "CALLS")]
    log: Option<PathBuf>,
    /// Write the comparison as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the verb.
///
/// # Errors
/// A policy is refused, or something cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let (old, new) = match (&arguments.git, &arguments.new) {
        (Some(revision), _) => {
            (committed(revision, Path::new(&arguments.old))?, policy::file_or_profile(&arguments.old)?)
        }
        (None, Some(new)) => (policy::file_or_profile(&arguments.old)?, policy::file_or_profile(new)?),
        (None, None) => return Err(Failure::usage("name the new policy, or a revision with --git")),
    };
    let failed = |error: crate::decide::LoadError| Failure::internal(error.to_string());
    let (before, after) = (Evaluator::new(&old).map_err(failed)?, Evaluator::new(&new).map_err(failed)?);
    let made = made(&old, &new, &before, &after);
    let recorded = arguments.log.as_deref().map(|log| recorded(log, &before, &after)).transpose()?;
    let widens = made.widens() || recorded.as_ref().is_some_and(Comparison::widens);
    let text = if arguments.json {
        let all = json!({ "calls": as_json(&made), "log": recorded.as_ref().map(as_json), "widens": widens });
        format!("{all}\n")
    } else {
        let mut text = in_words(&made, "calls that stand for all");
        if let Some(recorded) = &recorded {
            let _ = write!(text, "\n{}", in_words(recorded, "recorded calls"));
        }
        text
    };
    output::print(&text)?;
    Ok(if widens { Exit::Findings } else { Exit::Fine })
}

/// Both policies on the calls that stand for all, of either.
fn made(old: &Table, new: &Table, before: &Evaluator<'_>, after: &Evaluator<'_>) -> Comparison {
    let mut comparison = Comparison::default();
    let (old_index, new_index) = (Index::new(old), Index::new(new));
    let (old_kit, new_kit) = (Kit::new(&old_index), Kit::new(&new_index));
    let calls = |reach| {
        let mut calls: Vec<Sample> = Speaker::new(new).calls(&new_kit, reach);
        let known: std::collections::BTreeSet<String> = calls.iter().map(|sample| sample.shown.clone()).collect();
        calls.extend(
            Speaker::new(old).calls(&old_kit, reach).into_iter().filter(|sample| !known.contains(&sample.shown)),
        );
        calls
    };
    let mut given: Vec<Setting> = settings(old, SETTINGS).0;
    for setting in settings(new, SETTINGS).0 {
        if !given.contains(&setting) {
            given.push(setting);
        }
    }
    given.sort_by_key(|setting| setting.facts.len() + usize::from(setting.os.is_some()));
    let plain = [Setting::default()];
    let few = calls(Reach::Effects);
    let known: std::collections::BTreeSet<&String> = few.iter().map(|sample| &sample.shown).collect();
    let rest: Vec<Sample> =
        calls(Reach::Everything).into_iter().filter(|sample| !known.contains(&sample.shown)).collect();
    for part in [Comparison::of(before, after, &few, &given), Comparison::of(before, after, &rest, &plain)] {
        comparison.join(part);
    }
    comparison
}

fn recorded(log: &Path, before: &Evaluator<'_>, after: &Evaluator<'_>) -> Result<Comparison, Failure> {
    let mut comparison = Comparison::default();
    let host = host::local();
    for line in files::read(log)?.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
        let parsed = stream::parse(line, &host);
        let answers = match &parsed.call {
            Ok(call) => (judge(before, call, &parsed.malformed).0, judge(after, call, &parsed.malformed).0),
            Err(problem) => (Decision::malformed_call(problem.clone()), Decision::malformed_call(problem.clone())),
        };
        let shown = parsed.call.as_ref().map_or_else(|problem| problem.clone(), shown);
        comparison.add((answers.0.verdict(), answers.1.verdict()), moved(shown, String::new(), &answers));
    }
    Ok(comparison)
}

fn shown(call: &crate::effects::Call) -> String {
    match call.input.get("command").and_then(serde_json::Value::as_str) {
        Some(command) => command.to_owned(),
        None => format!("{} {}", call.tool, call.input),
    }
}

fn in_words(comparison: &Comparison, what: &str) -> String {
    let count = |old, new| comparison.counts.get(&(old, new)).copied().unwrap_or_default();
    let mut text = format!("{what}\n{:<12}{:>10}{:>10}{:>10}\n", "", "now allow", "ask", "deny");
    for old in VERDICTS {
        let label = if old == Verdict::Allow { "was allow" } else { verdict_word(old) };
        let _ = writeln!(
            text,
            "{label:>11} {:>10}{:>10}{:>10}",
            count(old, Verdict::Allow),
            count(old, Verdict::Ask),
            count(old, Verdict::Deny)
        );
    }
    // What is wider comes first.
    let mut cells: Vec<_> = comparison.witnesses.iter().collect();
    cells.sort_by_key(|((old, new), _)| (new > old, *new, *old));
    for ((old, new), witnesses) in cells {
        let side = if new < old { "wider" } else { "stricter" };
        let _ = writeln!(text, "\n{side}: was {}, now {}", verdict_word(*old), verdict_word(*new));
        for Moved { shown, given, rules } in witnesses {
            let _ = writeln!(text, "  {}{given}   [{} -> {}]", sanitise::line(shown), rules.0, rules.1);
        }
    }
    text
}

fn as_json(comparison: &Comparison) -> serde_json::Value {
    let cells = comparison.counts.iter().map(|((old, new), count)| {
        let witnesses = comparison.witnesses.get(&(*old, *new)).into_iter().flatten();
        let witnesses = witnesses.map(|moved| {
            json!({ "call": moved.shown, "given": moved.given.trim(), "old_rule": moved.rules.0, "new_rule": moved.rules.1 })
        });
        json!({
            "old": verdict_word(*old),
            "new": verdict_word(*new),
            "calls": count,
            "witnesses": witnesses.collect::<Vec<_>>(),
        })
    });
    cells.collect()
}

/// A policy as a revision of the repository has it.
fn committed(revision: &str, path: &Path) -> Result<Table, Failure> {
    let git = Git { revision };
    let text = git.show(path).map_err(Failure::io)?;
    policy::accepted(compile::compile(&path.display().to_string(), &text, &git))
}

/// Files of one revision.
struct Git<'r> {
    revision: &'r str,
}

impl Git<'_> {
    fn show(&self, path: &Path) -> Result<String, String> {
        let mut name = path.display().to_string();
        if !path.is_absolute() && !name.starts_with("./") {
            name = format!("./{name}");
        }
        let object = format!("{}:{name}", self.revision);
        // `--end-of-options`: a revision is never taken for an option.
        let output = Command::new("git").args(["show", "--end-of-options", &object]).output();
        let output = output.map_err(|error| format!("git: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        String::from_utf8(output.stdout).map_err(|_| format!("{object}: it is not UTF-8"))
    }
}

impl Loader for Git<'_> {
    fn load(&self, from: &str, use_path: &str) -> Result<(String, String), LoadError> {
        if use_path.starts_with("std/") {
            return Err(LoadError::Missing(Vec::new()));
        }
        let directory = Path::new(from).parent().unwrap_or(Path::new(""));
        let mut path = directory.join(use_path.strip_prefix("./").unwrap_or(use_path));
        if path.extension().is_none() {
            path.set_extension("policy");
        }
        match self.show(&path) {
            Ok(text) => Ok((path.display().to_string(), text)),
            Err(problem) => Err(LoadError::Unreadable(problem)),
        }
    }
}
