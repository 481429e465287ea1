//! From an invocation to its outcome: find the declaration, go down its subcommands, emit.

use super::super::{Bases, GivenOption, Standing};
use super::allocate::Placed;
use super::bases::Moves;
use super::condition;
use super::emit::{Emitter, Scene, Subject, chosen};
use super::index::{CommandIndex, Found};
use super::level::Level;
use super::{Invocation, Outcome, variables, walk};
use crate::argv::{Given, Holds, Piece, Text, Word, parse};
use crate::table::{Child, ClauseKind, Command, EffectKind, EffectSpec, Prints, TargetSpec, ValueType};
use compact_str::CompactString;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// Deepest nesting of subcommands; a deeper one is not understood.
const MAX_LEVELS: usize = 8;

pub(super) fn interpret(commands: &CommandIndex<'_>, invocation: &Invocation<'_>) -> Outcome {
    let Some(program) = invocation.words.first() else {
        return Outcome::unknown(None, "there is no program");
    };
    let Some(name) = program.as_known() else {
        return Outcome::unknown(None, "which program this is cannot be told");
    };
    let shielded = shielded(invocation);
    let with_shields;
    let invocation = match &shielded {
        Some(words) => {
            with_shields = Invocation { words, ..invocation.clone() };
            &with_shields
        }
        None => invocation,
    };
    let declared = match commands.find(name, invocation.builtin, invocation.host) {
        Found::Declared(declared) => declared,
        Found::Unknown(reason) => return Outcome::unknown(Some(name), &reason),
    };
    let mut outcomes = declared.iter().map(|command| one(command, name, invocation));
    let Some(first) = outcomes.next() else {
        return Outcome::unknown(Some(name), "it is not declared");
    };
    outcomes.fold(first, Outcome::or)
}

/// Globs of names in a directory that has none with a leading dash (reading rule 8), spelled so that they are no options. The
/// shell expands them where it stands; where a wrapper stands the words are older.
fn shielded(invocation: &Invocation<'_>) -> Option<Vec<Word>> {
    let free = &invocation.host.dash_free;
    let bases = invocation.bases;
    let holds = invocation.builtin
        && !bases.unknown
        && !bases.known.is_empty()
        && bases.known.iter().all(|base| free.contains(base));
    holds.then(|| {
        let shield = |word: &Word| match &word.text {
            Text::Shaped(pieces) if word.text.is_glob() && word.text.prefix().is_empty() => {
                let start = Piece::Literal("./".into());
                Word { text: Text::Shaped([start].into_iter().chain(pieces.iter().cloned()).collect()), ..word.clone() }
            }
            Text::Shaped(_) | Text::Known(_) => word.clone(),
        };
        invocation.words.iter().map(shield).collect()
    })
}

/// The name under which a program is declared: an absolute path by itself, or else its last part.
fn declared_name<'n>(command: &'n Command, name: &'n str) -> &'n str {
    let last = name.rsplit_once('/').map_or(name, |(_, last)| last);
    [name, last].into_iter().find(|known| command.names.iter().any(|own| own == known)).unwrap_or(name)
}

/// By one declaration.
fn one(command: &Command, name: &str, invocation: &Invocation<'_>) -> Outcome {
    let mut outcome = Outcome::unknown(Some(command.canonical(declared_name(command, name))), "");
    outcome.standing = Standing::Understood;
    outcome.is_builtin = command.kind == crate::table::CommandKind::Builtin;
    let mut emitter =
        Emitter { invocation, is_builtin: outcome.is_builtin, effects: Vec::new(), children: Vec::new(), outcome };
    down(&mut emitter, command, 1, invocation.bases.clone(), None, MAX_LEVELS);
    let Emitter { mut effects, mut children, mut outcome, .. } = emitter;
    effects.sort_by_key(|(index, _)| *index);
    children.sort_by_key(|(index, _)| *index);
    outcome.effects = effects.into_iter().map(|(_, effect)| effect).collect();
    outcome.children = children.into_iter().map(|(_, child)| child).collect();
    outcome
}

