//! What did not match, as diagnostics.

use super::{Node, Rule, Tree};
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

/// One diagnostic for each node that recovery made. After a bad clause that opens a block nothing more is said of its item.
pub(super) fn problems(tree: &Tree, text: &str, file: FileId) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let Some(root) = tree.root(text) else { return out };
    let mut quiet_until = 0;
    for node in tree.walk(text) {
        let span = node.span();
        match node.rule() {
            Rule::bad_item | Rule::bad_clause => {
                if span.start >= quiet_until {
                    out.push(bad(node, file));
                }
                if opens(node.text()) {
                    quiet_until = root.kids().map(|item| item.span()).find(|item| item.end > span.start).map_or(span.end, |item| item.end);
                }
            }
            Rule::unclosed => {
                let at = Location { file, span };
                out.push(Diagnostic::error(codes::UNCLOSED, "this block is not closed", at, "a `}` is missing before this"));
            }
            _ => {}
        }
    }
    out
}

fn opens(text: &str) -> bool {
    text.bytes().filter(|byte| *byte == b'{').count() > text.bytes().filter(|byte| *byte == b'}').count()
}

fn bad(node: Node<'_>, file: FileId) -> Diagnostic {
    let text = node.text();
    let line = text.lines().next().unwrap_or_default().trim_end();
    let span = Span::new(node.span().start as usize, node.span().start as usize + line.len());
    let title = match node.rule() {
        Rule::bad_item => "this is not an item of a policy",
        _ => "this is not a clause of its block",
    };
    Diagnostic::error(codes::SYNTAX, title, Location { file, span }, "not understood")
}
