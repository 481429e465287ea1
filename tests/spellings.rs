//! A line's answer does not depend on how it is written: over the whole corpus no other spelling of a line gets a looser
//! answer, and where nothing else is run than before it gets the same.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::panic,
    reason = "a test fails by panicking, and says what it measured"
)]

use policyc::analysis::{Speller, Way};
use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::{Call, Host};
use policyc::table::{Table, Verdict};
use serde_json::json;
use std::collections::BTreeMap;

const LISTS: [&str; 2] = [include_str!("corpus/calls/everyday.txt"), include_str!("corpus/calls/refused.txt")];

/// Of how many lines one is tried unless `SPELLINGS=all` is set.
const ONE_OF: usize = 4;

fn calls() -> Vec<String> {
    let lines = LISTS.iter().flat_map(|list| list.lines().skip(1));
    let lines = lines.filter(|line| !line.is_empty() && (line.contains('⏎') || !line.starts_with("# ")));
    lines.map(|line| line.replace('⏎', "\n")).collect()
}

fn profile(name: &str) -> Table {
    let (_, text) = policyc::rules::FILES.iter().find(|(own, _)| *own == format!("profiles/{name}")).unwrap();
    compile(name, text, &NoFiles).table.unwrap()
}

fn verdict(evaluator: &Evaluator<'_>, line: &str) -> (Verdict, String) {
    let host = Host { cwd: Some("/w".into()), workspace: vec!["/w".into()], ..Host::default() };
    let call = Call { tool: "shell".into(), input: json!({ "command": line }), host, facts: BTreeMap::new() };
    let decision = evaluator.decide(&call, &evaluator.read(&call));
    (decision.verdict(), decision.by.rule.clone())
}

#[derive(Default)]
struct Count {
    tried: usize,
    stricter: usize,
}

#[test]
fn no_spelling_of_a_line_is_looser() {
    let all = std::env::var("SPELLINGS").is_ok_and(|value| value == "all");
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<Way, Count> = BTreeMap::new();
    for name in ["developer", "strict"] {
        let table = profile(name);
        let evaluator = Evaluator::new(&table).unwrap();
        let speller = Speller::new(&table.commands);
        for line in calls().iter().step_by(if all { 1 } else { ONE_OF }) {
            let (before, rule) = verdict(&evaluator, line);
            for spelling in speller.spellings(line) {
                let (after, other) = verdict(&evaluator, &spelling.line);
                let count = counts.entry(spelling.way).or_default();
                count.tried += 1;
                count.stricter += usize::from(after > before);
                if after < before || (after > before && spelling.way.keeps()) {
                    wrong.push(format!(
                        "{name}: {}: {before:?} [{rule}] {line:?}\n    → {after:?} [{other}] {:?}",
                        spelling.way.words(),
                        spelling.line
                    ));
                }
            }
        }
    }
    for (way, count) in &counts {
        eprintln!("{:>8} {:<30} {} stricter", count.tried, way.words(), count.stricter);
        assert!(count.tried > 8, "{way:?} was hardly tried");
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        counts.values().map(|count| count.tried).sum::<usize>(),
        wrong.join("\n")
    );
}
