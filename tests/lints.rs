//! `policyc check`: lints, their levels and answers, asserts, and the formats for machines.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use serde_json::Value;
use std::fs;
use support::{Ran, policyc_in};

const LATE: &str = r#"policy team language 1
use std/commands
use std/tools
paths vault { "{workspace}/vault/**" }
stage reading { allow when only reads because "reads" }
stage vault { deny when any reads in vault because "the vault stays shut" }
final rest { ask always because "else" }
"#;

fn check(text: &str, arguments: &[&str]) -> Ran {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("team.policy"), text).unwrap();
    policyc_in(directory.path(), &[&["check", "team.policy"], arguments].concat(), b"")
}

#[test]
fn a_lint_has_a_level_and_the_command_line_may_change_it() {
    let own = check(LATE, &[]);
    assert_eq!(own.code, Some(0), "{}{}", own.out, own.err);
    assert!(own.out.contains("warning[L102]"), "{}", own.out);
    for arguments in [["--deny", "L102"], ["--deny", "shadow"]] {
        let ran = check(LATE, &arguments);
        assert_eq!(ran.code, Some(1), "{arguments:?}");
        assert!(ran.out.contains("error[L102]"), "{}", ran.out);
    }
    let ran = check(LATE, &["--allow", "SHADOW"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1 file checked, nothing found\n"));
    let ran = check(LATE, &["--allow", "L001"]);
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.err.contains("accept L001"), "{}", ran.err);
    assert_eq!(check(LATE, &["--deny", "L999"]).code, Some(2));
}

#[test]
fn an_answer_is_heard_and_one_to_a_lint_that_is_off_is_not_missed() {
    let answered = LATE.replace("{ deny when any", "{\n accept L102 because \"on purpose\"\n deny when any");
    let ran = check(&answered, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1 file checked, nothing found\n"), "{}", ran.err);
    assert_eq!(check(&answered, &["--allow", "L102"]).code, Some(0));
}

#[test]
fn all_lints_are_listed() {
    let ran = check("", &["--list"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    insta::assert_snapshot!(ran.out);
}

#[test]
fn asserts_hold_fail_or_stay_undecided() {
    let base = r#"policy team language 1
use std/commands
use std/tools
paths vault { "{workspace}/vault/**" }
facts { yolo : false < true = false }
stage yolo {
  accept L002 because "the operator's own"
  allow even unknown, unreadable when yolo because "yolo"
}
stage vault { ask when any reads in vault because "the vault" }
stage reading { allow when only reads because "reads" }
final rest { ask always because "else" }
"#;
    for (assert, code, says) in [
        ("assert never allow when any reads in vault unless yolo", 0, "nothing found"),
        ("assert never allow when any writes unless yolo", 0, "nothing found"),
        ("assert never allow when any reads in vault", 1, "given { yolo true }"),
        ("assert never allow when unknown", 1, "`$x given { yolo true }`"),
        ("assert never deny when any writes", 0, "nothing found"),
        ("assert never ask when yolo", 0, "nothing found"),
        ("assert never ask when any contacts", 1, "breaks it"),
    ] {
        let ran = check(&format!("{base}{assert}\n"), &[]);
        assert_eq!(ran.code, Some(code), "{assert}\n{}{}", ran.out, ran.err);
        assert!(ran.out.contains(says), "{assert}\n{}", ran.out);
    }
    let undecided = base.replace(
        "stage reading {",
        "safe looking { ls, cat }\nstage looking { allow when safe looking because \"looks\" }\nstage reading {",
    );
    let ran = check(&format!("{undecided}assert never allow when any deletes unless yolo\n"), &[]);
    assert_eq!(ran.code, Some(5), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("error[L503]"), "{}", ran.out);
}

/// The document that a broken, a doubtful and a clean policy give.
fn sarif(text: &str) -> Value {
    serde_json::from_str(&check(text, &["--format", "sarif"]).out).unwrap()
}

#[test]
fn sarif_is_sarif() {
    let own: Value = serde_json::from_str(include_str!("sarif/schema.json")).unwrap();
    let mut schemas = vec![own];
    // The standard's own schema is not ours to copy; whoever has it names it.
    match std::env::var_os("SARIF_SCHEMA") {
        Some(path) => schemas.push(serde_json::from_slice(&fs::read(path).unwrap()).unwrap()),
        None => eprintln!("skipped in part, because SARIF_SCHEMA names no copy of the standard's schema"),
    }
    let harm = LATE.replace(
        "stage reading {",
        "safe looking { sort }\nstage looking { allow when safe looking because \"x\" }\nstage reading {",
    );
    for text in [LATE, &harm, &LATE.replace("only reads", "any reads"), &LATE.replace("team", "te am"), ""] {
        let document = sarif(text);
        for schema in &schemas {
            let validator = jsonschema::validator_for(schema).unwrap();
            let problems: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
            assert_eq!(problems, Vec::<String>::new(), "{document:#}");
        }
    }
}

#[test]
fn a_fingerprint_stays_when_lines_move() {
    let prints = |text: &str| -> Vec<Value> {
        sarif(text)["runs"][0]["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["partialFingerprints"].clone())
            .collect()
    };
    let before = prints(LATE);
    assert_eq!(before.len(), 1);
    assert_eq!(before, prints(&LATE.replace("paths vault", "# moved\n\n\npaths vault")));
    assert_ne!(before, prints(&LATE.replace("any reads in vault", "any reads in vault and tool shell")));
}

#[test]
fn github_gets_one_annotation_a_finding() {
    let ran = check(LATE, &["--format", "github"]);
    assert!(ran.out.starts_with("::warning file=team.policy,line=6,"), "{}", ran.out);
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
}
