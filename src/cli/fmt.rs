//! `policyc fmt`: one layout for policies.

use super::exit::{Exit, Failure};
use clap::Args;
use std::path::PathBuf;

/// Lay policies out in the one common way
#[derive(Debug, Args)]
#[command(after_help = "Example:
  policyc fmt --check team.policy")]
pub struct Arguments {
    /// Change nothing; tell which files would change
    #[arg(long)]
    check: bool,
    /// Policies, or directories that hold some [default: this directory]
    paths: Vec<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A path cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let _ = (arguments.check, &arguments.paths);
    Err(Failure::internal("the formatter is not built yet"))
}
