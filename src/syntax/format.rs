//! Tree → text: one layout, comments kept.
//!
//! A clause stands on one line and goes on, indented deeper, where it would be too long; a block opens at the end of a line
//! and its clauses are indented. Blank lines are kept, one at most; so are several blanks within a line, which make columns of
//! clauses that belong together, and a block that is open stays open. Only a set keeps its own line breaks: they group its
//! members, and the end of a line ends an `except`. Whatever is written is read again, and refused if it means anything else.

use super::{Node, Rule, Tree, parse};
use crate::source::{Diagnostic, FileId, Location, Span, codes};

/// Columns that a line has where it can be broken.
const WIDTH: usize = 120;
/// Blanks a block is indented by.
const STEP: usize = 2;

/// Lays a text out.
///
/// # Errors
/// What keeps it from being read; or, should the layout ever change the meaning, the place where it does.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let file = FileId(0);
    let (tree, problems) = parse(text, file);
    if !problems.is_empty() {
        return Err(problems);
    }
    let Some(root) = tree.root(text) else { return Ok(String::new()) };
    let mut layout = Layout { text, out: String::new() };
    layout.lines(root, 0, false);
    let out = layout.out;
    let (again, problems) = parse(&out, file);
    if problems.is_empty() && same(&tree, text, &again, &out) {
        return Ok(out);
    }
    let at = Location { file, span: Span::default() };
    Err(vec![Diagnostic::error(codes::SYNTAX, "this text cannot be laid out without changing it", at, "left as it is")])
}

/// Whether two trees are the same but for blanks: the same rules with the same words, and the same comments among them.
pub fn same(one: &Tree, one_text: &str, other: &Tree, other_text: &str) -> bool {
    let words = |tree: &Tree, text: &str| -> Vec<(Rule, String)> {
        let leaf = |node: Node<'_>| match node.all_kids().next() {
            Some(_) => String::new(),
            None if is_verbatim(node.rule()) => node.text().to_owned(),
            None => node.text().split_whitespace().collect::<Vec<_>>().join(" "),
        };
        tree.walk(text).map(|node| (node.rule(), leaf(node))).collect()
    };
    words(one, one_text) == words(other, other_text)
}

struct Layout<'a> {
    text: &'a str,
    out: String,
}

