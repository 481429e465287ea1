//! L001: an entry that a person vouches for, and that can do harm.
//!
//! `safe` says that a person has looked at a program and found that it only looks. The declaration says what the program
//! does, so the claim can be checked: every form of the entry that its `without` and `where` leave is read by the
//! evaluator, and the first that writes, deletes, runs, obeys, connects or changes the system refutes it.
//! `where` that names an effect answers for that effect: the evaluator holds every call against it.

use super::Subject;
use crate::analysis::{Form, forms};
use crate::effects::{Call, Effect, Host, Reading, read_line};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic, Sources};
use crate::table::{
    Atom, ChangeKind, Command, CommandEntry, CommandKind, EffectKind, EffectVerb, Entry, Place, Quantifier, RunKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L001"),
    title: "vouched for, and can do harm",
    why: "`safe` is a person's word that a program only looks. Its declaration knows better: some form of the entry writes, \
          deletes, runs code, obeys a directory's configuration, uses the network or changes the system. The call that is \
          shown was read by the evaluator, and this policy would let it run. `without` leaves out the options that do it, and \
          is checked again; `where only reads, sees` looks at the effects of each call, and is right by construction: use it \
          where operands or scripts decide. The finding cannot be switched off; `accept L001` answers it, beside a reason.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
command tidy {
  option  -o|--output FILE writes
  operand [FILE]... reads
}
safe reading {
  tidy
}
stage reading { allow when safe reading because "vouched for" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
command tidy {
  option  -o|--output FILE writes
  operand [FILE]... reads
}
safe reading {
  tidy without -o
}
stage reading { allow when safe reading because "vouched for" }
final rest { ask always because "nothing here decides" }
"#,
};

/// The directory in which forms are read: a workspace of its own.
const WORKSPACE: &str = "/w";

/// Findings of all `safe` lists.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut known = BTreeMap::new();
    let mut findings = Vec::new();
    for (list, entries) in &subject.table.safes {
        for entry in entries {
            if let Entry::Command(command) = entry {
                let tries =
                    known.entry((&command.program, &command.subcommands)).or_insert_with(|| read_all(subject, command));
                findings.extend(finding(subject, list, entry, command, tries));
            }
        }
    }
    findings
}

/// A form as the evaluator read it.
struct Tried {
    line: String,
    call: Call,
    reading: Reading,
    /// The unit of the program itself.
    at: usize,
    /// The ways in which it does harm; see [`harm`].
    harms: Vec<(Harm, Effect)>,
}

/// The declarations that an entry names, the program first.
fn declaration<'t>(commands: &'t [Command], entry: &CommandEntry) -> Vec<&'t Command> {
    let programs = commands.iter().filter(|command| command.names.contains(&entry.program));
    let program = programs.min_by_key(|command| command.kind == CommandKind::Builtin);
    let mut path: Vec<&Command> = program.into_iter().collect();
    for name in &entry.subcommands {
        let Some(sub) = path.last().and_then(|last| last.subcommands.iter().find(|sub| sub.names.contains(name)))
        else {
            break;
        };
        path.push(sub);
    }
    path
}

/// The harmful forms of one command, shortest first.
struct Tries<'t> {
    path: Vec<&'t Command>,
    calls: Vec<Tried>,
}

/// Reads every form; only those that do harm are kept.
fn read_all<'t>(subject: &Subject<'t>, entry: &CommandEntry) -> Tries<'t> {
    let path = declaration(&subject.table.commands, entry);
    let head: Vec<String> = std::iter::once(&entry.program).chain(&entry.subcommands).cloned().collect();
    let calls = forms(&path, &head).into_iter().filter_map(|form| tried(subject, &form)).collect();
    Tries { path, calls }
}

