//! Concrete calls that bring a goal about, the shortest first.

use super::conditions::{Demand, MAX_WAYS, both, solve};
use super::goals::{Goal, Via, all_in_force, goals};
use super::samples;
use super::texts::{Glob, text_of};
use crate::argv::{Holds, Text, glob_holds};
use crate::decide::glob_matches;
use crate::shell::quoted;
use crate::table::{
    Atom, Clause, ClauseKind, Command, CommandEntry, EffectKind, EffectSpec, Family, Operand, OperandTest, OptionDecl,
    PlaceTest, Repeat, TargetSpec, Value, ValueType,
};
use std::collections::BTreeSet;

/// A form never holds more operands than this, but where a condition asks for more.
const OPERANDS: usize = 4;

/// A condition on the number of operands is followed up to this.
const MAX_OPERANDS: usize = 16;

/// Most forms of one goal.
const MAX_FORMS: usize = 4096;

/// What an entry asks of every call that it speaks for.
#[derive(Debug, Clone, Copy)]
pub struct Shape<'e> {
    /// The names of the program and its subcommands; missing ones are the first of the declaration.
    pub head: &'e [String],
    /// Options that must be given.
    pub with: &'e [String],
    /// What the operands must look like.
    pub operands: &'e OperandTest,
    /// Where `~` leads.
    pub home: &'e str,
    /// A builtin has the program's name, so that it must be called by its path.
    pub apart: bool,
    /// It may ask where an effect happens.
    pub places: bool,
}

impl Shape<'_> {
    /// Nothing.
    pub const ANY: Shape<'static> =
        Shape { head: &[], with: &[], operands: &OperandTest::Whatever, home: "", apart: false, places: false };
}

impl<'e> Shape<'e> {
    /// That of an entry. `head`: the names of its program and subcommands.
    pub fn of(entry: &'e CommandEntry, head: &'e [String], home: &'e str, apart: bool) -> Shape<'e> {
        let places = asks_for_places(entry);
        Shape { head, with: &entry.with, operands: &entry.operands, home, apart, places }
    }

    /// A glob of the entry, with the home directory for its `~`.
    pub(super) fn at_home(&self, glob: &str) -> String {
        glob.strip_prefix('~').map_or_else(|| glob.to_owned(), |rest| format!("{}{rest}", self.home))
    }
}

/// Whether an entry asks where an effect happens.
pub fn asks_for_places(entry: &CommandEntry) -> bool {
    entry.condition.iter().any(|atom| match atom {
        Atom::Effects(_, tests) => tests.iter().any(|test| test.place != PlaceTest::Anywhere),
        Atom::Pattern(_, _)
        | Atom::Safe(_)
        | Atom::Fact(_, _, _)
        | Atom::Tool(_)
        | Atom::Class(_, _, _)
        | Atom::Says(_, _)
        | Atom::Unknown
        | Atom::Unreadable
        | Atom::ReasonIs(_)
        | Atom::Not(_) => false,
    })
}

/// One concrete way to call a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// Variables that are bound for it.
    pub bindings: Vec<(String, String)>,
    /// The words, the program first.
    pub argv: Vec<String>,
    /// Options that were given to bring it about, canonical, those of the shape not among them.
    pub given: Vec<String>,
    /// One of them stands before a subcommand.
    pub outer: bool,
    /// Indices of words that stand in the line as they are: globs and variables, which the shell replaces by what is not known.
    pub open: BTreeSet<usize>,
}

impl Form {
    /// The line that a shell must be given.
    pub fn line(&self) -> String {
        let bindings = self.bindings.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        let word = |(at, word): (usize, &String)| if self.open.contains(&at) { word.clone() } else { quoted(word) };
        bindings.chain(self.argv.iter().enumerate().map(word)).collect::<Vec<_>>().join(" ")
    }
}

/// The forms of one goal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forms {
    /// The shortest first. None, and not cut: nothing that the declaration takes brings the goal about.
    pub forms: Vec<Form>,
    /// There may be more.
    pub cut: bool,
}

/// The forms of a goal of the command at the end of `path`.
pub fn goal_forms(path: &[&Command], goal: &Goal<'_>, shape: Shape<'_>) -> Forms {
    let Some(command) = path.last() else { return Forms::default() };
    let mut forms = built(path, goal, layouts(command, goal, &goal.ways), shape);
    if forms.forms.is_empty() && !forms.cut {
        // No words that are known bring it about; words that are not known may.
        let never = [Demand::default()];
        for demand in if goal.ways.is_empty() { &never } else { goal.ways.as_slice() } {
            if let Some(builder) = Builder::new(path, Some(goal), demand, shape) {
                forms.forms.extend(lists(command, shape).into_iter().map(|list| builder.form(&[], Some(list))));
            }
        }
    }
    forms
}

