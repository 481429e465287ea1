//! A declaration that takes the place of another must not know less.

use crate::source::{Diagnostic, codes};
use crate::table::{ClauseKind, Command, EffectKind, EffectSpec};
use std::collections::BTreeSet;

/// The verbs of effects; `None` is `unknown`, which stands for all.
type Kinds = BTreeSet<Option<EffectKind>>;

/// What `new` does not say although `old`, which it replaces, does.
pub(crate) fn check(old: &Command, new: &Command) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let name = new.names.first().map(String::as_str).unwrap_or_default();
    compare(name, old, new, &mut out);
    out
}

fn compare(name: &str, old: &Command, new: &Command, out: &mut Vec<Diagnostic>) {
    report(name, "", &body(old), &body(new), old, new, out);
    for option in &old.options {
        let Some(spelling) = option.spellings.first() else { continue };
        // An option that is gone makes the unit not understood: nothing is lost.
        let Some(other) =
            new.options.iter().find(|other| option.spellings.iter().any(|known| other.spellings.contains(known)))
        else {
            continue;
        };
        let of = |option: &crate::table::OptionDecl| {
            kinds(option.effects.iter().chain(option.cases.iter().flat_map(|case| &case.effects)))
        };
        report(name, spelling, &of(option), &of(other), old, new, out);
    }
    for sub in &old.subcommands {
        if let Some(other) =
            new.subcommands.iter().find(|other| sub.names.iter().any(|known| other.names.contains(known)))
        {
            let name = format!("{name} {}", sub.names.first().map(String::as_str).unwrap_or_default());
            compare(&name, sub, other, out);
        }
    }
}

fn report(name: &str, option: &str, old: &Kinds, new: &Kinds, from: &Command, to: &Command, out: &mut Vec<Diagnostic>) {
    if new.contains(&None) {
        return;
    }
    let lost: Vec<String> = old.difference(new).map(|kind| words(*kind)).collect();
    if lost.is_empty() {
        return;
    }
    let what = if option.is_empty() { format!("`{name}`") } else { format!("`{name} {option}`") };
    let title = format!("this declaration of {what} drops {}", lost.join(", "));
    out.push(
        Diagnostic::error(codes::DROPS_EFFECT, title, to.at.location(), "says less than the one it replaces")
            .also(from.at.location(), "replaced")
            .note("a declaration says what a program does, not what you like; who vouches for it says so in a `safe` list")
            .help("declare the effect, and allow it where you mean to"),
    );
}

fn kinds<'e>(effects: impl Iterator<Item = &'e EffectSpec>) -> Kinds {
    effects.map(|effect| effect.kind).collect()
}

fn body(command: &Command) -> Kinds {
    let effects = command.clauses.iter().flat_map(|clause| match &clause.kind {
        ClauseKind::Operands(operands) => operands
            .iter()
            .flat_map(|operand| operand.effects.iter().chain(operand.cases.iter().flat_map(|case| &case.effects)))
            .collect::<Vec<_>>(),
        ClauseKind::Does(effects) => effects.iter().collect(),
        ClauseKind::Prints(_) | ClauseKind::Sandboxed => Vec::new(),
    });
    kinds(effects)
}

/// An effect as the language writes it.
pub(crate) fn words(kind: Option<EffectKind>) -> String {
    use crate::table::{ChangeKind, RunKind};
    let text = match kind {
        None => "unknown",
        Some(EffectKind::Reads) => "reads",
        Some(EffectKind::ReadsEnvironment) => "reads environment",
        Some(EffectKind::Sees) => "sees",
        Some(EffectKind::Writes) => "writes",
        Some(EffectKind::Deletes) => "deletes",
        Some(EffectKind::Refreshes) => "refreshes",
        Some(EffectKind::Runs(RunKind::Code)) => "runs code",
        Some(EffectKind::Runs(RunKind::File)) => "runs file",
        Some(EffectKind::Runs(RunKind::Input)) => "runs input",
        Some(EffectKind::Runs(RunKind::Program)) => "runs program",
        Some(EffectKind::Obeys) => "obeys",
        Some(EffectKind::Contacts) => "contacts",
        Some(EffectKind::Changes(ChangeKind::System)) => "changes system",
        Some(EffectKind::Changes(ChangeKind::Process)) => "changes process",
        Some(EffectKind::Changes(ChangeKind::Clock)) => "changes clock",
        Some(EffectKind::Changes(ChangeKind::Power)) => "changes power",
        Some(EffectKind::Changes(ChangeKind::Privilege)) => "changes privilege",
        Some(EffectKind::Changes(ChangeKind::Packages)) => "changes packages",
        Some(EffectKind::Changes(ChangeKind::Services)) => "changes services",
        Some(EffectKind::Changes(ChangeKind::Terminal)) => "changes terminal",
        Some(EffectKind::Changes(ChangeKind::Shell)) => "changes shell",
        Some(EffectKind::Changes(ChangeKind::Capacity)) => "changes capacity",
        Some(EffectKind::Enters) => "enters",
        Some(EffectKind::Sets) => "sets",
        Some(EffectKind::Verifies) => "verifies",
    };
    text.to_owned()
}
