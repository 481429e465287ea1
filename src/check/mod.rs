//! Types, polarity, totality: what a policy must satisfy before it is a table.
//!
//! Each file checks one kind of thing and gives diagnostics; none changes what it checks.

pub(crate) mod declared;
pub(crate) mod polarity;
pub(crate) mod redeclared;
pub(crate) mod stages;

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
