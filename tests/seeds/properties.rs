//! What holds of every call, every list of rules and every set of facts: generated, not listed.

use super::{call, table};
use policyc::decide::Evaluator;
use policyc::effects::Call;
use policyc::session::{GRANTED, Key, Offer, REPEATS, Session};
use policyc::table::{EffectKind, FactKind, Table, Verdict};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

static TABLES: LazyLock<Vec<(Table, &'static str)>> = LazyLock::new(|| {
    vec![(table("rubino"), "permissions"), (table("tiers"), "denied"), (table("ladder"), ""), (table("ci"), "")]
});
static EVALUATORS: LazyLock<Vec<Evaluator<'static>>> =
    LazyLock::new(|| TABLES.iter().map(|(table, _)| Evaluator::new(table).unwrap()).collect());

/// Command lines of one to three parts that mean something.
fn line() -> impl Strategy<Value = String> {
    let command = prop::sample::select(vec![
        "ls",
        "cat a",
        "rm a",
        "rm -r d",
        "touch a",
        "touch b c",
        "touch /u/a",
        "touch .env",
        "cp a b",
        "mkdir d",
        "git status",
        "git push",
        "git log --output=x",
        "sed -i s/a/b/ f",
        "sort -o a b",
        "python3 x.py",
        "python3 -c 1",
        "make",
        "nobody",
        "rm -rf /",
        "curl example.com",
        "env touch a",
        "X=1 touch a",
        "touch $F",
        "cd d",
        "echo hi > a",
        "echo 'x",
        "eval ls",
    ]);
    let joint = prop::sample::select(vec![" && ", "; ", " | ", " & ", "\n"]);
    (command.clone(), prop::collection::vec((joint, command), 0..2)).prop_map(|(first, rest)| {
        rest.iter().fold(first.to_owned(), |line, (joint, command)| format!("{line}{joint}{command}"))
    })
}

fn any_call() -> impl Strategy<Value = Call> {
    let shell = (prop::sample::select(vec!["shell", "bash"]), line())
        .prop_map(|(tool, line)| call(tool, json!({ "command": line }), &[]));
    let path = prop::sample::select(vec!["a", ".env", ".git/config", "/u/a", "../a", "/etc/passwd"]);
    let tool = prop::sample::select(vec!["read", "write", "edit", "read_file", "write_file", "skill", "db"]);
    let tool = (tool, path).prop_map(|(tool, path)| {
        call(tool, json!({"file_path": path, "path": path, "name": path, "action": "create"}), &[])
    });
    prop_oneof![3 => shell, 1 => tool]
}

fn rule() -> impl Strategy<Value = String> {
    let verdict = prop::sample::select(vec!["allow", "ask", "deny"]);
    let tool = prop::sample::select(vec!["shell", "bash", "write", "*", "mcp__*"]);
    let words = prop::sample::select(vec![
        "",
        "*",
        "rm *",
        "git *",
        "git status",
        "touch a",
        "t* *",
        "nobody",
        "*.env",
        "python3 -c *",
    ]);
    (verdict, tool, words).prop_map(|(verdict, tool, words)| format!("{verdict} {tool} {words}").trim_end().to_owned())
}

/// Facts of a table with values of their types, or none, or junk.
fn facts(call: &mut Call, table: &Table, choices: &[usize]) {
    for ((name, fact), choice) in table.facts.iter().zip(choices.iter().cycle()) {
        let value = match &fact.kind {
            FactKind::Ordered(names) | FactKind::Unordered(names) => json!(names[choice % names.len()]),
            FactKind::Count => json!(choice % 8),
            FactKind::Path | FactKind::Rules => continue,
        };
        if choice % 5 != 4 && name != "os" {
            call.facts.insert(name.clone(), value);
        }
    }
}

