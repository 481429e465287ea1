//! Looking for the call that refutes an entry.

use super::super::Subject;
use super::harm::{Harm, answered};
use crate::analysis::{
    Form, Forms, Goal, Shape, Via, asks_for_places, bare_forms, every_form, goal_forms, goals, is_own_act, quiet_forms,
};
use crate::decide::{Supposed, suppose};
use crate::effects::{Call, Effect, Host, Reading, Standing, read_line};
use crate::table::{
    Atom, Command, CommandEntry, CommandKind, EffectKind, Entry, OperandTest, Place, Quantifier, TargetSpec,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The directory in which forms are read: a workspace of its own.
const WORKSPACE: &str = "/w";

/// The home directory there.
const HOME: &str = "/home/me";

/// Words of bash that a program's name may be as well.
const RESERVED: &[&str] = &["coproc", "function", "select", "time"];

/// Most calls that are read for one policy; with more, what is left is undecided.
const MAX_READINGS: usize = 200_000;

/// Calls of one goal that show its effect and that the entry does not vouch for, before all calls are looked at.
const REFUSALS: usize = 8;

/// Most calls of one goal where all are looked at.
const MAX_FORMS: usize = 1500;

/// What came of the search.
pub enum Answer {
    /// No call of it does harm.
    Clean,
    /// This one does.
    Refuted(Refutation),
    /// It cannot be told, for this reason.
    Undecided(String),
}

/// A call that the entry vouches for and that does harm.
pub struct Refutation {
    /// The call: a line, or a tool with its arguments.
    pub witness: String,
    /// What it does.
    pub harm: Harm,
    /// What the host must say for the entry to speak for it.
    pub facts: BTreeMap<String, serde_json::Value>,
    /// The line of a declaration that says so.
    pub declared: Option<Place>,
    /// Options without which nothing harmful is left, where [`Refutation::bare`] is empty.
    pub options: BTreeSet<String>,
    /// Harm that needs no option.
    pub bare: BTreeSet<Harm>,
    /// Every call of it does harm.
    pub always: bool,
    /// The barest call does nothing worse than to obey.
    pub obeys: bool,
}

/// The search over all entries of a policy: each line is read once.
pub struct Refuter<'s, 't> {
    subject: &'s Subject<'t>,
    host: Host,
    readings: BTreeMap<String, Rc<Reading>>,
    /// By the index of the program's declaration and the subcommands.
    goals: BTreeMap<(usize, Vec<String>), Goals<'t>>,
    /// By the names of the command and the address of a goal, which lies in `goals` as long as this does.
    forms: BTreeMap<(Vec<String>, usize), Rc<Forms>>,
    programs: BTreeMap<&'t str, Vec<usize>>,
}

/// The goals of one command, found once.
type Goals<'t> = Rc<Vec<Goal<'t>>>;

/// A call that was found for one goal.
struct Found {
    form: Form,
    line: String,
    harm: Harm,
    /// The option to leave out.
    via: Option<String>,
    goal: Place,
    declared: Option<Place>,
}

impl<'s, 't> Refuter<'s, 't> {
    pub fn new(subject: &'s Subject<'t>) -> Refuter<'s, 't> {
        let mut programs: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, command) in subject.table.commands.iter().enumerate() {
            for name in command.canonical_names() {
                programs.entry(name).or_default().push(at);
            }
        }
        let host = Host {
            cwd: Some(WORKSPACE.to_owned()),
            workspace: vec![WORKSPACE.to_owned()],
            home: Some(HOME.to_owned()),
            ..Host::default()
        };
        Refuter { subject, host, readings: BTreeMap::new(), goals: BTreeMap::new(), forms: BTreeMap::new(), programs }
    }

    /// Looks for a call that refutes an entry.
    pub fn refute(&mut self, entry: &Entry, command: &CommandEntry) -> Answer {
        let answered = answered(&command.condition);
        if Harm::ALL.iter().all(|harm| answered.contains(harm)) {
            return Answer::Clean;
        }
        let facts = match suppose(self.subject.table, &command.condition) {
            Supposed::Facts(facts) => facts,
            Supposed::Never => return Answer::Clean,
            Supposed::Undecided => return Answer::Undecided("its `where` asks about too many facts".to_owned()),
        };
        let host = self.host.clone();
        let call = Call { tool: tool(&command.condition), host, facts: facts.clone(), ..Call::default() };
        let mut search = Search { entry, command, answered, facts, call, found: Vec::new(), open: None };
        let own = self.programs.get(command.program.as_str()).cloned().unwrap_or_default();
        let head: Vec<String> = std::iter::once(&command.program).chain(&command.subcommands).cloned().collect();
        let mut bare = Vec::new();
        for at in own {
            let Some(path) = self.path(at, command) else { continue };
            let apart = self.is_apart(&path, &command.program);
            let shape = Shape::of(command, &head, HOME, apart);
            let goals = self.goals(at, &path, command);
            for goal in goals.iter() {
                self.goal(&mut search, &path, goal, shape);
            }
            if let Some(goal) = goals.first().filter(|_| !search.found.is_empty()) {
                bare.append(&mut self.bare(&path, goal, shape));
            }
        }
        search.answer(&bare)
    }

    /// The declarations that an entry names, the program first.
    fn path(&self, at: usize, entry: &CommandEntry) -> Option<Vec<&'t Command>> {
        let mut path = vec![self.subject.table.commands.get(at)?];
        for name in &entry.subcommands {
            path.push(path.last()?.subcommands.iter().find(|sub| sub.names.contains(name))?);
        }
        Some(path)
    }

    /// A builtin has the program's name, or the shell's own language.
    fn is_apart(&self, path: &[&Command], name: &str) -> bool {
        let taken = self.subject.index.commands.has_builtin(name) || RESERVED.contains(&name);
        taken && path.first().is_some_and(|program| program.kind == CommandKind::Program)
    }

    fn goals(&mut self, at: usize, path: &[&'t Command], entry: &CommandEntry) -> Goals<'t> {
        let key = (at, entry.subcommands.clone());
        Rc::clone(self.goals.entry(key).or_insert_with(|| Rc::new(goals(path, &is_own_act))))
    }

    fn goal(&mut self, search: &mut Search<'_, '_>, path: &[&Command], goal: &Goal<'t>, shape: Shape<'_>) {
        if search.is_excluded(goal) {
            return;
        }
        let forms = self.forms(path, goal, shape);
        let mut outcome = self.tried(search, &forms, goal, REFUSALS);
        if outcome == Outcome::Refused {
            outcome = self.tried(search, &quiet_forms(path, goal, shape), goal, REFUSALS);
        }
        match outcome {
            Outcome::Found | Outcome::Objected => return,
            Outcome::Refused | Outcome::NotShown => {}
        }
        // The shortest calls do not tell: all of them are looked at.
        let all = every_form(path, goal, shape, &search.command.without, MAX_FORMS);
        match self.tried(search, &all, goal, usize::MAX) {
            Outcome::Found => {}
            Outcome::Objected | Outcome::Refused | Outcome::NotShown if all.cut => {
                search.leave_open("there are too many forms of it");
            }
            Outcome::Objected | Outcome::NotShown => {}
            Outcome::Refused => {
                if !search.is_plain() {
                    search.leave_open("its `where` asks for more than effects and facts");
                }
            }
        }
    }

    /// The forms of a goal; those for entries that ask nothing of options and operands are built once.
    fn forms(&mut self, path: &[&Command], goal: &Goal<'t>, shape: Shape<'_>) -> Rc<Forms> {
        if !shape.with.is_empty() || *shape.operands != OperandTest::Whatever {
            return Rc::new(goal_forms(path, goal, shape));
        }
        let key = (shape.head.to_vec(), std::ptr::from_ref(goal) as usize);
        Rc::clone(self.forms.entry(key).or_insert_with(|| Rc::new(goal_forms(path, goal, shape))))
    }

    /// Reads the forms until one refutes the entry, or so many of them were refused.
    fn tried(&mut self, search: &mut Search<'_, '_>, forms: &Forms, goal: &Goal<'t>, refusals: usize) -> Outcome {
        let (mut refused, mut objected) = (0, 0);
        // Options that were found to be to blame: calls without them may do it as well.
        let mut blamed: Vec<String> = Vec::new();
        for form in &forms.forms {
            if search.leaves_out(form) || blamed.iter().any(|option| form.given.contains(option)) {
                continue;
            }
            let line = form.line();
            let Some(reading) = self.read(&line) else {
                search.leave_open("the budget ran out");
                return Outcome::Found;
            };
            let Some((at, effect)) = shown(&reading, form, goal) else { continue };
            let Some(harm) = Harm::of(effect.kind).filter(|harm| !search.answered.contains(harm)) else {
                objected += 1;
                continue;
            };
            if !self.subject.evaluator.vouches(search.entry, &search.call, &reading, at) {
                if self.objects(search, &reading, at, goal) {
                    objected += 1;
                } else {
                    refused += 1;
                }
                if refused.max(objected) >= refusals {
                    break;
                }
                continue;
            }
            let via = search.blame(form, goal);
            let declared = effect.origin.declared;
            search.found.push(Found { form: form.clone(), line, harm, via: via.clone(), goal: goal.at, declared });
            match via {
                Some(option) => blamed.push(option),
                None => return Outcome::Found,
            }
        }
        match (blamed.is_empty(), refused, objected) {
            (false, _, _) => Outcome::Found,
            (true, 0, 0) => Outcome::NotShown,
            (true, 0, _) => Outcome::Objected,
            (true, _, _) => Outcome::Refused,
        }
    }

    /// Whether the entry would not vouch for the call if it did nothing but what the goal says, wherever and whatever that is on.
    fn objects(&self, search: &Search<'_, '_>, reading: &Reading, at: usize, goal: &Goal<'_>) -> bool {
        if !search.is_plain() || search.asks_for_places(goal) {
            return false;
        }
        let mut alone = reading.clone();
        if let Some(unit) = alone.units.get_mut(at) {
            unit.effects.retain(|effect| effect.origin.declared == Some(goal.at));
        }
        !self.subject.evaluator.vouches(search.entry, &search.call, &alone, at)
    }

    /// The harms of each of the barest calls: those without an option, where there are such.
    fn bare(&mut self, path: &[&Command], goal: &Goal<'t>, shape: Shape<'_>) -> Vec<BTreeSet<Harm>> {
        let mut bare = Vec::new();
        let mut forms = bare_forms(path, &goal.in_force, shape);
        if forms.iter().any(|form| form.given.is_empty()) {
            forms.retain(|form| form.given.is_empty());
        }
        for form in forms {
            let Some(reading) = self.read(&form.line()) else { break };
            let unit = own_unit(&reading, &form).and_then(|at| reading.units.get(at));
            let unit = unit.filter(|unit| unit.standing == Standing::Understood);
            bare.extend(unit.map(|unit| unit.effects.iter().filter_map(|effect| Harm::of(effect.kind)).collect()));
        }
        bare
    }

    /// The line as the evaluator reads it; `None` when the budget is used up.
    fn read(&mut self, line: &str) -> Option<Rc<Reading>> {
        if let Some(reading) = self.readings.get(line) {
            return Some(Rc::clone(reading));
        }
        if self.readings.len() >= MAX_READINGS {
            return None;
        }
        let reading = Rc::new(read_line(&self.subject.index, &self.host, line));
        self.readings.insert(line.to_owned(), Rc::clone(&reading));
        Some(reading)
    }
}

/// What came of the forms of one goal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// One of them refutes the entry, or the budget ran out.
    Found,
    /// Some show the effect, and that alone is more than the entry vouches for.
    Objected,
    /// Some show it, and the entry vouches for none of them because of what else they do.
    Refused,
    /// None shows it.
    NotShown,
}

