//! What an effect is on, where the word at hand says so by its text.

use super::super::{Bases, PathTarget, Target};
use crate::argv::{Piece, Text, Word};
use crate::table::{ChangeKind, EffectKind, RunKind, ValueType};
use compact_str::format_compact;
use std::sync::Arc;

/// Streams and devices that are as harmless in a word as in a redirect (reading rule 22).
const STANDARD: &[&str] =
    &["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd/0", "/dev/fd/1", "/dev/fd/2"];

/// What a verb wants to know of its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Object {
    /// A path.
    Path,
    /// A host or URL.
    Host,
    /// Nothing.
    None,
}

/// What the object of a verb is.
pub(super) fn object(kind: EffectKind) -> Object {
    match kind {
        EffectKind::Reads
        | EffectKind::Sees
        | EffectKind::Writes
        | EffectKind::Deletes
        | EffectKind::Refreshes
        | EffectKind::Obeys
        | EffectKind::Enters
        | EffectKind::Runs(RunKind::File) => Object::Path,
        EffectKind::Contacts => Object::Host,
        EffectKind::ReadsEnvironment
        | EffectKind::Runs(RunKind::Code | RunKind::Input | RunKind::Program)
        | EffectKind::Changes(_)
        | EffectKind::Sets
        | EffectKind::Verifies => Object::None,
    }
}

/// A path target. What a walk finds is the tree it walks.
pub(in crate::effects) fn path(text: Text, bases: &Arc<Bases>, tree: bool) -> Target {
    let (path, tree, named) = match &text {
        Text::Shaped(pieces) => match pieces.iter().position(|piece| *piece == Piece::Below) {
            Some(at) => {
                let (start, end) = (pieces.get(..at).unwrap_or_default(), pieces.get(at + 1..).unwrap_or_default());
                (root(start), true, (!end.is_empty()).then(|| root(&joined(start, end))))
            }
            None => (text, tree, None),
        },
        Text::Known(_) => (text, tree, None),
    };
    Target::Path(PathTarget { path, bases: bases.clone(), tree, named, unsettled: false })
}

/// Two runs of pieces, so that no two literals stand side by side.
fn joined(start: &[Piece], end: &[Piece]) -> Vec<Piece> {
    let mut pieces = start.to_vec();
    for piece in end {
        match (pieces.last_mut(), piece) {
            (Some(Piece::Literal(last)), Piece::Literal(text)) => last.push_str(text),
            _ => pieces.push(piece.clone()),
        }
    }
    pieces
}

/// The text of a tree's root: known where all of it is.
fn root(pieces: &[Piece]) -> Text {
    match pieces {
        [Piece::Literal(root)] => Text::Known(root.clone()),
        [] => Text::unknown(),
        _ => Text::Shaped(pieces.to_vec()),
    }
}

/// The effect of a path verb on one word: its kind may change (`/dev/tty`), and some words have none (`-`, `/dev/null`).
pub(super) fn on_path(
    kind: EffectKind,
    value: ValueType,
    text: &Text,
    bases: &Arc<Bases>,
    tree: bool,
) -> Option<(EffectKind, Target)> {
    let text = match value {
        ValueType::Rev => revision(text)?,
        ValueType::Host => remote_free(text)?,
        ValueType::Glob => sought(text)?,
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
        | ValueType::Remote
        | ValueType::Patch
        | ValueType::Variable
        | ValueType::Assignment
        | ValueType::Plain => text.clone(),
    };
    let stream = match &text {
        Text::Known(known) => Stream::of(known),
        Text::Shaped(_) => Stream::None,
    };
    match (kind, stream) {
        (EffectKind::Runs(_), Stream::Input) => Some((EffectKind::Runs(RunKind::Input), Target::None)),
        (EffectKind::Reads | EffectKind::Sees | EffectKind::Refreshes, Stream::Input | Stream::Standard) => None,
        (EffectKind::Writes, Stream::Standard) => None,
        (EffectKind::Writes, Stream::Input) if text != Text::Known("-".into()) => None,
        (EffectKind::Reads | EffectKind::Writes, Stream::Terminal) => {
            Some((EffectKind::Changes(ChangeKind::Terminal), Target::None))
        }
        (kind, Stream::Input | Stream::Standard | Stream::Terminal | Stream::None) => {
            Some((kind, path(text, bases, tree)))
        }
    }
}

/// Names that are not files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    /// `-` and the other names of standard input.
    Input,
    /// The null device and the other standard streams.
    Standard,
    /// `/dev/tty`.
    Terminal,
    None,
}

