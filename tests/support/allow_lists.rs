//! The table of `docs/allow-lists.md`: what the linter says of prefixes that people put in allow-lists.

use policyc::compile::{Compiled, NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::Index;
use policyc::lint::{self, Subject};
use policyc::source::Diagnostic;
use policyc::table::Command;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What there is to say of a prefix before it is linted.
enum Read {
    /// An entry of the language.
    Entry { entry: String },
    /// Why no entry can speak for it.
    Not(String),
}

/// The table, one section for each `##` of the list, and how many prefixes it has.
pub fn table(list: &str) -> (String, usize) {
    let declared = compiled(&["ls".to_owned()]);
    let commands = &declared.table.as_ref().unwrap().commands;
    let prefixes: Vec<&str> = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let read: BTreeMap<&str, Read> = prefixes.iter().map(|prefix| (*prefix, read(prefix, commands))).collect();
    let mut entries: Vec<String> = read
        .values()
        .filter_map(|read| match read {
            Read::Entry { entry } => Some(entry.clone()),
            Read::Not(_) => None,
        })
        .collect();
    entries.sort();
    entries.dedup();
    let findings = findings(&entries);
    let mut page = String::new();
    let mut counts = BTreeMap::new();
    for line in list.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            write!(page, "\n### {heading}\n\n| prefix | verdict | a call that it lets through | write instead |\n|---|---|---|---|\n").unwrap();
        } else if let Some(read) = read.get(line) {
            let (verdict, row) = row(line, read, &findings);
            *counts.entry(verdict).or_insert(0) += 1;
            page += &row;
        }
    }
    let of = |verdict| counts.get(verdict).copied().unwrap_or_default();
    let head = format!(
        "{} prefixes: {} only look, {} are refuted by a call, {} speak for nothing that is declared.\n",
        prefixes.len(),
        of("only looks"),
        of("refuted"),
        of("not declared")
    );
    (head + &page, prefixes.len())
}

/// A prefix as an entry: subcommands as far as they are declared, options behind `with`, the first other word behind `operand`.
fn read(prefix: &str, commands: &[Command]) -> Read {
    let mut words = prefix.split(' ');
    let written = words.next().unwrap();
    let Some(mut level) = commands.iter().find(|command| command.names.iter().any(|name| name == written)) else {
        return Read::Not("no declaration".to_owned());
    };
    let mut path = vec![level];
    let (mut entry, mut with, mut operand) = (quoted(written), Vec::new(), None);
    for word in words {
        if let Some(sub) = level.subcommands.iter().find(|sub| sub.names.iter().any(|name| name == word)) {
            level = sub;
            path.push(sub);
            write!(entry, " {word}").unwrap();
        } else if word.starts_with('-') {
            let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-') && letters.len() > 1);
            let known = |name: &str| {
                path.iter()
                    .any(|level| level.options.iter().any(|option| option.spellings.iter().any(|own| own == name)))
            };
            let single: Vec<String> = letters.unwrap_or_default().chars().map(|letter| format!("-{letter}")).collect();
            if known(word) {
                with.push(word.to_owned());
            } else if !single.is_empty() && single.iter().all(|name| known(name)) {
                with.extend(single);
            } else {
                return Read::Not(format!("`{word}` is not declared"));
            }
        } else if !level.subcommands.is_empty() && operand.is_none() && !word.is_empty() {
            return Read::Not(format!("`{entry} {word}` is not declared"));
        } else {
            operand = operand.or(Some(word));
        }
    }
    if !with.is_empty() {
        write!(entry, " with {}", with.join(", ")).unwrap();
    }
    if let Some(operand) = operand {
        write!(entry, " operand {operand}").unwrap();
    }
    Read::Entry { entry }
}

/// A name that begins an item of the language stands in quotes.
fn quoted(name: &str) -> String {
    if ["command", "test", "accept"].contains(&name) { format!("\"{name}\"") } else { name.to_owned() }
}

fn compiled(entries: &[String]) -> Compiled {
    let text = format!(
        "policy p language 1\nuse std/commands\nuse std/tools\nsafe list {{\n{}\n}}\n\
         stage s {{ allow when safe list because \"x\" }}\nfinal f {{ ask always because \"y\" }}\n",
        entries.join("\n")
    );
    let compiled = compile("p.policy", &text, &NoFiles);
    assert!(compiled.diagnostics.is_empty(), "{:#?}", compiled.diagnostics);
    compiled
}

/// The finding of each entry.
fn findings(entries: &[String]) -> BTreeMap<String, Diagnostic> {
    let compiled = compiled(entries);
    let table = compiled.table.as_ref().unwrap();
    let found = lint::run(&Subject { table, index: Index::new(table), evaluator: Evaluator::new(table).unwrap() });
    // The list begins on the fifth line, one entry a line.
    let first = "policy p language 1\nuse std/commands\nuse std/tools\nsafe list {\n".len();
    let mut starts = Vec::new();
    let mut at = first;
    for entry in entries {
        starts.push((at, entry));
        at += entry.len() + 1;
    }
    let entry = |finding: &Diagnostic| {
        let start = finding.at().unwrap().span.start as usize;
        starts.iter().find(|(at, _)| *at == start).map(|(_, entry)| (*entry).clone())
    };
    found.into_iter().filter_map(|finding| Some((entry(&finding)?, finding))).collect()
}

fn row(prefix: &str, read: &Read, findings: &BTreeMap<String, Diagnostic>) -> (&'static str, String) {
    let cell = |text: &str| format!("`{}`", text.replace('|', "\\|"));
    let entry = match read {
        Read::Not(why) => return ("not declared", format!("| {} | not declared: {why} | | |\n", cell(prefix))),
        Read::Entry { entry } => entry,
    };
    let Some(finding) = findings.get(entry) else {
        return ("only looks", format!("| {} | only looks | | |\n", cell(prefix)));
    };
    let Some(witness) = &finding.witness else {
        return ("undecided", format!("| {} | undecided | | |\n", cell(prefix)));
    };
    let verdict = finding.title.split(", and can ").nth(1).unwrap();
    let always = finding.help.iter().any(|help| help.starts_with("every call"));
    let mend = match &finding.edit {
        _ if always => "nothing: every call of it does".to_owned(),
        Some(edit) => cell(&format!("{entry}{}", edit.replacement)),
        None => String::new(),
    };
    ("refuted", format!("| {} | can {verdict} | {} | {mend} |\n", cell(prefix), cell(witness)))
}