/// Further forms of a goal: those in which other acts of the declaration are avoided, as far as the goal leaves them to be.
pub fn quiet_forms(path: &[&Command], goal: &Goal<'_>, shape: Shape<'_>) -> Forms {
    let Some(command) = path.last() else { return Forms::default() };
    built(path, goal, layouts(command, goal, &avoiding(command, &goal.ways)), shape)
}

fn built(path: &[&Command], goal: &Goal<'_>, layouts: Vec<Layout<'_>>, shape: Shape<'_>) -> Forms {
    let mut found = Vec::new();
    let mut cut = goal.ways.len() >= MAX_WAYS;
    for (ways, clause) in layouts {
        cut |= ways.len() >= MAX_WAYS;
        for demand in ways {
            cut |= usize::try_from(demand.at_least).unwrap_or(usize::MAX) > MAX_OPERANDS;
            if let Some(builder) = Builder::new(path, Some(goal), &demand, shape) {
                builder.build(clause, &mut found);
            }
        }
    }
    sort(&mut found);
    cut |= found.len() > MAX_FORMS;
    found.truncate(MAX_FORMS);
    Forms { forms: found, cut }
}

/// Most forms of one goal among those that stand for a whole command.
const FEW: usize = 6;

/// Forms that stand for all calls of the command at the end of `path`, the shortest first: the barest, one with each option, and some
/// for each effect of the declaration. `head`: what the program and its subcommands are called.
pub fn forms(path: &[&Command], head: &[String]) -> Vec<Form> {
    let shape = Shape { head, ..Shape::ANY };
    let Some(command) = path.last() else { return Vec::new() };
    let in_force = all_in_force(command);
    let mut found = bare_forms(path, &in_force, shape);
    for option in path.iter().flat_map(|level| &level.options) {
        let given = option.spellings.first().cloned().into_iter().collect();
        for (ways, clause) in every_clause(command, &in_force, &[Demand { given, ..Demand::default() }]) {
            for demand in ways {
                if let Some(builder) = Builder::new(path, None, &demand, shape) {
                    builder.build(clause, &mut found);
                }
            }
        }
    }
    for goal in goals(path, &|_, _| true) {
        found.extend(goal_forms(path, &goal, shape).forms.into_iter().take(FEW));
    }
    found.retain(|form| form.bindings.is_empty() && form.open.is_empty());
    sort(&mut found);
    found
}

/// The forms of the bare command: as few options as the shape allows.
///
/// `in_force`: what must hold for each operand clause ([`Goal::in_force`]).
pub fn bare_forms(path: &[&Command], in_force: &[(usize, Vec<Demand>)], shape: Shape<'_>) -> Vec<Form> {
    let mut found = Vec::new();
    let Some(command) = path.last() else { return found };
    for (ways, clause) in every_clause(command, in_force, &[Demand::default()]) {
        for demand in ways {
            if let Some(builder) = Builder::new(path, None, &demand, shape) {
                builder.build(clause, &mut found);
            }
        }
    }
    sort(&mut found);
    found
}

/// Globs that an entry takes for operands: any name, one that is no option, and such as the conditions ask about.
fn lists(command: &Command, shape: Shape<'_>) -> Vec<String> {
    match shape.operands {
        OperandTest::SomeMatches(_) | OperandTest::None => Vec::new(),
        OperandTest::Whatever => {
            let mut lists = vec!["*".to_owned(), "in*".to_owned()];
            for when in command.clauses.iter().filter_map(|clause| clause.when.as_ref()) {
                for demand in solve(when, true).iter().chain(&solve(when, false)) {
                    let globs = demand.shaped.iter().chain(&demand.unlike).map(|(_, glob)| glob);
                    lists.extend(globs.filter_map(|glob| started(glob)));
                }
            }
            lists.sort_by_key(|list| (list.len(), list.clone()));
            lists.dedup();
            lists
        }
    }
}

/// The names that begin as those do that a glob takes; a glob in the shell's language.
fn started(glob: &str) -> Option<String> {
    let start: String = glob.chars().take_while(|c| c.is_ascii_alphanumeric() || "+-_./".contains(*c)).collect();
    (!start.is_empty() && start != glob).then(|| format!("{start}*"))
}

