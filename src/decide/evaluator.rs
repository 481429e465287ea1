//! Stages, fold and resolve.

use super::atoms::{AskedPaths, Scene};
use super::decision::{Cause, Decision, Hit, RESOLVE, code};
use super::facts::FactValues;
use super::index::{Entries, Index};
use super::kinds::{Kinds, Needs};
use super::patterns;
use super::places::{self, BadSet, Places};
use super::truth::{self, Truth};
use crate::effects::{self, Call, Reading, Standing, Target, Unit};
use crate::paths::{Context, PathValue, Resolution, Resolver};
use crate::table::{Atom, Entry, FORMAT, Outcome, Rule, Stage, StageKind, Table, Verdict, VerdictTable};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The path set of programs that count as the system's, beside those in the system's own directories.
const TRUSTED: &str = "trusted";

/// Why a table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// It has another format.
    Format {
        /// The table's.
        found: u32,
    },
    /// A path or host set does not compile.
    Set(BadSet),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Format { found } => {
                write!(f, "the table has format {found}, this program reads format {FORMAT}: build it again")
            }
            LoadError::Set(bad) => bad.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// A table made ready to answer calls. Pure: it reads no file, clock or environment, and keeps nothing between calls.
#[derive(Debug)]
pub struct Evaluator<'t> {
    pub(super) table: &'t Table,
    programs: effects::Index<'t>,
    index: Index<'t>,
    places: Places,
    /// By stage, by rule.
    rules: Vec<Vec<Ready>>,
    tightened_by: Vec<Evaluator<'t>>,
}

/// What is made of a rule once for all calls.
#[derive(Debug)]
struct Ready {
    /// What a unit must have for the rule to hold.
    needs: Needs,
    cause: Arc<Cause>,
}

impl Ready {
    fn new(stage: &Stage, rule: &Rule) -> Ready {
        Ready { needs: Needs::of(rule), cause: Arc::new(Cause::rule(&stage.name, &rule.id, &rule.reason)) }
    }
}

/// What does not change while one call is decided.
pub(super) struct Setting<'a> {
    pub(super) facts: FactValues<'a>,
    /// Made when a place is first asked about.
    context: OnceCell<Context>,
    asked: AskedPaths,
}

impl<'t> Evaluator<'t> {
    /// Compiles the look-ups and sets of a table.
    ///
    /// # Errors
    /// Another format, or a set that does not compile.
    pub fn new(table: &'t Table) -> Result<Evaluator<'t>, LoadError> {
        if table.format != FORMAT {
            return Err(LoadError::Format { found: table.format });
        }
        Ok(Evaluator {
            table,
            programs: effects::Index::new(table),
            index: Index::new(table),
            places: Places::new(table).map_err(LoadError::Set)?,
            rules: table
                .stages
                .iter()
                .map(|stage| stage.rules.iter().map(|rule| Ready::new(stage, rule)).collect())
                .collect(),
            tightened_by: table.tightened_by.iter().map(Evaluator::new).collect::<Result<_, _>>()?,
        })
    }

    /// The table that it answers by.
    pub fn table(&self) -> &'t Table {
        self.table
    }

    /// What the call does, by this table's declarations.
    pub fn read(&self, call: &Call) -> Reading {
        effects::read(&self.programs, call)
    }

    /// Whether the policy trusts a program by where it lies: its path is in the set `trusted`.
    pub fn trusts(&self, call: &Call, program: &str) -> bool {
        self.places.holds(TRUSTED, program, &self.context(call))
    }

