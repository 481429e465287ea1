//! Lists, and-or lists, pipelines.

use super::super::tree::{Command, CommandKind, Item, List, Operator, Pipe, Pipeline, Timed};
use super::bytes::is_break;
use super::{Read, Reader};

/// Reserved words that close or continue a construct.
const CLOSERS: [&[u8]; 8] = [b"then", b"do", b"done", b"fi", b"else", b"elif", b"esac", b"}"];

impl Reader<'_, '_> {
    /// Reads one complete line of the script; false at its end.
    pub(super) fn line(&mut self) -> Read<bool> {
        loop {
            self.skip_blanks();
            match self.byte() {
                b'\n' => self.pos += 1,
                b'#' => self.skip_comment(),
                0 if self.is_at_end() => return Ok(false),
                _ => break,
            }
        }
        loop {
            let pipeline = self.pipeline(false)?;
            let next = self.operator()?;
            match next {
                Operator::And | Operator::Or => self.newlines()?,
                Operator::Semicolon | Operator::Background => {
                    self.skip_blanks_and_comment();
                    if self.byte() == b'\n' || self.is_at_end() {
                        self.push(Item { pipeline, next });
                        self.line_end()?;
                        return Ok(true);
                    }
                }
                Operator::Newline | Operator::End => {
                    if self.byte() != b'\n' && !self.is_at_end() {
                        return self.syntax();
                    }
                    self.push(Item { pipeline, next });
                    self.line_end()?;
                    return Ok(true);
                }
            }
            self.push(Item { pipeline, next });
        }
    }

    /// At a newline or at the end of the text: reads the here-documents that the line announced.
    fn line_end(&mut self) -> Read<()> {
        if self.byte() == b'\n' { self.newline() } else { self.here_docs() }
    }

    /// Passes a newline that is a token, and the here-documents after it.
    pub(super) fn newline(&mut self) -> Read<()> {
        self.pos += 1;
        self.here_docs()
    }

    fn skip_comment(&mut self) {
        self.pos = memchr::memchr(b'\n', self.rest()).map_or(self.text.len(), |at| self.pos + at);
    }

    pub(super) fn skip_blanks_and_comment(&mut self) {
        self.skip_blanks();
        if self.byte() == b'#' {
            self.skip_comment();
        }
    }

    /// Skips blanks, comments and newlines.
    pub(super) fn newlines(&mut self) -> Read<()> {
        loop {
            self.skip_blanks_and_comment();
            if self.byte() != b'\n' {
                return Ok(());
            }
            self.newline()?;
        }
    }

    /// The operator after a pipeline, which is passed unless it is a newline. What is no operator ends the list; whoever reads the
    /// list must then find its own end there.
    fn operator(&mut self) -> Read<Operator> {
        self.skip_blanks_and_comment();
        let next = match (self.byte(), self.next_byte()) {
            (b'\n', _) => return Ok(Operator::Newline),
            (b'&', b'&') => Operator::And,
            (b'|', b'|') => Operator::Or,
            (b';', b';' | b'&') => return Ok(Operator::End),
            (b';', _) => Operator::Semicolon,
            (b'&', _) => Operator::Background,
            _ => return Ok(Operator::End),
        };
        match next {
            Operator::And | Operator::Or => self.skip_two(),
            Operator::Semicolon | Operator::Background | Operator::Newline | Operator::End => self.pos += 1,
        }
        Ok(next)
    }

    /// Reads the list inside a compound command or a substitution, up to the token that cannot belong to it.
    pub(super) fn list(&mut self) -> Read<List> {
        let start = self.pos;
        self.newlines()?;
        self.list_after_newlines(start, false)
    }

    /// As [`Self::list`]; `first` in a substitution, whose first token bash reads with other eyes.
    pub(super) fn list_after_newlines(&mut self, start: usize, first: bool) -> Read<List> {
        let from = self.opened::<Item>();
        let mut first = first;
        loop {
            let pipeline = self.pipeline(first)?;
            first = false;
            let next = self.operator()?;
            self.push(Item { pipeline, next });
            match next {
                Operator::End => break,
                Operator::And | Operator::Or => self.newlines()?,
                Operator::Semicolon | Operator::Background | Operator::Newline => {
                    self.newlines()?;
                    if self.at_closer() {
                        break;
                    }
                }
            }
        }
        let items = self.settle(from);
        Ok(List { span: self.span(start, self.pos), items })
    }

