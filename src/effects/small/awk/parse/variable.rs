//! Variables of awk that reach out of the program: the environment and the operands.

use super::super::super::{Act, Name, NotProved};
use super::super::acts;
use super::super::lex::Kind;
use super::{Parser, Walk};
use crate::effects::public::is_public;

/// What is done to a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Reads,
    /// An element is deleted or emptied.
    Removes,
    Changes,
}

impl Parser<'_> {
    /// A variable or element, standing at its name.
    pub(super) fn variable(&mut self) -> Walk {
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
                if access != Access::Reads || !literal.is_some_and(is_public) {
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
        if element
            && is(Some(self.at), Kind::Mark, &["="])
            && is(Some(self.at + 1), Kind::Text, &[""])
            && self.ends_at(self.at + 2)
        {
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
}
