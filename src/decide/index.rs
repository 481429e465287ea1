//! Look-ups into a table that are made once and asked often.

use crate::effects::Effect;
use crate::table::{ChangeKind, ClauseKind, Command, Condition, EffectKind, EffectSpec, OptionDecl, Place, Table};
use std::collections::{BTreeMap, BTreeSet};

/// Deepest nesting of subcommands that is indexed.
const MAX_DEPTH: usize = 8;

/// Spelling of an option → its canonical spelling, by program and subcommand path.
#[derive(Debug, Default)]
pub struct Index {
    options: BTreeMap<Vec<String>, BTreeMap<String, String>>,
    /// Path to a program or subcommand under another name → the name.
    aliases: BTreeMap<Vec<String>, String>,
    /// Canonical spellings of options that do something by themselves, by program.
    acting: BTreeMap<String, BTreeSet<String>>,
    /// What variables that are bound for a call bring about.
    of_variables: BTreeSet<Place>,
    /// What is declared to change the terminal; other such effects come from the name of a device.
    of_terminals: BTreeSet<Place>,
}

impl Index {
    /// Reads the declarations of a table.
    pub fn new(table: &Table) -> Index {
        let mut index = Index::default();
        for command in &table.commands {
            index.add(command, &mut Vec::new());
        }
        index
    }

    fn add(&mut self, command: &Command, path: &mut Vec<String>) {
        if path.len() >= MAX_DEPTH {
            return;
        }
        for (alias, name) in &command.aliases {
            let other = path.iter().chain(std::iter::once(alias)).cloned().collect();
            self.aliases.insert(other, name.clone());
        }
        for variable in &command.variables {
            let effects = variable.effects.iter().chain(variable.cases.iter().flat_map(|case| &case.effects));
            self.of_variables.extend(effects.filter(|effect| acting_kind(effect)).map(|effect| effect.at));
        }
        let terminal = own_effects(command)
            .filter(|effect| matches!(effect.kind, Some(EffectKind::Changes(ChangeKind::Terminal))))
            .map(|effect| effect.at);
        self.of_terminals.extend(terminal);
        for name in command.canonical_names() {
            self.add_as(name, command, path);
        }
    }

    fn add_as(&mut self, name: &str, command: &Command, path: &mut Vec<String>) {
        path.push(name.to_owned());
        let spellings = self.options.entry(path.clone()).or_default();
        for option in &command.options {
            if let Some(canonical) = option.spellings.first() {
                let each = option.spellings.iter().map(|spelling| (spelling.clone(), canonical.clone()));
                spellings.extend(each);
            }
        }
        if !command.subcommands.is_empty() {
            let mut asked = BTreeSet::new();
            command
                .clauses
                .iter()
                .filter_map(|clause| clause.when.as_ref())
                .for_each(|when| options_in(when, &mut asked));
            let acting = command
                .options
                .iter()
                .filter(|option| acts(option) || option.spellings.iter().any(|name| asked.contains(name)));
            let names = acting.filter_map(|option| option.spellings.first().cloned());
            self.acting.entry(path.first().cloned().unwrap_or_default()).or_default().extend(names);
        }
        for sub in &command.subcommands {
            self.add(sub, path);
        }
        path.pop();
    }

    /// The canonical spelling of an option; itself where it is not declared.
    pub fn canonical<'o>(&'o self, program: &str, subcommands: &[String], option: &'o str) -> &'o str {
        let mut path: Vec<String> = std::iter::once(program.to_owned()).chain(subcommands.iter().cloned()).collect();
        while !path.is_empty() {
            if let Some(canonical) = self.options.get(&path).and_then(|spellings| spellings.get(option)) {
                return canonical;
            }
            path.pop();
        }
        option
    }

    /// Whether an effect is what the declaration of its program says: no variable that is bound for the call brings it about, no
    /// name of a device, and nothing of the shell's own language.
    pub fn is_own(&self, effect: &Effect) -> bool {
        let Some(place) = effect.origin.declared else { return false };
        let by_name = effect.kind == EffectKind::Changes(ChangeKind::Terminal) && !self.of_terminals.contains(&place);
        !by_name && !self.of_variables.contains(&place)
    }

    /// Words with the name of the program, and of the subcommands after it, as they are declared: `npm i x` is `npm install x`.
    pub fn canonical_words(&self, words: &[String]) -> Vec<String> {
        let mut path = Vec::with_capacity(words.len());
        for word in words {
            path.push(word.clone());
            if let Some(name) = self.aliases.get(&path) {
                path.pop();
                path.push(name.clone());
            }
            if !self.options.contains_key(&path) {
                break;
            }
        }
        path.extend(words.iter().skip(path.len()).cloned());
        path
    }

    /// Whether an option before a subcommand does something by itself (`git -p`, `git -c`), more than to name a directory.
    pub fn acts(&self, program: &str, option: &str) -> bool {
        self.acting.get(program).is_some_and(|acting| acting.contains(option))
    }
}

fn acting_kind(effect: &EffectSpec) -> bool {
    effect.kind.is_some_and(EffectKind::acts)
}

/// What the options, operands and clauses of a command say that it does.
fn own_effects(command: &Command) -> impl Iterator<Item = &EffectSpec> {
    let options = command
        .options
        .iter()
        .flat_map(|option| option.effects.iter().chain(option.cases.iter().flat_map(|case| &case.effects)));
    let clauses = command.clauses.iter().flat_map(|clause| -> Vec<&EffectSpec> {
        match &clause.kind {
            ClauseKind::Does(effects) => effects.iter().collect(),
            ClauseKind::Operands(operands) => operands
                .iter()
                .flat_map(|operand| operand.effects.iter().chain(operand.cases.iter().flat_map(|case| &case.effects)))
                .collect(),
            ClauseKind::PrintsNames { .. }
            | ClauseKind::PrintsInput
            | ClauseKind::PrintsPaths
            | ClauseKind::PrintsNumber
            | ClauseKind::Sandboxed => Vec::new(),
        }
    });
    options.chain(clauses)
}

fn acts(option: &OptionDecl) -> bool {
    let cases = option.cases.iter().flat_map(|case| &case.effects);
    option.effects.iter().chain(cases).any(|effect| effect.kind != Some(EffectKind::Enters))
        || !option.implies.is_empty()
}

/// Options that a condition asks about.
fn options_in<'c>(condition: &'c Condition, found: &mut BTreeSet<&'c String>) {
    match condition {
        Condition::Given(name) | Condition::ValueMatches(name, _) => {
            found.insert(name);
        }
        Condition::OnlyGiven(names) => found.extend(names),
        Condition::Not(inner) => options_in(inner, found),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| options_in(part, found)),
        Condition::AtLeast(_) | Condition::HasChild | Condition::OperandMatches(_, _) => {}
    }
}
