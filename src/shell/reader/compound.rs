//! `if`, `while`, `until`, `for`, `select`, `case`.

use super::super::tree::{Arm, Clause, ClauseEnd, CommandKind, List, Reason, Run, Span, Word};
use super::bytes::{is_break, name_len};
use super::word::Mode;
use super::{Read, Reader};

impl Reader<'_, '_> {
    /// Reads a list and the reserved word that must end it.
    fn list_until(&mut self, word: &'static [u8], opener: &'static str) -> Read<List> {
        let list = self.list()?;
        self.skip_blanks();
        if self.is_at_end() {
            return self.stop(Reason::Unclosed(opener));
        }
        self.expect_word(word)?;
        Ok(list)
    }

    pub(super) fn if_command(&mut self) -> Read<CommandKind> {
        self.pos += 2;
        let from = self.opened::<Arm>();
        let mut otherwise = None;
        loop {
            let test = self.list_until(b"then", "if")?;
            let body = self.list()?;
            self.push(Arm { test, body });
            self.skip_blanks();
            if self.at_word(b"elif") {
                self.pos += 4;
                continue;
            }
            if self.at_word(b"else") {
                self.pos += 4;
                otherwise = Some(self.list()?);
                self.skip_blanks();
            }
            if self.is_at_end() {
                return self.stop(Reason::Unclosed("if"));
            }
            self.expect_word(b"fi")?;
            let arms = self.settle(from);
            return Ok(CommandKind::If { arms, otherwise });
        }
    }

    pub(super) fn while_command(&mut self, until: bool) -> Read<CommandKind> {
        self.pos += 5;
        let opener = if until { "until" } else { "while" };
        let test = self.list_until(b"do", opener)?;
        let body = self.list_until(b"done", opener)?;
        Ok(CommandKind::While { until, test, body })
    }

    pub(super) fn for_command(&mut self) -> Read<CommandKind> {
        self.pos += 3;
        self.skip_blanks();
        if self.byte() == b'(' {
            return self.for_arith();
        }
        let (name, words) = self.loop_head()?;
        let body = self.loop_body("for")?;
        Ok(CommandKind::For { name, words, body })
    }

    pub(super) fn select_command(&mut self) -> Read<CommandKind> {
        self.bash_only("`select`")?;
        self.pos += b"select".len();
        let (name, words) = self.loop_head()?;
        let body = self.loop_body("select")?;
        Ok(CommandKind::Select { name, words, body })
    }

    fn for_arith(&mut self) -> Read<CommandKind> {
        self.bash_only("`for ((`")?;
        if self.ahead(1) != b'(' {
            return self.syntax();
        }
        self.pos += 2;
        let [init, test, step] = self.for_expressions()?;
        self.skip_blanks_and_comment();
        if self.byte() == b';' && !matches!(self.next_byte(), b';' | b'&') {
            self.pos += 1;
        }
        self.newlines()?;
        let body = self.loop_body("for")?;
        Ok(CommandKind::ForArith { init, test, step, body })
    }

    /// `name [in words] ;`, up to the body.
    fn loop_head(&mut self) -> Read<(Span, Option<Run<Word>>)> {
        self.skip_blanks();
        let start = self.pos;
        let len = name_len(self.rest());
        if len == 0 || !is_break(self.ahead(len)) {
            return self.unproved("a loop variable that is no name");
        }
        self.pos += len;
        let name = self.span(start, self.pos);
        self.skip_blanks_and_comment();
        if self.byte() == b';' && !matches!(self.next_byte(), b';' | b'&') {
            self.pos += 1;
            self.newlines()?;
            return Ok((name, None));
        }
        let line = self.pos;
        self.newlines()?;
        if !self.at_word(b"in") {
            // bash knows `do` right after the name, but not the brace.
            if self.pos == line && self.at_word(b"{") {
                return self.syntax();
            }
            return Ok((name, None));
        }
        self.pos += 2;
        let words = self.loop_words()?;
        Ok((name, Some(words)))
    }

