//! Brace expansion: which braces expand, and into what.

use super::super::tree::{Alternative, Part, PartKind, Quoting, Span};
use super::{Read, Reader};

/// A word cut at its unquoted braces and commas.
#[derive(Clone, Copy)]
enum Piece {
    Part(Part),
    /// Text that begins with a tilde prefix: `~/…`.
    Home(Part),
    Open(Span),
    Comma(Span),
    Close(Span),
}

impl Reader<'_, '_> {
    /// Finds the brace expansions in the open parts from `from` on.
    pub(super) fn resolve_braces(&mut self, from: usize, brackets: bool) -> Read<()> {
        let word = self.store.open.parts.get(from..).unwrap_or_default();
        let expands = word.iter().any(|part| {
            let text = self.unquoted_text(part);
            memchr::memchr(b',', text).is_some() || text.windows(2).any(|pair| pair == b"..")
        });
        if !expands {
            return if brackets { self.resolve_brackets(from) } else { Ok(()) };
        }
        self.bash_only("braces with a comma or dots")?;
        let uneven =
            |part: &Part| matches!(part.kind, PartKind::Param { .. }) && has_uneven_braces(self.text_at(part.span));
        if word.iter().any(uneven) {
            return self.unproved("braces beside a `${…}` with braces of its own");
        }
        let parts: Vec<Part> = self.store.open.parts.drain(from..).collect();
        let mut pieces = Vec::with_capacity(parts.len() + 8);
        for part in parts {
            self.cut(part, &mut pieces);
        }
        let Some(closes) = matching(&pieces) else {
            return self.unproved("unbalanced braces with a comma or dots");
        };
        self.tildes(&mut pieces, &closes)?;
        self.brace_sequence(&pieces, &closes, 0, pieces.len(), brackets, 0)
    }

    /// Makes tilde prefixes of `~/` where a word that braces make surely begins with it: right after the brace that begins the
    /// word, or after a comma of that brace.
    ///
    /// bash looks for tildes in each word that braces made, and no longer takes it for an assignment: any other tilde is unproved.
    fn tildes(&self, pieces: &mut [Piece], closes: &[Option<usize>]) -> Read<()> {
        let alternatives = match (pieces.first(), closes.first()) {
            (Some(Piece::Open(_)), Some(Some(close))) if !commas(pieces, closes, 0, *close).is_empty() => *close,
            _ => 0,
        };
        let mut depth = 0_u32;
        let mut begins = false;
        for (at, piece) in pieces.iter_mut().enumerate() {
            let first = at < alternatives && depth == 1 && begins;
            begins = matches!(piece, Piece::Open(_) | Piece::Comma(_));
            let part = match piece {
                Piece::Part(part) => *part,
                Piece::Open(_) => {
                    depth += 1;
                    continue;
                }
                Piece::Close(_) => {
                    depth = depth.saturating_sub(1);
                    continue;
                }
                Piece::Home(_) | Piece::Comma(_) => continue,
            };
            let text = self.unquoted_text(&part);
            if first && text.starts_with(b"~/") && !may_begin_with_tilde(text.get(1..).unwrap_or_default()) {
                *piece = Piece::Home(part);
            } else if may_begin_with_tilde(text) || (at > 0 && matches!(part.kind, PartKind::Tilde { .. })) {
                return self.unproved("a tilde beside braces");
            } else if text.ends_with(b"$") {
                // What comes to stand behind it is expanded: `{a$,}HOME`.
                return self.unproved("a dollar beside braces");
            }
        }
        Ok(())
    }

    fn unquoted_text(&self, part: &Part) -> &[u8] {
        match part.kind {
            PartKind::Literal { text, quoting: Quoting::Unquoted } => self.text_at(text),
            _ => &[],
        }
    }

    fn text_at(&self, span: Span) -> &[u8] {
        let start = span.start.saturating_sub(self.base) as usize;
        self.slice(start, start + span.len() as usize)
    }

