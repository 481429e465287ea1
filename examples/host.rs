//! A host that asks `policyc` about the calls of its agent. `docs/embedding.md` shows this file.

use policyc::compile::{NoFiles, compile};
use policyc::decide::{Evaluator, show};
use policyc::effects::{Call, Host};
use policyc::session::{Approval, Judged, Session};
use policyc::table::{Os, Table};
use serde_json::json;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;

const POLICY: &str = r#"
policy example language 1
use std/commands
use std/tools/shell
facts { repeats : count = 0 }
floor stuck     { deny  when repeats >= 5     because "the same call, over and over" }
stage reading   { allow when only reads       because "it only reads" }
final fallback  { ask   always                because "nothing here vouches for it" }
resolve ask     { allow when granted          because granted "allowed earlier in this session" }
"#;

/// Runs a few calls of an imagined agent.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();

    // Once: the table, and what makes it quick. Both are `Send + Sync`; the evaluator borrows the table.
    let table = load(POLICY)?;
    let evaluator = Evaluator::new(&table)?;
    // One for each session of an agent.
    let session = Session::new();

    // The person of this example lets `touch` through for the session, and refuses the rest.
    let person = |call: &Call, _: &Judged| match call.input.get("command").and_then(|line| line.as_str()) {
        Some(line) if line.starts_with("touch ") => Approval::Session,
        Some(_) | None => Approval::Deny,
    };

    let mut ran = Vec::new();
    for line in ["ls -l", "touch notes", "touch notes", "touch other && rm notes", "rm notes"] {
        let call = shell(line);
        let judged = session.decide(&evaluator, &call);
        let by = &judged.decision.by;
        writeln!(out, "{line}: {} [{}] {}", show::verdict_word(by.verdict), by.rule, by.reason)?;

        // Which rules were tried on the first unit, and what came of them: for a log, or for a person who asks why.
        for stage in evaluator.trace(&call, &judged.reading, 0) {
            for rule in stage.rules {
                writeln!(out, "    {}: {:?}", rule.id, rule.result)?;
            }
        }

        // Allow and deny never reach the person. Without a person (`None`) an ask is a denial.
        if session.settle(&call, &judged, Some(&person)) {
            ran.push(line);
        }
    }
    // A grant covers the same call and no other.
    if ran != ["ls -l", "touch notes", "touch notes", "touch other && rm notes"] {
        return Err(format!("these ran: {ran:?}").into());
    }

    // The answer may come later, from elsewhere: keep the key, and grant it then, for one call or for the session.
    let call = shell("rm notes");
    let key = session.decide(&evaluator, &call).key.ok_or("this call has no key, so it is asked each time")?;
    writeln!(out, "{key}")?;
    session.grant_once(&key);
    let judged = session.decide(&evaluator, &call);
    writeln!(out, "rm notes: {}", show::verdict_word(judged.decision.verdict()))?;

    // The person spoke: repeated calls are counted anew.
    session.reset_turn();
    Ok(())
}

/// Compiles a policy; a host that builds its tables beforehand loads one with `Table::from_binary` instead.
fn load(text: &str) -> Result<Table, Box<dyn Error>> {
    let compiled = compile("example.policy", text, &NoFiles);
    let findings: Vec<String> = compiled.diagnostics.iter().map(|finding| finding.title.clone()).collect();
    compiled.table.ok_or_else(|| findings.join("\n").into())
}

/// A call, with what this host knows. What it does not say is taken for the worse.
fn shell(line: &str) -> Call {
    let host = Host {
        os: Some(Os::Linux),
        cwd: Some("/project".into()),
        home: Some("/home/agent".into()),
        workspace: vec!["/project".into()],
        ..Host::default()
    };
    let facts = BTreeMap::from([("interactive".to_owned(), json!(true))]);
    Call { tool: "shell".into(), input: json!({ "command": line }), host, facts }
}
