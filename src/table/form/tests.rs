use super::*;
use crate::decide::testing;
use crate::table::{StageKind, Verdict};

fn table() -> Table {
    let rule = testing::rule(Verdict::Ask, Vec::new());
    testing::table(vec![testing::stage("fallback", StageKind::Final, vec![rule])])
}

#[test]
fn both_forms_give_the_table_back_and_are_the_same_each_time() {
    let ron = to_ron(&table()).unwrap();
    assert_eq!(from_ron(&ron).unwrap(), table());
    assert_eq!(ron, to_ron(&table()).unwrap());
    let bytes = to_binary(&table()).unwrap();
    assert_eq!(from_binary(&bytes).unwrap(), table());
    assert_eq!(bytes, to_binary(&table()).unwrap());
}

#[test]
fn another_format_is_refused() {
    let mut other = table();
    other.format = FORMAT + 1;
    assert_eq!(from_ron(&to_ron(&other).unwrap()), Err(FormError::Format { found: FORMAT + 1 }));
    let mut bytes = to_binary(&table()).unwrap();
    bytes[8] += 1;
    assert_eq!(from_binary(&bytes), Err(FormError::Format { found: FORMAT + 1 }));
}

#[test]
fn an_unknown_field_is_refused() {
    let ron = to_ron(&table()).unwrap().replacen("policy:", "polity:", 1);
    assert!(matches!(from_ron(&ron), Err(FormError::Content(_))));
}

#[test]
fn every_changed_or_missing_byte_is_noticed() {
    let bytes = to_binary(&table()).unwrap();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(from_binary(&changed).is_err(), "byte {at}");
        assert!(from_binary(&bytes[..at]).is_err(), "cut at {at}");
    }
    assert!(from_binary(&[bytes.as_slice(), b"x"].concat()).is_err());
}
