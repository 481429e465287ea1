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

/// A resolver over a file system.
#[derive(Debug, Clone)]
pub struct Following<F> {
    /// Whom to ask.
    pub files: F,
    /// Whose rules hold.
    pub os: Os,
}

impl<F: FileSystem> Resolver for Following<F> {
    fn resolve(&self, path: &str) -> Resolution {
        resolve(&self.files, self.os, path)
    }
}

/// Most links followed for one path; Linux's own limit.
pub const MAX_LINKS: usize = 40;
/// Most components walked for one path.
pub const MAX_STEPS: usize = 4096;

/// Follows the links of an absolute path through `files`, as an open would: component by component, `..` after the link before it.
///
/// What does not exist is kept as written below its deepest existing ancestor, since an open may create it; a `..` after
/// something missing, or a component below a plain file, fails. A last component that is a dangling link leads to its target. The
/// answer is of one moment: whoever can write on the way can change it before the call runs.
pub fn resolve(files: &impl FileSystem, os: Os, path: &str) -> Resolution {
    let fail = |reason: &str| Resolution::Failed(reason.to_owned());
    let separators: &[char] = match os {
        Os::Linux | Os::MacOs => &['/'],
        Os::Windows => &['/', '\\'],
    };
    let Some((root, rest)) = split_root(path, os) else { return fail("not an absolute path") };
    let mut root = root;
    let mut done: Vec<String> = Vec::new();
    let mut todo: Vec<String> = rest.split(separators).rev().map(str::to_owned).collect();
    let (mut links, mut steps) = (0, 0);
    // Set below something that does not exist: nothing there to look at.
    let mut missing = false;
    // What was found last is a plain file: nothing lies below it.
    let mut is_file = false;
    while let Some(name) = todo.pop() {
        steps += 1;
        if steps > MAX_STEPS {
            return fail("too many components");
        }
        match name.as_str() {
            "" | "." => continue,
            _ if is_file => return fail("a component is not a directory"),
            ".." if missing => return fail("`..` after a directory that does not exist"),
            ".." => {
                done.pop();
                continue;
            }
            _ if missing => {
                done.push(name);
                continue;
            }
            _ => {}
        }
        done.push(name);
        match files.look(&join(&root, &done, os)) {
            Ok(FileKind::Directory) => {}
            Ok(FileKind::Other) => is_file = true,
            Ok(FileKind::Link(target)) => {
                links += 1;
                if links > MAX_LINKS {
                    return fail("too many links");
                }
                done.pop();
                let rest = match split_root(&target, os) {
                    Some((new_root, rest)) => {
                        root = new_root;
                        done.clear();
                        rest.to_owned()
                    }
                    None if os == Os::Windows && target.starts_with(separators) => {
                        return fail("a link without a drive");
                    }
                    None => target,
                };
                todo.extend(rest.split(separators).rev().map(str::to_owned));
            }
            Err(FileSystemError::Missing) => missing = true,
            Err(FileSystemError::Unreadable) => return fail("cannot be read"),
        }
    }
    Resolution::Resolved(join(&root, &done, os))
}

/// The root of an absolute path in the system's spelling (`/`, `C:\`), and what follows.
fn split_root(path: &str, os: Os) -> Option<(String, &str)> {
    match os {
        Os::Linux | Os::MacOs => path.strip_prefix('/').map(|rest| ("/".to_owned(), rest)),
        Os::Windows => match super::windows::beginning(path) {
            super::windows::Beginning::Drive(letter, rest) => Some((format!("{letter}:\\"), rest)),
            super::windows::Beginning::Rooted(_)
            | super::windows::Beginning::Relative(_)
            | super::windows::Beginning::Strange => None,
        },
    }
}

fn join(root: &str, names: &[String], os: Os) -> String {
    let separator = match os {
        Os::Linux | Os::MacOs => "/",
        Os::Windows => "\\",
    };
    format!("{root}{}", names.join(separator))
}
