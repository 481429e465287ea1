//! Redirects.

use super::super::tree::{Fd, Redirect, RedirectOp, Target, Word};
use super::bytes::{digits_len, is_break, name_len};
use super::word::Mode;
use super::{Read, Reader};

/// What stands before and at the operator.
struct Operator {
    op: RedirectOp,
    strip_tabs: bool,
}

impl Reader<'_, '_> {
    /// Reads a redirect, if one stands here.
    pub(super) fn redirect(&mut self) -> Read<bool> {
        let start = self.pos;
        let Some(fd) = self.descriptor()? else {
            return Ok(false);
        };
        let Operator { op, strip_tabs } = self.redirect_operator()?;
        self.skip_blanks();
        let target = match op {
            RedirectOp::HereDoc => Target::HereDoc(self.here_doc(strip_tabs)?),
            RedirectOp::DupIn | RedirectOp::DupOut if self.byte() == b'-' => self.dash()?,
            RedirectOp::HereString => Target::Word(self.target(op, Mode::SUBJECT)?),
            RedirectOp::Read
            | RedirectOp::Write
            | RedirectOp::Append
            | RedirectOp::Clobber
            | RedirectOp::ReadWrite
            | RedirectOp::DupIn
            | RedirectOp::DupOut
            | RedirectOp::WriteBoth
            | RedirectOp::AppendBoth => Target::Word(self.target(op, Mode::ARGUMENT)?),
        };
        self.push(Redirect { span: self.span(start, self.pos), fd, op, target });
        Ok(true)
    }

    /// Passes what stands before the operator; `None`, without moving, if this is no redirect.
    fn descriptor(&mut self) -> Read<Option<Fd>> {
        match self.byte() {
            b'<' | b'>' => Ok((self.next_byte() != b'(').then_some(Fd::Default)),
            b'&' => Ok((self.next_byte() == b'>').then_some(Fd::Default)),
            b'0'..=b'9' => {
                let len = digits_len(self.rest());
                if !self.at_redirect_operator(len)? {
                    return Ok(None);
                }
                let digits = std::str::from_utf8(self.slice(self.pos, self.pos + len)).unwrap_or_default();
                let Some(number) = digits.parse::<u32>().ok().filter(|number| i32::try_from(*number).is_ok()) else {
                    return Ok(None);
                };
                if len > 1 {
                    self.bash_only("a descriptor of two digits")?;
                }
                self.pos += len;
                Ok(Some(Fd::Number(number)))
            }
            b'{' => {
                let name = name_len(self.slice(self.pos + 1, self.text.len()));
                if name == 0 || self.ahead(name + 1) != b'}' || !self.at_redirect_operator(name + 2)? {
                    return Ok(None);
                }
                self.bash_only("`{name}>`")?;
                let span = self.span(self.pos + 1, self.pos + 1 + name);
                self.pos += name + 2;
                Ok(Some(Fd::Variable(span)))
            }
            _ => Ok(None),
        }
    }

    /// Whether `<` or `>` stands `ahead`, and no process substitution.
    fn at_redirect_operator(&self, ahead: usize) -> Read<bool> {
        match (self.ahead(ahead), self.ahead(ahead + 1)) {
            (b'<' | b'>', b'(') => Ok(false),
            (b'<' | b'>', b'\\') | (b'\\', b'\n') => {
                let rest = self.slice(self.pos + ahead, self.text.len());
                let operator = rest.iter().find(|byte| !matches!(byte, b'\\' | b'\n'));
                if self.ahead(ahead) == b'\\' && !matches!(operator, Some(b'<' | b'>')) {
                    return Ok(false);
                }
                self.unproved("a continuation inside a redirect")
            }
            (b'<' | b'>', _) => Ok(true),
            _ => Ok(false),
        }
    }

    fn redirect_operator(&mut self) -> Read<Operator> {
        let first = self.byte();
        let second = self.next_byte();
        let op = match (first, second) {
            (b'&', _) => {
                self.bash_only("`&>`")?;
                self.skip_two();
                self.skip_continuations();
                let op = if self.eat(b'>') { RedirectOp::AppendBoth } else { RedirectOp::WriteBoth };
                return Ok(Operator { op, strip_tabs: false });
            }
            (b'<', b'<') => {
                self.skip_two();
                self.skip_continuations();
                if self.eat(b'<') {
                    self.bash_only("`<<<`")?;
                    return Ok(Operator { op: RedirectOp::HereString, strip_tabs: false });
                }
                let strip_tabs = self.eat(b'-');
                return Ok(Operator { op: RedirectOp::HereDoc, strip_tabs });
            }
            (b'<', b'&') => RedirectOp::DupIn,
            (b'<', b'>') => RedirectOp::ReadWrite,
            (b'>', b'>') => RedirectOp::Append,
            (b'>', b'&') => RedirectOp::DupOut,
            (b'>', b'|') => RedirectOp::Clobber,
            (b'<', _) => {
                self.pos += 1;
                return Ok(Operator { op: RedirectOp::Read, strip_tabs: false });
            }
            _ => {
                self.pos += 1;
                return Ok(Operator { op: RedirectOp::Write, strip_tabs: false });
            }
        };
        self.skip_two();
        Ok(Operator { op, strip_tabs: false })
    }

    /// The `-` that closes a descriptor. bash takes it alone: what stands right after it is a word of its own.
    fn dash(&mut self) -> Read<Target> {
        let start = self.pos;
        self.pos += 1;
        if !is_break(self.byte()) {
            return self.unproved("text right after `>&-`");
        }
        Ok(Target::Word(self.plain_word(start, self.pos)))
    }

    fn target(&mut self, op: RedirectOp, mode: Mode) -> Read<Word> {
        match self.byte() {
            b'<' | b'>' if self.next_byte() == b'(' => {}
            byte if is_break(byte) || byte == b'#' => return self.syntax(),
            _ => {}
        }
        let start = self.pos;
        let duplicates = matches!(op, RedirectOp::DupIn | RedirectOp::DupOut);
        if op == RedirectOp::AppendBoth && name_len(self.rest()) > 0 {
            let after = self.ahead(name_len(self.rest()));
            if matches!(after, b'=' | b'+' | b'[') {
                return self.unproved("a target that looks like an assignment");
            }
        }
        let word = self.word(mode)?;
        let digits = self.slice(start, self.pos).iter().all(u8::is_ascii_digit);
        if duplicates && !digits {
            let closes =
                self.slice(start, self.pos).strip_suffix(b"-").is_some_and(|it| it.iter().all(u8::is_ascii_digit));
            if !closes {
                self.bash_only("`>&word`")?;
            }
        }
        if !(duplicates && digits) {
            self.not_before_redirect(word)?;
        } else if matches!(self.byte(), b'<' | b'>') {
            self.bash_only("a redirect right after a descriptor")?;
        }
        Ok(word)
    }

    /// Digits or `{name}` right before `<` or `>` are a descriptor, wherever a word could stand.
    pub(super) fn not_before_redirect(&self, word: Word) -> Read<()> {
        if !matches!(self.byte(), b'<' | b'>') {
            return Ok(());
        }
        let start = word.span.start.saturating_sub(self.base) as usize;
        let text = self.slice(start, self.pos);
        if text.windows(2).any(|pair| pair == b"\\\n") {
            return self.unproved("a continuation before a redirect");
        }
        let braced = text.strip_prefix(b"{").and_then(|it| it.strip_suffix(b"}"));
        if text.iter().all(u8::is_ascii_digit) || braced.is_some_and(|it| name_len(it) > 0) {
            return self.syntax();
        }
        Ok(())
    }
}
