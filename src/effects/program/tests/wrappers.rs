//! Rule 20: children, and how their words come about.

use super::{effects, outcome_of, show, std_commands};
use crate::argv::Word;
use crate::effects::program::{ChildForm, Input};

fn does(line: &str) -> String {
    effects(&std_commands(), line)
}

#[test]
fn words_as_they_stand() {
    assert_eq!(does("timeout 5 rm -rf x"), "child [/w] rm -rf x");
    assert_eq!(does("timeout -k 1 5 rm -v"), "child [/w] rm -v");
    assert!(does("timeout -z 5 rm").contains("! option -z"));
    assert!(does("timeout 5").contains("an operand is missing"));
    assert_eq!(does("timeout ./? rm -rf x"), "child [/w] rm -rf x");
}

#[test]
fn doubt_before_the_command_moves_its_start() {
    let shown = does("timeout ? rm x");
    assert!(shown.contains("(child [/w] rm x)") && !shown.contains('!'), "{shown}");
    // `-k` may have taken `rm`, and then `-rf` is an option of timeout.
    assert!(does("timeout ? rm -rf x").contains("! option -r is not declared"));
    let shown = does("timeout @ rm x");
    assert!(shown.contains("(child [/w] ?… rm x)"), "{shown}");
}

#[test]
fn env_binds_and_starts() {
    assert_eq!(does("env"), "ReadsEnvironment");
    assert_eq!(does("env A=b"), "ReadsEnvironment");
    assert_eq!(does("env A=b rm x"), "child [/w] rm x");
    let outcome = outcome_of(&std_commands(), "env -u C A=b=c rm x", &[], Input::Inherited);
    assert_eq!(outcome.children[0].bindings, [("A".to_owned(), Word::known("b=c"))]);
    let names: Vec<_> = outcome.binds.iter().map(|bind| bind.name.as_known().unwrap().to_owned()).collect();
    assert_eq!(names, ["C", "A"]);
    let shown = does("env ? rm x");
    assert!(shown.contains("] ? rm x)") && shown.contains("] rm x)"), "{shown}");
    // It may be `-C`.
    assert!(shown.contains("(Enters /w:rm)"), "{shown}");
    assert_eq!(does("env A? rm x").replace('?', ""), "(child [/w] A rm x); (child [/w] rm x)");
    assert_eq!(does("env -C sub rm x"), "Enters /w:sub; child [/w/sub] rm x");
}

#[test]
fn xargs_feeds_a_list() {
    assert_eq!(does("xargs rm -f"), "child [/w] rm -f ?…");
    assert_eq!(does("xargs -I% cp % %.bak"), "child [/w] cp ? ?.bak");
    assert_eq!(does("xargs -I {} sh -c rm_{}"), "child [/w] sh -c rm ?");
    assert_eq!(does("xargs"), "");
    assert!(does("xargs -E x rm").contains("! option -E"));
}

#[test]
fn find_runs_on_what_it_finds() {
    assert_eq!(does("find src -exec rm {} ;"), "Sees tree /w:src; child [/w] rm src/**");
    assert_eq!(does("find -exec rm {} +"), "Sees tree /w:.; child [/w] rm ./**…");
    assert_eq!(does("find ./? -exec sh -c rm_{} ;"), "Sees tree /w:./?; child [/w] sh -c rm ./?**");
}

#[test]
fn shells_read_their_text() {
    assert_eq!(does("sh -c rm_x"), "child [/w] sh `rm x`");
    assert_eq!(does("sh -ec ls a b"), "child [/w] sh `ls`");
    assert_eq!(does("sh -c -- ?"), "child [/w] sh `?`");
    assert_eq!(does("sh -c ?"), "(Runs(Input)); (child [/w] sh `?`)");
    assert_eq!(does("sh f a"), "Runs(File) /w:f");
    assert_eq!(does("sh"), "Runs(Input)");
    assert_eq!(does("eval a b"), "child [/w] bash `a b`");
    assert_eq!(does("eval a ?"), "child [/w] bash `?`");
}

#[test]
fn known_input_is_read_and_empty_input_is_nothing() {
    let with = |input: Input| show(&outcome_of(&std_commands(), "sh", &[], input));
    assert_eq!(with(Input::Text("rm x".to_owned())), "child [/w] sh `rm x`");
    assert_eq!(with(Input::Empty), "");
    assert_eq!(with(Input::Pipe), "Runs(Input)");
}

#[test]
fn rule_15_programs_know_no_builtins() {
    let outcome = outcome_of(&std_commands(), "timeout 5 cd x", &[], Input::Inherited);
    assert!(matches!(&outcome.children[0].form, ChildForm::Argv { builtin: false, .. }));
}
