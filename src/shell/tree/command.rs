//! Commands, and how they are joined.

use super::word::{Part, Subscript, Word};
use super::{Id, Run, Span};

/// Commands in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// As written; a substitution's body without its brackets.
    pub span: Span,
    /// In order; empty only for a body that holds nothing (`$( )`, a case clause).
    pub items: Run<Item>,
}

/// A pipeline, and what joins it to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The pipeline.
    pub pipeline: Pipeline,
    /// What stands after it. `&` holds for the whole and-or list that it ends ([`super::Script::and_or_lists`]).
    pub next: Operator,
}

/// What joins two pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `;`.
    Semicolon,
    /// A newline.
    Newline,
    /// `&`.
    Background,
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// Nothing: the list ends.
    End,
}

/// Commands joined by pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// From `!` or `time` to the last command.
    pub span: Span,
    /// An odd number of `!`.
    pub negated: bool,
    /// The keyword `time`.
    pub timed: Timed,
    /// At least one, except after a lone `!` or `time`.
    pub commands: Run<Command>,
}

/// The keyword `time` before a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timed {
    /// Not there.
    No,
    /// `time`.
    Bash,
    /// `time -p`.
    Posix,
}

/// One command of a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// With its redirects, without here-document bodies that lie on later lines.
    pub span: Span,
    /// What it is.
    pub kind: CommandKind,
    /// In order. Of a function definition: none (they belong to its body).
    pub redirects: Run<Redirect>,
    /// How its output goes to the next command.
    pub pipe: Option<Pipe>,
}

/// `|` or `|&`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pipe {
    /// `|`.
    Out,
    /// `|&`: standard error too.
    OutErr,
}

/// What a command is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// Assignments and words, either may be missing (both: only redirects).
    Simple {
        /// Before the first word.
        assignments: Run<Assignment>,
        /// Program and arguments.
        words: Run<Word>,
    },
    /// `{ …; }`.
    Group {
        /// What runs.
        body: List,
    },
    /// `( … )`.
    Subshell {
        /// What runs.
        body: List,
    },
    /// `if`.
    If {
        /// `if` and each `elif`.
        arms: Run<Arm>,
        /// `else`.
        otherwise: Option<List>,
    },
    /// `while` and `until`.
    While {
        /// `until`.
        until: bool,
        /// The condition.
        test: List,
        /// What runs.
        body: List,
    },
    /// `for name in …`.
    For {
        /// Bound each time round.
        name: Span,
        /// Absent: the positional parameters.
        words: Option<Run<Word>>,
        /// What runs.
        body: List,
    },
    /// `for ((…;…;…))`.
    ForArith {
        /// Once, before.
        init: Run<Part>,
        /// Each time, before.
        test: Run<Part>,
        /// Each time, after.
        step: Run<Part>,
        /// What runs.
        body: List,
    },
    /// `select`.
    Select {
        /// Bound each time round, as is `REPLY`.
        name: Span,
        /// As for `For`.
        words: Option<Run<Word>>,
        /// What runs.
        body: List,
    },
    /// `case`.
    Case {
        /// What is matched.
        subject: Word,
        /// In order.
        clauses: Run<Clause>,
    },
    /// `[[ … ]]`.
    Cond {
        /// The expression.
        expression: Id<Cond>,
    },
    /// `((…))`.
    Arith {
        /// The expression's parts; bare names stand in its literals.
        expression: Run<Part>,
    },
    /// `name() …` or `function name …`.
    Function {
        /// Literal.
        name: Word,
        /// A compound command.
        body: Id<Command>,
    },
    /// `coproc`.
    Coproc {
        /// Absent: `COPROC`.
        name: Option<Word>,
        /// What runs in the background.
        body: Id<Command>,
    },
}

/// `if … then …` or `elif … then …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The condition.
    pub test: List,
    /// What runs if it holds.
    pub body: List,
}