fn verdict(at: usize, call: &Call) -> Verdict {
    let evaluator = &EVALUATORS[at];
    evaluator.decide(call, &evaluator.read(call)).verdict()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn a_deny_rule_more_never_loosens(
        mut call in any_call(), rules in prop::collection::vec(rule(), 0..4), denied in rule(),
        choices in prop::collection::vec(0usize..40, 8),
    ) {
        for (at, (table, fact)) in TABLES.iter().enumerate().filter(|(_, (_, fact))| !fact.is_empty()) {
            facts(&mut call, table, &choices);
            call.facts.insert((*fact).to_owned(), json!(rules));
            let before = verdict(at, &call);
            let (_, tail) = denied.split_once(' ').unwrap();
            let more: Vec<String> = rules.iter().cloned().chain([format!("deny {tail}")]).collect();
            call.facts.insert((*fact).to_owned(), json!(more));
            prop_assert!(verdict(at, &call) >= before, "{} {:?} deny {tail}", table.policy, call.input);
        }
    }

    #[test]
    fn a_fact_one_step_to_the_strict_side_never_loosens(
        mut call in any_call(), choices in prop::collection::vec(0usize..40, 8), which in any::<prop::sample::Index>(),
    ) {
        for (at, (table, _)) in TABLES.iter().enumerate() {
            call.facts.clear();
            facts(&mut call, table, &choices);
            let ordered: Vec<(&String, &Vec<String>)> = table
                .facts
                .iter()
                .filter_map(|(name, fact)| match &fact.kind {
                    FactKind::Ordered(names) => Some((name, names)),
                    FactKind::Unordered(_) | FactKind::Count | FactKind::Path | FactKind::Rules => None,
                })
                .collect();
            let (name, values) = ordered[which.index(ordered.len())];
            for step in values.windows(2) {
                call.facts.insert(name.clone(), json!(step[1]));
                let loose = verdict(at, &call);
                call.facts.insert(name.clone(), json!(step[0]));
                prop_assert!(verdict(at, &call) >= loose, "{} {name} {step:?} {:?}", table.policy, call.input);
            }
        }
    }

    #[test]
    fn a_grant_less_never_loosens_and_a_grant_never_lifts_a_denial(
        call in any_call(), granted in prop::collection::vec(any_call(), 0..3), exact in any::<bool>(),
    ) {
        for (at, (table, _)) in TABLES.iter().enumerate() {
            let evaluator = &EVALUATORS[at];
            let session = Session::new();
            let without = session.decide(evaluator, &call).decision;
            session.reset_turn();
            for other in granted.iter().chain(exact.then_some(&call)) {
                session.grant(&Key::of(table, other).unwrap());
            }
            let with = session.decide(evaluator, &call).decision;
            prop_assert!(with.verdict() <= without.verdict());
            let before_resolve = without.asked.as_ref().unwrap_or(&without.by).verdict;
            prop_assert!(before_resolve != Verdict::Deny || with.verdict() == Verdict::Deny);
            let own = Key::of(table, &call).unwrap();
            prop_assert!(with == without || session.is_granted(&own), "a grant that nobody gave: {:?}", call.input);
        }
    }

    /// Whatever an offer lets through is one command of the same program that certainly writes in the workspace alone.
    #[test]
    fn an_offer_covers_its_program_in_the_workspace_and_nothing_else(taken in line(), tried in line()) {
        for (at, (table, _)) in TABLES.iter().enumerate() {
            let evaluator = &EVALUATORS[at];
            let of = |line: &str| call("shell", json!({ "command": line }), &[("interactive", json!(true))]);
            let session = Session::new();
            let Some(offer) = session.decide(evaluator, &of(&taken)).offer else { continue };
            session.grant(&offer.key);
            let before = verdict(at, &of(&tried));
            let judged = session.decide(evaluator, &of(&tried));
            if judged.decision.verdict() >= before {
                continue;
            }
            let [unit] = judged.reading.units.as_slice() else { panic!("{taken} let {tried} through") };
            // An assignment that means nothing to any program is no part of what is granted.
            let program = taken.trim_start_matches("X=1 ").split(' ').next();
            prop_assert_eq!(unit.program.as_deref(), program);
            for effect in &unit.effects {
                let tame = matches!(effect.kind, EffectKind::Reads | EffectKind::Writes | EffectKind::Deletes | EffectKind::Sees);
                prop_assert!(tame, "{} let {} through", taken, tried);
            }
            let asking = |line: &str| evaluator.decide(&of(line), &evaluator.read(&of(line))).by.rule.clone();
            prop_assert_eq!(asking(&tried), asking(&taken), "{}: another rule asks about {}", table.policy, tried);
            let outside = tried.contains("/u/") || tried.contains('$');
            prop_assert!(!outside, "{}: {} let {} through", table.policy, taken, tried);
        }
    }

    /// The key says what it is of: written and read back it is the same, and two calls share it only where they are the same.
    #[test]
    fn keys_are_read_back_and_tell_calls_apart(a in any_call(), b in any_call()) {
        for (table, _) in TABLES.iter() {
            let (one, other) = (Key::of(table, &a).unwrap(), Key::of(table, &b).unwrap());
            prop_assert_eq!(Key::from_parts(&one.parts()), one.clone());
            prop_assert_eq!(Key::parse(one.as_str()), Some(one.clone()));
            if a.tool == "shell" && b.tool == "shell" {
                prop_assert_eq!(one == other, a.input == b.input);
            }
        }
    }
}

#[test]
fn the_sessions_facts_are_not_the_calls() {
    let evaluator = &EVALUATORS[1];
    let mut call = call("bash", json!({"command": "make"}), &[]);
    call.facts.insert(GRANTED.into(), Value::Bool(true));
    call.facts.insert(REPEATS.into(), json!(99));
    let judged = Session::new().decide(evaluator, &call);
    assert_eq!((judged.decision.verdict(), judged.repeats.laps), (Verdict::Ask, 1));
    assert!(Offer::make(evaluator, &call, &judged.reading, &judged.decision).is_none(), "make runs code");
}
