//! What is called dead or proved is so on every call that is tried.

use super::*;
use crate::analysis::{Reach, Speaker, settings};
use crate::decide::Truth;
use proptest::prelude::*;
use std::collections::BTreeSet;

const HEAD: &str = r#"policy p language 1
tools { shell command $command from cwd  read reads $file_path from workspace  mcp__x harmless }
command cat { operand [FILE]... reads }
command tee { operand [FILE]... writes }
command rm { operand [FILE]... deletes }
command get { operand URL contacts }
command vcs { flag -x  does reads tree cwd, obeys cwd }
facts { mode : a < b < c = a  n : count = 0  m : count = 1  mine : rules = [] }
paths inner { "**/b" }
paths outer { inner  "**/a/**" }
paths hollow { outer except "**/a/c" }
pattern q { cat where any reads in inner
 tee }
safe l { cat where only reads
 tee }
classify risk {
 low when only reads
 mid when only reads, writes outside outer
 else high
}
table t by mode, risk {
  low mid high
 a ask ask deny
 b allow ask ask
 c allow allow ask
}
"#;

const ALLOW: [&str; 9] = [
    "only reads",
    "only reads, writes in workspace",
    "only reads in outer, deletes",
    "no writes in hollow",
    "safe l",
    "mode >= b",
    "mine says allow",
    "risk < high",
    "tool read, mcp__x",
];

const ASK: [&str; 15] = [
    "any reads",
    "any writes in inner",
    "any reads in outer, writes in outer",
    "surely writes in hollow",
    "any reads outside workspace",
    "any writes through inner",
    "any reads naming inner",
    "any q",
    "surely q",
    "mode < c",
    "n >= 2",
    "n >= m",
    "unknown",
    "mine says deny",
    "risk >= mid",
];

/// A rule: its verdict and one or two conditions.
fn rule() -> impl Strategy<Value = String> {
    let allow =
        prop::sample::subsequence(&ALLOW[..], 1..=2).prop_map(|atoms| format!("allow when {}", atoms.join(" and ")));
    let ask = (prop::sample::select(vec!["ask", "deny"]), prop::sample::subsequence(&ASK[..], 1..=2))
        .prop_map(|(verdict, atoms)| format!("{verdict} when {}", atoms.join(" and ")));
    prop_oneof![allow, ask, Just("allow even unknown when mode = c".to_owned()), Just("decide by t".to_owned())]
}

fn policy() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::collection::vec(rule(), 1..3), 1..5).prop_map(|stages| {
        let mut text = HEAD.to_owned();
        for (at, rules) in stages.iter().enumerate() {
            let rules: Vec<String> = rules.iter().map(|rule| format!("  {rule} because \"x\"\n")).collect();
            text.push_str(&format!("stage s{at} {{\n{}}}\n", rules.concat()));
        }
        text.push_str("final rest { ask always because \"else\" }\n");
        for verdict in ["allow", "ask", "deny"] {
            for condition in ["any writes in inner", "any reads", "any deletes unless mode = c", "any q", "unknown"] {
                text.push_str(&format!("assert never {verdict} when {condition}\n"));
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn no_call_revives_a_dead_rule_or_breaks_a_proved_assert(text in policy()) {
        let compiled = compile("example.policy", &text, &NoFiles);
        let Some(table) = compiled.table.as_ref() else { return Ok(()) };
        let subject = Subject { table, index: Index::new(table), evaluator: Evaluator::new(table).unwrap() };
        let findings = all(&subject, &compiled, None, &BTreeMap::new(), TODAY);
        let dead: Vec<&str> = table
            .stages
            .iter()
            .flat_map(|stage| &stage.rules)
            .filter(|rule| findings.iter().any(|one| ["L101", "L201"].contains(&one.code.0) && one.at() == Some(super::super::at(rule.at))))
            .map(|rule| rule.id.as_str())
            .collect();
        let open: BTreeSet<_> = findings.iter().filter(|one| ["L502", "L503"].contains(&one.code.0)).map(Diagnostic::at).collect();
        let proved: Vec<_> = compiled.asserts.iter().filter(|assert| !open.contains(&Some(assert.at))).collect();
        let kit = Kit::new(&subject.index);
        for sample in Speaker::new(table).calls(&kit, Reach::Effects) {
            for setting in settings(table, 64).0 {
                let call = setting.of(&sample.call);
                let reading = subject.evaluator.read(&call);
                let decision = subject.evaluator.decide(&call, &reading);
                for hit in decision.units.iter().chain(&decision.others) {
                    prop_assert!(!dead.contains(&hit.rule.as_str()), "{} decides {}{}\n{text}", hit.rule, sample.shown, setting.shown());
                }
                for hit in &decision.units {
                    let unit = hit.unit.unwrap();
                    for assert in &proved {
                        let speaks = subject.evaluator.assumed(&assert.when, &call, &reading, unit) > Truth::No
                            && (assert.unless.is_empty() || !subject.evaluator.truth(&assert.unless, &call, &reading, unit).is_yes());
                        prop_assert!(!(speaks && hit.verdict == assert.never), "{assert:?} is broken by {}{}\n{text}", sample.shown, setting.shown());
                    }
                }
            }
        }
    }
}
