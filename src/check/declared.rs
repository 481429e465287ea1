//! A declaration of a program, by itself: effects fit their values, options fit the dialect, names are there.

use super::redeclared::words;
use crate::source::closest;
use crate::source::{Diagnostic, Location, codes};
use crate::table::{
    Child, ClauseKind, Command, Condition, EffectKind, EffectSpec, Family, Operand, OptionDecl, Place, Repeat,
    TargetSpec, ValueType,
};
use std::collections::BTreeMap;

fn at(place: Place) -> Location {
    place.location()
}

/// What is wrong with a declaration. `wrapper`: it is declared as one.
pub(crate) fn check(command: &Command, wrapper: bool) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut wraps = false;
    body(command, &[], &mut wraps, &mut out);
    if wrapper && !wraps {
        let name = command.names.first().map(String::as_str).unwrap_or_default();
        out.push(
            Diagnostic::error(codes::WRAPS_NOTHING, format!("the wrapper `{name}` wraps nothing"), at(command.at), "no value of it is run")
                .help("a wrapper has an `ARGV`, `SH`, `BASH` or `PROG` value with `runs`, or `does runs input as SH`; else it is a `command`"),
        );
    }
    out
}

fn body(command: &Command, parents: &[&Command], wraps: &mut bool, out: &mut Vec<Diagnostic>) {
    let mut family: Vec<&Command> = parents.to_vec();
    family.push(command);
    spellings(command, out);
    for option in &command.options {
        dialect(command, option, out);
        for name in &option.implies {
            known_option(&family, name, option.at, out);
        }
        let kinds: Vec<ValueType> = option.values.iter().map(|value| value.kind).collect();
        for effect in option.effects.iter().chain(option.cases.iter().flat_map(|case| &case.effects)) {
            effect_fits(effect, &kinds, &family, out);
            *wraps |= runs_child(effect, kinds.last().copied());
        }
    }
    for clause in &command.clauses {
        if let Some(condition) = &clause.when {
            conditions(condition, &family, command.at, out);
        }
        match &clause.kind {
            ClauseKind::Operands(operands) => {
                sequence(operands, out);
                for operand in operands {
                    for effect in operand.effects.iter().chain(operand.cases.iter().flat_map(|case| &case.effects)) {
                        effect_fits(effect, &[operand.value.kind], &family, out);
                        *wraps |= runs_child(effect, Some(operand.value.kind));
                    }
                }
            }
            ClauseKind::Prints(_) | ClauseKind::Sandboxed => {}
            ClauseKind::Does(effects) => {
                for effect in effects {
                    effect_fits(effect, &[], &family, out);
                    *wraps |= runs_child(effect, None);
                }
            }
        }
    }
    for variable in &command.variables {
        for effect in variable.effects.iter().chain(variable.cases.iter().flat_map(|case| &case.effects)) {
            effect_fits(effect, &[variable.value.kind], &family, out);
        }
    }
    for sub in &command.subcommands {
        body(sub, &family, wraps, out);
    }
}

fn runs_child(effect: &EffectSpec, value: Option<ValueType>) -> bool {
    let target = match &effect.target {
        TargetSpec::Input(language) => *language,
        TargetSpec::This
        | TargetSpec::Value(_)
        | TargetSpec::Operands
        | TargetSpec::Operand(_)
        | TargetSpec::Literal(_)
        | TargetSpec::Suffixed(_)
        | TargetSpec::Beside
        | TargetSpec::Cwd
        | TargetSpec::Repository
        | TargetSpec::Startup
        | TargetSpec::OptionValue(_)
        | TargetSpec::Unknown => value,
    };
    matches!(effect.kind, Some(EffectKind::Runs(_)))
        && matches!(target, Some(ValueType::Argv | ValueType::Sh | ValueType::Bash | ValueType::Program))
}

/// One spelling, one meaning.
fn spellings(command: &Command, out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, &OptionDecl> = BTreeMap::new();
    for option in &command.options {
        for spelling in &option.spellings {
            let Some(first) = seen.insert(spelling, option) else { continue };
            // Option sets may overlap where they agree.
            if (&first.values, first.optional, &first.cases, first.last)
                == (&option.values, option.optional, &option.cases, option.last)
                && same_effects(&first.effects, &option.effects)
            {
                continue;
            }
            let arity = |option: &OptionDecl| (option.values.len(), option.optional);
            let (title, label) = if arity(first) == arity(option) {
                (format!("the option `{spelling}` is declared twice, with other effects"), "says something else here")
            } else {
                (
                    format!("the option `{spelling}` is declared twice, with and without a value"),
                    "takes other values here",
                )
            };
            out.push(
                Diagnostic::error(codes::OPTION_TWICE, title, at(option.at), label)
                    .also(at(first.at), "first here")
                    .note("a wrong number of values shifts every operand that follows"),
            );
        }
    }
}

