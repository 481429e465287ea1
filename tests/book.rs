//! Every example of README.md and `docs/` does what its page shows.
//!
//! A `policy` block is a whole file: it is checked, its tests with it. One marked `policy,refused` must not be taken. A `console` block is
//! run in a directory that holds the policies of its page so far, each under its own name, and must print what the page prints.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use policyc::lint;
use policyc::source::codes;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use support::pages::{all, blocks, file_name, run, steps};

/// Pages whose blocks belong to another test: the examples of codes run against a small library.
fn is_code_page(path: &Path) -> bool {
    path.parent().is_some_and(|directory| directory.ends_with("errors"))
}

/// How many examples a page has, and what is wrong with them.
fn follow(page: &Path) -> (usize, String) {
    let mut problems = String::new();
    let directory = tempfile::tempdir().unwrap();
    let mut examples = 0;
    for block in blocks(&std::fs::read_to_string(page).unwrap()) {
        let place = format!("{}:{}", page.display(), block.line);
        let mut says = |text: String| writeln!(problems, "== {place}\n{text}").unwrap();
        match block.language.as_str() {
            "policy" | "policy,refused" => {
                let name = file_name(&block.text);
                std::fs::write(directory.path().join(&name), &block.text).unwrap();
                let (code, text) = run(&format!("policyc check {name}"), directory.path());
                let wanted = if block.language == "policy" { 0 } else { 1 };
                if code != Some(wanted) {
                    says(format!("exit code {code:?}, not {wanted}\n{text}"));
                }
                examples += 1;
            }
            "console" => {
                for (command, expected) in steps(&block.text) {
                    let (_, found) = run(&command, directory.path());
                    if let Err(difference) = snapbox::Assert::new().try_eq(None, found.into(), expected.into()) {
                        says(format!("$ {command}\n{difference}"));
                    }
                    examples += 1;
                }
            }
            "sh" | "json" | "text" | "yaml" | "ebnf" | "starlark" => {}
            other => says(format!("a block of unknown language {other:?}")),
        }
    }
    (examples, problems)
}

#[test]
fn every_example_does_what_its_page_shows() {
    let only = std::env::var("PAGE").ok();
    let pages: Vec<PathBuf> = all().into_iter().filter(|page| !is_code_page(page)).collect();
    let wanted = pages.iter().filter(|page| only.as_ref().is_none_or(|only| page.ends_with(only)));
    let followed: Vec<(usize, String)> = std::thread::scope(|scope| {
        let running: Vec<_> = wanted.map(|page| scope.spawn(|| follow(page))).collect();
        running.into_iter().map(|page| page.join().unwrap()).collect()
    });
    let examples: usize = followed.iter().map(|(examples, _)| examples).sum();
    let problems: String = followed.into_iter().map(|(_, problems)| problems).collect();
    assert!(problems.is_empty(), "{problems}");
    assert!(only.is_some() || examples >= 60, "{examples}");
}

/// Compares a generated file with what it should be; `UPDATE_PAGES=1` writes it.
fn in_step(path: &Path, wanted: &str) {
    if std::env::var_os("UPDATE_PAGES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == wanted, "{}: out of step; UPDATE_PAGES=1 cargo test --test book writes it", path.display());
}

#[test]
fn every_code_has_its_page() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors");
    let mut index = String::from("# What `policyc check` reports\n\n`policyc explain CODE` shows the same pages.\n\n| code | |\n|---|---|\n");
    let pages: Vec<&codes::Page> = codes::ALL.iter().chain(lint::PAGES).collect();
    for page in &pages {
        in_step(&directory.join(format!("{}.md", page.code)), &page.markdown());
        writeln!(index, "| [{0}]({0}.md) | {1} |", page.code, page.title).unwrap();
    }
    in_step(&directory.join("README.md"), &index);
    let files = std::fs::read_dir(&directory).unwrap().count();
    assert_eq!(files, pages.len() + 1, "a page without a code");
}

