use super::*;
use crate::decide::testing::*;
use crate::table::EffectKind::{Deletes, Obeys, Reads, Refreshes, Sees, Writes};
use crate::table::Quantifier::{Any, No, Only, Surely};
use crate::table::StageKind::{Floor, Stage as Plain};
use crate::table::Verdict::{Allow, Ask, Deny};
use crate::table::*;
use serde_json::json;
use std::collections::BTreeMap;

fn decide(table: &Table, units: Vec<Unit>) -> Decision {
    decide_call(table, &shell(), units)
}

fn decide_call(table: &Table, call: &Call, units: Vec<Unit>) -> Decision {
    Evaluator::new(table).unwrap().decide(call, &reading(units))
}

fn policy(rules: Vec<Rule>) -> Table {
    table(vec![stage("one", Plain, rules), ask_always()])
}

#[test]
fn only_is_false_in_doubt_and_true_of_nothing_done() {
    let table = policy(vec![rule(Allow, vec![effects(Only, &[Reads])])]);
    assert_eq!(decide(&table, vec![command("cat f", vec![on(Reads, "f")])]).verdict(), Allow);
    assert_eq!(decide(&table, vec![command("true", vec![])]).verdict(), Allow);
    assert_eq!(decide(&table, vec![command("x", vec![on(Reads, "f"), perhaps(on(Writes, "f"))])]).verdict(), Ask);
    assert_eq!(decide(&table, vec![command("x", vec![on(Reads, "f"), on(Obeys, ".")])]).verdict(), Ask);
    assert_eq!(decide(&table, vec![command("ls", vec![on(Sees, "."), on(Refreshes, ".")])]).verdict(), Allow);
}

#[test]
fn no_is_false_in_doubt() {
    let table = policy(vec![rule(Allow, vec![effects(No, &[Writes])])]);
    assert_eq!(decide(&table, vec![command("x", vec![on(Obeys, ".")])]).verdict(), Allow);
    assert_eq!(decide(&table, vec![command("x", vec![perhaps(on(Writes, "f"))])]).verdict(), Ask);
    assert_eq!(decide(&table, vec![command("rm f", vec![on(Deletes, "f")])]).verdict(), Ask);
}

#[test]
fn any_denies_what_is_sure_and_asks_what_is_possible() {
    let table = policy(vec![rule(Deny, vec![effects(Any, &[Writes])]), rule(Allow, vec![])]);
    assert_eq!(decide(&table, vec![command("x", vec![on(Writes, "f")])]).verdict(), Deny);
    let asked = decide(&table, vec![command("x", vec![perhaps(on(Writes, "f"))])]);
    assert_eq!((asked.verdict(), asked.by.doubt), (Ask, true));
    assert_eq!(decide(&table, vec![command("x", vec![on(Reads, "f")])]).verdict(), Allow);
}

#[test]
fn surely_takes_only_what_is_certain() {
    let table = table(vec![
        stage("floor", Floor, vec![rule(Deny, vec![effects(Surely, &[Writes])])]),
        stage("one", Plain, vec![rule(Allow, vec![])]),
        ask_always(),
    ]);
    assert_eq!(decide(&table, vec![command("x", vec![on(Writes, "f")])]).verdict(), Deny);
    assert_eq!(decide(&table, vec![command("x", vec![perhaps(on(Writes, "f"))])]).verdict(), Allow);
}

#[test]
fn no_quantifier_is_true_of_what_is_not_understood() {
    let all = [Any, No, Only, Surely].map(|quantifier| rule(Deny, vec![effects(quantifier, &[Writes])])).to_vec();
    let table = table(vec![stage("one", Plain, all), stage("two", Plain, vec![rule(Allow, vec![])]), ask_always()]);
    let mut unit = unknown("frobnicate");
    unit.effects = vec![on(Writes, "f")];
    let decision = decide(&table, vec![unit]);
    assert_eq!((decision.verdict(), decision.by.code.as_str()), (Ask, "fallback"));
    let decision = decide(&table, vec![unreadable()]);
    assert_eq!((decision.verdict(), decision.by.code.as_str()), (Ask, "fallback"));
}

