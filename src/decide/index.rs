//! Look-ups into a table that are made once and asked often.

use crate::effects::Effect;
use crate::table::{ChangeKind, ClauseKind, Command, EffectKind, EffectSpec, Entry, OptionDecl, Place, Table};
use compact_str::CompactString;
use std::collections::{BTreeMap, BTreeSet};

/// Declarations by name; entries of lists by the program that they are about.
#[derive(Debug, Default)]
pub struct Index<'t> {
    commands: BTreeMap<&'t str, Vec<&'t Command>>,
    patterns: BTreeMap<&'t str, Entries<'t>>,
    safes: BTreeMap<&'t str, Entries<'t>>,
}

/// The entries of one list.
#[derive(Debug, Default)]
pub struct Entries<'t> {
    /// By the program that the unit must be.
    by_program: BTreeMap<&'t str, Vec<&'t Entry>>,
    /// Those about tools, or about programs by a glob.
    others: Vec<&'t Entry>,
}

impl<'t> Index<'t> {
    /// Reads a table.
    pub fn new(table: &'t Table) -> Index<'t> {
        let mut commands: BTreeMap<&str, Vec<&Command>> = BTreeMap::new();
        for command in &table.commands {
            for name in &command.names {
                commands.entry(name).or_default().push(command);
            }
        }
        let lists = |lists: &'t BTreeMap<String, Vec<Entry>>| {
            lists.iter().map(|(name, entries)| (name.as_str(), Entries::new(entries))).collect()
        };
        Index { commands, patterns: lists(&table.patterns), safes: lists(&table.safes) }
    }

    /// The pattern of that name.
    pub fn pattern(&self, name: &str) -> Option<&Entries<'t>> {
        self.patterns.get(name)
    }

    /// The safe list of that name.
    pub fn safe(&self, name: &str) -> Option<&Entries<'t>> {
        self.safes.get(name)
    }

    /// The canonical spelling of an option; itself where it is not declared. The innermost subcommand that declares it says which.
    pub fn canonical<'o>(&'o self, program: &str, subcommands: &[CompactString], option: &'o str) -> &'o str {
        let declared: Vec<&Command> = self.declared(program).collect();
        let at_depth = |depth: usize| {
            let path = subcommands.get(..depth).unwrap_or_default();
            // Of programs declared apart, the last one counts.
            declared.iter().rev().find_map(|command| spelled(command, path, option))
        };
        (0..=subcommands.len()).rev().find_map(at_depth).unwrap_or(option)
    }

    /// Whether an option before a subcommand does something by itself (`git -p`, `git -c`), more than to name a directory.
    pub fn acts(&self, program: &str, option: &str) -> bool {
        self.declared(program).any(|command| acts_somewhere(command, option))
    }

    /// Whether an effect is what the declaration of its program says: no variable that is bound for the call brings it about, no
    /// name of a device, and nothing of the shell's own language.
    pub fn is_own(&self, program: &str, effect: &Effect) -> bool {
        let Some(place) = effect.origin.declared else { return false };
        let terminal = effect.kind == EffectKind::Changes(ChangeKind::Terminal);
        let says = |command: &Command| !terminal || says_terminal(command, place);
        self.declared(program).all(|command| !of_variable(command, place)) && self.declared(program).any(says)
    }

    /// Words with the name of the program, and of the subcommands after it, as they are declared: `npm i x` is `npm install x`.
    pub fn canonical_words(&self, words: &[String]) -> Vec<String> {
        let mut named: Vec<String> = Vec::with_capacity(words.len());
        let mut here: Vec<&Command> =
            words.first().and_then(|name| self.commands.get(name.as_str())).cloned().unwrap_or_default();
        for word in words {
            // Of programs declared apart, the last one counts.
            let alias = here.iter().rev().map(|command| command.canonical(word)).find(|name| name != word);
            let name = alias.unwrap_or(word);
            here.retain(|command| is_called(command, name));
            named.push(name.to_owned());
            if here.is_empty() {
                break;
            }
            here = here.into_iter().flat_map(|command| &command.subcommands).collect();
        }
        named.extend(words.iter().skip(named.len()).cloned());
        named
    }

    /// The declarations of a program, by the name that stands for all its names.
    fn declared<'i>(&'i self, program: &'i str) -> impl Iterator<Item = &'t Command> + use<'i, 't> {
        let named = self.commands.get(program).map_or(&[][..], Vec::as_slice);
        named.iter().copied().filter(move |command| is_called(command, program))
    }
}

