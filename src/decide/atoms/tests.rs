use super::*;
use EffectKind::*;

#[test]
fn writes_takes_deletes_and_not_the_reverse() {
    assert!(names(EffectVerb::Kind(Writes), Deletes));
    assert!(!names(EffectVerb::Kind(Deletes), Writes));
    assert!(!names(EffectVerb::Kind(Reads), ReadsEnvironment));
    assert!(!names(EffectVerb::Kind(Reads), Sees));
    assert!(names(EffectVerb::AnyRuns, Runs(RunKind::Input)));
    assert!(!names(EffectVerb::Kind(Runs(RunKind::Code)), Runs(RunKind::File)));
    assert!(names(EffectVerb::AnyChanges, Changes(ChangeKind::Clock)));
    assert!(!names(EffectVerb::AnyChanges, Runs(RunKind::Code)));
}
