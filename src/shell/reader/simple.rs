//! Simple commands: assignments, words, redirects.

use super::super::tree::{
    Assignment, Command, CommandKind, Element, Node, Part, PartKind, Quoting, Redirect, Subscript, Value, Word,
};
use super::bytes::{is_name, name_len};
use super::word::Mode;
use super::{Read, Reader};

/// Builtins after which `name=(…)` is an array.
const DECLARING: [&[u8]; 5] = [b"declare", b"typeset", b"local", b"export", b"readonly"];

/// What bash's lexer takes the next word for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// Nothing but redirects, or right after an assignment: `name=(…)` and `name[…]=` are assignments.
    Assignment,
    /// After an assignment and a redirect: still an assignment when run, but cut like a plain word.
    Reread,
    /// After the program's name.
    Argument,
}

impl Reader<'_, '_> {
    /// Reads a simple command.
    pub(super) fn simple_command(&mut self) -> Read<Command> {
        let start = self.pos;
        let assignments_from = self.opened::<Assignment>();
        let words_from = self.opened::<Word>();
        let redirects_from = self.opened::<Redirect>();
        let mut position = Position::Assignment;
        let mut declaring = false;
        let mut end = self.pos;
        loop {
            self.skip_blanks();
            let token = self.pos;
            match self.byte() {
                b'\n' | b';' | b'|' | b')' | b'#' => break,
                0 if self.is_at_end() => break,
                b'&' if self.next_byte() != b'>' => break,
                b'(' => {
                    let (assignments, words, redirects) = (
                        self.opened::<Assignment>() - assignments_from,
                        self.opened::<Word>() - words_from,
                        self.opened::<Redirect>() - redirects_from,
                    );
                    if (assignments, words, redirects) != (0, 1, 0) {
                        return self.syntax();
                    }
                    return match self.store.open.words.pop() {
                        Some(name) => self.function_after_name(start, name),
                        None => self.syntax(),
                    };
                }
                b'<' | b'>' | b'&' | b'{' | b'0'..=b'9' => {
                    if self.redirect()? {
                        declaring = false;
                        if position == Position::Assignment && self.opened::<Assignment>() > assignments_from {
                            position = Position::Reread;
                        }
                        end = self.pos;
                        continue;
                    }
                    declaring &= !matches!(self.byte(), b'<' | b'>');
                }
                _ => {}
            }
            if position != Position::Argument && self.assignment(position)? {
                end = self.pos;
                continue;
            }
            let word =
                if declaring && self.at_array_argument() { self.array_argument()? } else { self.word(Mode::ARGUMENT)? };
            self.no_hidden_descriptor(token)?;
            if position != Position::Argument {
                if position == Position::Assignment {
                    declaring = DECLARING.contains(&self.slice(token, self.pos));
                }
                self.not_split_reserved(word)?;
                position = Position::Argument;
            }
            self.push_word(word)?;
            end = self.pos;
        }
        if end == start {
            return self.syntax();
        }
        let assignments = self.settle(assignments_from);
        let words = self.settle(words_from);
        let redirects = self.settle(redirects_from);
        Ok(Command {
            span: self.span(start, end),
            kind: CommandKind::Simple { assignments, words },
            redirects,
            pipe: None,
        })
    }

    /// `{name[…]}>` is a descriptor too, and so is one that a continuation splits.
    fn no_hidden_descriptor(&self, token: usize) -> Read<()> {
        if !matches!(self.byte(), b'<' | b'>') {
            return Ok(());
        }
        let text = self.slice(token, self.pos);
        let inner = text.strip_prefix(b"{").and_then(|it| it.strip_suffix(b"}")).unwrap_or_default();
        if inner.get(name_len(inner)) == Some(&b'[') || text.windows(2).any(|pair| pair == b"\\\n") {
            return self.unproved("what may be a descriptor before a redirect");
        }
        Ok(())
    }

    /// A reserved word that a continuation splits is still one.
    fn not_split_reserved(&self, word: Word) -> Read<()> {
        if self.store.open.parts.is_empty() && word.parts.len() < 2 {
            return Ok(());
        }
        let parts = Part::in_run(&self.store.arenas, word.parts);
        let unquoted = |part: &Part| matches!(part.kind, PartKind::Literal { quoting: Quoting::Unquoted, .. });
        if parts.len() > 1 && parts.iter().all(unquoted) && word.span.len() < 256 {
            return self.unproved("a continuation inside the first word");
        }
        Ok(())
    }

