//! Every example of README.md does what the page shows.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// One fenced block: its language and text.
struct Block {
    language: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some(Block { language: language.to_owned(), text: String::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// `$ command` lines, each with the output up to the next one.
fn steps(text: &str) -> Vec<(String, String)> {
    let mut steps: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => steps.push((command.to_owned(), String::new())),
            None => {
                if let Some((_, output)) = steps.last_mut() {
                    output.push_str(line);
                    output.push('\n');
                }
            }
        }
    }
    for (_, output) in &mut steps {
        *output = output.trim_end().to_owned() + "\n";
        if output.trim().is_empty() {
            output.clear();
        }
    }
    steps
}

fn run(command: &str, directory: &Path) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_policyc"));
    let path = std::env::var("PATH").unwrap_or_default();
    let bin = program.parent().map(|dir| dir.display().to_string()).unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &command.replace("cargo run --release --", "policyc")])
        .current_dir(directory)
        .env("PATH", format!("{bin}:{path}"))
        .env("HOME", "/home/someone")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_example_runs_as_printed() {
    let page = include_str!("../README.md");
    let directory = tempfile::tempdir().unwrap();
    let mut examples = 0;
    for block in blocks(page) {
        match block.language.as_str() {
            "policy" => std::fs::write(directory.path().join("team.policy"), &block.text).unwrap(),
            "console" => {
                for (command, expected) in steps(&block.text) {
                    let found = run(&command, directory.path());
                    snapbox::Assert::new().eq(found, &expected);
                    examples += 1;
                }
            }
            "sh" => {}
            other => panic!("a block of unknown language {other:?}"),
        }
    }
    assert!(examples >= 10, "{examples}");
}
