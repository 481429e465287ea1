//! Our reading of shell text against bash's own parser.
//!
//! bash's verdicts on our corpus are recorded beside it, so that this needs neither bash nor a compiler. Where both are there, the
//! recording is checked, and mutations of the corpus are held against bash live:
//!
//! * `POLICYC_MUTATIONS`: how many (2,000 unless set);
//! * `POLICYC_SEED`: of which seed (a new one each time unless set; it is printed);
//! * `POLICYC_RECORD=1`: records the verdicts on the corpus anew.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test says what is wrong by stopping"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;

#[path = "oracle/bash/mod.rs"]
mod bash;

use bash::live::Oracle;
use bash::mutate::{Random, corpus, corpus_path, mutate, setting};
use bash::{Case, Difference, Verdict};
use policyc::shell::Dialect;

/// Commands that bash reads and we don't, each for a reason.
const EXCEPTIONS: [(&str, &str); 6] = [
    (">&-x", "bash takes `x` for a program here, which nobody means"),
    ("a=(b)c", "what follows an array belongs to it, and changes how it is read"),
    ("echo ${x!}", "bash reports a bad substitution when it runs this"),
    ("echo ${a b}", "bash reports a bad substitution when it runs this"),
    ("${{ github.sha }}", "bash reports a bad substitution when it runs this"),
    ("echo ${{ secrets.TOKEN }}", "bash reports a bad substitution when it runs this"),
];

