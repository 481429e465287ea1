//! Whatever passes the safe-entry lint vouches for no sampled call that does more than look, and whatever it finds does.

#![no_main]

#[path = "../../tests/safe_entries/check.rs"]
mod check;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Err(what) = check::check(bytes) {
        panic!("{what}");
    }
});
