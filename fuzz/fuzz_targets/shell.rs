//! Any bytes are read without panic, with spans in order and on character boundaries, and each substitution's body, read alone,
//! holds the same commands.

#![no_main]

#[path = "../../tests/shell_invariants/check.rs"]
mod check;
#[path = "../../tests/oracle/bash/dump.rs"]
mod dump;

use libfuzzer_sys::fuzz_target;
use policyc::shell::Dialect;

fuzz_target!(|bytes: &[u8]| {
    for dialect in [Dialect::Bash, Dialect::Posix] {
        if let Err(what) = check::check(bytes, dialect) {
            panic!("{what}");
        }
    }
});
