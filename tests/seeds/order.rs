//! The order of the stages, over all combinations of facts, against a table written by hand.

use super::{call, table};
use policyc::decide::Evaluator;
use policyc::effects::Call;
use policyc::table::Verdict::{self, Allow, Ask, Deny};
use serde_json::{Value, json};

/// Kinds of calls that the stages tell apart.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Hardline,
    Read,
    Dangerous,
    Runs,
    WriteForm,
    Unknown,
    Edit,
    SecretWrite,
    SkillCreate,
    Code,
    Kill,
    SecretRead,
    Escalation,
    Outside,
    OutsideEdit,
    GitChange,
    ShellCode,
    System,
    Low,
    Listed,
    ReadByHand,
}

#[derive(Debug, Clone, Copy)]
struct Facts {
    yolo: bool,
    confirm: &'static str,
    mode: &'static str,
    jail: &'static str,
    interactive: bool,
    repeats: u64,
    hard_stop: bool,
    rule: Option<&'static str>,
    granted: bool,
}

/// One call of each kind, with the facts that make it one.
struct Representative {
    kind: Kind,
    tool: &'static str,
    input: Value,
    given: &'static [(&'static str, &'static str)],
}

fn representatives() -> Vec<Representative> {
    let tool = |kind, tool, input| Representative { kind, tool, input, given: &[] };
    let shell = |kind, line: &str| tool(kind, "shell", json!({ "command": line }));
    let by_hand = |kind, line: &str| Representative { given: &[("readonly", "false")], ..shell(kind, line) };
    let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
    vec![
        shell(Kind::Hardline, "rm -rf /"),
        shell(Kind::Hardline, ":(){ :|:& };:"),
        shell(Kind::Read, "ls"),
        shell(Kind::Dangerous, "rm -r x"),
        shell(Kind::Dangerous, "git push --force"),
        shell(Kind::Runs, "python3 test.py"),
        shell(Kind::WriteForm, "sed -i s/a/b/ f"),
        shell(Kind::Unknown, "nobodyknows"),
        tool(Kind::Unknown, "github", json!({"x": 1})),
        tool(Kind::Edit, "edit", json!({"file_path": "a.rs"})),
        tool(Kind::Edit, "apply_patch", json!({"patch": patch})),
        tool(Kind::SecretWrite, "write", json!({"file_path": ".env"})),
        tool(Kind::SkillCreate, "skill", json!({"name": "x", "action": "create"})),
        tool(Kind::Code, "ruby", json!({"code": "1"})),
        tool(Kind::Kill, "shell_kill", json!({"run_id": "1"})),
        tool(Kind::SecretRead, "read", json!({"file_path": ".env"})),
        tool(Kind::Escalation, "shell", json!({"command": "ls", "disable_sandbox": "true"})),
        shell(Kind::Outside, "touch /u/a"),
        tool(Kind::OutsideEdit, "write", json!({"file_path": "/u/a"})),
        shell(Kind::GitChange, "git reset f"),
        shell(Kind::ShellCode, "python3 -c 1"),
        shell(Kind::System, "kill 1234"),
        tool(Kind::Low, "read", json!({"file_path": "a.rs"})),
        tool(Kind::Low, "skill", json!({"name": "x"})),
        tool(Kind::Low, "shell_output", json!({"run_id": "1"})),
        by_hand(Kind::Listed, "git status -s"),
        by_hand(Kind::ReadByHand, "ls"),
    ]
}

/// By hand, from the numbered rows.
fn expected(kind: Kind, facts: Facts) -> Verdict {
    if kind == Kind::Hardline || facts.rule == Some("deny") || (facts.repeats >= 5 && facts.hard_stop) {
        return Deny;
    }
    if facts.yolo {
        return Allow;
    }
    let by_mode = if facts.mode == "auto" { Allow } else { Ask };
    let prompts = facts.confirm != "dangerous_only";
    let unresolved = match (facts.rule, kind) {
        // Leaving the sandbox is asked afresh each time, above every rule that allows, and no grant answers it.
        (_, Kind::Escalation) => return if facts.interactive { Ask } else { Deny },
        (Some("ask"), _) => Ask,
        // A rule that allows does not speak for what nobody understands.
        (_, Kind::Unknown) => Ask,
        (Some(_), _) => Allow,
        (None, Kind::Read | Kind::Listed | Kind::Low) => Allow,
        (None, Kind::Dangerous | Kind::SecretWrite | Kind::SecretRead | Kind::SkillCreate | Kind::Hardline) => Ask,
        (None, Kind::ShellCode | Kind::System | Kind::OutsideEdit) => Ask,
        (None, Kind::Runs | Kind::ReadByHand) => {
            if prompts {
                Ask
            } else {
                Allow
            }
        }
        (None, Kind::WriteForm | Kind::GitChange | Kind::Outside) => {
            if prompts || facts.jail != "enforcing" {
                Ask
            } else {
                Allow
            }
        }
        (None, Kind::Edit | Kind::Code) => {
            if prompts {
                by_mode
            } else {
                Allow
            }
        }
        (None, Kind::Kill) => by_mode,
    };
    match (unresolved, facts.granted, facts.interactive) {
        (Ask, true, _) => Allow,
        (Ask, false, false) => Deny,
        (Ask, false, true) => Ask,
        (Allow | Deny, _, _) => unresolved,
    }
}

