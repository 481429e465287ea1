//! Time of the lints, of all together and of that of safe entries: the whole of `rules/` with a policy of 1,000 rules, and how it grows
//! from 100 to 10,000 rules.
//!
//! `cargo bench --bench lint` prints milliseconds of processor time, the best of some rounds. Every second rule of the generated policies is an
//! entry of a `safe` list, over all programs of the standard library in turn, each with its own `without`.

#![expect(clippy::print_stdout, clippy::expect_used, clippy::indexing_slicing, reason = "a program for developers")]

use policyc::compile::{Compiled, NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::Index;
use policyc::lint::{self, Subject};
use policyc::table::Command;
#[cfg(unix)]
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const ROUNDS: usize = 5;

/// Milliseconds of processor time of this thread: others share the machine.
#[cfg(unix)]
fn clock() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// Milliseconds since the first call, where the system gives no better clock.
#[cfg(not(unix))]
fn clock() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64() * 1e3
}

/// Milliseconds of a call, at best of some rounds.
fn best<T>(mut call: impl FnMut() -> T) -> f64 {
    let once = || {
        let start = clock();
        std::hint::black_box(call());
        clock() - start
    };
    std::iter::repeat_with(once).take(ROUNDS).fold(f64::INFINITY, f64::min)
}

fn subject(compiled: &Compiled) -> Subject<'_> {
    let table = compiled.table.as_ref().expect("it compiles");
    Subject { table, index: Index::new(table), evaluator: Evaluator::new(table).expect("its sets compile") }
}

/// How many findings of the safe-entry lint.
fn of_safe_entries(compiled: &Compiled) -> usize {
    lint::safe_entries(&subject(compiled)).len()
}

/// How many findings of all lints, at the levels that they have of their own.
fn of_all(compiled: &Compiled) -> usize {
    lint::all(&subject(compiled), compiled, None, &BTreeMap::new(), "2026-01-01").len()
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
    println!(" rules   compile  safe entries  all lints  findings     (milliseconds)");
    let mut thousand = (0.0, 0.0);
    for rules in [100, 300, 1_000, 3_000, 10_000] {
        let text = generated(rules, &programs);
        let compiling = best(|| compile("generated", &text, &NoFiles));
        let compiled = compile("generated", &text, &NoFiles);
        assert!(compiled.table.is_some(), "{:?}", compiled.diagnostics.first());
        let (safe, all) = (best(|| of_safe_entries(&compiled)), best(|| of_all(&compiled)));
        if rules == 1_000 {
            thousand = (safe, all);
        }
        println!("{rules:>6} {compiling:>9.1} {safe:>13.1} {all:>10.1} {:>9}", of_all(&compiled));
    }
    let safe = best(|| whole.iter().map(of_safe_entries).sum::<usize>());
    let all = best(|| whole.iter().map(of_all).sum::<usize>());
    println!("{} policies of rules/: safe entries {safe:.1} ms, all lints {all:.1} ms", whole.len());
    println!("with 1,000 rules: safe entries {:.1} ms, all lints {:.1} ms", safe + thousand.0, all + thousand.1);
}
