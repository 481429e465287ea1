//! The word after the operator of `${…}`.

use super::super::tree::{Glob, Part, PartKind, Quoting, Reason, Run};
use super::{Read, Reader};

/// Where an operand stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Operand {
    /// The expansion is in double quotes.
    pub(super) quoted: bool,
    /// The expansion is in a here-document.
    pub(super) here_doc: bool,
    /// A pattern, or what replaces one: quotes in it quote even inside double quotes.
    pub(super) pattern: bool,
    /// A slash ends it.
    pub(super) slash: bool,
}

impl Reader<'_, '_> {
    /// Reads up to the brace (or slash) that ends the operand, which is not passed.
    pub(super) fn operand(&mut self, place: Operand) -> Read<Run<Part>> {
        let from = self.opened::<Part>();
        let start = self.pos;
        let plain = if place.quoted && !place.pattern { Quoting::Double } else { Quoting::Unquoted };
        let globs = place.pattern || !place.quoted;
        let mut brackets = false;
        let mut run = self.pos;
        loop {
            let at = self.pos;
            match self.byte() {
                b'}' => break,
                b'/' if place.slash => break,
                0 if self.is_at_end() => return self.stop(Reason::Unclosed("${")),
                b'\\' => {
                    self.flush(run, at, plain);
                    self.operand_backslash(place)?;
                }
                b'\'' => {
                    self.flush(run, at, plain);
                    self.operand_single(place)?;
                }
                b'"' => {
                    self.flush(run, at, plain);
                    self.operand_double(place)?;
                }
                b'$' if self.is_expansion(place.quoted) || matches!(self.ahead(1), b'\'' | b'"') => {
                    let ansi = self.ahead(1) == b'\'' && place.pattern && !place.here_doc;
                    if place.quoted && matches!(self.ahead(1), b'\'' | b'"') && !ansi {
                        return self.unproved("a dollar before a quote in a quoted `${…}`");
                    }
                    self.flush(run, at, plain);
                    if place.here_doc { self.expansion_in_here_doc()? } else { self.expansion(place.quoted)? }
                }
                b'`' => {
                    self.flush(run, at, plain);
                    self.backtick(place.quoted, true)?;
                }
                byte @ (b'*' | b'?') if globs => {
                    self.flush(run, at, plain);
                    let glob = if byte == b'*' { Glob::Star } else { Glob::Question };
                    self.push(Part { span: self.span(at, at + 1), kind: PartKind::Glob(glob) });
                    self.pos += 1;
                }
                b'<' | b'>' if self.next_byte() == b'(' => {
                    return self.unproved("a process substitution in `${…}`");
                }
                b'~' if self.slice(0, at).ends_with(b"\\\n") => {
                    return self.unproved("a tilde after a continuation");
                }
                b'~' if at == start && !place.quoted => {
                    if !matches!(self.ahead(1), b'}' | b'/') {
                        return self.unproved("a tilde with a name in `${…}`");
                    }
                    self.pos += 1;
                    let kind = PartKind::Tilde { user: self.span(self.pos, self.pos) };
                    self.push(Part { span: self.span(at, self.pos), kind });
                }
                1 | 0x7f => return self.unproved("a control character that bash uses itself"),
                byte => {
                    brackets |= byte == b']';
                    self.pos += 1;
                    continue;
                }
            }
            run = self.pos;
        }
        self.flush(run, self.pos, plain);
        if brackets && globs {
            self.resolve_brackets(from)?;
        }
        Ok(self.settle(from))
    }

    pub(super) fn operand_double(&mut self, place: Operand) -> Read<()> {
        if !place.here_doc {
            let at = self.pos;
            self.double(Quoting::Double)?;
            return if place.quoted && !place.pattern && !is_same_unquoted(self.slice(at + 1, self.pos - 1)) {
                self.unproved("what is in the inner quotes of a quoted `${…}`")
            } else {
                Ok(())
            };
        }
        // bash finds the end of these when it expands the document: only plain text between the quotes is surely read alike.
        let at = self.pos;
        let rest = self.slice(at + 1, self.text.len());
        let active = |byte: &u8| {
            !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\'' | b'$' | b'`' | b'\\' | b'{' | b'}')
        };
        match rest.iter().position(active).map(|len| (len, rest.get(len))) {
            Some((len, Some(b'"'))) if !place.pattern => {
                self.pos = at + len + 2;
                let text = self.span(at + 1, self.pos - 1);
                let kind = PartKind::Literal { text, quoting: Quoting::Double };
                self.push(Part { span: self.span(at, self.pos), kind });
                Ok(())
            }
            _ => self.unproved("a double quote in `${…}` in a here-document"),
        }
    }

    fn operand_backslash(&mut self, place: Operand) -> Read<()> {
        if !place.quoted || place.pattern {
            return self.backslash();
        }
        match self.ahead(1) {
            b'\n' => self.pos += 2,
            b'$' | b'`' | b'"' | b'\\' | b'}' => self.escaped(Quoting::Double),
            0 => return self.unproved("a backslash at the very end"),
            _ => {
                // Kept, and the byte after it as well: it ends nothing.
                let at = self.pos;
                self.pos += 2;
                while self.byte() & 0xc0 == 0x80 {
                    self.pos += 1;
                }
                self.push_literal(at, self.pos, Quoting::Double);
            }
        }
        Ok(())
    }

    /// A single quote. Inside double quotes bash pairs them to find the end and keeps them as text, but expands between them.
    pub(super) fn operand_single(&mut self, place: Operand) -> Read<()> {
        if !place.quoted || (place.pattern && !place.here_doc) {
            return self.single();
        }
        let at = self.pos;
        let rest = self.slice(at + 1, self.text.len());
        let active = |byte: &u8| matches!(byte, b'\'' | b'$' | b'`' | b'\\' | b'"' | b'}' | b'{');
        let len = rest.iter().position(active);
        match len.and_then(|len| rest.get(len).map(|byte| (len, *byte))) {
            Some((len, b'\'')) if !place.here_doc => {
                self.pos = at + len + 2;
                self.push_literal(at, self.pos, Quoting::Double);
                Ok(())
            }
            _ => self.unproved("a single quote in a quoted `${…}`"),
        }
    }
}

/// Whether a text in double quotes stands for the same without them: in `"${x:-"text"}"` bash takes the inner quotes for the end
/// of the outer ones where it expands braces and removes backslashes.
fn is_same_unquoted(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let next = text.get(at + 1);
        match byte {
            b'\\' if matches!(next, Some(b'$' | b'`' | b'"' | b'\\')) => at += 1,
            b'$' if next == Some(&b'{') => at += 1,
            b'\\' | b'{' | b'\'' => return false,
            b'$' if next.is_none() => return false,
            _ => {}
        }
        at += 1;
    }
    true
}
