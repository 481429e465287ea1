//! Three systems as profiles: every numbered behaviour (`tests/seeds/numbers.txt`) is a test that carries its number, or a row in
//! `docs/seeds.md` that says where we differ and why.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "helpers of tests may fail as tests do")]

use policyc::compile::{Compiled, NoFiles, PolicyTest, TestCall, TestCase, compile};
use policyc::decide::Evaluator;
use policyc::effects::{Call, Host};
use policyc::session::Session;
use policyc::table::{EffectKind, Table, Verdict};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

mod order;
mod properties;

const NUMBERS: &str = include_str!("numbers.txt");
const DIFFERENCES: &str = include_str!("../../docs/seeds.md");
const PROFILES: [(&str, &str); 4] = [
    ("rubino", include_str!("../../rules/profiles/rubino.policy")),
    ("ladder", include_str!("../../rules/profiles/ladder.policy")),
    ("tiers", include_str!("../../rules/profiles/tiers.policy")),
    ("ci", include_str!("../../rules/profiles/ci.policy")),
];
const TESTS: [&str; 5] = [
    include_str!("main.rs"),
    include_str!("../cli_import.rs"),
    include_str!("../../src/session/tests.rs"),
    include_str!("../../src/session/offer/tests.rs"),
    include_str!("../../src/store/grants/tests.rs"),
];

/// Numbers that `docs/seeds.md` says are not reproduced.
const NOT_REPRODUCED: usize = 3;

fn compiled(name: &str) -> Compiled {
    let (_, text) = PROFILES.iter().find(|(own, _)| *own == name).unwrap();
    let compiled = compile(name, text, &NoFiles);
    assert!(!compiled.refused(), "{name}: {:?}", compiled.diagnostics);
    compiled
}

fn table(name: &str) -> Table {
    compiled(name).table.unwrap()
}

fn call(tool: &str, input: Value, facts: &[(&str, Value)]) -> Call {
    let host =
        Host { cwd: Some("/w".into()), home: Some("/h".into()), workspace: vec!["/w".into()], ..Host::default() };
    let facts = facts.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    let facts = facts.chain([("interactive".to_owned(), json!(true))]).collect::<BTreeMap<_, _>>();
    Call { tool: tool.into(), input, host, facts }
}

/// Numbers like `S1.2.3` and `G-04` in a text.
fn numbers(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'));
    let words = words.map(|word| word.trim_end_matches(['.', '-']));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_one = |word: &&str| match (word.strip_prefix('S'), word.strip_prefix("G-")) {
        (Some(parts), _) => parts.contains('.') && parts.split('.').all(digits),
        (None, Some(number)) => digits(number),
        (None, None) => false,
    };
    words.filter(is_one).map(str::to_owned).collect()
}

/// `s1_0_4_a_new_turn` and `g_13_cycles` in the names of test functions; one name may hold several.
fn of_functions(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let names = text.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")?.split('(').next());
    for name in names {
        let mut words = name.split('_').peekable();
        while let Some(word) = words.next() {
            if !matches!(word, "s1" | "s2" | "s3" | "g") {
                continue;
            }
            let mut parts = vec![word.to_uppercase()];
            while let Some(part) = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
                parts.push(part.to_owned());
            }
            found.insert(if word == "g" { parts.join("-") } else { parts.join(".") });
        }
    }
    found.into_iter().filter(|number| number.len() > 2).collect()
}

#[test]
fn every_number_is_accounted_for() {
    let all: BTreeSet<String> = NUMBERS.lines().map(str::to_owned).collect();
    assert_eq!(all.len(), 150);
    let mut covered = BTreeSet::new();
    for (_, text) in PROFILES {
        covered.extend(text.lines().filter(|line| line.starts_with("test \"")).flat_map(numbers));
    }
    covered.extend(TESTS.iter().flat_map(|text| of_functions(text)));
    let rows = DIFFERENCES.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let rows: BTreeSet<String> = rows.flat_map(numbers).collect();
    let strange: Vec<&String> = covered.union(&rows).filter(|number| !all.contains(*number)).collect();
    assert_eq!(strange, Vec::<&String>::new(), "numbers of nothing");
    let lacking: Vec<&String> =
        all.iter().filter(|number| !covered.contains(*number) && !rows.contains(*number)).collect();
    assert_eq!(lacking, Vec::<&String>::new(), "neither a test nor a stated difference");
    let section = DIFFERENCES.split("\n## ").find(|part| part.starts_with("Not reproduced")).unwrap();
    let missing = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let missing: BTreeSet<String> = missing.flat_map(numbers).collect();
    assert_eq!(missing.len(), NOT_REPRODUCED, "{missing:?}");
}

