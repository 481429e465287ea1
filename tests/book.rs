//! Every example of README.md and `docs/` does what its page shows.
//!
//! A `policy` block is a whole file: it is checked, its tests with it. One marked `policy,refused` must not be taken. A `console` block is
//! run in a directory that holds the policies of its page so far, each under its own name, and must print what the page prints.
//! `rust` blocks belong to `tests/embedding.rs`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use policyc::compile::{NoFiles, compile};
use policyc::lint;
use policyc::rules;
use policyc::source::codes;
use policyc::table::Table;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use support::pages::{all, blocks, file_name, run, steps, without_places};

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
                    if let Err(difference) = snapbox::Assert::new().try_eq(
                        None,
                        without_places(&found).into(),
                        without_places(&expected).into(),
                    ) {
                        says(format!("$ {command}\n{difference}"));
                    }
                    examples += 1;
                }
            }
            "rust" | "sh" | "json" | "text" | "yaml" | "ebnf" | "starlark" => {}
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
fn in_step(path: &Path, wanted: impl AsRef<[u8]>) {
    let wanted = wanted.as_ref();
    if std::env::var_os("UPDATE_PAGES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, wanted).unwrap();
    }
    let found = std::fs::read(path).unwrap_or_default();
    assert!(found == wanted, "{}: out of step; UPDATE_PAGES=1 cargo test --test book writes it", path.display());
}

/// The tables of the profiles, compiled beforehand so that no call has to wait for it.
#[test]
fn the_built_tables_are_what_the_compiler_makes() {
    let profiles = rules::FILES.iter().filter(|(file, _)| file.starts_with("profiles/"));
    let compiled = |(file, text): &(&'static str, &str)| {
        let table = compile(&format!("{file}.policy"), text, &NoFiles).table.unwrap();
        (file.strip_prefix("profiles/").unwrap(), table)
    };
    let tables: Vec<(&str, Table)> = profiles.map(compiled).collect();
    let bytes = [&rules::STAMP[..], &Table::bundle(&tables).unwrap()].concat();
    in_step(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/built.bin"), &bytes);
    assert!(tables.iter().all(|(name, table)| Table::from_bundle(&bytes[8..], name).unwrap() == *table));
    assert!(tables.iter().all(|(name, table)| rules::built(name).is_none_or(|built| built == *table)));
}

#[test]
fn every_code_has_its_page() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors");
    let mut index = String::from(
        "# What `policyc check` reports\n\n`policyc explain CODE` shows the same pages.\n\n| code | |\n|---|---|\n",
    );
    let pages: Vec<&codes::Page> = codes::ALL.iter().chain(lint::PAGES).collect();
    for page in &pages {
        in_step(&directory.join(format!("{}.md", page.code)), page.markdown());
        writeln!(index, "| [{0}]({0}.md) | {1} |", page.code, page.title).unwrap();
    }
    in_step(&directory.join("README.md"), &index);
    let files = std::fs::read_dir(&directory).unwrap().count();
    assert_eq!(files, pages.len() + 1, "a page without a code");
}

/// The table of contents names every page once, and no other.
#[test]
fn the_book_has_all_its_pages() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let named: Vec<&str> = summary.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    for page in &named {
        assert!(docs.join(page).is_file(), "{page} is no page");
    }
    for page in std::fs::read_dir(&docs).unwrap().map(|entry| entry.unwrap().file_name()) {
        let page = page.to_string_lossy().into_owned();
        let times = named.iter().filter(|named| **named == page).count();
        assert!(times == 1 || !page.ends_with(".md") || page == "SUMMARY.md", "{page} is named {times} times");
    }
}

/// Writes what is generated between two marks of a page, or holds it against what it should be.
fn between(page: &str, name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    let (begin, end) = (format!("<!-- {name}: generated -->\n"), format!("<!-- end of the {name} -->\n"));
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    in_step(&path, format!("{before}{begin}{wanted}{end}{after}"));
}

/// The reference ends with the grammar: every rule that is not a helper, as `grammar/policy.pest` has it.
#[test]
fn the_reference_has_the_grammar() {
    between("language.md", "grammar", &format!("```ebnf\n{}```\n", readable(include_str!("../grammar/policy.pest"))));
}

/// Prefixes of allow-lists, each held against the declarations by the linter.
#[test]
fn the_table_of_allow_lists() {
    let (table, prefixes) = support::allow_lists::table(include_str!("../docs/allow-lists.txt"));
    assert!(prefixes >= 150, "{prefixes}");
    between("allow-lists.md", "table", &table);
}

