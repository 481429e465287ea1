//! `policyc init`: a first policy, and the entries that have it checked and obeyed.

use super::exit::{Exit, Failure};
use super::hook::agent;
use super::{files, output};
use crate::agents::Agent;
use crate::rules;
use clap::Args;
use std::path::{Path, PathBuf};

/// Write a first policy, its pre-commit entry, and the agent's hook entry
#[derive(Debug, Args)]
#[command(after_help = "Example:
  policyc init --agent claude-code")]
pub struct Arguments {
    /// The project [default: this directory]
    directory: Option<PathBuf>,
    /// Agents whose hooks are set up: claude-code, codex, gemini, opencode, cursor, copilot
    #[arg(long, value_parser = named)]
    agent: Vec<Agent>,
    /// The profile that the policy starts from
    #[arg(long, default_value = "developer")]
    profile: String,
    /// Replace the policy if it is there; entries beside others are never replaced
    #[arg(long)]
    force: bool,
}

const POLICY: &str = "team.policy";

const PRE_COMMIT: &str = r"repos:
  - repo: local
    hooks:
      - id: policyc-check
        name: policyc check
        entry: policyc check
        language: system
        files: \.policy$
";

/// `claude` for short.
fn named(name: &str) -> Result<Agent, String> {
    agent(if name == "claude" { "claude-code" } else { name })
}

/// Runs the verb.
///
/// # Errors
/// There is no such profile or directory, or a file cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let directory = arguments.directory.clone().unwrap_or_else(|| PathBuf::from("."));
    let failed = |error: std::io::Error| Failure::io(format!("{}: {error}", directory.display()));
    let project = directory.canonicalize().map_err(failed)?;
    let project = project.to_str().ok_or_else(|| Failure::io("the project's path is not UTF-8"))?;
    let mut exit = policy(&directory.join(POLICY), &arguments.profile, arguments.force)?;
    exit = exit.and(entry(&directory, ".pre-commit-config.yaml", PRE_COMMIT, "policyc")?);
    for agent in &arguments.agent {
        let setup = agent.setup(project, POLICY);
        exit = exit.and(entry(&directory, setup.file, &setup.text, "policyc")?);
        if let Some(remark) = setup.remark {
            output::print(&format!("  {remark}\n"))?;
        }
    }
    if arguments.agent.is_empty() {
        output::print("no agent is set up; `--agent claude-code` writes its hook entry\n")?;
    }
    Ok(exit)
}

/// A copy of the profile, to be changed.
fn policy(path: &Path, profile: &str, force: bool) -> Result<Exit, Failure> {
    let text = rules::find(&format!("profiles/{profile}"));
    let Some((_, text)) = text.first() else {
        return Err(Failure::usage(format!("there is no profile `{profile}`")));
    };
    if path.exists() && !force {
        output::print(&format!("{} is there and stays; `--force` replaces it\n", path.display()))?;
        return Ok(Exit::Fine);
    }
    let replaced = if path.exists() { "replaced" } else { "wrote" };
    let text = text.replacen(&format!("policy {profile} "), "policy team ", 1);
    files::write(path, text.as_bytes())?;
    output::print(&format!("{replaced} {}: the profile `{profile}`, to be changed\n", path.display()))?;
    Ok(Exit::Fine)
}

/// Writes a file that is not there. One that is may hold more than this program understands: it stays, and the entry is shown.
fn entry(directory: &Path, file: &str, text: &str, mark: &str) -> Result<Exit, Failure> {
    let path = directory.join(file);
    let shown = path.display();
    if path.exists() {
        let there = files::read_text(&path)?.contains(mark);
        if there {
            output::print(&format!("{shown} names policyc already and stays\n"))?;
            return Ok(Exit::Fine);
        }
        output::print(&format!("{shown} is there and stays; add to it:\n\n{text}\n"))?;
        return Ok(Exit::Findings);
    }
    if let Some(parent) = path.parent() {
        let failed = |error: std::io::Error| Failure::io(format!("{}: {error}", parent.display()));
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    files::write(&path, text.as_bytes())?;
    output::print(&format!("wrote {shown}\n"))?;
    Ok(Exit::Fine)
}
