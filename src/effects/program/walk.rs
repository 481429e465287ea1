//! What a walk over directories finds: what `{}` of find and the output of find stand for.

use super::emit::Scene;
use crate::argv::{Piece, Text, Word};
use crate::table::{Family, ValueType};

/// Most starting points for each of which a child is listed; with more, what is found is not known. As many names are followed.
const MAX_ROOTS: usize = 4;

/// What `{}` stands for: in find a path at or below one of the starting points, elsewhere any text.
pub(super) fn found(scene: Scene<'_, '_, '_>) -> Vec<Text> {
    let unknown = || vec![Text::unknown()];
    if scene.level.command.dialect.family != Family::Find {
        return unknown();
    }
    let mut roots = Vec::new();
    for placed in scene.placed.iter().filter(|placed| placed.operand.value.kind == ValueType::Path) {
        let Some(word) = placed.words.first() else { continue };
        let mut pieces = match &word.text {
            Text::Known(root) => vec![Piece::Literal(root.clone())],
            Text::Shaped(pieces) => pieces.clone(),
        };
        match pieces.last_mut() {
            // The starting point itself is found without the slash: as a path it is the same.
            Some(Piece::Literal(last)) if !last.ends_with('/') => last.push('/'),
            Some(
                Piece::Literal(_) | Piece::Star | Piece::Question | Piece::Class(_) | Piece::Below | Piece::Unknown,
            )
            | None => {}
        }
        pieces.push(Piece::Below);
        let root = Text::Shaped(pieces);
        if !roots.contains(&root) {
            roots.push(root);
        }
    }
    if roots.is_empty() || roots.len() > MAX_ROOTS { unknown() } else { roots }
}

/// What find is told to look for by name (`-name .env`, but not `! -name .env`) at each of the places found.
pub(super) fn named(scene: Scene<'_, '_, '_>, words: &[Word], found: &[Text]) -> Vec<Text> {
    let sought = sought(scene, words);
    let below = |text: &Text| match text {
        Text::Shaped(pieces) => pieces.clone(),
        Text::Known(_) => vec![Piece::Unknown],
    };
    let end = |name: &Text| match name {
        Text::Shaped(pieces) => pieces.clone(),
        Text::Known(name) => vec![Piece::Literal(name.clone())],
    };
    let at =
        |root: &Text| sought.iter().map(|name| Text::Shaped([below(root), end(name)].concat())).collect::<Vec<_>>();
    found.iter().flat_map(at).collect()
}

/// The names that are looked for, as ends of paths.
fn sought(scene: Scene<'_, '_, '_>, words: &[Word]) -> Vec<Text> {
    if scene.level.command.dialect.family != Family::Find {
        return Vec::new();
    }
    let names = scene.level.given.iter().filter(|given| crate::argv::tests_a_name(given.option));
    let negated = |index: usize| {
        let before = (scene.level.offset + index).checked_sub(1).and_then(|before| words.get(before));
        let before = before.and_then(Word::as_known);
        let after = words.get(scene.level.offset + index + 2).and_then(Word::as_known);
        matches!(before, Some("!" | "-not")) || after == Some("-prune")
    };
    let wanted = names.filter(|given| !negated(given.index)).filter_map(|given| given.values.first());
    // `-iname .ENV` finds what is written small.
    let wanted = wanted.filter_map(Word::as_known).take(MAX_ROOTS);
    let wanted = wanted.map(|name| name.trim_start_matches("*/").trim_start_matches("./"));
    let mut names: Vec<String> = wanted.flat_map(|name| [name.to_owned(), name.to_lowercase()]).collect();
    names.dedup();
    names.iter().map(|name| Text::of_glob("/", name)).collect()
}
