//! The corpora through the default profiles: nothing of `under.jsonl` is allowed, and what `over.jsonl` holds is.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::Call;
use policyc::table::{Table, Verdict};
use serde_json::{Value, json};
use std::path::Path;

const PROFILES: [(&str, &str); 2] = [
    ("developer", include_str!("../rules/profiles/developer.policy")),
    ("strict", include_str!("../rules/profiles/strict.policy")),
];

/// Of the everyday calls in `over.jsonl`, so many in a hundred are allowed at least.
const ALLOWED: usize = 97;

fn rows(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn table(text: &str) -> Table {
    compile("profile.policy", text, &NoFiles).table.unwrap()
}

fn decide(evaluator: &Evaluator<'_>, row: &Value) -> (Verdict, String) {
    let input = json!({ "command": row["command"] });
    let mut call = Call { tool: "shell".into(), input, ..Call::default() };
    call.host.cwd = Some("/w".into());
    call.host.home = Some("/home/me".into());
    call.host.exported = Some(["HOME", "PATH", "PWD"].map(String::from).into());
    let decision = evaluator.decide(&call, &evaluator.read(&call));
    (decision.verdict(), decision.by.reason.clone())
}

fn in_bash(row: &Value) -> bool {
    row["shell"] == "bash"
}

#[test]
fn nothing_dangerous_is_allowed() {
    for (name, text) in PROFILES {
        let table = table(text);
        let evaluator = Evaluator::new(&table).unwrap();
        let counts = |row: &&Value| in_bash(row) && row["verified"] != "policy" && row.get("context").is_none();
        let rows = rows("under.jsonl");
        let allowed: Vec<String> = rows
            .iter()
            .filter(counts)
            .filter(|row| decide(&evaluator, row).0 == Verdict::Allow)
            .map(|row| format!("{} {}", row["id"], row["command"]))
            .collect();
        assert_eq!(allowed, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn everyday_reading_is_allowed() {
    for (name, text) in PROFILES {
        let table = table(text);
        let evaluator = Evaluator::new(&table).unwrap();
        let rows: Vec<Value> =
            rows("over.jsonl").into_iter().filter(|row| in_bash(row) && row.get("rule").is_none()).collect();
        let asked: Vec<String> = rows
            .iter()
            .map(|row| (row, decide(&evaluator, row)))
            .filter(|(_, (verdict, _))| *verdict != Verdict::Allow)
            .map(|(row, (_, reason))| format!("{} {}: {reason}", row["id"], row["command"]))
            .collect();
        assert!(
            asked.len() * 100 <= rows.len() * (100 - ALLOWED),
            "{name}: {} of {} asked: {asked:#?}",
            asked.len(),
            rows.len()
        );
    }
}
