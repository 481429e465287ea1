use super::super::{Act, Code, Name};
use super::*;

fn acts(program: &str) -> Vec<Act> {
    let reading = read(program).unwrap_or_else(|error| panic!("{program:?}: {error:?}"));
    reading.steps.into_iter().map(|step| step.act).collect()
}

fn known(text: &str) -> Name {
    Name::Known(text.to_owned())
}

fn writes(text: &str) -> Act {
    Act::Writes(known(text))
}

fn shell(text: &str) -> Act {
    Act::Runs(Code::Shell(known(text)))
}

fn computed() -> Act {
    Act::Runs(Code::Shell(Name::Unknown))
}

#[test]
fn a_greater_sign_redirects_only_in_print_outside_parentheses() {
    assert_eq!(acts("{print $1 > \"out\"}"), [writes("out")]);
    assert_eq!(acts("{print > \"out\"}"), [writes("out")]);
    assert_eq!(acts("{printf(\"%s\", $1) >> \"out\"}"), [writes("out")]);
    assert_eq!(acts("{print($1 > 2)}"), []);
    assert_eq!(acts("$1 > 10 {print $2}"), []);
    assert_eq!(acts("{if ($1 > 2) print; else x = y > z}"), []);
    assert_eq!(acts("{print $1 >= 2}"), []);
    assert_eq!(acts("{print a,\n b > \"out\"}"), [writes("out")]);
    assert_eq!(acts("{print a ? b : c > \"out\"; x > \"in\"}"), [writes("out")]);
}

#[test]
fn names_that_are_not_one_literal_are_unknown() {
    let unknown = [Act::Contacts(Name::Unknown), Act::Writes(Name::Unknown)];
    for target in ["f", "\"a\" \"b\"", "\"a\" $1", "$1\".txt\"", "(\"a\")", "\"\\x41\"", "x ? \"a\" : \"b\""] {
        assert_eq!(acts(&format!("{{print > {target}}}")), unknown, "{target}");
    }
    assert_eq!(acts("BEGIN{system(\"ls \" x)}"), [computed()]);
    assert_eq!(acts("BEGIN{\"ls \" x | getline}"), [computed()]);
    assert_eq!(acts("BEGIN{1 == \"ls\" | getline}"), [computed()]);
    assert_eq!(acts("BEGIN{getline x < \"a\" \"b\"}"), [Act::Contacts(Name::Unknown), Act::Reads(Name::Unknown)]);
}

#[test]
fn commands_of_all_kinds() {
    assert_eq!(acts("BEGIN{system(\"touch x\")}"), [shell("touch x")]);
    assert_eq!(acts("{print | \"sort\"}"), [shell("sort")]);
    assert_eq!(acts("{print |& \"sort\"}"), [shell("sort")]);
    assert_eq!(acts("BEGIN{while ((\"date\" | getline x) > 0) n++}"), [shell("date")]);
    assert_eq!(acts("BEGIN{x = \"date\" | getline}"), [shell("date")]);
    assert_eq!(acts("BEGIN{\"date\" |& getline}"), [shell("date")]);
    assert_eq!(acts("BEGIN{print \"date\" | getline}"), [computed()]);
    assert_eq!(acts("{system(\"\"); close(\"sort\"); print \"system(1)\" # system(2)\n}"), []);
}

#[test]
fn certain_is_what_begins_unconditionally() {
    let certain = |program: &str| read(program).unwrap().steps.iter().map(|step| step.certain).collect::<Vec<_>>();
    assert_eq!(certain("BEGIN{system(\"x\")}"), [true]);
    for program in [
        "{system(\"x\")}",
        "BEGIN{if (y) system(\"x\")}",
        "BEGIN{y && system(\"x\")}",
        "BEGIN{exit; system(\"x\")}",
        "BEGIN{for(;;); system(\"x\")}",
        "BEGIN{y ? system(\"x\") : 0}",
        "END{system(\"x\")}",
        "function f() {exit} BEGIN{f(); system(\"x\")}",
    ] {
        assert_eq!(certain(program), [false], "{program}");
    }
}

