//! What a program does with its arguments: the compiled form of a `command`, `builtin` or `wrapper` declaration.

use super::effect::{Child, EffectSpec, TargetSpec};
use super::lazy::{Broken, Lazy};
use super::policy::Place;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// One declared program or builtin, or a subcommand of one. What it does is a [`CommandBody`], to which it derefs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Every name, aliases among them. A name with a `/` is an absolute path and known by that path alone.
    pub names: Vec<String>,
    /// Names that are other names of another one here (`fdfind` → `fd`). Names that are not are programs of their own, which
    /// merely take the same arguments.
    pub aliases: BTreeMap<String, String>,
    /// Program on the search path, or builtin of the shell.
    pub kind: CommandKind,
    /// What it does.
    pub body: Lazy<CommandBody>,
}

/// How the arguments of a command are read, and what they do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandBody {
    /// How the arguments are read.
    pub dialect: Dialect,
    /// Options, those of included option sets among them.
    pub options: Vec<OptionDecl>,
    /// Operands and effects, some under a condition.
    pub clauses: Vec<Clause>,
    /// Nested subcommands; when not empty, the first operand names one.
    pub subcommands: Vec<Command>,
    /// Environment variables that the program obeys or ignores.
    pub variables: Vec<VariableDecl>,
    /// The output is one integer (`wc -l < f`), so that arithmetic on it is data.
    pub prints_number: bool,
    /// Where it is declared.
    pub at: Place,
}

impl Command {
    /// The name that stands for all names of the same program.
    pub fn canonical<'c>(&'c self, name: &'c str) -> &'c str {
        self.aliases.get(name).filter(|target| self.names.contains(target)).map_or(name, String::as_str)
    }

    /// Every program or subcommand that is declared here, once.
    pub fn canonical_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str).filter(|name| self.canonical(name) == *name)
    }
}

impl std::ops::Deref for Command {
    type Target = CommandBody;

    fn deref(&self) -> &CommandBody {
        self.body.get()
    }
}

impl std::ops::DerefMut for Command {
    fn deref_mut(&mut self) -> &mut CommandBody {
        self.body.get_mut()
    }
}

impl Broken for CommandBody {
    /// It does nobody knows what, so that no call of it is allowed.
    fn broken() -> CommandBody {
        let unknown = EffectSpec {
            kind: None,
            target: TargetSpec::Unknown,
            tree: false,
            child: Child::Exec,
            may: false,
            at: Place::default(),
        };
        CommandBody {
            dialect: Dialect { family: Family::Words, in_order: true, abbreviations: false, plus: false, apart: false },
            options: Vec::new(),
            clauses: vec![Clause { when: None, kind: ClauseKind::Does(vec![unknown]) }],
            subcommands: Vec::new(),
            variables: Vec::new(),
            prints_number: false,
            at: Place::default(),
        }
    }
}

/// Programs and builtins of one name are declared apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CommandKind {
    /// Found on the search path.
    Program,
    /// Part of the shell.
    Builtin,
}

/// How arguments are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// The parser.
    pub family: Family,
    /// Options end at the first operand (`+` in getopt).
    pub in_order: bool,
    /// Unambiguous abbreviations of long options are taken.
    pub abbreviations: bool,
    /// `+x` is an option as well as `-x` (`set`, `declare`).
    pub plus: bool,
    /// A value is never glued to its letter: a word of letters holds flags, and at its end one option (`jq`).
    pub apart: bool,
}

/// The parsers of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Family {
    /// `getopt_long`: clusters, glued and optional values, `--`, permutation unless `in_order`.
    Gnu,
    /// `getopt`: single letters, stops at the first operand.
    Posix,
    /// git's parse-options: as gnu, abbreviations per subcommand, `-NUM`.
    Git,
    /// find's expression grammar: single-dash words of fixed arity.
    Find,
    /// `key=value` operands (`dd`).
    Keyval,
    /// Go's flag package: `-flag v`, `-flag=v`, `--flag`; no clusters.
    Go,
    /// As gnu, and a first word without dash is a bundle of letters whose values follow in order (`tar xf a`, `ps aux`).
    Tar,
    /// Every word is an operand, whatever it begins with (`echo`, `test`).
    Words,
}

