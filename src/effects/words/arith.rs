//! Arithmetic: worked out on literals, proved harmless where all it meets are integers, code otherwise (rule 12).
//!
//! bash evaluates what a variable *holds* as an expression in turn, subscripts and the commands in them included. So every
//! name and every expansion must be proved to hold an integer literal; then the expression is data.

use super::param::{is_identifier, is_integer};
use super::{Evaluator, Finding, Surroundings};
use crate::argv::Text;
use crate::shell::tree::{Part, PartKind, Quoting, Run, Span};

/// Deepest nesting of parentheses and operators that is worked out.
const MAX_DEPTH: u32 = 32;

/// What an arithmetic expression comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// This.
    Known(i64),
    /// Some integer.
    Integer,
    /// It may run code on the way.
    Unproved,
}

/// A token of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// An integer, its value if it is worked out.
    Number(Option<i64>),
    /// A bare name.
    Name(String),
    /// An operator or parenthesis.
    Operator(&'static str),
}

/// Longest first.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "**", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=",
    "^=", "|=", "+", "-", "*", "/", "%", "<", ">", "=", "!", "~", "&", "|", "^", "?", ":", ",", "(", ")",
];

const ASSIGNMENTS: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "<<=", ">>="];

impl<S: Surroundings> Evaluator<'_, &mut S> {
    /// Evaluates an expression. What is not proved is [found](Finding::RunsCode).
    pub fn arithmetic(&mut self, expression: Run<Part>, span: Span) -> Number {
        let parts = self.script.get(expression);
        let number = match self.assemble(parts, span) {
            Some(text) => self.proved(&text, span),
            None => Number::Unproved,
        };
        if number == Number::Unproved {
            self.around.found(Finding::RunsCode("arithmetic on something that is not proved to be an integer"), span);
        }
        number
    }

    /// The expression's text after expansion, with [`HOLE`] for an integer that is not known. `None`: not proved.
    fn assemble(&mut self, parts: &[Part], span: Span) -> Option<String> {
        let mut text = String::new();
        let mut proved = true;
        for part in parts {
            match part.kind {
                PartKind::Literal { text: literal, quoting } => match quoting {
                    Quoting::Unquoted | Quoting::Double => text.push_str(self.script.text(literal)),
                    Quoting::Backslash | Quoting::Single | Quoting::Ansi | Quoting::Locale | Quoting::HereDoc => {
                        proved = false
                    }
                },
                PartKind::ArithSub { expression, .. } => match self.arithmetic(expression, span) {
                    Number::Known(number) => text.push_str(&number.to_string()),
                    Number::Integer => text.push(HOLE),
                    Number::Unproved => proved = false,
                },
                PartKind::CommandSub { body, .. } => {
                    if matches!(self.around.run(body), super::Printed::Number | super::Printed::Count) {
                        text.push(HOLE);
                    } else {
                        proved = false;
                    }
                }
                PartKind::Param { param, .. } => {
                    let param = self.script.one(param)?;
                    let mut field = super::Field::default();
                    self.param(param, true, true, &mut field);
                    let integer = self.is_integer_param(param);
                    match field.into_text() {
                        Text::Known(value) if is_integer(&value) => text.push_str(&value),
                        Text::Known(_) | Text::Shaped(_) if integer => text.push(HOLE),
                        Text::Known(_) | Text::Shaped(_) => proved = false,
                    }
                }
                PartKind::Glob(_) => text.push_str(self.script.text(part.span)),
                PartKind::ProcSub { .. }
                | PartKind::Brace { .. }
                | PartKind::BraceRange { .. }
                | PartKind::Tilde { .. }
                | PartKind::Array { .. } => {
                    self.parts(&[*part], super::Place::Value, &mut super::Field::default());
                    proved = false;
                }
            }
        }
        proved.then_some(text)
    }

    fn is_integer_param(&self, param: &crate::shell::tree::Param) -> bool {
        use crate::shell::tree::{Name, ParamOp};
        if param.indirect {
            return false;
        }
        match (param.name, param.op) {
            (_, ParamOp::Length) => true,
            (Name::Special(b'#' | b'?' | b'$'), ParamOp::None) => true,
            (Name::Variable(name), ParamOp::None) if param.subscript.is_none() => {
                self.look_up(self.script.text(name)).integer
            }
            _ => false,
        }
    }

    fn proved(&mut self, text: &str, span: Span) -> Number {
        let Some(mut tokens) = tokens(text) else {
            return Number::Unproved;
        };
        if tokens.is_empty() {
            return Number::Known(0);
        }
        let mut assigns = false;
        for at in 0..tokens.len() {
            let Some(Token::Name(name)) = tokens.get(at).cloned() else {
                continue;
            };
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            let after = tokens.get(at + 1);
            let is = |token: Option<&Token>, operators: &[&str]| matches!(token, Some(Token::Operator(op)) if operators.contains(op));
            let set_only = is(after, &["="]);
            let assigned = is(after, ASSIGNMENTS) || is(after, &["++", "--"]) || is(before, &["++", "--"]);
            if !set_only {
                let variable = self.look_up(&name);
                let value = match &variable.value {
                    // With a zero in front it is octal.
                    Some(Text::Known(value)) if is_integer(value) && is_decimal(value) => value.parse().ok(),
                    Some(_) | None => None,
                };
                if !variable.integer && value.is_none() {
                    return Number::Unproved;
                }
                if let Some(token) = tokens.get_mut(at)
                    && !assigned
                {
                    *token = Token::Number(value);
                }
            }
            if assigned {
                assigns = true;
                // A division may fail and leave the name as it was.
                let integer =
                    !tokens.iter().any(|token| matches!(token, Token::Operator("/" | "%" | "**" | "/=" | "%=")));
                self.around.found(Finding::Binds { name, integer }, span);
            }
        }
        if assigns {
            return Number::Integer;
        }
        let mut calculation = Calculation { tokens: &tokens, at: 0 };
        match calculation.ternary(0) {
            Some(number) if calculation.at == tokens.len() => Number::Known(number),
            Some(_) | None => Number::Integer,
        }
    }
}