/// The reference ends with the grammar: every rule that is not a helper, as `grammar/policy.pest` has it.
#[test]
fn the_reference_has_the_grammar() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md");
    let (begin, end) = ("<!-- grammar: generated -->\n", "<!-- end of the grammar -->\n");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(begin).expect("the mark of the grammar");
    let (_, after) = rest.split_once(end).expect("the mark of its end");
    let wanted = format!("{before}{begin}```ebnf\n{}```\n{end}{after}", readable(include_str!("../grammar/policy.pest")));
    in_step(&path, &wanted);
}

/// The grammar without what only the parser needs: blanks, ends of keywords and recovery.
fn readable(grammar: &str) -> String {
    let hidden = ["gap", "b", "s", "sep", "e", "item_start", "bad_item", "bad_clause", "close", "unclosed", "comment", "reserved"];
    let mut out = String::new();
    let mut open = false;
    for line in grammar.lines() {
        if let Some(heading) = line.strip_prefix("// ----") {
            writeln!(out, "\n# {}", heading.trim_matches(|c| c == '-' || c == ' ')).unwrap();
            continue;
        }
        if line.starts_with("//") || line.trim().is_empty() {
            continue;
        }
        if let Some((name, body)) = line.split_once('=').filter(|_| line.starts_with(|c: char| c.is_ascii_lowercase())) {
            open = !hidden.contains(&name.trim());
            if open {
                writeln!(out, "{} ={}", name.trim_end(), plain(body)).unwrap();
            }
        } else if open {
            writeln!(out, "   {}", plain(line)).unwrap();
        }
    }
    out.trim_start().to_owned()
}

/// A rule's body as people read it.
fn plain(body: &str) -> String {
    let silent = ["s", "sep", "e", "b", "gap", "SOI", "EOI", "_", "@"];
    let mut tokens: Vec<String> = Vec::new();
    let body = body.replace(" | bad_clause", "").replace(" | bad_item", "");
    let mut rest = body.trim();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => rest.char_indices().skip(1).scan(false, |escaped, (at, c)| {
                let ends = c == '"' && !*escaped;
                *escaped = c == '\\' && !*escaped;
                Some((at, ends))
            }).find(|(_, ends)| *ends).map_or(rest.len(), |(at, _)| at + 1),
            c if c.is_ascii_alphanumeric() || c == '_' => rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        let after = after.strip_prefix(['?', '*']).filter(|_| silent.contains(&token)).unwrap_or(after);
        match token {
            "close" => tokens.push("\"}\"".into()),
            "{" | "}" | "~" => {}
            // `DIGIT{4}` is the one brace inside a body.
            _ if token.parse::<u8>().is_ok() => tokens.push(format!("{{{token}}}")),
            _ if silent.contains(&token) || token.trim().is_empty() => {}
            _ => tokens.push(token.to_owned()),
        }
        rest = after;
    }
    unwrapped(&mut tokens);
    let mut out = String::new();
    for token in tokens {
        let glued = out.ends_with(['(', '!', '&']) || [")", "?", "*", "+"].contains(&token.as_str()) || token.starts_with('{');
        if !glued {
            out.push(' ');
        }
        out.push_str(&token);
    }
    out
}

/// Drops what is left of the parser's own parts: `(x |)` is `(x)?`, and `(x)` is `x`.
fn unwrapped(tokens: &mut Vec<String>) {
    while let Some(at) = tokens.windows(2).position(|pair| pair[0] == "|" && pair[1] == ")") {
        tokens[at] = ")".into();
        tokens[at + 1] = "?".into();
    }
    while let Some(at) = tokens.windows(3).position(|three| three[0] == "(" && three[2] == ")" && three[1] != "(" && three[1] != ")") {
        tokens.remove(at + 2);
        tokens.remove(at);
    }
}

/// Every relative link of a page leads to a file.
#[test]
fn links_lead_somewhere() {
    let mut broken = String::new();
    for page in all() {
        let text = std::fs::read_to_string(&page).unwrap();
        for (_, rest) in text.match_indices("](").map(|(at, _)| text.split_at(at + 2)) {
            let target = rest.split([')', '\n']).next().unwrap_or_default();
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !target.contains("://") && !page.parent().unwrap().join(file).exists() {
                writeln!(broken, "{}: {target}", page.display()).unwrap();
            }
        }
    }
    assert!(broken.is_empty(), "{broken}");
}
