//! For each lint what it finds, and the nearest policy in which it finds nothing.

use super::*;

const HEAD: &str = r#"policy p language 1
tools {
  shell  command $command from cwd
  read   reads $file_path from workspace
  write  writes $file_path from workspace
  query  contacts "db.example"  subject $sql
  run    command $line from cwd
}
command cat { operand [FILE]... reads }
command tee { operand [FILE]... writes }
command pwd { flag -P }
command build { does runs program }
command vcs { flag -x  sub log { does reads tree cwd, obeys cwd } }
facts { mode : a < b < c = a  quick : false < true = false  n : count = 0  mine : rules = [] }
paths inner { "**/b" }
paths outer { inner  "**/a/**" }
"#;

const TAIL: &str = "\nfinal rest { ask always because \"else\" }\n";

/// The codes that a policy of these stages gets.
fn codes(stages: &str) -> Vec<&'static str> {
    let text = format!("{HEAD}{}{TAIL}", stages.replace(" ;", " because \"x\""));
    checked(&text).1.iter().map(|finding| finding.code.0).collect()
}

/// Pairs: in the first `code` alone is found, in the second nothing.
fn near(code: &str, pairs: &[(&str, &str)]) {
    for (found, clean) in pairs {
        assert_eq!(codes(found), [code], "{found}");
        assert_eq!(codes(clean), Vec::<&str>::new(), "{clean}");
    }
}

#[test]
fn shadowed() {
    near(
        "L101",
        &[
            (
                "stage s { ask when any writes ; } stage t { ask when any writes in tmp ; }",
                "stage s { ask when any writes in tmp ; } stage t { ask when any writes ; }",
            ),
            (
                "stage s { ask when any reads in outer ; } stage t { ask when any reads in inner ; }",
                "stage s { ask when any reads in inner ; } stage t { ask when any reads in outer ; }",
            ),
            (
                "stage s { allow when only reads, writes ; } stage t { allow when only writes ; }",
                "stage s { allow when only writes ; } stage t { allow when only reads, writes ; }",
            ),
            (
                "stage s { ask when any writes ; } stage t { ask when surely writes ; }",
                "stage s { ask when surely writes ; } stage t { ask when any writes ; }",
            ),
            (
                "stage s { ask when mode <= b and any writes ;  ask when mode > b and any writes ; } stage t { ask when any writes and quick ; }",
                "stage s { ask when mode < b and any writes ;  ask when mode > b and any writes ; } stage t { ask when any writes and quick ; }",
            ),
            (
                "stage s { ask when n >= 3 ;  ask when n < 3 and any reads ; } stage t { ask when any reads ; }",
                "stage s { ask when n >= 4 ;  ask when n < 3 and any reads ; } stage t { ask when any reads ; }",
            ),
            (
                "safe l { cat where only reads }\nstage s { allow when only reads ; } stage t { allow when safe l ; }",
                "safe l { cat }\nstage s { allow when only reads in workspace ; } stage t { allow when safe l ; }",
            ),
        ],
    );
}

#[test]
fn a_class_is_its_rows() {
    let head = "classify risk {\n low when only reads\n mid when only reads, writes\n else high\n}\n";
    let shadowed = "stage s { ask when risk = high ;  ask when risk = mid ; } stage t { ask when any writes ; }";
    assert_eq!(codes(&format!("{head}{shadowed}")), ["L101"]);
    let near = "stage s { ask when risk = high ; } stage t { ask when any writes ; }";
    assert_eq!(codes(&format!("{head}{near}")), Vec::<&str>::new());
}

#[test]
fn shadowed_by_lists_tools_and_rules_of_the_host() {
    near(
        "L101",
        &[
            (
                "pattern q { tee where any writes }\nstage s { ask when any writes ; } stage t { ask when any q ; }",
                "pattern q { tee\n cat where any runs, writes }\nstage s { ask when any writes ; } stage t { ask when any q ; }",
            ),
            (
                "stage s { deny when mine says deny ; } stage t { deny when mine says deny and any reads ; }",
                "stage s { deny when mine says deny ; } stage t { ask when mine says ask and any reads ; }",
            ),
        ],
    );
    // Asking about a tool is uneven as well; here only the shadow counts.
    assert!(codes("stage s { ask when tool read, write ; } stage t { ask when tool write ; }").contains(&"L101"));
    assert!(!codes("stage s { ask when tool read ; } stage t { ask when tool write ; }").contains(&"L101"));
}

#[test]
fn what_is_not_understood_is_left_for_rules_that_name_it() {
    assert_eq!(codes("stage s { ask when any reads ; } stage t { ask when unknown ; }"), Vec::<&str>::new());
    assert_eq!(codes("stage s { ask when unknown ; } stage t { ask when unknown and quick ; }"), ["L101"]);
}

