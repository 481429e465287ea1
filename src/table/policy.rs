//! Facts, tools, sets, patterns, stages: a policy after all names are resolved and all types checked.

use super::command::Command;
use super::effect::EffectKind;
use crate::source::{FileId, Location, Sources, Span};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A compiled policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// [`super::FORMAT`] of the compiler that wrote it.
    pub format: u32,
    /// The policy's name.
    pub policy: String,
    /// The policy that it tightens: it decides nothing alone, and is laid over that one.
    pub tightens: Option<String>,
    /// SHA-256 over all sources, hexadecimal.
    pub source_hash: String,
    /// Source files, as named on the command line or `std/…`; [`Place::file`] indexes them.
    pub sources: Vec<String>,
    /// Declared and built-in facts, by name.
    pub facts: BTreeMap<String, Fact>,
    /// What tools do with their arguments, in file order; `*` last.
    pub tools: Vec<Tool>,
    /// Named path sets; a set's members name other sets by [`PathMember::Set`].
    pub paths: BTreeMap<String, PathSet>,
    /// Named host sets.
    pub hosts: BTreeMap<String, HostSet>,
    /// What programs do.
    pub commands: Vec<Command>,
    /// Named patterns (`pattern`).
    pub patterns: BTreeMap<String, Vec<Entry>>,
    /// What a person vouches for (`safe`).
    pub safes: BTreeMap<String, Vec<Entry>>,
    /// Named classifications.
    pub classes: BTreeMap<String, Class>,
    /// Named verdict tables.
    pub verdicts: BTreeMap<String, VerdictTable>,
    /// Floors and stages in file order, the final one last.
    pub stages: Vec<Stage>,
    /// `resolve ask`, tried in order.
    pub resolve: Vec<ResolveRule>,
    /// Further policies that tighten this one; each is evaluated on its own and the stricter verdict wins.
    pub tightened_by: Vec<Table>,
}

/// A line of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Index into [`Table::sources`].
    pub file: u32,
    /// Byte offset of the clause.
    pub start: u32,
    /// Byte offset of its end.
    pub end: u32,
    /// Line, from 1.
    pub line: u32,
}

impl Place {
    /// The table's form of a location in `sources`.
    pub fn of(sources: &Sources, at: Location) -> Place {
        let line = sources.get(at.file).map_or(0, |source| source.line(at.span.start));
        Place { file: at.file.0, start: at.span.start, end: at.span.end, line }
    }

    /// The location, in the sources that the table names.
    pub fn location(self) -> Location {
        Location { file: FileId(self.file), span: Span { start: self.start, end: self.end } }
    }
}

/// What a call, a unit or a line gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Runs unasked.
    Allow,
    /// A person decides.
    Ask,
    /// Does not run.
    Deny,
}

/// A fact: its type, default and what a malformed value becomes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Its values.
    pub kind: FactKind,
    /// When absent. `None`: the fact has no default and a condition on it is not met on the allow side.
    pub default: Option<FactValue>,
    /// When malformed (`else`). `None`: the call is at least `ask`.
    pub malformed: Option<FactValue>,
}

/// The type of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FactKind {
    /// `a < b < c`, from strict to loose. `false < true` is the type of switches.
    Ordered(Vec<String>),
    /// `a | b`, without order.
    Unordered(Vec<String>),
    /// A natural number.
    Count,
    /// An absolute path.
    Path,
    /// A list of rules from the host.
    Rules,
}

/// A value of a fact.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FactValue {
    /// One of the enumerated values.
    Name(String),
    /// A count.
    Count(u64),
    /// A path.
    Path(String),
    /// Rules, still as text (`allow shell git *`).
    Rules(Vec<String>),
    /// What another fact of type `count` holds; stands only on the right of a comparison.
    Fact(String),
}

/// What one tool does with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Globs over tool names (`mcp__db__*`); `*` alone is the unknown tool.
    pub names: Vec<String>,
    /// What it does, in order; empty with `harmless` false is not understood.
    pub does: Vec<ToolEffect>,
    /// It is declared to have no effects.
    pub harmless: bool,
    /// The key of a grant; empty: every argument a rule reads, or the whole canonical argument object where none is named.
    pub subject: Vec<Argument>,
    /// The whole argument object is the subject.
    pub subject_args: bool,
    /// Where it is declared.
    pub at: Place,
}

