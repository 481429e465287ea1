//! `policyc hook claude-code`: the documented protocol, and `ask` whatever goes wrong.
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
use support::policyc_in;

fn hook(arguments: &[&str], input: &str) -> (String, String) {
    let arguments = [&["hook", "claude-code"], arguments].concat();
    let ran = policyc_in(Path::new("/"), &arguments, input.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{input}");
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    let output = &answer["hookSpecificOutput"];
    assert_eq!(answer.as_object().unwrap().len(), 1);
    assert_eq!(output["hookEventName"], "PreToolUse");
    let text = |name: &str| output[name].as_str().unwrap().to_owned();
    (text("permissionDecision"), text("permissionDecisionReason"))
}

fn call(tool: &str, input: Value) -> String {
    json!({
        "session_id": "s", "transcript_path": "/t.jsonl", "cwd": "/w", "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input, "tool_use_id": "toolu_1"
    })
    .to_string()
}

#[test]
fn a_call_is_allowed_asked_or_denied() {
    let bash = |command: &str| call("Bash", json!({ "command": command, "description": "d" }));
    assert_eq!(hook(&[], &bash("git status")).0, "allow");
    assert_eq!(hook(&[], &bash("git push")).0, "ask");
    let (decision, reason) = hook(&[], &bash("ls; rm -rf /"));
    assert_eq!(decision, "deny");
    assert!(reason.contains("this cannot be undone") && reason.contains("rm -rf /"), "{reason}");
    assert_eq!(hook(&[], &bash("cat /w/../etc/hosts")).0, "allow");
    assert_eq!(hook(&[], &call("Edit", json!({ "file_path": "/w/a" }))).0, "ask");
    assert_eq!(hook(&[], &call("Read", json!({ "file_path": "/w/a" }))).0, "allow");
    assert_eq!(hook(&[], &call("TodoWrite", json!({ "todos": [] }))).0, "allow");
    assert_eq!(hook(&[], &call("mcp__db__query", json!({ "sql": "select 1" }))).0, "ask");
}

/// One line through an agent's hook; the whole answer.
fn answer(agent: &str, event: Value) -> Value {
    let ran = policyc_in(Path::new("/"), &["hook", agent], event.to_string().as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{event}");
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn other_agents_get_the_same_verdicts_in_their_own_words() {
    for (line, verdict) in [("git log --oneline", "allow"), ("git push", "ask"), ("rm -rf /", "deny")] {
        let gemini = json!({"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": {"command": line}, "cwd": "/w"});
        assert_eq!(answer("gemini", gemini)["decision"], verdict);
        let copilot =
            json!({"toolName": "bash", "toolArgs": json!({"command": line}).to_string(), "cwd": "/w", "timestamp": 1});
        assert_eq!(answer("copilot", copilot)["permissionDecision"], verdict);
        let opencode = json!({"tool": "bash", "args": {"command": line}, "cwd": "/w", "worktree": "/w"});
        assert_eq!(answer("opencode", opencode)["decision"], verdict);
    }
    let patch = |file: &str| {
        let patch = format!("*** Begin Patch\n*** Update File: {file}\n@@\n-a\n+b\n*** End Patch");
        let event = json!({"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": {"command": patch}, "cwd": "/w"});
        answer("codex", event)["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap().to_owned()
    };
    assert!(
        patch(".git/config").contains("other programs obey") && patch("a").contains("changes files"),
        "{}",
        patch("a")
    );
    let ran = policyc_in(Path::new("/"), &["hook", "nobody"], b"");
    assert!(ran.code == Some(2) && ran.err.contains("claude-code, codex, gemini"), "{}", ran.err);
}

#[test]
fn whatever_goes_wrong_is_asked() {
    for input in ["", "nonsense", "[]", "{}", r#"{"hook_event_name":"Stop"}"#, "\u{0}"] {
        assert_eq!(hook(&[], input).0, "ask", "{input:?}");
    }
    let (decision, reason) = hook(&["--policy", "/nonexistent"], &call("Bash", json!({ "command": "ls" })));
    assert_eq!(decision, "ask");
    assert!(reason.contains("/nonexistent"), "{reason}");
}

#[cfg(unix)]
#[test]
fn the_hook_looks_where_links_lead_and_what_the_search_path_finds() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    std::fs::write(root.join(".env"), "x").unwrap();
    std::os::unix::fs::symlink(".env", root.join("notes.txt")).unwrap();
    std::fs::write(root.join("plain.txt"), "x").unwrap();
    let read = |file: &str| {
        json!({
            "hook_event_name": "PreToolUse", "cwd": root, "tool_name": "Bash",
            "tool_input": {"command": format!("cat {file} | head -n 1")}
        })
        .to_string()
    };
    assert_eq!(hook(&[], &read("plain.txt")).0, "allow");
    assert_eq!(hook(&[], &read("notes.txt")).0, "ask");
    let input = read("plain.txt");
    let path = format!("{}:{}", root.display(), std::env::var("PATH").unwrap());
    std::fs::write(root.join("head"), "#!/bin/sh\ntouch out\n").unwrap();
    std::process::Command::new("chmod").arg("+x").arg(root.join("head")).status().unwrap();
    let script = format!("echo '{input}' | {} hook claude-code", env!("CARGO_BIN_EXE_policyc"));
    let output = support::apart("sh").args(["-c", &script]).env("PATH", path).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["hookSpecificOutput"]["permissionDecision"], "ask");
}

#[cfg(unix)]
#[test]
fn git_obeys_the_repository_of_the_workspace_and_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    for made in ["w/.git", "w/src", "w/nested/.git", "w/bare/objects", "w/bare/refs"] {
        std::fs::create_dir_all(root.join(made)).unwrap();
    }
    std::fs::write(root.join("w/bare/HEAD"), "ref: refs/heads/main\n").unwrap();
    let answer = |command: &str| {
        let input = json!({
            "hook_event_name": "PreToolUse", "cwd": root.join("w"), "tool_name": "Bash", "tool_input": {"command": command}
        });
        hook(&[], &input.to_string()).0
    };
    for allowed in ["git status", "git -C src diff", "cd src && git log -1", "git -C ./src status"] {
        assert_eq!(answer(allowed), "allow", "{allowed}");
    }
    for asked in [
        "git -C nested diff",
        "cd nested && git status",
        "git -C bare log",
        "cd ./bare/refs && git status",
        "git -C .. log",
    ] {
        assert_eq!(answer(asked), "ask", "{asked}");
    }
}

#[cfg(unix)]
#[test]
fn a_pattern_is_no_option_where_no_name_begins_with_a_dash() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    let answer = |command: &str| {
        let input = json!({
            "hook_event_name": "PreToolUse", "cwd": root, "tool_name": "Bash", "tool_input": {"command": command}
        });
        hook(&[], &input.to_string()).0
    };
    std::fs::write(root.join("a"), "x").unwrap();
    for allowed in ["sort *", "file *", "ls | sort * | head"] {
        assert_eq!(answer(allowed), "allow", "{allowed}");
    }
    for asked in ["touch -- -ofoo; sort *", "sort * > b", "sort -o * x", "./x; file *"] {
        assert_eq!(answer(asked), "ask", "{asked}");
    }
    std::fs::write(root.join("-ofoo"), "x").unwrap();
    assert_eq!(answer("sort *"), "ask");
    assert_eq!(answer("sort ./*"), "allow");
}

#[cfg(unix)]
#[test]
fn what_is_written_below_the_temporary_directory_needs_no_asking() {
    let directory = tempfile::tempdir_in("/tmp").unwrap();
    let scratch = directory.path().canonicalize().unwrap();
    let root = scratch.join("w");
    std::fs::create_dir(&root).unwrap();
    std::os::unix::fs::symlink("/etc", scratch.join("link")).unwrap();
    let answer = |command: &str| {
        let input = json!({
            "hook_event_name": "PreToolUse", "cwd": root, "tool_name": "Bash", "tool_input": {"command": command}
        });
        hook(&[], &input.to_string()).0
    };
    let scratch = scratch.display();
    assert_eq!(answer(&format!("ls > {scratch}/out.txt")), "allow");
    assert_eq!(answer(&format!("ls > {scratch}/link/out.txt")), "ask");
    assert_eq!(answer(&format!("ln -s /etc {scratch}/new && ls > {scratch}/new/out.txt")), "ask");
    assert_eq!(answer("ls > out.txt"), "ask");
}