    fn loop_words(&mut self) -> Read<Run<Word>> {
        let from = self.opened::<Word>();
        loop {
            self.skip_blanks_and_comment();
            match self.byte() {
                b'\n' => break,
                b';' if !matches!(self.next_byte(), b';' | b'&') => {
                    self.pos += 1;
                    break;
                }
                0 if self.is_at_end() => return self.stop(Reason::Unclosed("for")),
                b'<' | b'>' if self.next_byte() == b'(' => {}
                byte if is_break(byte) => return self.syntax(),
                _ => {}
            }
            let word = self.word(Mode::ARGUMENT)?;
            self.not_before_redirect(word)?;
            self.push_word(word)?;
        }
        let words = self.settle(from);
        self.newlines()?;
        Ok(words)
    }

    fn loop_body(&mut self, opener: &'static str) -> Read<List> {
        self.skip_blanks();
        if self.at_word(b"{") {
            self.bash_only("braces around the body of a loop")?;
            self.pos += 1;
            let body = self.list_until(b"}", opener)?;
            return Ok(body);
        }
        if self.is_at_end() {
            return self.stop(Reason::Unclosed(opener));
        }
        self.expect_word(b"do")?;
        self.list_until(b"done", opener)
    }

    pub(super) fn case_command(&mut self) -> Read<CommandKind> {
        self.pos += 4;
        self.skip_blanks();
        if is_break(self.byte()) || self.byte() == b'#' {
            return self.syntax();
        }
        let subject = self.word(Mode::SUBJECT)?;
        self.newlines()?;
        self.expect_word(b"in")?;
        let from = self.opened::<Clause>();
        loop {
            self.newlines()?;
            if self.is_at_end() {
                return self.stop(Reason::Unclosed("case"));
            }
            if self.at_word(b"esac") {
                self.pos += 4;
                let clauses = self.settle(from);
                return Ok(CommandKind::Case { subject, clauses });
            }
            let last = self.clause()?;
            if last {
                self.expect_word(b"esac")?;
                let clauses = self.settle(from);
                return Ok(CommandKind::Case { subject, clauses });
            }
        }
    }

    /// Reads one clause; true if nothing ends it, so that `esac` must follow.
    fn clause(&mut self) -> Read<bool> {
        if self.byte() == b'(' {
            self.pos += 1;
            self.skip_blanks();
        }
        let from = self.opened::<Word>();
        loop {
            self.skip_blanks();
            if is_break(self.byte()) || self.byte() == b'#' {
                return self.syntax();
            }
            let word = self.word(Mode::PATTERN)?;
            self.not_before_redirect(word)?;
            self.push_word(word)?;
            self.skip_blanks();
            match (self.byte(), self.next_byte()) {
                (b'|', b'|' | b'&') => return self.syntax(),
                (b'|', _) => self.pos += 1,
                (b')', _) => break,
                _ => return self.syntax(),
            }
        }
        self.pos += 1;
        let patterns = self.settle(from);
        let start = self.pos;
        self.newlines()?;
        let empty = self.at_word(b"esac") || (self.byte() == b';' && matches!(self.next_byte(), b';' | b'&'));
        let body = if empty {
            List { span: self.span(start, self.pos), items: Run::default() }
        } else {
            self.list_after_newlines(start, false)?
        };
        self.skip_blanks_and_comment();
        let end = match (self.byte(), self.next_byte()) {
            (b';', b'&') => {
                self.skip_two();
                self.bash_only("`;&`")?;
                Some(ClauseEnd::FallThrough)
            }
            (b';', b';') => {
                self.skip_two();
                self.skip_continuations();
                if self.eat(b'&') {
                    self.bash_only("`;;&`")?;
                    Some(ClauseEnd::TestNext)
                } else {
                    Some(ClauseEnd::Break)
                }
            }
            (0, _) if self.is_at_end() => return self.stop(Reason::Unclosed("case")),
            _ => None,
        };
        self.push(Clause { patterns, body, end: end.unwrap_or(ClauseEnd::Break) });
        Ok(end.is_none())
    }
}
