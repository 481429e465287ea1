//! `policyc completions` and `policyc man`: the command line as shells and `man` want it told.

use super::exit::{Exit, Failure};
use super::files;
use super::output;
use clap::{Args, Command};
use clap_complete::Shell;
use std::path::PathBuf;

/// Print the completions of a shell
#[derive(Debug, Args)]
#[command(after_help = "Example:
  policyc completions bash > ~/.local/share/bash-completion/completions/policyc")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// Print the manual page, or write those of all verbs
#[derive(Debug, Args)]
#[command(after_help = "Example:
  policyc man | man -l -")]
pub struct Man {
    /// Directory to write a page for each verb into
    #[arg(long, value_name = "DIR")]
    directory: Option<PathBuf>,
}

/// Runs `completions`.
///
/// # Errors
/// Standard output cannot be written.
pub fn completions(arguments: &Completions, mut command: Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "policyc", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}

/// Runs `man`.
///
/// # Errors
/// A page cannot be written.
pub fn man(arguments: &Man, command: Command) -> Result<Exit, Failure> {
    let Some(directory) = &arguments.directory else {
        output::print(&page(command)?)?;
        return Ok(Exit::Fine);
    };
    let mut whole = command;
    whole.build();
    let verbs: Vec<Command> = whole.get_subcommands().filter(|verb| verb.get_name() != "help").cloned().collect();
    files::write(&directory.join("policyc.1"), page(whole)?.as_bytes())?;
    for verb in verbs {
        let name = format!("policyc-{}", verb.get_name());
        files::write(&directory.join(format!("{name}.1")), page(verb)?.as_bytes())?;
    }
    Ok(Exit::Fine)
}

fn page(command: Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(command).render(&mut page);
    rendered.map_err(|error| Failure::internal(error.to_string()))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