/// Reads one level and what is below it.
fn down<'c>(
    emitter: &mut Emitter<'_>,
    command: &'c Command,
    offset: usize,
    bases: Arc<Bases>,
    parent: Option<&Level<'c, '_>>,
    depth: usize,
) {
    let words = emitter.invocation.words.get(offset..).unwrap_or_default();
    let nested = !command.subcommands.is_empty();
    let mut parsed = parse(command.dialect, &command.options, nested, words);
    let mut below = None;
    if let Some(at) = parsed.subcommand {
        let name = words.get(at).and_then(Word::as_known).unwrap_or_default();
        let found = command.subcommands.iter().find(|sub| sub.names.iter().any(|own| own == name));
        match found {
            Some(sub) => below = Some((sub, name, offset + at + 1)),
            None if command.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Operands(_))) => {
                parsed = parse(command.dialect, &command.options, false, words);
            }
            None => emitter.unknown(format!("subcommand {name} is not declared")),
        }
    }
    if let Some(reason) = &parsed.unknown {
        emitter.unknown(reason.clone());
    }
    let level = Level::new(command, parsed, offset, parent, below.is_some());
    note_options(emitter, &level, below.is_some());
    emitter.outcome.prints_number = command.prints_number && level.operands.is_empty();
    let moves = here(emitter, &level, bases, below.is_some());
    if let Some((sub, name, offset)) = below {
        match depth.checked_sub(1) {
            Some(depth) => {
                emitter.outcome.subcommands.push(sub.canonical(name).into());
                down(emitter, sub, offset, moves.last().clone(), Some(&level), depth);
            }
            None => emitter.unknown(format!("more than {MAX_LEVELS} levels of subcommands")),
        }
    } else {
        emitter.outcome.operands = level.operands.iter().map(|operand| operand.word.clone()).collect();
    }
}

fn note_options(emitter: &mut Emitter<'_>, level: &Level<'_, '_>, outer: bool) {
    emitter.outcome.options.extend(level.given.iter().map(|given| GivenOption {
        name: given.option.spellings.first().map(CompactString::from).unwrap_or_default(),
        values: given.values.clone(),
        certain: given.certain,
        outer,
    }));
}

/// Emits what a level does and says where it leads.
fn here(emitter: &mut Emitter<'_>, level: &Level<'_, '_>, bases: Arc<Bases>, nested: bool) -> Moves {
    let mut placed = Vec::new();
    let mut absent = Vec::new();
    if !nested {
        let allocation = level.place();
        if let Some(reason) = allocation.unfit {
            emitter.unknown(reason);
        }
        absent = allocation.absent;
        placed = allocation.placed;
        placed.sort_by_key(|placed| placed.index);
    }
    let child = level.child(&placed, &absent);
    let moves = moves(emitter, level, &placed, child, bases);
    let bindings = bindings(emitter, level, &placed);
    let scene = Scene { level, placed: &placed, moves: &moves, bindings: &bindings };
    emitter.outcome.sought.extend(walk::named(scene, emitter.invocation.words, &walk::found(scene)));
    variables::emit(emitter, level, scene);
    options(emitter, scene);
    operands(emitter, scene);
    for clause in &level.command.clauses {
        let holds = clause.when.as_ref().map_or(Holds::Yes, |when| condition::holds(when, level, child));
        if holds == Holds::No {
            continue;
        }
        let effects = match &clause.kind {
            ClauseKind::Operands(_) => continue,
            ClauseKind::Prints(_) if holds != Holds::Yes => continue,
            ClauseKind::Prints(prints) => {
                let outcome = &mut emitter.outcome;
                match prints {
                    Prints::Names { or_operands } => outcome.prints_names |= !or_operands || echoes_names(level),
                    Prints::Word => outcome.prints_word = true,
                    Prints::Number => outcome.prints_number = true,
                    Prints::Input => outcome.prints_input = true,
                    Prints::Paths => {
                        let found = walk::found(scene);
                        let named = walk::named(scene, emitter.invocation.words, &found);
                        outcome.prints_paths = found.into_iter().chain(named).collect();
                    }
                }
                continue;
            }
            ClauseKind::Sandboxed => continue,
            ClauseKind::Does(effects) => effects,
        };
        let subject = Subject {
            words: &[],
            values: &[],
            index: emitter.invocation.words.len(),
            certain: holds == Holds::Yes,
            gathers: false,
            bases: Arc::clone(moves.last()),
        };
        emitter.emit(effects, &[], &subject, scene);
    }
    moves
}

/// Whether operands may be printed back as names. Only the first may begin with `-`: the declaration says which.
fn echoes_names(level: &Level<'_, '_>) -> bool {
    level.operands.iter().enumerate().all(|(index, operand)| {
        operand.word.as_known().is_some_and(|text| {
            (index == 0 || !text.starts_with('-'))
                && !text.starts_with('/')
                && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_./@^~{}:=,".contains(c))
        })
    })
}

