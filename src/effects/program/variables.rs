//! Variables that an invocation gets, and what its declaration says of them.

use super::emit::{Emitter, Scene, Subject};
use super::level::Level;
use crate::argv::{Holds, Text, glob_holds};
use crate::table::{Command, VariableDecl};

/// What a declaration says of a variable; `None`: nothing, so the general rule for names holds.
pub fn speaks_of<'c>(command: &'c Command, variable: &str) -> Option<&'c VariableDecl> {
    let variable = Text::Known(variable.into());
    let names = |decl: &&VariableDecl| decl.names.iter().any(|glob| glob_holds(glob, &variable) == Holds::Yes);
    command.variables.iter().find(names)
}

/// Emits what the bindings in force mean to a level; of two bindings of one name the later is in force.
pub(super) fn emit(emitter: &mut Emitter<'_>, level: &Level<'_, '_>, scene: Scene<'_, '_, '_>) {
    let bindings = emitter.invocation.bindings;
    for (at, (name, value)) in bindings.iter().enumerate() {
        let Some(decl) = speaks_of(level.command, name) else { continue };
        if bindings.get(at + 1..).is_some_and(|later| later.iter().any(|(other, _)| other == name)) {
            continue;
        }
        if !emitter.outcome.spoken_of.contains(name) {
            emitter.outcome.spoken_of.push(name.clone());
        }
        let subject = Subject {
            words: std::slice::from_ref(value),
            values: std::slice::from_ref(&decl.value),
            index: 0,
            certain: true,
            gathers: false,
            bases: scene.moves.option(),
        };
        emitter.emit(&decl.effects, &decl.cases, &subject, scene);
    }
}
