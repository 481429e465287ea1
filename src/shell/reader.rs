//! The reader: a position in a text, and the arenas it fills.

use std::cell::Cell;

use super::limits::{Limit, MAX_BYTES, MAX_COMMANDS, MAX_DEPTH, MAX_WORDS};
use super::tree::{
    Arenas, Command, Dialect, HereDoc, Id, Item, List, Mark, Node, Part, PartKind, Quoting, Reason, Run, Script, Span,
    Unreadable, Word,
};

mod ansi;
mod arith;
mod array;
mod backtick;
mod brace;
mod bracket;
mod bytes;
mod command;
mod compound;
mod cond;
mod expansion;
mod function;
mod here_doc;
mod list;
mod operand;
mod param;
mod quote;
mod redirect;
mod regex;
mod simple;
mod tilde;
mod word;

/// Why and where a reading stops.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    at: u32,
    reason: Reason,
}

type Read<T> = Result<T, Stop>;

/// What all readers of one script share: the text that is read and what is found in it.
struct Store {
    /// Nodes in their final place.
    arenas: Arenas,
    /// Nodes whose run is not complete: each construct adds its own at the end and moves them away when it closes.
    open: Box<Arenas>,
    rewritten: String,
    source_len: usize,
    depth: u32,
    dialect: Dialect,
}

/// A position in the source, in a backtick body or in a here-document.
struct Reader<'t, 's> {
    text: &'t [u8],
    /// The span of the text's first byte.
    base: u32,
    pos: usize,
    store: &'s mut Store,
    /// Here-documents whose bodies begin after the next newline.
    pending: Vec<Id<HereDoc>>,
    /// Inside `$( )` or `<( )`: bash then takes a here-document's delimiter for the end even if a `)` follows it.
    substituted: bool,
}

/// Reads a text as a shell would run it.
#[must_use]
pub fn read(text: &[u8], dialect: Dialect) -> Script<'_> {
    read_up_to(text, dialect, MAX_BYTES)
}

/// Reads the first `most` bytes of a text, at most [`MAX_BYTES`]; the rest is unreadable.
#[must_use]
pub fn read_up_to(text: &[u8], dialect: Dialect, most: usize) -> Script<'_> {
    let (source, cut) = as_text(text, most.min(MAX_BYTES));
    let mut store = Store {
        arenas: Arenas::default(),
        open: SPARE.take().unwrap_or_default(),
        rewritten: String::new(),
        source_len: source.len(),
        depth: 0,
        dialect,
    };
    let (mut body, mut unreadable) = (List::default(), Some(Unreadable { from: 0, at: 0, reason: Reason::NoReader }));
    if dialect != Dialect::Other {
        let expected = source.len() / 6 + 2;
        store.arenas.words.reserve(expected);
        store.arenas.parts.reserve(expected);
        let mut reader = Reader {
            text: source.as_bytes(),
            base: 0,
            pos: 0,
            store: &mut store,
            pending: Vec::new(),
            substituted: false,
        };
        (body, unreadable) = reader.script(cut);
    }
    store.open.empty();
    SPARE.set(Some(store.open));
    Script { source, rewritten: store.rewritten, arenas: store.arenas, body, unreadable }
}

thread_local! {
    /// Memory for the next reading's open nodes; it never holds any between readings.
    static SPARE: Cell<Option<Box<Arenas>>> = const { Cell::new(None) };
}

/// The text up to the limit, or up to what cannot stand in an argument of a program.
fn as_text(bytes: &[u8], most: usize) -> (&str, Option<Unreadable>) {
    if bytes.len() <= most
        && let Ok(text) = std::str::from_utf8(bytes)
        && memchr::memchr(0, bytes).is_none()
    {
        return (text, None);
    }
    let within = bytes.get(..most).unwrap_or(bytes);
    let valid = std::str::from_utf8(within).map_or_else(|error| error.valid_up_to(), str::len);
    let valid = memchr::memchr(0, within).map_or(valid, |nul| nul.min(valid));
    let text = std::str::from_utf8(within.get(..valid).unwrap_or_default()).unwrap_or_default();
    // The limit may have cut a character.
    let limited = bytes.len() > most && valid + 4 > most && !within.get(valid..).unwrap_or_default().contains(&0);
    let reason = if limited { Reason::Limit(Limit::Bytes(most)) } else { Reason::Encoding };
    let at = to_u32(valid);
    (text, Some(Unreadable { from: at, at, reason }))
}

