//! The order of the stages, over all combinations of facts, against a table written by hand.

use super::{call, table};
use policyc::decide::Evaluator;
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

fn representatives() -> Vec<(Kind, &'static str, Value)> {
    let shell = |kind, line: &str| (kind, "shell", json!({ "command": line }));
    vec![
        shell(Kind::Hardline, "rm -rf /"),
        shell(Kind::Read, "ls"),
        shell(Kind::Dangerous, "rm -r x"),
        shell(Kind::Runs, "python3 test.py"),
        shell(Kind::WriteForm, "sed -i s/a/b/ f"),
        shell(Kind::Unknown, "nobodyknows"),
        (Kind::Edit, "edit", json!({"file_path": "a.rs"})),
        (Kind::SecretWrite, "write", json!({"file_path": ".env"})),
        (Kind::SkillCreate, "skill", json!({"name": "x", "action": "create"})),
        (Kind::Code, "ruby", json!({"code": "1"})),
        (Kind::Kill, "shell_kill", json!({"run_id": "1"})),
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
        (Some("ask"), _) => Ask,
        // A rule that allows does not speak for what nobody understands.
        (_, Kind::Unknown) => Ask,
        (Some(_), _) => Allow,
        (None, Kind::Read) => Allow,
        (None, Kind::Dangerous | Kind::SecretWrite | Kind::SkillCreate | Kind::Hardline) => Ask,
        (None, Kind::Runs) => {
            if prompts {
                Ask
            } else {
                Allow
            }
        }
        (None, Kind::WriteForm) => {
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
                for jail in ["off", "present", "enforcing"] {
                    for interactive in [false, true] {
                        for (repeats, hard_stop) in [(0, true), (5, false), (5, true)] {
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

#[test]
fn the_order_of_the_stages_is_that_of_the_rows() {
    let table = table("rubino");
    let evaluator = Evaluator::new(&table).unwrap();
    let combinations = combinations();
    assert_eq!(combinations.len(), 1728);
    for (kind, tool, input) in representatives() {
        let reading = evaluator.read(&call(tool, input.clone(), &[]));
        for facts in &combinations {
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
            let found = evaluator.decide(&call, &reading);
            assert_eq!(found.verdict(), expected(kind, *facts), "{kind:?} {facts:?} {:?}", found.by);
        }
    }
}

/// The decisions are those of the table above, so what holds of the table holds of them.
#[test]
fn a_stricter_fact_a_rule_that_denies_or_a_grant_less_never_loosens() {
    for (kind, _, _) in representatives() {
        for facts in combinations() {
            let verdict = expected(kind, facts);
            let stricter = [
                Facts { yolo: false, ..facts },
                Facts { confirm: "confirm_all", ..facts },
                Facts { mode: "manual", ..facts },
                Facts { jail: "off", ..facts },
                Facts { interactive: false, ..facts },
                Facts { hard_stop: true, ..facts },
                Facts { rule: Some("deny"), ..facts },
                Facts { granted: false, ..facts },
            ];
            for other in stricter {
                assert!(expected(kind, other) >= verdict, "{kind:?} {facts:?} {other:?}");
            }
        }
    }
}
