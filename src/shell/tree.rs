//! The script tree: what a shell would run, as flat arenas with byte spans.
//!
//! A [`Script`] holds one `Vec` per kind of node. A node names its children by a [`Run`] (some consecutive nodes) or an
//! [`Id`] (one node), so a tree of any depth is dropped without recursion and no word costs an allocation of its own.
//! Everything that is evaluated, however deep inside substitutions, stands in these arenas: to see *every* command, redirect
//! or parameter of a script, walk [`Script::all`] of that kind; to follow what reaches what, start at [`Script::body`].
//!
//! Spans are byte offsets into one text: the source, continued (past its end) by what the reader had to rewrite, namely
//! `$'…'` after decoding and backtick bodies after their backslash removal. [`Script::text`] serves both.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

mod command;
mod word;

pub use command::{
    Arm, Assignment, Clause, ClauseEnd, Command, CommandKind, Comparison, Cond, Element, Fd, HereDoc, Item, List,
    Operator, Pipe, Pipeline, Redirect, RedirectOp, Target, Timed, Value,
};
pub use word::{
    Alternative, Anchor, CaseChange, Direction, Fallback, Glob, Name, Param, ParamOp, Part, PartKind, Quoting, Side,
    Style, Subscript, Word,
};

use super::limits::Limit;

/// Bytes `start..end` of [`Script::text`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// `start..end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Whether no byte is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Bytes in it.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }
}

/// Some consecutive nodes of one arena.
pub struct Run<T> {
    start: u32,
    len: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Run<T> {
    pub(super) const fn new(start: u32, len: u32) -> Self {
        Self { start, len, kind: PhantomData }
    }

    /// How many nodes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<T> Default for Run<T> {
    fn default() -> Self {
        Self::new(0, 0)
    }
}

impl<T> Clone for Run<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Run<T> {}

impl<T> PartialEq for Run<T> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.len == other.len
    }
}

impl<T> Eq for Run<T> {}

impl<T> fmt::Debug for Run<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.start, self.len)
    }
}

/// One node of one arena.
pub struct Id<T> {
    at: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    pub(super) const fn new(at: u32) -> Self {
        Self { at, kind: PhantomData }
    }

    /// Its place in [`Script::all`]; unique within the arena, so usable as a key.
    #[must_use]
    pub const fn index(self) -> usize {
        self.at as usize
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl<T> Eq for Id<T> {}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.at)
    }
}

/// A kind of node that has an arena.
pub trait Node: Sized {
    /// The arena of this kind.
    fn arena(arenas: &Arenas) -> &Vec<Self>;
    /// The arena of this kind, to add to.
    fn arena_mut(arenas: &mut Arenas) -> &mut Vec<Self>;
    /// The nodes of a run.
    fn in_run(arenas: &Arenas, run: Run<Self>) -> &[Self] {
        let start = run.start as usize;
        Self::arena(arenas).get(start..start.saturating_add(run.len())).unwrap_or_default()
    }
}

macro_rules! arenas {
    ($($field:ident: $node:ident),* $(,)?) => {
        /// One `Vec` per kind of node.
        #[derive(Clone, Debug, Default)]
        pub struct Arenas {
            $(pub(super) $field: Vec<$node>,)*
        }

        $(impl Node for $node {
            fn arena(arenas: &Arenas) -> &Vec<Self> {
                &arenas.$field
            }
            fn arena_mut(arenas: &mut Arenas) -> &mut Vec<Self> {
                &mut arenas.$field
            }
        })*

        /// How far each arena was filled, to undo what came after.
        #[derive(Clone, Copy, Debug, Default)]
        pub(super) struct Mark {
            $($field: usize,)*
        }

        impl Arenas {
            pub(super) fn mark(&self) -> Mark {
                Mark { $($field: self.$field.len(),)* }
            }

            pub(super) fn undo(&mut self, mark: Mark) {
                $(self.$field.truncate(mark.$field);)*
            }

            /// Forgets all nodes and keeps the memory, if it is not much.
            pub(super) fn empty(&mut self) {
                $(if self.$field.capacity() > 1 << 12 {
                    self.$field = Vec::new();
                } else {
                    self.$field.clear();
                })*
            }
        }
    };
}

arenas! {
    items: Item,
    commands: Command,
    words: Word,
    parts: Part,
    assignments: Assignment,
    elements: Element,
    redirects: Redirect,
    here_docs: HereDoc,
    params: Param,
    arms: Arm,
    clauses: Clause,
    conds: Cond,
    alternatives: Alternative,
}

/// Whose grammar a text is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// bash 5, non-interactive, not in posix mode, `extglob` off.
    Bash,
    /// An inner `sh -c`: what dash and a posix-mode bash read alike; anything else is unreadable.
    Posix,
    /// zsh, PowerShell, cmd, and whatever has no reader: unreadable from the first byte.
    Other,
}