fn combinations() -> Vec<Facts> {
    let mut all = Vec::new();
    for yolo in [false, true] {
        for confirm in ["confirm_all", "dangerous_only"] {
            for mode in ["manual", "skip", "auto"] {
                for jail in ["off", "degraded", "present", "enforcing"] {
                    for interactive in [false, true] {
                        for (repeats, hard_stop) in [(0, true), (0, false), (5, false), (5, true)] {
                            for rule in [None, Some("allow"), Some("ask"), Some("deny")] {
                                for granted in [false, true] {
                                    all.push(Facts {
                                        yolo,
                                        confirm,
                                        mode,
                                        jail,
                                        interactive,
                                        repeats,
                                        hard_stop,
                                        rule,
                                        granted,
                                    });
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    all
}

fn call_of(representative: &Representative, facts: &Facts) -> Call {
    let Representative { tool, input, given, .. } = representative;
    let rules: Vec<String> = facts.rule.iter().map(|verdict| format!("{verdict} {tool}")).collect();
    let mut call = call(tool, input.clone(), &[]);
    for (name, value) in [
        ("yolo", json!(facts.yolo)),
        ("confirm", json!(facts.confirm)),
        ("mode", json!(facts.mode)),
        ("jail", json!(facts.jail)),
        ("interactive", json!(facts.interactive)),
        ("repeats", json!(facts.repeats)),
        ("hard_stop", json!(facts.hard_stop)),
        ("permissions", json!(rules)),
        ("granted", json!(facts.granted)),
    ] {
        call.facts.insert(name.into(), value);
    }
    call.facts.extend(given.iter().map(|(name, value)| ((*name).to_owned(), json!(value))));
    call
}

/// Every combination of values for every kind of call: proved for these, not sampled.
#[test]
fn the_order_of_the_stages_is_that_of_the_rows() {
    let table = table("rubino");
    let evaluator = Evaluator::new(&table).unwrap();
    let combinations = combinations();
    assert_eq!(combinations.len(), 2 * 2 * 3 * 4 * 2 * 4 * 4 * 2);
    let representatives = representatives();
    std::thread::scope(|scope| {
        for half in representatives.chunks(representatives.len().div_ceil(2)) {
            let (evaluator, combinations) = (&evaluator, &combinations);
            scope.spawn(move || {
                for representative in half {
                    let reading = evaluator.read(&call_of(representative, &combinations[0]));
                    for facts in combinations {
                        let found = evaluator.decide(&call_of(representative, facts), &reading);
                        let kind = representative.kind;
                        assert_eq!(found.verdict(), expected(kind, *facts), "{kind:?} {facts:?} {:?}", found.by);
                    }
                }
            });
        }
    });
}

/// What is no value of a fact counts as the strict one, whatever the others are.
#[test]
fn junk_is_the_strict_value() {
    let table = table("rubino");
    let evaluator = Evaluator::new(&table).unwrap();
    let some: Vec<Facts> = combinations().into_iter().step_by(7).collect();
    for representative in representatives() {
        let reading = evaluator.read(&call_of(&representative, &some[0]));
        for (at, facts) in some.iter().enumerate() {
            let (name, strict) = [
                ("yolo", Facts { yolo: false, ..*facts }),
                ("confirm", Facts { confirm: "confirm_all", ..*facts }),
                ("mode", Facts { mode: "manual", ..*facts }),
                ("jail", Facts { jail: "off", ..*facts }),
                ("hard_stop", Facts { hard_stop: true, ..*facts }),
            ][at % 5];
            let mut call = call_of(&representative, facts);
            let junk = [json!("junk"), json!(7), json!(null), json!([true])];
            call.facts.insert(name.into(), junk[at / 5 % 4].clone());
            let found = evaluator.decide(&call, &reading).verdict();
            let wanted = expected(representative.kind, strict);
            // `yolo` has no `else`: a malformed one asks at least, and nothing resolves it.
            let right = if name == "yolo" { found >= wanted && found > Allow } else { found == wanted };
            assert!(right, "{name} {:?} {facts:?}: {found:?}, not {wanted:?}", representative.kind);
        }
    }
}

/// The decisions are those of the table above, so what holds of the table holds of them.
#[test]
fn a_stricter_fact_a_rule_that_denies_or_a_grant_less_never_loosens() {
    let left = |of: &[&'static str], value: &str| {
        let at = of.iter().position(|own| *own == value).unwrap();
        of[at.saturating_sub(1)]
    };
    for Representative { kind, .. } in representatives() {
        for facts in combinations() {
            let verdict = expected(kind, facts);
            let stricter = [
                Facts { yolo: false, ..facts },
                Facts { confirm: "confirm_all", ..facts },
                Facts { mode: left(&["manual", "skip", "auto"], facts.mode), ..facts },
                Facts { jail: left(&["off", "degraded", "present", "enforcing"], facts.jail), ..facts },
                Facts { interactive: false, ..facts },
                Facts { repeats: 5, ..facts },
                Facts { hard_stop: true, ..facts },
                Facts { rule: Some("deny"), ..facts },
                Facts { rule: facts.rule.map(|rule| if rule == "allow" { "ask" } else { rule }), ..facts },
                Facts { granted: false, ..facts },
            ];
            for other in stricter {
                assert!(expected(kind, other) >= verdict, "{kind:?} {facts:?} {other:?}");
            }
        }
    }
}
