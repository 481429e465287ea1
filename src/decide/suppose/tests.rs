use super::super::testing;
use super::*;
use crate::table::{Comparison, Fact};

fn with_facts() -> Table {
    let mut table = testing::table(vec![testing::ask_always()]);
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let fact = |kind, default| Fact { kind, default: Some(default), malformed: None };
    table.facts.insert(
        "mode".into(),
        fact(FactKind::Ordered(names(&["safe", "fast", "wild"])), FactValue::Name("safe".into())),
    );
    table.facts.insert("repeats".into(), fact(FactKind::Count, FactValue::Count(0)));
    table
}

fn count(comparison: Comparison, count: u64) -> Atom {
    Atom::Fact("repeats".into(), comparison, FactValue::Count(count))
}

#[test]
fn facts_are_found_that_hold() {
    let table = with_facts();
    let found = |condition: &[Atom]| suppose(&table, condition);
    assert_eq!(found(&[]), Supposed::Facts(BTreeMap::new()));
    // The default will do.
    assert_eq!(found(&[testing::is("mode", "safe")]), Supposed::Facts(BTreeMap::new()));
    let wild = BTreeMap::from([("mode".to_owned(), json!("wild"))]);
    assert_eq!(found(&[testing::is("mode", "wild")]), Supposed::Facts(wild));
    let four = BTreeMap::from([("repeats".to_owned(), json!(4))]);
    assert_eq!(found(&[count(Comparison::Greater, 3), count(Comparison::Less, 5)]), Supposed::Facts(four));
    assert_eq!(found(&[count(Comparison::Greater, 3), count(Comparison::Less, 4)]), Supposed::Never);
    let not_safe = Atom::Not(Box::new(testing::is("mode", "safe")));
    assert_eq!(found(&[not_safe, testing::is("mode", "safe")]), Supposed::Never);
}

#[test]
fn too_many_combinations_are_told() {
    let mut table = with_facts();
    let condition: Vec<Atom> = (0..6)
        .map(|at| {
            let name = format!("fact{at}");
            let kind = FactKind::Unordered(["a", "b", "c", "d"].map(String::from).to_vec());
            table
                .facts
                .insert(name.clone(), Fact { kind, default: Some(FactValue::Name("a".into())), malformed: None });
            testing::is(&name, "d")
        })
        .collect();
    assert_eq!(suppose(&table, &condition), Supposed::Undecided);
    assert_ne!(suppose(&table, &condition[..4]), Supposed::Undecided);
}
