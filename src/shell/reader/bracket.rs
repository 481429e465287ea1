//! Bracket expressions and extended patterns.

use super::super::tree::{Alternative, Glob, Part, PartKind, Quoting, Reason};
use super::{Read, Reader};

/// A place in some parts: which part, which byte of its text.
type Place = (usize, usize);

impl Reader<'_, '_> {
    /// Turns `[…]` in the open parts from `from` on into bracket expressions.
    pub(super) fn resolve_brackets(&mut self, from: usize) -> Read<()> {
        let parts: Vec<Part> = self.store.open.parts.drain(from..).collect();
        let mut done: Place = (0, 0);
        let mut at: Place = (0, 0);
        while let Some(open) = self.find(&parts, at, b'[') {
            let Some(close) = self.closing(&parts, open)? else {
                break;
            };
            self.emit(&parts, done, open, false);
            let inner_from = self.opened::<Part>();
            self.emit(&parts, (open.0, open.1 + 1), close, true);
            let inner = self.settle(inner_from);
            let span = match (parts.get(open.0), parts.get(close.0)) {
                (Some(first), Some(last)) => super::Span::new(
                    first.span.start + super::to_u32(open.1),
                    last.span.start + super::to_u32(close.1) + 1,
                ),
                _ => super::Span::default(),
            };
            self.push(Part { span, kind: PartKind::Glob(Glob::Bracket { parts: inner }) });
            done = (close.0, close.1 + 1);
            at = done;
        }
        self.emit(&parts, done, (parts.len(), 0), false);
        Ok(())
    }

    fn unquoted(&self, part: &Part) -> &[u8] {
        match part.kind {
            PartKind::Literal { text, quoting: Quoting::Unquoted } => {
                let start = text.start.saturating_sub(self.base) as usize;
                self.slice(start, start + text.len() as usize)
            }
            _ => &[],
        }
    }

    fn find(&self, parts: &[Part], from: Place, byte: u8) -> Option<Place> {
        for (index, part) in parts.iter().enumerate().skip(from.0) {
            let skip = if index == from.0 { from.1 } else { 0 };
            if let Some(at) = memchr::memchr(byte, self.unquoted(part).get(skip..).unwrap_or_default()) {
                return Some((index, skip + at));
            }
        }
        None
    }

    /// The `]` that closes a bracket expression, if any.
    fn closing(&self, parts: &[Part], open: Place) -> Read<Option<Place>> {
        let mut first = true;
        for (index, part) in parts.iter().enumerate().skip(open.0) {
            if matches!(part.kind, PartKind::Brace { .. } | PartKind::BraceRange { .. }) {
                return match self.find(parts, (index, 0), b']') {
                    Some(_) => self.unproved("brackets around braces"),
                    None => Ok(None),
                };
            }
            let text = self.unquoted(part);
            let mut at = if index == open.0 { open.1 + 1 } else { 0 };
            if index != open.0 {
                first &= text.is_empty() && matches!(part.kind, PartKind::Literal { text, .. } if text.is_empty());
            }
            while let Some(&byte) = text.get(at) {
                match byte {
                    b'!' if first => {}
                    // dash and busybox take `^` otherwise.
                    b'^' if first => self.bash_only("brackets that begin with `^`")?,
                    b']' if !first => return Ok(Some((index, at))),
                    b'[' if matches!(text.get(at + 1), Some(b':' | b'.' | b'=')) => {
                        let end = [text.get(at + 1).copied().unwrap_or(0), b']'];
                        let class = text.get(at + 2..).unwrap_or_default();
                        if let Some(len) =
                            class.iter().zip(class.iter().skip(1)).take(24).position(|pair| [*pair.0, *pair.1] == end)
                        {
                            at += len + 3;
                        }
                        first = false;
                    }
                    _ => first = false,
                }
                at += 1;
            }
        }
        Ok(None)
    }

