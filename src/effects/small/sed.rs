//! sed: what a script reads, writes and runs.
//!
//! Followed is how GNU sed 4.9 cuts a script into commands (held against it by `tests/small_sed.rs`), in its extended mode:
//! `--posix` only refuses more. `-E`, `-n`, `-s`, `-z` do not change the cut. Where an older GNU or a BSD sed cuts otherwise the
//! script is not proved, but for a delimiter inside a bracket expression (`s/[^/]*//`): POSIX lets a sed end the pattern
//! there, so a script that holds one is read both ways and its acts are the union.
//!
//! What sed would reject after all (an unknown label, a back-reference without a group) is still read: a rejected script does
//! no more than an accepted one.

use super::{Act, Code, MAX_NESTING, Name, NotProved, Reading};

/// Reads a whole script, fragments joined by [`join`].
pub(super) fn read(script: &str) -> Result<Reading, NotProved> {
    let mut modern = Reader::new(script, Brackets::Opaque);
    modern.script()?;
    let mut reading = modern.reading;
    if modern.delimiter_in_brackets {
        let mut old = Reader::new(script, Brackets::Plain);
        // An error ends the old reading where that sed stops, with the files opened so far.
        let _rejected = old.script();
        for step in old.reading.steps {
            if !reading.steps.contains(&step) {
                reading.steps.push(step);
            }
        }
    }
    Ok(reading)
}

/// One script from the fragments of several `-e`. sed compiles them one by one; a newline between two gives the same commands,
/// and lets a fragment that ends in `a\` take its text from the next, as sed does.
#[must_use]
pub fn join<S: AsRef<str>>(fragments: &[S]) -> String {
    fragments.iter().map(AsRef::as_ref).collect::<Vec<_>>().join("\n")
}

/// Whether a delimiter inside `[…]` is part of the bracket expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    Opaque,
    Plain,
}

struct Reader<'a> {
    script: &'a str,
    at: usize,
    depth: usize,
    brackets: Brackets,
    delimiter_in_brackets: bool,
    reading: Reading,
}

impl<'a> Reader<'a> {
    fn new(script: &'a str, brackets: Brackets) -> Self {
        Self { script, at: 0, depth: 0, brackets, delimiter_in_brackets: false, reading: Reading::default() }
    }

