//! The safe-entry lint, held against everything that `rules/std` declares.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

#[path = "safe_entries/check.rs"]
mod check;

use policyc::analysis::{Form, Forms, Shape, Via, goal_forms, goals, is_own_act};
use policyc::compile::{Compiled, NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::{Host, Index, Standing, read_line};
use policyc::lint::{self, Subject};
use policyc::source::{Diagnostic, render};
use policyc::table::{Command, CommandKind};

/// A policy whose one list has these entries.
fn policy(entries: &[String]) -> String {
    format!(
        "policy p language 1\nuse std/commands\nuse std/tools\nsafe list {{\n  {}\n}}\n\
         stage s {{ allow when safe list because \"x\" }}\nfinal f {{ ask always because \"y\" }}\n",
        entries.join("\n  ")
    )
}

fn compiled(text: &str) -> Compiled {
    let compiled = compile("p.policy", text, &NoFiles);
    assert!(compiled.diagnostics.is_empty(), "{}", render::text(&compiled.sources, &compiled.diagnostics, false));
    compiled
}

fn findings(text: &str) -> Vec<Diagnostic> {
    let compiled = compiled(text);
    let table = compiled.table.as_ref().unwrap();
    lint::run(&Subject { table, index: Index::new(table), evaluator: Evaluator::new(table).unwrap() })
}

/// Every declaration of a program or subcommand, as an entry by its first name.
fn all() -> Vec<String> {
    let compiled = compiled(&policy(&["ls".to_owned()]));
    let mut entries = Vec::new();
    for command in &compiled.table.unwrap().commands {
        add(command, "", &mut entries);
    }
    entries.sort();
    entries.dedup();
    entries
}

fn add(command: &Command, above: &str, entries: &mut Vec<String>) {
    if let Some(name) = command.canonical_names().next() {
        let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        let name = format!("{above}{}", if plain { name.to_owned() } else { format!("\"{name}\"") });
        entries.push(name.clone());
        for sub in &command.subcommands {
            add(sub, &format!("{name} "), entries);
        }
    }
}

/// Calls `each` for every declared program and subcommand, with the declarations on the way to it.
fn walk<'t>(path: &mut Vec<&'t Command>, each: &mut dyn FnMut(&[&'t Command])) {
    each(path);
    for sub in &path[path.len() - 1].subcommands {
        path.push(sub);
        walk(path, each);
        path.pop();
    }
}

/// No act of a declaration is out of reach of the linter: some form shows it.
#[test]
fn every_act_that_std_declares_has_a_form_that_shows_it() {
    let compiled = compiled(&policy(&["ls".to_owned()]));
    let table = compiled.table.as_ref().unwrap();
    let index = Index::new(table);
    let host = Host { cwd: Some("/w".to_owned()), workspace: vec!["/w".to_owned()], ..Host::default() };
    let (mut acts, mut missing, mut dead) = (0, String::new(), String::new());
    for command in &table.commands {
        walk(&mut vec![command], &mut |path| {
            for goal in goals(path, &is_own_act) {
                let own = match goal.via {
                    Via::Option { depth, .. } | Via::Always { depth } => depth + 1 == path.len(),
                    Via::Operand { .. } => true,
                    Via::Variable { .. } => path.len() == 1,
                };
                if !own || goal.ways.is_empty() {
                    continue;
                }
                acts += 1;
                let apart = command.kind == CommandKind::Program
                    && (index.commands.has_builtin(&command.names[0]) || command.names[0] == "time");
                let Forms { forms, cut } = goal_forms(path, &goal, Shape { apart, ..Shape::ANY });
                if forms.iter().all(|form| !form.open.is_empty()) && !cut {
                    let place = format!("{}:{}", table.sources[goal.at.file as usize], goal.at.line);
                    dead += &format!("{place} {:?}\n", goal.spec.kind);
                }
                let shows = |form: &Form| {
                    let units = read_line(&index, &host, &form.line()).units;
                    units.iter().any(|unit| {
                        unit.standing == Standing::Understood
                            && unit.effects.iter().any(|effect| {
                                effect.origin.declared == Some(goal.at) && effect.kind.acts()
                                    || Some(effect.kind) == goal.spec.kind
                            })
                    })
                };
                if (cut || !forms.iter().all(|form| !form.open.is_empty())) && !forms.iter().any(shows) {
                    let lines: Vec<String> = forms.iter().take(3).map(Form::line).collect();
                    let place = format!("{}:{}", table.sources[goal.at.file as usize], goal.at.line);
                    missing += &format!("{place} {:?}: {lines:?}\n", goal.spec.kind);
                }
            }
        });
    }
    assert!(acts > 1300, "{acts}");
    // `writes beside` where no operand is a path, and `git --help` before a subcommand.
    assert!(dead.lines().count() <= 4, "{dead}");
    assert!(missing.is_empty(), "{acts} acts, without a form that shows them:\n{missing}");
}

/// Applies the edits of all findings that have one.
fn mended(text: &str, findings: &[Diagnostic]) -> String {
    let mut edits: Vec<_> = findings.iter().filter_map(|finding| finding.edit.clone()).collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.span.start));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(edit.at.span.start as usize..edit.at.span.end as usize, &edit.replacement);
    }
    text
}

/// Every finding has an edit, and after it there is nothing left to find: within so many rounds.
const ROUNDS: usize = 3;

#[test]
fn the_edit_of_a_finding_mends_it() {
    let narrow = ["sort", "ls", "sed", "tar", "diff"].map(|name| format!("{name} without --help where no contacts"));
    for entries in [all(), narrow.to_vec()] {
        let mut text = policy(&entries);
        let mut left = findings(&text);
        assert!(!left.is_empty());
        for _ in 0..ROUNDS {
            let odd: Vec<_> =
                left.iter().filter(|finding| finding.edit.is_none() || finding.code.0 != "L001").collect();
            assert!(odd.is_empty(), "{odd:#?}");
            text = mended(&text, &left);
            left = findings(&text);
        }
        let titles: Vec<_> = left.iter().map(|finding| (&finding.title, &finding.witness)).collect();
        assert!(left.is_empty(), "{titles:#?}");
    }
}

/// A stream of bytes that depends on the seed alone.
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(1200).collect()
}

/// So many of the policies that break the property are shown.
const SHOWN: usize = 5;

#[test]
fn what_passes_does_no_harm_and_what_is_found_does() {
    let cases: u64 = std::env::var("CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(800);
    let first: u64 = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut seen = check::Seen::default();
    let mut compiled = 0;
    let mut wrong = Vec::new();
    for seed in first..first + cases {
        let one = check::check(&bytes(seed)).unwrap_or_else(|what| {
            wrong.push(format!("seed {seed}: {what}"));
            check::Seen { compiled: true, ..check::Seen::default() }
        });
        compiled += u64::from(one.compiled);
        seen.refuted += one.refuted;
        seen.clean += one.clean;
        seen.undecided += one.undecided;
        seen.vouched += one.vouched;
    }
    eprintln!("{cases} policies, {compiled} compiled: {seen:?}");
    assert!(wrong.is_empty(), "{} are wrong, such as\n{}", wrong.len(), wrong[..wrong.len().min(SHOWN)].join("\n\n"));
    assert_eq!(compiled, cases, "{cases}");
    if cases >= 800 {
        assert!(
            seen.refuted > 300
                && seen.clean > 300
                && seen.vouched > 300
                && seen.undecided * 10 < seen.refuted + seen.clean,
            "{seen:?}"
        );
    }
}
