//! Time that checking a policy takes, by how many rules it has: the curve, and whether it is a line.
//!
//! `cargo bench --bench check`: parsing, types, order of stages and the table, as `policyc check` does before lints and cases.
//! 10,000 rules in under a second on one core is the promise.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench prints what it measured, and fails by panicking"
)]

use policyc::compile::{NoFiles, compile};
use policyc::source::Severity;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A policy of so many rules, with a list and a set for each ten.
fn large(rules: usize) -> String {
    let mut text = String::from("policy large language 1\nuse std/commands\nuse std/paths\nuse std/tools\n");
    for stage in 0..rules / 10 {
        let _ = writeln!(text, "paths set{stage} {{ \"{{workspace}}/dir{stage}/**\"  secret except \"**/x{stage}\" }}");
        let _ = writeln!(
            text,
            "safe list{stage} {{\n  sort without -o, --compress-program\n  git status\n  git diff without --ext-diff\n}}"
        );
        let _ = writeln!(text, "stage stage{stage} {{");
        for rule in 0..10 {
            let _ = writeln!(
                text,
                "  ask when any writes in set{stage}, reads in secret and tool t{rule} because \"rule {rule} of {stage}\""
            );
        }
        text.push_str("}\n");
    }
    text.push_str("tools { t* reads $p }\nfinal rest { ask always because \"nothing decides\" }\n");
    text
}

/// The best of a few runs.
fn time(text: &str) -> Duration {
    let run = || {
        let start = Instant::now();
        let compiled = compile("large.policy", text, &NoFiles);
        let taken = start.elapsed();
        let mut errors = compiled.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
        assert!(errors.next().is_none(), "{:?}", compiled.diagnostics.first());
        taken
    };
    (0..5).map(|_| run()).min().unwrap()
}

fn main() {
    let base = time(&large(0));
    println!("{:>8} {:>10} {:>12} {:>14}", "rules", "bytes", "time", "a rule more");
    println!("{:>8} {:>10} {:>12?} {:>14}", 0, large(0).len(), base, "");
    for rules in [1_000, 2_000, 5_000, 10_000, 20_000, 40_000] {
        let text = large(rules);
        let taken = time(&text);
        let each = taken.saturating_sub(base) / u32::try_from(rules).unwrap();
        println!("{rules:>8} {:>10} {taken:>12?} {each:>14?}", text.len());
    }
}
