//! The declarations of std/commands against the option tables of the programs that are installed here.
//!
//! What is installed differs from machine to machine, so this is asked for by name:
//! `cargo test --test options_oracle -- --ignored`. It needs python3 and a C compiler.

use std::process::Command;

#[test]
#[ignore = "depends on the versions of the programs that are installed"]
fn every_option_that_a_program_admits_is_declared() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/options/check.py");
    let run = Command::new("python3").arg(script).output().expect("python3 runs");
    let found = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{found}\n{}", String::from_utf8_lossy(&run.stderr));
}