fn tried(subject: &Subject<'_>, form: &Form) -> Option<Tried> {
    let line = form.argv.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let host = Host { cwd: Some(WORKSPACE.to_owned()), workspace: vec![WORKSPACE.to_owned()], ..Host::default() };
    let input = serde_json::json!({ "command": line });
    let call = Call { tool: "shell".to_owned(), input, host, facts: BTreeMap::new() };
    let reading = read_line(&subject.index, &call.host, &line);
    let program = form.argv.first()?;
    let at =
        reading.units.iter().position(|unit| unit.words.first().and_then(|word| word.as_known()) == Some(program))?;
    let effects = reading.units.get(at)?.effects.iter();
    let harms: Vec<(Harm, Effect)> = effects.filter_map(|effect| Some((harm(effect.kind)?, effect.clone()))).collect();
    (!harms.is_empty()).then_some(Tried { line, call, reading, at, harms })
}

fn finding(
    subject: &Subject<'_>,
    list: &str,
    entry: &Entry,
    command: &CommandEntry,
    tries: &Tries<'_>,
) -> Option<Diagnostic> {
    let answered = answered(&command.condition);
    let mut worst: Option<(&Tried, Harm, &Effect)> = None;
    let mut culprits = BTreeSet::new();
    let mut unavoidable = false;
    let mut seen = BTreeSet::new();
    for tried in &tries.calls {
        let Some((harm, effect)) = tried.harms.iter().find(|(harm, _)| !answered.contains(harm)) else { continue };
        let option = culprit(&tries.path, tried, effect);
        let way = (effect.origin.declared, option.clone());
        if seen.contains(&way) || !subject.evaluator.vouches(entry, &tried.call, &tried.reading, tried.at) {
            continue;
        }
        seen.insert(way);
        worst = worst.or(Some((tried, *harm, effect)));
        unavoidable |= option.is_none();
        culprits.extend(option);
    }
    let (tried, harm, effect) = worst?;
    let name = std::iter::once(&command.program).chain(&command.subcommands).cloned().collect::<Vec<_>>().join(" ");
    let at = Sources::location(command.at);
    let mut diagnostic = Diagnostic::error(
        PAGE.code,
        format!("`{name}` is vouched for in `{list}`, and can {}", harm.verb()),
        at,
        format!("`{}` {}", tried.line, harm.sentence()),
    );
    diagnostic.witness = Some(tried.line.clone());
    if let Some(place) = effect.origin.declared {
        diagnostic = diagnostic.also(Sources::location(place), "its declaration says so");
    }
    let entries = subject.table.safes.get(list).into_iter().flatten();
    let beside = entries.filter(|entry| matches!(entry, Entry::Command(other) if other.at == command.at)).count();
    Some(mended(diagnostic, beside < 2, command, &culprits, unavoidable))
}

/// Adds what mends the entry: `without` where options alone are to blame, `where only reads, sees` otherwise.
///
/// The edit is offered where the entry names one program; beside others it would be theirs, too.
fn mended(
    diagnostic: Diagnostic,
    alone: bool,
    entry: &CommandEntry,
    culprits: &BTreeSet<String>,
    unavoidable: bool,
) -> Diagnostic {
    let end = Sources::location(Place { start: entry.at.end, ..entry.at });
    let program = &entry.program;
    let (mend, help) = if unavoidable || culprits.is_empty() {
        let mend = " where only reads, sees".to_owned();
        (
            mend,
            "operands alone can do it, so no `without` is enough: `where only reads, sees` looks at each call"
                .to_owned(),
        )
    } else {
        let options = culprits.iter().cloned().collect::<Vec<_>>().join(", ");
        let lead = if entry.without.is_empty() { " without " } else { ", " };
        let help = format!("leave these out: `without {options}`; or look at each call: `where only reads, sees`");
        (format!("{lead}{options}"), help)
    };
    let diagnostic = diagnostic.help(help);
    if alone {
        let title = format!("write `{}`", mend.trim_start_matches([',', ' ']));
        diagnostic.edit(end, mend, title)
    } else {
        diagnostic.help(format!("give `{program}` a line of its own first"))
    }
}