#[test]
fn what_no_rule_decides_asks_with_its_own_word() {
    let table = table(vec![stage("one", Plain, vec![rule(Allow, vec![])])]);
    assert_eq!(decide(&table, vec![unknown("x")]).by.code, "unknown");
    assert_eq!(decide(&table, vec![unreadable()]).by.code, "unreadable");
    assert_eq!(decide(&table, vec![]).by.code, "unreadable");
    let empty = self::table(vec![]);
    assert_eq!(decide(&empty, vec![command("true", vec![])]).by.code, "undecided");
}

#[test]
fn even_reaches_the_not_understood_it_names() {
    let mut even = rule(Allow, vec![is("interactive", "true")]);
    even.even_unknown = true;
    let table = policy(vec![even]);
    let mut call = shell();
    assert_eq!(decide_call(&table, &call, vec![unknown("x")]).verdict(), Ask);
    call.facts.insert("interactive".into(), json!(true));
    assert_eq!(decide_call(&table, &call, vec![unknown("x")]).verdict(), Allow);
    assert_eq!(decide_call(&table, &call, vec![unreadable()]).verdict(), Ask);
}

#[test]
fn an_ask_or_deny_may_name_the_not_understood() {
    let table = policy(vec![rule(Deny, vec![Atom::Unknown]), rule(Ask, vec![Atom::Unreadable]), rule(Allow, vec![])]);
    assert_eq!(decide(&table, vec![unknown("x")]).verdict(), Deny);
    assert_eq!(decide(&table, vec![unreadable()]).by.rule, "one.2");
    assert_eq!(decide(&table, vec![command("true", vec![])]).verdict(), Allow);
}

#[test]
fn the_first_stage_that_decides_wins_and_inside_one_the_stricter() {
    let table = table(vec![
        stage("first", Plain, vec![rule(Allow, vec![effects(Only, &[Reads])])]),
        stage("second", Plain, vec![rule(Allow, vec![]), rule(Ask, vec![]), rule(Deny, vec![effects(Any, &[Writes])])]),
        ask_always(),
    ]);
    assert_eq!(decide(&table, vec![command("cat f", vec![on(Reads, "f")])]).by.rule, "first.1");
    assert_eq!(decide(&table, vec![command("x", vec![on(Writes, "f")])]).by.rule, "second.3");
    assert_eq!(decide(&table, vec![command("x", vec![on(Obeys, ".")])]).by.rule, "second.2");
}

#[test]
fn a_call_is_as_strict_as_its_strictest_unit_and_lists_the_others() {
    let table = policy(vec![
        rule(Allow, vec![effects(Only, &[Reads])]),
        rule(Deny, vec![effects(Any, &[Writes])]),
        rule(Deny, vec![effects(Any, &[Obeys])]),
    ]);
    let units = vec![
        command("cat f", vec![on(Reads, "f")]),
        command("x", vec![on(Writes, "f"), on(Obeys, ".")]),
        command("y", vec![on(Obeys, ".")]),
    ];
    let decision = decide(&table, units);
    assert_eq!((decision.verdict(), decision.by.unit, decision.by.rule.as_str()), (Deny, Some(1), "one.2"));
    let others: Vec<_> = decision.others.iter().map(|hit| (hit.unit, hit.rule.as_str())).collect();
    assert_eq!(others, [(Some(1), "one.3"), (Some(2), "one.3")]);
    assert_eq!(decision.units.len(), 3);
}

#[test]
fn resolve_turns_an_ask_and_never_a_deny() {
    let mut table = policy(vec![rule(Deny, vec![effects(Any, &[Writes])])]);
    let line = |verdict, when, code: &str| ResolveRule {
        verdict,
        when,
        reason: Reason { code: code.into(), text: code.into() },
        at: Place::default(),
    };
    table.resolve = vec![
        line(Allow, vec![is("granted", "true")], "granted"),
        line(Deny, vec![is("interactive", "false")], "nobody"),
    ];
    let mut call = shell();
    let reads = || vec![command("cat f", vec![on(Reads, "f")])];
    let denied = decide_call(&table, &call, reads());
    assert_eq!((denied.verdict(), denied.by.code.as_str()), (Deny, "nobody"));
    assert_eq!(denied.asked.map(|hit| hit.code.clone()), Some("fallback".into()));
    call.facts.insert("granted".into(), json!(true));
    assert_eq!(decide_call(&table, &call, reads()).verdict(), Allow);
    assert_eq!(decide_call(&table, &call, vec![command("x", vec![on(Writes, "f")])]).verdict(), Deny);
}

