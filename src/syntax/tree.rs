//! The syntax tree: the grammar's rules in the order of the text, comments among them.

use super::grammar::Rule;
use crate::source::Span;

/// A flat tree in pre-order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// Of each node: what it is, where, and the index past its last descendant.
    nodes: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    rule: Rule,
    span: Span,
    next: u32,
}

impl Tree {
    /// Of a text that the grammar accepted as `rule`.
    pub(super) fn from_pairs(pairs: pest::iterators::Pairs<'_, Rule>) -> Tree {
        let mut nodes: Vec<Entry> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for token in pairs.tokens() {
            match token {
                pest::Token::Start { rule: kind, pos } => {
                    open.push(nodes.len());
                    nodes.push(Entry { rule: kind, span: Span::new(pos.pos(), pos.pos()), next: 0 });
                }
                pest::Token::End { pos, .. } => {
                    let next = Span::new(0, nodes.len()).end;
                    if let Some(entry) = open.pop().and_then(|index| nodes.get_mut(index)) {
                        entry.span = Span::new(entry.span.start as usize, pos.pos());
                        entry.next = next;
                    }
                }
            }
        }
        Tree { nodes }
    }

    /// The whole file; `None` for a text that had no tree.
    pub fn root<'a>(&'a self, text: &'a str) -> Option<Node<'a>> {
        self.nodes.first().map(|_| Node { tree: self, text, index: 0 })
    }

    /// All nodes in the order of the text.
    pub fn walk<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Node<'a>> + 'a {
        (0..self.nodes.len()).map(move |index| Node { tree: self, text, index })
    }
}

/// A node of a tree, with the text that the tree was made of.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    tree: &'a Tree,
    text: &'a str,
    index: usize,
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.rule(), self.text())
    }
}

impl<'a> Node<'a> {
    fn entry(self) -> Entry {
        self.tree.nodes.get(self.index).copied().unwrap_or(Entry { rule: Rule::EOI, span: Span::default(), next: 0 })
    }

    /// What it is.
    pub fn rule(self) -> Rule {
        self.entry().rule
    }

    /// Where it is.
    pub fn span(self) -> Span {
        self.entry().span
    }

    /// Its text.
    pub fn text(self) -> &'a str {
        self.text.get(self.span().range()).unwrap_or_default()
    }

    /// The text with the quotes and escapes of a string, or the backquotes of a command line, taken off.
    pub fn unquoted(self) -> String {
        unquote(self.text())
    }

    /// Its parts, comments among them.
    pub fn all_kids(self) -> Kids<'a> {
        Kids { tree: self.tree, text: self.text, index: self.index + 1, end: self.entry().next as usize }
    }

    /// Its parts, comments left out.
    pub fn kids(self) -> impl Iterator<Item = Node<'a>> + 'a {
        self.all_kids().filter(|kid| kid.rule() != Rule::comment)
    }

    /// It and all nodes below it, in the order of the text.
    pub fn descend(self) -> impl Iterator<Item = Node<'a>> + 'a {
        (self.index..self.entry().next as usize).map(move |index| Node { index, ..self })
    }

    /// Its parts of one kind.
    pub fn all(self, kind: Rule) -> impl Iterator<Item = Node<'a>> + 'a {
        self.all_kids().filter(move |kid| kid.rule() == kind)
    }

    /// The first part of a kind.
    pub fn first(self, kind: Rule) -> Option<Node<'a>> {
        self.all(kind).next()
    }

    /// The first part that is no comment.
    pub fn kid(self) -> Option<Node<'a>> {
        self.kids().next()
    }

    /// Whether it has a part of that kind.
    pub fn has(self, kind: Rule) -> bool {
        self.first(kind).is_some()
    }
}

/// Parts of a node.
#[derive(Clone, Copy)]
pub struct Kids<'a> {
    tree: &'a Tree,
    text: &'a str,
    index: usize,
    end: usize,
}

impl<'a> Iterator for Kids<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if self.index >= self.end {
            return None;
        }
        let node = Node { tree: self.tree, text: self.text, index: self.index };
        self.index = (node.entry().next as usize).max(self.index + 1);
        Some(node)
    }
}

/// Takes the quotes of a string (`"…"` with `\"`, `\\`, `\n`, `\t`) or a command line (backquotes) off.
pub fn unquote(text: &str) -> String {
    if let Some(inner) = text.strip_prefix("``").and_then(|rest| rest.strip_suffix("``")) {
        return inner.to_owned();
    }
    if let Some(inner) = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
        return inner.to_owned();
    }
    let Some(inner) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return text.to_owned();
    };
    if !inner.contains('\\') {
        return inner.to_owned();
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some(other) => out.push(other),
                None => {}
            },
            other => out.push(other),
        }
    }
    out
}
