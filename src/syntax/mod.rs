//! Text → syntax tree with comments kept; tree → text.
//!
//! The grammar is `grammar/policy.pest`, and the tree is its rules as they matched. What did not match is in the tree too
//! (`bad_item`, `bad_clause`, `unclosed`); each such node becomes a diagnostic, so one run shows all errors of a file.

mod explain;
mod format;
mod grammar;
mod recovery;
mod tree;

pub use format::{format, same};
pub use grammar::{GRAMMAR, Rule};
pub use tree::{Kids, Node, Tree, unquote};

use crate::source::{Diagnostic, FileId, Location, Span, codes};
use pest::Parser;

/// Bytes of a source.
pub const MAX_BYTES: usize = 16 << 20;

/// Reads a text. A text that even recovery cannot take (too large, too deep) gives an empty tree.
pub fn parse(text: &str, file: FileId) -> (Tree, Vec<Diagnostic>) {
    let start = Location { file, span: Span::default() };
    if text.len() > MAX_BYTES {
        let title = format!("a policy file may have {MAX_BYTES} bytes");
        return (Tree::default(), vec![Diagnostic::error(codes::LIMIT, title, start, "this one has more")]);
    }
    if let Some(span) = recovery::too_deep(text) {
        let title = format!("blocks and brackets may be nested {} deep", recovery::MAX_DEPTH);
        return (
            Tree::default(),
            vec![Diagnostic::error(codes::LIMIT, title, Location { file, span }, "this one is deeper")],
        );
    }
    match grammar::Grammar::parse(Rule::file, text) {
        Ok(pairs) => {
            let tree = Tree::from_pairs(pairs);
            let problems = recovery::problems(&tree, text, file);
            (tree, problems)
        }
        Err(error) => {
            let problem = Diagnostic::error(codes::SYNTAX, "this text cannot be read", start, "")
                .note(error.variant.message().into_owned());
            (Tree::default(), vec![problem])
        }
    }
}

#[cfg(test)]
mod tests;
