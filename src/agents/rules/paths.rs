//! Globs over paths in which `*` crosses directories, as globs of this language, in which it does not.

use crate::paths::PathGlob;

/// The glob that takes the same paths. `base` is where a relative one starts (`{cwd}`). `None` where there is none: a star in the middle
/// of a name, or more than one.
pub fn crossing(pattern: &str, base: &str) -> Option<String> {
    if pattern.contains(['\\', '{', '"', '[', '?']) || pattern.matches('*').count() > 1 {
        return None;
    }
    let (start, rest) = if let Some(rest) = pattern.strip_prefix("~/").or(pattern.strip_prefix("$HOME/")) {
        ("~", rest)
    } else if let Some(rest) = pattern.strip_prefix('/') {
        ("", rest)
    } else {
        (base, pattern)
    };
    let glob = match rest.split_once('*') {
        None => format!("{start}/{rest}"),
        // `src/*`, or everything.
        Some((before, "")) if before.is_empty() || before.ends_with('/') => format!("{start}/{before}**"),
        // `src/main*`: names that begin so, and all below them.
        Some((before, "")) => format!("{start}/{before}*/**"),
        // `src/*.env`: whatever ends so.
        Some((before, after)) if (before.is_empty() || before.ends_with('/')) && !after.contains('/') => {
            format!("{start}/{before}**/*{after}")
        }
        Some(_) => return None,
    };
    PathGlob::parse(&glob, None).is_ok().then_some(glob)
}
