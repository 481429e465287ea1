//! No command line makes the default profile panic or change its mind, and none with an unreadable part is allowed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::{Call, Standing};
use policyc::table::{Table, Verdict};
use std::sync::LazyLock;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let text = include_str!("../../rules/profiles/developer.policy");
    compile("developer.policy", text, &NoFiles).table.expect("the default profile compiles")
});

static EVALUATOR: LazyLock<Evaluator<'static>> = LazyLock::new(|| Evaluator::new(&TABLE).expect("its sets compile"));

fuzz_target!(|command: &str| {
    let mut call = Call { tool: "shell".into(), input: serde_json::json!({ "command": command }), ..Call::default() };
    call.host.cwd = Some("/w".into());
    let reading = EVALUATOR.read(&call);
    let decision = EVALUATOR.decide(&call, &reading);
    assert_eq!(decision, EVALUATOR.decide(&call, &EVALUATOR.read(&call)));
    let proved = reading.units.iter().all(|unit| unit.standing == Standing::Understood);
    assert!(proved || decision.verdict() != Verdict::Allow, "allowed without being understood");
});