#[test]
fn files_and_sockets() {
    assert_eq!(acts("BEGIN{while ((getline line < \"list\") > 0) n++}"), [Act::Reads(known("list"))]);
    assert_eq!(acts("BEGIN{getline < \"-\"; getline x < \"/dev/stdin\"; print > \"/dev/stderr\"}"), []);
    assert_eq!(acts("BEGIN{\"/inet/udp/0/host.example/53\" |& getline}"), [Act::Contacts(known("host.example"))]);
    assert_eq!(acts("BEGIN{print |& \"/inet/x\"}"), [Act::Contacts(Name::Unknown)]);
    assert_eq!(
        acts("BEGIN{getline < \"/inet/tcp/0/h/1\"}"),
        [Act::Contacts(known("h")), Act::Reads(known("/inet/tcp/0/h/1"))]
    );
}

#[test]
fn the_environment_and_the_operands() {
    assert_eq!(acts("BEGIN{print ENVIRON[\"TOKEN\"]}"), [Act::ReadsEnvironment]);
    assert_eq!(acts("BEGIN{for (k in ENVIRON) print k}"), [Act::ReadsEnvironment]);
    assert_eq!(acts("BEGIN{print ENVIRON[\"HOME\"], \"ENVIRON\"}"), []);
    for change in [
        "ENVIRON[\"PATH\"] = \".\"",
        "sub(/x/, \"y\", ENVIRON[\"PATH\"])",
        "split(x, ENVIRON)",
        "getline ENVIRON[\"PATH\"]",
    ] {
        let acts = acts(&format!("BEGIN{{{change}; system(\"ls\")}}"));
        assert!(acts.contains(&computed()), "{change}: {acts:?}");
    }
    assert_eq!(acts("FILENAME == ARGV[1] {a[$1]; next} $1 in a"), []);
    assert_eq!(acts("BEGIN{x = ARGV[1]; delete ARGV[1]; ARGV[2] = \"\"; ARGC = 2}"), []);
    for change in [
        "ARGV[1] = \"x\"",
        "split(x, ARGV)",
        "gsub(/a/, \"b\", ARGV[1])",
        "for (ARGV[1] in x) y",
        "f(ARGV)",
        "ARGV[1]=\"\" x",
    ] {
        let acts = acts(&format!("function f(a) {{a[1]=2}} BEGIN{{{change}}}"));
        assert!(acts.contains(&Act::Reads(Name::Unknown)), "{change}: {acts:?}");
    }
}

#[test]
fn a_slash_divides_after_an_operand() {
    assert_eq!(acts("{print $1/2 > \"a\" ; x = 3/y}"), [writes("a")]);
    assert_eq!(acts("/a > \"b\"/ {print}"), []);
    assert_eq!(acts("{x = (y)/2; z = a[1]/3; w++/2}"), []);
    assert_eq!(acts("$0 ~ /=/ && !/x/"), []);
    assert_eq!(acts("{gsub(/[^\\/]+\\//, \"\"); gsub(/[^/]+/, \"\"); gsub(/\\[[^\\]]*\\]/, \"\")}"), []);
    for program in ["{if (x) /y/}", "{length /x/}", "{getline /x/}", "/a/ /b/", "{sub(/[]/]/, \"\")}"] {
        assert!(read(program).is_err(), "{program}");
    }
}

#[test]
fn what_is_not_proved() {
    for program in [
        "@f()",
        "BEGIN{@f(1)}",
        "BEGIN{x::y()}",
        "@namespace \"x\"",
        "BEGIN{f(1)}",
        "BEGIN{SYMTAB[\"x\"]}",
        "BEGIN{bindtextdomain(\"x\")}",
        "{print \"a}",
        "{print $1",
        "print}",
        "{print é}",
        "# x\\\n{print}",
        "{print 1 2 | 3 | 4}",
        "BEGIN x",
        "{a b:c}",
        "\r",
        "{print > \"a\" > \"b\"}",
    ] {
        assert!(read(program).is_err(), "{program}");
    }
    assert_eq!(acts("@load \"x\""), [Act::Runs(Code::Library(known("x")))]);
    assert_eq!(acts("@include \"x\"\nBEGIN{}"), [Act::Runs(Code::Library(known("x")))]);
}
