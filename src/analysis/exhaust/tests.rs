use super::super::{goals, is_own_act};
use super::*;
use crate::compile::{NoFiles, compile};
use crate::table::Table;

fn declared(clauses: &str) -> Table {
    let text = format!("policy p language 1\ncommand acme {{\n{clauses}\n}}\nfinal f {{ ask always because \"y\" }}\n");
    let compiled = compile("p", &text, &NoFiles);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    compiled.table.unwrap()
}

/// The lines for the first goal, and whether more may be missing.
fn lines(clauses: &str, shape: Shape<'_>, without: &[&str], limit: usize) -> (Vec<String>, bool) {
    let table = declared(clauses);
    let path = [&table.commands[0]];
    let without: Vec<String> = without.iter().map(|name| (*name).to_owned()).collect();
    let found = every_form(&path, &goals(&path, &is_own_act)[0], shape, &without, limit);
    (found.forms.iter().map(Form::line).collect(), found.cut)
}

const NO_OPERAND: Shape<'static> = Shape { operands: &OperandTest::None, ..Shape::ANY };

#[test]
fn options_that_conditions_ask_about_are_given_and_not_given() {
    let asked = "flag -q, -v\nflag -w writes \"x\"\nwhen -q { does deletes \"y\" }";
    assert_eq!(lines(asked, NO_OPERAND, &[], 99), (vec!["acme -w".to_owned(), "acme -w -q".to_owned()], false));
    assert_eq!(lines(asked, NO_OPERAND, &["-q"], 99), (vec!["acme -w".to_owned()], false));
    // Nothing is left to show it.
    assert_eq!(lines(asked, NO_OPERAND, &["-w"], 99), (Vec::new(), false));
}

#[test]
fn the_goals_own_condition_leaves_calls_out() {
    let both = "flag -a, -b\nwhen -a and not -b { does writes \"x\" }";
    assert_eq!(lines(both, NO_OPERAND, &[], 99), (vec!["acme -a".to_owned()], false));
    let implied = "flag -a\nflag -b implies -a\nwhen -a { does writes \"x\" }";
    assert_eq!(lines(implied, NO_OPERAND, &[], 99).0, ["acme -a", "acme -b", "acme -a -b"]);
    assert_eq!(lines(implied, NO_OPERAND, &["-a"], 99).0, Vec::<String>::new());
    let only = "flag -a, -b, -c\nwhen only -a { does writes \"x\" }";
    assert_eq!(lines(only, NO_OPERAND, &[], 99).0, ["acme", "acme -a"]);
}

#[test]
fn operands_fall_under_the_globs_in_every_way() {
    let globs = OperandTest::SomeMatches(vec!["w*".to_owned()]);
    let shape = Shape { operands: &globs, ..Shape::ANY };
    let clauses = "operand [WORD]\nwhen not operand 1 matches \"w?\" { does writes \"x\" }";
    // `w?` alone would be left out, and a second operand is one more than there are.
    assert_eq!(lines(clauses, shape, &[], 99).0, ["acme w", "acme w 1", "acme 1 w", "acme w w"]);
}

#[test]
fn words_that_are_not_known_stand_last_and_alone() {
    let (known, open): (Vec<String>, Vec<String>) = lines("operand [WORD]\ndoes writes \"x\"", Shape::ANY, &[], 99)
        .0
        .into_iter()
        .partition(|line| !line.contains("$x"));
    assert_eq!(known, ["acme", "acme 1", "acme 1 1"]);
    assert!(open.contains(&"acme -- $x".to_owned()) && open.contains(&"acme $x".to_owned()), "{open:?}");
    assert!(open.contains(&"acme -- 1 $x".to_owned()) && open.contains(&"acme -- \"$x\" 1".to_owned()), "{open:?}");
    assert!(open.iter().all(|line| line.matches("$x").count() == 1), "{open:?}");
    let (glued, _) = lines("option -o FILE writes", NO_OPERAND, &[], 99);
    assert_eq!(
        glued,
        ["acme -o in", "acme -o out", "acme -o /dev/null", "acme -o -", "acme -o \"$x\"", "acme -ox*", "acme -o\"$x\""]
    );
}

#[test]
fn what_is_left_out_for_room_is_told() {
    let either = "flag -a, -b\nwhen -a or not -a { does writes \"x\" }";
    assert_eq!(lines(either, NO_OPERAND, &[], 1), (vec!["acme".to_owned()], true));
    assert_eq!(lines(either, NO_OPERAND, &[], 3), (vec!["acme".to_owned(), "acme -a".to_owned()], false));
    let many = |count: usize| {
        let asked: String = (0..count).map(|n| format!("flag -{}\n", char::from(b'a' + n as u8))).collect();
        let when: Vec<String> = (0..count).map(|n| format!("-{}", char::from(b'a' + n as u8))).collect();
        lines(&format!("{asked}when {} {{ does writes \"x\" }}", when.join(" or ")), NO_OPERAND, &[], 9999).1
    };
    assert!(!many(MAX_OPTIONS));
    assert!(many(MAX_OPTIONS + 1));
    let words = |count: usize| format!("operand [WORD]...\nwhen operands >= {count} {{ does writes \"x\" }}");
    let some = OperandTest::SomeMatches(vec!["a".to_owned()]);
    let shape = Shape { operands: &some, ..Shape::ANY };
    assert!(!lines(&words(MAX_OPERANDS), shape, &[], 999).1);
    assert!(lines(&words(MAX_OPERANDS + 1), shape, &[], 999).1);
}
