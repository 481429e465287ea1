//! Which kind of command begins here.

use super::super::tree::{Command, CommandKind, Id, Reason};
use super::bytes::is_break;
use super::{Read, Reader};

/// Reserved words that no command begins with.
const MISPLACED: [&[u8]; 11] = [b"then", b"do", b"done", b"fi", b"else", b"elif", b"esac", b"in", b"}", b"]]", b"!"];

impl Reader<'_, '_> {
    /// Reads one command with its redirects.
    pub(super) fn command(&mut self) -> Read<Command> {
        self.skip_blanks();
        match self.byte() {
            b'(' => {}
            b'{' | b'[' | b'}' | b']' | b'!' | b'a'..=b'z' => {
                let token = self.plain_token();
                if token.is_empty() || !self.starts_reserved(token) {
                    return self.simple_command();
                }
            }
            0 if self.is_at_end() => return self.syntax(),
            _ => return self.simple_command(),
        }
        self.nested(Self::reserved_command)
    }

    /// The unquoted text up to the end of the word, if only such bytes stand in it that a reserved word may hold.
    fn plain_token(&self) -> &[u8] {
        let rest = self.rest();
        let len = rest
            .iter()
            .take(9)
            .position(|byte| !matches!(byte, b'a'..=b'z' | b'{' | b'}' | b'[' | b']' | b'!'))
            .unwrap_or(rest.len().min(9));
        if self.breaks_after(len) { rest.get(..len).unwrap_or_default() } else { &[] }
    }

    fn starts_reserved(&self, token: &[u8]) -> bool {
        matches!(
            token,
            b"if" | b"while" | b"until" | b"for" | b"select" | b"case" | b"function" | b"coproc" | b"{" | b"[["
        ) || MISPLACED.contains(&token)
    }

    /// Reads a command that begins with a reserved word or a parenthesis.
    fn reserved_command(&mut self) -> Read<Command> {
        let start = self.pos;
        let kind = match self.plain_token() {
            b"function" => return self.function_keyword(),
            b"coproc" => return self.coproc(),
            _ => match self.compound()? {
                Some(kind) => kind,
                None => return self.syntax(),
            },
        };
        self.compound_redirects(start, kind)
    }

    /// Reads the redirects after a compound command. bash takes a reserved word right after one for a plain word, which cannot
    /// stand there.
    pub(super) fn compound_redirects(&mut self, start: usize, kind: CommandKind) -> Read<Command> {
        let mut end = self.pos;
        let from = self.opened::<super::super::tree::Redirect>();
        loop {
            self.skip_blanks();
            if !self.redirect()? {
                break;
            }
            end = self.pos;
        }
        let redirects = self.settle(from);
        let follows = self.byte();
        let ends = is_break(follows) || follows == b'#';
        let closes = redirects.is_empty() && self.at_any_closer();
        if !(ends || closes) || follows == b'(' {
            return self.syntax();
        }
        Ok(Command { span: self.span(start, end), kind, redirects, pipe: None })
    }

    fn at_any_closer(&self) -> bool {
        MISPLACED.iter().any(|word| self.at_word(word) && !matches!(*word, b"in" | b"]]" | b"!"))
    }

    /// Reads a compound command without its redirects, if one begins here.
    pub(super) fn compound(&mut self) -> Read<Option<CommandKind>> {
        let kind = match self.plain_token() {
            b"if" => self.if_command()?,
            b"while" => self.while_command(false)?,
            b"until" => self.while_command(true)?,
            b"for" => self.for_command()?,
            b"select" => self.select_command()?,
            b"case" => self.case_command()?,
            b"{" => self.group()?,
            b"[[" => self.cond_command()?,
            _ if self.byte() == b'(' => self.parenthesis()?,
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    /// Whether a compound command begins here.
    pub(super) fn at_compound(&self) -> bool {
        self.byte() == b'('
            || matches!(self.plain_token(), b"if" | b"while" | b"until" | b"for" | b"select" | b"case" | b"{" | b"[[")
    }

    /// Whether any reserved word stands here.
    pub(super) fn at_reserved(&self) -> bool {
        let token = self.plain_token();
        !token.is_empty() && (self.starts_reserved(token) || token == b"time")
    }

    fn group(&mut self) -> Read<CommandKind> {
        self.pos += 1;
        let body = self.list()?;
        if self.is_at_end() {
            return self.stop(Reason::Unclosed("{"));
        }
        self.expect_word(b"}")?;
        Ok(CommandKind::Group { body })
    }

    /// `((…))` or `( … )`.
    fn parenthesis(&mut self) -> Read<CommandKind> {
        if self.next_byte() == b'('
            && let Some(kind) = self.arith_command()?
        {
            return Ok(kind);
        }
        self.pos += 1;
        let body = self.list()?;
        if self.is_at_end() {
            return self.stop(Reason::Unclosed("("));
        }
        if !self.eat(b')') {
            return self.syntax();
        }
        Ok(CommandKind::Subshell { body })
    }

    /// Adds a command that is not part of a pipeline (the body of a function or coprocess).
    pub(super) fn add_command(&mut self, command: Command) -> Read<Id<Command>> {
        self.push_command(command)?;
        match self.store.open.commands.pop() {
            Some(command) => Ok(self.add(command)),
            None => self.syntax(),
        }
    }
}
