//! What is shown to a person: nothing in it moves the cursor, reverses the text or pushes the tail out of sight.

use std::fmt::Write;

/// Longest text that is shown whole, in characters.
pub const MAX_SHOWN: usize = 400;

/// Longest run of blanks that is shown as it is.
const MAX_BLANKS: usize = 3;

/// A text on one line: control, bidi and invisible characters escaped, long runs of blanks counted, a long middle left out.
pub fn line(text: &str) -> String {
    shorten(&escape(text, false))
}

/// A text that may have several lines, such as a rendered diagnostic; nothing is left out. ANSI colours are the caller's own
/// and must not be in the text.
pub fn block(text: &str) -> String {
    escape(text, true)
}

fn escape(text: &str, keep_lines: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut blanks = 0;
    for c in text.chars() {
        if c == ' ' && !keep_lines {
            blanks += 1;
            continue;
        }
        flush_blanks(&mut shown, &mut blanks);
        match c {
            '\n' if keep_lines => shown.push('\n'),
            '\n' => shown.push_str("\\n"),
            '\t' if keep_lines => shown.push_str("    "),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            c if c.is_control() || is_invisible(c) => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    flush_blanks(&mut shown, &mut blanks);
    shown
}

fn flush_blanks(shown: &mut String, blanks: &mut usize) {
    if *blanks > MAX_BLANKS {
        let _ = write!(shown, " (… {blanks} blanks …) ");
    } else {
        shown.extend(std::iter::repeat_n(' ', *blanks));
    }
    *blanks = 0;
}

fn shorten(text: &str) -> String {
    let length = text.chars().count();
    if length <= MAX_SHOWN {
        return text.to_owned();
    }
    let half = MAX_SHOWN / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(length - half).collect();
    format!("{head} (… {} characters …) {tail}", length - 2 * half)
}

/// Characters that take no place, look like a blank, or change the direction of what follows.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{1680}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}'
            | '\u{2800}' | '\u{3000}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests;