fn same_effects(one: &[EffectSpec], other: &[EffectSpec]) -> bool {
    let anywhere = |effect: &EffectSpec| EffectSpec { at: Place::default(), ..effect.clone() };
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| anywhere(one) == anywhere(other))
}

fn dialect(command: &Command, option: &OptionDecl, out: &mut Vec<Diagnostic>) {
    let family = command.dialect.family;
    let name = match family {
        Family::Gnu => "gnu",
        Family::Posix => "posix",
        Family::Git => "git",
        Family::Find => "find",
        Family::Keyval => "keyval",
        Family::Go => "go",
        Family::Tar => "tar",
        Family::Words => "words",
    };
    let mut problem = |text: String, help: &str| {
        out.push(Diagnostic::error(codes::DIALECT, text, at(option.at), format!("the dialect is `{name}`")).help(help));
    };
    if option.optional && matches!(family, Family::Find | Family::Keyval | Family::Go | Family::Words) {
        problem(
            format!("the dialect `{name}` has no optional values"),
            "declare the value as required, or the option as a flag",
        );
    }
    if option.optional && option.values.len() > 1 {
        problem("an optional value stands alone".to_owned(), "of several values none is optional");
    }
    for spelling in &option.spellings {
        if family == Family::Words {
            problem(
                format!("the dialect `words` has no options, and `{spelling}` is one"),
                "every word is an operand there",
            );
        } else if spelling.ends_with('=') && family != Family::Keyval {
            problem(
                format!("`{spelling}` is an option of the dialect `keyval` alone"),
                "write `--name VALUE`, or `dialect keyval`",
            );
        } else if spelling.starts_with('+') && !command.dialect.plus {
            problem(format!("`{spelling}` is an option only where `+` begins options"), "write `dialect gnu plus`");
        } else if spelling.contains('[') && spelling.starts_with("--") {
            problem(format!("`{spelling}` is no spelling"), "a value stands apart: `--color [WHEN]`");
        } else if family == Family::Posix
            && !spelling.starts_with("--")
            && spelling != "-NUM"
            && spelling.chars().count() > 2
        {
            problem(
                format!("`{spelling}` is too long for an option of the dialect `posix`"),
                "posix options are single letters",
            );
        }
    }
}

fn known_option(family: &[&Command], name: &str, place: Place, out: &mut Vec<Diagnostic>) {
    let mut known = family.iter().flat_map(|command| &command.options).flat_map(|option| &option.spellings);
    if known.any(|spelling| spelling == name) {
        return;
    }
    let mut problem = Diagnostic::error(
        codes::UNKNOWN_NAME,
        format!("no option `{name}` is declared here"),
        at(place),
        "not declared",
    );
    let known = family.iter().flat_map(|command| &command.options).flat_map(|option| &option.spellings);
    if let Some(close) = closest(name, known.map(String::as_str)) {
        problem = problem.help(format!("did you mean `{close}`?"));
    }
    out.push(problem);
}

fn conditions(condition: &Condition, family: &[&Command], place: Place, out: &mut Vec<Diagnostic>) {
    match condition {
        Condition::Given(name) | Condition::ValueMatches(name, _) => known_option(family, name, place, out),
        Condition::OnlyGiven(names) => names.iter().for_each(|name| known_option(family, name, place, out)),
        Condition::Not(inner) => conditions(inner, family, place, out),
        Condition::All(all) | Condition::Any(all) => all.iter().for_each(|inner| conditions(inner, family, place, out)),
        Condition::AtLeast(_) | Condition::HasChild | Condition::OperandMatches(..) => {}
    }
}

/// At most one position takes many words, and the words of a command come last.
fn sequence(operands: &[Operand], out: &mut Vec<Diagnostic>) {
    let mut many: Option<&Operand> = None;
    for (index, operand) in operands.iter().enumerate() {
        let last = index + 1 == operands.len();
        if operand.value.kind == ValueType::Argv && !last {
            out.push(
                Diagnostic::error(
                    codes::OPERANDS,
                    "`ARGV` takes all words that follow, so it stands last",
                    at(operand.at),
                    "more follows",
                )
                .help("move it to the end"),
            );
        }
        // Leading words of the shape `NAME=VALUE` are told apart by it.
        if matches!(operand.repeat, Repeat::Some | Repeat::Any) && operand.value.kind != ValueType::Assignment {
            if let Some(first) = many {
                out.push(
                    Diagnostic::error(
                        codes::OPERANDS,
                        "two operands take many words",
                        at(operand.at),
                        "where does this one begin?",
                    )
                    .also(at(first.at), "this one takes many already"),
                );
            }
            many = Some(operand);
        }
    }
}

