//! `policyc check`: everything that can be found wrong with policies; what pre-commit runs.

use super::exit::{Exit, Failure};
use super::{cases, output, policy, test, today};
use crate::decide::Evaluator;
use crate::effects::Index;
use crate::lint::{self, Subject};
use crate::source::{Severity, render};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Deepest directory below a named one that is searched for policies.
const MAX_DEPTH: usize = 32;

/// Check policies: syntax, names, types, tests, lints
#[derive(Debug, Args)]
#[command(after_help = "Example:
  policyc check team.policy")]
pub struct Arguments {
    /// Policies, or directories that hold some [default: this directory]
    paths: Vec<PathBuf>,
    /// How findings are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Date against which `accept … until` is held [default: the system's]
    #[arg(long, value_name = "YYYY-MM-DD", default_value_t = today::utc())]
    today: String,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON array a file
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub workflows
    Github,
}

/// Runs the verb.
///
/// # Errors
/// A path cannot be read.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let paths = policies(&arguments.paths)?;
    let mut found = Found::default();
    for path in &paths {
        let more = one(path, arguments.format, &arguments.today)?;
        found = Found {
            errors: found.errors + more.errors,
            warnings: found.warnings + more.warnings,
            undecided: found.undecided || more.undecided,
        };
    }
    if arguments.format == Format::Text {
        output::print(&format!("{} checked, {}\n", counted(paths.len(), "file"), found.in_words()))?;
    }
    Ok(match found {
        Found { errors: 1.., .. } => Exit::Findings,
        Found { undecided: true, .. } => Exit::Undecided,
        Found { .. } => Exit::Fine,
    })
}

/// How many findings of each kind; a failed case is an error.
#[derive(Default)]
struct Found {
    errors: usize,
    warnings: usize,
    /// A lint could tell neither yes nor no within its budget.
    undecided: bool,
}

impl Found {
    fn in_words(&self) -> String {
        match (self.errors, self.warnings) {
            (0, 0) => "nothing found".to_owned(),
            (0, warnings) => counted(warnings, "warning"),
            (errors, 0) => counted(errors, "error"),
            (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn one(path: &Path, format: Format, today: &str) -> Result<Found, Failure> {
    let compiled = policy::compile_file(path)?;
    let mut findings = compiled.diagnostics.clone();
    let mut failed = Vec::new();
    if let Some(table) = compiled.table.as_ref().filter(|_| !compiled.refused()) {
        let evaluator = Evaluator::new(table).map_err(|error| Failure::internal(error.to_string()))?;
        failed = cases::run(&evaluator, &compiled.tests).failed;
        let found = lint::run(&Subject { table, index: Index::new(table), evaluator });
        findings.extend(lint::answer(found, &compiled.accepts, today));
    }
    let text = match format {
        Format::Text => render::text(&compiled.sources, &findings, output::colour()),
        Format::Json => render::json(&compiled.sources, &findings) + "\n",
        Format::Sarif => render::sarif(&compiled.sources, &findings) + "\n",
        Format::Github => render::github(&compiled.sources, &findings),
    };
    output::print(&text)?;
    for failed in &failed {
        let text = test::failure(failed, &compiled.sources);
        match format {
            Format::Text | Format::Github => output::print(&(text + "\n"))?,
            Format::Json | Format::Sarif => output::remark(&text),
        }
    }
    let of = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let undecided = findings.iter().any(|finding| finding.code == lint::UNDECIDED);
    Ok(Found { errors: of(Severity::Error) + failed.len(), warnings: of(Severity::Warning), undecided })
}

/// The policy files that paths name: a file is taken as it is, a directory is searched. No path: the current directory.
///
/// # Errors
/// A path that is not there or cannot be read; no policy at all.
pub fn policies(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            search(path, 0, &mut found)?;
        } else {
            found.push(path.clone());
        }
    }
    if found.is_empty() {
        // Saying that nothing was found would be taken for a clean bill by whoever misspelt a directory.
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::io(format!("{}: there is no .policy file there or below", names.join(", "))));
    }
    Ok(found)
}

fn search(directory: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if depth > MAX_DEPTH {
        return Ok(());
    }
    let failed = |error: std::io::Error| Failure::io(format!("{}: {error}", directory.display()));
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        entries.push(entry.map_err(failed)?);
    }
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let hidden = name.to_string_lossy().starts_with('.');
        let kind = entry.file_type().map_err(failed)?;
        let path = entry.path();
        if kind.is_dir() && !hidden && name != "target" && name != "node_modules" {
            search(&path, depth + 1, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "policy") {
            found.push(strip_dot(&path));
        }
    }
    Ok(())
}

fn strip_dot(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