impl<'t> Entries<'t> {
    /// Sorts the entries of a list.
    pub fn new(entries: &'t [Entry]) -> Entries<'t> {
        let mut sorted = Entries::default();
        for entry in entries {
            match program(entry).filter(|name| !name.contains(['*', '?', '['])) {
                Some(name) => sorted.by_program.entry(name).or_default().push(entry),
                None => sorted.others.push(entry),
            }
        }
        sorted
    }

    /// The entries that a unit of this program may be of; of a program that is not known, all.
    pub fn of_program<'e>(&'e self, program: Option<&str>) -> impl Iterator<Item = &'t Entry> + use<'e, 't> {
        let named = |name: &str| self.by_program.get(name).map_or(&[][..], Vec::as_slice).iter();
        let base = program.and_then(|name| name.rsplit_once('/')).map(|(_, base)| base);
        let all = program.is_none().then(|| self.by_program.values().flatten());
        let some = [program.map(named), base.map(named)];
        self.others.iter().chain(all.into_iter().flatten()).chain(some.into_iter().flatten().flatten()).copied()
    }
}

/// The program of the unit that an entry hits: of `curl | sh` it is `sh`.
fn program(entry: &Entry) -> Option<&str> {
    let mut last = entry;
    loop {
        match last {
            Entry::Tool { .. } => return None,
            Entry::Command(command) => match &command.pipe {
                Some(next) => last = next,
                None => return Some(&command.program),
            },
        }
    }
}

/// Whether a declaration is of the program or subcommand of this very name.
fn is_called(command: &Command, name: &str) -> bool {
    command.canonical_names().any(|own| own == name)
}

/// The canonical spelling of an option of a subcommand.
fn spelled<'c>(command: &'c Command, path: &[CompactString], option: &str) -> Option<&'c str> {
    let mut here = vec![command];
    for name in path {
        let named = |sub: &&Command| is_called(sub, name);
        here = here.into_iter().flat_map(|command| command.subcommands.iter().filter(named)).collect();
    }
    let mut declared = here.into_iter().flat_map(|command| &command.options).rev();
    let spelled = |decl: &&OptionDecl| decl.spellings.iter().any(|spelling| spelling == option);
    declared.find(spelled).and_then(|decl| decl.spellings.first()).map(String::as_str)
}

fn acts_somewhere(command: &Command, option: &str) -> bool {
    if command.subcommands.is_empty() {
        return false;
    }
    let mut asked = BTreeSet::new();
    let conditions = command.clauses.iter().filter_map(|clause| clause.when.as_ref());
    conditions.for_each(|when| when.options(&mut asked));
    let mut of_name = command.options.iter().filter(|decl| decl.spellings.first().is_some_and(|name| name == option));
    of_name.any(|decl| acts(decl) || decl.spellings.iter().any(|name| asked.contains(name)))
        || command.subcommands.iter().any(|sub| acts_somewhere(sub, option))
}

/// A variable of the command, or of a subcommand, brings the effect about.
fn of_variable(command: &Command, place: Place) -> bool {
    let variables = command.variables.iter();
    let mut effects = variables
        .flat_map(|variable| variable.effects.iter().chain(variable.cases.iter().flat_map(|case| &case.effects)));
    effects.any(|effect| effect.at == place) || command.subcommands.iter().any(|sub| of_variable(sub, place))
}

/// The command, or a subcommand, is declared there to change the terminal; other such effects come from the name of a device.
fn says_terminal(command: &Command, place: Place) -> bool {
    let is_it = |effect: &EffectSpec| {
        effect.at == place && matches!(effect.kind, Some(EffectKind::Changes(ChangeKind::Terminal)))
    };
    let option = |option: &OptionDecl| {
        option.effects.iter().chain(option.cases.iter().flat_map(|case| &case.effects)).any(is_it)
    };
    command.options.iter().any(option)
        || command.clauses.iter().any(|clause| match &clause.kind {
            ClauseKind::Does(effects) => effects.iter().any(is_it),
            ClauseKind::Operands(operands) => operands.iter().any(|operand| {
                operand.effects.iter().chain(operand.cases.iter().flat_map(|case| &case.effects)).any(is_it)
            }),
            ClauseKind::Prints(_) | ClauseKind::Sandboxed => false,
        })
        || command.subcommands.iter().any(|sub| says_terminal(sub, place))
}

fn acts(option: &OptionDecl) -> bool {
    let cases = option.cases.iter().flat_map(|case| &case.effects);
    option.effects.iter().chain(cases).any(|effect| effect.kind != Some(EffectKind::Enters))
        || !option.implies.is_empty()
}
