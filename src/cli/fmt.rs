//! `policyc fmt`: one layout for policies.

use super::check::policies;
use super::exit::{Exit, Failure};
use super::{files, output};
use crate::source::{Sources, render};
use crate::syntax;
use clap::Args;
use std::path::{Path, PathBuf};

/// Lay policies out in the one common way
#[derive(Debug, Args)]
#[command(after_help = "Example:
  policyc fmt --check team.policy")]
pub struct Arguments {
    /// Change nothing; show what would change
    #[arg(long)]
    check: bool,
    /// Policies, or directories that hold some [default: this directory]; `-` formats standard input
    paths: Vec<PathBuf>,
}

/// Runs the verb.
///
/// # Errors
/// A path cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    for path in policies(&arguments.paths)? {
        exit = exit.and(one(&path, arguments.check)?);
    }
    Ok(exit)
}

fn one(path: &Path, check: bool) -> Result<Exit, Failure> {
    let text = files::read_text(path)?;
    let name = path.display().to_string();
    let laid_out = match syntax::format(&text) {
        Ok(laid_out) => laid_out,
        Err(findings) => {
            let mut sources = Sources::default();
            sources.add(name, text);
            output::print(&render::text(&sources, &findings, output::colour()))?;
            return Ok(Exit::Findings);
        }
    };
    if path.as_os_str() == "-" && !check {
        output::print(&laid_out)?;
    } else if laid_out != text && check {
        let diff = similar::TextDiff::from_lines(&text, &laid_out);
        output::print(&diff.unified_diff().header(&name, "laid out").to_string())?;
        return Ok(Exit::Findings);
    } else if laid_out != text {
        files::write(path, laid_out.as_bytes())?;
        output::remark(&format!("laid out {name}"));
    }
    Ok(Exit::Fine)
}