/// An effect of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToolEffect {
    /// The argument is a shell command line, run in `from`.
    Command {
        /// The line.
        line: Argument,
        /// Its working directory.
        from: Base,
    },
    /// The argument is a patch, applied in `from`.
    Patch {
        /// The text.
        text: Argument,
        /// The directory.
        from: Base,
    },
    /// An effect on the argument, which is a path (relative to `from`), a URL or host, or nothing.
    Effect {
        /// Which.
        kind: EffectKind,
        /// On what; `None` for an effect without target.
        target: Option<Argument>,
        /// The path stands for a tree.
        tree: bool,
        /// A glob over the names of what is asked for below it, where one is given.
        naming: Option<Argument>,
        /// What a relative path is relative to.
        from: Base,
    },
}

/// `$name`, `($name or "default")`, `($a or $b or cwd)`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// Argument names, tried in order. A name may be a path into the object (`edits.*.path`).
    pub names: Vec<String>,
    /// When none is there. `None`: a missing argument makes the call unreadable.
    pub default: Option<String>,
}

/// A directory that relative paths start from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// An argument that names it.
    pub argument: Option<Argument>,
    /// Otherwise.
    pub otherwise: Anchor,
}

/// Directories that the host supplies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Anchor {
    /// `/`, or a drive root.
    Root,
    /// `~`.
    Home,
    /// `{workspace}`: every root.
    Workspace,
    /// `{cwd}`.
    Cwd,
    /// `{tmp}`: every temporary directory.
    Tmp,
    /// `{name}` of a fact of type `path`.
    Fact(String),
    /// `**/`: anywhere.
    Anywhere,
}

/// Operating systems whose path rules are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Os {
    /// Bytes, `/`.
    Linux,
    /// Case folding, `/private`.
    MacOs,
    /// Drives, both separators, case folding.
    Windows,
}

/// A named set of paths: a member, and no exception.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PathSet {
    /// In the set.
    pub members: Vec<PathMember>,
    /// Out of it again.
    pub except: Vec<PathMember>,
}

/// A glob or another set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PathMember {
    /// A glob under an anchor.
    Glob {
        /// Where it starts.
        anchor: Anchor,
        /// The rest, `/`-separated, without a leading `/`. `D/**` holds `D` itself.
        glob: String,
        /// Only on these systems; empty is all.
        on: Vec<Os>,
    },
    /// All of another set of [`Table::paths`].
    Set(String),
}

/// A named set of hosts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostSet {
    /// In the set.
    pub members: Vec<HostMember>,
    /// Out of it again.
    pub except: Vec<HostMember>,
}

/// One member of a host set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostMember {
    /// Hosts of a pattern.
    Pattern {
        /// `*.example.com`, `host:443`, `loopback`.
        host: String,
        /// Only on these systems; empty is all.
        on: Vec<Os>,
    },
    /// All of another set of [`Table::hosts`].
    Set(String),
}

/// One entry of a `pattern` or `safe` list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// A command.
    Command(CommandEntry),
    /// `tool NAME [where …]`.
    Tool {
        /// A glob over tool names.
        name: String,
        /// `$arg = v`, `$arg matches glob`.
        arguments: Vec<ArgumentTest>,
        /// Where it stands.
        at: Place,
    },
}

/// `PROGRAM [SUB…] [with …] [without …] [operand …] [where …] [| ENTRY]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandEntry {
    /// Canonical program name, or an undeclared program's name. Lists of programs are expanded.
    pub program: String,
    /// Subcommand path; lists are expanded.
    pub subcommands: Vec<String>,
    /// Options that must be given, each by any of its spellings.
    pub with: Vec<String>,
    /// Options that must not be given.
    pub without: Vec<String>,
    /// What the operands must look like.
    pub operands: OperandTest,
    /// What its effects must be.
    pub condition: Vec<Atom>,
    /// What the next unit of the pipe must be.
    pub pipe: Option<Box<Entry>>,
    /// Where it stands.
    pub at: Place,
}

/// What an entry says of operands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum OperandTest {
    /// Nothing.
    Whatever,
    /// There must be none.
    None,
    /// Some operand matches one of the globs.
    SomeMatches(Vec<String>),
}

/// A test on an argument of a structured tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentTest {
    /// The argument.
    pub argument: Argument,
    /// Equal text, or a glob.
    pub test: TextTest,
}

/// A test on a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextTest {
    /// Equal.
    Equals(String),
    /// The glob covers the whole text; `*` also takes newlines.
    Matches(String),
}

