//! `$'…'`.

use super::super::limits::{Limit, MAX_BYTES};
use super::super::tree::{Part, PartKind, Quoting, Reason, Span};
use super::{Read, Reader, to_u32};

/// What an escape stands for.
enum Escape {
    Byte(u8),
    Char(char),
    /// The backslash stays, and what follows is read on.
    Kept,
    /// A NUL: bash drops what follows in the quotes.
    End,
    Unproved,
}

impl Reader<'_, '_> {
    /// Reads and decodes, from the dollar.
    pub(super) fn ansi(&mut self) -> Read<()> {
        self.bash_only("`$'…'`")?;
        let at = self.pos;
        self.pos += 2;
        let start = self.pos;
        let end = loop {
            match self.byte() {
                b'\'' => break self.pos,
                b'\\' => self.pos += 2,
                0 if self.is_at_end() => return self.stop(Reason::Unclosed("$'")),
                _ => self.pos += 1,
            }
        };
        self.pos = end + 1;
        let raw = self.slice(start, end);
        let text = if memchr::memchr(b'\\', raw).is_none() {
            self.span(start, end)
        } else {
            let Some(text) = decode(raw).and_then(|bytes| String::from_utf8(bytes).ok()) else {
                return self.unproved("an escape in `$'…'` that is not text");
            };
            self.rewrite(&text)?
        };
        self.push(Part { span: self.span(at, self.pos), kind: PartKind::Literal { text, quoting: Quoting::Ansi } });
        Ok(())
    }

    /// Adds text that is not in the source.
    pub(super) fn rewrite(&mut self, text: &str) -> Read<Span> {
        if self.store.rewritten.len() + text.len() > MAX_BYTES {
            return self.stop(Reason::Limit(Limit::Bytes(MAX_BYTES)));
        }
        let start = self.store.source_len + self.store.rewritten.len();
        self.store.rewritten.push_str(text);
        Ok(Span::new(to_u32(start), to_u32(start + text.len())))
    }
}

fn decode(raw: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        at += 1;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let (escape, len) = escape(raw.get(at..).unwrap_or_default());
        at += len;
        match escape {
            Escape::Byte(byte) => out.push(byte),
            Escape::Char(char) => out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            Escape::Kept => out.push(b'\\'),
            Escape::End => return Some(out),
            Escape::Unproved => return None,
        }
    }
    // bash marks quoted text with these two itself.
    (!out.contains(&1) && !out.contains(&0x7f)).then_some(out)
}

/// What follows a backslash means, and how many bytes it takes.
fn escape(rest: &[u8]) -> (Escape, usize) {
    let byte = |byte| (Escape::Byte(byte), 1);
    match rest.first().copied() {
        Some(b'a') => byte(7),
        Some(b'b') => byte(8),
        Some(b'e' | b'E') => byte(0x1b),
        Some(b'f') => byte(0x0c),
        Some(b'n') => byte(b'\n'),
        Some(b'r') => byte(b'\r'),
        Some(b't') => byte(b'\t'),
        Some(b'v') => byte(0x0b),
        Some(quoted @ (b'\\' | b'\'' | b'"' | b'?')) => byte(quoted),
        Some(b'0'..=b'7') => {
            let len = rest.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
            number(rest.get(..len).unwrap_or_default(), 8, len, false)
        }
        Some(b'x') => hex(rest, 2, false),
        Some(b'u') => hex(rest, 4, true),
        Some(b'U') => hex(rest, 8, true),
        Some(b'c') => match rest.get(1) {
            Some(control) if control.is_ascii_alphabetic() => (Escape::Byte(control & 0x1f), 2),
            _ => (Escape::Unproved, 0),
        },
        _ => (Escape::Kept, 0),
    }
}

fn hex(rest: &[u8], most: usize, char: bool) -> (Escape, usize) {
    let digits = rest.get(1..).unwrap_or_default();
    let len = digits.iter().take(most).take_while(|byte| byte.is_ascii_hexdigit()).count();
    if len == 0 {
        return (Escape::Unproved, 0);
    }
    number(digits.get(..len).unwrap_or_default(), 16, len + 1, char)
}

fn number(digits: &[u8], radix: u32, len: usize, char: bool) -> (Escape, usize) {
    let value = std::str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, radix).ok());
    let escape = match value {
        None => Escape::Unproved,
        Some(value) if char => match char::from_u32(value) {
            Some('\0') => Escape::End,
            Some(char) => Escape::Char(char),
            None => Escape::Unproved,
        },
        Some(value) => match u8::try_from(value & 0xff) {
            Ok(0) => Escape::End,
            Ok(byte) => Escape::Byte(byte),
            Err(_) => Escape::Unproved,
        },
    };
    (escape, len)
}
