//! Applying suggested edits to a text.

use super::Edit;

/// The text with the edits applied, and the indexes of those that were. Of edits that touch, the one that begins first is taken,
/// of those that begin at one place the shortest, then the first given; the same edit twice is one.
pub fn apply(text: &str, edits: &[&Edit]) -> (String, Vec<usize>) {
    let mut order: Vec<usize> = (0..edits.len()).collect();
    order.sort_by_key(|index| edits.get(*index).map(|edit| (edit.at.span, *index)));
    let mut out = String::with_capacity(text.len());
    let mut applied = Vec::new();
    let mut done = 0;
    let mut inserted = None;
    for index in order {
        let Some(edit) = edits.get(index) else { continue };
        let range = edit.at.span.range();
        let (Some(before), Some(_)) = (text.get(done..range.start), text.get(range.clone())) else { continue };
        // Two insertions at one place, or one beside a replacement, would each be made without the other in mind.
        if inserted.is_some_and(|at| at == range.start) || (range.start == done && done > 0) {
            continue;
        }
        out.push_str(before);
        out.push_str(&edit.replacement);
        done = range.end;
        inserted = range.is_empty().then_some(range.start);
        applied.push(index);
    }
    out.push_str(text.get(done..).unwrap_or_default());
    applied.sort_unstable();
    (out, applied)
}

#[cfg(test)]
mod tests;