    /// The fact VIEWS for a call: where a resolver leads each path that the call names, and each root, by its absolute spelling.
    /// Past `limit` paths, those that are left count as not resolved.
    pub fn views(
        &self,
        call: &Call,
        reading: &Reading,
        resolver: &impl Resolver,
        limit: usize,
    ) -> BTreeMap<String, Option<String>> {
        let effects = reading.units.iter().flat_map(|unit| &unit.effects);
        let targets = effects.filter_map(|effect| match &effect.target {
            Target::Path(target) => Some(places::path_value(target)),
            Target::Host(_) | Target::None => None,
        });
        let context = self.context(call);
        let mut named: Vec<PathValue> = Vec::new();
        for path in targets {
            if named.len() < limit && !named.contains(&path) {
                named.push(path);
            }
        }
        context
            .resolve_with(resolver, &named)
            .supplied()
            .iter()
            .map(|(path, to)| match to {
                Resolution::Resolved(to) => (path.clone(), Some(to.clone())),
                Resolution::Failed(_) => (path.clone(), None),
            })
            .collect()
    }

    /// Answers a call that was read with this table. Tightening policies read it again with their own declarations.
    pub fn decide(&self, call: &Call, reading: &Reading) -> Decision {
        let setting = self.setting(call, reading);
        let mut units = Vec::with_capacity(reading.units.len());
        let mut hits = Vec::with_capacity(reading.units.len());
        for (at, unit) in reading.units.iter().enumerate() {
            let first = hits.len();
            hits.extend(self.decided(at, &self.scene(call, reading, (at, unit), &setting)));
            if hits.len() == first {
                hits.push(not_decided(at, unit));
            }
            units.extend(hits.get(first).cloned());
        }
        hits.extend(of_the_call(reading, &setting.facts));
        for policy in &self.tightened_by {
            hits.extend(policy.tightening(call));
        }
        self.resolve(fold(hits, units), &setting.facts)
    }

    /// Whether one `safe` entry vouches for a unit of the call.
    pub fn vouches(&self, entry: &Entry, call: &Call, reading: &Reading, at: usize) -> bool {
        let setting = self.setting(call, reading);
        let unit = reading.units.get(at);
        unit.is_some_and(|unit| {
            let scene = self.scene(call, reading, (at, unit), &setting);
            patterns::is_safe(&Entries::new(std::slice::from_ref(entry)), &scene)
        })
    }

    /// Whether a unit of the call certainly has the shape of an entry of a list.
    pub fn is_of(&self, entry: &Entry, call: &Call, reading: &Reading, at: usize) -> bool {
        let setting = self.setting(call, reading);
        let unit = reading.units.get(at);
        unit.is_some_and(|unit| {
            let scene = self.scene(call, reading, (at, unit), &setting);
            patterns::matches_any(&Entries::new(std::slice::from_ref(entry)), &scene).is_yes()
        })
    }

    /// Whether a condition certainly holds of a unit of the call.
    pub fn meets(&self, condition: &Atom, call: &Call, reading: &Reading, unit: &Unit) -> bool {
        let setting = self.setting(call, reading);
        // What sets say of the unit's paths is asked once, and so not kept: there is no unit behind the last.
        self.scene(call, reading, (reading.units.len(), unit), &setting).atom(condition).is_yes()
    }

    /// What this policy adds as a tightening one: it passes over what it does not decide.
    fn tightening(&self, call: &Call) -> Vec<Hit> {
        let reading = self.read(call);
        let setting = self.setting(call, &reading);
        let mut hits = Vec::new();
        for (at, unit) in reading.units.iter().enumerate() {
            hits.extend(self.decided(at, &self.scene(call, &reading, (at, unit), &setting)));
        }
        hits.extend(of_the_call(&reading, &setting.facts));
        for hit in &mut hits {
            let cause = Arc::make_mut(&mut hit.cause);
            cause.rule = format!("{}:{}", self.table.policy, cause.rule);
        }
        hits
    }

    pub(super) fn setting<'a>(&'a self, call: &'a Call, reading: &Reading) -> Setting<'a> {
        let facts = FactValues::new(self.table, call);
        Setting { facts, context: OnceCell::new(), asked: AskedPaths::new(reading) }
    }

    fn context(&self, call: &Call) -> Context {
        places::context(call, &FactValues::new(self.table, call))
    }

