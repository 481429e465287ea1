//! What a host may say, in both directions: absent, as everyday hosts say it, and as a hostile place would have it.
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

/// A command, facts beside `cwd` and `home`, and whether the profile allows it.
type Case = (&'static str, Value, bool);

fn wrong(cases: &[Case]) -> Vec<String> {
    let line = |(command, facts, _): &Case| {
        let mut all = json!({ "home": "/home/me", "workspace": "/w" });
        all.as_object_mut().unwrap().extend(facts.as_object().unwrap().clone());
        json!({ "command": command, "cwd": "/w", "facts": all }).to_string() + "\n"
    };
    // Of the machine on which the test runs nothing may count.
    let lines: String = cases.iter().map(line).collect();
    let ran = policyc_in(Path::new("/"), &["decide", "--jsonl", "--profile", "developer"], lines.as_bytes());
    let decisions: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(decisions.len(), cases.len());
    let pairs =
        cases.iter().zip(&decisions).filter(|((_, _, allowed), said)| (said["decision"] == "allow") != *allowed);
    pairs.map(|((command, facts, _), said)| format!("{} {command} {facts}", said["decision"])).collect()
}

#[test]
fn every_fact_counts_in_both_directions() {
    let cases: Vec<Case> = vec![
        // SHELL
        ("[[ -f a ]] && cat a", json!({}), true),
        ("[[ -f a ]] && cat a", json!({ "shell": "bash" }), true),
        ("[[ -f a ]] && cat a", json!({ "shell": "posix" }), false),
        ("[ -f a ] && cat a", json!({ "shell": "posix" }), true),
        ("ls", json!({ "shell": "zsh" }), false),
        ("ls", json!({ "shell": "powershell" }), false),
        ("ls", json!({ "shell": { "persistent": true } }), false),
        ("ls", json!({ "shell": { "persistent": true, "shadowed": [] } }), true),
        ("ls", json!({ "shell": { "persistent": true, "shadowed": ["ls"] } }), false),
        ("echo a!b", json!({}), true),
        ("echo a!b", json!({ "shell": { "interactive": true } }), false),
        ("echo 'a!b'", json!({ "shell": { "interactive": true } }), true),
        ("bash -lc 'git log | head'", json!({}), false),
        ("bash -lc 'git log | head'", json!({ "shell": { "login": true } }), true),
        ("bash -lc 'touch f'", json!({ "shell": { "login": true } }), false),
        ("bash -ic ls", json!({ "shell": { "login": true } }), false),
        // EXPORTED
        ("echo $FOO", json!({ "exported": [] }), true),
        ("echo $FOO", json!({ "exported": ["FOO"] }), false),
        ("echo $HOME", json!({ "exported": ["HOME"] }), true),
        ("echo $API_TOKEN", json!({ "exported": [] }), false),
        // PROGRAMS
        ("rg foo", json!({}), true),
        ("rg foo", json!({ "programs": { "rg": "/usr/bin/rg" } }), true),
        ("rg foo", json!({ "programs": { "rg": "/w/.venv/bin/rg" } }), false),
        ("rg foo", json!({ "programs": {} }), false),
        ("/usr/bin/rg foo", json!({ "programs": {} }), true),
        // GITDIRS
        ("git -C sub diff", json!({}), true),
        ("git -C sub diff", json!({ "gitdirs": { "/w": "/w/.git", "/w/sub": "/w/.git" } }), true),
        ("git -C sub diff", json!({ "gitdirs": { "/w": "/w/.git", "/w/sub": "/w/sub/.git" } }), false),
        ("git -C sub diff", json!({ "gitdirs": { "/w": "/w/.git" } }), false),
        ("git -C sub diff", json!({ "gitdirs": {} }), false),
        ("git -C sub diff", json!({ "gitdirs": { "/w": "/w/.git", "/w/sub": "/w/.git/modules/sub" } }), true),
        ("git -C sub diff", json!({ "gitdirs": { "/w": "/w/.git", "/w/sub": "/w/.gitx/modules/sub" } }), false),
        ("git -C sub diff", json!({ "gitdirs": { "/w": "/w/.git", "/w/sub": "" } }), true),
        ("git diff", json!({ "gitdirs": { "/w": "/elsewhere/.git/worktrees/w" } }), true),
        ("cd sub && git log -1", json!({ "gitdirs": { "/w": "/w/.git", "/w/sub": "/w/sub" } }), false),
        ("cd sub; git log -1", json!({ "gitdirs": { "/w": "/w/.git" } }), false),
        ("ls sub", json!({ "gitdirs": {} }), true),
        // DASH_FREE
        ("sort *", json!({}), false),
        ("sort *", json!({ "dash_free": ["/w"] }), true),
        ("sort *", json!({ "dash_free": ["/w/sub"] }), false),
        ("cd sub && sort *", json!({ "dash_free": ["/w"] }), false),
        ("sort ./*", json!({}), true),
        // SECRETS_BELOW
        ("grep -r x sub", json!({}), true),
        ("grep -r x sub", json!({ "secrets_below": ["/w/sub/.env"] }), false),
        ("grep -r x sub", json!({ "secrets_below": ["/w/sub"] }), false),
        ("grep -r x .", json!({ "secrets_below": ["/w/sub"] }), false),
        ("grep -r x other", json!({ "secrets_below": ["/w/sub", "/w/sub/.env"] }), true),
        ("cat sub/a", json!({ "secrets_below": ["/w/sub"] }), true),
        // VIEWS
        ("cat notes", json!({}), true),
        ("cat notes", json!({ "views": { "/w/notes": "/w/notes" } }), true),
        ("cat notes", json!({ "views": { "/w/notes": "/home/me/.ssh/id_rsa" } }), false),
        ("ls > /tmp/x", json!({}), false),
        ("ls > /tmp/x", json!({ "views": { "/tmp/x": "/tmp/x" } }), true),
        ("ls > /tmp/x", json!({ "views": { "/tmp/x": "/home/me/.bashrc" } }), false),
        ("ls > /tmp/x", json!({ "views": { "/tmp/x": null } }), false),
        ("ln -s /etc /tmp/d && ls > /tmp/d/x", json!({ "views": { "/tmp/d/x": "/tmp/d/x" } }), false),
    ];
    let wrong = wrong(&cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A fact that is taken away never loosens a decision; of those that are assumed where they are absent, `null` is no value.
#[test]
fn a_fact_of_the_wrong_type_is_asked() {
    let facts = [
        json!({ "shell": 7 }),
        json!({ "exported": "x" }),
        json!({ "programs": [] }),
        json!({ "gitdirs": "x" }),
        json!({ "dash_free": 1 }),
        json!({ "secrets_below": {} }),
        json!({ "views": [] }),
        json!({ "os": "beos" }),
    ];
    let cases: Vec<Case> = facts.into_iter().map(|facts| ("ls", facts, false)).collect();
    let wrong = wrong(&cases);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Structured tools as agents call them: a tool, its arguments, and whether the profile allows the call.
#[test]
fn tools_of_agents_in_the_shapes_they_take() {
    let patch = |change: &str| format!("*** Begin Patch\n{change}*** End Patch\n");
    let update = patch("*** Update File: src/a\n@@\n-a\n+b\n");
    let cases = [
        ("shell", json!({ "command": ["git", "log", "-1"] }), "allow"),
        ("shell", json!({ "command": ["bash", "-c", "git log | head"] }), "allow"),
        ("shell", json!({ "command": ["bash", "-c", "git log > f"] }), "ask"),
        // No shell takes the words apart.
        ("shell", json!({ "command": ["echo", "; rm -rf x"] }), "allow"),
        ("shell", json!({ "command": ["echo", 1] }), "ask"),
        ("shell", json!({ "command": [] }), "ask"),
        ("Grep", json!({ "pattern": "x", "glob": "*.rs" }), "allow"),
        ("Grep", json!({ "pattern": "x", "glob": ".env*" }), "ask"),
        ("Grep", json!({ "pattern": "x", "path": "/home/me", "glob": "id_rsa" }), "ask"),
        ("grep", json!({ "pattern": "x", "include": "*.pem" }), "ask"),
        ("read_many_files", json!({ "include": ["**/*.ts"] }), "allow"),
        ("read_many_files", json!({ "include": ["**/*.ts", ".env"] }), "ask"),
        ("read", json!({ "filePath": "a" }), "allow"),
        ("read", json!({ "filePath": ".env" }), "ask"),
        // Which of two names the tool would take is not known.
        ("read", json!({ "filePath": "a", "file_path": "a" }), "allow"),
        ("read", json!({ "filePath": ".env", "file_path": "a" }), "ask"),
        ("read", json!({ "filePath": "b", "file_path": "a" }), "ask"),
    ];
    let call = |tool: &str, input: &Value| {
        let facts = json!({ "home": "/home/me", "workspace": "/w" });
        json!({ "tool": tool, "input": input, "cwd": "/w", "facts": facts }).to_string() + "\n"
    };
    let decide = |lines: String| {
        let ran = policyc_in(Path::new("/"), &["decide", "--jsonl", "--profile", "developer"], lines.as_bytes());
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let decisions = decide(cases.iter().map(|(tool, input, _)| call(tool, input)).collect());
    assert_eq!(decisions.len(), cases.len());
    for ((tool, input, wanted), said) in cases.iter().zip(&decisions) {
        assert_eq!(said["decision"], **wanted, "{tool} {input}: {said}");
    }
    // A patch is read under each name, and with two of them not at all.
    let codes: Vec<Value> = decide(
        [
            json!({ "patch": update }),
            json!({ "input": update }),
            json!({ "patchText": update }),
            json!({ "patch": update, "input": "" }),
        ]
        .iter()
        .map(|input| call("apply_patch", input))
        .collect(),
    );
    let codes: Vec<&Value> = codes.iter().map(|said| &said["code"]).collect();
    assert_eq!(codes, ["effects", "effects", "effects", "unreadable"]);
}
