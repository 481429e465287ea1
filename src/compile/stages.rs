//! Floors, stages, the final one, `resolve`, classes, tables, asserts.

use super::Assert;
use super::conditions::verdict;
use super::lower::Lower;
use crate::source::codes;
use crate::syntax::{Node, Rule as Kind};
use crate::table::{Class, Outcome, Reason, ResolveRule, Rule, Stage, StageKind, VerdictTable};
use std::collections::BTreeMap;

impl<'a> Lower<'a> {
    pub(super) fn stage(&mut self, item: Node<'a>) {
        let Some(name) = item.first(Kind::name).map(Node::text) else { return };
        let kind = match item.rule() {
            Kind::floor => StageKind::Floor,
            Kind::stage => StageKind::Stage,
            _ => StageKind::Final,
        };
        let mut rules = Vec::new();
        for (index, node) in item.first(Kind::rules).into_iter().flat_map(|rules| rules.all(Kind::decision)).enumerate() {
            let Some(outcome) = self.outcome(node) else { continue };
            let even = |word: &str| {
                node.first(Kind::even).is_some_and(|even| even.all(Kind::not_understood).any(|given| given.text() == word))
            };
            let (even_unknown, even_unreadable) = (even("unknown"), even("unreadable"));
            rules.push(Rule {
                outcome,
                even_unknown,
                even_unreadable,
                when: node.first(Kind::condition).map(|condition| self.condition(condition)).unwrap_or_default(),
                reason: reason(node, name),
                id: format!("{name}.{}", index + 1),
                at: self.place(node),
            });
        }
        self.table.stages.push(Stage { name: name.to_owned(), kind, rules, at: self.place(item) });
    }

    fn outcome(&mut self, node: Node<'a>) -> Option<Outcome> {
        let table = node.first(Kind::by_table).and_then(|by| by.first(Kind::name));
        match (node.first(Kind::verdict), table) {
            (Some(word), None) => Some(Outcome::Verdict(verdict(word))),
            (None, Some(name)) => {
                if !self.names.verdicts.contains(name.text()) {
                    let known: Vec<String> = self.names.verdicts.iter().cloned().collect();
                    self.unknown_name("table", name, known.iter().map(String::as_str));
                    return None;
                }
                Some(Outcome::Table(name.text().to_owned()))
            }
            _ => {
                self.error(codes::SYNTAX, "a verdict and a table do not go together", node, "one of the two")
                    .help
                    .push("write `allow|ask|deny when …` or `decide by TABLE`".to_owned());
                None
            }
        }
    }

    pub(super) fn resolve(&mut self, item: Node<'a>) {
        for node in item.first(Kind::rules).into_iter().flat_map(|rules| rules.all(Kind::decision)) {
            let Some(word) = node.first(Kind::verdict) else { continue };
            let when = node.first(Kind::condition).map(|condition| self.condition(condition)).unwrap_or_default();
            let rule = ResolveRule { verdict: verdict(word), when, reason: reason(node, "resolve"), at: self.place(node) };
            self.table.resolve.push(rule);
        }
    }

    pub(super) fn classify(&mut self, item: Node<'a>) {
        let Some(name) = item.first(Kind::name) else { return };
        let mut rows = Vec::new();
        for row in item.all(Kind::class_row) {
            let (Some(class), Some(condition)) = (row.first(Kind::name), row.first(Kind::condition)) else { continue };
            rows.push((class.text().to_owned(), self.condition(condition)));
        }
        let Some(otherwise) = item.first(Kind::class_else).and_then(|row| row.first(Kind::name)) else {
            self.error(codes::NO_ELSE, format!("`classify {}` has no `else`", name.text()), name, "what is every other unit?")
                .help
                .push("end it with `else high`: the class of what is left and of what is not understood".to_owned());
            return;
        };
        let order = super::policy::class_names(item);
        self.table.classes.insert(name.text().to_owned(), Class { rows, order, otherwise: otherwise.text().to_owned() });
    }

    pub(super) fn verdict_table(&mut self, item: Node<'a>) {
        let names: Vec<Node<'a>> = item.all(Kind::name).collect();
        let [name, fact, class] = names.as_slice() else { return };
        let columns: Vec<Node<'a>> = item.first(Kind::columns).into_iter().flat_map(Node::kids).collect();
        let mut cells = BTreeMap::new();
        for row in item.all(Kind::row) {
            let Some(value) = row.first(Kind::fact_name) else { continue };
            let verdicts = columns.iter().zip(row.all(Kind::verdict)).map(|(column, cell)| (column.text().to_owned(), verdict(cell)));
            cells.insert(value.text().to_owned(), verdicts.collect());
        }
        let table = VerdictTable { fact: fact.text().to_owned(), class: class.text().to_owned(), cells };
        self.table.verdicts.insert(name.text().to_owned(), table);
    }

    pub(super) fn assert(&mut self, item: Node<'a>) {
        let (Some(never), Some(condition)) = (item.first(Kind::verdict), item.first(Kind::condition)) else { return };
        let unless = item.first(Kind::unless).and_then(|unless| unless.first(Kind::condition));
        let assert = Assert {
            at: self.at(item),
            never: verdict(never),
            when: self.condition(condition),
            unless: unless.map(|unless| self.condition(unless)).unwrap_or_default(),
        };
        self.asserts.push(assert);
    }
}

/// `because [code] "text"`; the stage's name where no code is written.
fn reason(node: Node<'_>, stage: &str) -> Reason {
    let because = node.first(Kind::because);
    Reason {
        code: because.and_then(|because| because.first(Kind::name)).map_or(stage, Node::text).to_owned(),
        text: because.and_then(|because| because.first(Kind::string)).map(Node::unquoted).unwrap_or_default(),
    }
}
