//! Any text compiles to a table or to findings, without a panic, and to the same ones each time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use policyc::compile::{NoFiles, compile};

fuzz_target!(|text: &str| {
    let first = compile("fuzz.policy", text, &NoFiles);
    let second = compile("fuzz.policy", text, &NoFiles);
    assert_eq!(first.table, second.table);
    assert_eq!(first.diagnostics, second.diagnostics);
    assert!(first.table.is_some() || !first.diagnostics.is_empty(), "refused without a word");
});
