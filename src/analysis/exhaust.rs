//! All calls that can tell whether a goal is within an entry's reach: where [`super::goal_forms`] looks for the shortest calls, this
//! leaves none out.
//!
//! What the evaluator makes of a call depends on the options that conditions ask about, on how many operands there are, and on which
//! globs each of them falls under; any further option only adds effects. So there are finitely many kinds of calls. One of each is built
//! here, but for those by which the declaration's own conditions keep the goal from happening. Words that are not known stand behind
//! those that are: at most one for each call, since more doubt is only more of the same.

use super::conditions::{Demand, MAX_WAYS};
use super::forms::{Form, Forms, Shape, opener};
use super::goals::{Goal, Via};
use super::samples;
use super::texts::{Glob, every_way};
use crate::argv::{Holds, Text, glob_holds};
use crate::decide::glob_matches;
use crate::table::{
    Case, ClauseKind, Command, Condition, EffectKind, EffectSpec, Family, Operand, OperandTest, OptionDecl, TargetSpec,
    ValueType,
};
use std::collections::BTreeSet;

/// More options than this are not taken in every combination.
const MAX_OPTIONS: usize = 8;

/// More operands than this are not taken in every combination.
const MAX_OPERANDS: usize = 4;

/// Calls that are thought of, most of which the conditions leave out.
const MAX_VISITS: usize = 100_000;

/// One word of a call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Symbol {
    Known(String),
    /// `"$x"`: one word that is not known.
    One,
    /// `$x`: any number of them.
    Many,
    /// `x*` behind the letter of an option: names, the first of which is its value.
    Glued,
    /// `"$x"` there: its value, unless it is empty.
    GluedOne,
}

impl Symbol {
    fn is_open(&self) -> bool {
        !matches!(self, Symbol::Known(_))
    }

    fn shown(&self) -> &str {
        match self {
            Symbol::Known(text) => text,
            Symbol::One | Symbol::GluedOne => "\"$x\"",
            Symbol::Many => "$x",
            Symbol::Glued => "x*",
        }
    }
}

/// An option that matters, with the values that tell something apart; `None` is no value.
struct Part<'t> {
    depth: usize,
    option: &'t OptionDecl,
    values: Vec<Option<Symbol>>,
}

/// All calls that can show a goal and that an entry may speak for; `cut`: these are not all of them. `without`: options that the entry
/// leaves out; `limit`: so many calls at most.
pub fn every_form(path: &[&Command], goal: &Goal<'_>, shape: Shape<'_>, without: &[String], limit: usize) -> Forms {
    let Some(space) = Space::new(path, goal, shape, without) else { return Forms::default() };
    let mut walk = Walk { space: &space, limit, visits: 0, found: Forms { forms: Vec::new(), cut: space.cut } };
    for open in [false, true] {
        walk.limit = if open { walk.found.forms.len() + limit } else { limit };
        walk.visits = 0;
        walk.gather(open);
    }
    walk.found
}

/// What calls are made of.
struct Space<'b, 't> {
    path: &'b [&'t Command],
    last: &'t Command,
    goal: &'b Goal<'t>,
    shape: Shape<'b>,
    without: &'b [String],
    /// Those that every call has come first.
    parts: Vec<Part<'t>>,
    /// So many of them.
    always: usize,
    /// The words of each operand, by its number; as many as there may be operands.
    operands: Vec<Vec<Symbol>>,
    cut: bool,
}

