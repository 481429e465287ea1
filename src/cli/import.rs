//! `policyc import`: another gate's rules as a policy.

use super::exit::{Exit, Failure};
use super::{files, output, policy, sanitise};
use crate::agents::rules::{Draft, Imported, Note, Place};
use crate::agents::{claude_code, codex, opencode, permissions};
use crate::compile;
use crate::syntax;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Turn another gate's rules into a policy
#[derive(Debug, Args)]
#[command(after_help = "Example:
  policyc import claude-code .claude/settings.json -o team.policy")]
pub struct Arguments {
    /// Whose rules
    from: From,
    /// The file, or `-`
    file: PathBuf,
    /// Where the policy goes [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the output if it is there
    #[arg(long, requires = "output")]
    force: bool,
    /// Name of the policy
    #[arg(long, default_value = "imported")]
    name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum From {
    /// `permissions` of Claude Code's settings.json
    ClaudeCode,
    /// `prefix_rule`s of Codex
    Codex,
    /// `permission` of opencode.json
    Opencode,
    /// Permission strings: `"shell rm *": deny`, one a line or as a JSON object
    Permissions,
}

/// Runs the verb.
///
/// # Errors
/// The rules cannot be read, or the policy cannot be written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let text = files::read_text(&arguments.file)?;
    let shown = arguments.file.display().to_string();
    let imported = arguments.from.import(&text).map_err(|why| Failure::findings(format!("{shown}: {why}")))?;
    if let Some(output) = arguments.output.as_ref().filter(|output| !arguments.force && output.exists()) {
        return Err(Failure::usage(format!("{}: it is there; `--force` replaces it", output.display())));
    }
    if !is_name(&arguments.name) {
        return Err(Failure::usage(format!("--name {}: letters, digits, `_` and `-`", arguments.name)));
    }
    let standard = compile::compile("standard", "use std/commands\n", &compile::NoFiles)
        .table
        .ok_or_else(|| Failure::internal("the standard library does not compile"))?;
    let file = Path::new(&shown).file_name().map_or(shown.clone(), |name| name.to_string_lossy().into_owned());
    let draft = Draft::new(&imported, &arguments.name, &sanitise::line(&file), &standard);
    let policy = syntax::format(&draft.text)
        .map_err(|_| Failure::findings(format!("{shown}: no policy can be written from these rules")))?;
    policy::accept(&policy).map_err(|why| Failure { exit: Exit::Findings, ..why })?;
    for note in &draft.notes {
        output::remark(&remark(&shown, note));
    }
    match &arguments.output {
        Some(path) => files::write(path, policy.as_bytes())?,
        None => output::print(&policy)?,
    }
    Ok(Exit::Fine)
}

impl From {
    fn import(self, text: &str) -> Result<Imported, String> {
        match self {
            From::ClaudeCode => claude_code::rules::import(text),
            From::Codex => codex::rules::import(text),
            From::Opencode => opencode::rules::import(text),
            From::Permissions => permissions::import(text),
        }
    }
}

fn remark(file: &str, note: &Note) -> String {
    let Place { line, column } = note.place;
    let place = if line == 0 { file.to_owned() } else { format!("{file}:{line}:{column}") };
    format!("{place}: warning: `{}`: {}", sanitise::line(&note.entry), sanitise::line(&note.says))
}

fn is_name(name: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(letter) && name.chars().all(|c| letter(c) || c.is_ascii_digit() || c == '-')
}
