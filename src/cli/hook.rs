//! `policyc hook AGENT`: answers one call in the agent's own protocol.

use super::exit::Exit;
use super::host;
use super::judge::judge;
use super::observe::observe;
use super::output;
use super::policy::{self, PolicyArguments};
use super::sanitise;
use super::{files, policy::DEFAULT};
use crate::agents::claude_code;
use crate::decide::{Evaluator, RESOLVE};
use crate::effects::{Standing, Unit};
use crate::table::{Table, Verdict};
use clap::{Args, ValueEnum};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Answer one call of an agent on standard input, in the agent's hook protocol
#[derive(Debug, Args)]
#[command(after_help = "Example:
  echo '{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}' | policyc hook claude-code")]
pub struct Arguments {
    /// Whose protocol
    agent: Agent,
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Agent {
    /// Claude Code, event PreToolUse
    ClaudeCode,
}

/// Runs the verb. It always answers; what cannot be decided is asked.
pub fn run(arguments: &Arguments) -> Exit {
    match arguments.agent {
        Agent::ClaudeCode => claude_code(Some(&arguments.policy)),
    }
}

/// Answers Claude Code. Without arguments, the default profile decides. A defect of this program asks like any other failure.
pub fn claude_code(policy: Option<&PolicyArguments>) -> Exit {
    let answered = catch_unwind(AssertUnwindSafe(|| answer(policy)));
    let answered = answered.unwrap_or_else(|_| Err("a defect; please report it with this call".into()));
    let (verdict, reason) = answered.unwrap_or_else(|problem| (Verdict::Ask, format!("policyc: {problem}")));
    let text = claude_code::render(verdict, &sanitise::line(&reason)) + "\n";
    match output::print(&text) {
        Ok(()) => Exit::Fine,
        Err(failure) => output::complain(&failure),
    }
}

fn answer(policy: Option<&PolicyArguments>) -> Result<(Verdict, String), String> {
    let input = files::read(Path::new("-")).map_err(|failure| failure.message)?;
    let mut call = claude_code::parse(&input, &host::local())?;
    if let Ok(project) = std::env::var("CLAUDE_PROJECT_DIR")
        && Path::new(&project).is_absolute()
    {
        call.host.workspace = vec![project];
    }
    call.facts.insert("interactive".into(), Value::Bool(true));
    let table: Table = match policy {
        Some(policy) => policy.table(),
        None => policy::profile(DEFAULT),
    }
    .map_err(|failure| failure.message)?;
    let evaluator = Evaluator::new(&table).map_err(|error| error.to_string())?;
    if cfg!(unix) {
        observe(&evaluator, &mut call);
    }
    let (decision, reading) = judge(&evaluator, &call, &[]);
    let by = &decision.by;
    let mut reason = format!("{} [{}]", by.reason, by.rule);
    let about = decision.asked.as_ref().filter(|_| by.stage == RESOLVE).unwrap_or(by);
    if let Some(unit) = about.unit.and_then(|at| reading.units.get(at))
        && by.verdict != Verdict::Allow
    {
        reason.push_str(&about_unit(unit, reading.units.len() > 1));
    }
    Ok((by.verdict, reason))
}

fn about_unit(unit: &Unit, one_of_several: bool) -> String {
    let what = match &unit.standing {
        Standing::Understood => String::new(),
        Standing::Unknown(what) | Standing::Unreadable(what) => format!(" ({what})"),
    };
    if one_of_several { format!("{what}: {}", unit.text) } else { what }
}