impl<'b, 't> Space<'b, 't> {
    /// `None`: no call can show it, for an option that it takes is left out, or every call has one that it does not take.
    fn new(
        path: &'b [&'t Command],
        goal: &'b Goal<'t>,
        shape: Shape<'b>,
        without: &'b [String],
    ) -> Option<Space<'b, 't>> {
        let last = *path.last()?;
        let mut space =
            Space { path, last, goal, shape, without, parts: Vec::new(), always: 0, operands: Vec::new(), cut: false };
        for name in shape.with {
            let (depth, option) = space.declared(name)?;
            space.add(depth, option)?;
        }
        if let Via::Option { depth, option, .. } = &goal.via {
            space.add(*depth, option)?;
        }
        if let TargetSpec::OptionValue(name) = &goal.spec.target {
            let (depth, option) = space.declared(name)?;
            space.add(depth, option)?;
        }
        space.always = space.parts.len();
        let can_be =
            |name: &String| space.declared(name).is_some_and(|(depth, option)| space.is_spoken_for(depth, option));
        let always = |name: &String| space.parts.iter().any(|part| part.option.spellings.contains(name));
        let is_open = |way: &Demand| way.given.iter().all(can_be) && !way.absent.iter().any(always);
        if !goal.ways.is_empty() && !goal.ways.iter().any(is_open) {
            return None;
        }
        let mut asked = BTreeSet::new();
        let mut lists = Vec::new();
        for condition in last.clauses.iter().filter_map(|clause| clause.when.as_ref()) {
            condition.options(&mut asked);
            lists_of(condition, &mut lists);
        }
        for name in asked {
            if let Some((depth, option)) = space.declared(name) {
                space.add(depth, option);
            }
            // Those that imply it bring it, and may bring others.
            for option in &last.options {
                if option.implies.contains(name) {
                    space.add(path.len() - 1, option);
                }
            }
        }
        for listed in lists {
            let other = last.options.iter().find(|option| {
                !option.spellings.iter().any(|name| listed.contains(name))
                    && space.is_spoken_for(path.len() - 1, option)
            });
            if let Some(option) = other {
                space.add(path.len() - 1, option);
            }
        }
        space.cut = space.parts.len() > MAX_OPTIONS;
        space.parts.truncate(MAX_OPTIONS.max(space.always));
        space.words();
        Some(space)
    }

    fn declared(&self, name: &str) -> Option<(usize, &'t OptionDecl)> {
        self.path.iter().enumerate().rev().find_map(|(depth, command)| {
            let option = command.options.iter().find(|option| option.spellings.iter().any(|own| own == name))?;
            Some((depth, option))
        })
    }

    /// Whether the entry may speak for calls with this option. One that stands before a subcommand and acts must be named.
    fn is_spoken_for(&self, depth: usize, option: &OptionDecl) -> bool {
        let named = |names: &[String]| option.spellings.iter().any(|name| names.contains(name));
        let implied = option.implies.iter().any(|name| self.without.contains(name));
        let enters = |effect: &EffectSpec| effect.kind == Some(EffectKind::Enters);
        let mut effects = option.effects.iter().chain(option.cases.iter().flat_map(|case| &case.effects));
        let mut asked = BTreeSet::new();
        let above = self.path.iter().take(self.path.len() - 1).flat_map(|level| &level.clauses);
        for condition in above.filter_map(|clause| clause.when.as_ref()) {
            condition.options(&mut asked);
        }
        let mut quiet = || {
            effects.all(enters)
                && option.implies.is_empty()
                && !option.spellings.iter().any(|name| asked.contains(name))
        };
        !named(self.without) && !implied && (depth + 1 == self.path.len() || named(self.shape.with) || quiet())
    }

    fn add(&mut self, depth: usize, option: &'t OptionDecl) -> Option<()> {
        if !self.is_spoken_for(depth, option) {
            return None;
        }
        if self.parts.iter().any(|part| std::ptr::eq(part.option, option)) {
            return Some(());
        }
        let values = self.values(option);
        self.parts.push(Part { depth, option, values });
        Some(())
    }

    /// The values of an option.
    fn values(&mut self, option: &OptionDecl) -> Vec<Option<Symbol>> {
        let Some(value) = option.values.last() else { return vec![None] };
        let mut globs = of_cases(&option.cases);
        for condition in self.last.clauses.iter().filter_map(|clause| clause.when.as_ref()) {
            values_asked(condition, option, &mut globs);
        }
        let mut known = samples_of(value.kind, &option.effects, &option.cases, self.shape.places);
        if let Via::Option { option: own, text: Some(text), .. } = &self.goal.via
            && std::ptr::eq(*own, option)
        {
            known.push(text.clone());
        }
        let mut symbols: Vec<Option<Symbol>> = option.optional.then_some(None).into_iter().collect();
        symbols.extend(self.apart(known, &globs).into_iter().map(|text| Some(Symbol::Known(text))));
        let script = value.kind == ValueType::Argv;
        if !script && self.is_free() {
            let glued = option.spellings.first().is_some_and(|name| !name.starts_with("--"))
                && matches!(self.last.dialect.family, Family::Gnu | Family::Posix | Family::Git)
                && !self.last.dialect.apart;
            symbols.extend((!option.optional).then_some(Some(Symbol::One)));
            if glued {
                symbols.extend([Some(Symbol::Glued), Some(Symbol::GluedOne)]);
            }
        }
        symbols
    }

    /// Words that are not known are no reason for the entry not to speak.
    fn is_free(&self) -> bool {
        matches!(self.shape.operands, OperandTest::Whatever | OperandTest::None)
    }

    /// The texts, and those that are missing for every way in which the globs can take one.
    fn apart(&mut self, known: Vec<String>, globs: &[Glob]) -> Vec<String> {
        let mut globs = globs.to_vec();
        globs.sort();
        globs.dedup();
        let row = |text: &String| globs.iter().map(|glob| glob.covers(text)).collect::<Vec<_>>();
        let (ways, whole) = every_way(&globs);
        self.cut |= !whole;
        let seen: BTreeSet<Vec<bool>> = known.iter().map(row).collect();
        let more = ways.into_iter().filter(|text| !seen.contains(&row(text)));
        let mut texts = Vec::new();
        for text in known.iter().cloned().chain(more) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// The words of operands.
    fn words(&mut self) {
        let mut count = 0;
        let mut kinds: Vec<&Operand> = Vec::new();
        for clause in &self.last.clauses {
            if let ClauseKind::Operands(operands) = &clause.kind {
                count = count.max(operands.len() + 1);
                kinds.extend(operands);
            }
            if let Some(when) = &clause.when {
                count = count.max(numbers_asked(when));
            }
        }
        if let TargetSpec::Operand(number) = &self.goal.spec.target {
            count = count.max(usize::from(*number));
        }
        let of_entry: Vec<Glob> = match self.shape.operands {
            OperandTest::None => return,
            OperandTest::Whatever => Vec::new(),
            OperandTest::SomeMatches(globs) => {
                globs.iter().map(|glob| Glob::of_entry(&self.shape.at_home(glob))).collect()
            }
        };
        self.cut |= count > MAX_OPERANDS;
        let count = count.min(MAX_OPERANDS);
        let cases: Vec<Glob> = kinds.iter().flat_map(|operand| of_cases(&operand.cases)).collect();
        let known: Vec<String> = kinds
            .iter()
            .flat_map(|operand| samples_of(operand.value.kind, &operand.effects, &operand.cases, self.shape.places))
            .chain(match &self.goal.via {
                Via::Operand { text, .. } => Some(text.clone()),
                Via::Option { .. } | Via::Always { .. } | Via::Variable { .. } => None,
            })
            .collect();
        for at in 0..count {
            let mut globs: Vec<Glob> = of_entry.iter().chain(&cases).cloned().collect();
            for condition in self.last.clauses.iter().filter_map(|clause| clause.when.as_ref()) {
                operands_asked(condition, at + 1, &mut globs);
            }
            let texts = self.apart(known.clone(), &globs);
            let mut symbols: Vec<Symbol> = texts.into_iter().map(Symbol::Known).collect();
            if self.is_free() {
                symbols.extend([Symbol::One, Symbol::Many]);
            }
            self.operands.push(symbols);
        }
    }
}

