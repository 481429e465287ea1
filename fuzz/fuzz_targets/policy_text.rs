//! Any text compiles to a table or to findings, without a panic, and to the same ones each time; laid out it compiles to the
//! same, and laid out again it stays as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use policyc::compile::{Compiled, NoFiles, compile};
use policyc::syntax::format;

/// Codes and words of all findings, without their places.
fn said(compiled: &Compiled) -> Vec<(&str, &str)> {
    compiled.diagnostics.iter().map(|finding| (finding.code.0, finding.title.as_str())).collect()
}

fuzz_target!(|text: &str| {
    let first = compile("fuzz.policy", text, &NoFiles);
    let second = compile("fuzz.policy", text, &NoFiles);
    assert_eq!(first.table, second.table);
    assert_eq!(first.diagnostics, second.diagnostics);
    assert!(first.table.is_some() || !first.diagnostics.is_empty(), "refused without a word");
    if let Ok(laid_out) = format(text) {
        assert_eq!(format(&laid_out).as_deref(), Ok(laid_out.as_str()), "laid out twice");
        let after = compile("fuzz.policy", &laid_out, &NoFiles);
        assert_eq!(first.table.is_some(), after.table.is_some());
        assert_eq!(said(&first), said(&after));
    }
});