fn is_decimal(integer: &str) -> bool {
    let digits = integer.trim_start_matches(['-', '+']);
    digits == "0" || !digits.starts_with('0')
}

/// Stands for an integer that is not known; no expression holds it otherwise.
const HOLE: char = '\u{1}';

/// Splits an expression. `None`: something in it is neither a number, a name nor an operator, or touches a hole.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\n']);
        let Some(first) = rest.chars().next() else {
            return Some(tokens);
        };
        let word_end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '#' | '@' | HOLE)))
            .unwrap_or(rest.len());
        if word_end > 0 {
            let (word, tail) = rest.split_at_checked(word_end)?;
            let base_and_hole = word.strip_suffix(HOLE).and_then(|base| base.strip_suffix('#')).is_some_and(is_integer);
            tokens.push(if word == "\u{1}" || base_and_hole {
                Token::Number(None)
            } else if word.contains(HOLE) {
                return None;
            } else if is_identifier(word) {
                Token::Name(word.to_owned())
            } else if first.is_ascii_digit() {
                Token::Number(if is_integer(word) && (word == "0" || !word.starts_with('0')) {
                    word.parse().ok()
                } else {
                    None
                })
            } else {
                return None;
            });
            rest = tail;
            continue;
        }
        let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator))?;
        tokens.push(Token::Operator(operator));
        rest = rest.get(operator.len()..)?;
    }
}

/// Works out an expression of numbers; `None` where it is not worked out, which is still an integer or an error.
struct Calculation<'t> {
    tokens: &'t [Token],
    at: usize,
}

/// Binary operators by precedence, loosest first.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Calculation<'_> {
    fn take(&mut self, operators: &[&str]) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Operator(operator)) if operators.contains(operator) => {
                self.at += 1;
                Some(operator)
            }
            Some(_) | None => None,
        }
    }

    fn ternary(&mut self, depth: u32) -> Option<i64> {
        if depth > MAX_DEPTH {
            return None;
        }
        let condition = self.binary(0, depth + 1)?;
        if self.take(&["?"]).is_none() {
            return Some(condition);
        }
        let yes = self.ternary(depth + 1)?;
        self.take(&[":"])?;
        let no = self.ternary(depth + 1)?;
        Some(if condition == 0 { no } else { yes })
    }

    fn binary(&mut self, level: usize, depth: u32) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary(depth);
        };
        let mut left = self.binary(level + 1, depth)?;
        while let Some(operator) = self.take(operators) {
            let right = self.binary(level + 1, depth)?;
            left = apply(operator, left, right)?;
        }
        Some(left)
    }

    fn unary(&mut self, depth: u32) -> Option<i64> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(operator) = self.take(&["-", "+", "!", "~"]) {
            let operand = self.unary(depth + 1)?;
            return Some(match operator {
                "-" => operand.wrapping_neg(),
                "!" => i64::from(operand == 0),
                "~" => !operand,
                _ => operand,
            });
        }
        let base = if self.take(&["("]).is_some() {
            let inner = self.ternary(depth + 1)?;
            self.take(&[")"])?;
            inner
        } else {
            match self.tokens.get(self.at) {
                Some(Token::Number(Some(number))) => {
                    self.at += 1;
                    *number
                }
                Some(Token::Number(None) | Token::Name(_) | Token::Operator(_)) | None => {
                    return None;
                }
            }
        };
        // A power binds tighter than the sign before it, and to the right; it is left to the shell.
        if self.take(&["**"]).is_some() { None } else { Some(base) }
    }
}

fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
    let truth = |holds: bool| Some(i64::from(holds));
    match operator {
        "||" => truth(left != 0 || right != 0),
        "&&" => truth(left != 0 && right != 0),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "<<" if (0..63).contains(&right) => Some(left.wrapping_shl(u32::try_from(right).ok()?)),
        ">>" if (0..63).contains(&right) => Some(left >> right),
        "+" => Some(left.wrapping_add(right)),
        "-" => Some(left.wrapping_sub(right)),
        "*" => Some(left.wrapping_mul(right)),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => None,
    }
}