/// Offsets never pass `MAX_BYTES` twice over.
fn to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

impl<'t> Reader<'t, '_> {
    /// The byte `ahead` of the position; 0 past the end (a NUL is never in the text).
    #[inline]
    fn ahead(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn byte(&self) -> u8 {
        self.text.get(self.pos).copied().unwrap_or(0)
    }

    fn is_at_end(&self) -> bool {
        self.pos >= self.text.len()
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.pos..).unwrap_or_default()
    }

    fn slice(&self, from: usize, to: usize) -> &'t [u8] {
        self.text.get(from..to).unwrap_or_default()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let there = self.byte() == byte;
        if there {
            self.pos += 1;
        }
        there
    }

    /// Skips `\<newline>` pairs, which bash drops before it looks at a character.
    #[inline]
    fn skip_continuations(&mut self) {
        while self.byte() == b'\\' && self.ahead(1) == b'\n' {
            self.pos += 2;
        }
    }

    /// As [`Self::ahead`], with continuations dropped between the position's byte and the next.
    fn next_byte(&self) -> u8 {
        self.text.get(self.without_continuations(self.pos + 1)).copied().unwrap_or(0)
    }

    /// The first place from `at` on where no continuation stands.
    #[inline]
    fn without_continuations(&self, at: usize) -> usize {
        let mut at = at;
        while self.slice(at, at + 2) == b"\\\n" {
            at += 2;
        }
        at
    }

    /// Moves past the position's byte and a next byte that [`Self::next_byte`] saw.
    fn skip_two(&mut self) {
        self.pos += 1;
        self.skip_continuations();
        self.pos += 1;
    }

    /// Skips blanks and continuations.
    #[inline]
    fn skip_blanks(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\t' => self.pos += 1,
                b'\\' if self.ahead(1) == b'\n' => self.pos += 2,
                _ => return,
            }
        }
    }

    #[inline]
    fn offset(&self, pos: usize) -> u32 {
        self.base.saturating_add(to_u32(pos))
    }

    fn here(&self) -> u32 {
        self.offset(self.pos)
    }

    #[inline]
    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.offset(from), self.offset(to))
    }

    fn stop<T>(&self, reason: Reason) -> Read<T> {
        Err(Stop { at: self.here(), reason })
    }

    fn syntax<T>(&self) -> Read<T> {
        self.stop(Reason::Syntax)
    }

    fn unproved<T>(&self, what: &'static str) -> Read<T> {
        self.stop(Reason::Unproved(what))
    }

    /// Refuses what only bash has, when the dialect is posix.
    fn bash_only(&self, what: &'static str) -> Read<()> {
        if self.store.dialect == Dialect::Posix { self.stop(Reason::Foreign(what)) } else { Ok(()) }
    }

    /// One construct deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.store.depth >= MAX_DEPTH {
            return self.stop(Reason::Limit(Limit::Depth));
        }
        self.store.depth += 1;
        let result = read(self);
        self.store.depth -= 1;
        result
    }

    /// Adds a node that stands alone.
    fn add<T: Node>(&mut self, node: T) -> Id<T> {
        let arena = T::arena_mut(&mut self.store.arenas);
        let id = Id::new(to_u32(arena.len()));
        arena.push(node);
        id
    }

    /// How many nodes of a kind are open: where the run of the construct that asks will begin.
    #[inline]
    fn opened<T: Node>(&self) -> usize {
        T::arena(&self.store.open).len()
    }

    /// Adds a node to the run that is being read.
    #[inline]
    fn push<T: Node>(&mut self, node: T) {
        T::arena_mut(&mut self.store.open).push(node);
    }

    /// Moves the open nodes from `from` on to their final place.
    #[inline]
    fn settle<T: Node + Copy>(&mut self, from: usize) -> Run<T> {
        let open = T::arena_mut(&mut self.store.open);
        let arena = T::arena_mut(&mut self.store.arenas);
        let start = to_u32(arena.len());
        // Nearly every run is one node or none.
        match open.len().saturating_sub(from) {
            0 => Run::default(),
            1 => {
                arena.extend(open.pop());
                Run::new(start, 1)
            }
            len => {
                arena.extend_from_slice(open.get(from..).unwrap_or_default());
                open.truncate(from);
                Run::new(start, to_u32(len))
            }
        }
    }

    fn push_word(&mut self, word: Word) -> Read<()> {
        if self.store.open.words.len() + self.store.arenas.words.len() >= MAX_WORDS {
            return self.stop(Reason::Limit(Limit::Words));
        }
        self.push(word);
        Ok(())
    }

    fn push_command(&mut self, command: Command) -> Read<()> {
        if self.store.open.commands.len() + self.store.arenas.commands.len() >= MAX_COMMANDS {
            return self.stop(Reason::Limit(Limit::Commands));
        }
        self.push(command);
        Ok(())
    }

    #[inline]
    fn push_literal(&mut self, from: usize, to: usize, quoting: Quoting) {
        let span = self.span(from, to);
        self.push(Part { span, kind: PartKind::Literal { text: span, quoting } });
    }

    /// Adds unquoted literal text, if there is any.
    #[inline]
    fn flush(&mut self, from: usize, to: usize, quoting: Quoting) {
        if from < to {
            self.push_literal(from, to, quoting);
        }
    }

    /// Whether the line that was read ends where the text is cut off, and not because it is.
    fn line_is_complete(&self, here_docs: usize) -> bool {
        let here_docs = self.store.arenas.here_docs.get(here_docs..).unwrap_or_default();
        self.text.ends_with(b"\n") && !self.text.ends_with(b"\\\n") && here_docs.iter().all(|it| it.ended)
    }

    /// Reads complete lines until the end or until one is not readable.
    fn script(&mut self, broken: Option<Unreadable>) -> (List, Option<Unreadable>) {
        let from = self.opened::<Item>();
        loop {
            let line = self.pos;
            let mark = self.store.arenas.mark();
            let rewritten = self.store.rewritten.len();
            let items = self.opened::<Item>();
            let here_docs = self.store.arenas.here_docs.len();
            let result = self.line();
            let stop = match (result, broken) {
                (Ok(true), Some(it)) if self.is_at_end() && !self.line_is_complete(here_docs) => {
                    Stop { at: it.at, reason: it.reason }
                }
                (Ok(true), _) => continue,
                (Ok(false), None) => {
                    let items = self.settle(from);
                    return (List { span: self.span(0, self.text.len()), items }, None);
                }
                (Ok(false), Some(it)) => Stop { at: it.at, reason: it.reason },
                (Err(stop), None) => stop,
                (Err(_), Some(it)) => Stop { at: it.at, reason: it.reason },
            };
            self.store.arenas.undo(mark);
            self.store.rewritten.truncate(rewritten);
            self.store.open.items.truncate(items);
            let items = self.settle(from);
            let unreadable = Unreadable { from: self.offset(line), at: stop.at, reason: stop.reason };
            return (List { span: self.span(0, line), items }, Some(unreadable));
        }
    }
}

impl Store {
    fn mark(&self) -> (Mark, Mark, usize) {
        (self.arenas.mark(), self.open.mark(), self.rewritten.len())
    }

    fn undo(&mut self, (arenas, open, rewritten): (Mark, Mark, usize)) {
        self.arenas.undo(arenas);
        self.open.undo(open);
        self.rewritten.truncate(rewritten);
    }
}