/// The search for one entry.
struct Search<'e, 'a> {
    entry: &'e Entry,
    command: &'a CommandEntry,
    answered: BTreeSet<Harm>,
    facts: BTreeMap<String, serde_json::Value>,
    /// In which the entry is asked; its input does not matter where programs are asked about.
    call: Call,
    found: Vec<Found>,
    open: Option<String>,
}

impl Search<'_, '_> {
    /// Whether no call that the entry can vouch for reaches the goal, as the entry's text says.
    fn is_excluded(&self, goal: &Goal<'_>) -> bool {
        let names = |names: &[String], option: &crate::table::OptionDecl| {
            option.spellings.first().is_some_and(|name| names.contains(name))
        };
        let own = match &goal.via {
            Via::Option { option, .. } => option.spellings.first(),
            Via::Operand { .. } | Via::Always { .. } | Via::Variable { .. } => None,
        };
        if !is_script(goal) && self.found.iter().any(|found| found.goal == goal.at && found.via.as_ref() == own) {
            return true;
        }
        match &goal.via {
            // Options before a subcommand that do something are not spoken for, unless they are named.
            Via::Option { depth, option, .. } => {
                names(&self.command.without, option)
                    || (*depth < self.command.subcommands.len() && !names(&self.command.with, option))
            }
            Via::Operand { .. } | Via::Always { .. } | Via::Variable { .. } => false,
        }
    }

