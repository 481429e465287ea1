//! `policyc hook AGENT`: answers one call in the agent's own protocol.

use super::exit::Exit;
use super::host;
use super::judge::judge;
use super::observe::observe;
use super::output;
use super::policy::{self, PolicyArguments};
use super::sanitise;
use super::{files, policy::DEFAULT};
use crate::agents::{Agent, Event};
use crate::decide::{Evaluator, RESOLVE};
use crate::effects::{Standing, Unit};
use crate::table::{Table, Verdict};
use clap::Args;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Answer one call of an agent on standard input, in the agent's hook protocol
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  echo '{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}' | policyc hook claude-code")]
pub struct Arguments {
    /// Whose protocol
    #[arg(value_parser = agent)]
    agent: Agent,
    #[command(flatten)]
    policy: PolicyArguments,
}

/// An agent by its name.
///
/// # Errors
/// There is none of that name.
pub fn agent(name: &str) -> Result<Agent, String> {
    Agent::ALL.into_iter().find(|agent| agent.name() == name).ok_or_else(|| {
        let names = Agent::ALL.map(Agent::name).join(", ");
        format!("there are {names}")
    })
}

/// Runs the verb. It always answers; what cannot be decided is asked.
pub fn run(arguments: &Arguments) -> Exit {
    hook(arguments.agent, Some(&arguments.policy))
}

/// Answers Claude Code by the default profile.
pub fn claude_code() -> Exit {
    hook(Agent::ClaudeCode, None)
}

/// Answers an agent. Without arguments, the default profile decides. A defect of this program asks like any other failure.
fn hook(agent: Agent, policy: Option<&PolicyArguments>) -> Exit {
    let mut event = String::new();
    let answered = catch_unwind(AssertUnwindSafe(|| answer(agent, policy, &mut event)));
    let answered = answered.unwrap_or_else(|_| Err("a defect; please report it with this call".into()));
    let (verdict, reason) = answered.unwrap_or_else(|problem| (Verdict::Ask, format!("policyc: {problem}")));
    let text = agent.answer(&event, verdict, &sanitise::line(&reason)) + "\n";
    match output::print(&text) {
        Ok(()) => Exit::Fine,
        Err(failure) => output::complain(&failure),
    }
}

fn answer(agent: Agent, policy: Option<&PolicyArguments>, event: &mut String) -> Result<(Verdict, String), String> {
    let input = files::read(Path::new("-")).map_err(|failure| failure.message)?;
    let Event { name, call } = agent.read(&input, &host::local());
    *event = name;
    let mut call = call?;
    if let Some(variable) = agent.project_variable()
        && let Ok(project) = std::env::var(variable)
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
