//! `policyc check --fix`: makes what findings suggest, once, and nothing that leaves more to complain about.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use std::fs;
use support::{Ran, policyc_in};

/// Fixes a policy of that text: what was printed, and the text afterwards.
fn fixed(text: &str) -> (Ran, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("team.policy");
    fs::write(&path, text).unwrap();
    let ran = policyc_in(directory.path(), &["check", "--fix", "team.policy"], b"");
    let once = fs::read_to_string(&path).unwrap();
    let again = policyc_in(directory.path(), &["check", "--fix", "team.policy"], b"");
    assert!(!again.out.contains("fixed "), "not idempotent:\n{}\n{}", ran.out, again.out);
    assert_eq!(fs::read_to_string(&path).unwrap(), once);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "something was left behind");
    (ran, once)
}

const BROKEN: &str = r#"use std/comands
use std/tools
use std/paths

facts { jail : off < on = off else on }

safe looking {
  ls, cat
  sort
  sed
}

stage secrets {
  ask whne any reads naming secert because "it reads a secret"
}

stage looking {
  allow when safe lookin because "vouched for"
  allow when any reads in workspace sees because "it only reads"
}
"#;

const MENDED: &str = r#"policy team language 1

use std/commands
use std/tools
use std/paths

facts { jail : off < on = off else off }

safe looking {
  ls, cat
  sort without --compress-program, -T, -o
  sed where only reads, sees
}

stage secrets {
  ask when any reads naming secret because "it reads a secret"
}

stage looking {
  allow when safe looking because "vouched for"
  allow when only reads in workspace, sees because "it only reads"
}

final fallback {
  ask always because "nothing here vouches for it"
}
"#;

#[test]
fn what_findings_suggest_is_done_until_nothing_is_left() {
    let (ran, text) = fixed(BROKEN);
    assert_eq!(text, MENDED, "{}", ran.out);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    insta::assert_snapshot!(ran.out);
}

#[test]
fn a_fine_policy_is_left_as_it_is() {
    let (ran, text) = fixed(MENDED);
    assert_eq!((text.as_str(), ran.out.as_str()), (MENDED, "1 file checked, nothing found\n"));
}

/// The edit would add a second stage of that name: there would be as much to complain about.
#[test]
fn an_edit_that_does_not_help_is_not_made() {
    let text = "policy team language 1\n\nstage fallback { ask when any writes because \"it writes\" }\n";
    let (ran, after) = fixed(text);
    assert_eq!(after, text);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("error[P303]") && !ran.out.contains("fixed"), "{}", ran.out);
}

/// A condition that is not understood holds nowhere and beats nothing: the rule beside it is not removed.
#[test]
fn no_rule_is_removed_for_one_that_is_broken() {
    let text = "policy team language 1\nuse std/commands\nsafe looking { ls }\nstage s {\n  ask when cargo because \"x\"\n  \
                allow when looking because \"y\"\n}\nfinal f { ask always because \"z\" }\n";
    let (ran, after) = fixed(text);
    assert_eq!(after, text.replace("when looking", "when safe looking"), "{}", ran.out);
    assert!(!ran.out.contains("P308"), "{}", ran.out);
}

/// One of two edits makes it worse, the other is made nevertheless.
#[test]
fn edits_are_tried_one_by_one_where_together_they_do_not_help() {
    let text = "policy team language 1\n\nstage fallback { ask when any writse because \"it writes\" }\n";
    let (ran, after) = fixed(text);
    assert_eq!(after, text.replace("writse", "writes"), "{}", ran.out);
}

#[test]
fn what_no_edit_mends_stays_and_is_told() {
    let text = "policy team language 1\n\nstage s { ask when any reads in nowhereabouts because \"x\" }\n\nfinal f { ask always because \"y\" }\n";
    let (ran, after) = fixed(text);
    assert_eq!(after, text);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("P101"), "{}", ran.out);
}

#[test]
fn a_case_that_would_fail_afterwards_keeps_its_edit_away() {
    let text = "policy team language 1\nuse std/commands\nuse std/tools\nstage s {\n  allow when only reads because \"r\"\n  \
                allow when only reads because \"r\"\n}\nfinal f { ask always because \"y\" }\n\
                test \"t\" { allow s `cat f` near ask `rm f` }\n";
    let (ran, after) = fixed(text);
    // A rule that stands twice: the second goes, and the case holds.
    assert_eq!(after.matches("only reads").count(), 1, "{}", ran.out);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
}

#[test]
fn standard_input_and_other_files_are_not_fixed() {
    let directory = tempfile::tempdir().unwrap();
    let ran = policyc_in(directory.path(), &["check", "--fix", "-"], BROKEN.as_bytes());
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    // The edit is in a used file, which is fixed where it is checked itself.
    let part = "paths mine { \"~/mine/**\" }\npaths more { mien }\n";
    fs::write(directory.path().join("part.policy"), part).unwrap();
    let team = "policy team language 1\nuse ./part\nstage s { ask when any writes in more because \"x\" }\nfinal f { ask always because \"y\" }\n";
    fs::write(directory.path().join("team.policy"), team).unwrap();
    let ran = policyc_in(directory.path(), &["check", "--fix", "team.policy"], b"");
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert_eq!(fs::read_to_string(directory.path().join("part.policy")).unwrap(), part);
    let ran = policyc_in(directory.path(), &["check", "--fix"], b"");
    assert!(ran.out.contains("fixed part.policy:2:14: write `mine`"), "{}", ran.out);
    assert_eq!(policyc_in(directory.path(), &["check"], b"").code, Some(0));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let real = directory.path().join("real.policy");
    fs::write(&real, BROKEN).unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("real.policy", directory.path().join("team.policy")).unwrap();
    let ran = policyc_in(directory.path(), &["check", "--fix", "team.policy"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(fs::symlink_metadata(directory.path().join("team.policy")).unwrap().is_symlink());
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(&real).unwrap(), MENDED);
}

#[test]
fn machines_get_one_document_and_the_fixes_on_the_side() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("a.policy"), BROKEN).unwrap();
    fs::write(directory.path().join("b.policy"), BROKEN.replace("policy team", "policy b")).unwrap();
    for format in ["json", "sarif"] {
        let ran = policyc_in(directory.path(), &["check", "--format", format], b"");
        let document: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let text = document.to_string();
        assert!(text.contains("a.policy") && text.contains("b.policy"), "{text}");
    }
    let ran = policyc_in(directory.path(), &["check", "--fix", "--format", "json"], b"");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&ran.out).unwrap(), serde_json::json!([]), "{}", ran.out);
    assert!(ran.err.contains("fixed a.policy:"), "{}", ran.err);
}
