//! Words and what they are made of.

use super::command::{Element, List};
use super::{Id, Run, Span};

/// A word as written: one argument, or (after expansion) none or many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// As written, quotes included.
    pub span: Span,
    /// In order. None: only line continuations, or (a value) nothing was written. `''` has one empty quoted literal.
    pub parts: Run<Part>,
}

/// One piece of a word, a here-document, an operand of `${…}` or an arithmetic expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// As written; within double quotes, without them.
    pub span: Span,
    /// What it is.
    pub kind: PartKind,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Text after quote removal. Unquoted text may still hold a `[` or `{` that closes nowhere: it is literal by itself, but not
    /// beside an unquoted expansion whose value holds the closing bracket.
    Literal {
        /// The text.
        text: Span,
        /// How it was quoted.
        quoting: Quoting,
    },
    /// `$x`, `${x…}`, `$1`, `$@`.
    Param {
        /// Which and how.
        param: Id<Param>,
        /// Inside double quotes (or a here-document): no splitting, no globbing.
        quoted: bool,
    },
    /// `$(…)` or `` `…` ``.
    CommandSub {
        /// What runs.
        body: List,
        /// Which of the two.
        style: Style,
        /// As for `Param`.
        quoted: bool,
    },
    /// `<(…)` or `>(…)`.
    ProcSub {
        /// Which.
        direction: Direction,
        /// What runs.
        body: List,
    },
    /// `$((…))`, and `$[…]`.
    ArithSub {
        /// The expression's parts; bare names stand in its literals.
        expression: Run<Part>,
        /// As for `Param`.
        quoted: bool,
    },
    /// An unquoted pattern character.
    Glob(Glob),
    /// `{a,b}`, at least two alternatives.
    Brace {
        /// In order; an alternative may be empty.
        alternatives: Run<Alternative>,
    },
    /// `{1..5}`, `{a..z}`, `{01..10..2}`: integers, or single ASCII letters.
    BraceRange {
        /// First.
        from: Span,
        /// Last.
        to: Span,
        /// Step, if given.
        step: Option<Span>,
    },
    /// `~`, `~name`, `~+`, `~-`, `~2` at the beginning, and after `=` and `:` where an assignment expands it.
    Tilde {
        /// What follows the tilde, up to a slash (or colon); empty for the own home.
        user: Span,
    },
    /// `(…)` after `name=` in an argument of `declare` and its kind. Nothing follows it.
    Array {
        /// The elements.
        elements: Run<Element>,
    },
}

/// How literal text was quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quoting {
    /// Not at all.
    Unquoted,
    /// `\x`.
    Backslash,
    /// `'…'`.
    Single,
    /// `"…"`, and the text of an unquoted here-document.
    Double,
    /// `$'…'`, decoded.
    Ansi,
    /// `$"…"`: translated where a message catalogue has it, which a script cannot know.
    Locale,
    /// The body of a here-document whose delimiter is quoted.
    HereDoc,
}

/// How a command substitution is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// `$(…)`.
    Dollar,
    /// `` `…` ``.
    Backtick,
}

/// Which end of a process substitution the command gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `<(…)`: a file to read from.
    In,
    /// `>(…)`: a file to write to.
    Out,
}

/// Pattern characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glob {
    /// `*`.
    Star,
    /// `?`.
    Question,
    /// `[…]`. Over paths it matches nothing where a slash stands inside, and the text then is literal.
    Bracket {
        /// Between the brackets, `!` or `^` included.
        parts: Run<Part>,
    },
    /// `?(…)`, `*(…)`, `+(…)`, `@(…)`, `!(…)`: only where `[[ ]]` matches patterns.
    Extended {
        /// The character before the parenthesis.
        op: u8,
        /// Between the bars.
        alternatives: Run<Alternative>,
    },
}

/// One alternative of a brace expansion or an extended pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// As written.
    pub span: Span,
    /// Its parts; none where it is empty.
    pub parts: Run<Part>,
}

/// A parameter expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Whole, from the dollar.
    pub span: Span,
    /// What is expanded.
    pub name: Name,
    /// `[…]` after the name.
    pub subscript: Option<Subscript>,
    /// `${!name…}`: the value names what is expanded (with `[@]` or `[*]` and no operator it is [`ParamOp::Keys`] instead).
    pub indirect: bool,
    /// What is done with it.
    pub op: ParamOp,
}

/// What a parameter expansion names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// A variable.
    Variable(Span),
    /// `$1` … `$9`, `${10}` …
    Positional(Span),
    /// One of `@ * # ? - $ ! 0`.
    Special(u8),
}

/// A subscript of a parameter or an assigned name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscript {
    /// `[@]`.
    At,
    /// `[*]`.
    Star,
    /// Arithmetic, or the key of an associative array.
    Index(Run<Part>),
}

/// What is done with a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamOp {
    /// Nothing.
    None,
    /// `${#x}`.
    Length,
    /// `${!x[@]}`, `${!x[*]}`.
    Keys,
    /// `${!pre*}`, `${!pre@}`: names of variables.
    Names,
    /// `${x-w}`, `${x=w}`, `${x+w}`, `${x?w}`, with or without colon.
    Fallback {
        /// Which.
        kind: Fallback,
        /// Whether an empty value counts as unset.
        colon: bool,
        /// The word.
        word: Run<Part>,
    },
    /// `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`.
    Trim {
        /// Which end.
        side: Side,
        /// Longest match.
        longest: bool,
        /// The pattern.
        pattern: Run<Part>,
    },
    /// `${x/p/w}` and its kind.
    Replace {
        /// What is replaced.
        anchor: Anchor,
        /// The pattern.
        pattern: Run<Part>,
        /// The replacement; none where no second slash stands.
        with: Option<Run<Part>>,
    },
    /// `${x^p}`, `${x^^p}`, `${x,p}`, `${x,,p}`, `${x~}`, `${x~~}`.
    Case {
        /// Which.
        change: CaseChange,
        /// Every character, not the first alone.
        all: bool,
        /// The pattern; none: any character.
        pattern: Run<Part>,
    },
    /// `${x:o}`, `${x:o:l}`, both arithmetic.
    Slice {
        /// Offset.
        offset: Run<Part>,
        /// Length.
        length: Option<Run<Part>>,
    },
    /// `${x@Q}` and its kind.
    Transform(u8),
}

/// `-`, `=`, `+`, `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fallback {
    /// `-`.
    Default,
    /// `=`: binds the name.
    Assign,
    /// `+`.
    Alternate,
    /// `?`.
    Error,
}

/// Which end a pattern is cut from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `#`.
    Prefix,
    /// `%`.
    Suffix,
}

/// Where a replaced match may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// `/`.
    First,
    /// `//`.
    All,
    /// `/#`.
    Prefix,
    /// `/%`.
    Suffix,
}

/// `^`, `,`, `~`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseChange {
    /// `^`.
    Upper,
    /// `,`.
    Lower,
    /// `~`.
    Toggle,
}
