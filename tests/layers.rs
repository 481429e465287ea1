//! Laying a tightening policy over another never loosens: every table out of small parts, over every call out of small parts.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use policyc::compile::{NoFiles, compile, layer};
use policyc::decide::Evaluator;
use policyc::effects::{Call, Host};
use policyc::table::{Table, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use support::policyc_in;

/// Programs that do one thing each.
const PROGRAMS: &str = r#"
command look { operand [FILE]... reads }
command put { operand FILE writes }
command send { operand URL contacts }
command maybe { flag -w writes "out"  operand [FILE]... reads }
tools { shell command $command }
facts { trust : low < high = low }
"#;

/// Stages of a base, of which any may be there.
const STAGES: [&str; 4] = [
    "floor net { deny when surely contacts because net \"n\" }\n",
    "stage ask_w { ask when any writes outside workspace because w \"w\" }\n",
    "stage reads { allow when only reads, writes in workspace because r \"r\" }\n",
    "stage high { allow even unknown, unreadable when trust = high because h \"h\" }\n",
];
const FINALS: [&str; 2] = ["final f { ask always because f \"f\" }\n", "final f { deny always because f \"f\" }\n"];
const RESOLVES: [&str; 4] = [
    "",
    "resolve ask { allow when granted because \"g\" }\n",
    "resolve ask { deny when reason w because \"d\"  allow when granted because \"g\"  deny when not interactive because \"n\" }\n",
    "resolve ask { deny when trust = low and reason f because \"d\" }\n",
];

/// Rules of a tightening policy, of which any may be there.
const RULES: [&str; 6] = [
    "floor nw { deny when surely writes because t \"t\" }\n",
    "stage s1 { ask when any reads because t1 \"t\" }\n",
    "stage s2 { deny when any writes outside workspace because t2 \"t\" }\n",
    "stage s3 { ask when unknown because t3 \"t\" }\n",
    "stage s4 { deny when any contacts and trust = low because w \"t\" }\n",
    "command look { operand [FILE]... reads, writes }\n",
];

const LINES: [&str; 9] = [
    "look a",
    "put /w/a",
    "put /x",
    "maybe $x",
    "look a; put /x",
    "put /w/a; send http://a/",
    "nothing; look a",
    "look 'a",
    "",
];

fn table(text: &str) -> Table {
    let compiled = compile("p.policy", text, &NoFiles);
    compiled.table.unwrap_or_else(|| panic!("{text}{:?}", compiled.diagnostics))
}

/// The parts whose bit is set.
fn chosen(parts: &[&str], bits: usize) -> String {
    parts.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, part)| *part).collect()
}

fn calls() -> Vec<Call> {
    let facts: [&[(&str, Value)]; 4] = [
        &[],
        &[("granted", json!(true)), ("interactive", json!(true))],
        &[("trust", json!("high")), ("interactive", json!(false))],
        &[("trust", json!(7))],
    ];
    let host = Host { cwd: Some("/w".into()), workspace: vec!["/w".into()], ..Host::default() };
    let mut calls = Vec::new();
    for line in LINES {
        for given in facts {
            let facts: BTreeMap<String, Value> =
                given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            calls.push(Call { tool: "shell".into(), input: json!({ "command": line }), host: host.clone(), facts });
        }
    }
    calls
}

fn verdicts(table: &Table, calls: &[Call]) -> Vec<Verdict> {
    let evaluator = Evaluator::new(table).unwrap();
    calls.iter().map(|call| evaluator.decide(call, &evaluator.read(call)).verdict()).collect()
}

