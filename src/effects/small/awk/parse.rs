//! Awk tokens walked as rules and statements.

mod expression;
mod variable;

use std::collections::BTreeSet;

use super::super::{Act, Code, MAX_NESTING, Name, NotProved, Reading};
use super::acts;
use super::lex::{Kind, Token};
use expression::Place;

/// Walks a program of `length` bytes; the last token is [`Kind::End`].
pub(super) fn program(tokens: &[Token<'_>], length: usize) -> Result<Reading, NotProved> {
    let functions = tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [keyword, name] if keyword.kind == Kind::Keyword && matches!(keyword.text, "function" | "func") => {
                Some(name.text)
            }
            _ => None,
        })
        .collect();
    let mut parser = Parser {
        tokens,
        end: Token { kind: Kind::End, text: "", at: length },
        at: 0,
        depth: 0,
        functions,
        substituting: 0,
        certain: false,
        leaves: false,
        environment_changed: false,
        reading: Reading::default(),
    };
    parser.rules()?;
    let mut reading = parser.reading;
    if parser.environment_changed {
        // A command of known text runs under a PATH that is not.
        for step in &mut reading.steps {
            if let Act::Runs(Code::Shell(command)) = &mut step.act {
                *command = Name::Unknown;
            }
        }
    }
    Ok(reading)
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    end: Token<'a>,
    at: usize,
    depth: usize,
    functions: BTreeSet<&'a str>,
    /// Calls of `sub` and `gsub` around, which assign to an argument.
    substituting: usize,
    /// What is walked now happens whenever the program runs.
    certain: bool,
    /// An earlier statement may have ended the program, or never ends.
    leaves: bool,
    environment_changed: bool,
    reading: Reading,
}

