//! GITDIRS: which git directory a git call in a directory obeys.
//!
//! git looks for `.git` in the directory and then above it, and takes a directory that is itself a repository without a working
//! tree as well (gitrepository-layout(5), git(1) `GIT_DIR`). Where this looks too leniently it finds a repository that git would
//! pass over, and the call is asked.

use std::path::{Path, PathBuf};

/// The git directory that a call in `directory` obeys; empty where there is none.
pub fn git_directory(directory: &str) -> String {
    if let Some(fixed) = std::env::var_os("GIT_DIR") {
        return fixed.to_string_lossy().into_owned();
    }
    let real = Path::new(directory).canonicalize().unwrap_or_else(|_| PathBuf::from(directory));
    let found = real.ancestors().find_map(own);
    found.map(|found| found.to_string_lossy().into_owned()).unwrap_or_default()
}

fn own(directory: &Path) -> Option<PathBuf> {
    let inside = directory.join(".git");
    match std::fs::symlink_metadata(&inside) {
        Ok(data) if data.is_file() => Some(pointed_at(directory, &inside)),
        Ok(_) => Some(inside.canonicalize().unwrap_or(inside)),
        Err(_) => is_bare(directory).then(|| directory.to_owned()),
    }
}

/// What a file `.git` (of a worktree, of a submodule) points at; itself where it cannot be read.
fn pointed_at(directory: &Path, file: &Path) -> PathBuf {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    match text.strip_prefix("gitdir:").map(str::trim) {
        Some(path) => {
            let path = directory.join(path);
            path.canonicalize().unwrap_or(path)
        }
        None => file.to_owned(),
    }
}

fn is_bare(directory: &Path) -> bool {
    let has = |name: &str| directory.join(name).symlink_metadata().is_ok();
    has("HEAD") && (has("commondir") || (has("objects") && has("refs")))
}

#[cfg(all(test, unix))]
mod tests;