    /// Whether the entry leaves such a call out, as its text says. Options before a subcommand are not spoken for, unless they are named.
    fn leaves_out(&self, form: &Form) -> bool {
        form.outer || form.given.iter().any(|option| self.command.without.contains(option))
    }

    /// The option to leave out; `None`: there is none.
    fn blame(&self, form: &Form, goal: &Goal<'_>) -> Option<String> {
        let own = match &goal.via {
            Via::Option { option, .. } => option.spellings.first().cloned(),
            Via::Operand { .. } | Via::Always { .. } | Via::Variable { .. } => None,
        };
        own.filter(|own| form.given.contains(own)).or_else(|| form.given.last().cloned())
    }

    /// Whether the entry's `where` can only ever object to an effect more.
    fn is_plain(&self) -> bool {
        self.command.condition.iter().all(|atom| match atom {
            Atom::Effects(Quantifier::Only | Quantifier::No, _) | Atom::Fact(_, _, _) | Atom::Tool(_) => true,
            Atom::Not(inner) => matches!(**inner, Atom::Fact(_, _, _) | Atom::Tool(_)),
            Atom::Effects(Quantifier::Any | Quantifier::Surely, _)
            | Atom::Pattern(_, _)
            | Atom::Safe(_)
            | Atom::Class(_, _, _)
            | Atom::Says(_, _)
            | Atom::Unknown
            | Atom::Unreadable
            | Atom::ReasonIs(_) => false,
        })
    }

