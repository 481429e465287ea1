use super::super::{Approval, Judged, Session};
use super::*;
use crate::compile::{NoFiles, compile};
use crate::effects::Host;
use serde_json::json;
use std::sync::LazyLock;

const POLICY: &str = r#"
policy t language 1
use std/commands
use std/paths
use std/tools/shell
floor gone { deny when surely writes in "/etc/**" because "system" }
stage secrets { ask when any writes in secret because "a secret" }
stage reading { allow when only reads because "reads" }
stage writing { ask when any writes because "writes" }
final rest { ask always because "rest" }
resolve ask { allow when granted because granted "earlier"  deny when not interactive because noninteractive "nobody" }
"#;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let compiled = compile("t.policy", POLICY, &NoFiles);
    assert!(!compiled.refused(), "{:?}", compiled.diagnostics);
    compiled.table.unwrap()
});
static EVALUATOR: LazyLock<Evaluator<'static>> = LazyLock::new(|| Evaluator::new(&TABLE).unwrap());

fn shell(line: &str) -> Call {
    let host = Host { cwd: Some("/w".into()), workspace: vec!["/w".into()], ..Host::default() };
    let facts = [("interactive".to_owned(), json!(true))].into();
    Call { tool: "shell".into(), input: json!({ "command": line }), host, facts }
}

fn offered(line: &str) -> Option<Offer> {
    Session::new().decide(&EVALUATOR, &shell(line)).offer
}

/// A session in which a person took the offer for this line.
fn after(line: &str) -> Session {
    let session = Session::new();
    let call = shell(line);
    let judged = session.decide(&EVALUATOR, &call);
    assert!(judged.offer.is_some(), "{line}");
    assert!(session.settle(&call, &judged, Some(&|_: &Call, _: &Judged| Approval::Offered)));
    session
}

fn allowed(session: &Session, line: &str) -> bool {
    session.decide(&EVALUATOR, &shell(line)).decision.verdict() == Verdict::Allow
}

#[test]
fn s1_1_7_a_broader_grant_is_offered_with_what_it_admits() {
    let offer = offered("touch a").unwrap();
    assert_eq!((offer.program.as_str(), offer.effects.as_slice()), ("touch", &["writes".to_owned()][..]));
    assert_eq!(offer.rules, ["writing.1"]);
    assert!(!offer.examples.is_empty());
    assert_eq!(
        offer.sentence(),
        "`touch …` with any operands and options, alone on its line and in this directory, as long as it only writes in the workspace and it is writing.1 that asks"
    );
    for example in &offer.examples {
        assert!(allowed(&after("touch a"), example), "{example}");
    }
}

#[test]
fn a_broader_grant_covers_its_kind_and_nothing_near() {
    let session = after("touch a");
    for line in ["touch b", "touch a b", "touch -c sub/b", "touch -- b"] {
        assert!(allowed(&session, line), "{line}");
    }
    for line in [
        "touch .env",      // another rule asks
        "touch /etc/motd", // a floor denies
        "touch /u/b",      // outside
        "touch ../b",
        "touch $F",           // not known
        "touch b && touch c", // two commands
        "touch b > c",        // a redirect
        "touch b; rm c",
        "touch \"$(cat b)\"",
        "touch -r /u/secret b", // reads, and outside
        "mkdir b",
        "rm b",
        "env touch b",
        "PATH=. touch b",
        "/usr/bin/touch b", // called by another name
        "cd sub && touch b",
        "frobnicate b",
    ] {
        assert!(!allowed(&session, line), "{line}");
    }
    let mut elsewhere = shell("touch b");
    elsewhere.host.cwd = Some("/w/sub".into());
    assert_ne!(session.decide(&EVALUATOR, &elsewhere).decision.verdict(), Verdict::Allow);
    let mut wider = shell("touch b");
    wider.host.workspace = vec!["/w".into(), "/u".into()];
    assert_ne!(session.decide(&EVALUATOR, &wider).decision.verdict(), Verdict::Allow);
    let mut linked = shell("touch b");
    linked.host.views.insert("/w/b".into(), Some("/u/b".into()));
    assert_ne!(session.decide(&EVALUATOR, &linked).decision.verdict(), Verdict::Allow);
}