/// What is bounded, and the file and name of the constant that does it.
type Limit = (&'static str, &'static str, &'static str);

/// The documented limits, by what they are limits of.
const LIMITS: &[(&str, &[Limit])] = &[
    (
        "of a shell line",
        &[
            ("bytes", "effects/line/limits.rs", "MAX_COMMAND"),
            ("commands", "shell/limits.rs", "MAX_COMMANDS"),
            ("words", "shell/limits.rs", "MAX_WORDS"),
            ("units", "effects/line/limits.rs", "MAX_UNITS"),
            ("constructs inside each other", "shell/limits.rs", "MAX_DEPTH"),
            ("… over texts inside texts", "effects/line/limits.rs", "MAX_DEPTH"),
            ("shell texts inside shell texts", "effects/line/limits.rs", "MAX_NESTED_TEXTS"),
            ("wrappers inside wrappers", "effects/line/limits.rs", "MAX_WRAPPERS"),
            ("words that a brace expansion gives", "effects/words/brace.rs", "MAX_WORDS"),
            ("variables that are followed", "effects/line/limits.rs", "MAX_NAMES"),
            ("directories that a relative path may start from", "effects/line/limits.rs", "MAX_BASES"),
            ("words of one command", "argv/mod.rs", "MAX_WORDS"),
            ("options given to one command", "argv/mod.rs", "MAX_GIVEN"),
            ("bytes of a script in a small language", "effects/small/mod.rs", "MAX_SCRIPT"),
        ],
    ),
    (
        "of other input",
        &[
            ("bytes of a path", "paths/read.rs", "MAX_BYTES"),
            ("bytes of a URL or host", "hosts/destination.rs", "MAX_BYTES"),
            ("bytes of a patch", "patch/mod.rs", "MAX_BYTES"),
            ("bytes of a line of a stream", "cli/decide.rs", "MAX_LINE"),
            ("entries of a fact of type `rules`", "decide/facts.rs", "MAX_RULES"),
            ("words of such an entry", "decide/says.rs", "MAX_WORDS"),
            ("paths that the hook follows for a call", "cli/observe/mod.rs", "MAX_PATHS"),
            ("directories that the hook looks into for one call", "cli/observe/mod.rs", "MAX_DIRECTORIES"),
            ("names of a directory that it looks at", "cli/observe/mod.rs", "MAX_NAMES"),
            ("bytes of a file of grants", "store/grants.rs", "MAX_BYTES"),
            ("grants of a session or file", "session/mod.rs", "MAX_GRANTS"),
        ],
    ),
    (
        "of a policy",
        &[
            ("bytes of a file", "syntax/mod.rs", "MAX_BYTES"),
            ("files", "compile/load.rs", "MAX_FILES"),
            ("blocks inside each other", "syntax/recovery.rs", "MAX_DEPTH"),
            ("rules", "compile/mod.rs", "MAX_RULES"),
            ("subcommands inside subcommands", "compile/commands.rs", "MAX_DEPTH"),
            ("bytes of a glob", "paths/glob.rs", "MAX_BYTES"),
            ("alternatives of a glob", "paths/glob.rs", "MAX_ALTERNATIVES"),
        ],
    ),
];

#[test]
fn the_limits_are_those_of_the_code() {
    let mut wanted = String::new();
    for (heading, limits) in LIMITS {
        write!(wanted, "| {heading} | at most |\n|---|---|\n").unwrap();
        for (what, file, constant) in *limits {
            writeln!(wanted, "| {what} | {} |", limit(file, constant)).unwrap();
        }
        wanted.push('\n');
    }
    between("guarantees.md", "limits", &wanted);
}

/// The value of a constant: numbers joined by `*` or `<<`.
fn limit(file: &str, constant: &str) -> u64 {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let line = text
        .lines()
        .find(|line| line.contains(&format!("const {constant}:")))
        .unwrap_or_else(|| panic!("{file}: {constant}"));
    let value = line.split_once('=').unwrap().1.trim().trim_end_matches(';').replace('_', "");
    let number = |text: &str| text.trim().parse::<u64>().unwrap_or_else(|_| panic!("{file}: {constant} = {value}"));
    match value.split_once("<<") {
        Some((base, shift)) => number(base) << number(shift),
        None => value.split('*').map(number).product(),
    }
}

/// The grammar without what only the parser needs: blanks, ends of keywords and recovery.
fn readable(grammar: &str) -> String {
    let hidden = [
        "gap",
        "b",
        "s",
        "sep",
        "e",
        "item_start",
        "bad_item",
        "bad_clause",
        "close",
        "unclosed",
        "comment",
        "reserved",
    ];
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
        if let Some((name, body)) = line.split_once('=').filter(|_| line.starts_with(|c: char| c.is_ascii_lowercase()))
        {
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
            '"' => rest
                .char_indices()
                .skip(1)
                .scan(false, |escaped, (at, c)| {
                    let ends = c == '"' && !*escaped;
                    *escaped = c == '\\' && !*escaped;
                    Some((at, ends))
                })
                .find(|(_, ends)| *ends)
                .map_or(rest.len(), |(at, _)| at + 1),
            c if c.is_ascii_alphanumeric() || c == '_' => {
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len())
            }
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
        let glued =
            out.ends_with(['(', '!', '&']) || [")", "?", "*", "+"].contains(&token.as_str()) || token.starts_with('{');
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
    while let Some(at) =
        tokens.windows(3).position(|three| three[0] == "(" && three[2] == ")" && three[1] != "(" && three[1] != ")")
    {
        tokens.remove(at + 2);
        tokens.remove(at);
    }
}

#[test]
fn every_profile_is_told_of() {
    let page = include_str!("../docs/README.md");
    for (name, _) in policyc::rules::FILES {
        if let Some(profile) = name.strip_prefix("profiles/") {
            assert!(page.contains(&format!("| `{profile}` |")), "{profile}");
        }
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
