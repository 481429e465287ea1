//! `policyc decide`: what comes in, what goes out, and that nothing goes wrong in silence.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::{policyc, policyc_in};

fn stream(lines: &[u8]) -> Vec<Value> {
    let ran = policyc_in(Path::new("/"), &["decide", "--jsonl", "--cwd", "/w"], lines);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_stream_gives_one_decision_a_line_in_order_and_goes_on_after_what_is_no_call() {
    let mut lines = Vec::new();
    lines.extend(
        br#"{"id":"1","tool":"shell","input":{"command":"git status"},"cwd":"/w","facts":{"interactive":true}}"#,
    );
    lines.extend(b"\nnonsense\n\n\xff\xfe\n");
    lines.extend(br#"{"id":2,"command":"rm -rf /"}"#);
    lines.extend(b"\n{\"id\":3}\n");
    lines.extend(br#"{"id":4,"command":"ls"}"#);
    let decisions = stream(&lines);
    let told: Vec<(&Value, &str)> =
        decisions.iter().map(|answer| (&answer["id"], answer["decision"].as_str().unwrap())).collect();
    assert_eq!(
        told,
        [
            (&json!("1"), "allow"),
            (&json!(null), "ask"),
            (&json!(null), "ask"),
            (&json!(null), "ask"),
            (&json!(2), "deny"),
            (&json!(3), "ask"),
            (&json!(4), "allow"),
        ]
    );
    assert!(decisions[1..4].iter().all(|answer| answer["reason"] == "malformed_call"));
    assert_eq!(decisions[5]["reason"], "malformed_call");
}

#[test]
fn what_is_too_large_or_too_deep_is_asked_and_never_allowed() {
    let large = json!({ "command": format!("echo {}", "a".repeat(1_000_000)) }).to_string();
    let deep = json!({ "command": "$(".repeat(10_000) }).to_string();
    let closed = json!({ "command": format!("echo {}x{}", "$(echo ".repeat(10_000), ")".repeat(10_000)) }).to_string();
    let many = json!({ "command": "ls;".repeat(40_000) }).to_string();
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let decisions = stream([large, deep, closed, many, nested].join("\n").as_bytes());
    assert_eq!(decisions.len(), 5);
    for decision in decisions {
        assert_eq!(decision["decision"], "ask", "{decision}");
    }
}

#[test]
fn a_malformed_fact_asks_also_where_the_call_would_be_allowed() {
    let decisions = stream(
        br#"{"command":"ls","facts":{"os":"plan9"}}
{"command":"ls","facts":{"interactive":"perhaps"}}
{"command":"ls","facts":{"os":"macos","interactive":false}}"#,
    );
    let told: Vec<&str> = decisions.iter().map(|answer| answer["code"].as_str().unwrap()).collect();
    assert_eq!(told, ["malformed_fact", "malformed_fact", "reading"]);
}

#[test]
fn units_and_effects_are_told_when_asked() {
    let ran = policyc(&["decide", "--explain", "--cwd", "/w", "cat a > b"]);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(answer["decision"], "ask");
    assert_eq!(answer["units"][0]["program"], "cat");
    assert_eq!(answer["units"][0]["effects"][0]["kind"], "reads");
    assert_eq!(answer["units"][1]["effects"][0]["kind"], "writes");
    assert_eq!(answer["units"][1]["effects"][0]["certain"], true);
}

#[test]
fn a_structured_call_comes_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("call.json"), r#"{"tool":"Write","input":{"file_path":".git/config"}}"#)
        .unwrap();
    let ran = policyc_in(directory.path(), &["decide", "--call", "call.json"], b"");
    assert!(ran.out.starts_with("ask: it changes what other programs obey"), "{}", ran.out);
    let ran =
        policyc_in(directory.path(), &["decide", "--call", "-"], br#"{"tool":"Read","input":{"file_path":"a.rs"}}"#);
    assert!(ran.out.starts_with("allow:"), "{}", ran.out);
    let ran = policyc_in(directory.path(), &["decide", "--call", "-"], br#"{"tool":"Read","input":{}}"#);
    assert!(ran.out.starts_with("ask:"), "{}", ran.out);
    let ran = policyc_in(directory.path(), &["decide", "--call", "-"], br#"{"tool":"mcp__x__y","input":{}}"#);
    assert!(ran.out.starts_with("ask:"), "{}", ran.out);
}

#[test]
fn what_cannot_be_done_says_so_on_standard_error_with_its_own_exit_code() {
    for (arguments, code) in [
        (&["decide"][..], 2),
        (&["decide", "ls", "--jsonl"], 2),
        (&["decide", "--fact", "interactive", "ls"], 2),
        (&["decide", "--call", "/nonexistent"], 3),
        (&["decide", "--policy", "/nonexistent.policy", "ls"], 3),
        (&["decide", "--policy", "/", "ls"], 3),
        (&["decide", "--profile", "nobody", "ls"], 2),
        (&["nonsense"], 2),
        (&[], 2),
    ] {
        let ran = policyc(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), ""), "{arguments:?}: {}", ran.err);
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_command_cannot_draw_on_the_terminal() {
    let ran = policyc(&["decide", "frobnicate \x1b[2K\u{202e}evil\r"]);
    assert!(ran.out.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", ran.out);
    assert!(!ran.out.contains('\u{202e}'));
}

#[cfg(unix)]
#[test]
fn a_command_that_is_no_text_is_unreadable() {
    use std::os::unix::ffi::OsStrExt;
    let output = support::apart(env!("CARGO_BIN_EXE_policyc"))
        .arg("decide")
        .arg(std::ffi::OsStr::from_bytes(b"ls \xff"))
        .output()
        .unwrap();
    assert!(output.stdout.starts_with(b"ask: "), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let program = env!("CARGO_BIN_EXE_policyc");
    let script = format!("yes '{{\"command\":\"ls\"}}' | head -n 2000 | {program} decide --jsonl | head -n 1");
    let output = support::apart("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 1);
}
