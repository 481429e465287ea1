//! One invocation of one declared program: its options, operands, effects and children.
//!
//! Everything here is general about programs. What `sort -o` does is said in a declaration; this room knows how a
//! declaration and words with doubt become effects. The doubt rules are those of the page on reading a call: an effect is
//! listed when *some* reading of the words has it, and certain when *every* reading has it.

mod allocate;
mod bases;
mod child;
mod code;
mod condition;
mod emit;
mod index;
mod level;
mod read;
mod target;
mod variables;
mod walk;

pub use index::{CommandIndex, Found, SYSTEM_DIRECTORIES};
pub(super) use target::path as path_target;
pub use variables::speaks_of;

use super::{Bases, Effect, GivenOption, Host, Origin, PathTarget, Standing};
use crate::argv::{Text, Word};
use compact_str::CompactString;
use std::sync::Arc;

/// One program or builtin with its words, as the shell or a wrapper starts it.
#[derive(Debug, Clone)]
pub struct Invocation<'a> {
    /// The program's word first.
    pub words: &'a [Word],
    /// Started by the shell itself, so that builtins are found before programs.
    pub builtin: bool,
    /// Variables bound for this invocation: assignment prefixes and what wrappers bind, later ones last.
    pub bindings: &'a [(String, Word)],
    /// Where relative paths start from.
    pub bases: &'a Arc<Bases>,
    /// Standard input.
    pub input: Input,
    /// What the host knows.
    pub host: &'a Host,
}

/// What is known of a standard input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Input {
    /// That of the whole call: nobody types there.
    Inherited,
    /// `/dev/null`, or closed.
    Empty,
    /// A here-document or here-string of known text.
    Text(String),
    /// The output of another unit.
    Pipe,
    /// The same, and it is words without blanks or wildcards, none of which begins with `-`.
    Names,
    /// The same, and it is paths of these shapes, each ended by a NUL.
    Paths(Vec<Text>),
    /// A file, or anything else.
    #[default]
    Unknown,
}

/// What an invocation does.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Canonical name where declared, the name as written where that is known.
    pub program: Option<CompactString>,
    /// Subcommand path, canonical names.
    pub subcommands: Vec<CompactString>,
    /// Options that are certainly or possibly given, in order.
    pub options: Vec<GivenOption>,
    /// Operands, in order, the subcommands not among them.
    pub operands: Vec<Word>,
    /// Whether `effects` is the whole list. Effects and children of a unit that is not understood are still listed, for floors.
    pub standing: Standing,
    /// In the order of the words.
    pub effects: Vec<Effect>,
    /// What the invocation starts that is a unit of its own.
    pub children: Vec<ChildCommand>,
    /// Where the *shell* goes (builtin `cd`); `git -C` moves only its own unit and is not here. The path may be unknown.
    pub enters: Vec<PathTarget>,
    /// Variables that it binds: in the shell where it is a builtin, for its child otherwise.
    pub binds: Vec<Binding>,
    /// Names among the invocation's bindings that the declaration speaks of; their effects are listed. The general rule for
    /// names is to be held against the others.
    pub spoken_of: Vec<String>,
    /// A builtin of the shell was found, not a program.
    pub is_builtin: bool,
    /// Its output is one integer, its operands considered.
    pub prints_number: bool,
    /// Its output is names: words without blanks or wildcards, none of which begins with `-`.
    pub prints_names: bool,
    /// Its output is at most one word without blanks or wildcards, which may begin with `-`.
    pub prints_word: bool,
    /// Its output is some of the lines of its input.
    pub prints_input: bool,
    /// Its output is paths of these shapes, each ended by a NUL; none: it is not.
    pub prints_paths: Vec<Text>,
    /// What it looks for by name: shapes of paths.
    pub sought: Vec<Text>,
}

/// A variable that a command binds (`export A=b`, `read A`, `env A=b`, `unset A`, `printf -v A`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// Its name; not known where the word is not.
    pub name: Word,
    /// What it becomes. `None`: the command computes it, or removes the variable.
    pub value: Option<Word>,
    /// It is bound whenever the unit runs.
    pub certain: bool,
}

/// A command that a wrapper starts.
#[derive(Debug, Clone, PartialEq)]
pub struct ChildCommand {
    /// What it is made of.
    pub form: ChildForm,
    /// Variables in force for it: the wrapper's own and what the wrapper binds.
    pub bindings: Vec<(String, Word)>,
    /// Where its relative paths start from.
    pub bases: Arc<Bases>,
    /// Its standard input.
    pub input: Input,
    /// It runs whenever the wrapper does; otherwise only in some readings.
    pub certain: bool,
    /// The word and declaration that start it.
    pub origin: Origin,
}

/// How a child is given.
#[derive(Debug, Clone, PartialEq)]
pub enum ChildForm {
    /// Words, the program first.
    Argv {
        /// Never empty.
        words: Vec<Word>,
        /// Builtins and functions of the shell may be meant (`command`, `builtin`); programs only otherwise.
        builtin: bool,
    },
    /// Text for a shell.
    Shell {
        /// bash, not the posix language.
        bash: bool,
        /// `None`: code that is not known.
        text: Option<String>,
        /// It runs in the shell that reads the line (`eval`), not in one of its own.
        same_shell: bool,
    },
}

/// What an invocation does, by its declaration.
///
/// Never fails: what is not understood is in [`Outcome::standing`].
pub fn interpret(commands: &CommandIndex<'_>, invocation: &Invocation<'_>) -> Outcome {
    read::interpret(commands, invocation)
}

#[cfg(test)]
mod tests;