/// Texts of a type that the evaluator tells apart by itself.
fn samples_of(kind: ValueType, effects: &[EffectSpec], cases: &[Case], places: bool) -> Vec<String> {
    let all = || effects.iter().chain(cases.iter().flat_map(|case| &case.effects));
    let mut texts = vec![samples::quiet(kind, effects, cases)];
    for spec in effects {
        texts.extend(samples::acting(kind, spec, cases));
    }
    // Streams are no files, and what is on a host is none here.
    let acts = |spec: &EffectSpec| spec.kind.is_some_and(EffectKind::acts);
    if kind == ValueType::Path && all().any(acts) {
        texts.extend(["/dev/null".to_owned(), "-".to_owned()]);
        texts.extend(places.then(|| "../in".to_owned()));
    }
    if kind == ValueType::Host {
        texts.push("host.example:in".to_owned());
    }
    texts
}

fn of_cases(cases: &[Case]) -> Vec<Glob> {
    cases.iter().flat_map(|case| &case.globs).map(|glob| Glob::declared(glob)).collect()
}

/// The lists of `only` in a condition.
fn lists_of<'c>(condition: &'c Condition, lists: &mut Vec<&'c Vec<String>>) {
    condition.each_question(&mut |question| {
        if let Condition::OnlyGiven(names) = question {
            lists.push(names);
        }
    });
}

