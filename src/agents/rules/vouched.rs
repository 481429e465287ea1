//! What an allow rule on words lets through, by what its program is declared to do.
//!
//! Whoever wrote `npm test *` meant that it runs the project's code. Whoever wrote `git log *` did not mean `--output`. The first
//! is what the plain command does; the second is what further words add. A rule is taken over for the first alone.

use super::Words;
use crate::analysis;
use crate::decide::show;
use crate::effects::{Effect, Host, Index, Standing, read_line};
use crate::shell::quoted;
use crate::table::{Command, CommandKind, EffectKind, Table};
use std::collections::BTreeSet;

/// What a rule may let through, and what it must not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vouched {
    /// What the plain command does, as effects of an `only`; and the first call of each kind that does more.
    For {
        /// `reads`, `runs program`, …: what the plain command does beside looking.
        effects: BTreeSet<&'static str>,
        /// Calls that the rule's words cover and that do more, with what they do.
        more: Vec<(String, &'static str)>,
    },
    /// Nobody has declared the program.
    Unknown,
    /// It starts another command whatever its words, or no form of it is understood.
    Another,
}

/// The directory in which forms are read.
const WORKSPACE: &str = "/w";

/// Looks at all forms of a rule's program that begin with its words.
pub fn vouched(table: &Table, index: &Index<'_>, rule: &Words) -> Vouched {
    let words: Vec<String> = rule.words.iter().map(|word| crate::analysis::plain(word)).collect();
    let Some((path, used)) = declaration(table, &words) else { return Vouched::Unknown };
    let head: Vec<String> = words.get(..used).unwrap_or_default().to_vec();
    let given: Vec<String> = words.get(used..).unwrap_or_default().to_vec();
    let mut lines = vec![Vec::new()];
    if rule.open {
        for form in all_forms(&path, &head, 0) {
            // Options of the program before the subcommand are other words than the rule's.
            if form.starts_with(&head) {
                lines.push(form.get(head.len()..).unwrap_or_default().to_vec());
            }
        }
    }
    let host = Host { cwd: Some(WORKSPACE.into()), workspace: vec![WORKSPACE.into()], ..Host::default() };
    let mut plain: Option<BTreeSet<&'static str>> = None;
    let mut more: Vec<(String, &'static str)> = Vec::new();
    for tail in lines {
        let argv = words.iter().take(used).chain(&given).chain(&tail);
        let line = argv.map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        let reading = read_line(index, &host, &line);
        let [unit] = reading.units.as_slice() else { continue };
        if unit.standing != Standing::Understood {
            continue;
        }
        let effects: BTreeSet<&'static str> = unit.effects.iter().filter_map(counted).collect();
        match &plain {
            None => plain = Some(effects),
            Some(plain) => {
                let new = effects
                    .iter()
                    .find(|effect| !plain.contains(*effect) && !more.iter().any(|(_, seen)| seen == *effect));
                more.extend(new.map(|effect| (line.clone(), *effect)));
            }
        }
    }
    match plain {
        Some(effects) => {
            Vouched::For { effects, more: more.into_iter().filter(|(_, effect)| *effect != "reads").collect() }
        }
        None => Vouched::Another,
    }
}

/// Deepest subcommand below the words of a rule.
const MAX_DEPTH: usize = 4;

/// The forms of a command and of the subcommands below it.
fn all_forms(path: &[&Command], head: &[String], depth: usize) -> Vec<Vec<String>> {
    let mut forms: Vec<Vec<String>> = analysis::forms(path, head).into_iter().map(|form| form.argv).collect();
    if let Some(last) = path.last().filter(|_| depth < MAX_DEPTH) {
        for sub in &last.subcommands {
            let longer: Vec<&Command> = path.iter().copied().chain([sub]).collect();
            let name = sub.names.first().cloned().unwrap_or_default();
            let called: Vec<String> = head.iter().cloned().chain([name]).collect();
            forms.extend(all_forms(&longer, &called, depth + 1));
        }
    }
    forms
}

/// An effect as a person vouches for it; looking at names is nothing to vouch for.
fn counted(effect: &Effect) -> Option<&'static str> {
    match effect.kind {
        // A deletion counts as a write wherever a policy speaks of it.
        EffectKind::Deletes => Some(show::kind_words(EffectKind::Writes)),
        kind if show::never_counts(kind) => None,
        kind => Some(show::kind_words(kind)),
    }
}

/// The declarations that words name, the program first, and how many words that takes.
fn declaration<'t>(table: &'t Table, words: &[String]) -> Option<(Vec<&'t Command>, usize)> {
    let name = words.first()?;
    let mut own = table.commands.iter().filter(|command| command.names.contains(name));
    let command = own.clone().find(|command| command.kind != CommandKind::Builtin).or_else(|| own.next())?;
    let mut path = vec![command];
    for word in words.iter().skip(1) {
        let Some(sub) = path.last().and_then(|last| last.subcommands.iter().find(|sub| sub.names.contains(word)))
        else {
            break;
        };
        path.push(sub);
    }
    let used = path.len();
    Some((path, used))
}
