//! Median time of reading one command, beside `shlex::split` on the same commands in the same run.
//!
//! `cargo bench --bench shell` prints nanoseconds for each command of the corpus at the median, and their ratio; then nanoseconds
//! a byte for long texts of several sizes, which must not grow.

#![expect(clippy::print_stdout, clippy::expect_used, clippy::indexing_slicing, reason = "a program for developers")]

use std::hint::black_box;
use std::time::Instant;

use policyc::shell::{Dialect, read};

const ROUNDS: usize = 31;
const REPEATS: u32 = 20;

fn corpus() -> Vec<String> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/shell");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).expect("the corpus").filter_map(Result::ok).map(|it| it.path()).collect();
    files.sort();
    let mut commands = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "jsonl")) {
        let text = std::fs::read_to_string(file).expect("a corpus file");
        commands.extend(text.lines().map(|line| serde_json::from_str::<String>(line).expect("a command")));
    }
    commands
}

/// Nanoseconds of one call.
fn timed(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..REPEATS {
        call();
    }
    start.elapsed().as_nanos() as f64 / f64::from(REPEATS)
}

fn quantile(sorted: &[f64], part: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}

/// Texts that a reader could easily be slow at.
const SHAPES: [&str; 14] = [
    "a; ",
    "a | ",
    "a && ",
    "echo word 'word' \"word $x\" ",
    "cat <<E\nx\nE\n",
    "$(a) ",
    "`a` ",
    "'a'\"b\"$c",
    "{a,b}",
    "[",
    "[a]",
    "((",
    "$(",
    "\\\n",
];

fn lengths() {
    println!("{:>30} {:>9} {:>9} {:>9} {:>9}", "ns a byte at", "2 KiB", "16 KiB", "128 KiB", "1 MiB");
    for unit in SHAPES {
        let row: Vec<String> = [11, 14, 17, 20]
            .iter()
            .map(|power| {
                let text = unit.repeat((1 << power) / unit.len());
                let once = || {
                    let start = Instant::now();
                    black_box(read(black_box(text.as_bytes()), Dialect::Bash));
                    start.elapsed().as_nanos() as f64
                };
                let best = (0..5).map(|_| once()).fold(f64::INFINITY, f64::min);
                format!("{:9.2}", best / text.len() as f64)
            })
            .collect();
        println!("{:>30} {}", format!("{unit:?}"), row.join(" "));
    }
}

fn main() {
    ratio();
    lengths();
}

fn ratio() {
    let commands = corpus();
    // Each command at best of all rounds: a spell in which others use the machine lasts longer than one command's rounds would.
    let mut ours = vec![f64::INFINITY; commands.len()];
    let mut theirs = ours.clone();
    for _ in 0..ROUNDS {
        for (at, command) in commands.iter().enumerate() {
            let reading = timed(|| {
                black_box(read(black_box(command.as_bytes()), Dialect::Bash));
            });
            let splitting = timed(|| {
                black_box(shlex::split(black_box(command)));
            });
            ours[at] = ours[at].min(reading);
            theirs[at] = theirs[at].min(splitting);
        }
    }
    let mut ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(reading, splitting)| reading / splitting).collect();
    for list in [&mut ours, &mut theirs, &mut ratios] {
        list.sort_by(f64::total_cmp);
    }
    println!("{} commands", commands.len());
    for (name, list) in [("read", &ours), ("shlex::split", &theirs)] {
        println!(
            "{name:>14}: p50 {:8.0} ns   p90 {:8.0} ns   p99 {:8.0} ns",
            quantile(list, 0.5),
            quantile(list, 0.9),
            quantile(list, 0.99)
        );
    }
    println!(
        "{:>14}: {:.2} (medians), {:.2} (median of each command's ratio)",
        "ratio",
        quantile(&ours, 0.5) / quantile(&theirs, 0.5),
        quantile(&ratios, 0.5)
    );
}