type Walk = Result<(), NotProved>;

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        self.tokens.get(self.at).copied().unwrap_or(self.end)
    }

    fn is(&self, kind: Kind, text: &str) -> bool {
        let token = self.peek();
        token.kind == kind && token.text == text
    }

    fn mark(&self, text: &str) -> bool {
        self.is(Kind::Mark, text)
    }

    fn take(&mut self, kind: Kind, text: &str) -> bool {
        let found = self.is(kind, text);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: &str) -> Walk {
        if self.take(Kind::Mark, mark) { Ok(()) } else { self.fail(&format!("`{mark}` is missing")) }
    }

    fn fail<T>(&self, reason: &str) -> Result<T, NotProved> {
        Err(NotProved::new(self.peek().at, reason))
    }

    fn newlines(&mut self) {
        while self.peek().kind == Kind::Newline {
            self.at += 1;
        }
    }

    fn nested<T>(&mut self, walk: impl FnOnce(&mut Self) -> Result<T, NotProved>) -> Result<T, NotProved> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return self.fail("nested too deeply");
        }
        let walked = walk(self);
        self.depth -= 1;
        walked
    }

    /// Walks what may not happen, or not once.
    fn doubtful<T>(&mut self, walk: impl FnOnce(&mut Self) -> Result<T, NotProved>) -> Result<T, NotProved> {
        let before = std::mem::replace(&mut self.certain, false);
        let walked = walk(self);
        self.certain = before;
        walked
    }

    fn certain(&self) -> bool {
        self.certain && !self.leaves
    }

    fn rules(&mut self) -> Walk {
        loop {
            while self.peek().kind == Kind::Newline || self.mark(";") {
                self.at += 1;
            }
            if self.peek().kind == Kind::End {
                return Ok(());
            }
            self.rule()?;
        }
    }

    fn rule(&mut self) -> Walk {
        let token = self.peek();
        match (token.kind, token.text) {
            (Kind::Keyword, "function" | "func") => self.function(),
            (Kind::Keyword, "BEGIN") => {
                self.at += 1;
                self.certain = true;
                self.block()?;
                self.certain = false;
                Ok(())
            }
            (Kind::Keyword, "END" | "BEGINFILE" | "ENDFILE") => {
                self.at += 1;
                self.block()
            }
            (Kind::Mark, "@") => self.directive(),
            (Kind::Mark, "{") => self.block(),
            _ => {
                self.expression(Place::Free)?;
                if self.take(Kind::Mark, ",") {
                    self.newlines();
                    self.expression(Place::Free)?;
                }
                if self.mark("{") { self.block() } else { self.terminator() }
            }
        }
    }

    fn function(&mut self) -> Walk {
        self.at += 1;
        if !matches!(self.peek().kind, Kind::Name | Kind::Call) {
            return self.fail("a function without a name of its own");
        }
        self.at += 1;
        self.expect("(")?;
        while !self.take(Kind::Mark, ")") {
            self.newlines();
            if self.peek().kind != Kind::Name {
                return self.fail("a parameter that is not a name");
            }
            self.at += 1;
            if !self.take(Kind::Mark, ",") && !self.mark(")") {
                return self.fail("parameters without a comma");
            }
        }
        self.newlines();
        self.block()
    }

    /// `@include "file"` and `@load "library"`; an indirect call, a namespace and anything else is not proved.
    fn directive(&mut self) -> Walk {
        self.at += 1;
        let file = self.tokens.get(self.at + 1).copied().unwrap_or(self.end);
        if file.kind == Kind::Text && matches!(self.peek().text, "include" | "load") {
            self.at += 2;
            let library = acts::unescape(file.text).map_or(Name::Unknown, Name::Known);
            self.reading.push(Act::Runs(Code::Library(library)), true);
            return self.terminator();
        }
        self.fail("a directive or an indirect call")
    }

    fn terminator(&mut self) -> Walk {
        let token = self.peek();
        match (token.kind, token.text) {
            (Kind::Newline, _) | (Kind::Mark, ";") => {
                self.at += 1;
                Ok(())
            }
            (Kind::Mark, "}") | (Kind::End, _) => Ok(()),
            _ => self.fail("more text after a statement"),
        }
    }

    fn block(&mut self) -> Walk {
        self.expect("{")?;
        self.nested(|parser| {
            loop {
                while parser.peek().kind == Kind::Newline || parser.mark(";") {
                    parser.at += 1;
                }
                if parser.take(Kind::Mark, "}") {
                    return Ok(());
                }
                parser.statement()?;
            }
        })
    }

    fn statement(&mut self) -> Walk {
        self.nested(Self::statement_here)
    }

    fn statement_here(&mut self) -> Walk {
        let token = self.peek();
        match (token.kind, token.text) {
            (Kind::Mark, "{") => self.block(),
            (Kind::Mark, ";") => {
                self.at += 1;
                Ok(())
            }
            (Kind::Keyword, "if") => self.conditional(),
            (Kind::Keyword, "while") => {
                self.at += 1;
                self.parenthesised()?;
                self.newlines();
                self.body()
            }
            (Kind::Keyword, "do") => {
                self.at += 1;
                self.newlines();
                self.body()?;
                while self.peek().kind == Kind::Newline || self.mark(";") {
                    self.at += 1;
                }
                if !self.take(Kind::Keyword, "while") {
                    return self.fail("`while` is missing");
                }
                self.doubtful(Self::parenthesised)?;
                self.terminator()
            }
            (Kind::Keyword, "for") => self.counted(),
            (Kind::Keyword, "switch") => self.switch(),
            _ => {
                self.simple_statement()?;
                self.terminator()
            }
        }
    }

    /// A loop's body, after which nothing is certain: the loop may not end.
    fn body(&mut self) -> Walk {
        self.doubtful(Self::statement)?;
        self.leaves = true;
        Ok(())
    }

    fn parenthesised(&mut self) -> Walk {
        self.expect("(")?;
        self.expression(Place::Free)?;
        self.expect(")")
    }

    fn conditional(&mut self) -> Walk {
        self.at += 1;
        self.parenthesised()?;
        self.newlines();
        self.doubtful(Self::statement)?;
        let after = self.at;
        while self.peek().kind == Kind::Newline || self.mark(";") {
            self.at += 1;
        }
        if self.take(Kind::Keyword, "else") {
            self.newlines();
            self.doubtful(Self::statement)
        } else {
            self.at = after;
            Ok(())
        }
    }

    fn counted(&mut self) -> Walk {
        self.at += 1;
        self.expect("(")?;
        if !self.mark(";") {
            self.simple_statement()?;
        }
        if !self.take(Kind::Mark, ")") {
            self.expect(";")?;
            self.newlines();
            if !self.mark(";") {
                self.expression(Place::Free)?;
            }
            self.expect(";")?;
            self.newlines();
            if !self.mark(")") {
                self.doubtful(Self::simple_statement)?;
            }
            self.expect(")")?;
        }
        self.newlines();
        self.body()
    }

    fn switch(&mut self) -> Walk {
        self.at += 1;
        self.parenthesised()?;
        self.newlines();
        self.expect("{")?;
        self.doubtful(|parser| {
            loop {
                while parser.peek().kind == Kind::Newline || parser.mark(";") {
                    parser.at += 1;
                }
                if parser.take(Kind::Mark, "}") {
                    return Ok(());
                }
                if parser.take(Kind::Keyword, "case") {
                    parser.expression(Place::Free)?;
                    parser.expect(":")?;
                } else if parser.take(Kind::Keyword, "default") {
                    parser.expect(":")?;
                } else {
                    parser.statement()?;
                }
            }
        })
    }

    fn simple_statement(&mut self) -> Walk {
        let token = self.peek();
        match (token.kind, token.text) {
            (Kind::Keyword, "print" | "printf") => {
                self.at += 1;
                self.print()
            }
            (Kind::Keyword, "next" | "nextfile" | "break" | "continue") => {
                self.at += 1;
                self.leaves = true;
                Ok(())
            }
            (Kind::Keyword, "exit" | "return") => {
                self.at += 1;
                if !self.at_terminator() {
                    self.expression(Place::Free)?;
                }
                self.leaves = true;
                Ok(())
            }
            (Kind::Keyword, "delete") => {
                self.at += 1;
                self.expression(Place::Free).map(drop)
            }
            _ => self.expression(Place::Free).map(drop),
        }
    }

    fn ends_at(&self, at: usize) -> bool {
        let token = self.tokens.get(at).copied().unwrap_or(self.end);
        matches!((token.kind, token.text), (Kind::Newline | Kind::End, _) | (Kind::Mark, ";" | "}"))
    }

    fn at_terminator(&self) -> bool {
        self.ends_at(self.at)
    }

    fn print(&mut self) -> Walk {
        if !self.at_terminator() && !self.at_redirect() {
            self.expression(Place::Print)?;
            while self.take(Kind::Mark, ",") {
                self.newlines();
                self.expression(Place::Print)?;
            }
        }
        if !self.at_redirect() {
            return Ok(());
        }
        let redirect = self.peek().text;
        self.at += 1;
        let certain = self.certain();
        let target = self.expression(Place::Print)?.name();
        if !self.at_terminator() {
            return self.fail("a redirect whose target does not end the statement");
        }
        match redirect {
            "|" => acts::runs(&mut self.reading, target, certain),
            "|&" => acts::converses(&mut self.reading, target, certain),
            _ => acts::writes(&mut self.reading, target, certain),
        }
        Ok(())
    }

    fn at_redirect(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Mark && matches!(token.text, ">" | ">>" | "|" | "|&")
    }
}
