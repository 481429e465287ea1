//! Tilde prefixes.

use super::super::tree::{Part, PartKind, Quoting};
use super::bytes::{is_break, name_len};
use super::word::Tilde;
use super::{Read, Reader};

/// Bytes of a name before a tilde that are looked at.
const MAX_NAME: usize = 256;

impl Reader<'_, '_> {
    /// At `~`: adds a tilde prefix if one stands here, after the text before it. Otherwise the tilde is literal. Passes it either way.
    pub(super) fn tilde(&mut self, place: Tilde, start: usize, run: usize, first: bool) -> Read<bool> {
        if self.slice(0, self.pos).ends_with(b"\\\n") && !first {
            return self.unproved("a tilde after a continuation");
        }
        if !first && !self.tilde_follows(place, start, run)? {
            self.pos += 1;
            return Ok(false);
        }
        let at = self.pos;
        let user = self.slice(at + 1, self.text.len());
        let len = user
            .iter()
            .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'+' | b'-')))
            .unwrap_or(user.len());
        let after = user.get(len).copied().unwrap_or(0);
        if after == b'\\' && user.get(len + 1) == Some(&b'\n') {
            return self.unproved("a continuation after a tilde");
        }
        if is_break(after) && !self.breaks_after(1 + len) {
            return self.unproved("a tilde before a process substitution");
        }
        if after == b'=' {
            return self.unproved("a tilde before an equals sign");
        }
        if !(is_break(after) || matches!(after, b'/' | b':')) {
            self.pos += 1;
            return Ok(false);
        }
        if after == b':' && first && place != Tilde::Value {
            // Here bash lets any quote before the first slash keep the tilde.
            let rest = user.iter().take_while(|byte| **byte != b'/' && !is_break(**byte));
            if rest.into_iter().any(|byte| matches!(byte, b'\'' | b'"' | b'\\' | b'$' | b'`' | b'{')) {
                return self.unproved("a quote after `~:`");
            }
        }
        self.flush(run, at, Quoting::Unquoted);
        self.pos += 1 + len;
        let kind = PartKind::Tilde { user: self.span(at + 1, self.pos) };
        self.push(Part { span: self.span(at, self.pos), kind });
        Ok(true)
    }

    /// Where the next literal begins after a tilde prefix.
    pub(super) fn tilde_run(&self, at: usize, run: usize) -> usize {
        if self.pos > at { self.pos } else { run }
    }

    /// Whether an unquoted `=` or `:` right before lets a tilde be expanded.
    fn tilde_follows(&self, place: Tilde, start: usize, run: usize) -> Read<bool> {
        let before = if self.pos > run { self.slice(self.pos - 1, self.pos) } else { b"" };
        match place {
            Tilde::Start => Ok(false),
            Tilde::Value => Ok(before == b":"),
            Tilde::Argument => {
                if !matches!(before, b"=" | b":") {
                    return Ok(false);
                }
                let word = self.slice(start, self.pos);
                // Only so far, that a long word of many tildes is not gone through for each.
                let name = name_len(word.get(..MAX_NAME).unwrap_or(word));
                if name == MAX_NAME {
                    return self.unproved("a tilde after a very long name");
                }
                let rest = word.get(name..).unwrap_or_default();
                if name > 0 && rest.starts_with(b"[") {
                    return self.unproved("a tilde after a subscript");
                }
                let operator = rest.strip_prefix(b"+").unwrap_or(rest);
                if operator.starts_with(b"\\\n") {
                    return self.unproved("a tilde after a continuation");
                }
                let value = operator.strip_prefix(b"=");
                let assigned = name > 0 && value.is_some_and(|value| before == b":" || value.is_empty());
                if assigned {
                    self.bash_only("a tilde inside an argument")?;
                }
                Ok(assigned)
            }
        }
    }
}
