//! From declared effects and the words they stand at to effects on targets.

use super::super::{Bases, Effect, Origin, Standing, Target, public};
use super::allocate::Placed;
use super::bases::Moves;
use super::level::Level;
use super::target::{self, Object};
use super::{Binding, ChildCommand, Invocation, Outcome};
use crate::argv::{Given, Holds, Text, Word, glob_holds};
use crate::table::{Case, EffectKind, EffectSpec, TargetSpec, Value, ValueType};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// Effects, children and bindings on their way into an [`Outcome`], each with the index of its word.
#[derive(Debug)]
pub(super) struct Emitter<'i> {
    pub invocation: &'i Invocation<'i>,
    pub is_builtin: bool,
    pub effects: Vec<(usize, Effect)>,
    pub children: Vec<(usize, ChildCommand)>,
    pub outcome: Outcome,
}

/// Where effects are emitted: one level with its operands in place.
#[derive(Clone, Copy)]
pub(super) struct Scene<'s, 'c, 'p> {
    pub level: &'s Level<'c, 'p>,
    pub placed: &'s [Placed<'c>],
    pub moves: &'s Moves,
    /// Variables that are in force for children.
    pub bindings: &'s [(String, Word)],
}

/// What effects stand at: an option with its values, an operand, a variable, or nothing.
#[derive(Clone)]
pub(super) struct Subject<'s> {
    /// Values, or the words of a command.
    pub words: &'s [Word],
    /// Their declarations; the last one stands for all further words.
    pub values: &'s [Value],
    /// Index in the invocation, for the order.
    pub index: usize,
    /// It is there in every reading.
    pub certain: bool,
    /// `{} +`.
    pub gathers: bool,
    /// Where its relative paths start from.
    pub bases: Arc<Bases>,
}

/// Most often one.
type Things<'t> = SmallVec<[Thing<'t>; 1]>;

/// A word that an effect is on.
pub(super) struct Thing<'t> {
    pub word: Cow<'t, Word>,
    pub kind: ValueType,
    pub bases: Arc<Bases>,
    pub certain: bool,
}

impl Subject<'_> {
    /// The value that `This` means, the last.
    pub(super) fn this(&self) -> Option<(&Word, ValueType)> {
        let value = self.values.last()?;
        let word =
            if value.kind == ValueType::Argv { self.words.first() } else { self.words.get(self.values.len() - 1) };
        word.map(|word| (word, value.kind))
    }
}

