//! Arithmetic: `$((…))`, `((…))`, `for ((…;…;…))`, `$[…]`, subscripts and slices.

use super::super::tree::{CommandKind, Part, PartKind, Quoting, Reason, Run};
use super::operand::Operand;
use super::{Read, Reader};

/// What ends an expression, outside parentheses and brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// `)`.
    Parenthesis,
    /// `;` or `)`.
    Semicolon,
    /// `]`.
    Bracket,
    /// `]`, after the key of an associative array perhaps, which may be quoted.
    Subscript(Operand),
    /// `:` or `}`.
    Slice,
}

impl Reader<'_, '_> {
    /// Reads an expression up to the byte that ends it, which is not passed.
    pub(super) fn expression(&mut self, end: End) -> Read<Run<Part>> {
        let from = self.opened::<Part>();
        let mut run = self.pos;
        let (mut parentheses, mut brackets, mut choices) = (0_u32, 0_u32, 0_u32);
        loop {
            match self.byte() {
                b'(' => parentheses += 1,
                b')' if parentheses > 0 => parentheses -= 1,
                b')' if matches!(end, End::Parenthesis | End::Semicolon) => break,
                b'[' => brackets += 1,
                b']' if brackets > 0 => brackets -= 1,
                b']' if matches!(end, End::Bracket | End::Subscript(_)) => break,
                b';' if end == End::Semicolon && parentheses == 0 => break,
                b'}' if end == End::Slice && parentheses == 0 && brackets == 0 => break,
                b':' if end == End::Slice && parentheses == 0 && brackets == 0 && choices == 0 => {
                    break;
                }
                b':' if choices > 0 => choices -= 1,
                b'?' => choices += 1,
                b'$' if self.is_expansion(true) => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.arith_expansion()?;
                    run = self.pos;
                    continue;
                }
                b'`' if end != End::Slice => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.backtick(true, true)?;
                    run = self.pos;
                    continue;
                }
                b'"' if matches!(end, End::Parenthesis) => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.double(Quoting::Double)?;
                    run = self.pos;
                    continue;
                }
                byte @ (b'"' | b'\'') if let End::Subscript(place) = end => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    if byte == b'\'' {
                        self.operand_single(place)?
                    } else {
                        self.operand_double(place)?
                    }
                    run = self.pos;
                    continue;
                }
                b'\\' if self.ahead(1) == b'\n' => {
                    self.flush(run, self.pos, Quoting::Unquoted);
                    self.pos += 2;
                    run = self.pos;
                    continue;
                }
                0 if self.is_at_end() => return self.stop(Reason::Unclosed("((")),
                b'a'..=b'z'
                | b'A'..=b'Z'
                | b'0'..=b'9'
                | b'_'
                | b' '
                | b'\t'
                | b'+'
                | b'-'
                | b'*'
                | b'/'
                | b'%'
                | b'='
                | b'!'
                | b'|'
                | b'^'
                | b'~'
                | b','
                | b'.'
                | b'#'
                | b'@'
                | b':' => {}
                b'<' | b'>' if self.next_byte() == b'(' && !matches!(end, End::Parenthesis | End::Semicolon) => {
                    return self.unproved("what may be a process substitution in arithmetic");
                }
                b'<' | b'>' | b'&' => {}
                b'\n' if matches!(end, End::Parenthesis | End::Semicolon) => {}
                _ => return self.unproved("this character in arithmetic"),
            }
            self.pos += 1;
        }
        if parentheses > 0 || brackets > 0 {
            return self.unproved("unbalanced arithmetic");
        }
        self.flush(run, self.pos, Quoting::Unquoted);
        Ok(self.settle(from))
    }

    /// An expansion in arithmetic. bash looks for the end of the arithmetic without regard to `${…}`: parentheses inside one count.
    fn arith_expansion(&mut self) -> Read<()> {
        let at = self.pos;
        self.expansion(true)?;
        let text = self.slice(at, self.pos);
        if text.starts_with(b"${")
            && text.iter().any(|byte| matches!(byte, b'(' | b')' | b'[' | b']' | b'\'' | b'"' | b'\\'))
        {
            let simple = text.iter().all(|byte| !matches!(byte, b'(' | b')' | b'\'' | b'"' | b'\\' | b'`'));
            if !simple
                || text.iter().filter(|byte| **byte == b'[').count()
                    != text.iter().filter(|byte| **byte == b']').count()
            {
                return self.unproved("brackets or quotes in `${…}` in arithmetic");
            }
        }
        Ok(())
    }

    /// `$((…))`, from its second parenthesis.
    pub(super) fn arith_substitution(&mut self, at: usize, quoted: bool) -> Read<()> {
        self.pos += 1;
        let expression = self.nested(|reader| reader.expression(End::Parenthesis))?;
        if self.ahead(1) != b')' {
            return self.unproved("`$((` that does not end in `))`");
        }
        self.pos += 2;
        self.push(Part { span: self.span(at, self.pos), kind: PartKind::ArithSub { expression, quoted } });
        Ok(())
    }

    /// `$[…]`.
    pub(super) fn arith_brackets(&mut self, quoted: bool) -> Read<()> {
        self.bash_only("`$[…]`")?;
        let at = self.pos;
        self.pos += 2;
        let expression = self.nested(|reader| reader.expression(End::Bracket))?;
        self.pos += 1;
        self.push(Part { span: self.span(at, self.pos), kind: PartKind::ArithSub { expression, quoted } });
        Ok(())
    }

    /// `((…))`; `None`, without moving, if it is a subshell in a subshell.
    pub(super) fn arith_command(&mut self) -> Read<Option<CommandKind>> {
        self.bash_only("`((`")?;
        if let Some(after) = self.after_parentheses()
            && after != b')'
        {
            return if matches!(after, b'\\' | b'\n') {
                self.unproved("`((` that does not end in `))`")
            } else {
                Ok(None)
            };
        }
        self.skip_two();
        let expression = self.nested(|reader| reader.expression(End::Parenthesis))?;
        if self.ahead(1) != b')' {
            return self.unproved("`((` that does not end in `))`");
        }
        self.pos += 2;
        Ok(Some(CommandKind::Arith { expression }))
    }

    /// The byte after the parenthesis that closes the second of two, as bash looks for it: parentheses are counted, quotes are
    /// passed over. `None` where a substitution would have to be read for that, or nothing closes.
    fn after_parentheses(&self) -> Option<u8> {
        let mut rest = self.rest().iter().copied().skip(1).skip_while(|byte| *byte != b'(').skip(1).peekable();
        let mut depth = 0_u32;
        while let Some(byte) = rest.next() {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 0 => return rest.next().or(Some(0)),
                b')' => depth -= 1,
                b'\\' => drop(rest.next()),
                b'\'' => drop(rest.find(|byte| *byte == b'\'')?),
                b'"' => loop {
                    match rest.next()? {
                        b'"' => break,
                        b'\\' => drop(rest.next()),
                        b'`' => return None,
                        b'$' if matches!(rest.peek(), Some(b'(' | b'{' | b'[' | b'\\')) => {
                            return None;
                        }
                        _ => {}
                    }
                },
                b'`' => return None,
                b'$' if matches!(rest.peek(), Some(b'(' | b'\'' | b'"' | b'\\' | b'$')) => {
                    return None;
                }
                _ => {}
            }
        }
        None
    }

    /// The three expressions of `for ((…;…;…))`, from after its parentheses to after its end.
    pub(super) fn for_expressions(&mut self) -> Read<[Run<Part>; 3]> {
        let mut expressions = [Run::default(); 3];
        for (index, slot) in expressions.iter_mut().enumerate() {
            *slot = self.nested(|reader| reader.expression(End::Semicolon))?;
            if index < 2 && !self.eat(b';') {
                return self.syntax();
            }
        }
        if self.byte() != b')' || self.ahead(1) != b')' {
            return self.syntax();
        }
        self.pos += 2;
        Ok(expressions)
    }
}
