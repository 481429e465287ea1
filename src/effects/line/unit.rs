//! Making units.

use super::super::words::{Finding, PROCESS_PATH};
use super::super::{Effect, Origin, PathTarget, Standing, Target, Unit, UnitKind};
use super::limits::MAX_UNITS;
use super::{Walk, Walker};
use crate::argv::{Text, Word};
use crate::shell::tree::Span;
use crate::table::{EffectKind, RunKind};
use std::sync::Arc;

impl Unit {
    /// A unit of a kind without effects.
    pub(in crate::effects) fn bare(kind: UnitKind, span: Option<(u32, u32)>, text: impl Into<String>) -> Unit {
        Unit {
            kind,
            program: None,
            words: Vec::new(),
            subcommands: Vec::new(),
            options: Vec::new(),
            operands: Vec::new(),
            standing: Standing::Understood,
            effects: Vec::new(),
            piped_from: None,
            span,
            text: text.into(),
        }
    }

    /// A unit for text that was not proved.
    pub(in crate::effects) fn unreadable(
        span: Option<(u32, u32)>,
        text: impl Into<String>,
        reason: impl Into<String>,
    ) -> Unit {
        Unit { standing: Standing::Unreadable(reason.into()), ..Unit::bare(UnitKind::Unreadable, span, text) }
    }
}

/// An effect of the shell's own language.
pub(super) fn effect(
    kind: EffectKind,
    target: Target,
    certain: bool,
    word: Option<(u32, u32)>,
    note: Option<&str>,
) -> Effect {
    Effect { kind, target, certain, origin: Origin { word, declared: None, note: note.map(str::to_owned) } }
}

impl Walker<'_> {
    /// Adds a unit and tells its place.
    pub(super) fn push(&mut self, mut unit: Unit) -> Option<usize> {
        if self.units.len() >= MAX_UNITS {
            if self.units.len() == MAX_UNITS {
                self.units.push(Unit::unreadable(unit.span, unit.text, format!("more than {MAX_UNITS} units")));
            }
            return None;
        }
        if self.doubt {
            for effect in &mut unit.effects {
                effect.certain = false;
            }
        }
        let at = self.units.len();
        self.units.push(unit);
        Some(at)
    }

    /// Nothing more is followed.
    pub(super) fn is_full(&self) -> bool {
        self.units.len() > MAX_UNITS
    }
}

impl Walk<'_, '_> {
    /// Adds a unit of this text: devices are told apart, and spans led back to the call's text.
    pub(super) fn push(&mut self, mut unit: Unit, processes: &[Span]) -> Option<usize> {
        let is_process = |effect: &Effect| {
            matches!(effect.kind, EffectKind::Reads | EffectKind::Writes | EffectKind::Sees)
                && matches!(&effect.target, Target::Path(PathTarget { path: Text::Known(path), .. }) if path == PROCESS_PATH)
                && effect.origin.word.is_some_and(|(start, end)| processes.contains(&Span::new(start, end)))
        };
        unit.effects.retain(|effect| !is_process(effect));
        if !self.is_persistent() {
            unit.effects.retain(|effect| effect.kind != EffectKind::Sets);
        }
        super::devices::tell_apart(&mut unit.effects);
        self.respan(&mut unit);
        self.walker.push(unit)
    }

    fn respan(&self, unit: &mut Unit) {
        let inside = |span: Option<(u32, u32)>| match (span, self.outer) {
            (_, Some(outer)) => Some(outer),
            (Some((start, end)), None) => self.script.is_written(Span::new(start, end)).then_some((start, end)),
            (None, None) => None,
        };
        let word = |word: &mut Word| word.span = inside(word.span);
        unit.span = inside(unit.span);
        unit.words.iter_mut().for_each(word);
        unit.operands.iter_mut().for_each(word);
        unit.options.iter_mut().flat_map(|option| &mut option.values).for_each(word);
        for effect in &mut unit.effects {
            effect.origin.word = inside(effect.origin.word);
        }
    }

    /// A unit of the shell's own language, holding what evaluation found.
    pub(super) fn construct(&mut self, kind: UnitKind, span: Span, mut effects: Vec<Effect>) -> Option<usize> {
        let (found, processes) = self.take_findings();
        effects.extend(found);
        let text = self.script.text(span).to_owned();
        self.push(Unit { effects, ..Unit::bare(kind, Some((span.start, span.end)), text) }, &processes)
    }

    /// What evaluation found since the last unit, as effects; and its process substitutions.
    pub(super) fn take_findings(&mut self) -> (Vec<Effect>, Vec<Span>) {
        let mut effects = std::mem::take(&mut self.seen);
        let mut processes = Vec::new();
        for (finding, span) in std::mem::take(&mut self.findings) {
            let at = Some((span.start, span.end));
            match finding {
                Finding::ReadsEnvironment(name) => {
                    effects.push(effect(
                        EffectKind::ReadsEnvironment,
                        Target::None,
                        true,
                        at,
                        Some(&format!("${name} is the environment's")),
                    ));
                }
                Finding::RunsCode(why) => {
                    effects.push(effect(EffectKind::Runs(RunKind::Code), Target::None, false, at, Some(why)))
                }
                Finding::Binds { name, integer } => self.bind(&name, None, integer, false),
                Finding::Process => processes.push(span),
            }
        }
        (effects, processes)
    }

    /// Where a relative path of the present command starts.
    pub(super) fn path(&self, path: Text) -> Target {
        Target::Path(PathTarget {
            path,
            bases: Arc::clone(&self.state.bases),
            tree: false,
            named: None,
            unsettled: false,
        })
    }
}

/// An absolute path without `.`, `..` and doubled slashes, by text alone.
pub(in crate::effects) fn normalised(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}