/// Why a reading stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A shell would report a syntax error: something stands where it cannot.
    Syntax,
    /// The text ends inside the construct that opens with this.
    Unclosed(&'static str),
    /// The reader does not prove this construct.
    Unproved(&'static str),
    /// The dialect has no such construct, or reads it differently.
    Foreign(&'static str),
    /// Past a documented limit.
    Limit(Limit),
    /// A byte that is no UTF-8, or NUL, which no argument can hold.
    Encoding,
    /// The dialect has no reader.
    NoReader,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax => write!(f, "the shell would report a syntax error"),
            Self::Unclosed(what) => write!(f, "`{what}` is never closed"),
            Self::Unproved(what) => write!(f, "{what} is not read"),
            Self::Foreign(what) => {
                write!(f, "{what} is not read alike by every shell of this dialect")
            }
            Self::Limit(limit) => write!(f, "more than {limit}"),
            Self::Encoding => write!(f, "a byte that is not text"),
            Self::NoReader => write!(f, "there is no reader for this shell"),
        }
    }
}

/// Where a reading stopped. All complete commands before it are in the tree; nothing after it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unreadable {
    /// Where the first command that could not be read whole begins: from here on nothing is known.
    pub from: u32,
    /// Where the reader gave up, at or after `from`.
    pub at: u32,
    /// Why.
    pub reason: Reason,
}

/// What a shell text would run.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    pub(super) source: &'a str,
    pub(super) rewritten: String,
    pub(super) arenas: Arenas,
    /// The whole text's commands, as far as it was read.
    pub body: List,
    /// Set when the reading stopped early.
    pub unreadable: Option<Unreadable>,
}

impl<'a> Script<'a> {
    /// The text that was read (up to the first byte that is not text).
    #[must_use]
    pub const fn source(&self) -> &'a str {
        self.source
    }

    /// The text at a span; empty for a span that is not this script's.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        let (start, end) = (span.start as usize, span.end as usize);
        let source = self.source.len();
        if start < source || (start == source && end == source) {
            self.source.get(start..end).unwrap_or_default()
        } else {
            self.rewritten.get(start - source..end.saturating_sub(source)).unwrap_or_default()
        }
    }

    /// Whether a span lies in what was written, not in what the reader rewrote.
    #[must_use]
    pub const fn is_written(&self, span: Span) -> bool {
        span.end as usize <= self.source.len()
    }

    /// Every node of a kind, however deep, in no promised order.
    #[must_use]
    pub fn all<T: Node>(&self) -> &[T] {
        T::arena(&self.arenas)
    }

    /// The nodes of a run.
    #[must_use]
    pub fn get<T: Node>(&self, run: Run<T>) -> &[T] {
        T::in_run(&self.arenas, run)
    }

    /// One node; `None` only for another script's id.
    #[must_use]
    pub fn one<T: Node>(&self, id: Id<T>) -> Option<&T> {
        T::arena(&self.arenas).get(id.index())
    }

    /// The word's text after quote removal, where nothing in it is expanded.
    #[must_use]
    pub fn literal(&self, word: Word) -> Option<Cow<'_, str>> {
        self.literal_parts(word.parts)
    }

    /// As [`Script::literal`], of some parts.
    #[must_use]
    pub fn literal_parts(&self, parts: Run<Part>) -> Option<Cow<'_, str>> {
        let mut whole = Cow::Borrowed("");
        for part in self.get(parts) {
            let PartKind::Literal { text, .. } = part.kind else {
                return None;
            };
            let text = self.text(text);
            if whole.is_empty() {
                whole = Cow::Borrowed(text);
            } else if !text.is_empty() {
                whole.to_mut().push_str(text);
            }
        }
        Some(whole)
    }

    /// Whether any part of the word is quoted (a quoted word is never a reserved word, an assignment or a tilde prefix).
    #[must_use]
    pub fn is_quoted(&self, word: Word) -> bool {
        self.get(word.parts).iter().any(|part| match part.kind {
            PartKind::Literal { quoting, .. } => quoting != Quoting::Unquoted,
            PartKind::Param { quoted, .. }
            | PartKind::CommandSub { quoted, .. }
            | PartKind::ArithSub { quoted, .. } => quoted,
            PartKind::ProcSub { .. }
            | PartKind::Glob(_)
            | PartKind::Brace { .. }
            | PartKind::BraceRange { .. }
            | PartKind::Tilde { .. }
            | PartKind::Array { .. } => false,
        })
    }

    /// The and-or lists of a list: each a run of items joined by `&&` and `||`, with what ends it.
    pub fn and_or_lists(&self, list: List) -> impl Iterator<Item = (&[Item], Operator)> {
        self.get(list.items)
            .split_inclusive(|item| !matches!(item.next, Operator::And | Operator::Or))
            .map(|chain| (chain, chain.last().map_or(Operator::End, |item| item.next)))
    }
}
