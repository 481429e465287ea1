//! Backticks: their text loses backslashes, and continuations even inside quotes, and is then read as a script of its own.

use super::super::tree::{Item, List, Part, PartKind, Reason, Style};
use super::{Read, Reader};

impl Reader<'_, '_> {
    /// Reads `` `…` `` from its first backtick. `inside`: in a here-document or an operand, where bash's rules for a backslash before
    /// a double quote differ.
    pub(super) fn backtick(&mut self, quoted: bool, inside: bool) -> Read<()> {
        let at = self.pos;
        let start = at + 1;
        self.pos = start;
        let (mut escapes, mut joined) = (false, false);
        let end = loop {
            match self.byte() {
                b'`' => break self.pos,
                b'\\' => {
                    joined |= self.ahead(1) == b'\n';
                    escapes |= matches!(self.ahead(1), b'`' | b'\\' | b'$') || (quoted && self.ahead(1) == b'"');
                    self.pos += 2;
                }
                0 if self.pos >= self.text.len() => return self.stop(Reason::Unclosed("`")),
                1 | 0x7f => return self.unproved("a control character that bash uses itself"),
                _ => self.pos += 1,
            }
        };
        let raw = self.slice(start, end);
        let quotes = raw.contains(&b'"');
        if escapes && inside {
            return self.unproved("a backslash in backticks, inside a here-document or `${…}`");
        }
        if quotes && quoted {
            self.bash_only("a double quote in backticks inside double quotes")?;
        }
        let body = if escapes || joined {
            let text = unescape(raw, quoted);
            let base = self.rewrite(&text)?.start;
            self.lines(text.as_bytes(), base, 0)?
        } else {
            self.lines(self.slice(0, end), self.base, start)?
        };
        self.pos = end + 1;
        let kind = PartKind::CommandSub { body, style: Style::Backtick, quoted };
        self.push(Part { span: self.span(at, self.pos), kind });
        Ok(())
    }

    /// Reads a text that is a whole script.
    fn lines(&mut self, text: &[u8], base: u32, start: usize) -> Read<List> {
        self.nested(|outer| {
            let mut reader =
                Reader { text, base, pos: start, store: &mut *outer.store, pending: Vec::new(), substituted: false };
            let from = reader.opened::<Item>();
            while reader.line()? {}
            let items = reader.settle(from);
            Ok(List { span: reader.span(start, text.len()), items })
        })
    }
}

fn unescape(raw: &[u8], quoted: bool) -> String {
    let mut text = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        let next = raw.get(at + 1).copied().unwrap_or(0);
        if byte == b'\\' && next != 0 {
            at += 2;
            match next {
                b'\n' => continue,
                b'`' | b'\\' | b'$' => {}
                b'"' if quoted => {}
                _ => text.push(byte),
            }
            text.push(next);
        } else {
            text.push(byte);
            at += 1;
        }
    }
    String::from_utf8(text).unwrap_or_default()
}
