//! Conditions: atoms joined by `and`.

use super::lower::Lower;
use super::policy::tool_name;
use crate::source::codes;
use crate::syntax::{Node, Rule};
use crate::table::{Atom, Comparison, EffectTest, EffectVerb, FactKind, FactValue, PathSet, PlaceTest, Quantifier, Verdict};

/// What the language calls its verbs.
const VERBS: [&str; 12] = [
    "reads", "sees", "writes", "deletes", "refreshes", "runs", "obeys", "contacts", "changes", "enters", "sets", "verifies",
];

impl<'a> Lower<'a> {
    pub(super) fn condition(&mut self, node: Node<'a>) -> Vec<Atom> {
        node.all(Rule::atom).filter_map(|atom| self.atom(atom)).collect()
    }

    fn atom(&mut self, node: Node<'a>) -> Option<Atom> {
        let negated = node.all(Rule::not).count() % 2 == 1;
        let kid = node.kids().find(|kid| kid.rule() != Rule::not)?;
        let atom = match kid.rule() {
            Rule::quantified => self.quantified(kid),
            Rule::is_safe => {
                let name = kid.first(Rule::name)?;
                if !self.names.safes.contains(name.text()) {
                    let known: Vec<String> = self.names.safes.iter().cloned().collect();
                    self.unknown_name("safe list", name, known.iter().map(String::as_str));
                    return None;
                }
                Some(Atom::Safe(name.text().to_owned()))
            }
            Rule::is_tool => Some(Atom::Tool(kid.all(Rule::tool_name).map(tool_name).collect())),
            Rule::has_reason => Some(Atom::ReasonIs(kid.all(Rule::name).map(|name| name.text().to_owned()).collect())),
            Rule::not_understood if kid.text() == "unknown" => Some(Atom::Unknown),
            Rule::not_understood => Some(Atom::Unreadable),
            Rule::says => {
                let name = kid.first(Rule::term_name)?;
                let verdict = verdict(kid.first(Rule::verdict)?);
                self.fact_kind(name)?;
                Some(Atom::Says(name.text().to_owned(), verdict))
            }
            Rule::compared => self.compared(kid),
            Rule::truth => {
                let name = kid.first(Rule::term_name)?;
                self.fact_kind(name)?;
                Some(Atom::Fact(name.text().to_owned(), Comparison::Equal, FactValue::Name("true".to_owned())))
            }
            _ => None,
        }?;
        Some(if negated { Atom::Not(Box::new(atom)) } else { atom })
    }

    /// The type of a fact that a condition names.
    fn fact_kind(&mut self, name: Node<'a>) -> Option<FactKind> {
        if let Some(fact) = self.table.facts.get(name.text()) {
            return Some(fact.kind.clone());
        }
        let known: Vec<String> = self.table.facts.keys().chain(self.names.classes.keys()).cloned().collect();
        self.unknown_name("fact", name, known.iter().map(String::as_str));
        None
    }

    fn compared(&mut self, node: Node<'a>) -> Option<Atom> {
        let name = node.first(Rule::term_name)?;
        let comparison = comparison(node.first(Rule::comparison)?);
        let value = node.first(Rule::fact_value)?;
        if let Some(order) = self.names.classes.get(name.text()).cloned() {
            let text = value.text();
            if !order.iter().any(|class| class == text) {
                self.unknown_name("class", value, order.iter().map(String::as_str));
                return None;
            }
            return Some(Atom::Class(name.text().to_owned(), comparison, text.to_owned()));
        }
        let kind = self.fact_kind(name)?;
        Some(Atom::Fact(name.text().to_owned(), comparison, self.fact_value(value, &kind)?))
    }

    fn quantified(&mut self, node: Node<'a>) -> Option<Atom> {
        let quantifier = match node.first(Rule::quantifier)?.text() {
            "only" => Quantifier::Only,
            "no" => Quantifier::No,
            "any" => Quantifier::Any,
            _ => Quantifier::Surely,
        };
        let terms: Vec<Node<'a>> = node.all(Rule::term).collect();
        if let [only] = terms.as_slice()
            && let Some(name) = only.first(Rule::term_name)
        {
            if !self.names.patterns.contains(name.text()) {
                self.unknown_term(name);
                return None;
            }
            return Some(Atom::Pattern(quantifier, name.text().to_owned()));
        }
        let mut tests = Vec::new();
        for term in terms {
            if let Some(name) = term.first(Rule::term_name) {
                self.unknown_term(name);
                continue;
            }
            let verb = match super::effects::kind(term, None) {
                _ if term.has(Rule::runs) && !term.has(Rule::run_kind) => EffectVerb::AnyRuns,
                Some(kind) => EffectVerb::Kind(kind),
                None => EffectVerb::AnyChanges,
            };
            let place = term.first(Rule::place_test).map_or(PlaceTest::Anywhere, |place| self.place_test(place));
            tests.push(EffectTest { verb, place });
        }
        Some(Atom::Effects(quantifier, tests))
    }

    fn unknown_term(&mut self, name: Node<'a>) {
        if self.names.patterns.contains(name.text()) {
            self.error(codes::SYNTAX, format!("the pattern `{}` stands among effects", name.text()), name, "a pattern stands alone")
                .help
                .push("write two rules, one for the pattern and one for the effects".to_owned());
            return;
        }
        let patterns: Vec<String> = self.names.patterns.iter().cloned().collect();
        let known = VERBS.iter().copied().chain(patterns.iter().map(String::as_str));
        self.unknown_name("effect or pattern", name, known);
    }

    fn place_test(&mut self, node: Node<'a>) -> PlaceTest {
        let mut sets = Vec::new();
        for name in node.all(Rule::set_name) {
            let Some(kid) = name.kid() else { continue };
            if kid.rule() == Rule::string {
                // A literal is a set without a name; its text, quotes and all, can be no name of another.
                if let Some(glob) = self.path_glob(kid, &[]) {
                    self.table.paths.insert(kid.text().to_owned(), PathSet { members: vec![glob], except: Vec::new() });
                    sets.push(kid.text().to_owned());
                }
            } else if self.names.paths.contains(kid.text()) || self.names.hosts.contains(kid.text()) {
                sets.push(kid.text().to_owned());
            } else {
                let known: Vec<String> = self.names.paths.iter().chain(&self.names.hosts).cloned().collect();
                self.unknown_name("set", kid, known.iter().map(String::as_str));
            }
        }
        if node.has(Rule::in_set) {
            PlaceTest::In(sets)
        } else if node.has(Rule::outside_set) {
            PlaceTest::Outside(sets)
        } else {
            PlaceTest::Through(sets)
        }
    }
}

/// A verdict's word.
pub(super) fn verdict(node: Node<'_>) -> Verdict {
    match node.text() {
        "allow" => Verdict::Allow,
        "ask" => Verdict::Ask,
        _ => Verdict::Deny,
    }
}

fn comparison(node: Node<'_>) -> Comparison {
    match node.text() {
        "!=" => Comparison::NotEqual,
        "<" => Comparison::Less,
        "<=" => Comparison::LessEqual,
        ">" => Comparison::Greater,
        ">=" => Comparison::GreaterEqual,
        _ => Comparison::Equal,
    }
}