#[test]
fn tightening_never_loosens() {
    let calls = calls();
    let tightening: Vec<(String, Table)> = (0..1 << RULES.len())
        .map(|bits| {
            let rules = chosen(&RULES, bits);
            let programs = if rules.contains("command look") {
                PROGRAMS.replace("command look { operand [FILE]... reads }\n", "")
            } else {
                PROGRAMS.to_owned()
            };
            let text = format!("policy over tightens base language 1\n{programs}{rules}");
            (text.clone(), table(&text))
        })
        .collect();
    let (mut layers, mut stricter) = (0, 0);
    for bits in 0..1_usize << STAGES.len() {
        // Each subset of stages with one of the ends: all ends meet all stages.
        for (last, resolve) in [(FINALS[bits.count_ones() as usize % 2], RESOLVES[bits % RESOLVES.len()])] {
            let text = format!("policy base language 1\n{PROGRAMS}{}{last}{resolve}", chosen(&STAGES, bits));
            let base = table(&text);
            let before = verdicts(&base, &calls);
            for (over_text, over) in &tightening {
                let both = layer(base.clone(), vec![over.clone()]).unwrap();
                layers += 1;
                for ((call, before), after) in calls.iter().zip(&before).zip(verdicts(&both, &calls)) {
                    assert!(
                        after >= *before,
                        "{before:?} → {after:?} {} {:?}\n{text}\n{over_text}",
                        call.input,
                        call.facts
                    );
                    stricter += usize::from(after > *before);
                }
            }
        }
    }
    eprintln!("{layers} layers over {} calls, {stricter} answers stricter, none looser", calls.len());
    assert!(layers == 1024 && stricter > 3_000, "{layers} {stricter}");
}

const ORG: &str = "policy org language 1\nuse std/commands\nuse std/tools\n\
    stage reading { allow when only reads because \"it only reads\" }\nfinal rest { ask always because \"rest\" }\n";
const USER: &str = "policy user tightens org language 1\nuse std/commands\nuse std/tools\nstage mine { ask when any reads in \"~/mine/**\" because \"mine\" }\n";
const PROJECT: &str = "policy project tightens user language 1\nuse std/commands\nuse std/tools\nstage vault { deny when any reads in \"/w/vault/**\" because \"the vault\" }\n\
    test \"vault\" given { workspace \"/w\"  cwd \"/w\"  home \"/home/u\" } {\n  deny vault `cat vault/a` near allow reading `cat a`\n  \
    ask mine `cat ~/mine/a` near allow `cat b`\n}\n";

#[test]
fn three_policies_are_built_decided_and_tested_together() {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in [("org", ORG), ("user", USER), ("project", PROJECT)] {
        std::fs::write(directory.path().join(format!("{name}.policy")), text).unwrap();
    }
    let layers = ["--policy", "org.policy", "--policy", "user.policy", "--policy", "project.policy"];
    let run = |arguments: &[&str], input: &str| policyc_in(directory.path(), arguments, input.as_bytes());
    let build = [&["build"], &layers[..], &["-o", "all.bin"]].concat();
    let ran = run(&build, "");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let hook = |command: &str| {
        json!({ "hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": "/w", "tool_input": { "command": command } })
            .to_string()
    };
    for policies in [&layers[..], &["--policy", "all.bin"]] {
        for (line, answer) in [
            ("cat a", "allow"),
            ("cat /w/vault/a", "deny"),
            ("cat ~/mine/a", "ask"),
            ("cat ~/mine/a; cat /w/vault/a", "deny"),
            ("rm a", "ask"),
        ] {
            let ran = run(&[&["decide", "--cwd", "/w"], policies, &[line]].concat(), "");
            assert!(ran.out.starts_with(&format!("{answer}: ")), "{line}: {}{}", ran.out, ran.err);
            let ran = run(&[&["hook", "claude-code"], policies].concat(), &hook(line));
            assert!(
                ran.out.contains(&format!("\"permissionDecision\":\"{answer}\"")),
                "{line}: {}{}",
                ran.out,
                ran.err
            );
        }
    }
    // Cases of a tightening policy are about all of them, which stand beside it.
    for verb in ["test", "check"] {
        let ran = run(&[verb, "project.policy"], "");
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    }
    std::fs::remove_file(directory.path().join("org.policy")).unwrap();
    for verb in ["test", "check"] {
        let ran = run(&[verb, "project.policy"], "");
        assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
        assert!(ran.out.contains("there is no policy `org` in"), "{}", ran.out);
    }
    let wrong = ["build", "--policy", "project.policy", "--policy", "user.policy", "-o", "x.bin"];
    let ran = run(&wrong, "");
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.contains("there is no profile `user`") || ran.err.contains("tightens"), "{}", ran.err);
    let ran = run(&["build", "-o", "x.bin"], "");
    assert_eq!(ran.code, Some(2), "{}", ran.err);
}
