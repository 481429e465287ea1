//! The right side of `=~`: parentheses and bars belong to the word.

use super::super::tree::{Part, Quoting, Reason, Word};
use super::bytes::is_break;
use super::{Read, Reader};

impl Reader<'_, '_> {
    pub(super) fn regex(&mut self) -> Read<Word> {
        self.skip_blanks();
        let start = self.pos;
        if self.byte() == b'#' || self.at_word(b"]]") {
            return self.syntax();
        }
        let from = self.opened::<Part>();
        let mut depth = 0_u32;
        let mut run = start;
        loop {
            let at = self.pos;
            match self.byte() {
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                b'|' => {}
                0 if self.is_at_end() => return self.stop(Reason::Unclosed("[[")),
                b'\\' => {
                    self.flush(run, at, Quoting::Unquoted);
                    self.backslash()?;
                    run = self.pos;
                    continue;
                }
                b'\'' => {
                    self.flush(run, at, Quoting::Unquoted);
                    self.single()?;
                    run = self.pos;
                    continue;
                }
                b'"' => {
                    self.flush(run, at, Quoting::Unquoted);
                    self.double(Quoting::Double)?;
                    run = self.pos;
                    continue;
                }
                b'$' if self.is_expansion(false) => {
                    if depth > 0 && !(super::bytes::is_name_start(self.ahead(1)) || self.ahead(1).is_ascii_digit()) {
                        return self.unproved("this expansion in parentheses of a regular expression");
                    }
                    self.flush(run, at, Quoting::Unquoted);
                    self.expansion(false)?;
                    run = self.pos;
                    continue;
                }
                b'`' | 1 | 0x7f => return self.unproved("this character in a regular expression"),
                b'<' | b'>' | b'\n' if depth > 0 => {
                    return self.unproved("this character in a regular expression");
                }
                byte if depth == 0 && is_break(byte) => break,
                _ => {}
            }
            self.pos += 1;
        }
        if self.pos == start || (matches!(self.byte(), b'<' | b'>')) {
            return self.syntax();
        }
        self.flush(run, self.pos, Quoting::Unquoted);
        let parts = self.settle(from);
        Ok(Word { span: self.span(start, self.pos), parts })
    }
}