    fn cut(&self, part: Part, pieces: &mut Vec<Piece>) {
        let PartKind::Literal { text: span, quoting: Quoting::Unquoted } = part.kind else {
            pieces.push(Piece::Part(part));
            return;
        };
        let literal = |start: u32, end: u32| {
            let text = Span::new(start, end);
            Piece::Part(Part { span: text, kind: PartKind::Literal { text, quoting: Quoting::Unquoted } })
        };
        let mut start = span.start;
        for (at, byte) in (span.start..).zip(self.text_at(span)) {
            let here = Span::new(at, at + 1);
            let piece = match byte {
                b'{' => Piece::Open(here),
                b',' => Piece::Comma(here),
                b'}' => Piece::Close(here),
                _ => continue,
            };
            if start < at {
                pieces.push(literal(start, at));
            }
            pieces.push(piece);
            start = at + 1;
        }
        if start < span.end {
            pieces.push(literal(start, span.end));
        }
    }

    /// Adds the parts of some pieces, with the braces among them resolved. `depth`: how many braces stand around them.
    fn brace_sequence(
        &mut self,
        pieces: &[Piece],
        closes: &[Option<usize>],
        from: usize,
        to: usize,
        brackets: bool,
        depth: u32,
    ) -> Read<()> {
        let start = self.opened::<Part>();
        let mut at = from;
        while at < to {
            let Some(piece) = pieces.get(at) else { break };
            match piece {
                Piece::Part(part) => self.push(*part),
                Piece::Home(part) => {
                    let span = Span::new(part.span.start, part.span.start + 1);
                    let user = Span::new(span.end, span.end);
                    self.push(Part { span, kind: PartKind::Tilde { user } });
                    self.push_text(Span::new(span.end, part.span.end));
                }
                Piece::Comma(span) | Piece::Close(span) => self.push_text(*span),
                Piece::Open(span) => {
                    let Some(close) = closes.get(at).copied().flatten() else {
                        self.push_text(*span);
                        at += 1;
                        continue;
                    };
                    if depth > 0 && close == at + 1 {
                        return self.unproved("empty braces inside braces");
                    }
                    if self.brace_group(pieces, closes, at, close, brackets, depth)? {
                        at = close + 1;
                        continue;
                    }
                    self.push_text(*span);
                }
            }
            at += 1;
        }
        if brackets { self.resolve_brackets(start) } else { Ok(()) }
    }

    fn push_text(&mut self, span: Span) {
        self.push(Part { span, kind: PartKind::Literal { text: span, quoting: Quoting::Unquoted } });
    }

    /// Adds the expansion between two braces; false if they are literal.
    fn brace_group(
        &mut self,
        pieces: &[Piece],
        closes: &[Option<usize>],
        open: usize,
        close: usize,
        brackets: bool,
        depth: u32,
    ) -> Read<bool> {
        let mut ends = commas(pieces, closes, open, close);
        let span = Span::new(self.piece_start(pieces, open), self.piece_start(pieces, close) + 1);
        if ends.is_empty() {
            return self.brace_range(pieces, open, close, span);
        }
        let from = self.opened::<Alternative>();
        ends.push(close);
        let mut start = open + 1;
        for end in ends {
            let parts_from = self.opened::<Part>();
            self.nested(|reader| reader.brace_sequence(pieces, closes, start, end, brackets, depth + 1))?;
            let parts = self.settle(parts_from);
            let span = Span::new(self.piece_start(pieces, start), self.piece_start(pieces, end));
            self.push(Alternative { span, parts });
            start = end + 1;
        }
        let alternatives = self.settle(from);
        self.push(Part { span, kind: PartKind::Brace { alternatives } });
        Ok(true)
    }

    fn piece_start(&self, pieces: &[Piece], at: usize) -> u32 {
        match pieces.get(at) {
            Some(Piece::Part(part) | Piece::Home(part)) => part.span.start,
            Some(Piece::Open(span) | Piece::Comma(span) | Piece::Close(span)) => span.start,
            None => self.here(),
        }
    }

