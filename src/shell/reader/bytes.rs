//! Which bytes end a word, and which of them mean something inside one.

/// Ends a word: blank, newline, operator, end of the text.
const BREAK: u8 = 1;
/// Means something inside a word.
const ACTIVE: u8 = 2;
/// Means something inside double quotes.
const QUOTED: u8 = 4;
/// May begin a name.
const LETTER: u8 = 8;
/// A digit.
const DIGIT: u8 = 16;

const CLASSES: [u8; 256] = classes();

#[expect(clippy::indexing_slicing, reason = "a constant evaluated by the compiler: out of bounds does not build")]
const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            0 | b' ' | b'\t' | b'\n' | b'(' | b')' | b'<' | b'>' | b';' | b'&' | b'|' => BREAK,
            b'\'' | b'*' | b'?' | b'[' | b']' | b'{' | b'~' => ACTIVE,
            b'"' | b'\\' | b'$' | b'`' => ACTIVE | QUOTED,
            1 | 0x7f => ACTIVE | QUOTED,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => LETTER,
            b'0'..=b'9' => DIGIT,
            _ => 0,
        };
        byte += 1;
    }
    table[0] |= QUOTED;
    table
}

#[inline]
#[expect(clippy::indexing_slicing, reason = "a byte is always below 256")]
const fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

/// Whether a byte ends a word.
#[inline]
pub(super) const fn is_break(byte: u8) -> bool {
    class(byte) & BREAK != 0
}

/// Whether a byte stands for itself in an unquoted word.
#[inline]
pub(super) const fn is_plain(byte: u8) -> bool {
    class(byte) & (BREAK | ACTIVE) == 0
}

/// Whether a byte stands for itself in double quotes.
#[inline]
pub(super) const fn is_plain_quoted(byte: u8) -> bool {
    class(byte) & QUOTED == 0
}

/// Whether a name may begin with a byte.
#[inline]
pub(super) const fn is_name_start(byte: u8) -> bool {
    class(byte) & LETTER != 0
}

/// Whether a byte may stand in a name.
#[inline]
pub(super) const fn is_name(byte: u8) -> bool {
    class(byte) & (LETTER | DIGIT) != 0
}

/// Length of the name that a text begins with, or 0.
#[inline]
pub(super) fn name_len(text: &[u8]) -> usize {
    match text.first() {
        Some(&first) if is_name_start(first) => text.iter().position(|&byte| !is_name(byte)).unwrap_or(text.len()),
        _ => 0,
    }
}

/// Length of the digits that a text begins with.
#[inline]
pub(super) fn digits_len(text: &[u8]) -> usize {
    text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len())
}
