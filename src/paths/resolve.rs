//! Following links: the logic of a host's resolver, over a file system that the caller supplies.

use super::{Os, Resolution};
use std::collections::BTreeMap;

/// What one path component is, links not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileKind {
    /// A symbolic link with its target text.
    Link(String),
    /// A directory.
    Directory,
    /// Anything else.
    Other,
}

/// Why a component could not be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileSystemError {
    /// There is nothing of that name.
    Missing,
    /// Permission, I/O error, a target that is not UTF-8.
    Unreadable,
}

/// The one question a resolver asks: `lstat` and `readlink` of an absolute path whose parents hold no links.
pub trait FileSystem {
    /// What stands at this path.
    ///
    /// # Errors
    /// When nothing does, or when it cannot be told.
    fn look(&self, path: &str) -> Result<FileKind, FileSystemError>;
}

/// Gives resolved views for absolute paths.
pub trait Resolver {
    /// Follows the links of one absolute path, as written (with its `.`, `..` and `//`).
    fn resolve(&self, path: &str) -> Resolution;
}

/// A resolver that knows what it was told.
#[derive(Debug, Clone, Default)]
pub struct MapResolver(pub BTreeMap<String, Resolution>);

impl Resolver for MapResolver {
    fn resolve(&self, path: &str) -> Resolution {
        self.0.get(path).cloned().unwrap_or_else(|| Resolution::Failed("not supplied".into()))
    }
}

/// Follows the links of an absolute path through `files`: the deepest existing ancestor is resolved, the rest kept.
pub fn resolve(_files: &impl FileSystem, _os: Os, _path: &str) -> Resolution {
    Resolution::Failed("not built".into())
}
