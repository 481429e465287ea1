//! Awk tokens walked as rules, statements and expressions.
//!
//! Expressions are walked flat: which operator binds tighter changes no act, only where an operand, a command before
//! `| getline` or a file name ends. Where that could matter the name is [`Name::Unknown`].

use std::collections::BTreeSet;

use super::super::{Act, Code, MAX_NESTING, Name, NotProved, PUBLIC_VARIABLES, Reading};
use super::acts;
use super::lex::{Kind, Token};

/// Walks a program of `length` bytes; the last token is [`Kind::End`].
pub(super) fn program(tokens: &[Token<'_>], length: usize) -> Result<Reading, NotProved> {
    let functions = tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [keyword, name] if keyword.kind == Kind::Keyword && matches!(keyword.text, "function" | "func") => Some(name.text),
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

/// What an expression was, as far as a name needs it.
enum Shape {
    Literal(Option<String>),
    Other,
}

impl Shape {
    fn name(self) -> Name {
        match self {
            Self::Literal(Some(text)) => Name::Known(text),
            Self::Literal(None) | Self::Other => Name::Unknown,
        }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// `>` compares, `|` comes before `getline`.
    Free,
    /// In a `print` outside parentheses, where `>` and `|` redirect.
    Print,
}

/// What is done to a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Reads,
    /// An element is deleted or emptied.
    Removes,
    Changes,
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

    fn expression(&mut self, place: Place) -> Result<Shape, NotProved> {
        let before = self.certain;
        let shape = self.nested(|parser| parser.operands(place));
        self.certain = before;
        shape
    }

    /// Operands and the operators between them, as far as they go.
    fn operands(&mut self, place: Place) -> Result<Shape, NotProved> {
        let mut shape = self.operand()?;
        loop {
            let token = self.peek();
            match (token.kind, token.text) {
                (Kind::Mark, ">") if place == Place::Print => return Ok(shape),
                (Kind::Mark, "|" | "|&") if place == Place::Print => return Ok(shape),
                (Kind::Mark, "|" | "|&") => {
                    self.at += 1;
                    if !self.take(Kind::Keyword, "getline") {
                        return self.fail("a pipe outside `print` that does not lead to `getline`");
                    }
                    let certain = self.certain();
                    let command = std::mem::replace(&mut shape, Shape::Other).name();
                    if token.text == "|" {
                        acts::runs(&mut self.reading, command, certain);
                    } else {
                        acts::converses(&mut self.reading, command, certain);
                    }
                    self.getline_target()?;
                    continue;
                }
                (Kind::Mark, "&&" | "||") => {
                    self.at += 1;
                    self.newlines();
                    self.certain = false;
                    self.operand()?;
                }
                (Kind::Mark, "?") => {
                    self.at += 1;
                    self.newlines();
                    self.certain = false;
                    self.expression(place)?;
                    self.newlines();
                    self.expect(":")?;
                    self.newlines();
                    self.operand()?;
                }
                (
                    Kind::Mark,
                    "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "**=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~" | "+" | "-"
                    | "*" | "/" | "%" | "^" | "**",
                ) => {
                    self.at += 1;
                    let assigned = token.text == "=";
                    if assigned {
                        // The right side is an expression of its own: a command before its `| getline` begins there.
                        self.expression(place)?;
                    } else {
                        self.operand()?;
                    }
                }
                (Kind::Keyword, "in") => {
                    self.at += 1;
                    self.operand()?;
                }
                _ if self.at_operand() => {
                    self.operand()?;
                }
                _ => return Ok(shape),
            }
            shape = Shape::Other;
        }
    }

    /// Whether an operand follows without an operator, so that it is joined as text.
    fn at_operand(&self) -> bool {
        let token = self.peek();
        match token.kind {
            Kind::Number | Kind::Text | Kind::Regex | Kind::Name | Kind::Call | Kind::Builtin => true,
            Kind::Mark => matches!(token.text, "(" | "$" | "!" | "++" | "--"),
            Kind::Newline | Kind::Keyword | Kind::End => false,
        }
    }

    fn operand(&mut self) -> Result<Shape, NotProved> {
        let start = self.at;
        while self.peek().kind == Kind::Mark && matches!(self.peek().text, "!" | "-" | "+" | "++" | "--" | "$") {
            self.at += 1;
        }
        let shape = self.primary()?;
        while self.mark("++") || self.mark("--") {
            self.at += 1;
        }
        Ok(if self.at == start + 1 { shape } else { Shape::Other })
    }

    fn primary(&mut self) -> Result<Shape, NotProved> {
        let token = self.peek();
        match (token.kind, token.text) {
            (Kind::Text, text) => {
                self.at += 1;
                Ok(Shape::Literal(acts::unescape(text)))
            }
            (Kind::Number | Kind::Regex, _) => {
                self.at += 1;
                Ok(Shape::Other)
            }
            (Kind::Mark, "(") => {
                self.at += 1;
                self.list(")")?;
                Ok(Shape::Other)
            }
            (Kind::Name, _) => {
                self.variable()?;
                Ok(Shape::Other)
            }
            (Kind::Call, name) => {
                if !self.functions.contains(name) {
                    return self.fail("a function that is not defined");
                }
                self.at += 2;
                self.arguments()?;
                // Its body may `exit`.
                self.leaves = true;
                Ok(Shape::Other)
            }
            (Kind::Builtin, name) => {
                self.at += 1;
                self.builtin(name)?;
                Ok(Shape::Other)
            }
            (Kind::Keyword, "getline") => {
                self.at += 1;
                self.getline_target()?;
                Ok(Shape::Other)
            }
            _ => self.fail("an operand is missing"),
        }
    }

    /// Expressions between brackets that are not empty, and the closing one.
    fn list(&mut self, close: &str) -> Walk {
        self.newlines();
        self.expression(Place::Free)?;
        self.newlines();
        while self.take(Kind::Mark, ",") {
            self.newlines();
            self.expression(Place::Free)?;
            self.newlines();
        }
        self.expect(close)
    }

    fn arguments(&mut self) -> Walk {
        if self.take(Kind::Mark, ")") { Ok(()) } else { self.list(")") }
    }

    fn builtin(&mut self, name: &str) -> Walk {
        match name {
            "length" if !self.mark("(") => Ok(()),
            "system" => {
                self.expect("(")?;
                let certain = self.certain();
                let command = self.expression(Place::Free)?.name();
                acts::runs(&mut self.reading, command, certain);
                self.expect(")")
            }
            "sub" | "gsub" => {
                self.expect("(")?;
                self.substituting += 1;
                self.arguments()?;
                self.substituting -= 1;
                Ok(())
            }
            _ => {
                self.expect("(")?;
                self.arguments()
            }
        }
    }

    /// What follows `getline`: a variable, a file.
    fn getline_target(&mut self) -> Walk {
        if self.peek().kind == Kind::Name {
            self.variable()?;
        } else if self.mark("$") {
            self.at += 1;
            self.primary()?;
        }
        if self.take(Kind::Mark, "<") {
            let certain = self.certain();
            let name = self.operand()?.name();
            // What follows may belong to the name or to the result.
            let name = if self.at_operand() || self.arithmetic_follows() { Name::Unknown } else { name };
            acts::reads(&mut self.reading, name, certain);
        }
        Ok(())
    }

    fn arithmetic_follows(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Mark && matches!(token.text, "+" | "-" | "*" | "/" | "%" | "^" | "**")
    }

    /// A variable or element, standing at its name.
    fn variable(&mut self) -> Walk {
        let name = self.peek();
        let start = self.at;
        self.at += 1;
        while self.take(Kind::Mark, "[") {
            self.list("]")?;
        }
        match name.text {
            "ENVIRON" => {
                let access = self.access(start);
                self.environment_changed |= access != Access::Reads;
                let literal = match self.tokens.get(start + 1..start + 4) {
                    Some([_, text, close]) if text.kind == Kind::Text && close.text == "]" => Some(text.text),
                    _ => None,
                };
                if access != Access::Reads || !literal.is_some_and(|name| PUBLIC_VARIABLES.contains(&name)) {
                    self.reading.push(Act::ReadsEnvironment, false);
                }
            }
            "ARGV" => match self.access(start) {
                // An operand that is taken away is not read.
                Access::Reads | Access::Removes => {}
                Access::Changes => acts::reads(&mut self.reading, Name::Unknown, false),
            },
            "SYMTAB" | "FUNCTAB" => return Err(NotProved::new(name.at, "a table of all variables or functions")),
            _ => {}
        }
        Ok(())
    }

    /// What happens to the variable or element whose tokens begin at `start` and have just ended.
    fn access(&self, start: usize) -> Access {
        let is = |at: Option<usize>, kind: Kind, texts: &[&str]| {
            at.and_then(|at| self.tokens.get(at)).is_some_and(|token| token.kind == kind && texts.contains(&token.text))
        };
        let before = start.checked_sub(1);
        let element = self.at > start + 1;
        if element && is(before, Kind::Keyword, &["delete"]) {
            return Access::Removes;
        }
        if element && is(Some(self.at), Kind::Mark, &["="]) && is(Some(self.at + 1), Kind::Text, &[""]) && self.ends_at(self.at + 2) {
            return Access::Removes;
        }
        let changes = is(Some(self.at), Kind::Mark, &["=", "+=", "-=", "*=", "/=", "%=", "^=", "**=", "++", "--"])
            || is(before, Kind::Keyword, &["getline", "delete"])
            || is(before, Kind::Mark, &["++", "--"])
            || is(start.checked_sub(2), Kind::Keyword, &["for"])
            || self.substituting > 0
            // A whole array that is passed on can be filled.
            || !(element || is(before, Kind::Keyword, &["in"]));
        if changes { Access::Changes } else { Access::Reads }
    }

    fn ends_at(&self, at: usize) -> bool {
        let token = self.tokens.get(at).copied().unwrap_or(self.end);
        matches!((token.kind, token.text), (Kind::Newline | Kind::End, _) | (Kind::Mark, ";" | "}"))
    }
}
