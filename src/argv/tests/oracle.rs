//! Against the parsers themselves: util-linux `getopt` is `getopt_long`, `git rev-parse --parseopt` is git's parse-options.
//! Skipped where a tool is missing.

use super::{dialect, options, show_text};
use crate::argv::{Word, parse};
use crate::table::{Dialect, Family};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::io::Write;
use std::process::{Command, Stdio};

const DECLARED: &str =
    "-u,-o FILE,-c [WHEN],-r,--unique,--output FILE,--check [WHEN],--color [WHEN],--out-format FORMAT";

fn lines() -> impl Strategy<Value = Vec<String>> {
    let word = prop_oneof![
        "-{0,2}[uocrz]{0,3}",
        "--(unique|output|check|color|out-format|outp|out|un|c|co|ch|uniq)(=[a-c]{0,2})?",
        "-[urcoz]{1,3}=?[a-b]{0,2}",
        "[a-c]{1,2}",
        Just("--".to_owned()),
        Just("-".to_owned()),
    ];
    prop::collection::vec(word, 0..5)
}

/// What we read, in the form in which the tools print it; `None`: refused.
fn ours(dialect: Dialect, words: &[String]) -> Option<Vec<String>> {
    let declared = options(DECLARED);
    let words: Vec<Word> = words.iter().map(Word::known).collect();
    let parsed = parse(dialect, &declared, false, &words);
    if parsed.unknown.is_some() {
        return None;
    }
    let mut shown = Vec::new();
    for given in &parsed.given {
        assert!(given.certain);
        shown.push(given.option.spellings[0].clone());
        let value = given.values.first().map(|word| show_text(&word.text));
        if !given.option.values.is_empty() {
            shown.push(value.unwrap_or_default());
        }
    }
    shown.push("--".to_owned());
    for operand in &parsed.operands {
        assert!(operand.sure);
        shown.push(show_text(&operand.word.text));
    }
    Some(shown)
}

fn getopt(in_order: bool, words: &[String]) -> Option<Vec<String>> {
    let letters = if in_order { "+uo:c::r" } else { "uo:c::r" };
    let output = Command::new("getopt")
        .args(["-o", letters, "-l", "unique,output:,check::,color::,out-format:", "--"])
        .args(words)
        .env_remove("POSIXLY_CORRECT")
        .output()
        .ok()?;
    output.status.success().then(|| shlex::split(&String::from_utf8_lossy(&output.stdout)).unwrap())
}

#[test]
fn gnu_reads_as_getopt_long() {
    if !Command::new("getopt").arg("-T").status().is_ok_and(|status| status.code() == Some(4)) {
        return;
    }
    let mut runner = TestRunner::deterministic();
    let mut accepted = 0;
    for at in 0..600 {
        let words = lines().new_tree(&mut runner).unwrap().current();
        let in_order = at % 2 == 0;
        let theirs = getopt(in_order, &words);
        let read = ours(Dialect { in_order, ..dialect(Family::Gnu) }, &words);
        assert_eq!(read, theirs, "{words:?} in order: {in_order}");
        accepted += usize::from(theirs.is_some());
    }
    assert!(accepted > 100, "{accepted} of 600");
}

/// `git rev-parse --parseopt` prints a `set --` line.
fn parseopt(in_order: bool, words: &[String]) -> Option<Option<Vec<String>>> {
    let spec = "x\n--\nu x\no= x\nc? x\nr x\nunique x\noutput= x\ncheck? x\ncolor? x\nout-format= x\n";
    let mut child = Command::new("git")
        .args(["rev-parse", "--parseopt"])
        .args(in_order.then_some("--stop-at-non-option"))
        .arg("--")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(spec.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let set = text.strip_prefix("set -- ").filter(|_| output.status.success());
    Some(set.map(|set| shlex::split(set).unwrap()))
}

#[test]
fn git_reads_as_parse_options() {
    if parseopt(false, &[]).is_none() {
        return;
    }
    let mut runner = TestRunner::deterministic();
    for at in 0..400 {
        let words = lines().new_tree(&mut runner).unwrap().current();
        let in_order = at % 2 == 0;
        let theirs = parseopt(in_order, &words).flatten();
        let read = ours(Dialect { in_order, abbreviations: true, ..dialect(Family::Git) }, &words);
        // git prints an option without its optional value without one.
        let bare = |words: Vec<String>| words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>();
        assert_eq!(read.map(bare), theirs.map(bare), "{words:?} in order: {in_order}");
    }
}