fn options(emitter: &mut Emitter<'_>, scene: Scene<'_, '_, '_>) {
    let level = scene.level;
    let mut joined: Vec<&Given<'_>> = Vec::new();
    for given in &level.given {
        let option = given.option;
        let index = level.offset + given.index;
        let enters = enters(&option.effects) || option.cases.iter().any(|case| enters(&case.effects));
        let bases = if enters { Arc::clone(scene.moves.before(given.index)) } else { scene.moves.option() };
        let mut words = Cow::Borrowed(given.values.as_slice());
        let script = option.values.len() == 1 && option.values.first().is_some_and(|value| is_script(value.kind));
        if script {
            // Several `-e` are one script.
            if joined.iter().any(|done| std::ptr::eq(done.option, option)) {
                continue;
            }
            joined.push(given);
            let others = level.given.iter().filter(|other| std::ptr::eq(other.option, option));
            words = others
                .flat_map(|other| if other.certain { other.values.clone() } else { vec![Word::unknown()] })
                .collect();
        }
        let subject = Subject {
            words: &words,
            values: &option.values,
            index,
            certain: given.certain,
            gathers: given.gathers,
            bases,
        };
        emitter.bind(&subject);
        emitter.emit(&option.effects, &option.cases, &subject, scene);
    }
}

fn operands(emitter: &mut Emitter<'_>, scene: Scene<'_, '_, '_>) {
    let mut joined: Vec<*const crate::table::Operand> = Vec::new();
    for placed in scene.placed {
        let operand = placed.operand;
        let enters = enters(&operand.effects) || operand.cases.iter().any(|case| enters(&case.effects));
        let bases =
            if enters { Arc::clone(scene.moves.before(placed.index)) } else { scene.moves.operand(placed.index) };
        let mut words = Cow::Borrowed(placed.words.as_slice());
        if operand.effects.iter().any(|spec| spec.child == Child::Joined) && operand.value.kind != ValueType::Argv {
            if joined.iter().any(|done| std::ptr::eq(*done, operand)) {
                continue;
            }
            joined.push(operand);
            let others = scene.placed.iter().filter(|other| std::ptr::eq(other.operand, operand));
            words = others
                .flat_map(|other| if other.certain { other.words.clone() } else { SmallVec::from_iter([Word::list()]) })
                .collect();
        }
        let subject = Subject {
            words: &words,
            values: std::slice::from_ref(&operand.value),
            index: scene.level.offset + placed.index,
            certain: placed.certain,
            gathers: false,
            bases,
        };
        emitter.bind(&subject);
        emitter.emit(&operand.effects, &operand.cases, &subject, scene);
    }
}

fn is_script(kind: ValueType) -> bool {
    match kind {
        ValueType::Sed | ValueType::Awk | ValueType::Jq | ValueType::Perl | ValueType::Ruby => true,
        ValueType::Path
        | ValueType::Program
        | ValueType::Argv
        | ValueType::Arith
        | ValueType::Sh
        | ValueType::Bash
        | ValueType::Python
        | ValueType::Node
        | ValueType::Php
        | ValueType::Sqlite
        | ValueType::Code
        | ValueType::Url
        | ValueType::Host
        | ValueType::Remote
        | ValueType::Rev
        | ValueType::Patch
        | ValueType::Variable
        | ValueType::Assignment
        | ValueType::Plain
        | ValueType::Glob => false,
    }
}

fn enters(effects: &[EffectSpec]) -> bool {
    effects.iter().any(|spec| spec.kind == Some(EffectKind::Enters))
}

