//! `policyc gaps`: calls that a policy allows although they write, run code or use the network.

use super::exit::{Exit, Failure};
use super::{output, policy, sanitise};
use crate::analysis::{Gap, Kit, Reach, Speaker, gaps, settings};
use crate::decide::{Evaluator, show};
use crate::effects::Index;
use crate::table::Table;
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;

/// Settings under which the plainest call of each effect is tried.
const SETTINGS: usize = 32;

/// Hunt for calls that a policy allows although they write, run code or use the network
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  policyc gaps team.policy
  policyc gaps                             # the profile `developer`

Ends with 1 where a rule allows what it does not say: by a list, a host's rule, or `no …`.")]
pub struct Arguments {
    /// The policy, or the name of a profile [default: developer]
    file: Option<String>,
    /// Show also what rules allow in so many words (`only … writes`, `even unknown`)
    #[arg(long)]
    all: bool,
    /// Write the calls as JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// Runs the verb.
///
/// # Errors
/// The policy is refused, or something cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let table = policy::file_or_profile(arguments.file.as_deref().unwrap_or(policy::DEFAULT))?;
    let found = hunt(&table)?;
    let unstated = found.iter().filter(|gap| !gap.stated).count();
    let shown = found.iter().filter(|gap| arguments.all || !gap.stated);
    let text = if arguments.json { shown.map(as_json).collect() } else { in_words(&table, shown.collect(), unstated) };
    output::print(&text)?;
    Ok(if unstated == 0 { Exit::Fine } else { Exit::Findings })
}

fn hunt(table: &Table) -> Result<Vec<Gap>, Failure> {
    let evaluator = Evaluator::new(table).map_err(|error| Failure::internal(error.to_string()))?;
    let index = Index::new(table);
    let kit = Kit::new(&index);
    let speaker = Speaker::new(table);
    let mut settings = settings(table, SETTINGS).0;
    // What a person has granted is no gap of the policy.
    settings.retain(|setting| !setting.facts.contains_key("granted"));
    let plain = settings.first().cloned().unwrap_or_default();
    let mut found = gaps(&evaluator, &speaker.calls(&kit, Reach::Everything), &[plain]);
    let more = gaps(&evaluator, &speaker.calls(&kit, Reach::Effects), settings.get(1..).unwrap_or_default());
    for gap in more {
        if !found.iter().any(|known| known.rule == gap.rule && known.kind == gap.kind) {
            found.push(gap);
        }
    }
    found.sort_by(|a, b| (a.stated, &a.rule, a.kind).cmp(&(b.stated, &b.rule, b.kind)));
    Ok(found)
}

fn what(gap: &Gap) -> &'static str {
    gap.kind.map_or("does what nobody knows", show::kind_words)
}

fn in_words(table: &Table, shown: Vec<&Gap>, unstated: usize) -> String {
    let mut text = String::new();
    for gap in shown {
        let rule = table.stages.iter().flat_map(|stage| &stage.rules).find(|rule| rule.id == gap.rule);
        let line = rule.map_or(0, |rule| rule.at.line);
        let source = rule.and_then(|rule| table.sources.get(rule.at.file as usize)).map_or("", String::as_str);
        let says = if gap.stated { ", and says so" } else { "" };
        let _ = writeln!(text, "{} ({source}:{line}) allows a call that {}{says}", gap.rule, what(gap));
        let _ = writeln!(text, "  {}{}", sanitise::line(&gap.sample.shown), gap.setting.shown());
    }
    let _ = match unstated {
        0 => writeln!(text, "no call was found that a rule allows without saying so"),
        1 => writeln!(text, "1 gap"),
        count => writeln!(text, "{count} gaps"),
    };
    text
}

fn as_json(gap: &Gap) -> String {
    let sample = &gap.sample.call;
    let line = json!({
        "rule": gap.rule,
        "effect": what(gap),
        "stated": gap.stated,
        "tool": sample.tool,
        "input": sample.input,
        "cwd": sample.host.cwd,
        "facts": gap.setting.facts,
    });
    format!("{line}\n")
}