fn sort(found: &mut Vec<Form>) {
    found.sort_by_cached_key(|form| {
        let line = form.line();
        (form.bindings.len(), form.argv.len(), line.len(), line.to_lowercase(), line)
    });
    found.dedup();
}

/// Operands, and the ways in which they are the ones that are taken.
type Layout<'t> = (Vec<Demand>, &'t [Operand]);

/// The operand clauses under which a goal can be brought about, each with what that asks for.
fn layouts<'t>(command: &'t Command, goal: &Goal<'t>, ways: &[Demand]) -> Vec<Layout<'t>> {
    match &goal.via {
        Via::Operand { clause, .. } => {
            let operands = command.clauses.get(*clause).and_then(|clause| operands(&clause.kind));
            operands.map(|operands| (ways.to_vec(), operands)).into_iter().collect()
        }
        Via::Option { .. } | Via::Always { .. } | Via::Variable { .. } => every_clause(command, &goal.in_force, ways),
    }
}

/// The ways, with the conditions of other acts false: each alone, and as many as can be at once from either end.
fn avoiding(command: &Command, ways: &[Demand]) -> Vec<Demand> {
    let acts = |clause: &&Clause| match &clause.kind {
        ClauseKind::Does(effects) => effects.iter().any(acts),
        ClauseKind::Operands(operands) => operands.iter().any(|operand| operand.effects.iter().any(acts)),
        ClauseKind::Prints(_) | ClauseKind::Sandboxed => false,
    };
    let guards = command.clauses.iter().filter(acts).filter_map(|clause| clause.when.as_ref());
    let nots: Vec<Vec<Demand>> = guards.map(|when| solve(when, false)).collect();
    let mut all: Vec<Demand> = nots.iter().flat_map(|not| both(ways, not)).collect();
    let mut forward = ways.to_vec();
    let mut backward = ways.to_vec();
    for (first, last) in nots.iter().zip(nots.iter().rev()) {
        for (ways, not) in [(&mut forward, first), (&mut backward, last)] {
            let next = both(ways, not);
            if !next.is_empty() {
                *ways = next;
            }
        }
    }
    all.append(&mut forward);
    all.append(&mut backward);
    all
}

fn acts(effect: &EffectSpec) -> bool {
    effect.kind.is_some_and(EffectKind::acts)
}

fn every_clause<'t>(command: &'t Command, in_force: &[(usize, Vec<Demand>)], ways: &[Demand]) -> Vec<Layout<'t>> {
    let mut layouts: Vec<Layout<'t>> = Vec::new();
    for (at, own) in in_force {
        if let Some(operands) = command.clauses.get(*at).and_then(|clause| operands(&clause.kind)) {
            layouts.push((both(ways, own), operands));
        }
    }
    if !command.clauses.iter().any(|clause| clause.when.is_none() && operands(&clause.kind).is_some()) {
        // None of them may be in force: then there are no operands.
        layouts.push((ways.to_vec(), &[]));
    }
    layouts
}

fn operands(kind: &ClauseKind) -> Option<&[Operand]> {
    match kind {
        ClauseKind::Operands(operands) => Some(operands),
        ClauseKind::Does(_) | ClauseKind::Prints(_) | ClauseKind::Sandboxed => None,
    }
}

/// An option at its level.
struct Given<'t> {
    depth: usize,
    option: &'t OptionDecl,
}

struct Builder<'b, 't> {
    path: &'b [&'t Command],
    goal: Option<&'b Goal<'t>>,
    demand: &'b Demand,
    shape: Shape<'b>,
    given: Vec<Given<'t>>,
    /// Canonical names of those that the shape does not ask for.
    beyond: Vec<String>,
    /// One of these stands before a subcommand.
    outer: bool,
}

