//! Time of the safe-entry lint: the whole of `rules/` with a policy of 1,000 rules, and how it grows from 100 to 10,000 rules.
//!
//! `cargo bench --bench lint` prints milliseconds on one core, the best of some rounds. Every second rule of the generated policies is an
//! entry of a `safe` list, over all programs of the standard library in turn, each with its own `without`.

#![expect(clippy::print_stdout, clippy::expect_used, clippy::indexing_slicing, reason = "a program for developers")]

use policyc::compile::{Compiled, NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::Index;
use policyc::lint::{self, Subject};
use policyc::table::Command;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

const ROUNDS: usize = 5;

/// Milliseconds of a call, at best of some rounds.
fn best<T>(mut call: impl FnMut() -> T) -> f64 {
    let once = || {
        let start = Instant::now();
        std::hint::black_box(call());
        start.elapsed().as_secs_f64() * 1e3
    };
    std::iter::repeat_with(once).take(ROUNDS).fold(f64::INFINITY, f64::min)
}

/// How many findings of the safe-entry lint.
fn linted(compiled: &Compiled) -> usize {
    let table = compiled.table.as_ref().expect("it compiles");
    let evaluator = Evaluator::new(table).expect("its sets compile");
    lint::safe_entries(&Subject { table, index: Index::new(table), evaluator }).len()
}

fn policies(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path());
    for path in entries {
        if path.is_dir() {
            policies(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "policy") {
            found.push(path);
        }
    }
    found.sort();
}

/// Entries over all programs: their names with their subcommands, and an option to leave out.
fn entries(command: &Command, above: &str, found: &mut Vec<(String, Vec<String>)>) {
    // In quotes, for a name may begin an item of the language.
    let name = format!("{above}\"{}\"", command.names[0]);
    let plain = |text: &String| text.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if !plain(&command.names[0]) {
        return;
    }
    let options = command.options.iter().filter_map(|option| option.spellings.first());
    found.push((name.clone(), options.filter(|option| plain(option)).cloned().collect()));
    for sub in &command.subcommands {
        entries(sub, &format!("{name} "), found);
    }
}

/// A policy of so many rules.
fn generated(rules: usize, programs: &[(String, Vec<String>)]) -> String {
    let mut text = String::from("policy generated language 1\nuse std/commands\nuse std/tools\nsafe list {\n");
    for at in 0..rules / 2 {
        let (name, options) = &programs[at % programs.len()];
        let without: Vec<&str> = options.iter().skip(at / programs.len()).take(2).map(String::as_str).collect();
        let without = if without.is_empty() { String::new() } else { format!(" without {}", without.join(", ")) };
        writeln!(text, "  {name}{without}").expect("text");
    }
    text += "}\n";
    for at in 0..rules.div_ceil(2) {
        writeln!(text, "pattern shape-{at} {{ \"program-{at}\" }}").expect("text");
    }
    text += "stage rules {\n  allow when safe list because \"vouched for\"\n";
    for at in 0..rules.div_ceil(2) {
        writeln!(text, "  ask when any shape-{at} because \"rule {at}\"").expect("text");
    }
    text + "}\nfinal rest { ask always because \"nothing here decides\" }\n"
}

fn main() {
    let mut files = Vec::new();
    policies(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules"), &mut files);
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|file| (file.display().to_string(), std::fs::read_to_string(file).expect("a policy")))
        .collect();
    let whole: Vec<Compiled> = texts
        .iter()
        .map(|(name, text)| compile(name, text, &NoFiles))
        .filter(|compiled| compiled.table.is_some())
        .collect();
    let mut programs = Vec::new();
    let declared =
        compile("p", "policy p language 1\nuse std/commands\nfinal f { ask always because \"x\" }\n", &NoFiles);
    for command in &declared.table.as_ref().expect("it compiles").commands {
        entries(command, "", &mut programs);
    }
    println!("rules    compile    lint   findings     (milliseconds)");
    let mut thousand = 0.0;
    for rules in [100, 300, 1_000, 3_000, 10_000] {
        let text = generated(rules, &programs);
        let compiling = best(|| compile("generated", &text, &NoFiles));
        let compiled = compile("generated", &text, &NoFiles);
        assert!(compiled.table.is_some(), "{:?}", compiled.diagnostics.first());
        let linting = best(|| linted(&compiled));
        if rules == 1_000 {
            thousand = linting;
        }
        println!("{rules:>6} {compiling:>9.1} {linting:>8.1} {:>8}", linted(&compiled));
    }
    let whole_time = best(|| whole.iter().map(linted).sum::<usize>());
    println!(
        "{} policies of rules/: {whole_time:.1} ms; with 1,000 rules: {:.1} ms",
        whole.len(),
        whole_time + thousand
    );
}
