//! `(…)` after `name=`.

use super::super::tree::{Element, Reason, Run};
use super::bytes::is_break;
use super::word::Mode;
use super::{Read, Reader};

impl Reader<'_, '_> {
    /// Reads the elements, from `(` to `)`.
    pub(super) fn array(&mut self) -> Read<Run<Element>> {
        self.bash_only("an array")?;
        self.pos += 1;
        let elements = self.nested(Self::elements)?;
        if !self.breaks_after(0) || self.byte() == b'(' {
            return self.unproved("text right after an array");
        }
        Ok(elements)
    }

    fn elements(&mut self) -> Read<Run<Element>> {
        let from = self.opened::<Element>();
        loop {
            self.newlines()?;
            match self.byte() {
                b')' => break,
                0 if self.is_at_end() => return self.stop(Reason::Unclosed("(")),
                b'<' | b'>' if self.next_byte() == b'(' => {}
                byte if is_break(byte) => return self.syntax(),
                _ => {}
            }
            let start = self.pos;
            let mut subscript = None;
            let mut append = false;
            if self.byte() == b'[' {
                subscript = self.assigned_subscript()?;
                if subscript.is_none() {
                    self.pos = start;
                } else {
                    append = self.eat(b'+');
                    self.pos += 1;
                }
            }
            let mode = if subscript.is_some() { Mode::VALUE } else { Mode::ELEMENT };
            let value = self.word(mode)?;
            if subscript.is_none() {
                self.not_before_redirect(value)?;
            }
            self.push(Element { span: self.span(start, self.pos), subscript, append, value });
        }
        self.pos += 1;
        Ok(self.settle(from))
    }
}
