//! The pages for people: their fenced blocks, and running what they show.

use std::path::{Path, PathBuf};

/// One fenced block.
pub struct Block {
    /// What stands after the fence: `policy`, `policy,refused`, `console` …
    pub language: String,
    /// Its text.
    pub text: String,
    /// The line of its fence, from 1.
    pub line: usize,
}

/// The fenced blocks of a page.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(Block { language: language.to_owned(), text: String::new(), line: at + 1 })
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// `$ command` lines, each with the output up to the next one.
pub fn steps(text: &str) -> Vec<(String, String)> {
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
        *output = output.trim_end().to_owned();
    }
    steps
}

/// The file that a policy block stands for: `NAME.policy`, as its first clause names it; else `part.policy`.
pub fn file_name(policy: &str) -> String {
    let name = policy.lines().find_map(|line| line.strip_prefix("policy ")).and_then(|rest| rest.split(' ').next());
    format!("{}.policy", name.unwrap_or("part"))
}

/// Runs a line of a page: exit code, and standard output with standard error after it.
pub fn run(command: &str, directory: &Path) -> (Option<i32>, String) {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_policyc"));
    let path = std::env::var("PATH").unwrap_or_default();
    let bin = program.parent().map(|dir| dir.display().to_string()).unwrap_or_default();
    let output = super::apart("sh")
        .args(["-c", &command.replace("cargo run --release --", "policyc")])
        .current_dir(directory)
        .env("PATH", format!("{bin}:{path}"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code(), text.trim_end().to_owned())
}

/// An output without what changes whenever somebody adds a line to the standard library: line numbers there, and the width of the margin.
pub fn without_places(output: &str) -> String {
    let mut out = String::new();
    for line in output.lines() {
        let bare = line.trim_start();
        let margin = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut text = if margin.starts_with(" |") { margin.trim_start() } else { bare };
        while let Some(at) = text.find("std/") {
            let (before, place) = text.split_at(at);
            let name = place.find(|c: char| !(c.is_ascii_alphanumeric() || "/-".contains(c))).unwrap_or(place.len());
            let (name, rest) = place.split_at(name);
            out.push_str(before);
            out.push_str(name);
            text = if rest.starts_with(':') {
                rest.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit())
            } else {
                rest
            };
        }
        out.push_str(text);
        out.push('\n');
    }
    out
}

/// All Markdown files for people: those at the root and below `docs/`.
pub fn all() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = Vec::new();
    let mut open = vec![root.join("docs")];
    pages.extend(std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()));
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                pages.push(path);
            }
        }
    }
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}
