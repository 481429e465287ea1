//! Time of a whole decision, beside `shlex::split` on the same commands in the same run: the floor of any gate.
//!
//! `cargo bench --bench decide` prints, over all commands of the corpora, microseconds at the median, at the 90th and 99th
//! hundredth and on average, and the ratios; then what starting costs.

#![expect(clippy::print_stdout, clippy::unwrap_used, clippy::indexing_slicing, reason = "a program for developers")]

use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::Call;
use policyc::table::Table;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Every command is measured so often, and its best time counts.
const ROUNDS: usize = 9;

/// A round repeats its call until so much time has passed, so that the clock's grain does not count.
const ROUND: Duration = Duration::from_micros(20);

const PROFILE: &str = include_str!("../rules/profiles/developer.policy");

/// All commands of the corpora: at least 500, of every kind.
fn commands() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let files = [root.clone(), root.join("shell")].map(|dir| std::fs::read_dir(dir).unwrap());
    let mut paths: Vec<_> = files.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    let text: String = paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let command = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).ok()?;
        row["command"].as_str().or(row.as_str()).map(str::to_owned)
    };
    let commands: Vec<String> = text.lines().filter_map(command).collect();
    assert!(commands.len() >= 500, "{}", commands.len());
    commands
}

fn call(command: &str) -> Call {
    let mut call = Call { tool: "shell".into(), input: serde_json::json!({ "command": command }), ..Call::default() };
    call.host.cwd = Some("/w".into());
    call.host.home = Some("/home/me".into());
    call
}

/// Microseconds of one call, at best of some rounds.
fn best(mut once: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let (start, mut times) = (Instant::now(), 0_u32);
        while times == 0 || start.elapsed() < ROUND {
            for _ in 0..4 {
                once();
            }
            times += 4;
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / f64::from(times));
    }
    best
}

fn quantile(sorted: &[f64], part: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

/// Prints a row of the table; with the floor, also how many times it the row is.
fn row(name: &str, times: &[f64], floor: &[f64]) {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut ratios: Vec<f64> = times.iter().zip(floor).map(|(own, floor)| own / floor).collect();
    ratios.sort_by(f64::total_cmp);
    let mut lowest = floor.to_vec();
    lowest.sort_by(f64::total_cmp);
    println!(
        "{name:<22} {:>9.2} {:>9.2} {:>9.2} {:>9.2}   {:>6.1} {:>6.1} {:>6.1}",
        quantile(&sorted, 0.5),
        quantile(&sorted, 0.9),
        quantile(&sorted, 0.99),
        mean(times),
        quantile(&sorted, 0.5) / quantile(&lowest, 0.5),
        quantile(&ratios, 0.5),
        mean(times) / mean(floor),
    );
}

fn decisions(table: &Table) {
    let calls: Vec<(String, Call)> = commands().into_iter().map(|line| (line.clone(), call(&line))).collect();
    let evaluator = Evaluator::new(table).unwrap();
    let each = |once: &dyn Fn(&str, &Call)| -> Vec<f64> {
        calls.iter().map(|(line, call)| best(|| once(black_box(line), black_box(call)))).collect()
    };
    let floor = each(&|line, _| drop(black_box(shlex::split(line))));
    let effects = each(&|_, call| drop(black_box(evaluator.read(call))));
    let whole = each(&|_, call| drop(black_box(evaluator.decide(call, &evaluator.read(call)))));
    println!(
        "{} commands; microseconds, and times `shlex::split`: of the medians, median of ratios, of the means",
        calls.len()
    );
    println!("{:<22} {:>9} {:>9} {:>9} {:>9}", "", "p50", "p90", "p99", "mean");
    row("shlex::split", &floor, &floor);
    row("effects", &effects, &floor);
    row("whole decision", &whole, &floor);
}

fn start(table: &Table) {
    let bytes = table.to_binary().unwrap();
    let milliseconds = |once: &dyn Fn()| best(once) / 1e3;
    println!("milliseconds to start");
    let compiled = milliseconds(&|| drop(black_box(compile("developer.policy", black_box(PROFILE), &NoFiles))));
    println!("{:<22} {compiled:>9.2}", "compile the profile");
    let loaded = milliseconds(&|| drop(black_box(Table::from_binary(black_box(&bytes), None).unwrap())));
    println!("{:<22} {loaded:>9.2}   ({} bytes)", "load a built table", bytes.len());
    let made = milliseconds(&|| drop(black_box(Evaluator::new(black_box(table)).unwrap())));
    println!("{:<22} {made:>9.2}", "make an evaluator");
}

fn main() {
    let table = compile("developer.policy", PROFILE, &NoFiles).table.unwrap();
    start(&table);
    decisions(&table);
}
