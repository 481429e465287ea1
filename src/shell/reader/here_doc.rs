//! Here-documents: the delimiter, and the lines after the next newline.

use super::super::tree::{HereDoc, Id, Part, PartKind, Quoting, Run, Span};
use super::bytes::is_break;
use super::{Read, Reader, to_u32};

/// How many here-documents bash lets one line announce.
pub(super) const MAX_PENDING: usize = 16;

/// Where a body ends.
struct Extent {
    end: usize,
    after: usize,
    ended: bool,
}

impl Reader<'_, '_> {
    /// Reads the delimiter; the body comes later.
    pub(super) fn here_doc(&mut self, strip_tabs: bool) -> Read<Id<HereDoc>> {
        if is_break(self.byte()) || self.byte() == b'#' {
            return self.syntax();
        }
        let start = self.pos;
        let (delimiter, quoted) = self.delimiter()?;
        let digits = self.slice(start, self.pos).iter().all(u8::is_ascii_digit);
        if matches!(self.byte(), b'<' | b'>')
            && (digits || self.slice(start, start + 1) == b"{" || self.next_byte() == b'(')
        {
            return self.unproved("a here-document's delimiter before a redirect");
        }
        if self.pending.len() >= MAX_PENDING {
            return self.syntax();
        }
        let id = self.add(HereDoc {
            delimiter,
            quoted,
            strip_tabs,
            span: Span::default(),
            body: Run::default(),
            ended: false,
        });
        self.pending.push(id);
        Ok(id)
    }

    fn delimiter(&mut self) -> Read<(Span, bool)> {
        let mut text = Vec::new();
        let mut quoted = false;
        let start = self.pos;
        loop {
            match self.byte() {
                b'\'' => {
                    quoted = true;
                    self.pos += 1;
                    let Some(len) = memchr::memchr(b'\'', self.rest()) else {
                        return self.syntax();
                    };
                    text.extend_from_slice(self.slice(self.pos, self.pos + len));
                    self.pos += len + 1;
                }
                b'"' => {
                    quoted = true;
                    self.pos += 1;
                    let Some(len) = self.rest().iter().position(|byte| matches!(byte, b'"' | b'\\' | b'$' | b'`'))
                    else {
                        return self.syntax();
                    };
                    text.extend_from_slice(self.slice(self.pos, self.pos + len));
                    self.pos += len;
                    if !self.eat(b'"') {
                        return self.unproved("a here-document's delimiter with an expansion");
                    }
                }
                b'\\' => {
                    quoted = true;
                    if matches!(self.ahead(1), 0 | b'\n') {
                        return self.unproved("a continuation inside a here-document's delimiter");
                    }
                    text.push(self.ahead(1));
                    self.pos += 2;
                }
                b'$' if self.is_expansion(false) => {
                    return self.unproved("a here-document's delimiter with an expansion");
                }
                b'`' | 1 | 0x7f => {
                    return self.unproved("a here-document's delimiter with an expansion");
                }
                byte if is_break(byte) => break,
                byte => {
                    text.push(byte);
                    self.pos += 1;
                }
            }
        }
        let raw = self.slice(start, self.pos);
        if text.contains(&b'\n') {
            return self.unproved("a here-document's delimiter of several lines");
        }
        if raw == text.as_slice() {
            return Ok((self.span(start, self.pos), quoted));
        }
        let inner = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
        if inner == text.as_slice() {
            return Ok((self.span(start + 1, self.pos - 1), quoted));
        }
        match String::from_utf8(text) {
            Ok(text) => Ok((self.rewrite(&text)?, quoted)),
            Err(_) => self.unproved("a here-document's delimiter that is not text"),
        }
    }

