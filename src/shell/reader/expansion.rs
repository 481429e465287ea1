//! What a dollar begins.

use super::super::tree::{List, Name, Param, ParamOp, Part, PartKind, Quoting, Reason, Run, Style};
use super::bytes::{is_name, is_name_start, name_len};
use super::{Read, Reader};

impl Reader<'_, '_> {
    /// Whether the dollar here begins an expansion, or a quote where quotes may begin.
    #[inline]
    pub(super) fn is_expansion(&self, quoted: bool) -> bool {
        match self.ahead(1) {
            b'{' | b'(' | b'[' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' | b'0'..=b'9' => true,
            b'\'' | b'"' => !quoted,
            b'\\' => self.ahead(2) == b'\n',
            byte => is_name_start(byte),
        }
    }

    /// Reads the expansion at the dollar here.
    pub(super) fn expansion(&mut self, quoted: bool) -> Read<()> {
        self.expansion_inside(quoted, false)
    }

    /// As [`Self::expansion`], in the body of a here-document.
    pub(super) fn expansion_in_here_doc(&mut self) -> Read<()> {
        self.expansion_inside(true, true)
    }

    fn expansion_inside(&mut self, quoted: bool, here_doc: bool) -> Read<()> {
        let at = self.pos;
        match self.ahead(1) {
            b'(' => {
                self.pos += 2;
                if self.byte() == b'\\' && self.ahead(1) == b'\n' {
                    return self.unproved("a continuation after `$(`");
                }
                if self.byte() == b'(' {
                    return self.arith_substitution(at, quoted);
                }
                let body = self.substituted_list()?;
                let kind = PartKind::CommandSub { body, style: Style::Dollar, quoted };
                self.push(Part { span: self.span(at, self.pos), kind });
                Ok(())
            }
            b'{' => self.nested(|reader| reader.braced_param(quoted, here_doc)),
            b'[' => self.arith_brackets(quoted),
            b'\'' => self.ansi(),
            b'"' => {
                self.bash_only("`$\"…\"`")?;
                self.pos += 1;
                self.double(Quoting::Locale)
            }
            b'\\' => self.unproved("a continuation after a dollar"),
            byte if is_name_start(byte) => {
                let len = name_len(self.slice(at + 1, self.text.len()));
                self.pos = at + 1 + len;
                self.name_ends()?;
                self.push_param(at, Name::Variable(self.span(at + 1, self.pos)), quoted);
                Ok(())
            }
            byte @ b'1'..=b'9' => {
                let _ = byte;
                self.pos += 2;
                self.push_param(at, Name::Positional(self.span(at + 1, self.pos)), quoted);
                Ok(())
            }
            byte => {
                self.pos += 2;
                self.push_param(at, Name::Special(byte), quoted);
                Ok(())
            }
        }
    }

    /// A continuation may hide the rest of a name.
    fn name_ends(&mut self) -> Read<()> {
        if self.byte() == b'\\' && self.ahead(1) == b'\n' {
            let end = self.pos;
            self.skip_continuations();
            if is_name(self.byte()) || self.byte() == b'[' {
                return self.unproved("a continuation inside a variable's name");
            }
            self.pos = end;
        }
        Ok(())
    }

    fn push_param(&mut self, at: usize, name: Name, quoted: bool) {
        let span = self.span(at, self.pos);
        let param = self.add(Param { span, name, subscript: None, indirect: false, op: ParamOp::None });
        self.push(Part { span, kind: PartKind::Param { param, quoted } });
    }

    /// Reads the commands of `$(…)` or `<(…)`, from after the parenthesis to after its end.
    pub(super) fn substituted_list(&mut self) -> Read<List> {
        let pending = std::mem::take(&mut self.pending);
        let substituted = std::mem::replace(&mut self.substituted, true);
        let list = self.nested(Self::substituted_list_inside)?;
        self.pending = pending;
        self.substituted = substituted;
        Ok(list)
    }

    fn substituted_list_inside(&mut self) -> Read<List> {
        let start = self.pos;
        self.skip_blanks();
        let first = !matches!(self.byte(), b'\n' | b'#');
        self.newlines()?;
        let mut list = if self.byte() == b')' {
            List { span: self.span(start, self.pos), items: Run::default() }
        } else if self.is_at_end() {
            return self.stop(Reason::Unclosed("$("));
        } else {
            self.list_after_newlines(start, first)?
        };
        if self.is_at_end() {
            return self.stop(Reason::Unclosed("$("));
        }
        if self.byte() != b')' {
            return self.syntax();
        }
        if !self.pending.is_empty() {
            return self.unproved("a here-document that begins after the substitution that announces it");
        }
        list.span = self.span(start, self.pos);
        self.pos += 1;
        Ok(list)
    }
}
