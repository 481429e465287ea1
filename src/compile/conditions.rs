//! Conditions: atoms joined by `and`.

use super::lower::Lower;
use super::policy::tool_name;
use crate::check::polarity::{self, Side};
use crate::source::codes;
use crate::syntax::{Node, Rule};
use crate::table::{
    Atom, Comparison, EffectTest, EffectVerb, FactKind, FactValue, PathSet, PlaceTest, Quantifier, Verdict,
};

/// What the language calls its verbs.
const VERBS: [&str; 12] = [
    "reads",
    "sees",
    "writes",
    "deletes",
    "refreshes",
    "runs",
    "obeys",
    "contacts",
    "changes",
    "enters",
    "sets",
    "verifies",
];

impl<'a> Lower<'a> {
    /// The atoms of a condition that stands on that side.
    pub(super) fn condition(&mut self, node: Node<'a>, side: Side) -> Vec<Atom> {
        node.all(Rule::atom).filter_map(|atom| self.atom(atom, side)).collect()
    }

    fn atom(&mut self, node: Node<'a>, side: Side) -> Option<Atom> {
        let negated = node.all(Rule::not).count() % 2 == 1;
        let kid = node.kids().find(|kid| kid.rule() != Rule::not)?;
        if negated && !self.may_be_negated(node, kid, side) {
            return None;
        }
        self.on_its_side(kid, side, negated);
        let atom = match kid.rule() {
            Rule::quantified => self.quantified(kid, side),
            Rule::is_safe => {
                let name = kid.first(Rule::name)?;
                if !self.names.safes.contains(name.text()) {
                    let known: Vec<String> = self.names.safes.iter().cloned().collect();
                    self.unknown_name("safe list", name, known.iter().map(String::as_str));
                    return None;
                }
                self.refer("safe list", name.text());
                Some(Atom::Safe(name.text().to_owned()))
            }
            Rule::is_tool => {
                let names: Vec<Node<'a>> = kid.all(Rule::tool_name).collect();
                for name in &names {
                    self.known_tool(*name);
                }
                Some(Atom::Tool(names.into_iter().map(tool_name).collect()))
            }
            Rule::has_reason => Some(Atom::ReasonIs(kid.all(Rule::name).map(|name| name.text().to_owned()).collect())),
            Rule::not_understood if kid.text() == "unknown" => Some(Atom::Unknown),
            Rule::not_understood => Some(Atom::Unreadable),
            Rule::says => {
                let name = kid.first(Rule::term_name)?;
                let verdict = verdict(kid.first(Rule::verdict)?);
                let kind = self.fact_kind(name)?;
                if kind != FactKind::Rules {
                    self.error(
                        codes::COMPARISON,
                        format!("`{}` is no list of rules", name.text()),
                        kid,
                        "only a fact of type `rules` says something",
                    );
                    return None;
                }
                self.diagnostics.extend(polarity::says(side, verdict, negated, self.at(kid)));
                Some(Atom::Says(name.text().to_owned(), verdict))
            }
            Rule::compared => self.compared(kid),
            Rule::truth => {
                let name = kid.first(Rule::term_name)?;
                let kind = self.fact_kind(name)?;
                if !matches!(&kind, FactKind::Ordered(names) if names.iter().any(|name| name == "true")) {
                    self.not_a_switch(name, &kind);
                    return None;
                }
                Some(Atom::Fact(name.text().to_owned(), Comparison::Equal, FactValue::Name("true".to_owned())))
            }
            _ => None,
        }?;
        Some(if negated { Atom::Not(Box::new(atom)) } else { atom })
    }

    /// `not` stands before facts alone, and in `resolve` before the reason, which is as certain.
    fn may_be_negated(&mut self, node: Node<'a>, kid: Node<'a>, side: Side) -> bool {
        let what = match kid.rule() {
            Rule::compared | Rule::truth | Rule::says => return true,
            Rule::has_reason if side == Side::Resolve => return true,
            Rule::quantified => "a quantifier",
            Rule::is_safe => "a safe list",
            Rule::is_tool => "a tool",
            Rule::has_reason => "a reason",
            _ => "a word for the not understood",
        };
        let quantifier = kid.first(Rule::quantifier).map(Node::text);
        let at = self.at(node);
        let problem =
            self.error(codes::NOT, format!("`not` stands before facts, and this is {what}"), node, "not a fact");
        problem.notes.push("what a unit does may be in doubt, and doubt has no simple opposite: the quantifiers say which way it falls".to_owned());
        if quantifier == Some("any") {
            let rest = kid.text().trim_start_matches("any").trim_start();
            *problem = problem.clone().edit(at, format!("no {rest}"), "write `no`, the opposite of `any`");
        }
        false
    }