#[test]
fn the_cases_of_every_profile_hold() {
    for (name, _) in PROFILES {
        let compiled = compiled(name);
        let table = compiled.table.as_ref().unwrap();
        let evaluator = Evaluator::new(table).unwrap();
        let mut wrong = Vec::new();
        for test in &compiled.tests {
            let sides = test.cases.iter().flat_map(|case| [Some(case), case.near.as_deref()]);
            wrong.extend(sides.flatten().filter_map(|case| failure(&evaluator, test, case)));
        }
        assert_eq!(wrong, Vec::<String>::new(), "{name}");
    }
}

fn failure(evaluator: &Evaluator<'_>, test: &PolicyTest, case: &TestCase) -> Option<String> {
    let (tool, input) = match &case.call {
        TestCall::Shell(line) => ("shell".to_owned(), json!({ "command": line })),
        TestCall::Tool(tool, input) => (tool.clone(), input.clone()),
    };
    let mut facts = case.facts.clone();
    facts.entry("interactive".into()).or_insert(json!(true));
    let call = Call { tool, input, host: case.host.clone(), facts };
    let decision = evaluator.decide(&call, &evaluator.read(&call));
    let right = decision.verdict() == case.verdict && case.code.as_ref().is_none_or(|code| *code == decision.by.code);
    (!right).then(|| format!("{}: {:?} gives {:?}", test.name, call.input, decision.by))
}

#[test]
fn s1_0_1_s1_0_2_one_entry_and_a_denial_says_whose_it_is() {
    let table = table("rubino");
    let evaluator = Evaluator::new(&table).unwrap();
    let code = |line: &str, facts: &[(&str, Value)]| {
        let call = call("shell", json!({ "command": line }), facts);
        let decision = evaluator.decide(&call, &evaluator.read(&call));
        (decision.verdict(), decision.by.code.clone())
    };
    assert_eq!(code("rm -rf /", &[]), (Verdict::Deny, "hardline".into()));
    assert_eq!(code("ls", &[("permissions", json!(["deny shell ls"]))]), (Verdict::Deny, "permission_rule".into()));
    assert_eq!(code("ls", &[("repeats", json!(5)), ("hard_stop", json!(true))]), (Verdict::Deny, "doom_loop".into()));
    assert_eq!(code("ls", &[]), (Verdict::Allow, "readonly".into()));
}

#[test]
fn s1_0_3_s1_0_4_five_in_a_row_are_told_and_not_denied() {
    let table = table("rubino");
    let evaluator = Evaluator::new(&table).unwrap();
    let session = Session::new();
    let decide = || session.decide(&evaluator, &call("shell", json!({"command": "ls"}), &[]));
    let laps: Vec<usize> = (0..5).map(|_| decide().repeats.laps).collect();
    assert_eq!(laps, [1, 2, 3, 4, 5]);
    assert_eq!(decide().decision.verdict(), Verdict::Allow);
    session.reset_turn();
    assert_eq!(decide().repeats.laps, 1);
}

#[test]
fn s1_0_7_an_agents_rules_replace_those_of_the_same_pattern() {
    let base = ["deny shell rm *", "allow shell git *"].map(str::to_owned);
    let own = ["ask shell  rm *", "deny shell make"].map(str::to_owned);
    let both = policyc::decide::overridden(&base, &own);
    assert_eq!(both, ["allow shell git *", "ask shell  rm *", "deny shell make"]);
    assert_eq!(policyc::decide::overridden(&base, &[]), base);
    let table = table("rubino");
    let evaluator = Evaluator::new(&table).unwrap();
    let verdict = |line: &str, rules: &[String]| {
        let call = call("shell", json!({ "command": line }), &[("permissions", json!(rules))]);
        evaluator.decide(&call, &evaluator.read(&call)).verdict()
    };
    assert_eq!((verdict("rm x", &base), verdict("rm x", &both)), (Verdict::Deny, Verdict::Ask));
    assert_eq!((verdict("make", &base), verdict("make", &both)), (Verdict::Allow, Verdict::Deny));
}

