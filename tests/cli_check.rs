//! `policyc check`, `test` and `build` on files.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use std::fs;
use std::path::Path;
use support::{Ran, policyc_in};

const GOOD: &str = r#"policy team language 1
use std/commands
use std/tools
stage reading { allow when only reads because "reads only" }
final fallback { ask always because "else" }
test "reading" given { workspace "/w"  cwd "/w" } {
  allow `cat f` near ask `tee f`
}
"#;

fn with(files: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    policyc_in(directory.path(), arguments, b"")
}

#[test]
fn a_good_policy_is_fine_wherever_it_is_found() {
    let ran = with(
        &[("a/team.policy", GOOD), ("node_modules/x.policy", "nonsense"), (".hidden/x.policy", "nonsense")],
        &["check"],
    );
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1 file checked, nothing found\n"), "{}", ran.err);
}

#[test]
fn a_policy_broken_in_five_places_shows_all_five() {
    let broken = GOOD
        .replace("std/tools", "std/tolls")
        .replace("only reads because", "only raeds because")
        .replace("ask always", "ask alway")
        + "\nstage secrets { deny when any reads in nowhere because \"x\" }\npaths p { \"../x\" }\n";
    let ran = with(&[("team.policy", &broken)], &["check", "team.policy"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    for line in ["team.policy:3:", "team.policy:4:", "team.policy:5:", "team.policy:10:", "team.policy:11:"] {
        assert!(ran.out.contains(line), "{line} is missing in\n{}", ran.out);
    }
}

#[test]
fn a_failing_case_is_a_finding_that_says_which_way_it_is_wrong() {
    let wrong = GOOD.replace("allow `cat f` near ask", "deny `cat f` near ask");
    for verb in ["check", "test"] {
        let ran = with(&[("team.policy", &wrong)], &[verb, "team.policy"]);
        assert_eq!(ran.code, Some(1));
        assert!(ran.out.contains("too permissive: team.policy:7:"), "{}", ran.out);
    }
}

#[test]
fn an_empty_or_missing_or_unclosed_policy_has_a_clear_answer() {
    let ran = with(&[("empty.policy", "")], &["decide", "--policy", "empty.policy", "ls"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{}", ran.err);
    let ran = with(&[], &["check", "missing.policy"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), "error: missing.policy: there is no such file\n"));
    let ran = with(
        &[("open.policy", "policy p language 1\nstage s {\n  ask always because \"x\"\n")],
        &["check", "open.policy"],
    );
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("open.policy:"), "{}", ran.out);
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("bytes.policy"), b"policy \xff").unwrap();
    let ran = policyc_in(directory.path(), &["check", "bytes.policy"], b"");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
}

#[test]
fn a_table_is_the_same_on_every_run_and_decides_as_its_policy_does() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("team.policy"), GOOD).unwrap();
    let build = |out: &str| {
        let ran = policyc_in(directory.path(), &["build", "team.policy", "-o", out], b"");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        fs::read(directory.path().join(out)).unwrap()
    };
    assert_eq!(build("a.bin"), build("b.bin"));
    assert_eq!(build("a.ron"), build("b.ron"));
    for table in ["team.policy", "a.bin", "a.ron"] {
        let decide = |command: &str| policyc_in(directory.path(), &["decide", "--policy", table, command], b"").out;
        assert!(decide("cat f").starts_with("allow: reads only"), "{table}");
        assert!(decide("tee f").starts_with("ask: else"), "{table}");
    }
    let refused = |name: &str, bytes: &[u8]| {
        fs::write(directory.path().join(name), bytes).unwrap();
        let ran = policyc_in(directory.path(), &["decide", "--policy", name, "ls"], b"");
        assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{name}");
    };
    refused("short.bin", &build("a.bin")[..100]);
    refused("other.bin", b"");
    let ron = String::from_utf8(build("a.ron")).unwrap();
    let own = format!("format: {}", policyc::table::FORMAT);
    assert!(ron.contains(&own));
    refused("format.ron", ron.replacen(&own, "format: 1", 1).as_bytes());
    refused("field.ron", ron.replacen("policy:", "polity:", 1).as_bytes());
}

#[test]
fn the_policies_of_this_repository_are_fine() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let ran = policyc_in(&rules, &["check"], b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
}

#[test]
fn a_tightening_policy_is_laid_over_its_base() {
    let org = "policy org tightens developer language 1\nuse std/commands\nuse std/tools\n\
               stage network { deny when any contacts because \"no network here\" }\n";
    let decide = |command: &str| with(&[("org.policy", org)], &["decide", "--policy", "org.policy", command]);
    let ran = decide("curl http://example.org");
    assert!(ran.out.starts_with("deny: no network here [org:network.1]"), "{}{}", ran.out, ran.err);
    assert!(decide("cat f").out.starts_with("allow:"));
    let ran = with(&[("org.policy", org)], &["decide", "--policy", "org.policy", "--policy", "org.policy", "ls"]);
    assert!(ran.out.starts_with("allow:"), "{}", ran.err);
}