/// A part of a clause.
enum Piece<'a> {
    /// A word; how many blanks stand before it, and whether the line may be broken there.
    Word { text: &'a str, gap: usize, may_break: bool },
    /// An `else` on a line of its own.
    Branch,
    /// A comment, which ends its line; on a line of its own, or behind so many blanks.
    Comment { text: &'a str, gap: Option<usize> },
    /// A block.
    Block(Node<'a>),
}

impl<'a> Layout<'a> {
    /// The clauses of a block, or the items of a file.
    fn lines(&mut self, list: Node<'a>, indent: usize, in_block: bool) {
        let keeps_lines = matches!(list.rule(), Rule::paths | Rule::hosts | Rule::on_os);
        let open = opening(list, self.text).unwrap_or(list.span().start as usize);
        let mut end = open;
        let mut first = true;
        let mut after_block = false;
        let mut after_comment = false;
        for kid in list.all_kids().filter(|kid| kid.span().start as usize >= open && kid.rule() != Rule::EOI) {
            let start = kid.span().start as usize;
            let gap = self.text.get(end..start).unwrap_or_default();
            let newlines = gap.bytes().filter(|byte| *byte == b'\n').count();
            let same_line = newlines == 0 && (in_block || !first);
            if kid.rule() == Rule::comment && same_line {
                self.out.truncate(self.out.trim_end_matches('\n').len());
                self.pad(self.gap(start).max(2));
                self.out.push_str(kid.text().trim_end());
                self.out.push('\n');
            } else if keeps_lines && same_line && !first && kid.rule() != Rule::on_os && !after_comment {
                self.out.truncate(self.out.trim_end_matches('\n').len());
                self.out.push(' ');
                let from = self.out.len();
                self.clause(kid, indent);
                self.out.replace_range(from..from + indent, "");
            } else {
                let blank = newlines > 1 || (after_block && !in_block);
                if blank && !first && !self.out.is_empty() {
                    self.out.push('\n');
                }
                if kid.rule() == Rule::comment {
                    self.pad(indent);
                    self.out.push_str(kid.text().trim_end());
                    self.out.push('\n');
                } else {
                    self.clause(kid, indent);
                }
            }
            after_block = kid.rule() != Rule::comment && self.out.ends_with("}\n") && !in_block;
            after_comment = kid.rule() == Rule::comment;
            first = false;
            end = kid.span().end as usize;
        }
    }

    fn pad(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// A clause with its blocks, on lines of its own.
    fn clause(&mut self, node: Node<'a>, indent: usize) {
        let mut pieces = Vec::new();
        self.pieces(node, &mut pieces);
        self.pad(indent);
        let mut column = indent;
        let mut start = true;
        // A comment has ended the line.
        let mut ended = false;
        for (piece, rest) in pieces.iter().zip(tails(&pieces)) {
            match piece {
                Piece::Word { text, gap, may_break } => {
                    let width = text.chars().count() + rest;
                    if ended {
                        self.pad(indent + 2 * STEP);
                        column = indent + 2 * STEP;
                    } else if *may_break && !start && column + 1 + width > WIDTH {
                        self.out.push('\n');
                        self.pad(indent + 2 * STEP);
                        column = indent + 2 * STEP;
                    } else if !start {
                        // A column is given up where keeping it would break the line: laid out again, it would not.
                        let room = WIDTH.saturating_sub(column + width).max(1);
                        let gap = if *may_break { room.min(*gap) } else { *gap };
                        self.pad(gap);
                        column += gap;
                    }
                    self.out.push_str(text);
                    column += text.chars().count();
                }
                Piece::Comment { text, gap } => {
                    match gap {
                        Some(gap) if !ended => self.pad((*gap).max(2)),
                        Some(_) | None => {
                            if !ended {
                                self.out.push('\n');
                            }
                            self.pad(indent + 2 * STEP);
                        }
                    }
                    self.out.push_str(text);
                    self.out.push('\n');
                }
                Piece::Branch => {
                    if !ended {
                        self.out.push('\n');
                    }
                    self.pad(indent);
                    self.out.push_str("else");
                    column = indent + "else".len();
                }
                Piece::Block(block) => {
                    if ended {
                        self.pad(indent);
                        column = indent;
                    } else if !start {
                        let gap = opening(*block, self.text).map_or(1, |open| self.gap(open.saturating_sub(1)));
                        self.pad(gap);
                        column += gap;
                    }
                    self.block(*block, indent, column);
                    column = indent + 1;
                }
            }
            start = false;
            ended = matches!(piece, Piece::Comment { .. });
        }
        self.out.push('\n');
    }

    fn block(&mut self, block: Node<'a>, indent: usize, column: usize) {
        if let Some(line) = self.inline(block)
            && column + line.chars().count() <= WIDTH
        {
            self.out.push_str(&line);
            return;
        }
        self.out.push_str("{\n");
        self.lines(block, indent + STEP, true);
        self.pad(indent);
        self.out.push('}');
    }

    /// A small block on one line: `given`, cases, one system of a set, and a block of clauses that stood on one line.
    fn inline(&self, block: Node<'a>) -> Option<String> {
        let kids: Vec<Node<'a>> = block_kids(block, self.text).collect();
        let small = match block.rule() {
            Rule::given | Rule::cases | Rule::on_os => true,
            Rule::clauses | Rule::rules => true,
            _ => kids.is_empty(),
        };
        let simple = kids.iter().all(|kid| {
            kid.rule() != Rule::comment
                && kid.descend().all(|inner| inner.rule() != Rule::comment && opening(inner, self.text).is_none())
        });
        let inside = self.text.get(opening(block, self.text)?..block.span().end as usize).unwrap_or_default();
        let stays_open = matches!(block.rule(), Rule::clauses | Rule::rules) && inside.contains('\n');
        if !small || !simple || (stays_open && !kids.is_empty()) {
            return None;
        }
        let mut inner = Layout { text: self.text, out: String::new() };
        let mut parts = Vec::new();
        for kid in kids {
            inner.clause(kid, 0);
            parts.push(inner.out.trim_end().to_owned());
            inner.out.clear();
        }
        let between = match block.rule() {
            Rule::cases => " ; ",
            Rule::on_os => " ",
            _ => "  ",
        };
        let line = if parts.is_empty() { "{ }".to_owned() } else { format!("{{ {} }}", parts.join(between)) };
        (!line.contains('\n')).then_some(line)
    }

    /// The words and blocks of a node in order.
    fn pieces(&self, node: Node<'a>, out: &mut Vec<Piece<'a>>) {
        let open = opening(node, self.text);
        let mut end = node.span().start as usize;
        let mut any = false;
        for kid in node.all_kids() {
            if open.is_some_and(|open| kid.span().start as usize >= open) {
                break;
            }
            any = true;
            self.words(node.rule(), end, kid.span().start as usize, out);
            if kid.rule() == Rule::comment {
                let start = kid.span().start as usize;
                let line = self.text.get(..start).unwrap_or_default().trim_end_matches([' ', '\t']);
                let gap = (!line.ends_with('\n')).then(|| self.gap(start));
                out.push(Piece::Comment { text: kid.text().trim_end(), gap });
            } else {
                self.pieces(kid, out);
            }
            end = kid.span().end as usize;
        }
        match open {
            Some(open) => {
                self.words(node.rule(), end, open.saturating_sub(1), out);
                out.push(Piece::Block(node));
            }
            None if !any && is_verbatim(node.rule()) => self.word(node.rule(), end, node.span().end as usize, out),
            None => self.words(node.rule(), end, node.span().end as usize, out),
        }
    }

    /// The words of a text that no node covers.
    fn words(&self, parent: Rule, start: usize, end: usize, out: &mut Vec<Piece<'a>>) {
        let Some(text) = self.text.get(start..end) else { return };
        let mut at = start;
        for part in text.split_inclusive([' ', '\t', '\r', '\n', ',', '(', ')', '[', ']', '|', ':', '=']) {
            let word = part.trim_end_matches([' ', '\t', '\r', '\n', ',', '(', ')', '[', ']', '|', ':', '=']);
            self.word(parent, at, at + word.len(), out);
            let sign = part.get(word.len()..).unwrap_or_default();
            if !sign.trim().is_empty() {
                self.word(parent, at + word.len(), at + word.len() + sign.trim().len(), out);
            }
            at += part.len();
        }
    }

    fn word(&self, parent: Rule, start: usize, end: usize, out: &mut Vec<Piece<'a>>) {
        let Some(text) = self.text.get(start..end).map(str::trim).filter(|text| !text.is_empty()) else { return };
        let line = self.text.get(..start).unwrap_or_default().trim_end_matches([' ', '\t']);
        if text == "else" && matches!(out.last(), Some(Piece::Block(_))) && line.ends_with('\n') {
            out.push(Piece::Branch);
            return;
        }
        let before = match out.last() {
            Some(Piece::Word { text, .. }) => *text,
            Some(Piece::Block(_) | Piece::Branch | Piece::Comment { .. }) | None => "",
        };
        let spelling = |text: &str| text == "|" && matches!(parent, Rule::spellings | Rule::called);
        let tight = text == "," || text == ")" || text == "]" || text == "..." || spelling(text);
        let glued = matches!(out.last(), Some(Piece::Word { text: "|", gap: 0, .. }));
        let after_tight = before == "(" || before == "[" || glued;
        let keyword = matches!(text, "because" | "near" | "where" | "with" | "without" | "unless" | "given" | "and")
            && !is_verbatim(parent);
        let set = matches!(parent, Rule::columns | Rule::use_path);
        let may_break = (before == "," || keyword) && !set;
        let gap = if tight || after_tight { 0 } else { self.gap(start) };
        out.push(Piece::Word { text, gap, may_break });
    }

    /// Blanks before a word in its line; one, where it starts a line or follows a sign without any.
    fn gap(&self, start: usize) -> usize {
        let before = self.text.get(..start).unwrap_or_default();
        let line = before.trim_end_matches(' ');
        if line.is_empty() || line.ends_with('\n') { 1 } else { (before.len() - line.len()).max(1) }
    }
}

/// For each piece, how wide what cannot be broken off behind it is: that goes along to the next line.
fn tails(pieces: &[Piece<'_>]) -> Vec<usize> {
    let mut tail = 0;
    let mut out: Vec<usize> = Vec::with_capacity(pieces.len());
    for piece in pieces.iter().rev() {
        out.push(tail);
        tail = match piece {
            Piece::Word { text, gap, may_break: false } => tail + text.chars().count() + gap,
            Piece::Word { .. } | Piece::Block(_) | Piece::Branch | Piece::Comment { .. } => 0,
        };
    }
    out.reverse();
    out
}

/// Words that are copied as they are.
fn is_verbatim(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::string
            | Rule::tick
            | Rule::json
            | Rule::name
            | Rule::word
            | Rule::spelling
            | Rule::metavar
            | Rule::number
            | Rule::use_path
            | Rule::fact_name
            | Rule::argument_name
            | Rule::date
            | Rule::term_name
            | Rule::verdict
            | Rule::comparison
            | Rule::quantifier
            | Rule::os
            | Rule::anchor
            | Rule::family
            | Rule::code
            | Rule::not_understood
            | Rule::verb
            | Rule::run_kind
            | Rule::change_kind
    )
}

/// One past the `{` of a node that is, or ends in, a block.
fn opening(node: Node<'_>, text: &str) -> Option<usize> {
    let direct = matches!(
        node.rule(),
        Rule::facts
            | Rule::tools
            | Rule::paths
            | Rule::hosts
            | Rule::on_os
            | Rule::safe
            | Rule::pattern
            | Rule::classify
            | Rule::table
            | Rule::test
            | Rule::given
            | Rule::clauses
            | Rule::rules
            | Rule::cases
    );
    if !direct {
        return None;
    }
    // The brace stands in the text between the header's nodes and the first clause.
    let mut from = node.span().start as usize;
    for kid in node.all_kids() {
        let start = kid.span().start as usize;
        if let Some(at) = text.get(from..start).and_then(|gap| gap.find('{')) {
            return Some(from + at + 1);
        }
        from = kid.span().end as usize;
    }
    text.get(from..node.span().end as usize).and_then(|gap| gap.find('{')).map(|at| from + at + 1)
}

fn block_kids<'a>(block: Node<'a>, text: &'a str) -> impl Iterator<Item = Node<'a>> + 'a {
    let open = opening(block, text).unwrap_or_default();
    block.all_kids().filter(move |kid| kid.span().start as usize >= open)
}

#[cfg(test)]
mod tests;
