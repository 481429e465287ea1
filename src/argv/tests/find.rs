//! find's grammar: arity exact, precedence of no matter.

use super::{dialect, read};
use crate::table::Family;

const FIND: &str = "-H,-L,-P,-D WORD,-O N,-name GLOB,-delete,-print,-exec|-ok ARGV,-fprintf FILE FORMAT,-maxdepth N,-type WORD,-newer FILE";

fn find(line: &str) -> String {
    read(dialect(Family::Find), FIND, line)
}

#[test]
fn paths_then_expression() {
    assert_eq!(find("-L a b -name x -print"), "-L -name=x -print | a b");
    assert_eq!(find("-O3 -D exec . -print"), "-O=3 -D=exec -print | .");
    assert_eq!(find("( -name a -o ! -name b ) , -delete"), "-name=a -name=b -delete");
    assert!(find(". -print b").contains("behind the expression"));
    assert!(find(". -prin").contains("not declared"));
}

#[test]
fn values_are_taken_whatever_they_begin_with() {
    assert_eq!(find(". -name -delete"), "-name=-delete | .");
    assert_eq!(find(". -fprintf -delete %p -print"), "-fprintf=-delete=%p -print | .");
    assert!(find(". -name").contains("lacks its value"));
}

#[test]
fn commands_end_at_semicolon_or_braces_plus() {
    assert_eq!(find(". -exec rm {} ; -print"), "-exec=rm={} -print | .");
    assert_eq!(find(". -exec grep + {} + -delete"), "-exec=grep=+={} -delete | .");
    assert_eq!(find(". -exec echo + ;"), "-exec=echo=+ | .");
    assert!(find(". -exec rm {}").contains("lacks its value"));
}

#[test]
fn rule_8_only_options_that_fit() {
    assert!(find("*").contains("(-delete)"));
    assert!(!find("*.py").contains("delete"));
    assert_eq!(find("./*"), "| ./*");
    assert!(find("? -print").contains("(-delete)"));
    // The reading in which a path stands behind the expression is refused by find.
    assert_eq!(find(". -name *.py -print"), "(-name=*.py) (-name=-print) (-print) | .");
    assert!(find(". -name *.py -delete").contains("(-delete)"));
    assert_eq!(find(". -name ?"), "-name=? | .");
    assert_eq!(find(". -maxdepth ? -print"), "-maxdepth=? -print | .");
}

#[test]
fn an_unknown_word_may_begin_a_command() {
    let shown = find("? rm {} ;");
    assert!(shown.contains("(-exec=rm={})"), "{shown}");
}