/// The globs that a condition holds against the values of an option.
fn values_asked(condition: &Condition, option: &OptionDecl, globs: &mut Vec<Glob>) {
    condition.each_question(&mut |question| {
        if let Condition::ValueMatches(name, own) = question
            && option.spellings.contains(name)
        {
            globs.extend(own.iter().map(|glob| Glob::declared(glob)));
        }
    });
}

/// The globs that a condition holds against the operand of this number.
fn operands_asked(condition: &Condition, number: usize, globs: &mut Vec<Glob>) {
    condition.each_question(&mut |question| {
        if let Condition::OperandMatches(at, own) = question
            && usize::from(*at) == number
        {
            globs.extend(own.iter().map(|glob| Glob::declared(glob)));
        }
    });
}

/// So many operands tell apart what a condition asks of them.
fn numbers_asked(condition: &Condition) -> usize {
    let mut most = 0;
    condition.each_question(&mut |question| {
        most = most.max(match question {
            Condition::AtLeast(count) => usize::try_from(*count).unwrap_or(usize::MAX),
            Condition::OperandMatches(at, _) => usize::from(*at),
            Condition::Given(_)
            | Condition::ValueMatches(_, _)
            | Condition::OnlyGiven(_)
            | Condition::HasChild
            | Condition::Not(_)
            | Condition::All(_)
            | Condition::Any(_) => 0,
        });
    });
    most
}

/// One call.
struct Candidate<'w, 't> {
    parts: Vec<(&'w Part<'t>, Option<&'w Symbol>)>,
    operands: Vec<&'w Symbol>,
}

struct Walk<'w, 'b, 't> {
    space: &'w Space<'b, 't>,
    limit: usize,
    visits: usize,
    found: Forms,
}

