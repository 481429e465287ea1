//! `[[ … ]]`.

use super::super::tree::{CommandKind, Comparison, Cond, Id, Reason, Run, Span, Word};
use super::bytes::is_break;
use super::word::Mode;
use super::{Read, Reader};

impl Reader<'_, '_> {
    pub(super) fn cond_command(&mut self) -> Read<CommandKind> {
        self.bash_only("`[[`")?;
        self.pos += 2;
        let expression = self.cond_or()?;
        let expression = self.add(expression);
        if self.is_at_end() {
            return self.stop(Reason::Unclosed("[["));
        }
        self.expect_word(b"]]")?;
        Ok(CommandKind::Cond { expression })
    }

    fn cond_or(&mut self) -> Read<Cond> {
        self.cond_chain(b'|', Self::cond_and, Cond::Or)
    }

    fn cond_and(&mut self) -> Read<Cond> {
        self.cond_chain(b'&', Self::cond_term, Cond::And)
    }

    /// Terms joined by a doubled operator.
    fn cond_chain(
        &mut self,
        operator: u8,
        term: impl Fn(&mut Self) -> Read<Cond>,
        join: impl Fn(Run<Cond>) -> Cond,
    ) -> Read<Cond> {
        let from = self.opened::<Cond>();
        let mut only = term(self)?;
        let mut joined = false;
        while self.byte() == operator && self.next_byte() == operator {
            self.push(only);
            self.skip_two();
            only = term(self)?;
            joined = true;
        }
        if !joined {
            return Ok(only);
        }
        self.push(only);
        Ok(join(self.settle(from)))
    }

    /// One term, and what blanks and newlines follow it.
    fn cond_term(&mut self) -> Read<Cond> {
        self.newlines()?;
        if self.byte() == b'(' {
            return self.nested(Self::cond_group);
        }
        if self.at_word(b"!") {
            self.pos += 1;
            let inner = self.nested(Self::cond_term)?;
            return Ok(Cond::Not(self.add(inner)));
        }
        let start = self.pos;
        let unary = self.byte() == b'-'
            && self.breaks_after(2)
            && matches!(self.ahead(1), b'a'..=b'h' | b'k' | b'n'..=b'p' | b'r'..=b'x' | b'z' | b'G' | b'L' | b'N' | b'O' | b'R' | b'S');
        if unary {
            self.pos += 2;
            let op = self.span(start, self.pos);
            let operand = self.cond_word(Mode::SUBJECT)?;
            self.newlines()?;
            return Ok(Cond::Unary { op, operand });
        }
        let left = self.cond_word(Mode::SUBJECT)?;
        self.skip_blanks();
        match (self.byte(), self.next_byte()) {
            (b'&', b'&') | (b'|', b'|') | (b')', _) => return Ok(Cond::Word(left)),
            _ if self.at_word(b"]]") => return Ok(Cond::Word(left)),
            _ => {}
        }
        let (op, comparison) = self.cond_operator()?;
        let right = match comparison {
            Comparison::Pattern => self.cond_word(Mode::EXTENDED)?,
            Comparison::Regex => self.regex()?,
            Comparison::Order | Comparison::Arithmetic | Comparison::File => self.cond_word(Mode::SUBJECT)?,
        };
        self.newlines()?;
        Ok(Cond::Binary { left, op, comparison, right })
    }

    fn cond_group(&mut self) -> Read<Cond> {
        self.pos += 1;
        let inner = self.cond_or()?;
        if !self.eat(b')') {
            return self.syntax();
        }
        let inner: Id<Cond> = self.add(inner);
        self.newlines()?;
        Ok(Cond::Group(inner))
    }

    fn cond_operator(&mut self) -> Read<(Span, Comparison)> {
        let start = self.pos;
        if matches!(self.byte(), b'<' | b'>') {
            if matches!(self.next_byte(), b'<' | b'>' | b'&' | b'(' | b'|') {
                return self.syntax();
            }
            self.pos += 1;
            return Ok((self.span(start, self.pos), Comparison::Order));
        }
        while !is_break(self.byte()) {
            self.pos += 1;
        }
        if !self.breaks_after(0) {
            return self.syntax();
        }
        let comparison = match self.slice(start, self.pos) {
            b"=" | b"==" | b"!=" => Comparison::Pattern,
            b"=~" => Comparison::Regex,
            b"-eq" | b"-ne" | b"-lt" | b"-le" | b"-gt" | b"-ge" => Comparison::Arithmetic,
            b"-nt" | b"-ot" | b"-ef" => Comparison::File,
            _ => {
                self.pos = start;
                return self.syntax();
            }
        };
        Ok((self.span(start, self.pos), comparison))
    }

    fn cond_word(&mut self, mode: Mode) -> Read<Word> {
        self.skip_blanks();
        let procsub = matches!(self.byte(), b'<' | b'>') && self.next_byte() == b'(';
        if self.is_at_end() {
            return self.stop(Reason::Unclosed("[["));
        }
        if (is_break(self.byte()) && !procsub) || self.byte() == b'#' || self.at_word(b"]]") {
            return self.syntax();
        }
        let word = self.word(mode)?;
        self.not_before_redirect(word)?;
        Ok(word)
    }
}
