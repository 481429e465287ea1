//! What must hold of every reading, on mutations of the corpus: as the fuzz target `shell`, without its engine.
//!
//! `POLICYC_MUTATIONS` and `POLICYC_SEED` as in `shell_oracle`.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test says what is wrong by stopping"
)]

#[path = "shell_invariants/check.rs"]
mod check;
#[path = "oracle/bash/dump.rs"]
mod dump;
#[path = "oracle/bash/mutate.rs"]
mod mutate;

use mutate::{Random, corpus, mutate, setting};
use policyc::shell::Dialect;

#[test]
fn readings_hold_together() {
    let commands = corpus();
    let count = setting("POLICYC_MUTATIONS").unwrap_or(10_000);
    let seed = setting("POLICYC_SEED")
        .unwrap_or_else(|| std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_micros() as u64);
    println!("{count} mutations of seed {seed} (POLICYC_SEED={seed})");
    let mut random = Random::new(seed);
    let mutations = (0..count).map(|_| mutate(&mut random, &commands));
    for text in commands.iter().cloned().chain(mutations) {
        for dialect in [Dialect::Bash, Dialect::Posix] {
            if let Err(what) = check::check(text.as_bytes(), dialect) {
                panic!("seed {seed}, {dialect:?}, {text:?}: {what}");
            }
        }
    }
}