fn effect_fits(effect: &EffectSpec, values: &[ValueType], family: &[&Command], out: &mut Vec<Diagnostic>) {
    if let Child::EachOption(option) = &effect.child {
        known_option(family, option, effect.at, out);
    }
    let Some(kind) = effect.kind else { return };
    let value = match &effect.target {
        TargetSpec::This => values.last().copied(),
        TargetSpec::Value(index) => {
            let value = usize::from(*index).checked_sub(1).and_then(|index| values.get(index)).copied();
            if value.is_none() {
                let title = format!("there is no value {index} here");
                out.push(Diagnostic::error(
                    codes::NO_TARGET,
                    title,
                    at(effect.at),
                    format!("{} stand here", values.len()),
                ));
                return;
            }
            value
        }
        TargetSpec::Suffixed(_) => Some(ValueType::Path),
        TargetSpec::OptionValue(option) => return known_option(family, option, effect.at, out),
        TargetSpec::Operands
        | TargetSpec::Operand(_)
        | TargetSpec::Literal(_)
        | TargetSpec::Beside
        | TargetSpec::Cwd
        | TargetSpec::Repository
        | TargetSpec::Startup
        | TargetSpec::Input(_)
        | TargetSpec::Unknown => return,
    };
    let Some(value) = value else {
        if needs_path(kind) {
            let title = format!("`{}` says on what", words(Some(kind)));
            out.push(Diagnostic::error(codes::NO_TARGET, title, at(effect.at), "no value stands here").help(
                "name a target: `operands`, `operand N`, `value of -o`, `\"literal\"`, `beside`, `cwd`, `unknown`",
            ));
        }
        return;
    };
    if !fits(kind, value) {
        let title = format!("`{}` does not fit the type of its value", words(Some(kind)));
        out.push(Diagnostic::error(codes::VALUE_TYPE, title, at(effect.at), takes(value)).help(wants(kind)));
    }
}

/// Verbs whose target is a path.
fn needs_path(kind: EffectKind) -> bool {
    match kind {
        EffectKind::Reads
        | EffectKind::Sees
        | EffectKind::Writes
        | EffectKind::Deletes
        | EffectKind::Refreshes
        | EffectKind::Obeys
        | EffectKind::Enters => true,
        EffectKind::ReadsEnvironment
        | EffectKind::Runs(_)
        | EffectKind::Contacts
        | EffectKind::Changes(_)
        | EffectKind::Sets
        | EffectKind::Verifies => false,
    }
}

fn fits(kind: EffectKind, value: ValueType) -> bool {
    match value {
        ValueType::Path => !matches!(kind, EffectKind::Contacts),
        ValueType::Patch => !matches!(kind, EffectKind::Contacts | EffectKind::Enters),
        // `HOST` takes `host:path`, and plain paths where a program takes both (scp, rsync).
        ValueType::Remote | ValueType::Rev | ValueType::Host => true,
        ValueType::Url => !needs_path(kind),
        ValueType::Glob => {
            matches!(kind, EffectKind::Reads | EffectKind::Sees) || (!needs_path(kind) && kind != EffectKind::Contacts)
        }
        ValueType::Program
        | ValueType::Argv
        | ValueType::Sh
        | ValueType::Bash
        | ValueType::Sed
        | ValueType::Awk
        | ValueType::Jq
        | ValueType::Python
        | ValueType::Node
        | ValueType::Perl
        | ValueType::Ruby
        | ValueType::Php
        | ValueType::Sqlite
        | ValueType::Arith
        | ValueType::Code
        | ValueType::Variable
        | ValueType::Assignment
        | ValueType::Plain => !needs_path(kind) && kind != EffectKind::Contacts,
    }
}

fn takes(value: ValueType) -> &'static str {
    match value {
        ValueType::Path | ValueType::Patch => "the value is a path",
        ValueType::Remote => "the value is a git remote",
        ValueType::Rev => "the value is a git revision",
        ValueType::Glob => "the value is a pattern of names",
        ValueType::Url | ValueType::Host => "the value is a host",
        ValueType::Program | ValueType::Argv => "the value is a program",
        ValueType::Sh
        | ValueType::Bash
        | ValueType::Sed
        | ValueType::Awk
        | ValueType::Jq
        | ValueType::Python
        | ValueType::Node
        | ValueType::Perl
        | ValueType::Ruby
        | ValueType::Php
        | ValueType::Sqlite
        | ValueType::Arith
        | ValueType::Code => "the value is code",
        ValueType::Variable | ValueType::Assignment => "the value names a variable",
        ValueType::Plain => "the value is plain text",
    }
}

fn wants(kind: EffectKind) -> &'static str {
    if needs_path(kind) {
        "call the value `FILE`, `DIR` or `PATH`, or name a target: `operands`, `\"literal\"`, `unknown`"
    } else if kind == EffectKind::Contacts {
        "call the value `URL` or `HOST`, or write `contacts unknown`"
    } else {
        "call the value `PROG`, `FILE`, `SH` or `CODE`"
    }
}
