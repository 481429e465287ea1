//! A broader grant: calls like this one, where it can be said which those are.
//!
//! Such a grant covers a command line only if all of this holds, and each of it is part of the key or looked at again for
//! every call, so that a later call is never covered by what an earlier one happened to be:
//!
//! * the line is one command: no second one, no redirect to a file, no wrapper, no assignment that a program obeys;
//! * the program and its subcommands are the same, under the name it is called by;
//! * its effects are of the same kinds, and certainly lie in the workspace on every view of their paths;
//! * the same rules of the policy ask about it, none of them a denial in doubt;
//! * the tool, the other arguments of its subject, the directory and the roots of the workspace are the same.
//!
//! It is never offered for a program any form of which runs code or obeys configuration, nor under a policy that another
//! one tightens.

use super::key::{self, Key};
use crate::analysis;
use crate::decide::{Decision, ENGINE, Evaluator, roots, show};
use crate::effects::{Call, Effect, Reading, Standing, Target, Unit, UnitKind};
use crate::shell::quoted;
use crate::table::{
    Atom, Command, CommandKind, EffectKind, EffectTest, EffectVerb, PlaceTest, Quantifier, Table, Verdict,
};
use serde_json::Value;
use std::collections::BTreeSet;

/// Examples of further calls in an offer.
pub const MAX_EXAMPLES: usize = 3;

/// What a broader grant would cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Its key.
    pub key: Key,
    /// The program with its subcommands, as a person reads it (`git add`).
    pub program: String,
    /// The kinds of effects, all in the workspace (`reads`, `writes`, `deletes and below`).
    pub effects: Vec<String>,
    /// The rules whose question it answers.
    pub rules: Vec<String>,
    /// Further command lines that it covers: forms of the program's declaration, each read and decided.
    pub examples: Vec<String>,
}

impl Offer {
    /// What the grant admits, in one sentence.
    pub fn sentence(&self) -> String {
        let does = match self.effects.as_slice() {
            [] => "does no more than look at names".to_owned(),
            effects => format!("only {} in the workspace", effects.join(", ")),
        };
        format!(
            "`{} …` with any operands and options, alone on its line and in this directory, as long as it {does} and it is {} that asks",
            self.program,
            self.rules.join(", "),
        )
    }

    /// The offer for a call that was read and decided without a grant, where one can be made. Whether a grant changes the answer
    /// is not asked here.
    pub fn make(evaluator: &Evaluator<'_>, call: &Call, reading: &Reading, decision: &Decision) -> Option<Offer> {
        let key = Key::broader(evaluator, call, reading, decision)?;
        Offer::of(evaluator, call, reading, decision, key)
    }

    /// The offer for a call that has a broader key, unless a form of its program can run code.
    pub(super) fn of(
        evaluator: &Evaluator<'_>,
        call: &Call,
        reading: &Reading,
        decision: &Decision,
        key: Key,
    ) -> Option<Offer> {
        let [unit] = reading.units.as_slice() else { return None };
        let line = key::command_line(key::tool(evaluator.table(), call)?)?;
        let like = |words: &[String]| {
            let mut other = call.clone();
            let name = line.names.iter().find(|name| call.input.get(name.as_str()).is_some())?;
            let text = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
            other.input.as_object_mut()?.insert(name.clone(), Value::String(text.clone()));
            Some((other, text))
        };
        let mut examples = Vec::new();
        let called = unit.words.first()?.as_known()?.to_owned();
        let head: Vec<String> =
            std::iter::once(called).chain(unit.subcommands.iter().map(ToString::to_string)).collect();
        let forms = analysis::forms(&declaration(evaluator.table(), unit)?, &head);
        if forms.is_empty() {
            return None;
        }
        for form in forms {
            let (other, text) = like(&form.argv)?;
            let reading = evaluator.read(&other);
            // A second unit is another program that this one starts.
            if reading.units.len() != 1 || reading.units.iter().any(reaches_on) {
                return None;
            }
            if examples.len() < MAX_EXAMPLES {
                let decision = evaluator.decide(&other, &reading);
                if Key::broader(evaluator, &other, &reading, &decision).as_ref() == Some(&key) {
                    examples.push(text);
                }
            }
        }
        Some(Offer { key, program: name(unit), effects: counted(unit), rules: rules(decision)?, examples })
    }
}