    /// Reads `name=value`, `name+=value`, `name[…]=value`, if one stands here.
    fn assignment(&mut self, position: Position) -> Read<bool> {
        let start = self.pos;
        let len = name_len(self.rest());
        if len == 0 {
            return Ok(false);
        }
        match (self.ahead(len), self.ahead(len + 1)) {
            (b'=', _) | (b'+', b'=') => {}
            (b'[', _) => {
                if position == Position::Reread {
                    return self.unproved("a subscript after a redirect");
                }
            }
            (b'\\', b'\n') | (b'+', b'\\') => {
                self.pos += len + 1;
                self.pos -= usize::from(self.ahead(0) == b'\n');
                self.skip_continuations();
                if is_name(self.byte()) || matches!(self.byte(), b'=' | b'+' | b'[') {
                    return self.unproved("a continuation inside the first word");
                }
                self.pos = start;
                return Ok(false);
            }
            _ => return Ok(false),
        }
        self.pos += len;
        let name = self.span(start, self.pos);
        let mut subscript = None;
        if self.byte() == b'[' {
            match self.assigned_subscript()? {
                Some(it) => subscript = Some(it),
                None => {
                    self.pos = start;
                    return Ok(false);
                }
            }
        }
        let append = self.eat(b'+');
        self.pos += 1;
        if append {
            self.bash_only("`+=`")?;
        }
        let value = if self.byte() == b'(' {
            if position == Position::Reread || subscript.is_some() {
                return self.unproved("an array after a redirect or a subscript");
            }
            if self.opened::<Redirect>() > 0 && self.redirects_open() {
                return self.unproved("an array after a redirect");
            }
            Value::Array(self.array()?)
        } else {
            Value::Word(self.word(Mode::VALUE)?)
        };
        let span = self.span(start, self.pos);
        self.push(Assignment { span, name, subscript, append, value });
        Ok(true)
    }

    /// Whether the command that is being read has a redirect (outer ones may have some as well, which only makes it stricter).
    fn redirects_open(&self) -> bool {
        !self.store.open.redirects.is_empty()
    }

    /// `[…]` after an assigned name; `None` (with the position anywhere) if no assignment follows and the text is one word however
    /// it is read.
    pub(super) fn assigned_subscript(&mut self) -> Read<Option<Subscript>> {
        let open = self.pos;
        let mark = self.store.mark();
        let subscript = self.subscript()?;
        if self.byte() == b'\\' || (self.byte() == b'+' && self.ahead(1) == b'\\') {
            return self.unproved("a continuation after a subscript");
        }
        if self.byte() == b'=' || (self.byte() == b'+' && self.ahead(1) == b'=') {
            self.bash_only("a subscript")?;
            return Ok(Some(subscript));
        }
        let plain =
            |byte: &u8| is_name(*byte) || matches!(byte, b'[' | b']' | b'-' | b'.' | b'*' | b'!' | b'^' | b'@' | b'?');
        if self.slice(open, self.pos).iter().all(plain) {
            self.store.undo(mark);
            return Ok(None);
        }
        self.unproved("brackets after a name that are no subscript")
    }

    fn at_array_argument(&self) -> bool {
        let len = name_len(self.rest());
        let rest = self.rest().get(len..).unwrap_or_default();
        len > 0 && (rest.starts_with(b"=(") || rest.starts_with(b"+=("))
    }

    /// Reads `name=(…)` as an argument.
    fn array_argument(&mut self) -> Read<Word> {
        self.bash_only("an array")?;
        let start = self.pos;
        while self.byte() != b'(' {
            self.pos += 1;
        }
        let from = self.opened::<Part>();
        self.push_literal(start, self.pos, Quoting::Unquoted);
        let open = self.pos;
        let elements: super::Run<Element> = self.array()?;
        self.push(Part { span: self.span(open, self.pos), kind: PartKind::Array { elements } });
        let parts = self.settle(from);
        Ok(Word { span: self.span(start, self.pos), parts })
    }
}
