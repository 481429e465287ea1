//! Hand-made tables and readings for the tests of this room.

use crate::argv::Word;
use crate::effects::{Bases, Call, Effect, GivenOption, Origin, PathTarget, Reading, Standing, Target, Unit, UnitKind};
use crate::table::*;
use std::collections::BTreeMap;

pub fn table(stages: Vec<Stage>) -> Table {
    Table {
        format: FORMAT,
        policy: "t".into(),
        tightens: None,
        source_hash: String::new(),
        sources: Vec::new(),
        facts: BTreeMap::new(),
        tools: Vec::new(),
        paths: BTreeMap::new(),
        hosts: BTreeMap::new(),
        commands: Vec::new(),
        patterns: BTreeMap::new(),
        safes: BTreeMap::new(),
        classes: BTreeMap::new(),
        verdicts: BTreeMap::new(),
        stages,
        resolve: Vec::new(),
        tightened_by: Vec::new(),
    }
}

pub fn stage(name: &str, kind: StageKind, rules: Vec<Rule>) -> Stage {
    let mut rules = rules;
    for (at, rule) in rules.iter_mut().enumerate() {
        rule.id = format!("{name}.{}", at + 1);
        rule.reason = Reason { code: name.into(), text: format!("{name} says so") };
    }
    Stage { name: name.into(), kind, rules, at: Place::default() }
}

pub fn rule(verdict: Verdict, when: Vec<Atom>) -> Rule {
    Rule {
        outcome: Outcome::Verdict(verdict),
        even_unknown: false,
        even_unreadable: false,
        when,
        reason: Reason { code: String::new(), text: String::new() },
        id: String::new(),
        at: Place::default(),
    }
}

pub fn ask_always() -> Stage {
    stage("fallback", StageKind::Final, vec![rule(Verdict::Ask, Vec::new())])
}

pub fn effects(quantifier: Quantifier, kinds: &[EffectKind]) -> Atom {
    let test = |kind: &EffectKind| EffectTest { verb: EffectVerb::Kind(*kind), place: PlaceTest::Anywhere };
    Atom::Effects(quantifier, kinds.iter().map(test).collect())
}

pub fn is(fact: &str, value: &str) -> Atom {
    Atom::Fact(fact.into(), Comparison::Equal, FactValue::Name(value.into()))
}

pub fn command(line: &str, effects: Vec<Effect>) -> Unit {
    let words: Vec<&str> = line.split(' ').collect();
    let given = |word: &&str| GivenOption { name: (*word).into(), values: Vec::new(), certain: true, outer: false };
    Unit {
        kind: UnitKind::Command,
        program: words.first().map(|word| (*word).into()),
        words: words.iter().copied().map(Word::known).collect(),
        subcommands: Vec::new(),
        options: words.iter().skip(1).filter(|word| word.starts_with('-')).map(given).collect(),
        operands: words.iter().skip(1).filter(|word| !word.starts_with('-')).copied().map(Word::known).collect(),
        standing: Standing::Understood,
        effects,
        piped_from: None,
        span: None,
        text: line.into(),
    }
}

pub fn unknown(line: &str) -> Unit {
    Unit { standing: Standing::Unknown("nobody declared it".into()), ..command(line, Vec::new()) }
}

pub fn unreadable() -> Unit {
    Unit { kind: UnitKind::Unreadable, standing: Standing::Unreadable("not proved".into()), ..command("?", Vec::new()) }
}

pub fn effect(kind: EffectKind) -> Effect {
    Effect { kind, target: Target::None, certain: true, origin: Origin::default() }
}

pub fn on(kind: EffectKind, path: &str) -> Effect {
    let target = Target::Path(PathTarget {
        path: crate::argv::Text::Known(path.into()),
        bases: Bases { known: vec!["/w".into()], unknown: false }.into(),
        tree: false,
        named: None,
        unsettled: false,
    });
    Effect { target, ..effect(kind) }
}

pub fn perhaps(effect: Effect) -> Effect {
    Effect { certain: false, ..effect }
}

pub fn reading(units: Vec<Unit>) -> Reading {
    Reading { units }
}

pub fn shell() -> Call {
    let mut call = Call { tool: "shell".into(), ..Call::default() };
    call.host.cwd = Some("/w".into());
    call
}