impl<'b, 't> Builder<'b, 't> {
    /// `None`: an option that is asked for is not declared, or must not be given.
    fn new(
        path: &'b [&'t Command],
        goal: Option<&'b Goal<'t>>,
        demand: &'b Demand,
        shape: Shape<'b>,
    ) -> Option<Builder<'b, 't>> {
        let mut builder = Builder { path, goal, demand, shape, given: Vec::new(), beyond: Vec::new(), outer: false };
        for name in shape.with.iter().chain(&demand.given) {
            let (depth, option) = builder.declared(name)?;
            builder.give(depth, option);
        }
        if let Some(Via::Option { depth, option, .. }) = builder.via() {
            builder.give(*depth, option);
        }
        if let Some(TargetSpec::OptionValue(name)) = goal.map(|goal| &goal.spec.target) {
            let (depth, option) = builder.declared(name)?;
            builder.give(depth, option);
        }
        for listed in &demand.beyond {
            builder.give_other_than(listed)?;
        }
        if demand.confined.as_ref().is_some_and(|listed| builder.own().any(|own| !is_listed(own.option, listed))) {
            return None;
        }
        let spelled = |name: &String| builder.given.iter().any(|given| given.option.spellings.contains(name));
        (!demand.absent.iter().any(spelled)).then_some(builder)
    }

    fn via(&self) -> Option<&'b Via<'t>> {
        self.goal.map(|goal| &goal.via)
    }

    fn declared(&self, name: &String) -> Option<(usize, &'t OptionDecl)> {
        self.path.iter().enumerate().rev().find_map(|(depth, command)| {
            let option = command.options.iter().find(|option| option.spellings.contains(name))?;
            Some((depth, option))
        })
    }

    /// Options of the last level.
    fn own(&self) -> impl Iterator<Item = &Given<'t>> {
        self.given.iter().filter(|given| given.depth + 1 == self.path.len())
    }

    /// Some option that is not one of these; one that does as little as possible.
    fn give_other_than(&mut self, listed: &BTreeSet<String>) -> Option<()> {
        if self.own().any(|own| !is_listed(own.option, listed)) {
            return Some(());
        }
        let command = self.path.last()?;
        let free = |option: &&'t OptionDecl| {
            !is_listed(option, listed) && !option.spellings.iter().any(|name| self.demand.absent.contains(name))
        };
        let option =
            command.options.iter().filter(free).min_by_key(|option| {
                (option.effects.iter().any(acts) || !option.cases.is_empty(), option.values.len())
            })?;
        self.give(self.path.len() - 1, option);
        Some(())
    }

    fn give(&mut self, depth: usize, option: &'t OptionDecl) {
        if self.given.iter().any(|given| std::ptr::eq(given.option, option)) {
            return;
        }
        self.given.push(Given { depth, option });
        let asked = |name: &String| self.shape.with.contains(name);
        if !option.spellings.iter().any(asked) {
            self.beyond.extend(option.spellings.first().cloned());
            self.outer |= depth + 1 < self.path.len();
        }
    }

    fn build(&self, sequence: &[Operand], found: &mut Vec<Form>) {
        found.extend(self.operands(sequence).iter().map(|operands| self.form(operands, None)));
    }

    fn form(&self, operands: &[String], list: Option<String>) -> Form {
        let bindings = match self.via() {
            Some(Via::Variable { variable, text }) => {
                let name = variable.names.first().map(|glob| samples::fill(glob)).unwrap_or_default();
                vec![(name, text.clone())]
            }
            Some(Via::Option { .. } | Via::Operand { .. } | Via::Always { .. }) | None => Vec::new(),
        };
        let mut argv = self.argv(operands);
        let open = list.is_some().then_some(argv.len()).into_iter().collect();
        argv.extend(list);
        Form { bindings, argv, given: self.beyond.clone(), outer: self.outer, open }
    }

    fn argv(&self, operands: &[String]) -> Vec<String> {
        let mut argv = Vec::new();
        let find = self.path.last().is_some_and(|command| command.dialect.family == Family::Find);
        for (depth, level) in self.path.iter().enumerate() {
            let name = self.shape.head.get(depth).or(level.names.first()).cloned().unwrap_or_default();
            argv.push(if depth == 0 && self.shape.apart { format!("/usr/bin/{name}") } else { name });
            let mut own: Vec<&Given<'_>> = self.given.iter().filter(|given| given.depth == depth).collect();
            // What takes all that follows comes last.
            own.sort_by_key(|given| given.option.last || takes_command(given.option));
            let words = own.iter().flat_map(|given| self.option(level, given.option));
            if find && depth + 1 == self.path.len() {
                argv.extend(operands.iter().cloned());
            }
            let before = argv.len();
            argv.extend(words);
            let last = depth + 1 == self.path.len();
            if argv.len() == before && !(last && operands.is_empty()) {
                argv.extend(opener(level, last));
            }
        }
        if !find {
            argv.extend(operands.iter().cloned());
        }
        argv
    }

    /// The words that give an option.
    fn option(&self, level: &Command, option: &OptionDecl) -> Vec<String> {
        let Some(name) = option.spellings.first() else { return Vec::new() };
        let name = name.replace("NUM", "1");
        let text = match self.via() {
            Some(Via::Option { option: own, text, .. }) if std::ptr::eq(*own, option) => text.clone(),
            Some(Via::Option { .. } | Via::Operand { .. } | Via::Always { .. } | Via::Variable { .. }) | None => {
                let last = option.values.last().filter(|_| !option.optional);
                last.map(|value| samples::quiet(value.kind, &option.effects, &option.cases))
            }
        };
        let Some(text) = self.valued(option, text) else { return vec![name] };
        if level.dialect.family == Family::Keyval || name.ends_with('=') {
            return vec![format!("{name}{text}")];
        }
        if option.optional {
            let sign = if name.starts_with("--") || level.dialect.family == Family::Go { "=" } else { "" };
            return vec![format!("{name}{sign}{text}")];
        }
        let mut words = vec![name];
        let before = option.values.iter().rev().skip(1).rev();
        words.extend(before.map(|value| samples::harmless(value.kind).to_owned()));
        words.push(text);
        if option.values.last().is_some_and(Value::ends_at_semicolon)
            || (level.dialect.family == Family::Find && takes_command(option))
        {
            words.push(";".to_owned());
        }
        words
    }

    /// The value that conditions ask for: the given one if it will do.
    fn valued(&self, option: &OptionDecl, text: Option<String>) -> Option<String> {
        let of = |texts: &'b [(String, String)]| -> Vec<&'b str> {
            let own = texts.iter().filter(|(name, _)| option.spellings.contains(name));
            own.map(|(_, glob)| glob.as_str()).collect()
        };
        let (like, unlike) = (of(&self.demand.valued), of(&self.demand.unvalued));
        let Some(value) = option.values.last() else { return text };
        if like.is_empty() && (unlike.is_empty() || text.is_none()) {
            return text;
        }
        let text = text.unwrap_or_else(|| samples::harmless(value.kind).to_owned());
        Some(samples::unlike(&text, &like, &unlike))
    }

    /// Lists of operands, the shortest first.
    fn operands(&self, sequence: &[Operand]) -> Vec<Vec<String>> {
        let asked = usize::try_from(self.demand.at_least).unwrap_or(usize::MAX);
        let below = self.demand.below.and_then(|below| usize::try_from(below).ok()).unwrap_or(usize::MAX);
        let least = sequence.iter().filter(|operand| required(operand)).count();
        let from = asked.max(least).min(MAX_OPERANDS);
        let to = OPERANDS.max(from + 2).min(below.saturating_sub(1));
        let mut lists = Vec::new();
        for count in from..=to {
            let Some(places) = spread(sequence, count) else { continue };
            let of = |place: &usize| sequence.get(*place);
            if self.demand.child.is_some_and(|child| child != self.has_child(sequence, &places))
                || (self.needs_paths() && !places.iter().filter_map(of).any(is_path))
            {
                continue;
            }
            let base: Vec<String> = places
                .iter()
                .filter_map(of)
                .map(|operand| samples::quiet(operand.value.kind, &operand.effects, &operand.cases))
                .collect();
            for list in self.chosen(&base, &places) {
                self.shaped(list, &mut lists);
            }
        }
        lists
    }

    /// The effect is on operands that are paths.
    fn needs_paths(&self) -> bool {
        self.goal.is_some_and(|goal| matches!(goal.spec.target, TargetSpec::Operands | TargetSpec::Beside))
    }

    /// The operand that the goal is about in its position: the first and the last word there, for a word behind another one cannot
    /// be an option.
    fn chosen(&self, base: &[String], places: &[usize]) -> Vec<Vec<String>> {
        let (position, text) = match self.via() {
            Some(Via::Operand { position, text, .. }) => (position, text),
            Some(Via::Option { .. } | Via::Always { .. } | Via::Variable { .. }) | None => return vec![base.to_vec()],
        };
        let first = places.iter().position(|place| place == position);
        let last = places.iter().rposition(|place| place == position).filter(|last| Some(*last) != first);
        let with = |at: usize| {
            let mut list = base.to_vec();
            if let Some(slot) = list.get_mut(at) {
                slot.clone_from(text);
            }
            list
        };
        first.into_iter().chain(last).map(with).collect()
    }

    /// Adds the list with what conditions and the entry ask of operands.
    fn shaped(&self, mut list: Vec<String>, lists: &mut Vec<Vec<String>>) {
        for (at, glob) in &self.demand.shaped {
            let Some(slot) = list.get_mut(usize::from(*at).saturating_sub(1)) else { continue };
            if glob_holds(glob, &Text::Known(slot.as_str().into())) != Holds::Yes {
                *slot = samples::fill(glob);
            }
        }
        for (at, _) in &self.demand.unlike {
            let Some(slot) = list.get_mut(usize::from(*at).saturating_sub(1)) else { continue };
            let shaped = self
                .demand
                .shaped
                .iter()
                .filter(|(other, _)| other == at)
                .map(|(_, glob)| glob.as_str())
                .collect::<Vec<_>>();
            let unlike = self.demand.unlike.iter().filter(|(other, _)| other == at).map(|(_, glob)| glob.as_str());
            *slot = samples::unlike(slot, &shaped, &unlike.collect::<Vec<_>>());
        }
        match self.shape.operands {
            OperandTest::Whatever => lists.push(list),
            OperandTest::None if list.is_empty() => lists.push(list),
            OperandTest::None => {}
            OperandTest::SomeMatches(globs) => {
                for at in 0..list.len() {
                    for glob in globs {
                        let mut list = list.clone();
                        if let Some(slot) = list.get_mut(at)
                            && !glob_matches(&self.shape.at_home(glob), slot)
                        {
                            *slot = self.filled(glob, at);
                        }
                        lists.push(list);
                    }
                }
            }
        }
    }

    /// A text that a glob of the entry takes, and that is what conditions ask of this operand if that can be had.
    fn filled(&self, glob: &str, at: usize) -> String {
        let glob = self.shape.at_home(glob);
        let of = |texts: &[(u8, String)]| -> Vec<Glob> {
            let own = texts.iter().filter(|(number, _)| usize::from(*number) == at + 1);
            own.map(|(_, glob)| Glob::declared(glob)).collect()
        };
        let (mut like, unlike) = (of(&self.demand.shaped), of(&self.demand.unlike));
        let plain = samples::fill(&glob);
        let fits = like.iter().all(|glob| glob.covers(&plain)) && !unlike.iter().any(|glob| glob.covers(&plain));
        like.push(Glob::of_entry(&glob));
        if fits { plain } else { text_of(&like, &unlike).unwrap_or(plain) }
    }

    fn has_child(&self, sequence: &[Operand], places: &[usize]) -> bool {
        let command = |at: &usize| sequence.get(*at).is_some_and(|operand| operand.value.kind == ValueType::Argv);
        places.iter().any(command) || self.given.iter().any(|given| takes_command(given.option))
    }
}

