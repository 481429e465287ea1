//! Paths that are more than files (rules 11, 22 and 25).

use super::super::{Effect, Target};
use super::unit::effect;
use crate::argv::{Text, Word};
use crate::table::{ChangeKind, EffectKind};

/// Devices that may be read and written freely.
const HARMLESS: &[&str] = &["/dev/null", "/dev/stdout", "/dev/stderr"];

/// Devices that may be read freely as well.
const READABLE: &[&str] =
    &["/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/stdin", "/dev/fd/0", "/dev/fd/1", "/dev/fd/2"];

/// What a path means beyond being a file.
enum Device {
    /// A file, or something that is judged by path sets.
    File,
    /// Nothing happens.
    Nothing,
    /// The terminal.
    Terminal,
    /// Some other device: reading can act.
    Other,
    /// Mounted when looked at.
    Network(String),
    /// Another process' environment.
    Environment,
}

/// Replaces effects on devices by what they really are.
pub(in crate::effects) fn tell_apart(effects: &mut Vec<Effect>) {
    if !effects.iter().any(|effect| matches!(&effect.target, Target::Path(target) if begins_special(&target.path))) {
        return;
    }
    let mut apart = Vec::with_capacity(effects.len());
    for one in effects.drain(..) {
        let path = match &one.target {
            Target::Path(target) => known_beginning(&target.path),
            Target::None | Target::Host(_) => None,
        };
        let touches = match one.kind {
            EffectKind::Reads | EffectKind::Writes => true,
            EffectKind::Sees | EffectKind::Refreshes | EffectKind::Deletes | EffectKind::Enters => false,
            EffectKind::ReadsEnvironment
            | EffectKind::Runs(_)
            | EffectKind::Obeys
            | EffectKind::Contacts
            | EffectKind::Changes(_)
            | EffectKind::Sets
            | EffectKind::Verifies => false,
        };
        let device = path.map_or(Device::File, |path| device(&path, one.kind == EffectKind::Reads));
        let note = |kind, target, why| Effect {
            origin: one.origin.clone(),
            ..effect(kind, target, one.certain, None, Some(why))
        };
        match device {
            Device::Nothing if touches || one.kind == EffectKind::Sees => {}
            Device::Terminal if touches => {
                apart.push(note(EffectKind::Changes(ChangeKind::Terminal), Target::None, "the terminal is not a file"));
            }
            Device::Other if one.kind == EffectKind::Reads => {
                apart.push(Effect {
                    certain: false,
                    ..note(EffectKind::Changes(ChangeKind::System), Target::None, "reading a device can act on it")
                });
                apart.push(one);
            }
            Device::Environment if one.kind == EffectKind::Reads => {
                apart.push(note(EffectKind::ReadsEnvironment, Target::None, "the file holds a process' environment"));
                apart.push(one);
            }
            Device::Network(host) => {
                apart.push(note(
                    EffectKind::Contacts,
                    Target::Host(Word::known(host)),
                    "the path is mounted when it is looked at",
                ));
                apart.push(one);
            }
            Device::File | Device::Nothing | Device::Terminal | Device::Other | Device::Environment => apart.push(one),
        }
    }
    *effects = apart;
}

fn begins_special(path: &Text) -> bool {
    let prefix = path.prefix();
    ["/dev", "/proc", "/net", "//", "/.", "/*", "/?"].iter().any(|special| prefix.starts_with(special))
}

/// The text, normalised; of a shaped one its glob as written.
fn known_beginning(path: &Text) -> Option<String> {
    let text = match path {
        Text::Known(text) => text.clone(),
        Text::Shaped(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                crate::argv::Piece::Literal(text) | crate::argv::Piece::Class(text) => text.as_str(),
                crate::argv::Piece::Star
                | crate::argv::Piece::Question
                | crate::argv::Piece::Below
                | crate::argv::Piece::Unknown => "*",
            })
            .collect(),
    };
    text.starts_with('/').then(|| super::unit::normalised(&text))
}

fn device(path: &str, reads: bool) -> Device {
    if HARMLESS.contains(&path) || (reads && READABLE.contains(&path)) {
        return Device::Nothing;
    }
    if path == "/dev/tty" {
        return Device::Terminal;
    }
    if let Some(rest) = path.strip_prefix("/net/") {
        let host = rest.split('/').next().unwrap_or_default();
        return Device::Network(host.to_owned());
    }
    if path.starts_with("/proc/") && path.ends_with("/environ") {
        return Device::Environment;
    }
    if path.starts_with("/dev/") && !path.starts_with("/dev/fd/") && !path.starts_with("/dev/shm/") {
        return Device::Other;
    }
    Device::File
}