impl<'w, 't> Walk<'w, '_, 't> {
    /// All calls with (`open`) or without a word that is not known.
    fn gather(&mut self, open: bool) {
        let space = self.space;
        let free = space.parts.len() - space.always;
        let mut subsets: Vec<usize> = (0..1_usize << free).collect();
        subsets.sort_by_key(|subset| (subset.count_ones(), *subset));
        for subset in subsets {
            let chosen = |(at, part): (usize, &'w Part<'t>)| {
                let taken = at.checked_sub(space.always).is_none_or(|bit| subset & (1 << bit) != 0);
                taken.then_some(part)
            };
            let parts: Vec<&Part<'_>> = space.parts.iter().enumerate().filter_map(chosen).collect();
            for count in 0..=space.operands.len() {
                if !self.product(&parts, count, open) {
                    self.found.cut = true;
                    return;
                }
            }
        }
    }

    /// `false`: there is no more room.
    fn product(&mut self, parts: &[&'w Part<'t>], count: usize, open: bool) -> bool {
        let words = self.space.operands.get(..count).unwrap_or_default();
        let sizes: Vec<usize> = parts.iter().map(|part| part.values.len()).chain(words.iter().map(Vec::len)).collect();
        let mut digits = vec![0; sizes.len()];
        loop {
            self.visits += 1;
            if self.visits > MAX_VISITS || self.found.forms.len() >= self.limit {
                return false;
            }
            let values = parts
                .iter()
                .zip(&digits)
                .filter_map(|(part, digit)| part.values.get(*digit).map(|value| (*part, value.as_ref())));
            let parts = values.collect();
            let operands =
                words.iter().zip(digits.iter().skip(sizes.len() - count)).filter_map(|(word, digit)| word.get(*digit));
            let candidate = Candidate { parts, operands: operands.collect() };
            self.add(&candidate, open);
            let mut at = 0;
            loop {
                let (Some(digit), Some(size)) = (digits.get_mut(at), sizes.get(at)) else { return true };
                *digit += 1;
                if *digit < *size {
                    break;
                }
                *digit = 0;
                at += 1;
            }
        }
    }

    fn add(&mut self, candidate: &Candidate<'_, '_>, open: bool) {
        let values = candidate.parts.iter().filter_map(|(_, value)| *value);
        let unknown = values.chain(candidate.operands.iter().copied()).filter(|symbol| symbol.is_open()).count();
        if unknown != usize::from(open) || !self.fits(candidate) || (!open && !self.may_show(candidate)) {
            return;
        }
        let open_operand = candidate.operands.iter().any(|symbol| symbol.is_open());
        self.found.forms.push(self.space.form(candidate, true));
        if open_operand {
            // Not known either whether it is an option.
            self.found.forms.push(self.space.form(candidate, false));
        }
    }

    /// Whether the operands are such as the entry speaks for.
    fn fits(&self, candidate: &Candidate<'_, '_>) -> bool {
        match self.space.shape.operands {
            OperandTest::Whatever | OperandTest::None => true,
            OperandTest::SomeMatches(globs) => {
                let matches = |symbol: &&Symbol| {
                    globs.iter().any(|glob| glob_matches(&self.space.shape.at_home(glob), symbol.shown()))
                };
                candidate.operands.iter().any(matches)
            }
        }
    }

    /// Whether the goal's own conditions may hold.
    fn may_show(&self, candidate: &Candidate<'_, '_>) -> bool {
        let ways = &self.space.goal.ways;
        ways.len() >= MAX_WAYS || ways.iter().any(|way| self.space.meets(candidate, way))
    }
}

impl Space<'_, '_> {
    /// Whether a call without words that are not known may meet a demand.
    fn meets(&self, candidate: &Candidate<'_, '_>, demand: &Demand) -> bool {
        let mut given: Vec<&OptionDecl> = candidate.parts.iter().map(|(part, _)| part.option).collect();
        let mut at = 0;
        while let Some(option) = given.get(at).copied() {
            for name in &option.implies {
                let implied = self.path.iter().flat_map(|level| &level.options);
                let implied = implied.filter(|other| other.spellings.contains(name));
                for other in implied {
                    if !given.iter().any(|known| std::ptr::eq(*known, other)) {
                        given.push(other);
                    }
                }
            }
            at += 1;
        }
        let is_given = |name: &String| {
            self.declared(name).is_some_and(|(_, option)| given.iter().any(|known| std::ptr::eq(*known, option)))
        };
        let is_listed =
            |option: &OptionDecl, listed: &BTreeSet<String>| option.spellings.iter().any(|name| listed.contains(name));
        let own = || given.iter().filter(|option| self.last.options.iter().any(|known| std::ptr::eq(known, **option)));
        let count = u32::try_from(candidate.operands.len()).unwrap_or(u32::MAX);
        let takes = |glob: &String, text: &str| glob_holds(glob, &Text::Known(text.into())) == Holds::Yes;
        let operand =
            |number: u8| candidate.operands.get(usize::from(number).wrapping_sub(1)).map(|symbol| symbol.shown());
        let values = |name: &String| {
            let named = candidate.parts.iter().filter(|(part, _)| part.option.spellings.contains(name));
            named.map(|(_, value)| value.map_or("", |symbol| symbol.shown())).collect::<Vec<_>>()
        };
        demand.given.iter().all(is_given)
            && !demand.absent.iter().any(is_given)
            && demand.at_least <= count
            && demand.below.is_none_or(|below| count < below)
            && demand.shaped.iter().all(|(number, glob)| operand(*number).is_some_and(|text| takes(glob, text)))
            && demand.unlike.iter().all(|(number, glob)| operand(*number).is_none_or(|text| !takes(glob, text)))
            && demand.valued.iter().all(|(name, glob)| values(name).iter().all(|text| takes(glob, text)))
            && demand.confined.as_ref().is_none_or(|listed| own().all(|option| is_listed(option, listed)))
            && demand.beyond.iter().all(|listed| own().any(|option| !is_listed(option, listed)))
    }