    fn at_closer(&self) -> bool {
        match self.byte() {
            b')' => true,
            b';' => matches!(self.next_byte(), b';' | b'&'),
            0 => self.is_at_end(),
            b'}' | b'a'..=b'z' => CLOSERS.iter().any(|word| self.at_word(word)),
            _ => false,
        }
    }

    /// Whether the next token is this text, unquoted and whole.
    pub(super) fn at_word(&self, word: &[u8]) -> bool {
        self.rest().starts_with(word) && self.breaks_after(word.len())
    }

    /// Whether a token ends so many bytes ahead, perhaps with continuations after it.
    pub(super) fn breaks_after(&self, len: usize) -> bool {
        let at = self.without_continuations(self.pos + len);
        match self.text.get(at).copied().unwrap_or(0) {
            b'<' | b'>' => self.slice(self.without_continuations(at + 1), self.text.len()).first() != Some(&b'('),
            byte => is_break(byte),
        }
    }

    /// Passes a reserved word, or stops.
    pub(super) fn expect_word(&mut self, word: &[u8]) -> Read<()> {
        self.skip_blanks();
        if !self.at_word(word) {
            return self.syntax();
        }
        self.pos += word.len();
        Ok(())
    }

    /// Reads a pipeline with its `!` and `time`.
    fn pipeline(&mut self, first_in_substitution: bool) -> Read<Pipeline> {
        self.skip_blanks();
        let start = self.pos;
        let (mut negated, mut timed) = (false, Timed::No);
        loop {
            if self.at_word(b"!") {
                self.pos += 1;
                negated = !negated;
            } else if self.at_word(b"time") {
                self.bash_only("`time`")?;
                self.pos += 4;
                timed = self.time_options(timed);
            } else {
                break;
            }
            self.skip_blanks_and_comment();
        }
        let from = self.opened::<Command>();
        let prefixed = negated || timed != Timed::No || self.pos > start;
        let lone = prefixed
            && (self.is_at_end()
                || self.byte() == b'\n'
                || (self.byte() == b';' && !matches!(self.next_byte(), b';' | b'&')));
        if lone {
            self.bash_only("`!` without a command")?;
        } else {
            self.commands()?;
        }
        if first_in_substitution && timed != Timed::No {
            self.plain_after_time(from)?;
        }
        let commands = self.settle(from);
        Ok(Pipeline { span: self.span(start, self.pos), negated, timed, commands })
    }

    /// `-p` and `--` right after `time`.
    fn time_options(&mut self, before: Timed) -> Timed {
        self.skip_blanks();
        let mut timed = if before == Timed::Posix { Timed::Posix } else { Timed::Bash };
        if self.at_word(b"-p") {
            self.pos += 2;
            timed = Timed::Posix;
            self.skip_blanks();
        }
        if self.at_word(b"--") {
            // bash takes it for `-p` as well.
            self.pos += 2;
            timed = Timed::Posix;
        }
        timed
    }

    /// At the very beginning of `$( )` bash first takes `time` for a program's name, and for the keyword only when it runs the body:
    /// both readings must cut the same words.
    fn plain_after_time(&mut self, from: usize) -> Read<()> {
        let plain = match self.store.open.commands.get(from) {
            Some(Command { kind: CommandKind::Simple { assignments, .. }, .. }) => assignments.is_empty(),
            Some(_) => false,
            None => true,
        };
        if plain {
            Ok(())
        } else {
            self.unproved("`time` at the beginning of a substitution, before a compound command")
        }
    }

    /// Reads commands joined by `|` and `|&`.
    fn commands(&mut self) -> Read<()> {
        loop {
            let mut command = self.command()?;
            let end = self.pos;
            self.skip_blanks();
            command.pipe = match (self.byte(), self.next_byte()) {
                (b'|', b'|') => None,
                (b'|', b'&') => Some(Pipe::OutErr),
                (b'|', _) => Some(Pipe::Out),
                _ => None,
            };
            let pipe = command.pipe;
            self.push_command(command)?;
            match pipe {
                None => {
                    self.pos = end;
                    return Ok(());
                }
                Some(Pipe::Out) => self.pos += 1,
                Some(Pipe::OutErr) => {
                    self.bash_only("`|&`")?;
                    self.skip_two();
                }
            }
            let after = self.pos;
            self.newlines()?;
            if self.at_word(b"!") {
                return self.syntax();
            }
            if self.at_word(b"time") && self.slice(after, self.pos).contains(&b'\n') {
                return self.unproved("`time` on the line after a pipe");
            }
        }
    }
}