    /// `{from..to..step}`.
    fn brace_range(&mut self, pieces: &[Piece], open: usize, close: usize, span: Span) -> Read<bool> {
        let inner = pieces.get(open + 1..close).unwrap_or_default();
        let [Piece::Part(part)] = inner else {
            let dots = |piece: &Piece| matches!(piece, Piece::Part(part) if self.unquoted_text(part).windows(2).any(|pair| pair == b".."));
            if inner.iter().any(dots) && inner.iter().any(|piece| matches!(piece, Piece::Open(_))) {
                return self.unproved("braces inside a range");
            }
            return Ok(false);
        };
        let text = self.unquoted_text(part);
        let base = part.span.start;
        let mut ends = [0_usize; 2];
        let mut count = 0;
        let mut at = 0;
        while let Some(pair) = text.get(at..at + 2) {
            if pair == b".." {
                let Some(slot) = ends.get_mut(count) else {
                    return Ok(false);
                };
                *slot = at;
                count += 1;
                at += 2;
            } else {
                at += 1;
            }
        }
        if count == 0 {
            return Ok(false);
        }
        let [first, second] = ends;
        let piece = |from: usize, to: usize| {
            let span = Span::new(base + super::to_u32(from), base + super::to_u32(to));
            (span, text.get(from..to).unwrap_or_default())
        };
        let (from, from_text) = piece(0, first);
        let (to, to_text) = piece(first + 2, if count == 2 { second } else { text.len() });
        let step = (count == 2).then(|| piece(second + 2, text.len()));
        let letter = |text: &[u8]| matches!(text, [byte] if byte.is_ascii_alphabetic());
        let ranges = (is_integer(from_text) && is_integer(to_text)) || (letter(from_text) && letter(to_text));
        if !ranges || step.is_some_and(|(_, text)| !is_integer(text)) {
            // Nearly a range: which of these bash takes for one is not worth a rule.
            return self.unproved("dots in braces that are no plain range");
        }
        self.push(Part { span, kind: PartKind::BraceRange { from, to, step: step.map(|(span, _)| span) } });
        Ok(true)
    }
}

/// The commas between the alternatives of the brace from `open` to `close`.
fn commas(pieces: &[Piece], closes: &[Option<usize>], open: usize, close: usize) -> Vec<usize> {
    let mut commas = Vec::new();
    let mut at = open + 1;
    while at < close {
        match pieces.get(at) {
            Some(Piece::Comma(_)) => commas.push(at),
            Some(Piece::Open(_)) => at = closes.get(at).copied().flatten().unwrap_or(at),
            Some(Piece::Part(_) | Piece::Home(_) | Piece::Close(_)) | None => {}
        }
        at += 1;
    }
    commas
}

/// Whether brace expansion may leave a tilde where it is expanded.
fn may_begin_with_tilde(text: &[u8]) -> bool {
    text.starts_with(b"~") || text.windows(2).any(|pair| matches!(pair, b"=~" | b":~"))
}

/// Whether bash, which counts braces where it looks for those that expand, may find another end of a `${…}` than its own.
fn has_uneven_braces(param: &[u8]) -> bool {
    let Some(inner) = param.strip_prefix(b"${").and_then(|rest| rest.strip_suffix(b"}")) else {
        return false;
    };
    let count = |wanted: u8| inner.iter().filter(|byte| **byte == wanted).count();
    let quotes = inner.iter().any(|byte| matches!(byte, b'\'' | b'"' | b'\\' | b'`'));
    count(b'{') != count(b'}') || (quotes && count(b'{') > 0)
}

/// A decimal integer that no arithmetic overflows.
fn is_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    (1..=18).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// For each opening brace where it closes, if it does; `None` if one closes that was not opened, after others were.
fn matching(pieces: &[Piece]) -> Option<Vec<Option<usize>>> {
    let mut closes = vec![None; pieces.len()];
    let mut open = Vec::new();
    let mut opened = false;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open(_) => {
                open.push(at);
                opened = true;
            }
            Piece::Close(_) => match open.pop() {
                Some(start) => *closes.get_mut(start)? = Some(at),
                None if opened => return None,
                None => {}
            },
            Piece::Part(_) | Piece::Home(_) | Piece::Comma(_) => {}
        }
    }
    Some(closes)
}
