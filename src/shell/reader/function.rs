//! Function definitions and coprocesses.

use super::super::tree::{Command, CommandKind, Reason, Run, Word};
use super::bytes::{is_break, is_plain, name_len};
use super::{Read, Reader};

/// posix allows no function of these names (the others are no identifiers).
const SPECIAL_BUILTINS: [&[u8]; 13] = [
    b"break",
    b"continue",
    b"eval",
    b"exec",
    b"exit",
    b"export",
    b"readonly",
    b"return",
    b"set",
    b"shift",
    b"times",
    b"trap",
    b"unset",
];

impl Reader<'_, '_> {
    /// `name ()` was read up to the first parenthesis.
    pub(super) fn function_after_name(&mut self, start: usize, name: Word) -> Read<Command> {
        self.plain_function_name(name)?;
        self.pos += 1;
        self.skip_blanks();
        if !self.eat(b')') {
            return self.syntax();
        }
        self.newlines()?;
        self.function_body(start, name)
    }

    /// `function name …`.
    pub(super) fn function_keyword(&mut self) -> Read<Command> {
        self.bash_only("`function`")?;
        let start = self.pos;
        self.pos += b"function".len();
        self.skip_blanks();
        let name_start = self.pos;
        while is_plain(self.byte()) {
            self.pos += 1;
        }
        if self.pos == name_start || !is_break(self.byte()) {
            return self.unproved("a function name that is not plain text");
        }
        let name = self.plain_word(name_start, self.pos);
        self.plain_function_name(name)?;
        self.skip_blanks();
        if self.byte() == b'(' {
            let open = self.pos;
            self.pos += 1;
            self.skip_blanks();
            if !self.eat(b')') {
                self.pos = open;
                return self.function_body(start, name);
            }
        }
        self.newlines()?;
        self.function_body(start, name)
    }

    /// Only names that no later reading takes for something else.
    fn plain_function_name(&self, name: Word) -> Read<()> {
        let from = name.span.start.saturating_sub(self.base) as usize;
        let text = self.slice(from, from + name.span.len() as usize);
        let plain = |byte: &u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':' | b'+' | b'@' | b'/' | b',')
        };
        if text.iter().all(plain) && text.iter().any(|byte| !byte.is_ascii_digit()) {
            if name_len(text) != text.len() || SPECIAL_BUILTINS.contains(&text) {
                self.bash_only("a function of this name")?;
            }
            Ok(())
        } else {
            self.unproved("a function name that is not plain text")
        }
    }

    fn function_body(&mut self, start: usize, name: Word) -> Read<Command> {
        let body_start = self.pos;
        let body = self.nested(|reader| {
            let Some(kind) = reader.compound()? else {
                return reader.syntax();
            };
            reader.compound_redirects(body_start, kind)
        })?;
        let body = self.add_command(body)?;
        Ok(Command {
            span: self.span(start, self.pos),
            kind: CommandKind::Function { name, body },
            redirects: Run::default(),
            pipe: None,
        })
    }

    /// `coproc [name] command`.
    pub(super) fn coproc(&mut self) -> Read<Command> {
        self.bash_only("`coproc`")?;
        let start = self.pos;
        self.pos += b"coproc".len();
        self.skip_blanks();
        let mut name = None;
        if !self.at_compound() {
            name = self.coproc_name()?;
        }
        let body_start = self.pos;
        let body = match self.nested(Self::compound)? {
            Some(kind) => self.compound_redirects(body_start, kind)?,
            None if name.is_none() && !self.at_reserved() && !matches!(self.byte(), 0 | b'\n') => {
                self.simple_command()?
            }
            None => return self.stop(Reason::Syntax),
        };
        let body = self.add_command(body)?;
        Ok(Command {
            span: self.span(start, self.pos),
            kind: CommandKind::Coproc { name, body },
            redirects: Run::default(),
            pipe: None,
        })
    }

    /// The name before a compound command. Before a simple one there is none: then the position stays.
    fn coproc_name(&mut self) -> Read<Option<Word>> {
        let start = self.pos;
        while is_plain(self.byte()) {
            self.pos += 1;
        }
        let end = self.pos;
        if !self.breaks_after(0) {
            return self.unproved("a first word after `coproc` that is not plain text");
        }
        self.skip_blanks();
        let (compound, reserved) = (self.at_compound(), self.at_reserved());
        let quirk = self
            .rest()
            .get(name_len(self.rest())..)
            .is_some_and(|rest| rest.starts_with(b"[") || rest.starts_with(b"=("));
        let text = self.slice(start, end);
        // bash takes `function` there for the word that begins one.
        if compound && name_len(text) == text.len() && end > start && self.pos > end && text != b"function" {
            return Ok(Some(self.plain_word(start, end)));
        }
        if compound || reserved || quirk {
            return self.unproved("a reserved word after `coproc`");
        }
        self.pos = start;
        Ok(None)
    }
}
