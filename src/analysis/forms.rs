//! The forms of a command: concrete argument lists, one at least for every guard in its declaration.

use super::conditions::{Demand, solve};
use super::samples;
use crate::table::{
    Case, Clause, ClauseKind, Command, EffectKind, EffectSpec, Family, Operand, OptionDecl, Repeat, ValueType,
};

/// One concrete way to call a program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// The words, the program first.
    pub argv: Vec<String>,
}

/// A form never holds more operands than this.
const OPERANDS: u32 = 4;

/// All forms of the command at the end of `path`, the program first and then subcommands, shortest first. `head`: what each of
/// them is called.
pub fn forms(path: &[&Command], head: &[String]) -> Vec<Form> {
    let mut found = Vec::new();
    collect(path, head, &mut found);
    found.sort_by_key(|form| {
        let line = form.argv.join(" ");
        (form.argv.len(), line.len(), line.to_lowercase(), line)
    });
    found.dedup();
    found
}

fn collect(path: &[&Command], head: &[String], found: &mut Vec<Form>) {
    let Some(command) = path.last() else { return };
    for demand in demands(command) {
        for form in build(head, command, &demand) {
            found.push(form);
        }
    }
    for (depth, parent) in path.iter().enumerate().take(path.len().saturating_sub(1)) {
        for option in &parent.options {
            for words in option_words(parent.dialect.family, option) {
                let mut argv = head.to_vec();
                argv.splice(depth + 1..depth + 1, words);
                found.push(Form { argv });
            }
        }
    }
}

/// Every set of demands that some guard makes, alone and together with each option.
fn demands(command: &Command) -> Vec<Demand> {
    let mut guards = vec![Demand::default()];
    for clause in &command.clauses {
        if let Some(condition) = &clause.when {
            guards.extend(solve(condition, true));
        }
    }
    let mut all = guards.clone();
    for option in &command.options {
        let Some(name) = option.spellings.first() else { continue };
        for guard in &guards {
            if !guard.absent.iter().any(|absent| option.spellings.contains(absent)) {
                let mut with = guard.clone();
                with.given.insert(name.clone());
                all.push(with);
            }
        }
    }
    all
}

fn build(head: &[String], command: &Command, demand: &Demand) -> Vec<Form> {
    let given: Vec<&OptionDecl> = demand.given.iter().filter_map(|name| declared(command, name)).collect();
    if given.len() < demand.given.len() {
        return Vec::new();
    }
    let mut lists = vec![head.to_vec()];
    for option in given {
        let choices = option_words(command.dialect.family, option);
        lists =
            lists.iter().flat_map(|list| choices.iter().map(move |words| [list.as_slice(), words].concat())).collect();
    }
    let upper = demand.below.map_or(OPERANDS, |below| below.saturating_sub(1).min(OPERANDS));
    let mut forms = Vec::new();
    for list in lists {
        for count in demand.at_least..=upper {
            for operands in operand_words(command, demand, count) {
                forms.push(Form { argv: [list.as_slice(), &operands].concat() });
            }
        }
    }
    forms
}

fn declared<'a>(command: &'a Command, name: &str) -> Option<&'a OptionDecl> {
    command.options.iter().find(|option| option.spellings.iter().any(|spelling| spelling == name))
}

/// The words that give an option: one list for each text that its value may stand for.
fn option_words(family: Family, option: &OptionDecl) -> Vec<Vec<String>> {
    let Some(name) = option.spellings.first() else { return Vec::new() };
    let name = if name == "-NUM" { "-1" } else { name.as_str() };
    let Some(last) = option.values.last() else { return vec![vec![name.to_owned()]] };
    let texts = texts(last.kind, &option.cases, &option.effects);
    let before = option.values.iter().rev().skip(1).rev().map(|value| harmless(value.kind));
    let before: Vec<String> = before.collect();
    let mut all = Vec::new();
    if option.optional {
        all.push(vec![name.to_owned()]);
    }
    for text in texts {
        all.push(match (family, option.optional || !name.starts_with("--") && family == Family::Keyval) {
            (Family::Keyval, _) => vec![format!("{name}{text}")],
            (_, true) if name.starts_with("--") => vec![format!("{name}={text}")],
            (_, true) => vec![format!("{name}{text}")],
            (Family::Find, false) if last.kind == ValueType::Argv => {
                [vec![name.to_owned()], words(last.kind, text), vec![";".to_owned()]].concat()
            }
            (_, false) => [vec![name.to_owned()], before.clone(), vec![text]].concat(),
        });
    }
    all
}

