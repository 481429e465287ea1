//! Rules → formulas.

use super::body::{Body, named, silent};
use super::formula::{Formula, standing};
use super::inclusion::inclusions;
use super::places::{Need, Question, Sights, where_holds};
use crate::analysis::mentioned::Mentioned;
use crate::decide::{Truth, compared};
use crate::table::{
    Atom, Class, Comparison, EffectTest, Entry, FactKind, FactValue, Outcome, PlaceTest, Quantifier, Rule, StageKind,
    Table, Verdict,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most values of one fact that are told apart; more become one that is not known.
const VALUES: usize = 60;

/// Deepest nesting of patterns and classes that is followed.
const DEPTH: usize = 6;

/// A fact with the values that rules can tell apart.
#[derive(Debug, Clone)]
pub struct Domain {
    name: String,
    kind: FactKind,
    values: Vec<Option<FactValue>>,
}

impl Domain {
    pub(super) fn every(&self) -> u64 {
        if self.values.len() >= 64 { u64::MAX } else { (1 << self.values.len()) - 1 }
    }
}

/// Something of which only the name is known, with what follows when it holds.
#[derive(Debug, Clone)]
pub struct Flag {
    name: String,
    pub(super) implies: Option<Formula>,
}

/// How sure a condition has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// True or in doubt.
    Maybe,
    /// True.
    Yes,
}

/// A table's rules as formulas.
pub struct Logic<'t> {
    table: &'t Table,
    pub(super) facts: Vec<Domain>,
    pub(super) flags: Vec<Flag>,
    pub(super) tools: Vec<String>,
    /// Pairs of sets, the first held by the second.
    pub(super) inclusions: Vec<(usize, usize)>,
    /// Sights that an outer set shares with the sets in it.
    pub(super) claims: [Sights; 4],
    sets: Vec<String>,
}