    /// Whether it may object to the effect of the goal on one thing and not on another.
    fn asks_for_places(&self, goal: &Goal<'_>) -> bool {
        let fixed = match goal.spec.target {
            TargetSpec::Literal(_)
            | TargetSpec::Unknown
            | TargetSpec::Cwd
            | TargetSpec::Repository
            | TargetSpec::Startup => true,
            TargetSpec::This
            | TargetSpec::Value(_)
            | TargetSpec::Operands
            | TargetSpec::Operand(_)
            | TargetSpec::Suffixed(_)
            | TargetSpec::Beside
            | TargetSpec::OptionValue(_)
            | TargetSpec::Input(_) => false,
        };
        !fixed && asks_for_places(self.command)
    }

    fn leave_open(&mut self, why: &str) {
        self.open.get_or_insert(why.to_owned());
    }

    /// `bare`: the harms of the barest calls.
    fn answer(self, bare: &[BTreeSet<Harm>]) -> Answer {
        let obeys = BTreeSet::from([Harm::Obeys]);
        let shortest = self.found.iter().min_by_key(|found| {
            let Form { bindings, argv, .. } = &found.form;
            (bindings.len(), argv.len(), found.line.len(), found.line.to_lowercase(), found.line.clone())
        });
        match (shortest, self.open) {
            (Some(shortest), _) => Answer::Refuted(Refutation {
                witness: shortest.line.clone(),
                harm: shortest.harm,
                facts: self.facts,
                declared: shortest.declared,
                options: self.found.iter().filter_map(|found| found.via.clone()).collect(),
                bare: self.found.iter().filter(|found| found.via.is_none()).map(|found| found.harm).collect(),
                always: bare.iter().all(|harms| !harms.is_subset(&obeys)),
                obeys: bare.contains(&obeys),
            }),
            (None, Some(why)) => Answer::Undecided(why),
            (None, None) => Answer::Clean,
        }
    }
}

/// A script has many powers, each a goal of its own at the same place.
fn is_script(goal: &Goal<'_>) -> bool {
    matches!(goal.spec.kind, Some(EffectKind::Runs(_)))
}

/// The unit of the program itself.
pub fn own_unit(reading: &Reading, form: &Form) -> Option<usize> {
    let program = form.argv.first()?;
    let is_own = |unit: &crate::effects::Unit| unit.words.first().and_then(|word| word.as_known()) == Some(program);
    reading.units.iter().position(is_own)
}

/// The effect of the goal in a reading, with the index of its unit. An effect that another line says as well is listed with that.
fn shown<'r>(reading: &'r Reading, form: &Form, goal: &Goal<'_>) -> Option<(usize, &'r Effect)> {
    let at = own_unit(reading, form)?;
    let unit = reading.units.get(at).filter(|unit| unit.standing == Standing::Understood)?;
    let own = |effect: &&Effect| effect.origin.declared == Some(goal.at) && effect.kind.acts();
    let same = |effect: &&Effect| Some(effect.kind) == goal.spec.kind;
    unit.effects.iter().find(own).or_else(|| unit.effects.iter().find(same)).map(|effect| (at, effect))
}

/// The tool that a condition asks for.
fn tool(condition: &[Atom]) -> String {
    let named = condition.iter().find_map(|atom| match atom {
        Atom::Tool(names) => names.first().cloned(),
        Atom::Effects(_, _)
        | Atom::Pattern(_, _)
        | Atom::Safe(_)
        | Atom::Fact(_, _, _)
        | Atom::Class(_, _, _)
        | Atom::Says(_, _)
        | Atom::Unknown
        | Atom::Unreadable
        | Atom::ReasonIs(_)
        | Atom::Not(_) => None,
    });
    named.unwrap_or_else(|| "shell".to_owned())
}
