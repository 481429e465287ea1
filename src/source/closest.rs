//! Names that were perhaps meant.

/// The name closest to what was written, if one is close enough to be meant.
pub fn closest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (written.chars().count() / 3).clamp(1, 3);
    known
        .into_iter()
        .filter(|name| !name.is_empty() && name.len().abs_diff(written.len()) <= limit * 4)
        .map(|name| (strsim::osa_distance(written, name), name))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, name)| name)
}
