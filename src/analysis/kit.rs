//! One line for each effect: the plainest that some declared program has.

use super::calls::{joined, lines_of, walk};
use super::pool;
use crate::decide::show::never_counts;
use crate::effects::{Index, Standing, Target, read_line};
use crate::table::{ClauseKind, Command, EffectKind};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Lines of one command that are read in search of an effect.
const TRIES: usize = 16;

/// A line for an effect, with the word that names its target.
#[derive(Debug, Clone)]
pub struct Gadget {
    /// The effect.
    pub kind: EffectKind,
    words: Vec<String>,
    slot: Option<usize>,
    quality: u8,
}

impl Gadget {
    /// The line, on a path where its target is one.
    pub fn line(&self, path: Option<&String>) -> String {
        let mut words = self.words.clone();
        if let (Some(path), Some(word)) = (path, self.slot.and_then(|slot| words.get_mut(slot))) {
            path.clone_into(word);
        }
        joined(&words)
    }

    /// Whether its target is a path that can be chosen.
    pub fn has_slot(&self) -> bool {
        self.slot.is_some()
    }
}

/// The lines of a table's programs, sought when they are first needed.
pub struct Kit<'i> {
    index: &'i Index<'i>,
    found: OnceCell<Vec<Gadget>>,
}

impl<'i> Kit<'i> {
    /// For the programs of an index.
    pub fn new(index: &'i Index<'i>) -> Kit<'i> {
        Kit { index, found: OnceCell::new() }
    }

    /// A line for every effect that some declared program has.
    pub fn gadgets(&self) -> &[Gadget] {
        self.found.get_or_init(|| search(self.index))
    }

    /// Those of some kinds.
    pub fn of(&self, takes: impl Fn(EffectKind) -> bool) -> Vec<&Gadget> {
        self.gadgets().iter().filter(|gadget| takes(gadget.kind)).collect()
    }
}

/// For each program that states an effect, a line that has it, alone in its call.
pub fn every_program(index: &Index<'_>, kind: EffectKind) -> Vec<String> {
    let host = pool::host();
    let mut found = Vec::new();
    for command in &index.table.commands {
        let mut paths = Vec::new();
        walk(command, &mut Vec::new(), &mut paths);
        let lines = paths.iter().filter(|path| path.last().is_some_and(|last| stated(last).any(|own| own == kind)));
        let mut lines = lines.flat_map(|path| lines_of(path).into_iter().take(4)).map(|words| joined(&words));
        found.extend(lines.find(|line| match read_line(index, &host, line).units.as_slice() {
            [unit] => unit.standing == Standing::Understood && unit.effects.iter().any(|effect| effect.kind == kind),
            [] | [_, _, ..] => false,
        }));
    }
    found
}

/// The best there can be: nothing beside the effect, and a target that can be chosen where it is a path.
fn best(kind: EffectKind) -> u8 {
    match kind {
        EffectKind::Reads | EffectKind::Writes | EffectKind::Deletes | EffectKind::Sees | EffectKind::Enters => 3,
        EffectKind::ReadsEnvironment
        | EffectKind::Refreshes
        | EffectKind::Runs(_)
        | EffectKind::Obeys
        | EffectKind::Contacts
        | EffectKind::Changes(_)
        | EffectKind::Sets
        | EffectKind::Verifies => 2,
    }
}

fn search(index: &Index<'_>) -> Vec<Gadget> {
    let mut found: BTreeMap<EffectKind, Gadget> = BTreeMap::new();
    let host = pool::host();
    // Short names first: those that people know.
    let mut commands: Vec<&Command> = index.table.commands.iter().collect();
    commands.sort_by_key(|command| command.names.first().map(|name| (name.len(), name.clone())));
    for command in commands {
        let mut paths = Vec::new();
        walk(command, &mut Vec::new(), &mut paths);
        for path in paths {
            let Some(last) = path.last() else { continue };
            let wanted = |kind: EffectKind| found.get(&kind).is_none_or(|gadget| gadget.quality < best(kind));
            if !stated(last).any(wanted) {
                continue;
            }
            for words in lines_of(&path).into_iter().take(TRIES) {
                let reading = read_line(index, &host, &joined(&words));
                let [unit] = reading.units.as_slice() else { continue };
                if unit.standing != Standing::Understood {
                    continue;
                }
                for effect in &unit.effects {
                    let mut counted = unit.effects.iter().filter(|effect| !never_counts(effect.kind));
                    let pure = effect.certain && counted.all(|other| other.kind == effect.kind);
                    let target = match &effect.target {
                        Target::Path(path) => Some(&path.path),
                        Target::None | Target::Host(_) => None,
                    };
                    let is_target = |word: &String| target == Some(&crate::argv::Text::Known(word.into()));
                    let slot = words.iter().skip(1).position(is_target).map(|at| at + 1);
                    let quality = u8::from(pure) * 2 + u8::from(slot.is_some());
                    if found.get(&effect.kind).is_none_or(|known| known.quality < quality) {
                        found.insert(effect.kind, Gadget { kind: effect.kind, words: words.clone(), slot, quality });
                    }
                }
            }
        }
    }
    found.into_values().collect()
}

/// Kinds that a declaration names anywhere.
fn stated(command: &Command) -> impl Iterator<Item = EffectKind> {
    let options = command
        .options
        .iter()
        .flat_map(|option| option.effects.iter().chain(option.cases.iter().flat_map(|case| &case.effects)));
    let clauses = command.clauses.iter().flat_map(|clause| match &clause.kind {
        ClauseKind::Does(effects) => effects.iter().collect::<Vec<_>>(),
        ClauseKind::Operands(operands) => operands
            .iter()
            .flat_map(|operand| operand.effects.iter().chain(operand.cases.iter().flat_map(|case| &case.effects)))
            .collect(),
        ClauseKind::Prints(_) | ClauseKind::Sandboxed => Vec::new(),
    });
    options.chain(clauses).filter_map(|effect| effect.kind)
}
