use super::*;
use crate::decide::testing::*;
use crate::table::Verdict;

#[test]
fn a_rule_is_passed_over_where_its_kinds_are_missing() {
    use EffectKind::{Deletes, Reads, Writes};
    let writes = Needs::of(&rule(Verdict::Ask, vec![effects(Quantifier::Any, &[Writes])]));
    let kinds = |kinds: &[EffectKind]| Kinds::of(&command("x", kinds.iter().copied().map(effect).collect()));
    assert!(writes.met_by(kinds(&[Reads, Writes])));
    assert!(writes.met_by(kinds(&[Deletes])));
    assert!(!writes.met_by(kinds(&[Reads])));
    assert!(!writes.met_by(Kinds::of(&unknown("x"))));
    // `only` and `no` hold of a unit without effects.
    for quantifier in [Quantifier::Only, Quantifier::No] {
        assert!(Needs::of(&rule(Verdict::Allow, vec![effects(quantifier, &[Writes])])).met_by(kinds(&[])));
    }
}

#[test]
fn every_kind_is_one_of_its_own() {
    let verbs = [EffectVerb::AnyRuns, EffectVerb::AnyChanges];
    assert_eq!(verbs.map(|verb| Kinds::taken_by(verb).0.count_ones()), [4, 10]);
    assert_eq!(RUNS & CHANGES, 0);
}
