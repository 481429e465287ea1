//! A call as the host hands it over, with what the host knows.

use crate::table::Os;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// One call of one tool.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Call {
    /// The tool's name; `shell` for a command line.
    pub tool: String,
    /// Its arguments.
    pub input: serde_json::Value,
    /// What the host knows; every absent fact has a documented meaning.
    pub host: Host,
    /// The policy's own facts, as given; not yet checked against their types.
    pub facts: BTreeMap<String, serde_json::Value>,
}

/// What a host may supply. Removing a fact never loosens a decision (reading.md, capitals).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Host {
    /// Operating system; absent: Linux.
    pub os: Option<Os>,
    /// Working directory, absolute; absent: not known, unless there is exactly one workspace root.
    pub cwd: Option<String>,
    /// Home directory; absent: `~` is a path whose place is not known, but which lies in no workspace.
    pub home: Option<String>,
    /// Temporary directories; absent: `/tmp` and `/var/tmp` on Linux and macOS.
    pub tmp: Vec<String>,
    /// Workspace roots; absent: the working directory is taken for the root.
    pub workspace: Vec<String>,
    /// SHELL; absent: bash, fresh, not interactive.
    pub shell: ShellFact,
    /// EXPORTED: names in the environment; absent: any name may be.
    pub exported: Option<BTreeSet<String>>,
    /// PROGRAMS: what the search path finds, by name; absent: a bare name is the system's.
    pub programs: Option<BTreeMap<String, String>>,
    /// GITDIRS: directory → the git directory that a git call there obeys.
    pub gitdirs: Option<BTreeMap<String, String>>,
    /// DASH_FREE: directories without names that begin with `-`.
    pub dash_free: BTreeSet<String>,
    /// SECRETS_BELOW: secrets that exist, or directories below which one lies.
    pub secrets_below: BTreeSet<String>,
    /// VIEWS: path as normalised → path with links resolved; `None`: it could not be resolved.
    pub views: BTreeMap<String, Option<String>>,
}

/// The shell that runs a command line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShellFact {
    /// Dialect.
    pub kind: ShellKind,
    /// State of earlier calls is still there.
    pub persistent: bool,
    /// History expansion is on.
    pub interactive: bool,
    /// Every call is started by a login shell, so that its start-up files are obeyed whatever the call is.
    pub login: bool,
    /// Names that functions or aliases shadow, in a persistent shell; absent: any may be.
    pub shadowed: Option<BTreeSet<String>>,
}

/// Shells by how they read text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShellKind {
    /// bash 5.
    #[default]
    Bash,
    /// The posix language (`sh`, `dash`).
    #[serde(alias = "sh", alias = "dash")]
    Posix,
    /// No reader yet: every line is unreadable.
    Zsh,
    /// No reader yet.
    Fish,
    /// No reader yet.
    #[serde(alias = "pwsh")]
    PowerShell,
    /// No reader yet.
    Cmd,
}