#[test]
fn s2_9_what_a_script_in_an_argument_opens_for_writing_is_told() {
    let table = table("ladder");
    let evaluator = Evaluator::new(&table).unwrap();
    let writes = |line: &str| {
        let reading = evaluator.read(&call("shell", json!({ "command": line }), &[]));
        reading.units.iter().flat_map(|unit| &unit.effects).any(|effect| effect.kind == EffectKind::Writes)
    };
    assert!(writes("python3 -c \"open('f','w').write('x')\"") && !writes("python3 -c \"print(open('f').read())\""));
    assert!(writes("node -e \"fs.writeFileSync('f', '')\"") && !writes("node -e \"process.stdout.write('f')\""));
}

#[test]
fn s1_0_10_further_commands_are_entries_of_the_list() {
    let table = table("rubino");
    let evaluator = Evaluator::new(&table).unwrap();
    let verdict = |line: &str, list: &[&str]| {
        let facts = [("confirm", json!("confirm_all")), ("readonly", json!(false)), ("allowlist", json!(list))];
        let call = call("shell", json!({ "command": line }), &facts);
        evaluator.decide(&call, &evaluator.read(&call)).verdict()
    };
    assert_eq!(verdict("wc f", &["allow shell wc f *"]), Verdict::Allow);
    assert_eq!(verdict("wc f g", &["allow shell w* *"]), Verdict::Allow);
    assert_eq!(verdict("wc f", &["allow shell w *"]), Verdict::Ask);
    assert_eq!(verdict("python3 -c 1", &["allow shell python3 *"]), Verdict::Ask);
    assert_eq!(verdict("git-secret-leak", &["allow shell git *"]), Verdict::Ask);
}

#[test]
fn s1_1_6_s1_1_8_g_07_every_argument_of_an_unknown_tool_is_its_subject() {
    let table = table("rubino");
    let key =
        |text: &str| policyc::session::Key::of(&table, &call("db", serde_json::from_str(text).unwrap(), &[])).unwrap();
    assert_eq!(key(r#"{"a": "git status", "b": "drop"}"#), key(r#"{"b": "drop", "a": "git status"}"#));
    assert_ne!(key(r#"{"a": "git status", "b": "drop"}"#), key(r#"{"a": "git status", "b": "keep"}"#));
    assert_ne!(key("null"), key("{}"));
    let evaluator = Evaluator::new(&table).unwrap();
    let nothing = call("db", Value::Null, &[]);
    assert_eq!(evaluator.decide(&nothing, &evaluator.read(&nothing)).verdict(), Verdict::Ask);
}

#[test]
fn s2_8_writes_and_verifying_are_reported_in_order() {
    let table = table("ladder");
    let evaluator = Evaluator::new(&table).unwrap();
    let order = |line: &str| {
        let reading = evaluator.read(&call("shell", json!({ "command": line }), &[]));
        let kinds = reading.units.iter().flat_map(|unit| &unit.effects).map(|effect| effect.kind);
        kinds.filter(|kind| matches!(kind, EffectKind::Writes | EffectKind::Verifies)).collect::<Vec<_>>()
    };
    let first = |line: &str| order(line).first().copied();
    assert_eq!(first("cargo test && touch f"), first("cargo test"));
    assert_eq!(first("touch f && cargo test"), Some(EffectKind::Writes));
    assert!(order("touch f && cargo test").contains(&EffectKind::Verifies));
}

#[test]
fn s3_27_a_policy_that_tightens_only_adds_what_forbids() {
    let with = |rule: &str| {
        format!("policy p tightens tiers language 1\nuse std/commands\nuse std/tools\nstage s {{ {rule} }}\n")
    };
    assert!(!compile("p", &with("deny when any contacts because \"x\""), &NoFiles).refused());
    assert!(compile("p", &with("allow when only reads because \"x\""), &NoFiles).refused());
}