    pub(super) fn scene<'a>(
        &'a self,
        call: &'a Call,
        reading: &'a Reading,
        (at, unit): (usize, &'a Unit),
        setting: &'a Setting<'a>,
    ) -> Scene<'a> {
        Scene {
            table: self.table,
            index: &self.index,
            places: &self.places,
            facts: &setting.facts,
            context: &setting.context,
            call,
            reading,
            asked: &setting.asked,
            unit,
            at,
        }
    }

    /// The rules that decide a unit: those of the first stage that decides with its strictest verdict, in order.
    ///
    /// A `deny` that is only possible asks, and a later stage that denies still counts: a deny more never loosens.
    fn decided(&self, at: usize, scene: &Scene<'_>) -> Vec<Hit> {
        let kinds = Kinds::of(scene.unit);
        let mut doubtful = Vec::new();
        for (stage, ready) in self.table.stages.iter().zip(&self.rules) {
            let rules = stage.rules.iter().zip(ready).filter(|(_, ready)| ready.needs.met_by(kinds));
            let held: Vec<Hit> = rules.filter_map(|(rule, ready)| self.rule(at, stage, rule, ready, scene)).collect();
            let Some(strictest) = held.iter().map(|hit| hit.verdict).max() else { continue };
            if held.iter().all(|hit| hit.doubt) {
                doubtful = if doubtful.is_empty() { held } else { doubtful };
                continue;
            }
            if doubtful.is_empty() || strictest == Verdict::Deny {
                return held.into_iter().filter(|hit| hit.verdict == strictest).collect();
            }
            break;
        }
        doubtful
    }

    /// What a rule gives a unit, if anything.
    fn rule(&self, at: usize, stage: &Stage, rule: &Rule, ready: &Ready, scene: &Scene<'_>) -> Option<Hit> {
        let holds = self.holds(rule, scene);
        if holds == Truth::No {
            return None;
        }
        let verdict = self.outcome(rule, scene);
        let understood = match &scene.unit.standing {
            Standing::Understood => true,
            Standing::Unknown(_) => rule.even_unknown,
            Standing::Unreadable(_) => rule.even_unreadable,
        };
        let hit = Hit { unit: Some(at), verdict, cause: Arc::clone(&ready.cause), doubt: false };
        match (stage.kind, verdict) {
            (StageKind::Floor, Verdict::Deny) => holds.is_yes().then_some(hit),
            (StageKind::Floor, Verdict::Allow | Verdict::Ask) => None,
            (StageKind::Stage | StageKind::Final, Verdict::Allow) if !holds.is_yes() => None,
            (StageKind::Stage | StageKind::Final, Verdict::Allow) if !understood => match rule.outcome {
                Outcome::Verdict(_) => None,
                Outcome::Table(_) => Some(not_decided(at, scene.unit)),
            },
            (StageKind::Stage | StageKind::Final, Verdict::Allow | Verdict::Ask) => Some(hit),
            (StageKind::Stage | StageKind::Final, Verdict::Deny) if holds.is_yes() => Some(hit),
            (StageKind::Stage | StageKind::Final, Verdict::Deny) => {
                Some(Hit { verdict: Verdict::Ask, doubt: true, ..hit })
            }
        }
    }

    /// Whether all of a rule's conditions hold; stops at the first that does not.
    pub(super) fn holds(&self, rule: &Rule, scene: &Scene<'_>) -> Truth {
        let mut holds = Truth::Yes;
        for atom in &rule.when {
            holds = holds.and(scene.atom(atom));
            if holds == Truth::No {
                break;
            }
        }
        holds
    }

    /// The verdict of a rule for a unit, before doubt.
    pub(super) fn outcome(&self, rule: &Rule, scene: &Scene<'_>) -> Verdict {
        match &rule.outcome {
            Outcome::Verdict(verdict) => *verdict,
            Outcome::Table(name) => {
                let table = self.table.verdicts.get(name);
                table.map_or(Verdict::Ask, |table| cell(table, scene))
            }
        }
    }

    /// `resolve ask`: lines in order, the first that holds. What failed is never allowed by it.
    fn resolve(&self, folded: Decision, facts: &FactValues<'_>) -> Decision {
        if folded.verdict() != Verdict::Ask {
            return folded;
        }
        let failed = std::iter::once(&folded.by)
            .chain(&folded.others)
            .any(|hit| matches!(hit.code.as_str(), code::MALFORMED_CALL | code::MALFORMED_FACT | code::LIMIT));
        for (at, line) in self.table.resolve.iter().enumerate() {
            let holds = truth::all(line.when.iter().map(|atom| resolved(atom, facts, &folded.by.code)));
            let applies = match line.verdict {
                Verdict::Allow => holds.is_yes() && !failed,
                Verdict::Ask | Verdict::Deny => holds > Truth::No,
            };
            if applies {
                let rule = format!("{RESOLVE}.{}", at + 1);
                let cause = Arc::new(Cause::rule(RESOLVE, &rule, &line.reason));
                let by = Hit { unit: folded.by.unit, verdict: line.verdict, cause, doubt: false };
                return Decision { asked: Some(folded.by), by, ..folded };
            }
        }
        folded
    }
}

