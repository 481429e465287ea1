//! `policyc test`: the gravest first, what no case reaches, other spellings, reports for machines, recorded reasons.
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
use std::path::Path;
use support::{Ran, policyc_in};

const WRONG: &str = r#"policy team language 1

use std/commands
use std/tools
use std/paths

safe looking {
  ls, cat
  git status where only reads, sees, obeys in workspace
}

stage secrets { ask when any reads naming secret because secret "a secret" }

stage looking {
  allow when safe looking because "vouched for"
  allow when only reads because "it only reads"
}

final rest { ask always because "nothing here vouches for it" }

test "reasons" given { workspace "/w"  cwd "/w" } {
  ask scret `cat .env`      near allow `cat env`
  allow `rm f`              near ask `touch f`
  ask `tail -n 5 f`         near ask rest `rm f`
}
"#;

fn test(directory: &Path, text: &str, arguments: &[&str]) -> Ran {
    fs::write(directory.join("team.policy"), text).unwrap();
    policyc_in(directory, &[&["test"], arguments, &["team.policy"]].concat(), b"")
}

#[test]
fn the_gravest_comes_first_and_what_no_case_reaches_last() {
    let directory = tempfile::tempdir().unwrap();
    let ran = test(directory.path(), WRONG, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    insta::assert_snapshot!(ran.out);
}

#[test]
fn machines_read_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let ran = test(directory.path(), WRONG, &["--format", "json"]);
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    let file = &report["files"][0];
    let kinds: Vec<&str> = file["failed"].as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["too permissive", "too strict", "wrong reason"]);
    assert_eq!(file["rules"][0], serde_json::json!({ "name": "secrets.1", "line": 12, "reached": true }));
    let ran = test(directory.path(), WRONG, &["--format", "junit"]);
    insta::assert_snapshot!(ran.out);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn junit_holds_any_text() {
    let directory = tempfile::tempdir().unwrap();
    let text = WRONG.replace("tail -n 5 f", "tail '<a&b>' \"\u{1}\u{7f}\"");
    let ran = test(directory.path(), &text, &["--format", "junit"]);
    assert!(ran.out.contains("tail '&lt;a&amp;b&gt;' &quot;\u{fffd}\u{fffd}&quot;"), "{}", ran.out);
}

#[test]
fn update_writes_reason_codes_and_never_a_verdict() {
    let directory = tempfile::tempdir().unwrap();
    let ran = test(directory.path(), WRONG, &["--update"]);
    assert_eq!(ran.code, Some(1), "two verdicts are wrong still");
    assert_eq!(ran.err, "updated team.policy:22:7: `scret` → `secret`\n");
    let after = fs::read_to_string(directory.path().join("team.policy")).unwrap();
    assert_eq!(after, WRONG.replace("scret", "secret"));
    assert_eq!(test(directory.path(), &after, &["--update"]).err, "");
}

#[test]
fn other_spellings_are_tried() {
    let directory = tempfile::tempdir().unwrap();
    let fine = "policy team language 1\nuse std/commands\nuse std/tools\n\
        stage reading { allow when only reads because \"it only reads\" }\nfinal rest { ask always because \"rest\" }\n\
        test \"sort\" given { workspace \"/w\"  cwd \"/w\" } {\n  allow `sort -u f | head -5` near ask `sort -uo f f`\n}\n";
    let ran = test(directory.path(), fine, &["--spellings"]);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    let tried = ran.out.lines().find(|line| line.contains("other spellings too")).unwrap();
    let count: usize = tried.rsplit(" of ").next().unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(count > 40, "{tried}");
    // A policy that goes by the text of a wrapper: the same deletion behind it is looser.
    let by_text = "policy team language 1\nuse std/commands\nuse std/tools\n\
        safe looking { cat }\npattern timed { timeout }\n\
        stage s { ask when any timed because \"timed\" }\nstage d { deny when any deletes because \"deletes\" }\n\
        stage r { allow when safe looking because \"r\" }\nfinal rest { ask always because \"rest\" }\n\
        test \"rm\" given { workspace \"/w\"  cwd \"/w\" } {\n  deny d `rm f` near allow `cat f`\n}\n";
    let ran = test(directory.path(), by_text, &["--spellings"]);
    assert_eq!(ran.code, Some(0), "the unit of `rm` is denied whatever wraps it\n{}", ran.out);
}

#[test]
fn what_cannot_be_judged_is_an_error_in_every_format() {
    let directory = tempfile::tempdir().unwrap();
    let broken = WRONG.replace("any reads naming secret", "any reads naming secrets");
    for format in ["text", "json", "junit"] {
        let ran = test(directory.path(), &broken, &["--format", format]);
        assert_eq!(ran.code, Some(1), "{format}");
        assert!(ran.out.contains("there is no set `secrets`"), "{}", ran.out);
    }
    let alone = "policy mine tightens elsewhere language 1\nuse std/commands\nuse std/tools\n\
        stage s { deny when any deletes because \"x\" }\ntest \"t\" { deny `rm f` near ask `touch f` }\n";
    let ran = test(directory.path(), alone, &[]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("there is no policy `elsewhere`"), "{}", ran.out);
}