/// `pattern|pattern) …;;`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// At least one.
    pub patterns: Run<Word>,
    /// May be empty.
    pub body: List,
    /// What ends it.
    pub end: ClauseEnd,
}

/// What follows a clause that was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClauseEnd {
    /// `;;`, or `esac`: the case is done.
    Break,
    /// `;&`: the next clause runs too.
    FallThrough,
    /// `;;&`: the next patterns are tried.
    TestNext,
}

/// An expression of `[[ ]]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cond {
    /// `a && b && …`.
    And(Run<Cond>),
    /// `a || b || …`.
    Or(Run<Cond>),
    /// `! a`.
    Not(Id<Cond>),
    /// `( a )`.
    Group(Id<Cond>),
    /// A word that must not be empty.
    Word(Word),
    /// `-f word`.
    Unary {
        /// The operator.
        op: Span,
        /// Its operand.
        operand: Word,
    },
    /// `left op right`.
    Binary {
        /// Left.
        left: Word,
        /// The operator.
        op: Span,
        /// What kind of operator.
        comparison: Comparison,
        /// Right: a pattern with globs marked, a regular expression without marks, or plain.
        right: Word,
    },
}

/// What a binary operator of `[[ ]]` does with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`, `==`, `!=`: the right side is a pattern.
    Pattern,
    /// `=~`.
    Regex,
    /// `<`, `>`.
    Order,
    /// `-eq` and its kind: both sides are arithmetic.
    Arithmetic,
    /// `-nt`, `-ot`, `-ef`.
    File,
}

/// `name=value` before a command or alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Whole.
    pub span: Span,
    /// What is bound.
    pub name: Span,
    /// `[…]` after the name.
    pub subscript: Option<Subscript>,
    /// `+=`.
    pub append: bool,
    /// What it is bound to.
    pub value: Value,
}

/// What a name is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word (no brace expansion, no globbing, no splitting); without parts if nothing stands there.
    Word(Word),
    /// `(…)`.
    Array(Run<Element>),
}

/// An element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    /// Whole.
    pub span: Span,
    /// `[…]=`.
    pub subscript: Option<Subscript>,
    /// `[…]+=`.
    pub append: bool,
    /// An argument-like word if no subscript stands before it, else a value.
    pub value: Word,
}

/// A redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// From the descriptor to the target.
    pub span: Span,
    /// What is redirected.
    pub fd: Fd,
    /// How.
    pub op: RedirectOp,
    /// Where to.
    pub target: Target,
}

/// The descriptor before a redirect's operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fd {
    /// The operator's own.
    Default,
    /// `2>`.
    Number(u32),
    /// `{name}>`: a new one, whose number the name is bound to.
    Variable(Span),
}

/// How a redirect works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedirectOp {
    /// `<`.
    Read,
    /// `>`.
    Write,
    /// `>>`.
    Append,
    /// `>|`.
    Clobber,
    /// `<>`.
    ReadWrite,
    /// `<&`: the target is a descriptor, one with `-` (moved), or `-` (closed).
    DupIn,
    /// `>&`: as `<&`; any other target without a number before is written by both outputs.
    DupOut,
    /// `&>`.
    WriteBoth,
    /// `&>>`.
    AppendBoth,
    /// `<<` and `<<-`.
    HereDoc,
    /// `<<<`.
    HereString,
}

/// Where a redirect leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A word.
    Word(Word),
    /// A here-document.
    HereDoc(Id<HereDoc>),
}

/// A here-document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HereDoc {
    /// After quote removal.
    pub delimiter: Span,
    /// Any quote in the delimiter: the body is literal.
    pub quoted: bool,
    /// `<<-`: leading tabs are no part of the body.
    pub strip_tabs: bool,
    /// The lines, without the one that ends it.
    pub span: Span,
    /// What the command reads: literals, and expansions (all quoted) if the delimiter is not quoted.
    pub body: Run<Part>,
    /// False: the text ends first, which bash accepts with a warning.
    pub ended: bool,
}
