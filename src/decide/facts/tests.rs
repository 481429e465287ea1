use super::*;
use crate::decide::testing::*;
use serde_json::json;

fn values(
    kind: FactKind,
    default: Option<FactValue>,
    malformed: Option<FactValue>,
    given: Option<serde_json::Value>,
) -> FactValues<'static> {
    let mut table = table(vec![]);
    table.facts.insert("f".into(), Fact { kind, default, malformed });
    let mut call = shell();
    if let Some(given) = given {
        call.facts.insert("f".into(), given);
    }
    // Facts borrow from both; a test may leak them.
    FactValues::new(Box::leak(Box::new(table)), Box::leak(Box::new(call)))
}

fn jail() -> FactKind {
    FactKind::Ordered(["off", "present", "enforcing"].map(String::from).to_vec())
}

fn name(value: &str) -> FactValue {
    FactValue::Name(value.into())
}

#[test]
fn ordered_values_compare_from_strict_to_loose() {
    let facts = values(jail(), None, None, Some(json!("present")));
    assert_eq!(facts.compare("f", Comparison::GreaterEqual, &name("off")), Truth::Yes);
    assert_eq!(facts.compare("f", Comparison::Greater, &name("present")), Truth::No);
    assert_eq!(facts.compare("f", Comparison::Less, &name("enforcing")), Truth::Yes);
    assert_eq!(facts.compare("f", Comparison::NotEqual, &name("present")), Truth::No);
}

#[test]
fn an_absent_fact_has_its_default_or_is_doubt() {
    assert_eq!(values(jail(), Some(name("off")), None, None).compare("f", Comparison::Equal, &name("off")), Truth::Yes);
    assert_eq!(values(jail(), None, None, None).compare("f", Comparison::Equal, &name("off")), Truth::Maybe);
    assert_eq!(values(jail(), None, None, None).compare("g", Comparison::Equal, &name("off")), Truth::Maybe);
}

#[test]
fn a_malformed_fact_has_its_else_or_is_reported() {
    for bad in [json!("onn"), json!(1), json!(null), json!([])] {
        let facts = values(jail(), Some(name("enforcing")), Some(name("present")), Some(bad.clone()));
        assert_eq!(facts.compare("f", Comparison::Equal, &name("present")), Truth::Yes);
        assert!(facts.malformed.is_empty());
        let facts = values(jail(), Some(name("enforcing")), None, Some(bad));
        assert_eq!(facts.compare("f", Comparison::Equal, &name("off")), Truth::Yes);
        assert_eq!(facts.malformed, ["f"]);
    }
}

#[test]
fn counts_paths_and_rules_have_their_types() {
    let count = values(FactKind::Count, None, None, Some(json!(5)));
    assert_eq!(count.compare("f", Comparison::GreaterEqual, &FactValue::Count(5)), Truth::Yes);
    assert_eq!(values(FactKind::Count, None, None, Some(json!(-1))).malformed, ["f"]);
    assert_eq!(values(FactKind::Count, None, None, Some(json!("5"))).malformed, ["f"]);
    assert_eq!(values(FactKind::Path, None, None, Some(json!("a/b"))).malformed, ["f"]);
    assert_eq!(values(FactKind::Path, None, None, Some(json!("/a"))).paths()["f"], "/a");
    assert_eq!(values(FactKind::Rules, None, None, Some(json!(["allow shell ls *"]))).rules("f").len(), 1);
    assert_eq!(values(FactKind::Rules, None, None, Some(json!(["allow shell ls", "wat"]))).malformed, ["f"]);
}

#[test]
fn switches_take_json_booleans() {
    let mut call = shell();
    call.facts.insert("interactive".into(), json!(true));
    let table = table(vec![]);
    let facts = FactValues::new(&table, &call);
    assert_eq!(facts.compare("interactive", Comparison::Equal, &name("true")), Truth::Yes);
    assert_eq!(facts.compare("granted", Comparison::Equal, &name("true")), Truth::No);
    assert_eq!(facts.compare("os", Comparison::Equal, &name("linux")), Truth::Yes);
}