/// A flag (no values) or an option (one or more values).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionDecl {
    /// All spellings with their dashes (`-o`, `--output`, `-NUM`, `of=` in keyval), the first being canonical.
    pub spellings: Vec<String>,
    /// Values, empty for a flag.
    pub values: Vec<Value>,
    /// The single value is optional and then only glued (`-i[SUFFIX]`, `--color[=WHEN]`).
    pub optional: bool,
    /// What giving it does.
    pub effects: Vec<EffectSpec>,
    /// By the text of the value: the first case that matches replaces `effects`.
    pub cases: Vec<Case>,
    /// Options that count as given with it.
    pub implies: Vec<String>,
    /// What follows it is no longer an option of this program (`python -c CODE …`).
    pub last: bool,
    /// Where it is declared.
    pub at: Place,
}

/// One value or operand: its metavariable and what that says of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// As written: `FILE`, `KEYDEF`.
    pub name: String,
    /// What the name stands for.
    pub kind: ValueType,
}

/// What a metavariable stands for. Every name that is not in [`ValueType::from_name`] is plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ValueType {
    /// `FILE`, `DIR`, `PATH`.
    Path,
    /// `PROG`: a program to run.
    Program,
    /// `ARGV`: the words of a command. `COMMAND`: up to a word `;`.
    Argv,
    /// `SH`: text for a posix shell.
    Sh,
    /// `BASH`: text for bash.
    Bash,
    /// `SED`.
    Sed,
    /// `AWK`.
    Awk,
    /// `JQ`.
    Jq,
    /// `PYTHON`.
    Python,
    /// `NODE`.
    Node,
    /// `PERL`.
    Perl,
    /// `RUBY`.
    Ruby,
    /// `PHP`.
    Php,
    /// `SQLITE`: statements and dot commands.
    Sqlite,
    /// `ARITH`: an arithmetic expression of the shell.
    Arith,
    /// `CODE`: a language without a reader.
    Code,
    /// `URL`.
    Url,
    /// `HOST`: a host name, `user@host`, `host:path`.
    Host,
    /// `REMOTE`: a path, URL, or configured name of a git remote.
    Remote,
    /// `REV`: a git revision; `REV:PATH` names content.
    Rev,
    /// `PATCH`: a file that holds a patch.
    Patch,
    /// `NAME`: a variable's name.
    Variable,
    /// `ASSIGN`: `NAME=VALUE`, a binding for the child or the shell.
    Assignment,
    /// Anything else.
    Plain,
    /// `GLOB`: a pattern of file names; with `reads`, what it asks for by name.
    Glob,
}

impl Value {
    /// The words of a command end at a word `;`.
    pub fn ends_at_semicolon(&self) -> bool {
        self.name == "COMMAND"
    }
}

impl ValueType {
    /// The type that a metavariable stands for.
    pub fn from_name(name: &str) -> ValueType {
        match name {
            "FILE" | "DIR" | "PATH" => ValueType::Path,
            "PROG" => ValueType::Program,
            "ARGV" | "COMMAND" => ValueType::Argv,
            "SH" => ValueType::Sh,
            "BASH" => ValueType::Bash,
            "SED" => ValueType::Sed,
            "AWK" => ValueType::Awk,
            "JQ" => ValueType::Jq,
            "PYTHON" => ValueType::Python,
            "NODE" => ValueType::Node,
            "PERL" => ValueType::Perl,
            "RUBY" => ValueType::Ruby,
            "PHP" => ValueType::Php,
            "SQLITE" => ValueType::Sqlite,
            "ARITH" => ValueType::Arith,
            "CODE" => ValueType::Code,
            "URL" => ValueType::Url,
            "HOST" => ValueType::Host,
            "REMOTE" => ValueType::Remote,
            "REV" => ValueType::Rev,
            "PATCH" => ValueType::Patch,
            "NAME" => ValueType::Variable,
            "ASSIGN" => ValueType::Assignment,
            "GLOB" => ValueType::Glob,
            _ => ValueType::Plain,
        }
    }
}

/// `GLOB effects`: what a value of this shape means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Globs over the whole text (`*` any run, `?` one character), any of which may match.
    pub globs: Vec<String>,
    /// What it does; empty is `nothing`.
    pub effects: Vec<EffectSpec>,
}