impl Key {
    /// The keys of the grants that cover a call, which was read and decided without one: its own, and that of a broader grant.
    pub fn covering(evaluator: &Evaluator<'_>, call: &Call, reading: &Reading, decision: &Decision) -> Vec<Key> {
        let own = Key::of(evaluator.table(), call);
        own.into_iter().chain(Key::broader(evaluator, call, reading, decision)).collect()
    }

    /// The key of a broader grant that covers the call, if any could.
    pub(super) fn broader(
        evaluator: &Evaluator<'_>,
        call: &Call,
        reading: &Reading,
        decision: &Decision,
    ) -> Option<Key> {
        let [unit] = reading.units.as_slice() else { return None };
        if !evaluator.table().tightened_by.is_empty()
            || unit.kind != UnitKind::Command
            || unit.standing != Standing::Understood
            || unit.piped_from.is_some()
            || reaches_on(unit)
            || !evaluator.meets(&in_the_workspace(), call, reading, unit)
        {
            return None;
        }
        let program = unit.program.as_ref()?.to_string();
        let called = unit.words.first()?.as_known()?.to_owned();
        let mut shared = vec![called, program];
        shared.extend(unit.subcommands.iter().map(ToString::to_string));
        for (what, of) in [("does", kinds(unit)), ("asked by", rules(decision)?), ("workspace", roots(&call.host))] {
            shared.extend([what.to_owned(), of.len().to_string()]);
            shared.extend(of);
        }
        Key::of_like(evaluator.table(), call, &shared)
    }
}

/// `only reads in workspace, writes in workspace`, and names below it looked at. Deletions count as writes.
fn in_the_workspace() -> Atom {
    let test = |kind| EffectTest { verb: EffectVerb::Kind(kind), place: PlaceTest::In(vec!["workspace".into()]) };
    Atom::Effects(
        Quantifier::Only,
        vec![test(EffectKind::Reads), test(EffectKind::Writes), test(EffectKind::Refreshes)],
    )
}

/// The kinds of a unit's effects, each once; a whole tree is another kind than one file.
fn kinds(unit: &Unit) -> Vec<String> {
    words(unit.effects.iter())
}

/// The kinds that count: those that a person is told.
fn counted(unit: &Unit) -> Vec<String> {
    words(unit.effects.iter().filter(|effect| !show::never_counts(effect.kind)))
}

fn words<'e>(effects: impl Iterator<Item = &'e Effect>) -> Vec<String> {
    let word = |effect: &Effect| {
        let tree = matches!(&effect.target, Target::Path(path) if path.tree);
        format!("{}{}", show::kind_words(effect.kind), if tree { " and below" } else { "" })
    };
    effects.map(word).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The rules that ask; `None` where the engine asks, or a denial that is only possible.
fn rules(decision: &Decision) -> Option<Vec<String>> {
    let first = decision.asked.as_ref().unwrap_or(&decision.by);
    let mut rules = BTreeSet::new();
    for hit in std::iter::once(first).chain(&decision.others) {
        if hit.verdict != Verdict::Ask || hit.doubt || hit.stage == ENGINE {
            return None;
        }
        rules.insert(hit.rule.clone());
    }
    Some(rules.into_iter().collect())
}

/// Whether something runs that is no unit of the call, or a later call is changed.
fn reaches_on(unit: &Unit) -> bool {
    unit.effects.iter().any(|effect| match effect.kind {
        EffectKind::Runs(_) | EffectKind::Obeys | EffectKind::Sets => true,
        EffectKind::Reads
        | EffectKind::ReadsEnvironment
        | EffectKind::Sees
        | EffectKind::Writes
        | EffectKind::Deletes
        | EffectKind::Refreshes
        | EffectKind::Contacts
        | EffectKind::Changes(_)
        | EffectKind::Enters
        | EffectKind::Verifies => false,
    })
}

/// The declaration of the unit's program, and of its subcommands.
fn declaration<'t>(table: &'t Table, unit: &Unit) -> Option<Vec<&'t Command>> {
    let program = unit.program.as_ref()?;
    let mut own = table.commands.iter().filter(|command| command.names.iter().any(|name| name == program));
    let command = own.clone().find(|command| command.kind != CommandKind::Builtin).or_else(|| own.next())?;
    let mut path = vec![command];
    for name in &unit.subcommands {
        path.push(path.last()?.subcommands.iter().find(|sub| sub.names.iter().any(|own| own == name))?);
    }
    Some(path)
}

fn name(unit: &Unit) -> String {
    unit.words
        .first()
        .and_then(|word| word.as_known())
        .into_iter()
        .chain(unit.subcommands.iter().map(|name| name.as_str()))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests;
