//! `policyc build`: the decision table of a policy.

use super::exit::{Exit, Failure};
use super::policy::{self, PolicyArguments};
use super::{files, output};
use crate::table::TableError;
use clap::Args;
use std::path::PathBuf;

/// Write the decision table of a policy, or of several laid over each other: RON to review, binary to load
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  policyc build team.policy -o team.bin
  policyc build team.policy -o -           # RON on standard output
  policyc build --policy org.policy --policy project.policy -o project.bin")]
pub struct Arguments {
    /// The policy; one that tightens another is built alone, to be laid over it by `--policy`
    #[arg(required_unless_present_any = ["policy", "profile"], conflicts_with_all = ["policy", "profile"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    policies: PolicyArguments,
    /// Where to write: `.ron` for review, `.bin` to load, `-` for RON on standard output
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the verb.
///
/// # Errors
/// The policy is refused, or something cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let table = match &arguments.file {
        Some(file) => policy::complete(file)?,
        None => arguments.policies.table()?,
    };
    let failed = |error: TableError| Failure::internal(error.to_string());
    if arguments.out.as_os_str() == "-" {
        output::print(&table.to_ron().map_err(failed)?)?;
    } else if arguments.out.extension().is_some_and(|extension| extension == "ron") {
        files::write(&arguments.out, table.to_ron().map_err(failed)?.as_bytes())?;
    } else if arguments.out.extension().is_none_or(|extension| extension != "bin") {
        return Err(Failure::usage(format!("{}: name it .ron or .bin", arguments.out.display())));
    } else {
        files::write(&arguments.out, &table.to_binary().map_err(failed)?)?;
    }
    Ok(Exit::Fine)
}