/// A call is as strict as its strictest unit; the first rule that is as strict gives the reason.
fn fold(hits: Vec<Hit>, units: Vec<Hit>) -> Decision {
    let strictest = hits.iter().map(|hit| hit.verdict).max().unwrap_or(Verdict::Ask);
    let mut of_it = hits.into_iter().filter(|hit| hit.verdict == strictest);
    let by = of_it.next().unwrap_or_else(|| Hit::engine(None, code::UNDECIDED, "no rule decides"));
    Decision { by, asked: None, others: of_it.collect(), units }
}

/// What concerns the call as a whole.
fn of_the_call(reading: &Reading, facts: &FactValues<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if reading.units.is_empty() {
        hits.push(Hit::engine(None, code::UNREADABLE, "nothing in it could be read"));
    }
    for name in &facts.malformed {
        hits.push(Hit::engine(None, code::MALFORMED_FACT, format!("the fact `{name}` has a malformed value")));
    }
    hits
}

fn not_decided(at: usize, unit: &Unit) -> Hit {
    match &unit.standing {
        Standing::Understood => Hit::engine(Some(at), code::UNDECIDED, "no rule decides"),
        Standing::Unknown(what) => Hit::engine(Some(at), code::UNKNOWN, what.clone()),
        Standing::Unreadable(what) => Hit::engine(Some(at), code::UNREADABLE, what.clone()),
    }
}

/// The cell of a verdict table; a fact without a value takes the strictest row.
fn cell(table: &VerdictTable, scene: &Scene<'_>) -> Verdict {
    let Some(class) = scene.table.classes.get(&table.class) else {
        return Verdict::Ask;
    };
    let column = super::classes::class_of(class, scene);
    let row = scene.facts.name_of(&table.fact).and_then(|value| table.cells.get(&value));
    match row {
        Some(row) => row.get(column).copied().unwrap_or(Verdict::Ask),
        None => table.cells.values().filter_map(|row| row.get(column)).max().copied().unwrap_or(Verdict::Ask),
    }
}

/// A condition of `resolve`: facts and reason codes only. Anything else is doubt, which never allows.
fn resolved(atom: &Atom, facts: &FactValues<'_>, reason: &str) -> Truth {
    match atom {
        Atom::Fact(name, comparison, value) => facts.compare(name, *comparison, value),
        Atom::ReasonIs(codes) => codes.iter().any(|code| code == reason).into(),
        Atom::Not(inner) => resolved(inner, facts, reason).negated(),
        Atom::Effects(..)
        | Atom::Pattern(..)
        | Atom::Safe(_)
        | Atom::Tool(_)
        | Atom::Class(..)
        | Atom::Says(..)
        | Atom::Unknown
        | Atom::Unreadable => Truth::Maybe,
    }
}

#[cfg(test)]
mod tests;
