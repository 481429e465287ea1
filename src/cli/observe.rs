//! What the machine knows of one call: which programs the search path finds, and where links lead.
//!
//! The evaluator asks nothing of the machine, so the host looks before it decides. It looks only at what the call names.

use crate::argv::Text;
use crate::decide::{Evaluator, working_directory};
use crate::effects::{Call, Reading, Target, UnitKind};
use crate::paths::{FileKind, FileSystem, FileSystemError, Following, Os, Resolution, Resolver};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Most paths that are followed for one call; the rest count as not resolved.
const MAX_PATHS: usize = 1024;

/// Adds PROGRAMS and VIEWS to a call. What the call runs in can only make it stricter.
pub fn observe(evaluator: &Evaluator<'_>, call: &mut Call) {
    let reading = evaluator.read(call);
    call.host.programs = Some(programs(evaluator, call, &reading));
    call.host.views = views(call, &reading);
}

/// Where the search path finds the bare names that the call runs. What the policy trusts counts as the system's.
fn programs(evaluator: &Evaluator<'_>, call: &Call, reading: &Reading) -> BTreeMap<String, String> {
    let commands = reading.units.iter().filter(|unit| unit.kind == UnitKind::Command);
    let names: BTreeSet<&str> =
        commands.filter_map(|unit| unit.words.first()?.as_known()).filter(|name| !name.contains('/')).collect();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<_> = std::env::split_paths(&path).collect();
    let found = |name: &str| {
        let hit = directories.iter().map(|directory| directory.join(name)).find(|file| is_program(file))?;
        let hit = hit.to_str()?;
        let trusted = evaluator.trusts(call, hit);
        Some((name.to_owned(), if trusted { format!("/usr/bin/{name}") } else { hit.to_owned() }))
    };
    names.into_iter().filter_map(found).collect()
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// Where the links of the call's paths lead, by the path as it is opened.
fn views(call: &Call, reading: &Reading) -> BTreeMap<String, Option<String>> {
    let mut paths: BTreeSet<String> =
        call.host.workspace.iter().cloned().chain(working_directory(&call.host)).collect();
    for effect in reading.units.iter().flat_map(|unit| &unit.effects) {
        if let Target::Path(target) = &effect.target
            && let Text::Known(text) = &target.path
        {
            if text.starts_with('/') {
                paths.insert(text.clone());
            } else {
                paths.extend(target.bases.known.iter().map(|base| format!("{base}/{text}")));
            }
        }
    }
    let following = Following { files: ThisMachine, os: Os::Linux };
    let resolved = |path: String| {
        let to = match following.resolve(&path) {
            Resolution::Resolved(to) => Some(to),
            Resolution::Failed(_) => None,
        };
        (path, to)
    };
    paths.into_iter().take(MAX_PATHS).map(resolved).collect()
}

struct ThisMachine;

impl FileSystem for ThisMachine {
    fn look(&self, path: &str) -> Result<FileKind, FileSystemError> {
        let data = match std::fs::symlink_metadata(path) {
            Ok(data) => data,
            Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
                return Err(FileSystemError::Missing);
            }
            Err(_) => return Err(FileSystemError::Unreadable),
        };
        if data.is_dir() {
            return Ok(FileKind::Directory);
        }
        if !data.is_symlink() {
            return Ok(FileKind::Other);
        }
        let target = std::fs::read_link(path).map_err(|_| FileSystemError::Unreadable)?;
        target.into_os_string().into_string().map(FileKind::Link).map_err(|_| FileSystemError::Unreadable)
    }
}
