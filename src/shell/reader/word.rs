//! Words.

use super::super::tree::{Direction, Glob, Part, PartKind, Quoting, Word};
use super::bytes::{is_break, is_plain};
use super::{Read, Reader, Run, to_u32};

/// What is expanded in a word.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    pub(super) globs: bool,
    pub(super) braces: bool,
    /// `@(…)` and its kind.
    pub(super) extended: bool,
    pub(super) tilde: Tilde,
}

/// Where a tilde is expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tilde {
    /// At the beginning.
    Start,
    /// Also after the `=` and each `:` of a word shaped like an assignment.
    Argument,
    /// Also after each `:`.
    Value,
}

impl Mode {
    /// Arguments, words of `for`, targets of redirects.
    pub(super) const ARGUMENT: Self = Self { globs: true, braces: true, extended: false, tilde: Tilde::Argument };
    /// Elements of an array.
    pub(super) const ELEMENT: Self = Self { globs: true, braces: true, extended: false, tilde: Tilde::Start };
    /// What a name is bound to.
    pub(super) const VALUE: Self = Self { globs: false, braces: false, extended: false, tilde: Tilde::Value };
    /// The subject of `case`, a here-string, an operand of `[[ ]]`.
    pub(super) const SUBJECT: Self = Self { globs: false, braces: false, extended: false, tilde: Tilde::Start };
    /// A pattern of `case`.
    pub(super) const PATTERN: Self = Self { globs: true, braces: false, extended: false, tilde: Tilde::Start };
    /// A pattern of `[[ ]]`.
    pub(super) const EXTENDED: Self = Self { globs: true, braces: false, extended: true, tilde: Tilde::Start };
}

impl Reader<'_, '_> {
    /// Reads a word up to a byte that ends it.
    pub(super) fn word(&mut self, mode: Mode) -> Read<Word> {
        let start = self.pos;
        while is_plain(self.byte()) {
            self.pos += 1;
        }
        // Most words are plain text.
        if self.pos > start && matches!(self.byte(), b' ' | b'\n' | b';' | b'|' | b'&' | b')' | 0) {
            return Ok(self.plain_word(start, self.pos));
        }
        let from = self.opened::<Part>();
        let mut run = start;
        let (mut braces, mut open_bracket, mut brackets) = (false, false, false);
        loop {
            while is_plain(self.byte()) {
                self.pos += 1;
            }
            match self.byte() {
                b'\\' => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.backslash()?;
                    run = self.pos;
                }
                b'\'' => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.single()?;
                    run = self.pos;
                }
                b'"' => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.double(Quoting::Double)?;
                    run = self.pos;
                }
                b'`' => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.backtick(false, false)?;
                    run = self.pos;
                }
                b'$' if self.is_expansion(false) => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.expansion(false)?;
                    run = self.pos;
                }
                byte @ (b'<' | b'>') if self.next_byte() == b'(' => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.process_substitution(byte)?;
                    run = self.pos;
                }
                b'*' | b'?' | b'+' | b'@' | b'!' if mode.extended && self.next_byte() == b'(' => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.extended_glob()?;
                    run = self.pos;
                }
                byte @ (b'*' | b'?') if mode.globs => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    let span = self.span(self.pos, self.pos + 1);
                    let glob = if byte == b'*' { Glob::Star } else { Glob::Question };
                    self.push(Part { span, kind: PartKind::Glob(glob) });
                    self.pos += 1;
                    run = self.pos;
                }
                b'~' => {
                    let (at, first) = (self.pos, self.pos == start);
                    if self.tilde(mode.tilde, start, run, first)? {
                        run = self.tilde_run(at, run);
                    }
                }
                b'{' => {
                    braces = true;
                    self.pos += 1;
                }
                b'[' => {
                    open_bracket = true;
                    self.pos += 1;
                }
                b']' => {
                    brackets |= open_bracket;
                    self.pos += 1;
                }
                1 | 0x7f => return self.unproved("a control character that bash uses itself"),
                byte if is_break(byte) => {
                    // The plain bytes before an extended pattern's parenthesis were passed over.
                    if byte == b'('
                        && mode.extended
                        && self.pos > run
                        && matches!(self.slice(self.pos - 1, self.pos), b"+" | b"@" | b"!")
                    {
                        self.pos -= 1;
                        self.flush(run, self.pos, Quoting::Unquoted);
                        self.extended_glob()?;
                        run = self.pos;
                        continue;
                    }
                    break;
                }
                _ => self.pos += 1,
            }
        }
        self.flush(run, self.pos, Quoting::Unquoted);
        if braces && mode.braces {
            self.resolve_braces(from, mode.globs && brackets)?;
        } else if brackets && mode.globs {
            self.resolve_brackets(from)?;
        }
        let parts = self.settle(from);
        Ok(Word { span: self.span(start, self.pos), parts })
    }

    /// A word of unquoted text alone.
    pub(super) fn plain_word(&mut self, start: usize, end: usize) -> Word {
        let span = self.span(start, end);
        let kind = PartKind::Literal { text: span, quoting: Quoting::Unquoted };
        let part = self.add(Part { span, kind });
        Word { span, parts: Run::new(to_u32(part.index()), 1) }
    }

    /// `\x`.
    pub(super) fn backslash(&mut self) -> Read<()> {
        let at = self.pos;
        match self.ahead(1) {
            b'\n' => {
                self.pos += 2;
                return Ok(());
            }
            0 => return self.unproved("a backslash at the very end"),
            1 | 0x7f => return self.unproved("a control character that bash uses itself"),
            _ => {}
        }
        self.pos += 2;
        // The rest of a character of several bytes.
        while self.byte() & 0xc0 == 0x80 {
            self.pos += 1;
        }
        let kind = PartKind::Literal { text: self.span(at + 1, self.pos), quoting: Quoting::Backslash };
        self.push(Part { span: self.span(at, self.pos), kind });
        Ok(())
    }

    /// `<(…)` and `>(…)`.
    fn process_substitution(&mut self, operator: u8) -> Read<()> {
        self.bash_only("a process substitution")?;
        let at = self.pos;
        self.skip_two();
        let body = self.substituted_list()?;
        let direction = if operator == b'<' { Direction::In } else { Direction::Out };
        self.push(Part { span: self.span(at, self.pos), kind: PartKind::ProcSub { direction, body } });
        Ok(())
    }
}
