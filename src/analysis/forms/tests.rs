use super::super::{Goal, goals, is_own_act};
use super::*;
use crate::compile::{NoFiles, compile};
use crate::table::Table;

fn declared(clauses: &str) -> Table {
    let text = format!("policy p language 1\ncommand acme {{\n{clauses}\n}}\nfinal f {{ ask always because \"y\" }}\n");
    let compiled = compile("p", &text, &NoFiles);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    compiled.table.unwrap()
}

/// The shortest form of each goal.
fn shortest(clauses: &str, shape: Shape<'_>) -> Vec<String> {
    let table = declared(clauses);
    let path = [&table.commands[0]];
    let first = |goal: &Goal<'_>| goal_forms(&path, goal, shape).forms.first().map_or("none".to_owned(), Form::line);
    goals(&path, &is_own_act).iter().map(first).collect()
}

#[test]
fn options_are_given_as_their_dialect_has_them() {
    let each = |dialect: &str, option: &str| shortest(&format!("dialect {dialect}\n{option}"), Shape::ANY);
    assert_eq!(each("gnu", "option -o|--output FILE writes"), ["acme -o out"]);
    assert_eq!(each("gnu", "option --output [FILE] writes"), ["acme --output", "acme --output=out"]);
    assert_eq!(each("gnu", "option -i [FILE] writes"), ["acme -i", "acme -iout"]);
    assert_eq!(each("keyval", "option of= FILE writes"), ["acme of=out"]);
    assert_eq!(each("find", "option -fls FILE writes\noperand [PATH]... sees"), ["acme -fls out"]);
    assert_eq!(each("gnu", "option --pair NAME FILE writes"), ["acme --pair name out"]);
}

#[test]
fn operands_stand_where_the_condition_wants_them() {
    assert_eq!(
        shortest("operand [FILE]... reads\nwhen operands >= 2 { does writes \"x\" }", Shape::ANY),
        ["acme in in"]
    );
    assert_eq!(
        shortest("operand [WORD]...\nwhen operand 2 matches \"a*\" { does writes \"x\" }", Shape::ANY),
        ["acme 1 ax"]
    );
    assert_eq!(shortest("operand [FILE] reads\noperand FILE writes", Shape::ANY), ["acme out"]);
    assert_eq!(
        shortest(
            "flag -q\nflag -r\nwhen not -q and (-r or no operands) { does writes \"x\" }\noperand [FILE]...",
            Shape::ANY
        ),
        ["acme"]
    );
}

/// No known words bring it about, so words that are not known stand for it.
#[test]
fn what_contradicts_itself_is_left_to_doubt() {
    assert_eq!(shortest("flag -q\nwhen -q and not -q { does writes \"x\" }", Shape::ANY), ["acme *"]);
}

#[test]
fn the_shape_of_an_entry_is_kept() {
    let with = ["-q".to_owned()];
    let globs = OperandTest::SomeMatches(vec!["~/x*".to_owned()]);
    let shape = Shape { with: &with, operands: &globs, home: "/home/me", ..Shape::ANY };
    let clauses = "flag -q\noption -o FILE writes\noperand [FILE]... reads";
    assert_eq!(shortest(clauses, shape), ["acme -q -o out /home/me/xx"]);
    let apart = Shape { operands: &OperandTest::None, apart: true, ..Shape::ANY };
    assert_eq!(shortest("operand [FILE]... reads\noption -o FILE writes", apart), ["/usr/bin/acme -o out"]);
}

#[test]
fn texts_fall_into_their_cases() {
    let cases = "option --mode WORD runs program { \"1\" | \"?\" nothing ; \"w*\" writes \"x\" }";
    assert_eq!(shortest(cases, Shape::ANY), ["acme --mode xx", "acme --mode wx"]);
    // Everything falls into a case, so that nothing is left for the effect before the brace.
    assert_eq!(
        shortest("operand WORD runs program { \"a\" nothing ; \"*\" nothing }", Shape::ANY),
        Vec::<String>::new()
    );
}

#[test]
fn too_many_ways_are_told() {
    let table = declared("operand [FILE]...\nwhen operands >= 17 { does writes \"x\" }");
    let path = [&table.commands[0]];
    let found = goals(&path, &is_own_act);
    assert!(goal_forms(&path, &found[0], Shape::ANY).cut);
    let table = declared("operand [FILE]...\nwhen operands >= 16 { does writes \"x\" }");
    let path = [&table.commands[0]];
    let found = goals(&path, &is_own_act);
    assert!(!goal_forms(&path, &found[0], Shape::ANY).cut);
}
