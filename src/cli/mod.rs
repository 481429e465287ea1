//! The command line: one file per verb. Everything that touches files, standard streams, the environment or the machine is here.

mod build;
mod check;
mod decide;
mod diff;
mod exit;
mod explain;
mod files;
mod fix;
mod fmt;
mod gaps;
mod grant;
mod grants;
mod hook;
mod host;
mod import;
mod init;
mod judge;
mod judged;
mod levels;
mod manual;
mod observe;
mod output;
mod policy;
mod sanitise;
mod test;
mod today;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use exit::{Exit, Failure};
use std::process::ExitCode;

/// Says what a coding agent may run unasked: compiles, checks and evaluates `.policy` files.
#[derive(Debug, Parser)]
#[command(
    name = "policyc",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = "Start with:\n  policyc decide 'git log --oneline | head'\n  policyc explain 'sort -uo list list'"
)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Check(check::Arguments),
    Fmt(fmt::Arguments),
    Test(test::Arguments),
    Decide(decide::Arguments),
    Explain(explain::Arguments),
    Build(build::Arguments),
    Diff(diff::Arguments),
    Gaps(gaps::Arguments),
    Hook(hook::Arguments),
    Grant(grant::Arguments),
    Import(import::Arguments),
    Init(init::Arguments),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// Runs the program with the arguments it was started with.
pub fn run() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    // The hook runs before every call of an agent: its usual form does not pay for the whole command line.
    if let [_, verb, agent] = arguments.as_slice()
        && verb == "hook"
        && agent == "claude-code"
    {
        return hook::claude_code().into();
    }
    let given: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    match Arguments::try_parse_from(arguments) {
        Ok(arguments) => finish(arguments.verb.run()).into(),
        Err(error) => {
            // Help and version go to standard output and are fine; the rest is a usage error on standard error.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Fine };
            let _ = error.print();
            if error.kind() == ErrorKind::UnknownArgument
                && let Some(line) = unquoted(&given)
            {
                output::remark(&format!("\nThe call is one word of your shell: put it in quotes, '{line}'"));
            }
            exit.into()
        }
    }
}

/// The command line that somebody gave in several words: `policyc decide ls -la`.
fn unquoted(given: &[String]) -> Option<String> {
    let [_, verb, line @ ..] = given else { return None };
    let several = line.len() > 1 && line.first().is_some_and(|word| !word.starts_with('-'));
    (several && (matches!(verb.as_str(), "decide" | "explain" | "grant"))).then(|| line.join(" "))
}

impl Verb {
    fn run(self) -> Result<Exit, Failure> {
        match self {
            Verb::Check(arguments) => check::run(&arguments),
            Verb::Fmt(arguments) => fmt::run(&arguments),
            Verb::Test(arguments) => test::run(&arguments),
            Verb::Decide(arguments) => decide::run(&arguments),
            Verb::Explain(arguments) => explain::run(&arguments),
            Verb::Build(arguments) => build::run(&arguments),
            Verb::Diff(arguments) => diff::run(&arguments),
            Verb::Gaps(arguments) => gaps::run(&arguments),
            Verb::Hook(arguments) => Ok(hook::run(&arguments)),
            Verb::Grant(arguments) => grant::run(&arguments),
            Verb::Import(arguments) => import::run(&arguments),
            Verb::Init(arguments) => init::run(&arguments),
            Verb::Completions(arguments) => manual::completions(&arguments, Arguments::command()),
            Verb::Man(arguments) => manual::man(&arguments, Arguments::command()),
        }
    }
}

fn finish(result: Result<Exit, Failure>) -> Exit {
    result.unwrap_or_else(|failure| output::complain(&failure))
}