    /// Atoms that stand on one side only.
    fn on_its_side(&mut self, kid: Node<'a>, side: Side, negated: bool) {
        let what = match kid.rule() {
            Rule::is_safe if side != Side::Allow => "`safe`",
            Rule::not_understood if side.claims() => "a word for the not understood",
            Rule::has_reason if side != Side::Resolve => "`reason`",
            Rule::quantified | Rule::is_safe | Rule::is_tool | Rule::not_understood if side == Side::Resolve => {
                "a condition on units"
            }
            _ => return,
        };
        if negated {
            return;
        }
        let mut problem = polarity::misplaced(side, what, self.at(kid));
        if kid.rule() == Rule::not_understood && side == Side::Allow {
            problem = problem.help(format!("to allow it all the same, write `allow even {} when …`", kid.text()));
        }
        if kid.rule() == Rule::is_safe && !side.claims() {
            problem = problem.help("a `pattern` is what asks and denies take: `any NAME`");
        }
        self.report(problem);
    }

    fn not_a_switch(&mut self, name: Node<'a>, kind: &FactKind) {
        let example = match kind {
            FactKind::Ordered(names) | FactKind::Unordered(names) => {
                format!("write `{} = {}`", name.text(), names.last().map(String::as_str).unwrap_or_default())
            }
            FactKind::Count => format!("write `{} >= 1`", name.text()),
            FactKind::Path => format!("write `{} = \"…\"`", name.text()),
            FactKind::Rules => format!("write `{} says allow`", name.text()),
        };
        self.error(codes::COMPARISON, format!("`{}` is no switch", name.text()), name, "neither true nor false")
            .help
            .push(example);
    }

    /// The type of a fact that a condition names.
    fn fact_kind(&mut self, name: Node<'a>) -> Option<FactKind> {
        if let Some(fact) = self.table.facts.get(name.text()) {
            let kind = fact.kind.clone();
            self.refer("fact or class", name.text());
            return Some(kind);
        }
        if self.names.classes.contains_key(name.text()) {
            self.error(codes::COMPARISON, format!("`{}` is a class, not a switch", name.text()), name, "compare it")
                .help
                .push(format!("write `{} = …`", name.text()));
            return None;
        }
        let known: Vec<String> = self.table.facts.keys().chain(self.names.classes.keys()).cloned().collect();
        let (text, at) = (name.text().to_owned(), self.at(name));
        let meant = if self.names.safes.contains(&text) {
            Some(format!("safe {text}"))
        } else {
            self.names.patterns.contains(&text).then(|| format!("any {text}"))
        };
        let is_program = self.programs.contains_key(&text);
        let problem = self.unknown_name("fact", name, known.iter().map(String::as_str));
        if let Some(meant) = meant {
            *problem = problem.clone().edit(at, meant.clone(), format!("write `{meant}`"));
        } else if is_program {
            problem.help = vec![format!(
                "a program is vouched for in a list: `safe NAME {{ {text} … }}`, and the rule says `when safe NAME`"
            )];
            problem.edit = None;
        }
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
            self.refer("fact or class", name.text());
            return Some(Atom::Class(name.text().to_owned(), comparison, text.to_owned()));
        }
        let kind = self.fact_kind(name)?;
        let ordered = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let problem = match kind {
            FactKind::Ordered(_) | FactKind::Count => None,
            FactKind::Unordered(_) if ordered => Some("its values have no order: `=` and `!=` are what it has"),
            FactKind::Path if ordered => Some("a path has no order: `=` and `!=` are what it has"),
            FactKind::Unordered(_) | FactKind::Path => None,
            FactKind::Rules => Some("a list of rules is asked by `says`"),
        };
        if let Some(problem) = problem {
            self.error(codes::COMPARISON, format!("`{}` cannot be compared like this", name.text()), node, problem);
            return None;
        }
        let other = self.table.facts.get(value.text()).filter(|fact| fact.kind == FactKind::Count);
        if kind == FactKind::Count && other.is_some() {
            self.refer("fact or class", value.text());
            return Some(Atom::Fact(name.text().to_owned(), comparison, FactValue::Fact(value.text().to_owned())));
        }
        Some(Atom::Fact(name.text().to_owned(), comparison, self.fact_value(value, &kind)?))
    }

    fn quantified(&mut self, node: Node<'a>, side: Side) -> Option<Atom> {
        let word = node.first(Rule::quantifier)?;
        let quantifier = match word.text() {
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
            self.refer("pattern", name.text());
            self.diagnostics.extend(polarity::pattern(side, quantifier, self.at(word)));
            return Some(Atom::Pattern(quantifier, name.text().to_owned()));
        }
        // `resolve` has said so already of the whole atom.
        if side != Side::Resolve {
            self.diagnostics.extend(polarity::quantifier(side, quantifier, self.at(word)));
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
            self.error(
                codes::SYNTAX,
                format!("the pattern `{}` stands among effects", name.text()),
                name,
                "a pattern stands alone",
            )
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
                self.refer("set", kid.text());
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
        } else if node.has(Rule::naming_set) {
            PlaceTest::Naming(sets)
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
