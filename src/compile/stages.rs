//! Floors, stages, the final one, `resolve`, classes, tables, asserts.

use super::Assert;
use super::conditions::verdict;
use super::lower::Lower;
use crate::check::polarity::Side;
use crate::source::codes;
use crate::syntax::{Node, Rule as Kind};
use crate::table::{Class, FactKind, Outcome, Reason, ResolveRule, Rule, Stage, StageKind, Verdict, VerdictTable};
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
        for (index, node) in item.first(Kind::rules).into_iter().flat_map(|rules| rules.all(Kind::decision)).enumerate()
        {
            let Some(outcome) = self.outcome(node) else { continue };
            let even = |word: &str| {
                node.first(Kind::even)
                    .is_some_and(|even| even.all(Kind::not_understood).any(|given| given.text() == word))
            };
            let (even_unknown, even_unreadable) = (even("unknown"), even("unreadable"));
            let side = match (&kind, &outcome) {
                (StageKind::Floor, _) => Side::Floor,
                (StageKind::Stage | StageKind::Final, Outcome::Verdict(Verdict::Ask)) => Side::Ask,
                (StageKind::Stage | StageKind::Final, Outcome::Verdict(Verdict::Deny)) => Side::Deny,
                (StageKind::Stage | StageKind::Final, Outcome::Verdict(Verdict::Allow) | Outcome::Table(_)) => {
                    Side::Allow
                }
            };
            rules.push(Rule {
                outcome,
                even_unknown,
                even_unreadable,
                when: node.first(Kind::condition).map(|condition| self.condition(condition, side)).unwrap_or_default(),
                reason: reason(node, name),
                id: format!("{name}.{}", index + 1),
                at: self.place(node),
            });
        }
        let broken = item.first(Kind::rules).is_some_and(|rules| rules.has(Kind::bad_clause));
        self.broken_final |= kind == StageKind::Final && broken;
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
                self.refer("table", name.text());
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
            let when = node
                .first(Kind::condition)
                .map(|condition| self.condition(condition, Side::Resolve))
                .unwrap_or_default();
            let rule =
                ResolveRule { verdict: verdict(word), when, reason: reason(node, "resolve"), at: self.place(node) };
            self.table.resolve.push(rule);
        }
    }

    pub(super) fn classify(&mut self, item: Node<'a>) {
        let Some(name) = item.first(Kind::name) else { return };
        let mut rows = Vec::new();
        for row in item.all(Kind::class_row) {
            let (Some(class), Some(condition)) = (row.first(Kind::name), row.first(Kind::condition)) else { continue };
            rows.push((class.text().to_owned(), self.condition(condition, Side::Class)));
        }
        let Some(otherwise) = item.first(Kind::class_else).and_then(|row| row.first(Kind::name)) else {
            self.error(
                codes::NO_ELSE,
                format!("`classify {}` has no `else`", name.text()),
                name,
                "what is every other unit?",
            )
            .help
            .push("end it with `else high`: the class of what is left and of what is not understood".to_owned());
            return;
        };
        let order = super::policy::class_names(item);
        self.table
            .classes
            .insert(name.text().to_owned(), Class { rows, order, otherwise: otherwise.text().to_owned() });
    }

    pub(super) fn verdict_table(&mut self, item: Node<'a>) {
        let names: Vec<Node<'a>> = item.all(Kind::name).collect();
        let [name, fact, class] = names.as_slice() else { return };
        let values = match self.table.facts.get(fact.text()).map(|fact| &fact.kind) {
            Some(FactKind::Ordered(values) | FactKind::Unordered(values)) => values.clone(),
            Some(FactKind::Count | FactKind::Path | FactKind::Rules) => {
                self.error(
                    codes::TABLE,
                    format!("the fact `{}` has no rows", fact.text()),
                    *fact,
                    "its values are not enumerated",
                );
                return;
            }
            None => {
                let known: Vec<String> = self.table.facts.keys().cloned().collect();
                self.unknown_name("fact", *fact, known.iter().map(String::as_str));
                return;
            }
        };
        let Some(order) = self.names.classes.get(class.text()).cloned() else {
            let known: Vec<String> = self.names.classes.keys().cloned().collect();
            self.unknown_name("class", *class, known.iter().map(String::as_str));
            return;
        };
        self.refer("fact or class", fact.text());
        self.refer("fact or class", class.text());
        let columns: Vec<Node<'a>> = item.first(Kind::columns).into_iter().flat_map(Node::kids).collect();
        for column in &columns {
            if !order.iter().any(|class| class == column.text()) {
                self.unknown_name("class", *column, order.iter().map(String::as_str));
            }
        }
        let mut cells: BTreeMap<String, BTreeMap<String, Verdict>> = BTreeMap::new();
        for row in item.all(Kind::row) {
            let Some(value) = row.first(Kind::fact_name) else { continue };
            if !values.iter().any(|known| known == value.text()) {
                self.unknown_name("value", value, values.iter().map(String::as_str));
            }
            let verdicts: Vec<Node<'a>> = row.all(Kind::verdict).collect();
            if verdicts.len() != columns.len() {
                let title =
                    format!("the row `{}` has {} verdicts for {} columns", value.text(), verdicts.len(), columns.len());
                self.error(codes::TABLE, title, row, "one verdict a column");
            }
            let line: BTreeMap<String, Verdict> = columns
                .iter()
                .zip(&verdicts)
                .map(|(column, cell)| (column.text().to_owned(), verdict(*cell)))
                .collect();
            self.never_looser(row, &order, &line);
            if cells.insert(value.text().to_owned(), line).is_some() {
                self.error(codes::TABLE, format!("the row `{}` stands twice", value.text()), row, "here again");
            }
        }
        let whole = !item.has(Kind::bad_clause);
        let lacking = |known: &String, there: bool| (!there).then(|| format!("`{known}`"));
        let rows: Vec<String> = values.iter().filter_map(|value| lacking(value, cells.contains_key(value))).collect();
        let lacks: Vec<String> = order
            .iter()
            .filter_map(|class| lacking(class, columns.iter().any(|column| column.text() == class)))
            .collect();
        if whole && !rows.is_empty() {
            self.error(
                codes::TABLE,
                format!("the table has no row for {}", rows.join(", ")),
                *name,
                "every value of the fact has a row",
            );
        }
        if whole && !lacks.is_empty() {
            self.error(
                codes::TABLE,
                format!("the table has no column for {}", lacks.join(", ")),
                *name,
                "every class has a column",
            );
        }
        let table = VerdictTable { fact: fact.text().to_owned(), class: class.text().to_owned(), cells };
        self.table.verdicts.insert(name.text().to_owned(), table);
    }

    /// A stricter class never gets a looser verdict.
    fn never_looser(&mut self, row: Node<'a>, order: &[String], line: &BTreeMap<String, Verdict>) {
        let known: Vec<(&String, Verdict)> =
            order.iter().filter_map(|class| Some((class, *line.get(class)?))).collect();
        for pair in known.windows(2) {
            if let [(mild, one), (strict, other)] = pair
                && other < one
            {
                let title = format!("`{strict}` is stricter than `{mild}`, and its verdict is looser");
                self.error(codes::TABLE, title, row, "looser to the right").help.push(
                    "`classify` names the mildest class first; verdicts may only get stricter from there".to_owned(),
                );
                return;
            }
        }
    }

    pub(super) fn assert(&mut self, item: Node<'a>) {
        let (Some(never), Some(condition)) = (item.first(Kind::verdict), item.first(Kind::condition)) else { return };
        let unless = item.first(Kind::unless).and_then(|unless| unless.first(Kind::condition));
        let assert = Assert {
            at: self.at(item),
            never: verdict(never),
            when: self.condition(condition, Side::Assert),
            unless: unless.map(|unless| self.condition(unless, Side::Assert)).unwrap_or_default(),
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