fn one(thing: Thing<'_>) -> Things<'_> {
    Things::from_iter([thing])
}

/// The effect lists that a text may choose, and whether it surely chooses that one.
pub(super) fn chosen<'d>(
    effects: &'d [EffectSpec],
    cases: &'d [Case],
    text: Option<&Text>,
) -> SmallVec<[(&'d [EffectSpec], bool); 2]> {
    let Some(text) = text.filter(|_| !cases.is_empty()) else { return SmallVec::from_iter([(effects, true)]) };
    let mut lists: SmallVec<[&[EffectSpec]; 4]> = SmallVec::new();
    let mut otherwise = true;
    for case in cases {
        let holds = case.globs.iter().fold(Holds::No, |holds, glob| holds.or(glob_holds(glob, text)));
        if holds != Holds::No {
            lists.push(case.effects.as_slice());
        }
        if holds == Holds::Yes {
            otherwise = false;
            break;
        }
    }
    if otherwise {
        lists.push(effects);
    }
    let sure = lists.len() == 1;
    lists.into_iter().map(|list| (list, sure)).collect()
}

/// A variable that anybody may know.
fn is_public(thing: &Thing<'_>) -> bool {
    thing.kind == ValueType::Variable && thing.word.as_known().is_some_and(public::is_public)
}

impl Emitter<'_> {
    pub(super) fn unknown(&mut self, reason: String) {
        if self.outcome.standing == Standing::Understood {
            self.outcome.standing = Standing::Unknown(reason);
        }
    }

    /// Emits what giving a value does.
    pub(super) fn emit(
        &mut self,
        effects: &[EffectSpec],
        cases: &[Case],
        subject: &Subject<'_>,
        scene: Scene<'_, '_, '_>,
    ) {
        if cases.is_empty() {
            for spec in effects {
                self.effect(spec, subject, subject.certain && !spec.may, scene);
            }
            return;
        }
        let text = subject.this().map(|(word, _)| &word.text);
        for (list, sure) in chosen(effects, cases, text) {
            for spec in list {
                self.effect(spec, subject, subject.certain && sure && !spec.may, scene);
            }
        }
    }

    fn effect(&mut self, spec: &EffectSpec, subject: &Subject<'_>, certain: bool, scene: Scene<'_, '_, '_>) {
        let span = subject.this().and_then(|(word, _)| word.span).or_else(|| self.span(subject.index));
        let origin = Origin { word: span, declared: Some(spec.at), note: None };
        let Some(kind) = spec.kind else {
            self.unknown("it is declared as not known".to_owned());
            return;
        };
        if let EffectKind::Runs(run) = kind
            && self.runs(run, spec, subject, certain, &origin, scene)
        {
            return;
        }
        if matches!(spec.target, TargetSpec::Input(_)) && target::object(kind) != Object::None {
            // Standard input is no path of this unit: who writes it is a unit of its own.
            return;
        }
        let Some(things) = self.things(spec, subject, scene) else {
            let target = match target::object(kind) {
                Object::Path => target::path(Text::unknown(), scene.moves.last(), spec.tree),
                Object::Host => target::host(&Word::unknown()),
                Object::None => Target::None,
            };
            if let (EffectKind::Enters, Target::Path(path), true) = (kind, &target, self.is_builtin) {
                self.outcome.enters.push(path.clone());
            }
            self.push(subject.index, Effect { kind, target, certain, origin });
            return;
        };
        if target::object(kind) == Object::None {
            if kind == EffectKind::ReadsEnvironment && things.iter().all(is_public) && !things.is_empty() {
                return;
            }
            if !things.is_empty() || matches!(spec.target, TargetSpec::This) {
                self.push(subject.index, Effect { kind, target: Target::None, certain, origin });
            }
            return;
        }
        for thing in things {
            self.on(kind, spec.tree, &thing, subject.index, certain, &origin);
        }
    }

    /// One effect on one word.
    pub(super) fn on(
        &mut self,
        kind: EffectKind,
        tree: bool,
        thing: &Thing<'_>,
        index: usize,
        certain: bool,
        origin: &Origin,
    ) {
        let certain = certain && thing.certain;
        let origin = Origin { word: thing.word.span.or(origin.word), ..origin.clone() };
        match target::object(kind) {
            Object::Path => {
                // A revision without path may name one; a host may be a path.
                let may = match (thing.kind, &thing.word.text) {
                    (ValueType::Rev, Text::Known(known)) => !known.contains(':'),
                    (_, Text::Known(_)) => false,
                    (ValueType::Rev | ValueType::Host, Text::Shaped(_)) => true,
                    (_, Text::Shaped(_)) => false,
                };
                let on = if thing.kind == ValueType::Rev {
                    let bases = target::repository(&thing.word.text, &thing.bases, &self.invocation.host.workspace);
                    target::on_path(kind, thing.kind, &thing.word.text, &bases, tree)
                } else {
                    target::on_path(kind, thing.kind, &thing.word.text, &thing.bases, tree)
                };
                let Some((kind, target)) = on else { return };
                if let (EffectKind::Enters, Target::Path(path), true) = (kind, &target, self.is_builtin) {
                    self.outcome.enters.push(path.clone());
                }
                self.push(index, Effect { kind, target, certain: certain && !may, origin });
            }
            Object::Host => self.push(index, Effect { kind, target: target::host(&thing.word), certain, origin }),
            Object::None => self.push(index, Effect { kind, target: Target::None, certain, origin }),
        }
    }

    /// Adds an effect, once.
    pub(super) fn push(&mut self, index: usize, effect: Effect) {
        let same = self.effects.iter_mut().find(|(_, old)| old.kind == effect.kind && old.target == effect.target);
        match same {
            Some((_, old)) => old.certain |= effect.certain,
            None => self.effects.push((index, effect)),
        }
    }

    fn span(&self, index: usize) -> Option<(u32, u32)> {
        self.invocation.words.get(index).and_then(|word| word.span)
    }

    /// The words that a spec's target means; `None`: not known which.
    pub(super) fn things<'t>(
        &self,
        spec: &EffectSpec,
        subject: &'t Subject<'_>,
        scene: Scene<'t, '_, '_>,
    ) -> Option<Things<'t>> {
        let own = |word: Cow<'t, Word>, kind: ValueType| Thing {
            word,
            kind,
            bases: Arc::clone(&subject.bases),
            certain: true,
        };
        let here = |word: Word| Thing {
            word: Cow::Owned(word),
            kind: ValueType::Path,
            bases: Arc::clone(scene.moves.last()),
            certain: true,
        };
        match &spec.target {
            TargetSpec::This => subject.this().map(|(word, kind)| one(own(Cow::Borrowed(word), kind))),
            TargetSpec::Value(number) => {
                let at = usize::from(*number).checked_sub(1)?;
                let (word, value) = (subject.words.get(at)?, subject.values.get(at)?);
                Some(one(own(Cow::Borrowed(word), value.kind)))
            }
            TargetSpec::Suffixed(suffix) => {
                let (word, kind) = subject.this()?;
                Some(one(own(Cow::Owned(Word { text: word.text.followed_by(suffix), ..word.clone() }), kind)))
            }
            TargetSpec::Operands => self.paths(scene),
            TargetSpec::Operand(number) => {
                let left = usize::from(*number).checked_sub(1)?;
                let things = scene.level.operands_at(left).map(|(operand, alone)| Thing {
                    word: Cow::Borrowed(&operand.word),
                    kind: scene
                        .placed
                        .iter()
                        .find(|placed| placed.index == operand.index)
                        .map_or(ValueType::Path, |placed| placed.operand.value.kind),
                    bases: scene.moves.operand(operand.index),
                    certain: alone && operand.sure,
                });
                Some(things.collect())
            }
            TargetSpec::Literal(text) => Some(one(here(Word::known(text.as_str())))),
            TargetSpec::Cwd => Some(one(here(Word::known(".")))),
            TargetSpec::Repository => self.repositories(scene).map(|()| one(here(Word::known(".")))),
            TargetSpec::OptionValue(option) => {
                // A value of which the option's own cases say `nothing` is none that effects are on (`-` for a stream).
                let means = |given: &&Given<'_>| {
                    let text = given.values.last().map(|word| &word.text);
                    let lists = chosen(&given.option.effects, &given.option.cases, text);
                    given.option.cases.is_empty() || lists.iter().any(|(list, _)| !list.is_empty())
                };
                let given = scene.level.given.iter().filter(|given| given.option.spellings.contains(option));
                let given = given.filter(means);
                let things = given.flat_map(|given| {
                    given.values.last().map(|word| Thing {
                        word: Cow::Borrowed(word),
                        kind: given.option.values.last().map_or(ValueType::Path, |value| value.kind),
                        bases: scene.moves.option(),
                        certain: given.certain,
                    })
                });
                Some(things.collect())
            }
            TargetSpec::Beside => {
                let mut things = self.paths(scene)?;
                for thing in &mut things {
                    thing.word.to_mut().text = target::beside(&thing.word.text);
                }
                Some(things)
            }
            TargetSpec::Input(_) => Some(Things::new()),
            TargetSpec::Startup => self.invocation.host.shell.login.then(Things::new),
            TargetSpec::Unknown => None,
        }
    }

    /// `None`: in one of the unit's directories a call may obey another repository than the workspace's own (GITDIRS).
    fn repositories(&self, scene: Scene<'_, '_, '_>) -> Option<()> {
        let host = self.invocation.host;
        let Some(gitdirs) = &host.gitdirs else { return Some(()) };
        let bases = scene.moves.last();
        let roots = if host.workspace.is_empty() { host.cwd.as_slice() } else { &host.workspace };
        let own: Vec<&String> =
            roots.iter().filter_map(|root| gitdirs.get(root)).filter(|own| !own.is_empty()).collect();
        // Worktrees and submodules have directories below the repository's own.
        let is_below = |gitdir: &str, own: &str| {
            let rest = gitdir.strip_prefix(own.trim_end_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("/worktrees/") || rest.starts_with("/modules/"))
        };
        let is_own = |base: &String| {
            gitdirs.get(base).is_some_and(|gitdir| gitdir.is_empty() || own.iter().any(|own| is_below(gitdir, own)))
        };
        (!bases.unknown && bases.known.iter().all(is_own)).then_some(())
    }

    /// All operands that are paths. Where a subcommand has them, they are not known here.
    fn paths<'t>(&self, scene: Scene<'t, '_, '_>) -> Option<Things<'t>> {
        if scene.level.has_subcommand {
            return None;
        }
        let paths = scene.placed.iter().filter(|placed| {
            matches!(placed.operand.value.kind, ValueType::Path | ValueType::Patch | ValueType::Host | ValueType::Rev)
        });
        Some(
            paths
                .flat_map(|placed| {
                    placed.words.iter().map(|word| Thing {
                        word: Cow::Borrowed(word),
                        kind: placed.operand.value.kind,
                        bases: scene.moves.operand(placed.index),
                        certain: placed.certain,
                    })
                })
                .collect(),
        )
    }

    /// Notes the variables that a value binds.
    pub(super) fn bind(&mut self, subject: &Subject<'_>) {
        for (at, word) in subject.words.iter().enumerate() {
            let Some(value) = subject.values.get(at).or(subject.values.last()) else { continue };
            match value.kind {
                ValueType::Variable => {
                    self.outcome.binds.push(Binding { name: word.clone(), value: None, certain: subject.certain });
                }
                ValueType::Assignment => self.outcome.binds.push(assignment(word, subject.certain)),
                ValueType::Path
                | ValueType::Program
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
                | ValueType::Url
                | ValueType::Host
                | ValueType::Remote
                | ValueType::Rev
                | ValueType::Patch
                | ValueType::Plain
                | ValueType::Glob => {}
            }
        }
    }
}

/// `NAME=VALUE` taken apart; a word without `=` names a variable.
fn assignment(word: &Word, certain: bool) -> Binding {
    let start = word.text.prefix();
    let named = |name: &str| Word { text: Text::Known(name.into()), many: false, span: word.span };
    match (start.split_once('='), &word.text) {
        (Some((name, _)), text) => {
            let value = text.behind(name.len() + 1).filter(|_| !name.ends_with('+'));
            Binding {
                name: named(name.trim_end_matches('+')),
                value: value.map(|text| Word { text, many: false, span: word.span }),
                certain,
            }
        }
        (None, Text::Known(name)) => Binding { name: named(name), value: None, certain },
        (None, Text::Shaped(_)) => Binding { name: word.clone(), value: None, certain },
    }
}
