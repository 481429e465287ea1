//! `policyc check`: everything that can be found wrong with policies; what pre-commit runs.

use super::exit::{Exit, Failure};
use super::judged::{self, Judged, Lints};
use super::levels::LevelArguments;
use super::{fix, output, policy, test, today};
use crate::lint;
use crate::source::{Diagnostic, Severity, Sources, render};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Deepest directory below a named one that is searched for policies.
const MAX_DEPTH: usize = 32;

/// Check policies: syntax, names, types, tests, lints
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  policyc check team.policy
  policyc check --fix team.policy          # make the edits that findings suggest")]
pub struct Arguments {
    /// Policies, or directories that hold some [default: this directory]
    paths: Vec<PathBuf>,
    /// How findings are printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Date against which `accept … until` is held [default: the system's]
    #[arg(long, value_name = "YYYY-MM-DD", default_value_t = today::utc())]
    today: String,
    /// Make the edits that findings suggest, where they leave less to complain about; what is left is printed
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    levels: LevelArguments,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON array
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub workflows
    Github,
}

/// Runs the verb.
///
/// # Errors
/// A path cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.levels.list {
        output::print(&arguments.levels.listed()?)?;
        return Ok(Exit::Fine);
    }
    let levels = arguments.levels.levels()?;
    let lints = Lints { today: &arguments.today, levels: &levels };
    let paths = policies(&arguments.paths)?;
    let mut found = Found::default();
    let mut document = Document::default();
    for path in &paths {
        if arguments.fix {
            for line in fix::fix(path, lints)? {
                match arguments.format {
                    Format::Text => output::print(&(line + "\n"))?,
                    Format::Json | Format::Sarif | Format::Github => output::remark(&line),
                }
            }
        }
        let judged = judged::judge(path, policy::compile_file(path)?, Some(lints), false)?;
        found.errors += judged.count(Severity::Error);
        found.warnings += judged.count(Severity::Warning);
        found.undecided += judged.findings.iter().filter(|finding| lint::UNDECIDED.contains(&finding.code)).count();
        match arguments.format {
            Format::Text => output::print(&in_words(&judged))?,
            Format::Json | Format::Sarif | Format::Github => document.add(judged),
        }
    }
    let text = match arguments.format {
        Format::Text => format!("{} checked, {}\n", counted(paths.len(), "file"), found.in_words()),
        Format::Json => render::json(&document.sources, &document.findings),
        Format::Sarif => render::sarif(&document.sources, &document.findings),
        Format::Github => render::github(&document.sources, &document.findings),
    };
    output::print(&text)?;
    Ok(found.exit())
}

fn in_words(judged: &Judged) -> String {
    let sources = &judged.compiled.sources;
    let mut text = render::text(sources, &judged.findings, output::colour());
    for failed in judged.report.iter().flat_map(|report| &report.failed) {
        text.push_str(&test::failure(failed, sources));
        text.push('\n');
    }
    text
}

/// The findings of all files for one document, each once: what is wrong with a file that several policies use is found in each.
#[derive(Default)]
struct Document {
    sources: Sources,
    findings: Vec<Diagnostic>,
}

impl Document {
    fn add(&mut self, judged: Judged) {
        let ids = self.sources.absorb(&judged.compiled.sources);
        for finding in judged.all() {
            let finding = finding.moved(&ids);
            if !self.findings.contains(&finding) {
                self.findings.push(finding);
            }
        }
    }
}

/// How many findings of each kind; a failed case is an error.
#[derive(Default)]
struct Found {
    errors: usize,
    warnings: usize,
    /// Of the errors, questions that are not decided.
    undecided: usize,
}

impl Found {
    fn exit(&self) -> Exit {
        match (self.errors, self.undecided) {
            (0, _) => Exit::Fine,
            (errors, undecided) if errors == undecided => Exit::Undecided,
            (_, _) => Exit::Findings,
        }
    }

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
