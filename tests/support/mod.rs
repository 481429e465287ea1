//! Running the program from the tests of the command line.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod allow_lists;
pub mod pages;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run of the program came to.
pub struct Ran {
    /// Its exit code; `None` for a signal, which no run may end with.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// A command with the same environment wherever the tests run: what is exported is an input of a decision, so that a machine with
/// `CI=true` would answer otherwise.
pub fn apart(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", "/home/someone");
    command
}

/// Runs `policyc` in a directory, with standard input.
pub fn policyc_in(directory: &Path, arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = apart(env!("CARGO_BIN_EXE_policyc"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `policyc` in a directory without input.
pub fn run(directory: &Path, arguments: &[&str]) -> Ran {
    policyc_in(directory, arguments, b"")
}

/// Runs `policyc` in a fresh directory without input.
pub fn policyc(arguments: &[&str]) -> Ran {
    let directory = tempfile::tempdir().unwrap();
    run(directory.path(), arguments)
}

/// Whether a program is on the path; says so when a test is skipped without it.
pub fn have(program: &str, arguments: &[&str]) -> bool {
    let found = Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped, because {program} is missing: .ci/install-tools installs it");
    }
    found
}