    /// Adds the parts between two places again.
    fn emit(&mut self, parts: &[Part], from: Place, to: Place, inside: bool) {
        for (index, part) in parts.iter().enumerate().skip(from.0).take(to.0 + 1 - from.0.min(to.0)) {
            let start = if index == from.0 { from.1 } else { 0 };
            match part.kind {
                PartKind::Literal { text, quoting: Quoting::Unquoted } => {
                    let end = if index == to.0 { to.1 } else { text.len() as usize };
                    let at = text.start.saturating_sub(self.base) as usize;
                    self.flush(at + start, at + end, Quoting::Unquoted);
                }
                _ if index == to.0 || start > 0 => {}
                PartKind::Glob(Glob::Star | Glob::Question) if inside => {
                    self.push(Part {
                        span: part.span,
                        kind: PartKind::Literal { text: part.span, quoting: Quoting::Unquoted },
                    });
                }
                _ => self.push(*part),
            }
        }
    }

    /// `@(…)` and its kind, from the character before the parenthesis.
    pub(super) fn extended_glob(&mut self) -> Read<()> {
        self.nested(Self::extended_glob_inside)
    }

    fn extended_glob_inside(&mut self) -> Read<()> {
        let at = self.pos;
        let op = self.byte();
        if self.ahead(1) != b'(' {
            return self.unproved("a continuation in an extended pattern");
        }
        self.pos += 2;
        let from = self.opened::<Alternative>();
        loop {
            let (alternative, more) = self.extended_alternative()?;
            self.push(alternative);
            if !more {
                break;
            }
        }
        let alternatives = self.settle(from);
        let span = self.span(at, self.pos);
        self.push(Part { span, kind: PartKind::Glob(Glob::Extended { op, alternatives }) });
        Ok(())
    }

    /// One alternative and the bar (true) or parenthesis (false) after it.
    fn extended_alternative(&mut self) -> Read<(Alternative, bool)> {
        let start = self.pos;
        let from = self.opened::<Part>();
        let mut run = start;
        let mut brackets = false;
        loop {
            let at = self.pos;
            match self.byte() {
                b'|' | b')' => break,
                0 if self.is_at_end() => return self.stop(Reason::Unclosed("(")),
                b'*' | b'?' | b'+' | b'@' | b'!' if self.ahead(1) == b'(' => {
                    self.flush(run, at, Quoting::Unquoted);
                    self.extended_glob()?;
                }
                byte @ (b'*' | b'?') => {
                    self.flush(run, at, Quoting::Unquoted);
                    let glob = if byte == b'*' { Glob::Star } else { Glob::Question };
                    self.push(Part { span: self.span(at, at + 1), kind: PartKind::Glob(glob) });
                    self.pos += 1;
                }
                b'\\' => {
                    self.flush(run, at, Quoting::Unquoted);
                    self.backslash()?;
                }
                b'\'' => {
                    self.flush(run, at, Quoting::Unquoted);
                    self.single()?;
                }
                b'"' => {
                    self.flush(run, at, Quoting::Unquoted);
                    self.double(Quoting::Double)?;
                }
                b'$' if super::bytes::is_name_start(self.ahead(1)) => {
                    self.flush(run, at, Quoting::Unquoted);
                    self.expansion(false)?;
                }
                b'$' | b'`' | b'(' | b'<' | b'>' | b'\n' | 1 | 0x7f => {
                    return self.unproved("this character in an extended pattern");
                }
                byte => {
                    brackets |= byte == b']';
                    self.pos += 1;
                    continue;
                }
            }
            run = self.pos;
        }
        self.flush(run, self.pos, Quoting::Unquoted);
        if brackets {
            self.resolve_brackets(from)?;
        }
        let parts = self.settle(from);
        let alternative = Alternative { span: self.span(start, self.pos), parts };
        let more = self.byte() == b'|';
        self.pos += 1;
        Ok((alternative, more))
    }
}