    fn peek(&self) -> Option<u8> {
        self.script.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn fail<T>(&self, reason: &str) -> Result<T, NotProved> {
        Err(NotProved::new(self.at, reason))
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    fn script(&mut self) -> Result<(), NotProved> {
        loop {
            while matches!(self.peek(), Some(b';' | b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)) {
                self.at += 1;
            }
            if self.peek().is_none() {
                return if self.depth == 0 { Ok(()) } else { self.fail("a block is not closed") };
            }
            if self.address()? {
                self.skip_blanks();
                if self.peek() == Some(b',') {
                    self.at += 1;
                    self.skip_blanks();
                    if !self.second_address()? {
                        return self.fail("no address after the comma");
                    }
                    self.skip_blanks();
                }
            }
            if self.peek() == Some(b'!') {
                self.at += 1;
                self.skip_blanks();
            }
            self.command()?;
        }
    }

    fn address(&mut self) -> Result<bool, NotProved> {
        match self.peek() {
            Some(b'/') => {
                self.at += 1;
                self.regex_address(b'/')
            }
            Some(b'\\') => {
                self.at += 1;
                let delimiter = self.delimiter()?;
                self.regex_address(delimiter)
            }
            Some(b'0'..=b'9') => {
                self.number();
                self.skip_blanks();
                if self.peek() == Some(b'~') {
                    self.step()?;
                }
                Ok(true)
            }
            Some(b'$') => {
                self.at += 1;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn second_address(&mut self) -> Result<bool, NotProved> {
        if matches!(self.peek(), Some(b'+' | b'~')) {
            self.step()?;
            return Ok(true);
        }
        self.address()
    }

    /// `~N` or `+N`, standing at its sign.
    fn step(&mut self) -> Result<(), NotProved> {
        self.at += 1;
        self.skip_blanks();
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            // sed takes whatever stands here for a digit.
            return self.fail("a step without a number");
        }
        self.number();
        Ok(())
    }

    fn number(&mut self) {
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
    }

    fn regex_address(&mut self, delimiter: u8) -> Result<bool, NotProved> {
        self.delimited(delimiter, true)?;
        loop {
            self.skip_blanks();
            if !matches!(self.peek(), Some(b'I' | b'M')) {
                return Ok(true);
            }
            self.at += 1;
        }
    }

    /// The byte that will end a pattern.
    fn delimiter(&mut self) -> Result<u8, NotProved> {
        match self.next() {
            Some(b'\n' | b'\\') | None => self.fail("a delimiter that sed does not take"),
            Some(byte) if byte.is_ascii() => Ok(byte),
            Some(_) => self.fail("a delimiter of several bytes"),
        }
    }

    /// Skips text up to and including the next delimiter that counts.
    fn delimited(&mut self, delimiter: u8, regex: bool) -> Result<(), NotProved> {
        loop {
            match self.next() {
                None | Some(b'\n') => return self.fail("text without its closing delimiter"),
                Some(byte) if byte == delimiter => return Ok(()),
                Some(b'\\') => {
                    self.next();
                }
                Some(b'[') if regex && self.brackets == Brackets::Opaque => self.bracket_expression(delimiter)?,
                Some(_) => {}
            }
        }
    }

    /// Skips a bracket expression, standing after its `[`.
    fn bracket_expression(&mut self, delimiter: u8) -> Result<(), NotProved> {
        let start = self.at;
        if self.peek() == Some(b'^') {
            self.at += 1;
        }
        if self.peek() == Some(b']') {
            self.at += 1;
        }
        loop {
            match self.next() {
                None | Some(b'\n') => return self.fail("a bracket expression is not closed"),
                Some(b']') => break,
                Some(b'[') if matches!(self.peek(), Some(b'.' | b':' | b'=')) => self.character_class()?,
                Some(_) => {}
            }
        }
        let inside = self.script.as_bytes().get(start..self.at).unwrap_or_default();
        // A backslash also counts: the old reading takes `\]` and `\/` as pairs.
        self.delimiter_in_brackets |= inside.iter().any(|&byte| byte == delimiter || byte == b'\\');
        Ok(())
    }

    /// Skips `[:name:]` and its kin, standing after the inner `[`.
    fn character_class(&mut self) -> Result<(), NotProved> {
        let mark = self.next();
        loop {
            match self.next() {
                None | Some(b'\n') => return self.fail("a character class is not closed"),
                // A mark that does not close takes the next byte with it.
                byte if byte == mark => match self.next() {
                    Some(b']') => return Ok(()),
                    None | Some(b'\n') => return self.fail("a character class is not closed"),
                    Some(_) => {}
                },
                Some(_) => {}
            }
        }
    }

    fn command(&mut self) -> Result<(), NotProved> {
        match self.next() {
            Some(b'#') => {
                self.line();
                Ok(())
            }
            Some(b'{') => {
                self.depth += 1;
                if self.depth > MAX_NESTING { self.fail("blocks are nested too deeply") } else { Ok(()) }
            }
            Some(b'}') => {
                let Some(depth) = self.depth.checked_sub(1) else { return self.fail("a closing brace too many") };
                self.depth = depth;
                self.end_of_command()
            }
            Some(b'=' | b'd' | b'D' | b'F' | b'g' | b'G' | b'h' | b'H' | b'n' | b'N' | b'p' | b'P' | b'x' | b'z') => {
                self.end_of_command()
            }
            Some(b'q' | b'Q' | b'l') => {
                self.skip_blanks();
                self.number();
                self.end_of_command()
            }
            Some(b'a' | b'i' | b'c') => self.text().map(drop),
            Some(b':' | b'b' | b't' | b'T' | b'v') => self.label(),
            Some(b'e') => self.execute(),
            Some(b'r' | b'R') => {
                let name = self.file_name()?;
                self.reading.push(Act::Reads(name), false);
                Ok(())
            }
            Some(b'w' | b'W') => self.write(),
            Some(b's') => self.substitute(),
            Some(b'y') => {
                let delimiter = self.delimiter()?;
                self.delimited(delimiter, false)?;
                self.delimited(delimiter, false)?;
                self.end_of_command()
            }
            Some(_) => {
                self.at -= 1;
                self.fail("not a command")
            }
            None => self.fail("an address without a command"),
        }
    }

    fn end_of_command(&mut self) -> Result<(), NotProved> {
        self.skip_blanks();
        match self.peek() {
            None | Some(b'}' | b'#') => Ok(()),
            Some(b'\n' | b';') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => self.fail("more text after a command"),
        }
    }

    /// The rest of the line, without its newline.
    fn line(&mut self) -> &'a str {
        let rest = self.script.get(self.at..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        self.at += line.len();
        line
    }

    fn file_name(&mut self) -> Result<Name, NotProved> {
        self.skip_blanks();
        let name = self.line();
        match name.as_bytes().first() {
            None => self.fail("a file name is missing"),
            // Some skip these like blanks.
            Some(b'\r' | 0x0b | 0x0c) => self.fail("a file name whose start is not sure"),
            // Busybox takes the next line for the name, or for more of it.
            Some(_) if name.ends_with('\\') => self.fail("a file name that ends in a backslash"),
            Some(_) => Ok(Name::Known(name.to_owned())),
        }
    }

    fn write(&mut self) -> Result<(), NotProved> {
        let name = self.file_name()?;
        // The file is opened, and so emptied, before any input is read.
        self.reading.push(Act::Writes(name), true);
        Ok(())
    }

    fn label(&mut self) -> Result<(), NotProved> {
        self.skip_blanks();
        while !matches!(self.peek(), None | Some(b'\n' | b' ' | b'\t' | b';' | b'}' | b'#' | b'\r' | 0x0b | 0x0c)) {
            self.at += 1;
        }
        match self.peek() {
            None | Some(b'\n' | b' ' | b'\t' | b';') => Ok(()),
            // Older versions take the brace into the label; both agree if the label would have ended behind it anyway.
            Some(b'}') => match self.script.as_bytes().get(self.at + 1) {
                None | Some(b'\n' | b' ' | b'\t' | b';' | b'}') => Ok(()),
                Some(_) => self.fail("a label that ends in a brace"),
            },
            Some(_) => self.fail("a label that versions end in different places"),
        }
    }

    /// The text of `a`, `i`, `c` and `e`, up to the first newline without a backslash before it; `None` if it holds a backslash.
    fn text(&mut self) -> Result<Option<&'a str>, NotProved> {
        self.skip_blanks();
        let mut plain = true;
        if self.peek() == Some(b'\\') {
            plain = false;
            self.at += 1;
            match self.next() {
                Some(b' ' | b'\t' | b'\\') if self.blank_line_ahead() => {
                    return self.fail("blanks or a backslash between `a\\` and the end of its line");
                }
                _ => {}
            }
        }
        let start = self.at;
        loop {
            match self.peek() {
                None | Some(b'\n') => break,
                Some(b'\\') => {
                    plain = false;
                    self.at += 1;
                    self.next();
                }
                Some(_) => self.at += 1,
            }
        }
        Ok(if plain { self.script.get(start..self.at) } else { None })
    }

    fn blank_line_ahead(&self) -> bool {
        let rest = self.script.get(self.at..).unwrap_or_default();
        matches!(rest.trim_start_matches([' ', '\t', '\r']).as_bytes().first(), None | Some(b'\n'))
    }

    fn execute(&mut self) -> Result<(), NotProved> {
        let command = match self.text()? {
            // Without a text the pattern space is the command.
            Some("") | None => Name::Unknown,
            Some(text) => Name::Known(text.to_owned()),
        };
        self.reading.push(Act::Runs(Code::Shell(command)), false);
        Ok(())
    }

    fn substitute(&mut self) -> Result<(), NotProved> {
        let delimiter = self.delimiter()?;
        self.delimited(delimiter, true)?;
        self.delimited(delimiter, false)?;
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some(b'}' | b'#') => return Ok(()),
                Some(b'g' | b'p' | b'i' | b'I' | b'm' | b'M' | b'0'..=b'9') => self.at += 1,
                Some(b'e') => {
                    self.at += 1;
                    self.reading.push(Act::Runs(Code::Shell(Name::Unknown)), false);
                }
                Some(b'w') => {
                    self.at += 1;
                    return self.write();
                }
                Some(b'\n' | b';') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\r') if self.script.as_bytes().get(self.at + 1) == Some(&b'\n') => {
                    self.at += 2;
                    return Ok(());
                }
                Some(_) => return self.fail("not a flag of `s`"),
            }
        }
    }
}

#[cfg(test)]
mod tests;