#[test]
fn one_file_is_no_tree() {
    let session = after("rm a");
    assert!(allowed(&session, "rm b c"));
    assert!(!allowed(&session, "rm -r b"));
    assert!(!allowed(&session, "rm -r ."));
}

#[test]
fn nothing_is_offered_for_what_runs_code_or_several_things() {
    for line in [
        "python3 x.py",
        "bash -c 'touch a'",
        "make",
        "npm run x",
        "git add a",
        "git commit -m x",
        "sed -i s/a/b/ f",
        "sort -o f f",
        "find . -delete",
        "xargs touch",
        "tar -xf a",
        "curl example.com",
        "awk 1 f > g",
        "env touch a",
        "sudo touch a",
        "eval 'touch a'",
        "touch a && touch b",
        "git status && rm x",
        "touch a > b",
        "frobnicate a",
        "touch 'a",
        "export A=1",
        "ls",
        "touch /etc/motd",
        "rm /u/a",
    ] {
        assert_eq!(offered(line), None, "{line}");
    }
    for line in ["touch a", "mkdir -p d", "rm a", "cp a b", "mv a b", "tee f"] {
        assert!(offered(line).is_some(), "{line}");
    }
}

#[test]
fn s1_1_7_approving_two_commands_stores_neither() {
    let session = Session::new();
    let call = shell("git status && rm x");
    let judged = session.decide(&EVALUATOR, &call);
    for answer in [Approval::Offered, Approval::Session] {
        assert!(session.settle(&call, &judged, Some(&move |_: &Call, _: &Judged| answer)));
        for line in ["rm y", "rm x", "git status && rm y", "git status; rm x"] {
            assert!(!allowed(&session, line), "{line}");
        }
    }
    assert!(allowed(&session, "git status && rm x"));
}

#[test]
fn taking_an_offer_that_was_not_made_grants_nothing() {
    let session = Session::new();
    let call = shell("python3 x.py");
    let judged = session.decide(&EVALUATOR, &call);
    assert!(session.settle(&call, &judged, Some(&|_: &Call, _: &Judged| Approval::Offered)));
    assert!(session.granted().is_empty());
}

#[test]
fn where_nobody_can_be_asked_nothing_is_offered_and_what_was_taken_holds() {
    let session = after("touch a");
    let mut call = shell("touch b");
    call.facts.insert("interactive".into(), json!(false));
    assert_eq!(session.decide(&EVALUATOR, &call).decision.verdict(), Verdict::Allow);
    let judged = Session::new().decide(&EVALUATOR, &call);
    assert_eq!((judged.decision.verdict(), judged.offer), (Verdict::Deny, None));
}

#[test]
fn a_broader_key_is_no_exact_one() {
    let offer = offered("touch a").unwrap();
    let exact = Key::of(&TABLE, &shell("touch a")).unwrap();
    assert_ne!(offer.key, exact);
    let parts = offer.key.parts();
    assert_eq!(Key::from_parts(&parts), offer.key);
    // A command line cannot spell one: its text is one part.
    let line = offer.key.as_str().split_once("4:like").unwrap().1;
    assert_ne!(Key::of(&TABLE, &shell(&format!("like{line}"))), Some(offer.key));
}

#[test]
fn a_policy_that_is_tightened_offers_nothing() {
    let mut table = TABLE.clone();
    table.tightened_by.push(TABLE.clone());
    let evaluator = Evaluator::new(&table).unwrap();
    assert_eq!(Session::new().decide(&evaluator, &shell("touch a")).offer, None);
}