/// FNV-1a: short names for texts, not a defence.
fn key(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn recorded() -> BTreeMap<u64, Verdict> {
    let text = std::fs::read_to_string(corpus_path("verdicts.tsv")).unwrap_or_default();
    let entry = |line: &str| {
        let mut columns = line.splitn(3, '\t');
        let key = u64::from_str_radix(columns.next().unwrap(), 16).unwrap();
        let ok = columns.next().unwrap() == "ok";
        (key, Verdict { ok, text: columns.next().unwrap().to_owned() })
    };
    text.lines().map(entry).collect()
}

fn record(oracle: &Oracle, commands: &[String]) {
    let mut scripts: Vec<String> =
        commands.iter().flat_map(|command| Case::new(command, Dialect::Bash).scripts()).collect();
    scripts.sort();
    scripts.dedup();
    let verdicts = oracle.parse(&scripts, Dialect::Bash);
    assert_eq!(verdicts.len(), scripts.len());
    let lines: BTreeMap<u64, Verdict> = scripts.iter().map(|script| key(script)).zip(verdicts).collect();
    let mut text = String::new();
    for (key, verdict) in lines {
        let word = if verdict.ok { "ok" } else { "error" };
        writeln!(text, "{key:016x}\t{word}\t{}", verdict.text).unwrap();
    }
    std::fs::write(corpus_path("verdicts.tsv"), text).unwrap();
}

fn live() -> Option<Oracle> {
    match Oracle::new() {
        Ok(oracle) => Some(oracle),
        Err(why) => {
            println!("skipped: because {why}");
            None
        }
    }
}

#[test]
fn the_corpus_is_read_as_bash_reads_it() {
    let commands = corpus();
    if setting("POLICYC_RECORD").is_some() {
        record(&live().unwrap(), &commands);
    }
    let recorded = recorded();
    let mut wrong = Vec::new();
    for command in &commands {
        let case = Case::new(command, Dialect::Bash);
        let verdicts: Option<Vec<Verdict>> =
            case.scripts().iter().map(|script| recorded.get(&key(script)).cloned()).collect();
        let Some(verdicts) = verdicts else {
            wrong.push(format!("{command:?}: not recorded (set POLICYC_RECORD=1 on a host with bash's headers)"));
            continue;
        };
        let excepted = EXCEPTIONS.iter().any(|(exception, _)| exception == command);
        match case.compare(&verdicts) {
            Ok(()) if excepted => wrong.push(format!("{command:?}: no exception any more")),
            Err(Difference::FalseReject(_)) if excepted => {}
            Ok(()) => {}
            Err(difference) => wrong.push(format!("{command:?}: {difference:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), commands.len(), wrong.join("\n"));
    assert!(commands.len() >= 1_500, "{} commands", commands.len());
}

#[test]
fn the_recording_is_what_bash_says() {
    let Some(oracle) = live() else { return };
    let recorded = recorded();
    let scripts: Vec<String> =
        corpus().iter().flat_map(|command| Case::new(command, Dialect::Bash).scripts()).collect();
    let stale: Vec<_> = scripts
        .iter()
        .zip(oracle.parse(&scripts, Dialect::Bash))
        .filter(|(script, verdict)| recorded.get(&key(script)) != Some(verdict))
        .map(|(script, verdict)| format!("{script:?}: {verdict:?}"))
        .collect();
    assert!(stale.is_empty(), "{} verdicts differ from the recording:\n{}", stale.len(), stale.join("\n"));
}

/// Whether dash finds no syntax error.
fn dash_accepts(text: &str) -> bool {
    let output = std::process::Command::new("dash").args(["-n", "-c", &format!(" {text}")]).output();
    output.is_ok_and(|output| output.status.success())
}

#[test]
fn what_is_read_as_posix_is_read_alike_by_dash_and_bash() {
    let Some(oracle) = live() else { return };
    let count = setting("POLICYC_MUTATIONS").unwrap_or(2_000);
    let seed = setting("POLICYC_SEED")
        .unwrap_or_else(|| std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_micros() as u64);
    println!("{count} mutations of seed {seed} (POLICYC_SEED={seed})");
    let commands = corpus();
    let mut random = Random::new(seed);
    let mut texts = commands.clone();
    texts.extend((0..count).map(|_| mutate(&mut random, &commands)));
    let mut wrong = Vec::new();
    let mut compared = 0;
    let dash = dash_accepts(":");
    for texts in texts.chunks(250) {
        let cases: Vec<Case<'_>> =
            texts.iter().map(|text| Case::new(text, Dialect::Posix)).filter(Case::is_read).collect();
        compared += cases.len();
        let scripts: Vec<Vec<String>> = cases.iter().map(Case::scripts).collect();
        let verdicts = oracle.parse(&scripts.concat(), Dialect::Posix);
        let mut verdicts = verdicts.as_slice();
        for (case, scripts) in cases.iter().zip(&scripts) {
            let (mine, rest) = verdicts.split_at(scripts.len());
            verdicts = rest;
            if let Err(difference) = case.compare(mine) {
                wrong.push(format!("{:?}: {difference:?}", case.text));
            }
            if dash && !dash_accepts(case.text) {
                wrong.push(format!("{:?}: dash reports a syntax error", case.text));
            }
        }
    }
    println!("{compared} of {} are read as posix", texts.len());
    assert!(wrong.is_empty(), "seed {seed}: {} are read otherwise:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn mutations_are_read_as_bash_reads_them_or_not_at_all() {
    let Some(oracle) = live() else { return };
    let count = setting("POLICYC_MUTATIONS").unwrap_or(2_000);
    let seed = setting("POLICYC_SEED")
        .unwrap_or_else(|| std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_micros() as u64);
    println!("{count} mutations of seed {seed} (POLICYC_SEED={seed})");
    let commands = corpus();
    let mut random = Random::new(seed);
    let (mut accepted, mut rejected, mut wrong) = (0, BTreeMap::<String, (u32, String)>::new(), Vec::new());
    let mut left = count;
    while left > 0 {
        let size = left.min(250);
        left -= size;
        let texts: Vec<String> = (0..size).map(|_| mutate(&mut random, &commands)).collect();
        let cases: Vec<Case<'_>> = texts.iter().map(|text| Case::new(text, Dialect::Bash)).collect();
        let scripts: Vec<Vec<String>> = cases.iter().map(Case::scripts).collect();
        let verdicts = oracle.parse(&scripts.concat(), Dialect::Bash);
        let mut verdicts = verdicts.as_slice();
        for (case, scripts) in cases.iter().zip(&scripts) {
            let (mine, rest) = verdicts.split_at(scripts.len());
            verdicts = rest;
            accepted += u32::from(mine[0].ok);
            match case.compare(mine) {
                Ok(()) => {}
                Err(Difference::FalseReject(why)) => {
                    let reason = why.split(" at byte ").next().unwrap().to_owned();
                    let entry = rejected.entry(reason).or_insert((0, case.text.to_owned()));
                    entry.0 += 1;
                    if case.text.len() < entry.1.len() {
                        entry.1 = case.text.to_owned();
                    }
                }
                Err(difference) => wrong.push(format!("{:?}: {difference:?}", case.text)),
            }
        }
    }
    let total: u32 = rejected.values().map(|(count, _)| count).sum();
    println!("bash reads {accepted} of {count}; of these we do not read {total}:");
    for (reason, (count, shortest)) in &rejected {
        println!("{count:6} {reason}: {shortest:?}");
    }
    assert!(
        wrong.is_empty(),
        "seed {seed}: {} of {count} are read otherwise than bash reads them:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