/// A part of a declaration that holds always or under a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// When it holds; `when … else …` compiles to a condition and its negation.
    pub when: Option<Condition>,
    /// What holds then.
    pub kind: ClauseKind,
}

/// What a clause says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClauseKind {
    /// The operands, in order. Of several such clauses the first whose condition holds is taken.
    Operands(Vec<Operand>),
    /// `does …`: effects whenever the condition holds.
    Does(Vec<EffectSpec>),
    /// `prints …`: what is known of its output.
    Prints(Prints),
    /// `sandboxed`: the program keeps its scripts from writing, running and reading other files.
    Sandboxed,
}

/// What is known of a program's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Prints {
    /// `names`: words without blanks or wildcards, none of which begins with `-`.
    Names {
        /// Or else what was given to it.
        or_operands: bool,
    },
    /// `word`: at most one word without blanks or wildcards, which may begin with `-`.
    Word,
    /// `input`: some of the lines of its standard input, whole, in any order.
    Input,
    /// `paths`: paths at or below its operands, or below `.`, each ended by a NUL.
    Paths,
    /// `number` under a condition: one integer, whatever the operands.
    Number,
}

/// A condition on what was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// The option (canonical or any spelling) was given.
    Given(String),
    /// The option was given, and each of its values has one of these shapes (globs as in [`Case`]).
    ValueMatches(String, Vec<String>),
    /// No options but these were given at this level.
    OnlyGiven(Vec<String>),
    /// At least so many operands were given (for a command with subcommands: after the subcommand).
    AtLeast(u32),
    /// The declaration's child command is there (`env` with and without one).
    HasChild,
    /// The `n`-th operand (from 1) has this shape (globs as in [`Case`]).
    OperandMatches(u8, Vec<String>),
    /// Not.
    Not(Box<Condition>),
    /// All of them.
    All(Vec<Condition>),
    /// At least one of them.
    Any(Vec<Condition>),
}

impl Condition {
    /// Calls `look` with each question that the condition is made of: what is neither `not` nor a list.
    pub fn each_question<'c>(&'c self, look: &mut impl FnMut(&'c Condition)) {
        match self {
            Condition::Not(inner) => inner.each_question(look),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.each_question(look)),
            Condition::Given(_)
            | Condition::ValueMatches(_, _)
            | Condition::OnlyGiven(_)
            | Condition::AtLeast(_)
            | Condition::HasChild
            | Condition::OperandMatches(_, _) => look(self),
        }
    }

    /// The options that it asks about, added to `found`.
    pub fn options<'c>(&'c self, found: &mut BTreeSet<&'c String>) {
        self.each_question(&mut |question| match question {
            Condition::Given(name) | Condition::ValueMatches(name, _) => {
                found.insert(name);
            }
            Condition::OnlyGiven(names) => found.extend(names),
            Condition::AtLeast(_)
            | Condition::HasChild
            | Condition::OperandMatches(_, _)
            | Condition::Not(_)
            | Condition::All(_)
            | Condition::Any(_) => {}
        });
    }
}

/// One operand position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operand {
    /// What stands there.
    pub value: Value,
    /// How many.
    pub repeat: Repeat,
    /// What giving it does.
    pub effects: Vec<EffectSpec>,
    /// By the text: the first case that matches replaces `effects`.
    pub cases: Vec<Case>,
    /// Stands in where none is given (`ls` sees `.`).
    pub default: Option<String>,
    /// Where it is declared.
    pub at: Place,
}

/// How many words an operand position takes: `X`, `[X]`, `X...`, `[X]...`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Repeat {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// One or more.
    Some,
    /// Any number.
    Any,
}

/// `env NAME, NAME… TYPE effects`: what a variable means to the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariableDecl {
    /// Globs over names.
    pub names: Vec<String>,
    /// What it holds.
    pub value: Value,
    /// What binding it does; empty is `nothing`: the program ignores it or it cannot harm.
    pub effects: Vec<EffectSpec>,
    /// By the text of the value.
    pub cases: Vec<Case>,
    /// Where it is declared.
    pub at: Place,
}