/// The option without which the effect would not be there; `None` where operands bring it about.
fn culprit(path: &[&Command], tried: &Tried, effect: &Effect) -> Option<String> {
    let given = &tried.reading.units.get(tried.at)?.options;
    let says_so = |name: &str| {
        let declared = path.iter().flat_map(|command| &command.options);
        let mut declared = declared.filter(|option| option.spellings.iter().any(|spelling| spelling == name));
        declared.any(|option| effect.origin.declared.is_some_and(|place| holds(option.at, place)))
    };
    given.iter().find(|option| says_so(&option.name)).or(given.last()).map(|option| option.name.clone())
}

fn holds(outer: Place, inner: Place) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Effects that the entry's own `where` speaks of: every call is held against it.
fn answered(condition: &[Atom]) -> BTreeSet<Harm> {
    let mut answered = BTreeSet::new();
    for atom in condition {
        match atom {
            Atom::Effects(Quantifier::Only, _) => answered.extend(Harm::ALL),
            Atom::Effects(Quantifier::No, tests) => {
                answered.extend(tests.iter().filter_map(|test| match test.verb {
                    EffectVerb::Kind(kind) => harm(kind),
                    EffectVerb::AnyRuns => Some(Harm::Runs),
                    EffectVerb::AnyChanges => Some(Harm::Changes),
                }));
            }
            Atom::Effects(Quantifier::Any | Quantifier::Surely, _)
            | Atom::Pattern(_, _)
            | Atom::Safe(_)
            | Atom::Fact(_, _, _)
            | Atom::Tool(_)
            | Atom::Class(_, _, _)
            | Atom::Says(_, _)
            | Atom::Unknown
            | Atom::Unreadable
            | Atom::ReasonIs(_)
            | Atom::Not(_) => {}
        }
    }
    answered
}

/// What nobody should vouch for without a look at each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Harm {
    Writes,
    Deletes,
    Runs,
    Obeys,
    Contacts,
    Changes,
}

impl Harm {
    const ALL: [Harm; 6] = [Harm::Writes, Harm::Deletes, Harm::Runs, Harm::Obeys, Harm::Contacts, Harm::Changes];

    fn verb(self) -> &'static str {
        match self {
            Harm::Writes => "write",
            Harm::Deletes => "delete",
            Harm::Runs => "run code",
            Harm::Obeys => "run what a directory's configuration says",
            Harm::Contacts => "use the network",
            Harm::Changes => "change the system",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Harm::Writes => "writes",
            Harm::Deletes => "deletes",
            Harm::Runs => "runs code",
            Harm::Obeys => "runs what the directory's configuration says",
            Harm::Contacts => "uses the network",
            Harm::Changes => "changes the system",
        }
    }
}

fn harm(kind: EffectKind) -> Option<Harm> {
    match kind {
        EffectKind::Writes => Some(Harm::Writes),
        EffectKind::Deletes => Some(Harm::Deletes),
        EffectKind::Runs(RunKind::Code | RunKind::File | RunKind::Input | RunKind::Program) => Some(Harm::Runs),
        EffectKind::Obeys => Some(Harm::Obeys),
        EffectKind::Contacts => Some(Harm::Contacts),
        EffectKind::Changes(
            ChangeKind::System
            | ChangeKind::Process
            | ChangeKind::Clock
            | ChangeKind::Power
            | ChangeKind::Privilege
            | ChangeKind::Packages
            | ChangeKind::Services
            | ChangeKind::Terminal
            | ChangeKind::Shell
            | ChangeKind::Capacity,
        ) => Some(Harm::Changes),
        EffectKind::Reads
        | EffectKind::ReadsEnvironment
        | EffectKind::Sees
        | EffectKind::Refreshes
        | EffectKind::Enters
        | EffectKind::Sets
        | EffectKind::Verifies => None,
    }
}

/// A word as a shell must be given it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
