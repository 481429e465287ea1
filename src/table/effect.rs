//! The words for effects, as declarations and rules use them.

use super::command::ValueType;
use super::policy::Place;
use serde::{Deserialize, Serialize};

/// What a unit does to the world.
///
/// Matches over this enum have no catch-all arm: a new effect must be classified everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EffectKind {
    /// Reads the content of a path or tree.
    Reads,
    /// Reads environment variables that the line does not bind itself.
    ReadsEnvironment,
    /// Learns names, sizes, existence; no content.
    Sees,
    /// Creates or changes a path.
    Writes,
    /// Removes a path; counts as a write wherever writes are asked for.
    Deletes,
    /// Rewrites a cache without changing what it means (`git status` and its index).
    Refreshes,
    /// Runs code that is not itself a unit.
    Runs(RunKind),
    /// Reads configuration in a directory that can make the program run something.
    Obeys,
    /// Talks to a host.
    Contacts,
    /// Changes the system or a process.
    Changes(ChangeKind),
    /// Moves the base of later relative paths.
    Enters,
    /// Sets shell state that a later call could see.
    Sets,
    /// Checks the work (tests, compilers); reported in order with the writes.
    Verifies,
}

impl EffectKind {
    /// Whether it is more than a look: it writes, deletes, runs code, obeys, contacts or changes something. Nobody should vouch
    /// for that without looking at each call.
    #[must_use]
    pub fn acts(self) -> bool {
        match self {
            EffectKind::Writes
            | EffectKind::Deletes
            | EffectKind::Runs(RunKind::Code | RunKind::File | RunKind::Input | RunKind::Program)
            | EffectKind::Obeys
            | EffectKind::Contacts
            | EffectKind::Changes(
                ChangeKind::System
                | ChangeKind::Process
                | ChangeKind::Clock
                | ChangeKind::Power
                | ChangeKind::Privilege
                | ChangeKind::Packages
                | ChangeKind::Services
                | ChangeKind::Terminal
                | ChangeKind::Shell
                | ChangeKind::Capacity,
            ) => true,
            EffectKind::Reads
            | EffectKind::ReadsEnvironment
            | EffectKind::Sees
            | EffectKind::Refreshes
            | EffectKind::Enters
            | EffectKind::Sets
            | EffectKind::Verifies => false,
        }
    }
}

/// Which kind of code runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RunKind {
    /// Code in an argument (`python -c`).
    Code,
    /// Code in a file (`python x.py`).
    File,
    /// Code on standard input (`… | sh`).
    Input,
    /// Another program, named or configured (`make`, `--pager PROG`).
    Program,
}

/// What part of the system changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ChangeKind {
    /// Kernel, host name, mounts, accounts and the like.
    System,
    /// Signals, priorities, limits of processes.
    Process,
    /// The clock.
    Clock,
    /// Power state.
    Power,
    /// Runs with other rights.
    Privilege,
    /// Installed packages.
    Packages,
    /// Services and scheduled jobs.
    Services,
    /// The terminal.
    Terminal,
    /// How the shell itself reads the rest of the line; what follows in it is unreadable.
    Shell,
    /// What the machine has room for: processes that multiply without end.
    Capacity,
}

/// One effect in a declaration: `writes operands`, `reads tree`, `runs input as SH`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectSpec {
    /// The verb; `None` is `unknown`: the unit is not understood.
    pub kind: Option<EffectKind>,
    /// What the verb applies to.
    pub target: TargetSpec,
    /// The target stands for everything below it as well.
    pub tree: bool,
    /// `may`: the effect need not happen even when the unit runs.
    pub may: bool,
    /// How a child command is made, for `runs` of `ARGV`, `SH`, `BASH`.
    pub child: Child,
    /// The line that says so.
    pub at: Place,
}

/// What an effect applies to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetSpec {
    /// The value or operand the effect stands at; nothing for a verb without a target.
    This,
    /// The `n`-th value of an option with several, from 1.
    Value(u8),
    /// All operands that have a path type.
    Operands,
    /// The `n`-th operand, from 1.
    Operand(u8),
    /// A fixed path or host; a relative path is taken from the unit's directory.
    Literal(String),
    /// `This` with a suffix glued to it (`gzip f` writes `f.gz`).
    Suffixed(String),
    /// Some name in the same directory as the operands.
    Beside,
    /// The unit's working directory.
    Cwd,
    /// The git directory that a call in the unit's directory obeys.
    Repository,
    /// The values of another option.
    OptionValue(String),
    /// Standard input, read as the given language where the verb is `runs`.
    Input(Option<ValueType>),
    /// Not known.
    Unknown,
    /// The files that a login shell obeys when it starts; nothing where the host starts every call so.
    Startup,
}

/// How the words of a child command come about (`exec`, `joined`, `template` of the language reference).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Child {
    /// The words as they stand.
    Exec,
    /// The words as they stand, then a list of unknown words made from input (`xargs`).
    Fed,
    /// The words as they stand, then the words that a NUL ends in the input (`xargs -0`).
    FedWhole,
    /// The words with fixed placeholders replaced by an unknown word inside any of them (`find -exec {}`).
    Each(Vec<String>),
    /// Like `Each`, and where no placeholder stands like `Fed` (`fd -x`).
    EachOrFed(Vec<String>),
    /// Like `Each`, the placeholder being the value of an option, or `{}` where it has none (`xargs -I`).
    EachOption(String),
    /// The words joined by blanks and parsed again by the shell named by the value's type (`watch`, `eval`).
    Joined,
}