/// What must stand before a first word that is no option, where that would be a bundle of letters.
pub(super) fn opener(level: &Command, last: bool) -> Option<String> {
    let quiet =
        |option: &&OptionDecl| option.values.is_empty() && option.effects.is_empty() && option.implies.is_empty();
    match level.dialect.family {
        Family::Tar if last => Some("--".to_owned()),
        Family::Tar => level.options.iter().find(quiet).and_then(|option| option.spellings.first().cloned()),
        Family::Gnu | Family::Posix | Family::Git | Family::Go | Family::Keyval | Family::Find | Family::Words => None,
    }
}

/// Operands that `operands` means in an effect.
fn is_path(operand: &Operand) -> bool {
    matches!(operand.value.kind, ValueType::Path | ValueType::Patch | ValueType::Host | ValueType::Rev)
}

fn takes_command(option: &OptionDecl) -> bool {
    option.values.iter().any(|value| value.kind == ValueType::Argv)
}

fn is_listed(option: &OptionDecl, listed: &BTreeSet<String>) -> bool {
    option.spellings.iter().any(|name| listed.contains(name))
}

fn required(operand: &Operand) -> bool {
    match operand.repeat {
        Repeat::One | Repeat::Some => true,
        Repeat::Optional | Repeat::Any => false,
    }
}

/// Which position each of `count` words takes; `None` where so many do not fit.
fn spread(sequence: &[Operand], count: usize) -> Option<Vec<usize>> {
    let least = sequence.iter().filter(|operand| required(operand)).count();
    let mut extra = count.checked_sub(least)?;
    let mut places = Vec::new();
    for (at, operand) in sequence.iter().enumerate() {
        let rest = operand.value.kind == ValueType::Argv;
        let more = match operand.repeat {
            Repeat::Some | Repeat::Any => extra,
            Repeat::One | Repeat::Optional if rest => extra,
            Repeat::Optional => extra.min(1),
            Repeat::One => 0,
        };
        extra -= more;
        places.extend(std::iter::repeat_n(at, usize::from(required(operand)) + more));
    }
    (extra == 0).then_some(places)
}

#[cfg(test)]
mod tests;
