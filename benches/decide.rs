//! Time per decision beside the floor of any gate: splitting the same commands into words with `shlex`.
//!
//! `cargo bench --bench decide` prints both and their ratio.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::Call;
use std::hint::black_box;
use std::path::Path;

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

fn decisions(criterion: &mut Criterion) {
    let commands = commands();
    let calls: Vec<Call> = commands.iter().map(|command| call(command)).collect();
    let table =
        compile("developer.policy", include_str!("../rules/profiles/developer.policy"), &NoFiles).table.unwrap();
    let evaluator = Evaluator::new(&table).unwrap();
    let bytes = table.to_binary().unwrap();

    let mut group = criterion.benchmark_group("commands");
    group.throughput(Throughput::Elements(commands.len() as u64)).sample_size(10);
    group.bench_function("shlex::split", |bench| {
        bench.iter(|| {
            commands
                .iter()
                .filter_map(|command| shlex::split(black_box(command)))
                .map(|words| words.len())
                .sum::<usize>()
        });
    });
    group.bench_function("decide", |bench| {
        bench.iter(|| {
            for call in &calls {
                black_box(evaluator.decide(call, &evaluator.read(black_box(call))));
            }
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("start");
    group.bench_function("compile the default profile", |bench| {
        let text = include_str!("../rules/profiles/developer.policy");
        bench.iter(|| compile("developer.policy", black_box(text), &NoFiles));
    });
    group.bench_function("load a built table", |bench| {
        bench.iter(|| policyc::table::Table::from_binary(black_box(&bytes), None).unwrap());
    });
    group.bench_function("make an evaluator", |bench| bench.iter(|| Evaluator::new(black_box(&table)).unwrap()));
    group.finish();
}

criterion_group!(benches, decisions);
criterion_main!(benches);
