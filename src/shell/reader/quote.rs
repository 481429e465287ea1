//! Single and double quotes.

use super::super::tree::{Part, PartKind, Quoting, Reason};
use super::bytes::is_plain_quoted;
use super::{Read, Reader};

impl Reader<'_, '_> {
    /// `'…'`.
    pub(super) fn single(&mut self) -> Read<()> {
        let at = self.pos;
        let Some(len) = memchr::memchr(b'\'', self.slice(at + 1, self.text.len())) else {
            return self.stop(Reason::Unclosed("'"));
        };
        self.pos = at + len + 2;
        let kind = PartKind::Literal { text: self.span(at + 1, self.pos - 1), quoting: Quoting::Single };
        self.push(Part { span: self.span(at, self.pos), kind });
        Ok(())
    }

    /// `"…"`, from its first quote.
    pub(super) fn double(&mut self, quoting: Quoting) -> Read<()> {
        let before = self.opened::<Part>();
        self.pos += 1;
        let mut run = self.pos;
        loop {
            while is_plain_quoted(self.byte()) {
                self.pos += 1;
            }
            match self.byte() {
                b'"' => {
                    if self.opened::<Part>() == before {
                        self.push_literal(run, self.pos, quoting);
                    } else {
                        self.flush(run, self.pos, quoting);
                    }
                    self.pos += 1;
                    return Ok(());
                }
                b'\\' => match self.ahead(1) {
                    b'$' | b'`' | b'"' | b'\\' => {
                        self.flush(run, self.pos, quoting);
                        self.escaped(quoting);
                        run = self.pos;
                    }
                    b'\n' => {
                        self.flush(run, self.pos, quoting);
                        self.pos += 2;
                        run = self.pos;
                    }
                    _ => self.pos += 1,
                },
                b'`' => {
                    self.flush(run, self.pos, quoting);
                    self.backtick(true, false)?;
                    run = self.pos;
                }
                b'$' if self.is_expansion(true) => {
                    self.flush(run, self.pos, quoting);
                    self.expansion(true)?;
                    run = self.pos;
                }
                0 if self.is_at_end() => return self.stop(Reason::Unclosed("\"")),
                1 | 0x7f => return self.unproved("a control character that bash uses itself"),
                _ => self.pos += 1,
            }
        }
    }

    /// A backslash and the ASCII byte that it quotes.
    pub(super) fn escaped(&mut self, quoting: Quoting) {
        let at = self.pos;
        self.pos += 2;
        let kind = PartKind::Literal { text: self.span(at + 1, at + 2), quoting };
        self.push(Part { span: self.span(at, at + 2), kind });
    }
}
