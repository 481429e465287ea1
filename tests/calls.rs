//! Everyday calls stay allowed and harmful ones never are, in both standard profiles.
//!
//! The lists are kept by kind of call; a call that moves from one verdict to the other is a decision to be explained.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::policyc_in;

fn calls(list: &str) -> Vec<String> {
    let lines = list.lines().filter(|line| !line.is_empty() && (line.contains('⏎') || !line.starts_with("# ")));
    lines.skip(1).map(|line| line.replace('⏎', "\n")).collect()
}

/// What a profile says to each call.
fn verdicts(profile: &str, calls: &[String]) -> Vec<String> {
    let lines: String = calls.iter().map(|line| json!({ "command": line, "cwd": "/w" }).to_string() + "\n").collect();
    let ran = policyc_in(Path::new("/"), &["decide", "--jsonl", "--profile", profile], lines.as_bytes());
    let decisions = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let verdicts: Vec<String> = decisions.map(|decision| decision["decision"].as_str().unwrap().to_owned()).collect();
    assert_eq!(verdicts.len(), calls.len());
    verdicts
}

fn wrong(list: &str, allowed: bool) -> Vec<String> {
    let calls = calls(list);
    assert!(calls.len() > 400, "the list was not read");
    let mut wrong = Vec::new();
    for profile in ["strict", "developer"] {
        for (call, verdict) in calls.iter().zip(verdicts(profile, &calls)) {
            if (verdict == "allow") != allowed {
                wrong.push(format!("{profile}: {verdict} {call}"));
            }
        }
    }
    wrong
}

#[test]
fn everyday_calls_stay_allowed() {
    let wrong = wrong(include_str!("corpus/calls/everyday.txt"), true);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn harmful_calls_are_never_allowed() {
    let wrong = wrong(include_str!("corpus/calls/refused.txt"), false);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_of_the_user_allow_what_they_name_and_no_other_program() {
    let list = include_str!("corpus/calls/rules.txt");
    let rows: Vec<Vec<&str>> = list.lines().skip(1).map(|line| line.split(" :: ").collect()).collect();
    let line = |row: &Vec<&str>| {
        json!({ "command": row[2], "cwd": "/w", "facts": { "permissions": [row[0]] } }).to_string() + "\n"
    };
    let lines: String = rows.iter().map(line).collect();
    let ran = policyc_in(Path::new("/"), &["decide", "--jsonl"], lines.as_bytes());
    let decisions: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(decisions.len(), rows.len());
    for (row, decision) in rows.iter().zip(decisions) {
        assert_eq!(decision["decision"] == "allow", row[1] == "yes", "{row:?}: {decision}");
    }
}

/// No rule that forbids a program or a subcommand is passed by another name of it.
#[test]
fn rules_of_the_user_forbid_under_every_name() {
    for (rule, call) in [
        ("deny shell gh *", "gh pr list"),
        ("deny shell fd *", "fdfind x"),
        ("deny shell fdfind *", "/usr/bin/fd x"),
        ("deny shell npm install *", "npm i x"),
        ("deny shell npm i *", "npm --silent install x"),
        ("deny shell git stash drop *", "git stash drop"),
        ("deny shell rm *", "sudo rm x"),
    ] {
        let line = json!({ "command": call, "cwd": "/w", "facts": { "permissions": [rule] } }).to_string() + "\n";
        let ran = policyc_in(Path::new("/"), &["decide", "--jsonl"], line.as_bytes());
        let decision: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(decision["decision"], "deny", "{rule}: {call}");
    }
}
