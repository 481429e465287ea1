//! A write that a standard profile allows, followed by a call that it allows, runs nothing new: no program obeys what may be
//! written unasked (reading rule 21).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::policyc_in;

/// What git, npm, cargo, python and ripgrep look for in the directory that they are called in.
const OBEYED: &[&str] = &[
    ".git/config",
    ".git/hooks/post-checkout",
    ".git/info/attributes",
    "HEAD",
    "config",
    ".gitattributes",
    ".gitmodules",
    "package.json",
    ".npmrc",
    ".cargo/config.toml",
    "rust-toolchain.toml",
    "json.py",
    "json/__init__.py",
    "argparse.py",
    ".ripgreprc",
    "Makefile",
    "sub/.git/config",
];

/// Calls that obey the directory that they are in, each allowed in a workspace.
const OBEYING: &[&str] =
    &["git status", "git log -1", "git -C sub diff", "python3 -m json.tool a.json", "cargo --version", "git ls-files"];

fn decisions(profile: &str, calls: &[Value]) -> Vec<bool> {
    let lines: String = calls.iter().map(|call| call.to_string() + "\n").collect();
    let ran = policyc_in(Path::new("/"), &["decide", "--jsonl", "--profile", profile], lines.as_bytes());
    let allowed = |line: &str| serde_json::from_str::<Value>(line).unwrap()["decision"] == "allow";
    let decisions: Vec<bool> = ran.out.lines().map(allowed).collect();
    assert_eq!(decisions.len(), calls.len());
    decisions
}

#[test]
fn what_may_be_written_unasked_is_obeyed_by_nothing_that_runs_unasked() {
    for profile in ["strict", "developer"] {
        let mut pairs = Vec::new();
        for workspace in ["/w", "/tmp/w", "/home/me/w"] {
            for directory in
                ["/w", "/w/sub", "/tmp", "/tmp/w", "/tmp/w/sub", "/tmp/x", "/var/tmp/x", "/home/me/w", "/home/me"]
            {
                for file in OBEYED {
                    for call in OBEYING {
                        pairs.push((workspace, directory, format!("{directory}/{file}"), *call));
                    }
                }
            }
        }
        let with = |command: String, workspace: &str, path: &str| {
            let views = json!({ path: path, workspace: workspace, "/tmp": "/tmp", "/var/tmp": "/var/tmp" });
            json!({ "command": command, "cwd": workspace, "facts": { "workspace": workspace, "home": "/home/me", "views": views } })
        };
        let writes: Vec<Value> =
            pairs.iter().map(|(root, _, path, _)| with(format!("echo x > {path}"), root, path)).collect();
        let calls: Vec<Value> = pairs
            .iter()
            .map(|(root, directory, path, call)| with(format!("cd {directory} && {call}"), root, path))
            .collect();
        let (writes, calls) = (decisions(profile, &writes), decisions(profile, &calls));
        let both = pairs.iter().zip(writes.iter().zip(&calls)).filter(|(_, (write, call))| **write && **call);
        let wrong: Vec<String> =
            both.map(|((root, _, path, call), _)| format!("{root}: {path}, then {call}")).collect();
        assert!(wrong.is_empty(), "{profile}\n{}", wrong.join("\n"));
        assert!(calls.iter().any(|allowed| *allowed));
        assert_eq!(writes.iter().any(|allowed| *allowed), profile == "developer");
    }
}
