//! `policyc grant`: a person allows a call from now on, or takes that back.

use super::exit::{Exit, Failure};
use super::grants::malformed;
use super::host::HostArguments;
use super::judge::judge;
use super::policy::PolicyArguments;
use super::{files, output, sanitise};
use crate::agents::stream;
use crate::decide::{Evaluator, show};
use crate::effects::Call;
use crate::session::{GRANTED, Key, Offer};
use crate::store::{GrantFile, Problem};
use crate::table::Verdict;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Allow a call that is asked from now on, in a file that `decide --grants` reads
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  policyc grant --grants ~/.config/policyc/grants 'touch notes'
  policyc grant --grants ~/.config/policyc/grants --like 'touch notes'
  policyc grant --grants ~/.config/policyc/grants --list")]
pub struct Arguments {
    /// A shell command line
    #[arg(value_name = "COMMAND", required_unless_present_any = ["call", "list", "clear"])]
    command: Option<String>,
    /// A file (or `-`) with one call: {"tool": …, "input": {…}}
    #[arg(long, value_name = "FILE", conflicts_with = "command")]
    call: Option<PathBuf>,
    /// The file; it is made where there is none, and belongs outside every workspace
    #[arg(long, value_name = "FILE")]
    grants: PathBuf,
    /// Calls like this one, where it can be said which those are
    #[arg(long)]
    like: bool,
    /// Take it back
    #[arg(long)]
    remove: bool,
    /// Print all keys
    #[arg(long, conflicts_with_all = ["command", "call", "like", "remove", "clear"])]
    list: bool,
    /// Take everything back
    #[arg(long, conflicts_with_all = ["command", "call", "like", "remove"])]
    clear: bool,
    #[command(flatten)]
    policy: PolicyArguments,
    #[command(flatten)]
    host: HostArguments,
}

/// Runs the verb.
///
/// # Errors
/// The policy is refused, the call is none, or the file cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let file = GrantFile::at(&arguments.grants);
    let failed = |problem: Problem| Failure::io(format!("{}: {problem}", file.path().display()));
    if arguments.clear {
        file.clear().map_err(failed)?;
        return Ok(Exit::Fine);
    }
    if arguments.list {
        let keys = match file.read() {
            Err(Problem::Missing) => Default::default(),
            read => read.map_err(failed)?,
        };
        let lines: Vec<String> = keys.iter().map(|key| sanitise::line(key.as_str()) + "\n").collect();
        output::print(&lines.concat())?;
        return Ok(Exit::Fine);
    }
    let table = arguments.policy.table()?;
    let evaluator = Evaluator::new(&table).map_err(|error| Failure::io(error.to_string()))?;
    let (key, what) = match asked(&evaluator, &arguments.call()?, arguments.like) {
        Ok(found) => found,
        Err(why) => return Err(Failure::findings(why)),
    };
    let done = if arguments.remove {
        if file.remove(&key).map_err(failed)? { "no longer granted" } else { "was not granted" }
    } else {
        file.add(&key).map_err(failed)?;
        "granted"
    };
    output::print(&format!("{done}: {}\n", sanitise::line(&what)))?;
    Ok(Exit::Fine)
}

impl Arguments {
    fn call(&self) -> Result<Call, Failure> {
        let given = self.host.given()?;
        let line = match (&self.command, &self.call) {
            (Some(command), _) => stream::parse(json!({ "command": command }).to_string().as_bytes(), &given.host),
            (None, Some(path)) => stream::parse(&files::read(path)?, &given.host),
            (None, None) => return Err(Failure::usage("there is no call: give a COMMAND or --call")),
        };
        if let Some(failure) = malformed(&line.malformed) {
            return Err(failure);
        }
        let mut call = line.call.map_err(Failure::usage)?;
        for (name, value) in given.facts {
            call.facts.entry(name).or_insert(value);
        }
        Ok(call)
    }
}

/// The key of what can be granted and what a person is told of it; why not otherwise.
fn asked(evaluator: &Evaluator<'_>, call: &Call, like: bool) -> Result<(Key, String), String> {
    let (decision, reading) = judge(evaluator, call, &[]);
    if decision.verdict() == Verdict::Allow {
        return Err("it is allowed as it is".into());
    }
    let mut with = call.clone();
    with.facts.insert(GRANTED.into(), Value::Bool(true));
    let granted = evaluator.decide(&with, &reading);
    if granted.verdict() != Verdict::Allow {
        let by = &granted.by;
        return Err(format!("no grant changes this: {}: {} [{}]", show::verdict_word(by.verdict), by.reason, by.rule));
    }
    if like {
        let offer = Offer::make(evaluator, call, &reading, &decision);
        return offer
            .map(|offer| (offer.key.clone(), offer.sentence()))
            .ok_or_else(|| "what calls like it would do cannot be said, so only this one can be granted".into());
    }
    let key = Key::of(evaluator.table(), call);
    let text = call.input.get("command").and_then(Value::as_str).map_or_else(|| call.input.to_string(), str::to_owned);
    key.map(|key| (key, format!("{} {text}", call.tool)))
        .ok_or_else(|| "it has no key of its own: a directory is not known, or an argument has no one spelling".into())
}