/// Where the words of a level are relative to. A builtin's operand moves the shell and not the builtin.
fn moves(
    emitter: &Emitter<'_>,
    level: &Level<'_, '_>,
    placed: &[Placed<'_>],
    child: Holds,
    bases: Arc<Bases>,
) -> Moves {
    let os = emitter.invocation.host.os;
    let mut steps: Vec<(usize, Option<Word>, bool)> = Vec::new();
    let mut add =
        |index: usize, effects: &[EffectSpec], cases: &[crate::table::Case], word: Option<&Word>, certain: bool| {
            for (list, sure) in chosen(effects, cases, word.map(|word| &word.text)) {
                for spec in list.iter().filter(|spec| spec.kind == Some(EffectKind::Enters)) {
                    let word = match spec.target {
                        TargetSpec::This => word.cloned(),
                        TargetSpec::Literal(ref path) => Some(Word::known(path.clone())),
                        TargetSpec::Value(_)
                        | TargetSpec::Operands
                        | TargetSpec::Operand(_)
                        | TargetSpec::Suffixed(_)
                        | TargetSpec::Beside
                        | TargetSpec::Cwd
                        | TargetSpec::Repository
                        | TargetSpec::Startup
                        | TargetSpec::OptionValue(_)
                        | TargetSpec::Input(_)
                        | TargetSpec::Unknown => None,
                    };
                    steps.push((index, word, certain && sure && !spec.may));
                }
            }
        };
    for given in &level.given {
        add(given.index, &given.option.effects, &given.option.cases, given.values.last(), given.certain);
    }
    if !emitter.is_builtin {
        for placed in placed {
            let operand = placed.operand;
            add(placed.index, &operand.effects, &operand.cases, placed.words.first(), placed.certain);
        }
        for clause in &level.command.clauses {
            let ClauseKind::Does(effects) = &clause.kind else { continue };
            if !enters(effects) {
                continue;
            }
            let holds = clause.when.as_ref().map_or(Holds::Yes, |when| condition::holds(when, level, child));
            if holds != Holds::No {
                add(usize::MAX, effects, &[], None, holds == Holds::Yes);
            }
        }
    }
    steps.sort_by_key(|(index, _, _)| *index);
    let mut moves = Moves::new(bases);
    for (index, word, certain) in steps {
        let path = word.filter(|word| !word.many).map_or_else(Text::unknown, |word| word.text);
        moves.enter(index, &path, certain, os);
    }
    moves
}

/// The variables in force for children: what the wrapper got and what it binds.
fn bindings(emitter: &Emitter<'_>, level: &Level<'_, '_>, placed: &[Placed<'_>]) -> Vec<(String, Word)> {
    let mut bindings = emitter.invocation.bindings.to_vec();
    let operands = placed
        .iter()
        .filter(|placed| placed.operand.value.kind == ValueType::Assignment)
        .flat_map(|placed| placed.words.iter());
    let options = level
        .given
        .iter()
        .filter(|given| given.option.values.iter().any(|value| value.kind == ValueType::Assignment))
        .flat_map(|given| given.values.iter());
    for word in operands.chain(options) {
        if let Some((name, _)) = word.text.prefix().split_once('=')
            && let Some(text) = word.text.behind(name.len() + 1)
        {
            bindings.push((name.to_owned(), Word { text, many: false, span: word.span }));
        }
    }
    bindings
}

impl Outcome {
    /// An invocation of which nothing is known.
    fn unknown(program: Option<&str>, reason: &str) -> Outcome {
        Outcome {
            program: program.map(CompactString::from),
            subcommands: Vec::new(),
            options: Vec::new(),
            operands: Vec::new(),
            standing: Standing::Unknown(reason.to_owned()),
            effects: Vec::new(),
            children: Vec::new(),
            enters: Vec::new(),
            binds: Vec::new(),
            spoken_of: Vec::new(),
            is_builtin: false,
            prints_number: false,
            prints_names: false,
            prints_word: false,
            prints_input: false,
            prints_paths: Vec::new(),
            sought: Vec::new(),
        }
    }

    /// What one of two programs of the same name does: all effects of both, certain where both have them.
    fn or(mut self, other: Outcome) -> Outcome {
        for effect in &mut self.effects {
            let same = other.effects.iter().find(|more| more.kind == effect.kind && more.target == effect.target);
            effect.certain &= same.is_some_and(|same| same.certain);
        }
        for mut effect in other.effects {
            if !self.effects.iter().any(|old| old.kind == effect.kind && old.target == effect.target) {
                effect.certain = false;
                self.effects.push(effect);
            }
        }
        for option in other.options {
            if !self.options.iter().any(|old| old.name == option.name) {
                self.options.push(GivenOption { certain: false, ..option });
            }
        }
        for mut child in other.children {
            if !self.children.contains(&child) {
                child.certain = false;
                self.children.push(child);
            }
        }
        if self.standing == Standing::Understood {
            self.standing = other.standing;
        }
        self.enters.extend(other.enters);
        self.binds.extend(other.binds);
        self.spoken_of.retain(|name| other.spoken_of.contains(name));
        self.prints_number &= other.prints_number;
        self.prints_names &= other.prints_names;
        self.prints_word &= other.prints_word;
        self.prints_input &= other.prints_input;
        if self.prints_paths != other.prints_paths {
            self.prints_paths.clear();
        }
        self.sought.extend(other.sought.into_iter().filter(|text| !self.sought.contains(text)).collect::<Vec<_>>());
        self
    }
}
