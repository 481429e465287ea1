//! Names, types, polarity, totality: what a policy must satisfy before it is a table.

/// The name closest to what was written, if one is close enough to be meant.
pub fn closest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (written.chars().count() / 3).clamp(1, 3);
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(written, name), name))
        .filter(|(distance, name)| *distance <= limit && !name.is_empty())
        .min()
        .map(|(_, name)| name)
}
