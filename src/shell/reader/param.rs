//! `${…}`.

use super::super::tree::{Anchor, CaseChange, Fallback, Name, Param, ParamOp, Part, PartKind, Reason, Side, Subscript};
use super::arith::End;
use super::bytes::{digits_len, is_name_start, name_len};
use super::operand::Operand;
use super::{Read, Reader};

impl Reader<'_, '_> {
    /// Reads `${…}` from the dollar.
    pub(super) fn braced_param(&mut self, quoted: bool, here_doc: bool) -> Read<()> {
        let at = self.pos;
        self.pos += 2;
        let place = Operand { quoted, here_doc, pattern: false, slash: false };
        let (name, subscript, indirect, op) = match (self.byte(), self.ahead(1)) {
            (b'#', b'}') => (self.special(), None, false, ParamOp::None),
            (b'#', _) => {
                self.pos += 1;
                let name = self.param_name()?;
                let subscript = self.param_subscript(name, place)?;
                if self.byte() != b'}' {
                    return self.unproved("this form of `${#…}`");
                }
                (name, subscript, false, ParamOp::Length)
            }
            (b'!', b'}') => (self.special(), None, false, ParamOp::None),
            (b'!', _) => {
                self.bash_only("`${!…}`")?;
                self.pos += 1;
                self.indirection(place)?
            }
            _ => {
                let name = self.param_name()?;
                let subscript = self.param_subscript(name, place)?;
                (name, subscript, false, self.param_op(place)?)
            }
        };
        if self.is_at_end() {
            return self.stop(Reason::Unclosed("${"));
        }
        if !self.eat(b'}') {
            return self.unproved("this form of `${…}`");
        }
        let span = self.span(at, self.pos);
        let param = self.add(Param { span, name, subscript, indirect, op });
        self.push(Part { span, kind: PartKind::Param { param, quoted } });
        Ok(())
    }

    fn special(&mut self) -> Name {
        let name = Name::Special(self.byte());
        self.pos += 1;
        name
    }

    fn param_name(&mut self) -> Read<Name> {
        let start = self.pos;
        match self.byte() {
            byte if is_name_start(byte) => {
                self.pos += name_len(self.rest());
                Ok(Name::Variable(self.span(start, self.pos)))
            }
            b'0'..=b'9' => {
                self.pos += digits_len(self.rest());
                let digits = self.slice(start, self.pos);
                Ok(if digits == b"0" { Name::Special(b'0') } else { Name::Positional(self.span(start, self.pos)) })
            }
            b'@' | b'*' | b'?' | b'-' | b'$' | b'!' | b'#' => Ok(self.special()),
            _ => self.unproved("this form of `${…}`"),
        }
    }

    fn param_subscript(&mut self, name: Name, place: Operand) -> Read<Option<Subscript>> {
        if self.byte() != b'[' || !matches!(name, Name::Variable(_)) {
            return Ok(None);
        }
        self.bash_only("a subscript")?;
        self.subscript_inside(Operand { pattern: true, ..place }).map(Some)
    }

    /// `[…]`.
    pub(super) fn subscript(&mut self) -> Read<Subscript> {
        self.subscript_inside(Operand { quoted: false, here_doc: false, pattern: true, slash: false })
    }

    fn subscript_inside(&mut self, place: Operand) -> Read<Subscript> {
        self.pos += 1;
        let subscript = match (self.byte(), self.ahead(1)) {
            (b'@', b']') => Subscript::At,
            (b'*', b']') => Subscript::Star,
            (b']', _) => return self.unproved("an empty subscript"),
            _ => {
                let index = self.nested(|reader| reader.expression(End::Subscript(place)))?;
                self.pos += 1;
                return Ok(Subscript::Index(index));
            }
        };
        self.pos += 2;
        Ok(subscript)
    }

