//! L601: characters that make a policy look other than it is.

use crate::compile::Compiled;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic, Location, Source, Span};
use unicode_security::MixedScript;
use unicode_security::is_potential_mixed_script_confusable_char as confusable;

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L601"),
    title: "a character that deceives the reader",
    why: "Bidirectional controls show a line in another order than it is read in; characters without width make two names of one; a \
          letter of another script looks like a Latin one and is none, so that a glob protects a file that nobody has. Whoever \
          reviews the policy cannot see any of it.",
    bad: "policy example language 1\ntools { shell command $command from cwd }\npaths mine { \"**/.\u{435}nv\" }\nstage mine { ask when any reads in mine because \"mine\" }\nfinal rest { ask always because \"nothing here decides\" }\n",
    good: r#"policy example language 1
tools { shell command $command from cwd }
paths mine { "**/.env" }
stage mine { ask when any reads in mine because "mine" }
final rest { ask always because "nothing here decides" }
"#,
};

/// Findings of the policy's own texts.
pub fn check(compiled: &Compiled) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (file, source) in compiled.sources.iter().filter(|(_, source)| !source.name.starts_with("std/")) {
        let mut add = |start: usize, c: char, what: &str| {
            let at = Location { file, span: Span::new(start, start + c.len_utf8()) };
            let title = format!("U+{:04X} {what}", u32::from(c));
            findings.push(
                Diagnostic::warning(PAGE.code, title, at, "here").help("remove it, or write the letter that is meant"),
            );
        };
        for (start, c) in source.text.char_indices().skip_while(|(start, c)| *start == 0 && *c == '\u{feff}') {
            if let Some(what) = hidden(c) {
                add(start, c, what);
            }
        }
        for (start, word) in words(source) {
            if !word.is_ascii() && !word.is_single_script() {
                let odd = word.char_indices().find(|(_, c)| !c.is_ascii() && confusable(*c));
                if let Some((offset, c)) = odd.filter(|_| word.contains(|c: char| c.is_ascii_alphabetic())) {
                    add(start + offset, c, "looks like a letter of another script");
                }
            }
        }
    }
    findings
}

/// Runs of letters and digits, with their places.
fn words(source: &Source) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in source.text.char_indices().chain([(source.text.len(), ' ')]) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.extend(source.text.get(from..at).map(|word| (from, word)));
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    found
}

/// What a character that is not seen does.
fn hidden(c: char) -> Option<&'static str> {
    match c {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            Some("changes the order in which the line is shown")
        }
        '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{ad}'
        | '\u{180e}'
        | '\u{115f}'
        | '\u{3164}'
        | '\u{e0000}'..='\u{e007f}' => Some("is not seen at all"),
        _ => None,
    }
}
