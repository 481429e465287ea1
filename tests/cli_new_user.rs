//! What somebody meets who has never used `policyc`: each mistake says what to do instead.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use support::{policyc, policyc_in};

#[test]
fn alone_or_mistyped_it_says_what_to_type() {
    let alone = policyc(&[]);
    assert_eq!(alone.code, Some(2));
    assert!(alone.err.contains("policyc decide 'git log --oneline | head'"), "{}", alone.err);
    let mistyped = policyc(&["chekc"]);
    assert_eq!(mistyped.code, Some(2));
    assert!(mistyped.err.contains("'check'"), "{}", mistyped.err);
}

#[test]
fn a_directory_without_policies_is_no_clean_bill() {
    let directory = tempfile::tempdir().unwrap();
    for verb in ["check", "test", "fmt"] {
        let ran = policyc_in(directory.path(), &[verb], b"");
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (Some(3), "error: .: there is no .policy file there or below\n"),
            "{verb}"
        );
    }
    std::fs::write(directory.path().join("part.policy"), "paths mine { \"~/mine/**\" }\n").unwrap();
    let ran = policyc_in(directory.path(), &["check"], b"");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1 file checked, nothing found\n"));
}

#[test]
fn what_decides_nothing_is_not_built_and_what_tightens_is() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("empty.policy"), "").unwrap();
    let ran = policyc_in(directory.path(), &["build", "empty.policy", "-o", "empty.bin"], b"");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("no `final` stage"), "{}", ran.err);
    let tightening = "policy mine tightens developer language 1\nuse std/commands\nuse std/tools\nstage mine { ask when any runs because \"it runs code\" }\n";
    std::fs::write(directory.path().join("mine.policy"), tightening).unwrap();
    let ran = policyc_in(directory.path(), &["build", "mine.policy", "-o", "mine.bin"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn a_call_without_quotes_is_told_about_them() {
    let ran = policyc(&["decide", "ls", "-la"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.ends_with("put it in quotes, 'ls -la'\n"), "{}", ran.err);
    let other = policyc(&["decide", "--frob"]);
    assert_eq!(other.code, Some(2));
    assert!(!other.err.contains("quotes"), "{}", other.err);
}

#[test]
fn a_code_is_never_taken_for_a_command() {
    let unknown = policyc(&["explain", "P999"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (Some(2), ""));
    assert!(policyc(&["explain", "l001"]).out.starts_with("L001: "));
    assert!(policyc(&["explain", "ls"]).out.starts_with("allow: "));
}

#[test]
fn a_failed_case_says_what_was_not_understood() {
    let directory = tempfile::tempdir().unwrap();
    let without_tools = "policy mine language 1\nuse std/commands\nstage r { allow when only reads because \"it reads\" }\n\
                         final f { ask always because \"rest\" }\ntest \"t\" { allow `cat f` near ask `frobnicate f` }\n";
    std::fs::write(directory.path().join("mine.policy"), without_tools).unwrap();
    let ran = policyc_in(directory.path(), &["test", "mine.policy"], b"");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("  not understood: no policy says what the tool shell does\n"), "{}", ran.out);
    let with_tools =
        without_tools.replace("use std/commands\n", "use std/commands\nuse std/tools\n").replace("cat f", "rm f");
    std::fs::write(directory.path().join("mine.policy"), with_tools).unwrap();
    let ran = policyc_in(directory.path(), &["test", "mine.policy"], b"");
    assert!(!ran.out.contains("not understood"), "{}", ran.out);
}

/// What people write who know other languages, and the advice that they get.
#[test]
fn a_clause_that_does_not_fit_is_told_what_it_lacks() {
    let directory = tempfile::tempdir().unwrap();
    for (clause, advice) in [
        ("paths own = \"{workspace}/src/**\"", "members stand in braces, without `=`"),
        ("stage own {\n  allow when only writes workspace because \"ours\"\n}", "put in `in`"),
        ("stage own {\n  allow when only reads writes because \"ours\"\n}", "put in `,`"),
        ("stage own {\n  allow only reads because \"ours\"\n}", "expected `always` or `when …`"),
    ] {
        let text = format!(
            "policy own language 1\n\nuse std/commands\nuse std/tools\n\n{clause}\n\nfinal rest {{ ask always because \"else\" }}\n"
        );
        std::fs::write(directory.path().join("own.policy"), text).unwrap();
        let ran = policyc_in(directory.path(), &["check", "own.policy"], b"");
        assert!(ran.code == Some(1) && ran.out.contains(&format!("help: {advice}")), "{clause}: {}", ran.out);
    }
}

/// A file that is used twice is told with the place of the first; one that is used beside it is not.
#[test]
fn a_second_use_of_a_file_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let check = |uses: &str| {
        let rest = "stage a { allow when only reads because \"reads\" }\nfinal f { ask always because \"else\" }\n";
        std::fs::write(directory.path().join("own.policy"), format!("policy own language 1\n{uses}\n{rest}")).unwrap();
        policyc_in(directory.path(), &["check", "own.policy"], b"").out
    };
    let twice = check("use std/commands\nuse std/tools\nuse std/commands");
    assert!(twice.contains("[P107]: `std/commands` is used already") && twice.contains("first here"), "{twice}");
    let once = check("use std/commands\nuse std/tools");
    assert!(!once.contains("P107"), "{once}");
}