impl<'t> Logic<'t> {
    /// The logic of a table.
    pub fn new(table: &'t Table) -> Logic<'t> {
        let mentioned = Mentioned::of(table);
        let domains = table.facts.iter().filter(|(name, _)| mentioned.facts.contains_key(*name));
        let domains: BTreeMap<&String, Domain> = domains
            .map(|(name, fact)| {
                let values = mentioned.facts.get(name).map(Vec::as_slice).unwrap_or_default();
                (name, domain(name, &fact.kind, fact.default.as_ref(), values))
            })
            .collect();
        let mut tools: Vec<String> =
            mentioned.tools.iter().filter(|name| !name.contains(['*', '?'])).cloned().collect();
        for fill in ["x", "zq", "A-7"] {
            tools.extend(mentioned.tools.iter().map(|glob| glob.replace('*', fill).replace('?', "x")));
        }
        tools.push("no tool of that name".to_owned());
        let sets: Vec<String> = mentioned.sets.into_iter().collect();
        let claim = |question, need| where_holds(question, need);
        Logic {
            table,
            facts: domains.into_values().collect(),
            flags: Vec::new(),
            tools,
            inclusions: inclusions(table, &sets),
            claims: [
                claim(Question::In, Need::Certain),
                claim(Question::In, Need::Possible),
                claim(Question::In, Need::Surely),
                claim(Question::Through, Need::Possible),
            ],
            sets,
        }
    }

    /// When a rule decides something: exactly, but for a rule by a table that has conditions of its own, which may decide more often.
    pub fn decides(&mut self, kind: StageKind, rule: &Rule) -> Formula {
        let (level, even) = match (&rule.outcome, kind) {
            (_, StageKind::Floor) => (Level::Yes, standing::ANY),
            (Outcome::Verdict(Verdict::Allow), _) => (Level::Yes, even(rule)),
            (Outcome::Verdict(Verdict::Ask | Verdict::Deny), _) => (Level::Maybe, standing::ANY),
            (Outcome::Table(_), _) => (Level::Yes, standing::ANY),
        };
        let when = self.all(&rule.when, level);
        if even == standing::ANY { when } else { Formula::All(vec![Formula::Standing(even), when]) }
    }

    /// When a rule may give that verdict, at least as often as it does.
    pub fn gives(&mut self, kind: StageKind, rule: &Rule, verdict: Verdict) -> Formula {
        match (&rule.outcome, verdict) {
            (Outcome::Verdict(own), wanted) if *own == wanted => self.decides(kind, rule),
            // A deny that is only possible asks.
            (Outcome::Verdict(Verdict::Deny), Verdict::Ask) if kind != StageKind::Floor => self.decides(kind, rule),
            (Outcome::Verdict(_), _) => Formula::FALSE,
            (Outcome::Table(name), wanted) => {
                let Some(table) = self.table.verdicts.get(name) else { return Formula::FALSE };
                let level = if wanted == Verdict::Allow { Level::Yes } else { Level::Maybe };
                let mut ways = Vec::new();
                for (value, row) in &table.cells {
                    for (class, verdict) in row {
                        if *verdict == wanted {
                            let atoms = [
                                Atom::Fact(table.fact.clone(), Comparison::Equal, FactValue::Name(value.clone())),
                                Atom::Class(table.class.clone(), Comparison::Equal, class.clone()),
                            ];
                            ways.push(self.all(&atoms, Level::Maybe));
                        }
                    }
                }
                if wanted == Verdict::Ask {
                    ways.push(Formula::Standing(!even(rule) & standing::ANY));
                }
                let mut parts = vec![self.all(&rule.when, level), Formula::Any(ways)];
                if wanted == Verdict::Allow {
                    parts.push(Formula::Standing(even(rule)));
                }
                Formula::All(parts)
            }
        }
    }

    /// When a deny of a stage is certain; `None` where the atoms do not tell that exactly.
    pub fn denies(&mut self, rule: &Rule) -> Option<Formula> {
        let exact = |atom: &Atom| match atom {
            Atom::Effects(Quantifier::Any, tests) => tests.iter().all(|test| test.place == PlaceTest::Anywhere),
            Atom::Pattern(Quantifier::Any, _) | Atom::Class(..) => false,
            Atom::Effects(..)
            | Atom::Pattern(..)
            | Atom::Safe(_)
            | Atom::Fact(..)
            | Atom::Tool(_)
            | Atom::Says(..)
            | Atom::Unknown
            | Atom::Unreadable
            | Atom::ReasonIs(_)
            | Atom::Not(_) => true,
        };
        rule.when.iter().all(exact).then(|| self.all(&rule.when, Level::Yes))
    }

    /// What an assert forbids: `any` takes what is not understood for everything.
    pub fn assumed(&mut self, when: &[Atom]) -> Formula {
        let each = when.iter().map(|atom| match atom {
            Atom::Effects(Quantifier::Any, _) => Formula::Any(vec![
                Formula::Standing(standing::UNKNOWN | standing::UNREADABLE),
                self.atom(atom, Level::Maybe, 0),
            ]),
            other => self.atom(other, Level::Maybe, 0),
        });
        Formula::All(each.collect())
    }

    /// All atoms for certain.
    pub fn all_certain(&mut self, atoms: &[Atom]) -> Formula {
        self.all(atoms, Level::Yes)
    }

    /// All atoms at a level.
    fn all(&mut self, atoms: &[Atom], level: Level) -> Formula {
        self.all_below(atoms, level, 0)
    }

    fn all_below(&mut self, atoms: &[Atom], level: Level, depth: usize) -> Formula {
        Formula::All(atoms.iter().map(|atom| self.atom(atom, level, depth)).collect())
    }

    fn atom(&mut self, atom: &Atom, level: Level, depth: usize) -> Formula {
        match atom {
            Atom::Effects(quantifier, tests) => self.quantified(*quantifier, tests, level),
            Atom::Pattern(Quantifier::Any, name) => self.pattern(name, level, depth),
            Atom::Pattern(Quantifier::Surely, name) => self.pattern(name, Level::Yes, depth),
            Atom::Pattern(Quantifier::No, name) => self.pattern(name, Level::Maybe, depth).negated(),
            Atom::Pattern(Quantifier::Only, _) | Atom::ReasonIs(_) => Formula::FALSE,
            Atom::Safe(name) => {
                let flag = self.flag(format!("safe {name}"), |logic| {
                    let entries = logic.table.safes.get(name);
                    logic.of_entries(entries.into_iter().flatten(), Level::Yes, depth)
                });
                Formula::All(vec![Formula::Standing(standing::UNDERSTOOD), flag])
            }
            Atom::Fact(name, comparison, value) => self.fact(name, *comparison, value, level),
            Atom::Tool(names) => Formula::Tool(Rc::new(names.clone()), true),
            Atom::Class(name, comparison, value) => self.class(name, *comparison, value, depth),
            Atom::Says(fact, verdict) => self.says(fact, *verdict, level),
            Atom::Unknown => Formula::Standing(standing::UNKNOWN),
            Atom::Unreadable => Formula::Standing(standing::UNREADABLE),
            Atom::Not(inner) => {
                let opposite = match level {
                    Level::Maybe => Level::Yes,
                    Level::Yes => Level::Maybe,
                };
                self.atom(inner, opposite, depth).negated()
            }
        }
    }

    fn quantified(&mut self, quantifier: Quantifier, tests: &[EffectTest], level: Level) -> Formula {
        let some = |logic: &mut Self, need| {
            let each =
                tests.iter().map(|test| Body::All(vec![Body::Kind(named(test.verb)), logic.place(&test.place, need)]));
            Body::Any(each.collect())
        };
        let on_effects = match quantifier {
            Quantifier::Only => {
                let body = Body::Any(vec![Body::Kind(silent()), some(self, Need::Certain)]);
                Formula::Every(Rc::new(body))
            }
            Quantifier::No => Formula::Every(Rc::new(some(self, Need::Possible).negated())),
            Quantifier::Any => {
                let mut parts = vec![some(self, Need::Possible)];
                if level == Level::Yes {
                    parts.push(Body::Certain(true));
                }
                Formula::Some(Rc::new(Body::All(parts)))
            }
            Quantifier::Surely => {
                Formula::Some(Rc::new(Body::All(vec![Body::Certain(true), some(self, Need::Surely)])))
            }
        };
        Formula::All(vec![Formula::Standing(standing::UNDERSTOOD), on_effects])
    }

    fn place(&mut self, test: &PlaceTest, need: Need) -> Body {
        let mut each = |question, sets: &[String]| -> Vec<Body> {
            sets.iter().map(|set| Body::Place(self.set(set), where_holds(question, need))).collect()
        };
        match test {
            PlaceTest::Anywhere => Body::All(Vec::new()),
            PlaceTest::In(sets) => Body::Any(each(Question::In, sets)),
            PlaceTest::Through(sets) => Body::Any(each(Question::Through, sets)),
            PlaceTest::Naming(sets) => Body::Any(each(Question::Naming, sets)),
            PlaceTest::Outside(sets) => Body::All(each(Question::Outside, sets)),
        }
    }

    fn set(&mut self, name: &str) -> usize {
        self.sets.iter().position(|set| set == name).unwrap_or_else(|| {
            self.sets.push(name.to_owned());
            self.sets.len() - 1
        })
    }

    fn pattern(&mut self, name: &str, level: Level, depth: usize) -> Formula {
        let entries = |logic: &mut Self| {
            let entries = logic.table.patterns.get(name);
            logic.of_entries(entries.into_iter().flatten(), Level::Maybe, depth)
        };
        match level {
            Level::Maybe => self.flag(format!("any {name}"), entries),
            Level::Yes => self.flag(format!("surely {name}"), |logic| {
                let any = logic.pattern(name, Level::Maybe, depth);
                Formula::All(vec![any, entries(logic)])
            }),
        }
    }

    /// What holds of a unit that is one of these entries: the condition of one of them.
    fn of_entries<'e>(&mut self, entries: impl Iterator<Item = &'e Entry>, level: Level, depth: usize) -> Formula {
        if depth >= DEPTH {
            return Formula::TRUE;
        }
        let mut ways: Vec<Formula> = Vec::new();
        for entry in entries {
            let mut last = entry;
            while let Entry::Command(command) = last
                && let Some(next) = &command.pipe
            {
                last = next;
            }
            let way = match last {
                Entry::Command(command) => self.all_below(&command.condition, level, depth + 1),
                Entry::Tool { name, .. } => Formula::Tool(Rc::new(vec![name.clone()]), true),
            };
            if way == Formula::TRUE {
                return way;
            }
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        Formula::Any(ways)
    }

    fn flag(&mut self, name: String, implies: impl FnOnce(&mut Self) -> Formula) -> Formula {
        if let Some(known) = self.flags.iter().position(|flag| flag.name == name) {
            return Formula::Flag(known, true);
        }
        let at = self.flags.len();
        self.flags.push(Flag { name, implies: None });
        let implied = implies(self);
        if let Some(flag) = self.flags.get_mut(at) {
            flag.implies = Some(implied);
        }
        Formula::Flag(at, true)
    }

    fn says(&mut self, fact: &str, verdict: Verdict, level: Level) -> Formula {
        let name = |verdict: Verdict, level: Level| format!("{fact} says {verdict:?} {level:?}");
        let not = |logic: &mut Self, verdict| logic.says(fact, verdict, Level::Maybe).negated();
        match (verdict, level) {
            // Deny wins over the others, and of those the longest entry: only one of the three holds.
            (Verdict::Deny, Level::Maybe) => self.flag(name(verdict, level), |logic| {
                Formula::All(vec![not(logic, Verdict::Ask), not(logic, Verdict::Allow)])
            }),
            (Verdict::Ask, Level::Maybe) => self.flag(name(verdict, level), |logic| {
                Formula::All(vec![not(logic, Verdict::Deny), not(logic, Verdict::Allow)])
            }),
            (Verdict::Allow, _) => self.flag(name(verdict, Level::Maybe), |logic| {
                Formula::All(vec![not(logic, Verdict::Deny), not(logic, Verdict::Ask)])
            }),
            (Verdict::Deny | Verdict::Ask, Level::Yes) => {
                self.flag(name(verdict, level), |logic| logic.says(fact, verdict, Level::Maybe))
            }
        }
    }

    fn fact(&mut self, name: &str, comparison: Comparison, value: &FactValue, level: Level) -> Formula {
        if let FactValue::Fact(other) = value {
            // Two counts against each other: known by name alone.
            let named = |level: Level| format!("{name} {comparison:?} {other} {level:?}");
            return match level {
                Level::Maybe => self.flag(named(level), |_| Formula::TRUE),
                Level::Yes => self.flag(named(level), |logic| logic.fact(name, comparison, value, Level::Maybe)),
            };
        }
        let Some(at) = self.facts.iter().position(|fact| fact.name == name) else { return Formula::FALSE };
        let Some(domain) = self.facts.get(at) else { return Formula::FALSE };
        let mut mask = 0;
        for (bit, own) in domain.values.iter().enumerate() {
            let truth = own.as_ref().map_or(Truth::Maybe, |own| compared(&domain.kind, own, comparison, value));
            let holds = match level {
                Level::Maybe => truth > Truth::No,
                Level::Yes => truth.is_yes(),
            };
            mask |= u64::from(holds) << bit;
        }
        Formula::Fact(at, mask)
    }

    fn class(&mut self, name: &str, comparison: Comparison, value: &str, depth: usize) -> Formula {
        let Some(class) = self.table.classes.get(name).filter(|_| depth < DEPTH) else { return Formula::TRUE };
        let rank = |wanted: &str| class.order.iter().position(|other| other == wanted);
        let Some(wanted) = rank(value) else { return Formula::TRUE };
        let ways = class.order.iter().enumerate().filter(|(own, _)| crate::decide::fits(comparison, own.cmp(&wanted)));
        let ways: Vec<Formula> = ways.map(|(_, name)| self.is_class(class, name, depth)).collect();
        Formula::Any(ways)
    }

    fn is_class(&mut self, class: &Class, name: &str, depth: usize) -> Formula {
        let rows: Vec<Formula> =
            class.rows.iter().map(|(_, atoms)| self.all_below(atoms, Level::Yes, depth + 1)).collect();
        let mut ways = Vec::new();
        for (at, _) in class.rows.iter().enumerate().filter(|(_, (own, _))| own == name) {
            let mut parts = vec![Formula::Standing(standing::UNDERSTOOD)];
            parts.extend(rows.get(at).cloned());
            parts.extend(rows.iter().take(at).map(Formula::negated));
            ways.push(Formula::All(parts));
        }
        if class.otherwise == name {
            ways.push(Formula::Standing(standing::UNKNOWN | standing::UNREADABLE));
            ways.push(Formula::All(rows.iter().map(Formula::negated).collect()));
        }
        Formula::Any(ways)
    }
}

fn even(rule: &Rule) -> u8 {
    let mut mask = standing::UNDERSTOOD;
    if rule.even_unknown {
        mask |= standing::UNKNOWN;
    }
    if rule.even_unreadable {
        mask |= standing::UNREADABLE;
    }
    mask
}

/// The values of a fact that rules can tell apart.
fn domain(name: &str, kind: &FactKind, default: Option<&FactValue>, mentioned: &[FactValue]) -> Domain {
    let mut values: Vec<Option<FactValue>> = match kind {
        FactKind::Ordered(names) | FactKind::Unordered(names) => {
            names.iter().take(VALUES).map(|name| Some(FactValue::Name(name.clone()))).collect()
        }
        FactKind::Count => {
            let mut counts = BTreeSet::from([0]);
            for value in mentioned {
                if let FactValue::Count(count) = value {
                    counts.extend([count.saturating_sub(1), *count, count.saturating_add(1)]);
                }
            }
            counts.into_iter().take(VALUES).map(|count| Some(FactValue::Count(count))).collect()
        }
        FactKind::Path => {
            let other = FactValue::Path("/no/path/that/a/rule/names".to_owned());
            let named = mentioned.iter().take(VALUES).cloned();
            named.chain([other]).map(Some).collect()
        }
        FactKind::Rules => vec![None],
    };
    if default.is_none() && name != "os" {
        values.push(None);
    }
    Domain { name: name.to_owned(), kind: kind.clone(), values }
}
