//! `policyc diff` and `policyc gaps`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use support::{have, policyc_in};

const OLD: &str = r#"policy team language 1
use std/commands/text
use std/commands/files
use std/tools/shell
stage reading { allow when only reads because "reads" }
final rest { ask always because "else" }
"#;

fn wider() -> String {
    OLD.replace(
        "stage reading {",
        "stage notes { allow when only writes in \"{workspace}/notes/**\" because \"notes\" }\nstage reading {",
    )
}

fn write(directory: &Path, name: &str, text: &str) {
    fs::write(directory.join(name), text).unwrap();
}

#[test]
fn a_widening_is_shown_by_a_call_and_ends_with_1() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "old.policy", OLD);
    write(directory.path(), "new.policy", &wider());
    let ran = policyc_in(directory.path(), &["diff", "old.policy", "new.policy"], b"");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("wider: was ask, now allow\n  > /w/notes/x   [rest.1 -> notes.1]"), "{}", ran.out);
    let back = policyc_in(directory.path(), &["diff", "new.policy", "old.policy"], b"");
    assert_eq!(back.code, Some(0), "{}", back.out);
    assert!(back.out.contains("stricter: was allow, now ask"), "{}", back.out);
    let same = policyc_in(directory.path(), &["diff", "old.policy", "old.policy"], b"");
    assert_eq!(same.code, Some(0));
    assert!(!same.out.contains("was allow, now"), "{}", same.out);
}

#[test]
fn recorded_calls_are_counted() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "old.policy", OLD);
    write(directory.path(), "new.policy", &wider());
    write(
        directory.path(),
        "calls.jsonl",
        "{\"command\":\"cat f\",\"cwd\":\"/w\"}\n{\"command\":\"touch notes/a\",\"cwd\":\"/w\"}\nno call\n",
    );
    let ran =
        policyc_in(directory.path(), &["diff", "old.policy", "new.policy", "--log", "calls.jsonl", "--json"], b"");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let all: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let cells = all["log"].as_array().unwrap();
    let count = |old: &str, new: &str| {
        cells
            .iter()
            .find(|cell| cell["old"] == old && cell["new"] == new)
            .map_or(0, |cell| cell["calls"].as_u64().unwrap())
    };
    assert_eq!((count("allow", "allow"), count("ask", "allow"), count("ask", "ask")), (1, 1, 1), "{all:#}");
}

#[test]
fn a_revision_of_the_repository_is_compared() {
    if !have("git", &["--version"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(["-c", "user.name=x", "-c", "user.email=x@example.com"])
            .args(arguments)
            .current_dir(directory.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    git(&["init", "-q"]);
    write(directory.path(), "part.policy", "paths mine { \"{workspace}/mine/**\" }\n");
    write(directory.path(), "team.policy", &OLD.replace("use std/tools/shell", "use std/tools/shell\nuse ./part"));
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "x"]);
    write(directory.path(), "team.policy", &wider());
    let ran = policyc_in(directory.path(), &["diff", "--git", "HEAD", "team.policy"], b"");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("wider: was ask, now allow"), "{}", ran.out);
    let ran = policyc_in(directory.path(), &["diff", "--git", "--upload-pack=x", "team.policy"], b"");
    assert!(matches!(ran.code, Some(2 | 3)), "{:?} {}", ran.code, ran.err);
}

#[test]
fn a_gap_has_a_call_that_reproduces() {
    let directory = tempfile::tempdir().unwrap();
    let listed = OLD.replace("stage reading {", "safe lists {\n  accept L001 because \"a test\"\n  sort\n}\nstage lists { allow when safe lists because \"x\" }\nstage reading {");
    write(directory.path(), "team.policy", &listed);
    let ran = policyc_in(directory.path(), &["gaps", "team.policy", "--json"], b"");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    for line in ran.out.lines() {
        let decided = policyc_in(directory.path(), &["decide", "--jsonl", "--policy", "team.policy"], line.as_bytes());
        assert!(decided.out.contains("\"decision\":\"allow\""), "{line}\n{}", decided.out);
    }
    assert!(ran.out.contains("sort -T out"), "{}", ran.out);
    write(directory.path(), "team.policy", OLD);
    let ran = policyc_in(directory.path(), &["gaps", "team.policy"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
}
