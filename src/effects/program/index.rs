//! Programs and builtins by name.

use super::super::Host;
use crate::table::{Command, CommandKind};
use rustc_hash::FxHashMap;

/// Directories of the system: a program there is the one that its bare name means.
pub const SYSTEM_DIRECTORIES: &[&str] = &["/bin", "/sbin", "/usr/bin", "/usr/sbin"];

/// Looked up, never iterated, so that its order does not matter.
type ByName<'t> = FxHashMap<&'t str, Vec<&'t Command>>;

/// Look-up of declarations, built once for a table.
#[derive(Debug, Clone, Default)]
pub struct CommandIndex<'t> {
    programs: ByName<'t>,
    builtins: ByName<'t>,
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<'i> {
    /// These declarations, more than one where programs of one name are declared apart: effects are those of all.
    Declared(&'i [&'i Command]),
    /// Nobody has declared it, for this reason.
    Unknown(String),
}

impl<'t> CommandIndex<'t> {
    /// All declarations of a table.
    pub fn new(commands: &'t [Command]) -> CommandIndex<'t> {
        let mut index = CommandIndex::default();
        for command in commands {
            let names = match command.kind {
                CommandKind::Program => &mut index.programs,
                CommandKind::Builtin => &mut index.builtins,
            };
            for name in &command.names {
                names.entry(name.as_str()).or_default().push(command);
            }
        }
        index
    }

    /// What `name` means, as the shell (`builtin`) or another program would find it. A program outside the system's
    /// directories that the policy trusts is entered in [`Host::programs`] under its bare name as the path.
    pub fn find(&self, name: &str, builtin: bool, host: &Host) -> Found<'_> {
        if builtin && let Some(commands) = self.builtins.get(name) {
            return Found::Declared(commands);
        }
        if name.starts_with('/')
            && let Some(commands) = self.programs.get(name)
        {
            return Found::Declared(commands);
        }
        let bare = match name.rsplit_once('/') {
            None => match host.programs.as_ref().map(|programs| programs.get(name)) {
                Some(None) => return Found::Unknown(format!("{name} is not on the search path")),
                Some(Some(path)) if path != name && !is_system(path, name) => {
                    return match self.programs.get(path.as_str()) {
                        Some(commands) => Found::Declared(commands),
                        None => Found::Unknown(format!("{name} is {path}, which is not a program of the system")),
                    };
                }
                Some(Some(_)) | None => name,
            },
            Some((directory, bare)) if SYSTEM_DIRECTORIES.contains(&directory) => bare,
            Some(_) => return Found::Unknown(format!("{name} is not a program of the system")),
        };
        match self.programs.get(bare) {
            Some(commands) => Found::Declared(commands),
            None => Found::Unknown(format!("{bare} is not declared")),
        }
    }

    /// Whether a builtin of this name is declared.
    pub fn has_builtin(&self, name: &str) -> bool {
        self.builtins.contains_key(name)
    }
}

fn is_system(path: &str, name: &str) -> bool {
    path.rsplit_once('/').is_some_and(|(directory, bare)| bare == name && SYSTEM_DIRECTORIES.contains(&directory))
}
