//! Scripts in small languages: their acts as effects of the unit that runs them.

use super::super::{Effect, Origin, Target};
use super::condition;
use super::emit::{Emitter, Scene, Subject, Thing};
use super::{ChildCommand, ChildForm, Input};
use crate::argv::{Holds, Word};
use crate::effects::small::{self, Act, Code, Language, Mode, Name};
use crate::table::{ClauseKind, EffectKind, RunKind, ValueType};
use std::borrow::Cow;
use std::sync::Arc;

/// Reads the fragments of one script, joined, and adds what they do.
pub(super) fn script(
    emitter: &mut Emitter<'_>,
    language: Language,
    fragments: &[Word],
    subject: &Subject<'_>,
    certain: bool,
    origin: &Origin,
    scene: Scene<'_, '_, '_>,
) {
    let known: Option<Vec<&str>> = fragments.iter().map(Word::as_known).collect();
    let Some(known) = known else {
        if general(language) {
            let kind = EffectKind::Runs(RunKind::Code);
            emitter.push(subject.index, Effect { kind, target: Target::None, certain, origin: origin.clone() });
        } else {
            emitter.unknown(format!("the {language} script is not known text"));
        }
        return;
    };
    let text = small::join_sed(&known);
    match small::read(language, &text, &Mode { sandbox: sandboxed(scene) }) {
        Ok(reading) => {
            for step in reading.steps {
                act(emitter, language, &step.act, subject, certain && step.certain, origin);
            }
        }
        Err(end) => emitter.unknown(format!("the {language} script is not proved at byte {}: {}", end.at, end.reason)),
    }
}

/// Whether the program certainly keeps its scripts in a sandbox of its own.
fn sandboxed(scene: Scene<'_, '_, '_>) -> bool {
    scene.level.command.clauses.iter().filter(|clause| clause.kind == ClauseKind::Sandboxed).any(|clause| {
        let holds = |when| condition::holds(when, scene.level, Holds::Maybe);
        clause.when.as_ref().map_or(Holds::Yes, holds) == Holds::Yes
    })
}

/// A language in which anything can be said, so that an unknown text is code and nothing else.
fn general(language: Language) -> bool {
    match language {
        Language::Python | Language::Node | Language::Perl | Language::Ruby | Language::Php => true,
        Language::Sed | Language::Awk | Language::Jq | Language::Sqlite => false,
    }
}

fn act(
    emitter: &mut Emitter<'_>,
    language: Language,
    act: &Act,
    subject: &Subject<'_>,
    certain: bool,
    origin: &Origin,
) {
    let thing = |name: &Name, kind: ValueType| Thing {
        word: Cow::Owned(word(name)),
        kind,
        bases: Arc::clone(&subject.bases),
        certain: true,
    };
    let note =
        |said: &str| Origin { note: Some(format!("{}: {said}", language.name().to_lowercase())), ..origin.clone() };
    match act {
        Act::Reads(name) => {
            emitter.on(EffectKind::Reads, false, &thing(name, ValueType::Path), subject.index, certain, &note("reads"))
        }
        Act::Writes(name) => emitter.on(
            EffectKind::Writes,
            false,
            &thing(name, ValueType::Path),
            subject.index,
            certain,
            &note("writes"),
        ),
        Act::Deletes(name) => emitter.on(
            EffectKind::Deletes,
            false,
            &thing(name, ValueType::Path),
            subject.index,
            certain,
            &note("deletes"),
        ),
        Act::Contacts(name) => emitter.on(
            EffectKind::Contacts,
            false,
            &thing(name, ValueType::Host),
            subject.index,
            certain,
            &note("contacts"),
        ),
        Act::ReadsEnvironment => {
            plain(emitter, EffectKind::ReadsEnvironment, subject, certain, note("reads environment"));
        }
        Act::Runs(Code::Shell(Name::Known(text))) => {
            let child = ChildCommand {
                form: ChildForm::Shell { bash: false, text: Some(text.clone()), same_shell: false },
                bindings: emitter.invocation.bindings.to_vec(),
                bases: Arc::clone(&subject.bases),
                input: Input::Unknown,
                certain,
                origin: note("runs a command"),
            };
            emitter.children.push((subject.index, child));
        }
        Act::Runs(Code::Shell(Name::Unknown) | Code::Inline(_)) => {
            plain(emitter, EffectKind::Runs(RunKind::Code), subject, certain, note("runs code"));
        }
        Act::Runs(Code::Program(_)) => {
            plain(emitter, EffectKind::Runs(RunKind::Program), subject, certain, note("runs a program"));
        }
        Act::Runs(Code::Library(name)) => {
            let thing = thing(name, ValueType::Path);
            emitter.on(EffectKind::Runs(RunKind::File), false, &thing, subject.index, certain, &note("loads code"));
        }
    }
}

fn plain(emitter: &mut Emitter<'_>, kind: EffectKind, subject: &Subject<'_>, certain: bool, origin: Origin) {
    emitter.push(subject.index, Effect { kind, target: Target::None, certain, origin });
}

fn word(name: &Name) -> Word {
    match name {
        Name::Known(text) => Word::known(text.clone()),
        Name::Unknown => Word::unknown(),
    }
}
