//! Rules 10 and 14: which program a name means, and what variables mean to it.

use super::{effects, outcome_of, show, std_commands, words};
use crate::argv::Word;
use crate::effects::program::{CommandIndex, Input, Invocation, interpret, speaks_of};
use crate::effects::{Bases, Host};
use std::collections::BTreeMap;
use std::sync::Arc;

fn does(line: &str) -> String {
    effects(&std_commands(), line)
}

#[test]
fn rule_14_bare_or_in_a_directory_of_the_system() {
    assert_eq!(does("/usr/bin/cat f"), "Reads /w:f");
    assert_eq!(does("/bin/cat f"), "Reads /w:f");
    for line in
        ["./cat f", "bin/cat f", "/usr/bin/../bin/cat f", "/usr/local/bin/cat f", "/usr/bin//cat f", "? f", "c* f"]
    {
        assert!(does(line).contains("! "), "{line}");
    }
    assert_eq!(does("/opt/acme/notes f"), "Reads /w:f");
    assert!(does("notes f").contains("! "));
}

#[test]
fn rule_14_the_host_may_say_what_is_found() {
    let commands = std_commands();
    let find = |path: Option<&str>| {
        let programs = path.map(|path| ("cat".to_owned(), path.to_owned())).into_iter().collect::<BTreeMap<_, _>>();
        let host = Host { programs: Some(programs), ..Host::default() };
        let index = CommandIndex::new(&commands);
        let bases = Arc::default();
        let words = words("cat /f");
        let invocation =
            Invocation { words: &words, builtin: true, bindings: &[], bases: &bases, input: Input::Empty, host: &host };
        show(&interpret(&index, &invocation))
    };
    assert_eq!(find(Some("/usr/bin/cat")), "Reads :/f");
    assert!(find(Some("/w/.venv/bin/cat")).contains("! "));
    assert!(find(None).contains("! "));
}

#[test]
fn rule_8_the_host_may_say_that_names_have_no_dash() {
    let commands = std_commands();
    let sort = |free: &str, builtin: bool| {
        let index = CommandIndex::new(&commands);
        let (words, bases) = (words("sort *"), Bases { known: vec!["/w".to_owned()], unknown: false }.into());
        let host = Host { dash_free: [free.to_owned()].into(), ..Host::default() };
        show(&interpret(
            &index,
            &Invocation { words: &words, builtin, bindings: &[], bases: &bases, input: Input::Empty, host: &host },
        ))
    };
    assert_eq!(sort("/w", true), "Reads /w:./*");
    assert!(sort("/x", true).contains("Writes"));
    assert!(sort("/w", false).contains("Writes"));
}

#[test]
fn rule_15_builtins_are_apart() {
    let commands = std_commands();
    let index = CommandIndex::new(&commands);
    let (words, bases, host) = (words("cd x"), Arc::default(), Host::default());
    let invocation =
        Invocation { words: &words, builtin: false, bindings: &[], bases: &bases, input: Input::Empty, host: &host };
    assert!(show(&interpret(&index, &invocation)).contains("! "));
}

#[test]
fn rule_10_what_a_declaration_says_of_variables() {
    let with = |value: Word| {
        let bindings = [("GIT_PAGER".to_owned(), value), ("OTHER".to_owned(), Word::known("x"))];
        outcome_of(&std_commands(), "git status", &bindings, Input::Inherited)
    };
    assert_eq!(show(&with(Word::known("cat"))), "Obeys /w:.");
    assert_eq!(show(&with(Word::known(""))), "Obeys /w:.");
    assert_eq!(show(&with(Word::known("evil"))), "Runs(Program); Obeys /w:.");
    assert_eq!(show(&with(Word::unknown())), "(Runs(Program)); Obeys /w:.");
    assert_eq!(with(Word::known("cat")).spoken_of, ["GIT_PAGER"]);
    let commands = std_commands();
    let sort = commands.iter().find(|command| command.names[0] == "sort").unwrap();
    assert!(speaks_of(sort, "TMPDIR").is_some() && speaks_of(sort, "PATH").is_none());
}

#[test]
fn the_last_binding_is_in_force() {
    let bindings = [("GIT_PAGER".to_owned(), Word::known("evil")), ("GIT_PAGER".to_owned(), Word::known("cat"))];
    assert_eq!(show(&outcome_of(&std_commands(), "git status", &bindings, Input::Inherited)), "Obeys /w:.");
}