    fn indirection(&mut self, place: Operand) -> Read<(Name, Option<Subscript>, bool, ParamOp)> {
        if !(is_name_start(self.byte())
            || self.byte().is_ascii_digit()
            || (matches!(self.byte(), b'#' | b'@' | b'*') && self.ahead(1) == b'}'))
        {
            return self.unproved("this form of `${!…}`");
        }
        let name = self.param_name()?;
        if matches!(self.byte(), b'*' | b'@') && self.ahead(1) == b'}' {
            self.pos += 1;
            return Ok((name, None, false, ParamOp::Names));
        }
        let subscript = self.param_subscript(name, place)?;
        if self.byte() == b'}' && matches!(subscript, Some(Subscript::At | Subscript::Star)) {
            return Ok((name, subscript, false, ParamOp::Keys));
        }
        let op = self.param_op(place)?;
        Ok((name, subscript, true, op))
    }

    fn param_op(&mut self, place: Operand) -> Read<ParamOp> {
        let byte = self.byte();
        match byte {
            b'}' => return Ok(ParamOp::None),
            0 if self.is_at_end() => return self.stop(Reason::Unclosed("${")),
            b':' => {
                self.pos += 1;
                return match fallback(self.byte()) {
                    Some(kind) => self.fallback_op(kind, true, place),
                    None => self.slice_op(),
                };
            }
            b'-' | b'=' | b'+' | b'?' => {
                if let Some(kind) = fallback(byte) {
                    return self.fallback_op(kind, false, place);
                }
            }
            b'#' | b'%' => {
                self.pos += 1;
                let longest = self.eat(byte);
                let side = if byte == b'#' { Side::Prefix } else { Side::Suffix };
                let pattern = self.operand(Operand { pattern: true, ..place })?;
                return Ok(ParamOp::Trim { side, longest, pattern });
            }
            _ => {}
        }
        self.bash_only("this form of `${…}`")?;
        match byte {
            b'/' => self.replace_op(place),
            b'^' | b',' | b'~' => {
                self.pos += 1;
                let all = self.eat(byte);
                let change = match byte {
                    b'^' => CaseChange::Upper,
                    b',' => CaseChange::Lower,
                    _ => CaseChange::Toggle,
                };
                let pattern = self.operand(Operand { pattern: true, ..place })?;
                Ok(ParamOp::Case { change, all, pattern })
            }
            b'@' => {
                let transform = self.ahead(1);
                if !matches!(transform, b'U' | b'u' | b'L' | b'Q' | b'E' | b'P' | b'A' | b'K' | b'a' | b'k') {
                    return self.unproved("this form of `${…@…}`");
                }
                self.pos += 2;
                Ok(ParamOp::Transform(transform))
            }
            _ => self.unproved("this form of `${…}`"),
        }
    }

    fn fallback_op(&mut self, kind: Fallback, colon: bool, place: Operand) -> Read<ParamOp> {
        self.pos += 1;
        let word = self.operand(place)?;
        Ok(ParamOp::Fallback { kind, colon, word })
    }

    fn slice_op(&mut self) -> Read<ParamOp> {
        self.bash_only("`${x:offset}`")?;
        let offset = self.expression(End::Slice)?;
        let length = if self.eat(b':') { Some(self.expression(End::Slice)?) } else { None };
        Ok(ParamOp::Slice { offset, length })
    }

    fn replace_op(&mut self, place: Operand) -> Read<ParamOp> {
        self.pos += 1;
        let anchor = match self.byte() {
            b'/' => Anchor::All,
            b'#' => Anchor::Prefix,
            b'%' => Anchor::Suffix,
            _ => Anchor::First,
        };
        if anchor != Anchor::First {
            self.pos += 1;
        }
        if self.byte() == b'/' && anchor != Anchor::Prefix && anchor != Anchor::Suffix {
            return self.unproved("a slash at the beginning of a replaced pattern");
        }
        let pattern = self.operand(Operand { pattern: true, slash: true, ..place })?;
        let with = if self.eat(b'/') { Some(self.operand(Operand { pattern: true, ..place })?) } else { None };
        Ok(ParamOp::Replace { anchor, pattern, with })
    }
}

fn fallback(byte: u8) -> Option<Fallback> {
    match byte {
        b'-' => Some(Fallback::Default),
        b'=' => Some(Fallback::Assign),
        b'+' => Some(Fallback::Alternate),
        b'?' => Some(Fallback::Error),
        _ => None,
    }
}