    /// `ended`: operands stand behind `--` where one of them would be taken for an option.
    fn form(&self, candidate: &Candidate<'_, '_>, ended: bool) -> Form {
        let mut form = Form::default();
        if let Via::Variable { variable, text } = &self.goal.via {
            let name = variable.names.first().map(|glob| samples::fill(glob)).unwrap_or_default();
            form.bindings.push((name, text.clone()));
        }
        let family = self.last.dialect.family;
        for (depth, level) in self.path.iter().enumerate() {
            let name = self.shape.head.get(depth).or(level.names.first()).cloned().unwrap_or_default();
            form.argv.push(if depth == 0 && self.shape.apart { format!("/usr/bin/{name}") } else { name });
            let last = depth + 1 == self.path.len();
            if last && family == Family::Find {
                self.put_operands(candidate, &mut form, false);
            }
            let before = form.argv.len();
            let mut own: Vec<_> = candidate.parts.iter().filter(|(part, _)| part.depth == depth).collect();
            own.sort_by_key(|(part, _)| {
                part.option.last || part.option.values.iter().any(|value| value.kind == ValueType::Argv)
            });
            for (part, value) in own {
                put_option(level, part.option, *value, &mut form);
                let asked = part.option.spellings.iter().any(|name| self.shape.with.contains(name));
                if !asked {
                    form.given.extend(part.option.spellings.first().cloned());
                }
            }
            if form.argv.len() == before && !last {
                form.argv.extend(opener(level, false));
            }
        }
        if family != Family::Find {
            self.put_operands(candidate, &mut form, ended);
        }
        form
    }

    fn put_operands(&self, candidate: &Candidate<'_, '_>, form: &mut Form, ended: bool) {
        let dashed = |symbol: &&&Symbol| symbol.is_open() || symbol.shown().starts_with('-') && symbol.shown() != "-";
        let needed = candidate.operands.iter().any(|symbol| dashed(&symbol));
        match self.last.dialect.family {
            Family::Gnu | Family::Posix | Family::Git | Family::Go | Family::Keyval if ended && needed => {
                form.argv.push("--".to_owned());
            }
            Family::Tar if !candidate.operands.is_empty() => form.argv.push("--".to_owned()),
            Family::Gnu
            | Family::Posix
            | Family::Git
            | Family::Go
            | Family::Keyval
            | Family::Tar
            | Family::Find
            | Family::Words => {}
        }
        for symbol in &candidate.operands {
            if symbol.is_open() {
                form.open.insert(form.argv.len());
            }
            form.argv.push(symbol.shown().to_owned());
        }
    }
}

/// The words that give an option.
fn put_option(level: &Command, option: &OptionDecl, value: Option<&Symbol>, form: &mut Form) {
    let Some(name) = option.spellings.first() else { return };
    let name = name.replace("NUM", "1");
    let Some(symbol) = value else {
        form.argv.push(name);
        return;
    };
    let text = symbol.shown();
    let glued = if matches!(symbol, Symbol::Glued | Symbol::GluedOne)
        || level.dialect.family == Family::Keyval
        || name.ends_with('=')
    {
        Some("")
    } else if option.optional {
        Some(if name.starts_with("--") || level.dialect.family == Family::Go { "=" } else { "" })
    } else {
        None
    };
    if let Some(sign) = glued {
        if symbol.is_open() {
            form.open.insert(form.argv.len());
        }
        form.argv.push(format!("{name}{sign}{text}"));
        return;
    }
    form.argv.push(name);
    let before = option.values.iter().rev().skip(1).rev();
    form.argv.extend(before.map(|value| samples::harmless(value.kind).to_owned()));
    if symbol.is_open() {
        form.open.insert(form.argv.len());
    }
    form.argv.push(text.to_owned());
    let command = option.values.iter().any(|value| value.kind == ValueType::Argv);
    if option.values.last().is_some_and(crate::table::Value::ends_at_semicolon)
        || (level.dialect.family == Family::Find && command)
    {
        form.argv.push(";".to_owned());
    }
}

#[cfg(test)]
mod tests;