impl Stream {
    fn of(text: &str) -> Stream {
        match text {
            "-" | "/dev/stdin" | "/dev/fd/0" => Stream::Input,
            "/dev/tty" => Stream::Terminal,
            other if STANDARD.contains(&other) => Stream::Standard,
            _ => Stream::None,
        }
    }
}

/// What a glob asks for by name; one that begins with `!` leaves out.
fn sought(text: &Text) -> Option<Text> {
    match text {
        Text::Known(glob) if glob.starts_with('!') => None,
        Text::Known(glob) => Some(Text::of_glob("", glob)),
        Text::Shaped(_) => Some(text.clone()),
    }
}

/// The path that a git revision names: `REV:PATH`, `:N:PATH`. A revision without one may be a path itself, for git takes what
/// is no revision for a pattern of paths, with magic before it perhaps (`:(glob)**/.env`, gitglossary(7) "pathspec").
fn revision(text: &Text) -> Option<Text> {
    match text {
        Text::Known(known) if known.starts_with(":(") => {
            let (magic, glob) = known.split_once(')')?;
            (!magic.contains("exclude")).then(|| Text::of_glob("", glob))
        }
        Text::Known(known) if known.starts_with(":!") || known.starts_with(":^") => None,
        Text::Known(known) => match colon(known) {
            Some(at) => {
                let path = known.get(at + 1..).unwrap_or_default();
                let staged =
                    at == 0 && path.get(1..2) == Some(":") && path.starts_with(|stage: char| stage.is_ascii_digit());
                let path = if staged { path.get(2..).unwrap_or_default() } else { path };
                Some(Text::Known(if path.is_empty() { ".".into() } else { path.into() }))
            }
            None => Some(Text::of_glob("", known)),
        },
        Text::Shaped(_) => match colon(text.prefix()) {
            Some(at) => text.behind(at + 1),
            None => Some(Text::unknown()),
        },
    }
}

/// Where the path of `REV:PATH` starts: at the top of the repository, which is the base or a directory above it. A workspace
/// is taken to hold its repository; `REV:./PATH` starts at the base.
pub(super) fn repository(text: &Text, bases: &Arc<Bases>, workspace: &[String]) -> Arc<Bases> {
    let start = text.prefix();
    let Some(path) = colon(start).and_then(|at| start.get(at + 1..)) else { return Arc::clone(bases) };
    if path.starts_with("./") || path.starts_with("../") {
        return Arc::clone(bases);
    }
    let mut tops = Bases { known: Vec::new(), unknown: bases.unknown };
    for base in &bases.known {
        let mut top = base.as_str();
        loop {
            if !tops.known.iter().any(|known| known == top) {
                tops.known.push(top.to_owned());
            }
            if workspace.iter().any(|root| root.trim_end_matches('/') == top) {
                break;
            }
            match top.rsplit_once('/') {
                Some(("", "")) | None => break,
                Some(("", _)) => top = "/",
                Some((above, _)) => top = above,
            }
        }
    }
    Arc::new(tops)
}

/// The colon between revision and path; those inside `{…}` belong to the revision (`HEAD@{10:00}`, `^{/a: b}`).
fn colon(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b':' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// A word that may be `host:path` is a path here only if it is not that.
fn remote_free(text: &Text) -> Option<Text> {
    match text {
        Text::Known(known) => {
            let remote = known.split('/').next().is_some_and(|first| first.contains(':'));
            (!remote).then(|| text.clone())
        }
        Text::Shaped(_) => Some(text.clone()),
    }
}

/// Some name beside a path.
pub(super) fn beside(text: &Text) -> Text {
    match text {
        Text::Known(known) => {
            let directory = known.trim_end_matches('/').rsplit_once('/').map(|(directory, _)| directory);
            let mut pieces: Vec<Piece> =
                directory.map(|directory| Piece::Literal(format_compact!("{directory}/"))).into_iter().collect();
            pieces.push(Piece::Star);
            Text::Shaped(pieces)
        }
        Text::Shaped(pieces) if text.is_glob() => match pieces.as_slice() {
            [Piece::Literal(start), ..] => match start.rsplit_once('/') {
                // A later piece may hold another directory, so anything below.
                Some((directory, _)) => {
                    Text::Shaped(vec![Piece::Literal(format_compact!("{directory}/")), Piece::Unknown])
                }
                None => Text::unknown(),
            },
            _ => Text::unknown(),
        },
        Text::Shaped(_) => Text::unknown(),
    }
}

/// The host that a word names.
pub(super) fn host(word: &Word) -> Target {
    Target::Host(Word { text: word.text.clone(), many: false, span: word.span })
}
