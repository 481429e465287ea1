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