/// Lists of `count` operands under each sequence that the declaration has for the demand.
fn operand_words(command: &Command, demand: &Demand, count: u32) -> Vec<Vec<String>> {
    let sequences: Vec<&[Operand]> = command.clauses.iter().filter_map(sequence).collect();
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut lists = Vec::new();
    for sequence in sequences {
        let places = spread(sequence, count);
        if places.len() < count as usize {
            continue;
        }
        let base: Vec<Vec<String>> = places.iter().map(|place| words(place.value.kind, first(place))).collect();
        lists.push(base.clone());
        for (at, place) in places.iter().enumerate() {
            for text in texts(place.value.kind, &place.cases, &place.effects).into_iter().skip(1) {
                let mut list = base.clone();
                if let Some(slot) = list.get_mut(at) {
                    *slot = words(place.value.kind, text);
                }
                lists.push(list);
            }
        }
    }
    for list in &mut lists {
        for (at, globs) in &demand.shaped {
            if let (Some(slot), Some(glob)) = (list.get_mut(usize::from(*at).saturating_sub(1)), globs.first()) {
                *slot = vec![samples::fill(glob)];
            }
        }
    }
    lists.into_iter().map(|list| list.concat()).collect()
}

fn sequence(clause: &Clause) -> Option<&[Operand]> {
    match &clause.kind {
        ClauseKind::Operands(operands) => Some(operands),
        ClauseKind::Does(_)
        | ClauseKind::PrintsNames { .. }
        | ClauseKind::PrintsInput
        | ClauseKind::PrintsPaths
        | ClauseKind::PrintsNumber
        | ClauseKind::Sandboxed => None,
    }
}

/// Which operand position each of `count` words takes.
fn spread(sequence: &[Operand], count: u32) -> Vec<&Operand> {
    let count = count as usize;
    let many = sequence.iter().position(|operand| matches!(operand.repeat, Repeat::Some | Repeat::Any));
    let Some(many) = many else { return sequence.iter().take(count).collect() };
    let after = sequence.len().saturating_sub(many + 1);
    let before = many.min(count);
    let after = after.min(count - before);
    let middle = count - before - after;
    let left = sequence.iter().take(before);
    let repeated = sequence.iter().skip(many).take(1).cycle().take(middle);
    left.chain(repeated).chain(sequence.iter().skip(many + 1).take(after)).collect()
}

/// The words of one sample: a child command has several.
fn words(kind: ValueType, text: String) -> Vec<String> {
    match kind {
        ValueType::Argv => text.split(' ').map(str::to_owned).collect(),
        _ => vec![text],
    }
}

fn harmless(kind: ValueType) -> String {
    samples::of(kind).first().copied().unwrap_or_default().to_owned()
}

fn first(place: &Operand) -> String {
    texts(place.value.kind, &place.cases, &place.effects).into_iter().next().unwrap_or_default()
}

/// The texts of a value; a path that is written is called `out`, so that a witness reads well.
fn texts(kind: ValueType, cases: &[Case], effects: &[EffectSpec]) -> Vec<String> {
    let written = effects.iter().any(|effect| effect.kind == Some(EffectKind::Writes));
    let of_kind = if kind == ValueType::Path && written { &["out"] } else { samples::of(kind) };
    of_kind.iter().map(|text| (*text).to_owned()).chain(samples::of_cases(cases)).collect()
}
