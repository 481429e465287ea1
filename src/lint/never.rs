//! L201: a condition or an entry that nothing fits.

use super::{Subject, at};
use crate::analysis::logic::{Answer, Logic};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{
    Atom, ClauseKind, Command, CommandEntry, EffectKind, EffectSpec, EffectVerb, Entry, Family, OperandTest, Quantifier,
};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L201"),
    title: "a shape that nothing has",
    why: "A rule or an entry that can never hold looks as if it protected something. A fact is asked for two values at once, an \
          option is wanted and excluded, an effect is asked for that the program's declaration does not have, or an operand of a \
          program that takes none.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
command look { operand [FILE]... reads }
pattern odd { look where any deletes }
stage odd { deny when any odd because "it deletes" }
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
command look { flag --purge deletes operands  operand [FILE]... reads }
pattern odd { look where any deletes }
stage odd { deny when any odd because "it deletes" }
stage reading { allow when only reads because "reads" }
final rest { ask always because "nothing here decides" }
"#,
};

/// Findings of all rules and entries.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut logic = Logic::new(subject.table);
    let mut findings = Vec::new();
    for stage in &subject.table.stages {
        for rule in &stage.rules {
            let decides = logic.decides(stage.kind, rule);
            if matches!(logic.without(&decides, &[]), Answer::Never(_)) {
                let title = format!("the condition of `{}` never holds", rule.id);
                findings.push(
                    Diagnostic::warning(PAGE.code, title, at(rule.at), "its parts contradict each other")
                        .help("for *or*, write two rules"),
                );
            }
        }
    }
    let lists = subject.table.patterns.iter().chain(&subject.table.safes);
    for (list, entries) in lists {
        let mut told = None;
        for entry in entries {
            let Entry::Command(command) = entry else { continue };
            // An entry with lists stands for several; it is told once, and only where none of them fits.
            let beside =
                entries.iter().filter(|other| matches!(other, Entry::Command(other) if other.at == command.at));
            let mut reasons = beside.map(|other| match other {
                Entry::Command(other) => impossible(&subject.table.commands, other),
                Entry::Tool { .. } => None,
            });
            let Some(Some(reason)) = reasons.next() else { continue };
            if told == Some(command.at) || !reasons.all(|reason| reason.is_some()) {
                continue;
            }
            told = Some(command.at);
            let title = format!("an entry of `{list}` fits no call");
            findings.push(Diagnostic::warning(PAGE.code, title, at(command.at), reason));
        }
    }
    findings
}

/// Why no unit is of the entry's shape.
fn impossible(commands: &[Command], entry: &CommandEntry) -> Option<String> {
    if let Some(option) = entry.with.iter().find(|option| entry.without.contains(option)) {
        return Some(format!("`{option}` is wanted and excluded"));
    }
    let path = declared(commands, entry);
    let last = path.last()?;
    let declarations = commands.iter().filter(|command| command.names.contains(&entry.program)).count();
    if declarations > 1 || path.len() <= entry.subcommands.len() {
        return None;
    }
    if let OperandTest::SomeMatches(_) = entry.operands
        && takes_no_operands(last)
    {
        return Some(format!("`{}` takes no operands", entry.program));
    }
    for atom in &entry.condition {
        if let Atom::Effects(Quantifier::Any | Quantifier::Surely, tests) = atom {
            let wanted: Vec<EffectKind> = tests.iter().filter_map(|test| plain(test.verb)).collect();
            if wanted.len() == tests.len() && !can(&path, &wanted) {
                let words: Vec<&str> = wanted.iter().map(|kind| crate::decide::show::kind_words(*kind)).collect();
                return Some(format!("no option or operand of `{}` {}", entry.program, words.join(" or ")));
            }
        }
    }
    None
}

/// Effects that a unit of the shell's own making never adds to what a declaration says.
fn plain(verb: EffectVerb) -> Option<EffectKind> {
    match verb {
        EffectVerb::Kind(kind @ (EffectKind::Writes | EffectKind::Deletes | EffectKind::Obeys)) => Some(kind),
        EffectVerb::Kind(_) | EffectVerb::AnyRuns | EffectVerb::AnyChanges => None,
    }
}

fn declared<'t>(commands: &'t [Command], entry: &CommandEntry) -> Vec<&'t Command> {
    let mut path: Vec<&Command> =
        commands.iter().find(|command| command.names.contains(&entry.program)).into_iter().collect();
    for name in &entry.subcommands {
        path.extend(path.last().and_then(|last| last.subcommands.iter().find(|sub| sub.names.contains(name))));
    }
    path
}

fn takes_no_operands(command: &Command) -> bool {
    let operands = |kind: &ClauseKind| match kind {
        ClauseKind::Operands(operands) => !operands.is_empty(),
        ClauseKind::Does(_) | ClauseKind::Prints(_) | ClauseKind::Sandboxed => false,
    };
    command.subcommands.is_empty()
        && !matches!(command.dialect.family, Family::Words | Family::Tar | Family::Keyval)
        && !command.clauses.iter().any(|clause| operands(&clause.kind))
}

/// Whether the declarations have one of these effects anywhere, or run something whose effects are read from its text.
fn can(path: &[&Command], wanted: &[EffectKind]) -> bool {
    let fits = |effect: &EffectSpec| match effect.kind {
        None | Some(EffectKind::Runs(_)) => true,
        Some(EffectKind::Deletes) => wanted.contains(&EffectKind::Deletes) || wanted.contains(&EffectKind::Writes),
        Some(kind) => wanted.contains(&kind),
    };
    let mut open: Vec<&Command> = path.to_vec();
    while let Some(command) = open.pop() {
        let options = command
            .options
            .iter()
            .any(|option| option.effects.iter().chain(option.cases.iter().flat_map(|case| &case.effects)).any(fits));
        let clauses = command.clauses.iter().any(|clause| match &clause.kind {
            ClauseKind::Does(effects) => effects.iter().any(fits),
            ClauseKind::Operands(operands) => operands.iter().any(|operand| {
                operand.effects.iter().chain(operand.cases.iter().flat_map(|case| &case.effects)).any(fits)
            }),
            ClauseKind::Prints(_) | ClauseKind::Sandboxed => false,
        });
        let variables = command.variables.iter().any(|variable| {
            variable.effects.iter().chain(variable.cases.iter().flat_map(|case| &case.effects)).any(fits)
        });
        if options || clauses || variables {
            return true;
        }
        if path.last().is_some_and(|last| std::ptr::eq(*last, command))
            || !path.iter().any(|part| std::ptr::eq(*part, command))
        {
            open.extend(&command.subcommands);
        }
    }
    false
}
