//! `policyc decide`: one call, or a stream of them.

use super::exit::{Exit, Failure};
use super::files;
use super::grants::{GrantArguments, judge_with};
use super::host::{Given, HostArguments};
use super::output;
use super::policy::PolicyArguments;
use super::sanitise;
use crate::agents::stream;
use crate::decide::{Decision, Evaluator, Hit, code, show};
use crate::effects::{Call, Reading};
use crate::store::GrantFile;
use crate::table::Verdict;
use clap::Args;
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::path::PathBuf;

/// Longest line of a stream, in bytes; a longer one is answered with `ask` and skipped.
const MAX_LINE: usize = 16 * 1024 * 1024;

/// Decide a call: a shell command, a structured call, or a stream of calls
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  policyc decide 'git log --oneline | head'
  policyc decide --call call.json
  policyc decide --jsonl < calls.jsonl")]
pub struct Arguments {
    /// A shell command line
    #[arg(value_name = "COMMAND", required_unless_present_any = ["call", "jsonl"], conflicts_with_all = ["call", "jsonl"])]
    command: Option<OsString>,
    /// A file (or `-`) with one call: {"tool": …, "input": {…}}
    #[arg(long, value_name = "FILE", conflicts_with = "jsonl")]
    call: Option<PathBuf>,
    /// Read one call a line from standard input, write one decision a line
    #[arg(long)]
    jsonl: bool,
    /// Tell units and effects as well
    #[arg(long)]
    explain: bool,
    /// Write the decision as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    policy: PolicyArguments,
    #[command(flatten)]
    host: HostArguments,
    #[command(flatten)]
    grants: GrantArguments,
}

/// Runs the verb.
///
/// # Errors
/// The policy is refused, or something cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let given = arguments.host.given()?;
    let table = arguments.policy.table()?;
    let evaluator = Evaluator::new(&table).map_err(|error| Failure::io(error.to_string()))?;
    let judged = Judged { evaluator, given, explain: arguments.explain, grants: arguments.grants.file() };
    if arguments.jsonl {
        return judged.stream();
    }
    let line = match (&arguments.command, &arguments.call) {
        (Some(command), _) => match command.to_str() {
            Some(command) => judged.line_of(command),
            None => return judged.print(&not_text(), &Reading::default(), None, arguments.json),
        },
        (None, Some(path)) => stream::parse(&files::read(path)?, &judged.given.host),
        (None, None) => return Err(Failure::usage("there is no call: give a COMMAND, --call or --jsonl")),
    };
    let (decision, reading) = judged.answer(&line);
    judged.print(&decision, &reading, line.id.as_ref(), arguments.json)
}

fn not_text() -> Decision {
    let by = Hit::engine(None, code::UNREADABLE, "the command is not UTF-8");
    Decision { by, asked: None, others: Vec::new(), units: Vec::new() }
}

struct Judged<'t> {
    evaluator: Evaluator<'t>,
    given: Given,
    explain: bool,
    grants: Option<GrantFile>,
}

impl Judged<'_> {
    fn line_of(&self, command: &str) -> stream::Line {
        let input = Value::Object(Map::from_iter([("command".to_owned(), Value::String(command.to_owned()))]));
        let call = Call { tool: stream::SHELL.into(), input, host: self.given.host.clone(), facts: Default::default() };
        stream::Line { id: None, call: Ok(call), malformed: Vec::new() }
    }

    fn answer(&self, line: &stream::Line) -> (Decision, Reading) {
        match &line.call {
            Err(problem) => (Decision::malformed_call(problem.as_str()), Reading::default()),
            Ok(call) => {
                let mut call = call.clone();
                for (name, value) in &self.given.facts {
                    call.facts.entry(name.clone()).or_insert_with(|| value.clone());
                }
                judge_with(&self.evaluator, &call, &line.malformed, self.grants.as_ref())
            }
        }
    }

    fn print(&self, decision: &Decision, reading: &Reading, id: Option<&Value>, json: bool) -> Result<Exit, Failure> {
        let text = if json || self.explain {
            stream::render(id, decision, self.explain.then_some(reading)) + "\n"
        } else {
            in_words(decision, reading)
        };
        output::print(&text)?;
        Ok(Exit::Fine)
    }

    fn stream(&self) -> Result<Exit, Failure> {
        let mut input = std::io::BufReader::with_capacity(64 * 1024, std::io::stdin().lock());
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let whole = next_line(&mut input, &mut bytes)?;
            let Some(whole) = whole else { break };
            let line = if whole {
                stream::parse(&bytes, &self.given.host)
            } else {
                let problem = format!("the line is longer than {MAX_LINE} bytes");
                stream::Line { id: None, call: Err(problem), malformed: Vec::new() }
            };
            let (decision, reading) = self.answer(&line);
            let answer = stream::render(line.id.as_ref(), &decision, self.explain.then_some(&reading));
            let mut result = writeln!(out, "{answer}");
            // An agent that waits for the answer gets it now; a file that is piped through is written in blocks.
            if input.buffer().is_empty() {
                result = result.and_then(|()| out.flush());
            }
            if !output::written(result)? {
                return Ok(Exit::Fine);
            }
        }
        output::written(out.flush())?;
        Ok(Exit::Fine)
    }
}

/// Reads a line without its newline: `Some(false)` if it was too long and skipped, `None` at the end.
fn next_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> Result<Option<bool>, Failure> {
    let mut whole = true;
    let mut any = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Failure::io(format!("standard input: {error}"))),
        };
        if chunk.is_empty() {
            return Ok(any.then_some(whole));
        }
        any = true;
        let end = memchr::memchr(b'\n', chunk);
        let (part, used) = match end {
            Some(end) => (chunk.get(..end).unwrap_or_default(), end + 1),
            None => (chunk, chunk.len()),
        };
        whole &= bytes.len() + part.len() <= MAX_LINE;
        if whole {
            bytes.extend_from_slice(part);
        }
        input.consume(used);
        if end.is_some() {
            return Ok(Some(whole));
        }
    }
}

/// The answer for a person: verdict, reason and rule, then what it is about.
pub fn in_words(decision: &Decision, reading: &Reading) -> String {
    let by = &decision.by;
    let mut text = format!("{}: {} [{}]\n", show::verdict_word(by.verdict), sanitise::line(&by.reason), by.rule);
    if let Some(asked) = &decision.asked {
        text.push_str(&format!("  it was asked: {} [{}]\n", sanitise::line(&asked.reason), asked.rule));
    }
    let one = by.unit.and_then(|at| reading.units.get(at));
    if let Some(unit) = one
        && (reading.units.len() > 1 || by.verdict != Verdict::Allow)
    {
        if !unit.text.trim().is_empty() {
            text.push_str(&format!("  {}\n", sanitise::line(&unit.text)));
        }
        if let crate::effects::Standing::Unknown(what) | crate::effects::Standing::Unreadable(what) = &unit.standing {
            text.push_str(&format!("  not understood: {}\n", sanitise::line(what)));
        }
    }
    text
}