/// `classify`: the first class whose conditions certainly hold, else `otherwise`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Mildest first; a name may stand several times (or).
    pub rows: Vec<(String, Vec<Atom>)>,
    /// All class names from mild to strict, `otherwise` last.
    pub order: Vec<String>,
    /// What is left and what is not understood.
    pub otherwise: String,
}

/// `table NAME by FACT, CLASS { … }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictTable {
    /// The fact of the rows.
    pub fact: String,
    /// The class of the columns.
    pub class: String,
    /// Fact value → class → verdict.
    pub cells: BTreeMap<String, BTreeMap<String, Verdict>>,
}

/// A floor, stage or the final one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// Which of the three.
    pub kind: StageKind,
    /// Its rules; order does not matter for the verdict, only for which reason is given.
    pub rules: Vec<Rule>,
    /// Where it is declared.
    pub at: Place,
}

/// Kinds of stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StageKind {
    /// Only denies; nothing can take it back.
    Floor,
    /// Decides or passes on.
    Stage,
    /// Always decides.
    Final,
}

/// One rule of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What it gives.
    pub outcome: Outcome,
    /// Also for units that nobody has declared.
    pub even_unknown: bool,
    /// Also for text that was not proved.
    pub even_unreadable: bool,
    /// All must hold; empty is `always`.
    pub when: Vec<Atom>,
    /// Why.
    pub reason: Reason,
    /// `STAGE.N`, N from 1.
    pub id: String,
    /// Where it stands.
    pub at: Place,
}

/// A verdict, fixed or looked up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// This one.
    Verdict(Verdict),
    /// The cell of a [`VerdictTable`].
    Table(String),
}

/// Why a rule decides as it does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// For machines; the stage's name where none is written.
    pub code: String,
    /// For people.
    pub text: String,
}

/// One line of `resolve ask`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResolveRule {
    /// What the ask becomes.
    pub verdict: Verdict,
    /// All must hold: facts and [`Atom::ReasonIs`] only.
    pub when: Vec<Atom>,
    /// Why.
    pub reason: Reason,
    /// Where it stands.
    pub at: Place,
}

/// How a condition treats doubt (language reference, "Modality").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Quantifier {
    /// Every effect is one of these.
    Only,
    /// No such effect.
    No,
    /// Such an effect is on the list, sure or possible.
    Any,
    /// Such an effect is certain.
    Surely,
}

/// A part of a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Atom {
    /// A quantifier over effects.
    Effects(Quantifier, Vec<EffectTest>),
    /// `any NAME`, `surely NAME` of a pattern.
    Pattern(Quantifier, String),
    /// `safe NAME`.
    Safe(String),
    /// A fact against a value.
    Fact(String, Comparison, FactValue),
    /// `tool a, b`: globs over the tool's name.
    Tool(Vec<String>),
    /// A class against one of its values.
    Class(String, Comparison, String),
    /// `FACT says allow`.
    Says(String, Verdict),
    /// The unit is not understood.
    Unknown,
    /// The unit was not proved.
    Unreadable,
    /// `reason CODE`, in `resolve`.
    ReasonIs(Vec<String>),
    /// Not; stands before facts only.
    Not(Box<Atom>),
}

/// Comparisons. On ordered facts and classes `<` is towards the strict or mild end, as declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

/// One effect in a condition, with its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectTest {
    /// The verb and kind.
    pub verb: EffectVerb,
    /// Which targets.
    pub place: PlaceTest,
}

/// A verb as conditions name it: without a kind it takes all kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EffectVerb {
    /// Exactly this kind. `Writes` also takes `Deletes`.
    Kind(EffectKind),
    /// `runs` without a kind.
    AnyRuns,
    /// `changes` without a kind.
    AnyChanges,
}

/// Where the target of an effect must lie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlaceTest {
    /// Wherever.
    Anywhere,
    /// In one of the named path or host sets.
    In(Vec<String>),
    /// In none of them.
    Outside(Vec<String>),
    /// The path is in the set, or it is a tree that could hold a member.
    Through(Vec<String>),
    /// The text of the path tells a member: it is one, or a pattern that spells the better part of a member's name.
    Naming(Vec<String>),
}

impl PlaceTest {
    /// The sets that it names.
    pub fn sets(&self) -> &[String] {
        match self {
            PlaceTest::Anywhere => &[],
            PlaceTest::In(sets) | PlaceTest::Outside(sets) | PlaceTest::Through(sets) | PlaceTest::Naming(sets) => sets,
        }
    }
}
