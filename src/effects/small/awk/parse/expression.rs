//! Expressions of awk.
//!
//! They are walked flat: which operator binds tighter changes no act, only where an operand, a command before `| getline`
//! or a file name ends. Where that could matter the name is [`Name::Unknown`].

use super::super::super::{Name, NotProved};
use super::super::acts;
use super::super::lex::Kind;
use super::{Parser, Walk};

/// What an expression was, as far as a name needs it.
pub(super) enum Shape {
    Literal(Option<String>),
    Other,
}

impl Shape {
    pub(super) fn name(self) -> Name {
        match self {
            Self::Literal(Some(text)) => Name::Known(text),
            Self::Literal(None) | Self::Other => Name::Unknown,
        }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// `>` compares, `|` comes before `getline`.
    Free,
    /// In a `print` outside parentheses, where `>` and `|` redirect.
    Print,
}

impl Parser<'_> {
    pub(super) fn expression(&mut self, place: Place) -> Result<Shape, NotProved> {
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
                    "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "**=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "~"
                    | "!~" | "+" | "-" | "*" | "/" | "%" | "^" | "**",
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
    pub(super) fn list(&mut self, close: &str) -> Walk {
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
}