#[test]
fn a_malformed_fact_without_else_asks_and_no_grant_helps() {
    let mut table = policy(vec![rule(Allow, vec![])]);
    let kind = FactKind::Ordered(vec!["off".into(), "on".into()]);
    table.facts.insert("jail".into(), Fact { kind, default: Some(FactValue::Name("off".into())), malformed: None });
    table.resolve = vec![ResolveRule {
        verdict: Allow,
        when: vec![is("granted", "true")],
        reason: Reason { code: "granted".into(), text: String::new() },
        at: Place::default(),
    }];
    let mut call = shell();
    call.facts = BTreeMap::from([("granted".into(), json!(true)), ("jail".into(), json!("on"))]);
    assert_eq!(decide_call(&table, &call, vec![command("true", vec![])]).verdict(), Allow);
    call.facts.insert("jail".into(), json!("of"));
    let decision = decide_call(&table, &call, vec![command("true", vec![])]);
    assert_eq!((decision.verdict(), decision.by.code.as_str()), (Ask, "malformed_fact"));
}

#[test]
fn a_verdict_table_gives_the_cell_and_the_strictest_row_to_an_unknown_fact() {
    let mut table = table(vec![stage(
        "fallback",
        StageKind::Final,
        vec![Rule { outcome: Outcome::Table("by_mode".into()), ..rule(Ask, vec![]) }],
    )]);
    table.facts.insert(
        "mode".into(),
        Fact { kind: FactKind::Ordered(vec!["careful".into(), "free".into()]), default: None, malformed: None },
    );
    table.classes.insert(
        "risk".into(),
        Class {
            rows: vec![("low".into(), vec![effects(Only, &[Reads])])],
            order: vec!["low".into(), "high".into()],
            otherwise: "high".into(),
        },
    );
    let row = |low, high| BTreeMap::from([("low".to_owned(), low), ("high".to_owned(), high)]);
    table.verdicts.insert(
        "by_mode".into(),
        VerdictTable {
            fact: "mode".into(),
            class: "risk".into(),
            cells: BTreeMap::from([("careful".into(), row(Ask, Deny)), ("free".into(), row(Allow, Allow))]),
        },
    );
    let mut call = shell();
    let read = || vec![command("cat f", vec![on(Reads, "f")])];
    let write = || vec![command("x", vec![on(Writes, "f")])];
    assert_eq!(decide_call(&table, &call, read()).verdict(), Ask);
    assert_eq!(decide_call(&table, &call, write()).verdict(), Deny);
    call.facts.insert("mode".into(), json!("free"));
    assert_eq!(decide_call(&table, &call, read()).verdict(), Allow);
    assert_eq!(decide_call(&table, &call, write()).verdict(), Allow);
    assert_eq!(decide_call(&table, &call, vec![unknown("x")]).by.code, "unknown");
}

#[test]
fn a_tightening_policy_reads_for_itself_and_only_tightens() {
    let mut base = policy(vec![rule(Allow, vec![])]);
    let mut org = table(vec![stage("org", Plain, vec![rule(Deny, vec![Atom::Tool(vec!["shell".into()])])])]);
    org.policy = "acme".into();
    base.tightened_by = vec![org];
    let decision = decide(&base, vec![command("true", vec![])]);
    assert_eq!((decision.verdict(), decision.by.rule.as_str()), (Deny, "acme:org.1"));
    let mut other = shell();
    other.tool = "read".into();
    assert_eq!(decide_call(&base, &other, vec![command("true", vec![])]).by.rule, "one.1");
}

#[test]
fn another_format_is_refused() {
    let mut table = policy(vec![]);
    table.format += 1;
    assert_eq!(Evaluator::new(&table).err(), Some(LoadError::Format { found: FORMAT + 1 }));
}
