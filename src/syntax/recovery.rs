//! What did not match, as diagnostics.

use super::{Rule, Tree, explain};
use crate::source::{Diagnostic, FileId, Location, Span, codes};

/// How deep blocks and brackets may be nested.
pub const MAX_DEPTH: usize = 32;

/// The first bracket that is nested too deep. Strings and comments end with their line here, so a stray quote hides one
/// line at most; pest's own guard of the stack is the second line of defence.
pub(super) fn too_deep(text: &str) -> Option<Span> {
    let mut depth = 0_usize;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mut quoted = false;
        let mut escaped = false;
        let mut before = b' ';
        for (offset, byte) in line.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'#' if before == b' ' || before == b'\t' => break,
                b'{' | b'(' | b'[' => {
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return Some(Span::new(at + offset, at + offset + 1));
                    }
                }
                b'}' | b')' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            before = byte;
        }
        at += line.len();
    }
    None
}

/// How many syntax errors of one file are told.
const MAX_PROBLEMS: usize = 50;

/// One diagnostic for each node that recovery made. After a bad clause that opens a block nothing more is said of its item.
pub(super) fn problems(tree: &Tree, text: &str, file: FileId) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let Some(root) = tree.root(text) else { return out };
    for item in root.kids() {
        let mut quiet = false;
        for node in item.descend() {
            let at = Location { file, span: node.span() };
            match node.rule() {
                Rule::bad_item | Rule::bad_clause if !quiet => {
                    out.push(explain::bad(text, node, item, file));
                    quiet = opens(node.text());
                }
                Rule::unclosed => {
                    let open = Location {
                        file,
                        span: Span::new(
                            item.span().start as usize,
                            item.span().start as usize + first_word(item.text()).len(),
                        ),
                    };
                    out.push(
                        Diagnostic::error(codes::UNCLOSED, "a block is not closed", at, "a `}` is missing before this")
                            .also(open, "in this item")
                            .edit(at, "}", "close the block"),
                    );
                }
                _ => {}
            }
            if out.len() >= MAX_PROBLEMS {
                let title = format!("only the first {MAX_PROBLEMS} syntax errors are shown");
                out.push(Diagnostic::error(codes::LIMIT, title, at, "there may be more from here on"));
                return out;
            }
        }
    }
    out
}

fn opens(text: &str) -> bool {
    text.bytes().filter(|byte| *byte == b'{').count() > text.bytes().filter(|byte| *byte == b'}').count()
}

/// The leading run of what keywords, names and options are made of; the first character where there is none.
pub(super) fn first_word(text: &str) -> &str {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == '-');
    let end = text.find(ends).unwrap_or(text.len());
    let end = if end == 0 { text.chars().next().map_or(0, char::len_utf8) } else { end };
    text.get(..end).unwrap_or(text)
}
