//! What the machine knows of one call: which programs the search path finds, where links lead, which repository git obeys, and
//! where no name begins with `-`.
//!
//! The evaluator asks nothing of the machine, so the host looks before it decides. It looks only at what the call names.

mod repositories;

use crate::decide::{Evaluator, roots};
use crate::effects::{Call, Effect, Reading, Standing, Target, Unit, UnitKind};
use crate::paths::{FileKind, FileSystem, FileSystemError, Following, Os};
use crate::table::EffectKind;
use repositories::git_directory;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Most paths that are followed for one call; the rest count as not resolved.
const MAX_PATHS: usize = 1024;
/// Most directories that are looked into for one call.
const MAX_DIRECTORIES: usize = 64;
/// Most names of a directory that are looked at; with more, one may begin with `-`.
const MAX_NAMES: usize = 10_000;

/// Adds PROGRAMS, GITDIRS, DASH_FREE and VIEWS to a call. Of these only DASH_FREE can loosen a decision.
pub fn observe(evaluator: &Evaluator<'_>, call: &mut Call) {
    let reading = evaluator.read(call);
    call.host.programs = Some(programs(evaluator, call, &reading));
    call.host.gitdirs = Some(gitdirs(call, &reading));
    call.host.dash_free = dash_free(&reading);
    let links = Following { files: ThisMachine, os: Os::Linux };
    call.host.views = evaluator.views(call, &reading, &links, MAX_PATHS);
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

/// DASH_FREE: of the directories in which the call expands patterns that could begin with `-`, those without such names. None
/// where the call changes files or runs code: it could make such a name first.
fn dash_free(reading: &Reading) -> BTreeSet<String> {
    let expands = |unit: &&Unit| {
        unit.words.iter().any(|word| word.many && word.text.is_glob() && word.text.may_begin_with_dash())
    };
    let changes = |unit: &Unit| {
        let expands = expands(&unit);
        let changing = |effect: &Effect| match effect.kind {
            EffectKind::Writes | EffectKind::Deletes | EffectKind::Runs(_) => effect.certain || !expands,
            EffectKind::Reads
            | EffectKind::ReadsEnvironment
            | EffectKind::Sees
            | EffectKind::Refreshes
            | EffectKind::Obeys
            | EffectKind::Contacts
            | EffectKind::Changes(_)
            | EffectKind::Enters
            | EffectKind::Sets
            | EffectKind::Verifies => false,
        };
        unit.standing != Standing::Understood && !expands || unit.effects.iter().any(changing)
    };
    if reading.units.iter().any(changes) {
        return BTreeSet::new();
    }
    let bases: BTreeSet<&String> = reading.units.iter().filter(expands).flat_map(bases).collect();
    bases.into_iter().take(MAX_DIRECTORIES).filter(|directory| has_no_dashes(directory)).cloned().collect()
}

fn has_no_dashes(directory: &str) -> bool {
    let Ok(entries) = std::fs::read_dir(directory) else { return false };
    let mut count = 0;
    let fine = |entry: std::io::Result<std::fs::DirEntry>| {
        count += 1;
        count <= MAX_NAMES && entry.is_ok_and(|entry| !entry.file_name().to_string_lossy().starts_with('-'))
    };
    { entries }.all(fine)
}

/// GITDIRS of the workspace, and of the directories in which the call obeys configuration.
fn gitdirs(call: &Call, reading: &Reading) -> BTreeMap<String, String> {
    let obeying =
        reading.units.iter().filter(|unit| unit.effects.iter().any(|effect| effect.kind == EffectKind::Obeys));
    let roots = roots(&call.host);
    let directories: BTreeSet<&String> = obeying.flat_map(bases).take(MAX_DIRECTORIES).chain(&roots).collect();
    directories.into_iter().map(|directory| (directory.clone(), git_directory(directory))).collect()
}

/// Directories that the paths of a unit start from.
fn bases(unit: &Unit) -> impl Iterator<Item = &String> {
    unit.effects.iter().flat_map(|effect| match &effect.target {
        Target::Path(target) => target.bases.known.as_slice(),
        Target::Host(_) | Target::None => &[],
    })
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
