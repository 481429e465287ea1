//! The hooks of `.pre-commit-hooks.yaml`, run by the real pre-commit on a scratch repository.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::have;

fn run(directory: &Path, program: &str, arguments: &[&str]) -> Output {
    let bin = PathBuf::from(env!("CARGO_BIN_EXE_policyc"));
    let path = format!("{}:{}", bin.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .env("PATH", path)
        .env("PRE_COMMIT_HOME", directory.join(".cache"))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env_remove("GIT_DIR")
        .output()
        .unwrap()
}

fn git(directory: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
    let output = run(directory, "git", &[&identity[..], arguments].concat());
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_commit_is_checked_by_the_hook() {
    if !have("pre-commit", &["--version"]) || !have("git", &["--version"]) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    // The hook repository with the program that is built already: `language: rust` would build it once more.
    let hooks = scratch.path().join("hooks");
    fs::create_dir(&hooks).unwrap();
    let manifest = include_str!("../.pre-commit-hooks.yaml").replace("language: rust", "language: system");
    fs::write(hooks.join(".pre-commit-hooks.yaml"), manifest).unwrap();
    git(&hooks, &["init", "-q"]);
    git(&hooks, &["add", "."]);
    git(&hooks, &["commit", "-qm", "hooks"]);

    let work = scratch.path().join("work");
    fs::create_dir(&work).unwrap();
    git(&work, &["init", "-q"]);
    let check = |policy: &str| {
        fs::write(work.join("team.policy"), policy).unwrap();
        git(&work, &["add", "."]);
        let hooks = hooks.display().to_string();
        run(&work, "pre-commit", &["try-repo", &hooks, "policyc-check", "--all-files", "--color", "never"])
    };
    let good = "policy team language 1\nfinal fallback { ask always because \"x\" }\n";
    let output = check(good);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("Passed"), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    let output = check(&good.replace("always", "alway"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && text.contains("team.policy:2:"), "{text}");
}