    /// After a newline, or at the end of the text: reads the bodies of the here-documents that were announced.
    pub(super) fn here_docs(&mut self) -> Read<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let mut pending = std::mem::take(&mut self.pending);
        let mut left = pending.len();
        for id in pending.drain(..) {
            left -= 1;
            self.here_doc_body(id, left > 0)?;
        }
        self.pending = pending;
        Ok(())
    }

    fn here_doc_body(&mut self, id: Id<HereDoc>, more: bool) -> Read<()> {
        let Some(&here_doc) = self.store.arenas.here_docs.get(id.index()) else {
            return Ok(());
        };
        let start = self.pos;
        let Extent { end, after, ended } = self.here_doc_extent(here_doc, more)?;
        let body = if here_doc.quoted {
            self.literal_body(start, end, here_doc.strip_tabs)
        } else {
            self.expanded_body(start, end, here_doc.strip_tabs)?
        };
        let span = self.span(start, end);
        if let Some(here_doc) = self.store.arenas.here_docs.get_mut(id.index()) {
            here_doc.span = span;
            here_doc.body = body;
            here_doc.ended = ended;
        }
        self.pos = after;
        Ok(())
    }

    /// Finds the line that is the delimiter.
    fn here_doc_extent(&self, here_doc: HereDoc, more: bool) -> Read<Extent> {
        let delimiter = self.delimiter_text(here_doc.delimiter);
        let mut at = self.pos;
        loop {
            if at >= self.text.len() {
                return Ok(Extent { end: self.text.len(), after: self.text.len(), ended: false });
            }
            let (end, joined) = self.here_doc_line(at, here_doc.quoted)?;
            let line = self.slice(at, end);
            let tabs = if here_doc.strip_tabs { line.iter().take_while(|byte| **byte == b'\t').count() } else { 0 };
            let stripped = line.get(tabs..).unwrap_or_default();
            if joined {
                let text: Vec<u8> = without_continuations(stripped);
                if text.starts_with(delimiter) && (text.len() == delimiter.len() || self.substituted) {
                    return self.unproved("a continuation beside a here-document's delimiter");
                }
            } else if line == delimiter || stripped == delimiter {
                return Ok(Extent { end: at, after: (end + 1).min(self.text.len()), ended: true });
            } else if let Some(rest) = stripped.strip_prefix(delimiter)
                && self.substituted
                && rest.contains(&b')')
            {
                // bash ends the document here too, and reads on right after the delimiter.
                if more || !rest.starts_with(b")") {
                    return self.unproved("text after a here-document's delimiter");
                }
                self.bash_only("text after a here-document's delimiter")?;
                return Ok(Extent { end: at, after: at + tabs + delimiter.len(), ended: true });
            }
            at = (end + 1).min(self.text.len());
        }
    }

    fn delimiter_text(&self, span: Span) -> &[u8] {
        let source = to_u32(self.store.source_len);
        if span.start >= self.base && span.end <= self.offset(self.text.len()) {
            self.slice((span.start - self.base) as usize, (span.end - self.base) as usize)
        } else {
            let (start, end) = (span.start.saturating_sub(source) as usize, span.end.saturating_sub(source) as usize);
            self.store.rewritten.as_bytes().get(start..end).unwrap_or_default()
        }
    }

    /// The end of the line at `at` (its newline), and whether continuations join it from several.
    fn here_doc_line(&self, at: usize, quoted: bool) -> Read<(usize, bool)> {
        let rest = self.slice(at, self.text.len());
        if quoted {
            return Ok((memchr::memchr(b'\n', rest).map_or(self.text.len(), |len| at + len), false));
        }
        let mut joined = false;
        let mut from = 0;
        while let Some(len) = memchr::memchr2(b'\n', b'\\', rest.get(from..).unwrap_or_default()) {
            let found = from + len;
            if rest.get(found) == Some(&b'\n') {
                return Ok((at + found, joined));
            }
            joined |= rest.get(found + 1) == Some(&b'\n');
            from = found + 2;
        }
        if from > rest.len() {
            return self.unproved("a backslash at the very end");
        }
        Ok((self.text.len(), joined))
    }

    fn literal_body(&mut self, start: usize, end: usize, strip_tabs: bool) -> Run<Part> {
        let from = self.opened::<Part>();
        let mut at = start;
        while at < end {
            let mut stop = end;
            if strip_tabs {
                let line = self.slice(at, end);
                at += line.iter().take_while(|byte| **byte == b'\t').count();
                stop = memchr::memchr(b'\n', self.slice(at, end)).map_or(end, |len| at + len + 1);
            }
            self.flush(at, stop, Quoting::HereDoc);
            at = stop;
        }
        self.settle(from)
    }

    /// Reads the expansions of a body, as inside double quotes that quote no quote.
    fn expanded_body(&mut self, start: usize, end: usize, strip_tabs: bool) -> Read<Run<Part>> {
        let mut reader = Reader {
            text: self.slice(0, end),
            base: self.base,
            pos: start,
            store: &mut *self.store,
            pending: Vec::new(),
            substituted: false,
        };
        let from = reader.opened::<Part>();
        let mut run = start;
        let mut line = true;
        loop {
            if line && strip_tabs {
                reader.flush(run, reader.pos, Quoting::Double);
                while reader.byte() == b'\t' {
                    reader.pos += 1;
                }
                run = reader.pos;
            }
            line = false;
            match reader.byte() {
                0 if reader.is_at_end() => break,
                b'\\' if matches!(reader.ahead(1), b'$' | b'`' | b'\\') => {
                    reader.flush(run, reader.pos, Quoting::Double);
                    let at = reader.pos;
                    reader.push(Part {
                        span: reader.span(at, at + 2),
                        kind: PartKind::Literal { text: reader.span(at + 1, at + 2), quoting: Quoting::Double },
                    });
                    reader.pos += 2;
                    run = reader.pos;
                }
                b'\\' if reader.ahead(1) == b'\n' => {
                    reader.flush(run, reader.pos, Quoting::Double);
                    reader.pos += 2;
                    run = reader.pos;
                }
                byte @ (b'$' | b'`') if byte == b'`' || reader.is_expansion(true) => {
                    reader.flush(run, reader.pos, Quoting::Double);
                    let at = reader.pos;
                    if byte == b'`' {
                        reader.backtick(true, true)?;
                    } else {
                        reader.expansion_in_here_doc()?;
                    }
                    if strip_tabs && reader.slice(at, reader.pos).windows(2).any(|pair| pair == b"\n\t") {
                        return reader.unproved("an expansion over several indented lines");
                    }
                    run = reader.pos;
                }
                1 | 0x7f => return reader.unproved("a control character that bash uses itself"),
                byte => {
                    line = byte == b'\n';
                    reader.pos += 1;
                }
            }
        }
        reader.flush(run, reader.pos, Quoting::Double);
        Ok(reader.settle(from))
    }
}

fn without_continuations(line: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(line.len());
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        match (byte, line.get(at + 1)) {
            (b'\\', Some(b'\n')) => at += 2,
            (b'\\', Some(&next)) => {
                text.extend_from_slice(&[byte, next]);
                at += 2;
            }
            _ => {
                text.push(byte);
                at += 1;
            }
        }
    }
    text
}