#[test]
fn never() {
    near(
        "L201",
        &[
            ("stage s { ask when mode = a and mode = b ; }", "stage s { ask when mode >= a and mode <= b ; }"),
            ("stage s { ask when n < 1 and n > 0 ; }", "stage s { ask when n < 2 and n > 0 ; }"),
            (
                "pattern q { pwd operand \"x\" }\nstage s { ask when any q ; }",
                "pattern q { cat operand \"x\" }\nstage s { ask when any q ; }",
            ),
            (
                "pattern q { pwd with -P without -P }\nstage s { ask when any q ; }",
                "pattern q { pwd with -P }\nstage s { ask when any q ; }",
            ),
            (
                "pattern q { cat where any deletes }\nstage s { ask when any q ; }",
                "pattern q { cat, tee where any writes }\nstage s { ask when any q ; }",
            ),
        ],
    );
}

#[test]
fn a_deny_that_comes_too_late() {
    near(
        "L102",
        &[(
            "stage s { allow when only reads ; } stage t { deny when any reads in outer ; }",
            "stage s { allow when only writes in tmp ; } stage t { deny when any reads in outer ; }",
        )],
    );
}

#[test]
fn words_and_texts() {
    // A gate on the tool for reading alone is uneven as well; here only the glob counts.
    assert!(codes("stage s { allow when tool \"rea*\" ; }").contains(&"L202"));
    assert!(!codes("stage s { allow when tool \"read\" ; }").contains(&"L202"));
    near(
        "L203",
        &[
            (
                "safe q { tool query where $sql matches \"SELECT *\" }\nstage s { allow when safe q ; }",
                "safe q { tool query where $sql matches \"SELECT version()\" }\nstage s { allow when safe q ; }",
            ),
            (
                "safe q { tool run where $line matches \"git *\" }\nstage s { allow when safe q ; }",
                "safe q { tool run where $line = \"git status\" }\nstage s { allow when safe q ; }",
            ),
        ],
    );
}

#[test]
fn code_and_configuration() {
    near(
        "L003",
        &[("stage s { allow when only reads, runs program ; }", "stage s { allow when only reads, runs code ; }")],
    );
    near(
        "L306",
        &[(
            "paths control { \"**/.vcs/**\" }\nstage s { allow when only reads, obeys, writes in workspace ; }",
            "paths control { \"**/.vcs/**\" }\nstage c { ask when any writes in control ; }\nstage s { allow when only reads, obeys, writes in workspace ; }",
        )],
    );
}

#[test]
fn a_gate_on_one_way() {
    near(
        "L304",
        &[(
            "stage s { ask when tool write and any writes in inner ; } stage t { allow when only reads, writes in workspace ; }",
            "stage s { ask when any writes in inner ; } stage t { allow when only reads, writes in workspace ; }",
        )],
    );
}

#[test]
fn places_and_texts_that_deceive() {
    near(
        "L401",
        &[
            (
                "paths t { \"/tmp/**\" }\nstage s { ask when any writes in t ; }",
                "paths t { on linux { \"/tmp/**\" } }\nstage s { ask when any writes in t ; }",
            ),
            (
                "paths t { \"/home/me/x\" }\nstage s { ask when any writes in t ; }",
                "paths t { \"/homer/me/x\" }\nstage s { ask when any writes in t ; }",
            ),
        ],
    );
    near(
        "L601",
        &[
            (
                "# b\u{202e}idi\nstage s { ask when any writes ; }",
                "# caf\u{e9}, \u{65e5}\u{672c}\u{8a9e}\nstage s { ask when any writes ; }",
            ),
            (
                "paths t { \"**/\u{200b}x\" }\nstage s { ask when any writes in t ; }",
                "paths t { \"**/\u{e9}x\" }\nstage s { ask when any writes in t ; }",
            ),
            (
                "paths t { \"**/p\u{430}y\" }\nstage s { ask when any writes in t ; }",
                "paths t { \"**/\u{43f}\u{430}\u{439}\" }\nstage s { ask when any writes in t ; }",
            ),
        ],
    );
}

#[test]
fn every_lint_has_a_page_and_every_page_a_lint() {
    let pages: Vec<Code> = PAGES.iter().map(|page| page.code).filter(|code| code.0.starts_with('L')).collect();
    let lints: Vec<Code> = LINTS.iter().map(|lint| lint.code).collect();
    assert_eq!(pages, lints);
    for lint in LINTS {
        assert!(!lint.fixed || lint.level == Level::Deny, "{}", lint.code);
    }
}
