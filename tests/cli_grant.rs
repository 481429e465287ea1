//! `policyc grant` and `decide --grants`: what a person allowed counts for that call, and for no other.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use std::path::Path;
use support::{Ran, policyc_in, run};

/// The verdict for a line in `/w`, with the grants of this directory.
fn verdict(directory: &Path, line: &str) -> String {
    let ran = run(directory, &["decide", "--cwd", "/w", "--grants", "grants", line]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.out.split(':').next().unwrap().to_owned()
}

fn grant(directory: &Path, arguments: &[&str]) -> Ran {
    run(directory, &[&["grant", "--cwd", "/w", "--grants", "grants"], arguments].concat())
}

#[test]
fn a_granted_call_is_allowed_and_its_neighbours_are_asked() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    assert_eq!(verdict(here, "touch a && git commit -m x"), "ask");
    let ran = grant(here, &["touch a && git commit -m x"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "granted: shell touch a && git commit -m x\n"));
    assert_eq!(verdict(here, "touch a && git commit -m x"), "allow");
    for other in ["touch a", "git commit -m x", "touch b && git commit -m x", "touch a && git commit -m x; ls"] {
        assert_eq!(verdict(here, other), "ask", "{other}");
    }
    let ran = run(here, &["decide", "--cwd", "/v", "--grants", "grants", "touch a && git commit -m x"]);
    assert!(ran.out.starts_with("ask"), "another directory");
    assert_eq!(grant(here, &["--list"]).out.lines().count(), 1);
    let ran = grant(here, &["--remove", "touch a && git commit -m x"]);
    assert_eq!(ran.out, "no longer granted: shell touch a && git commit -m x\n");
    assert_eq!(verdict(here, "touch a && git commit -m x"), "ask");
}

#[test]
fn calls_like_it_only_where_it_can_be_said_which() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    let ran = grant(here, &["--like", "touch a"]);
    assert!(ran.out.starts_with("granted: `touch …` with any operands"), "{}{}", ran.out, ran.err);
    assert_eq!([verdict(here, "touch b"), verdict(here, "touch .env"), verdict(here, "rm b")], ["allow", "ask", "ask"]);
    for line in ["python3 x.py", "git status && rm x", "make"] {
        let ran = grant(here, &["--like", line]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{line}");
        assert!(ran.err.contains("only this one"), "{}", ran.err);
    }
    grant(here, &["--clear"]);
    assert_eq!(verdict(here, "touch b"), "ask");
}

#[test]
fn what_no_grant_changes_is_not_granted() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    for (line, why) in [("rm -rf /", "cannot be undone"), ("ls", "allowed as it is")] {
        let ran = grant(here, &[line]);
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.contains(why), "{}", ran.err);
    }
    assert!(!here.join("grants").exists());
}

#[test]
fn a_damaged_file_costs_questions_and_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    grant(here, &["touch a"]);
    let mut text = std::fs::read_to_string(here.join("grants")).unwrap();
    text = text.replace("touch a", "touch b");
    std::fs::write(here.join("grants"), text).unwrap();
    let ran = run(here, &["decide", "--cwd", "/w", "--grants", "grants", "touch b"]);
    assert!(ran.out.starts_with("ask") && ran.err.contains("no grant counts"), "{}{}", ran.out, ran.err);
    std::fs::remove_file(here.join("grants")).unwrap();
    let ran = run(here, &["decide", "--cwd", "/w", "--grants", "grants", "touch a"]);
    assert_eq!((ran.out.starts_with("ask"), ran.err.as_str()), (true, ""));
}

#[test]
fn a_stream_reads_the_file_for_each_call() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    grant(here, &["touch a"]);
    let input = b"{\"command\":\"touch a\",\"cwd\":\"/w\"}\n{\"command\":\"touch b\",\"cwd\":\"/w\"}\n{\"command\":\"rm -rf /\",\"cwd\":\"/w\"}\n";
    let ran = policyc_in(here, &["decide", "--jsonl", "--grants", "grants"], input);
    let verdicts = ["allow", "ask", "deny"].map(|verdict| format!("{{\"decision\":\"{verdict}\""));
    assert_eq!(ran.out.lines().count(), 3);
    assert!(ran.out.lines().zip(&verdicts).all(|(line, verdict)| line.starts_with(verdict)), "{}", ran.out);
}
