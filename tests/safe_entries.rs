//! The safe-entry lint, held against everything that `rules/std` declares.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

use policyc::analysis::{Form, Forms, Shape, Via, forms, goals, is_own_act};
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

/// Every declared program and subcommand, as an entry.
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
    let name = &command.names[0];
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let name = format!("{above}{}", if plain { name.clone() } else { format!("\"{name}\"") });
    entries.push(name.clone());
    for sub in &command.subcommands {
        add(sub, &format!("{name} "), entries);
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
    let (mut acts, mut most, mut missing, mut dead) = (0, 0, String::new(), String::new());
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
                let Forms { forms, cut } = forms(path, &goal, Shape { apart, ..Shape::ANY });
                most = most.max(forms.len());
                if forms.is_empty() && !cut {
                    let place = format!("{}:{}", table.sources[goal.at.file as usize], goal.at.line);
                    dead += &format!("{place} {:?} {:?}\n", path.last().unwrap().names[0], goal.spec);
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
                if (cut || !forms.is_empty()) && !forms.iter().any(shows) {
                    let lines: Vec<String> = forms.iter().take(3).map(Form::line).collect();
                    let place = format!("{}:{}", table.sources[goal.at.file as usize], goal.at.line);
                    missing += &format!("{place} {:?}: {lines:?}\n", goal.spec.kind);
                }
            }
        });
    }
    eprintln!("{acts} acts, at most {most} forms\nDEAD {dead}");
    assert!(acts > 1300, "{acts}");
    assert!(missing.is_empty(), "{acts} acts, without a form that shows them:\n{missing}");
}

#[test]
fn scratch() {
    let entries = all();
    let start = std::time::Instant::now();
    let text = policy(&entries);
    let compiled = compiled(&text);
    let table = compiled.table.as_ref().unwrap();
    let subject = Subject { table, index: Index::new(table), evaluator: Evaluator::new(table).unwrap() };
    let compiling = start.elapsed();
    let start = std::time::Instant::now();
    let findings = lint::run(&subject);
    eprintln!(
        "{} entries, {} findings, compile {compiling:?}, lint {:?}",
        entries.len(),
        findings.len(),
        start.elapsed()
    );
    for finding in findings {
        eprintln!(
            "{} {} -- {:?} {:?} {:?}",
            finding.code,
            finding.title,
            finding.witness,
            finding.labels[0].text,
            finding.edit.map(|edit| edit.replacement)
        );
    }
}
