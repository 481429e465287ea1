//! Small languages that programs take as arguments: what a script does, proved or not understood.
//!
//! A `sed` script, an `awk` program, a `jq` filter stand in one word of a command line and can read, write, run and contact
//! like the line around them. Each reader here turns such a text into [`Act`]s or says at which byte its proof ends. It knows
//! nothing of shells, options, paths or policies: names are given as the script writes them.
//!
//! **The promise**: whatever any implementation of the language named in the reader's page does beyond computing on its
//! input and printing to its standard streams is among the acts. An act that does not happen costs a question; one that is
//! missing is a hole. What cannot be promised is [`NotProved`].
//!
//! The standard streams (`/dev/stdout`, `/dev/stderr`, `/dev/stdin`, `-` where the language means them) and `/dev/null` are
//! no acts.

mod awk;
mod inline;
mod jq;
mod name;
mod sed;
mod sqlite;

pub use name::Language;
pub use sed::join as join_sed;

/// Longest script that is read, in bytes; one byte more is [`NotProved`].
pub const MAX_SCRIPT: usize = 64 * 1024;

/// Deepest nesting of brackets, blocks and expressions inside a script; one more is [`NotProved`].
pub const MAX_NESTING: usize = 100;

/// One thing that a script does to the world around it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Reads the content of a file.
    Reads(Name),
    /// Reads environment variables other than the public ones.
    ReadsEnvironment,
    /// Creates, truncates, extends or otherwise changes a file.
    Writes(Name),
    /// Removes a file or directory.
    Deletes(Name),
    /// Runs code that the reader does not itself read.
    Runs(Code),
    /// Opens a connection; the name is the host.
    Contacts(Name),
}

/// Code that a script runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// Text handed to `sh -c`, in a fresh POSIX shell that inherits the program's directory and environment.
    Shell(Name),
    /// A program started without a shell; the name is its word zero, the arguments are not told.
    Program(Name),
    /// The script itself, in a general language whose text is searched but not proved.
    Inline(Language),
    /// A module, extension or library that the script loads, named as written (search path and suffix are the program's).
    Library(Name),
}

/// A file, host or command as a script gives it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// Exactly this text.
    Known(String),
    /// Computed when the script runs, or not worked out: it may be anything.
    Unknown,
}

/// One act, and whether it happens whenever the script runs (on any input, also on none).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// What is done.
    pub act: Act,
    /// `false`: it depends on input or on a condition.
    pub certain: bool,
}

/// All that a script does, in the order it stands in the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// Empty for a script that only computes and prints.
    pub steps: Vec<Step>,
}

/// Where and why the proof of a script ended. Nothing is known of what such a script does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotProved {
    /// Byte offset in the script.
    pub at: usize,
    /// For a person, without a final stop.
    pub reason: String,
}

/// How the program around the script was called, as far as that changes what the script can do. The default is the call that
/// can do most: leaving a field alone is always sound.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mode {
    /// `sed --sandbox`, `gawk -S`: the program refuses to write, run and read other files.
    pub sandbox: bool,
}

/// Reads `script`, which is the whole text the program was given (several `sed -e` come through [`join_sed`]).
///
/// # Errors
///
/// [`NotProved`] where the text is not proved to mean one thing in every implementation.
pub fn read(language: Language, script: &str, mode: &Mode) -> Result<Reading, NotProved> {
    if script.len() > MAX_SCRIPT {
        return Err(NotProved::new(MAX_SCRIPT, "the script is too long"));
    }
    if let Some(at) = script.find('\0') {
        return Err(NotProved::new(at, "a NUL byte"));
    }
    let reading = match language {
        Language::Sed => sed::read(script),
        Language::Awk => awk::read(script),
        Language::Jq => jq::read(script),
        Language::Python | Language::Node | Language::Perl | Language::Ruby | Language::Php => {
            return Ok(inline::read(language, script));
        }
        Language::Sqlite => sqlite::read(script),
    }?;
    Ok(if mode.sandbox { reading.in_sandbox() } else { reading })
}

impl Reading {
    /// Whether the script does nothing but compute and print.
    #[must_use]
    pub fn is_harmless(&self) -> bool {
        self.steps.is_empty()
    }

    fn push(&mut self, act: Act, certain: bool) {
        let harmless = match &act {
            Act::Reads(Name::Known(name)) | Act::Writes(Name::Known(name)) => is_standard(name),
            Act::Reads(Name::Unknown)
            | Act::Writes(Name::Unknown)
            | Act::ReadsEnvironment
            | Act::Deletes(_)
            | Act::Runs(_)
            | Act::Contacts(_) => false,
        };
        if !harmless {
            self.steps.push(Step { act, certain });
        }
    }

    /// What is left in a sandbox: `sed --sandbox` and `gawk --sandbox` stop with an error before or at the act, but leave the
    /// environment readable.
    fn in_sandbox(mut self) -> Self {
        self.steps.retain(|step| match step.act {
            Act::ReadsEnvironment => true,
            // gawk's sandbox does not stop ARGV from naming files that the main loop reads.
            Act::Reads(Name::Unknown) => true,
            // `@load` and `@include` are not proved to be refused by every version.
            Act::Runs(Code::Library(_)) => true,
            Act::Contacts(_) | Act::Reads(Name::Known(_)) | Act::Writes(_) | Act::Deletes(_) => false,
            Act::Runs(Code::Shell(_) | Code::Program(_) | Code::Inline(_)) => false,
        });
        self
    }
}

impl NotProved {
    fn new(at: usize, reason: impl Into<String>) -> Self {
        Self { at, reason: reason.into() }
    }
}

/// A standard stream or the null device, by a name that every program understands.
fn is_standard(name: &str) -> bool {
    matches!(name, "/dev/stdin" | "/dev/stdout" | "/dev/stderr" | "/dev/null" | "/dev/fd/0" | "/dev/fd/1" | "/dev/fd/2")
}

#[cfg(test)]
mod tests;
