//! The set of states that the words so far allow, and what each word gives in each of them.

use super::declared::{Arity, Declared, arity, ends_at_semicolon};
use super::pattern::Holds;
use super::{MAX_COMMANDS, MAX_GIVEN, MAX_STATES, MAX_WORDS, Text, Word, find, gnu, go, keyval, tar};
use crate::table::{Dialect, Family, OptionDecl};
use smallvec::SmallVec;

/// What the words of one level give.
#[derive(Debug, Clone, Default)]
pub struct Parsed<'d> {
    /// Options, certainly or possibly given, in the order of the words.
    pub given: Vec<Given<'d>>,
    /// Operands in order.
    pub operands: Vec<OperandWord>,
    /// Index of the word that should name a subcommand, where parsing stopped for it.
    pub subcommand: Option<usize>,
    /// Why the words are not understood; what was understood is listed nevertheless.
    pub unknown: Option<String>,
}

/// An option that is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given<'d> {
    /// Its declaration.
    pub option: &'d OptionDecl,
    /// Its values; none where an optional one is left out. An `ARGV` value has all its words here.
    pub values: Vec<Word>,
    /// In every reading.
    pub certain: bool,
    /// Index of the word that gives it.
    pub index: usize,
    /// An `ARGV` value of find ended in `{} +`: the placeholder stands for a list.
    pub gathers: bool,
}

/// A word that is an operand in some reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandWord {
    /// The word.
    pub word: Word,
    /// Its index among the words.
    pub index: usize,
    /// It is an operand in every reading; one at least, unless the line makes empty globs vanish.
    pub sure: bool,
}

impl OperandWord {
    /// How many operands it surely is: a list may be empty.
    pub fn least(&self) -> usize {
        usize::from(self.sure && !self.word.many)
    }
}

/// One way to read a word where options may stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// An operand.
    Operand,
    /// `--`: only operands follow.
    End,
    /// Options; the last one may still want values from the next words, and in a bundle each may.
    Options(SmallVec<[Hit; 1]>),
    /// A lone `-` that is declared as a flag (`env -`, `su -`): what follows is as behind an operand.
    Dash(usize),
    /// Punctuation of an expression.
    Punctuation,
    /// The program refuses it, and so does nothing.
    Rejected(String),
    /// Nobody has said what it is.
    Undeclared(String),
}

/// One option in a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    pub option: usize,
    pub glued: Option<Text>,
}

/// Where a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    /// It is the first word.
    pub first: bool,
    /// find's expression has begun.
    pub expression: bool,
}

#[derive(Debug, Clone)]
enum State {
    /// Options may come.
    Options { expression: bool },
    /// Only operands come.
    Ended,
    /// Values are awaited for the first of these options.
    Value { waiting: Vec<usize>, have: Vec<Word>, index: usize, certain: bool, expression: bool },
    /// A command is collected up to `;`, in find also up to `{} +`.
    Command { option: usize, words: Vec<Word>, index: usize, certain: bool },
    /// All further words are a command's.
    Rest { option: usize, words: Vec<Word>, index: usize, certain: bool },
}

impl State {
    /// States that differ only in what an unknown value was are one.
    fn same(&self, other: &State) -> bool {
        match (self, other) {
            (State::Options { expression: a }, State::Options { expression: b }) => a == b,
            (State::Ended, State::Ended) => true,
            (
                State::Value { waiting: a, have: b, expression: c, .. },
                State::Value { waiting: x, have: y, expression: z, .. },
            ) => a == x && b == y && c == z,
            (State::Command { option: a, words: b, .. }, State::Command { option: x, words: y, .. })
            | (State::Rest { option: a, words: b, .. }, State::Rest { option: x, words: y, .. }) => a == x && b == y,
            (
                State::Options { .. } | State::Ended | State::Value { .. } | State::Command { .. } | State::Rest { .. },
                State::Options { .. } | State::Ended | State::Value { .. } | State::Command { .. } | State::Rest { .. },
            ) => false,
        }
    }
}

/// Reads the words behind a program's or subcommand's name. With `subcommands`, parsing stops at the first operand.
pub fn parse<'d>(dialect: Dialect, options: &'d [OptionDecl], subcommands: bool, words: &[Word]) -> Parsed<'d> {
    let mut machine = Machine {
        family: dialect.family,
        in_order: dialect.in_order || subcommands || matches!(dialect.family, Family::Posix | Family::Go),
        subcommands,
        declared: Declared { options, plus: dialect.plus, abbreviations: dialect.abbreviations, apart: dialect.apart },
        parsed: Parsed::default(),
        states: vec![State::Options { expression: false }],
        spare: Vec::new(),
        steps: Vec::new(),
    };
    if words.len() > MAX_WORDS {
        machine.parsed.unknown = Some(format!("more than {MAX_WORDS} words"));
        return machine.parsed;
    }
    for (index, word) in words.iter().enumerate() {
        machine.take(index, word);
        if machine.parsed.subcommand.is_some() || machine.states.is_empty() {
            return machine.parsed;
        }
    }
    machine.finish()
}

struct Machine<'d> {
    family: Family,
    in_order: bool,
    subcommands: bool,
    declared: Declared<'d>,
    parsed: Parsed<'d>,
    states: Vec<State>,
    /// Room for the next states and steps, kept between words.
    spare: Vec<State>,
    steps: Vec<Step>,
}

/// What one word gave over all states.
#[derive(Default)]
struct Taken<'d> {
    next: Vec<State>,
    given: Vec<Given<'d>>,
    /// Ways to read the word that the program accepts.
    ways: usize,
    /// Those in which it is an operand.
    operand: usize,
    rejected: Option<String>,
}

impl<'d> Taken<'d> {
    fn state(&mut self, state: State) -> bool {
        let new = !self.next.iter().any(|old| old.same(&state));
        if new {
            self.next.push(state);
        }
        new
    }

    fn give(&mut self, given: Given<'d>) {
        // In one way to read the word each letter counts (`-vv`); a second way may repeat the first. A repetition stands close
        // by, and one that is missed costs nothing.
        let near = if self.ways > 1 { 4 } else { 0 };
        let old = self.given.iter_mut().rev().take(near).find(|old| {
            std::ptr::eq(old.option, given.option) && old.values == given.values && old.gathers == given.gathers
        });
        match old {
            Some(old) => old.certain |= given.certain,
            None => self.given.push(given),
        }
    }
}

impl<'d> Machine<'d> {
    fn take(&mut self, index: usize, word: &Word) {
        let mut open = std::mem::take(&mut self.states);
        let mut taken = Taken { next: std::mem::take(&mut self.spare), ..Taken::default() };
        let alone = open.len() == 1;
        if word.many {
            // None of the list's words.
            for state in &open {
                taken.state(state.clone());
            }
            let single = Word { text: word.text.clone(), many: false, span: word.span };
            let mut at = 0;
            while let Some(state) = taken.next.get(at).filter(|_| at <= MAX_STATES).cloned() {
                self.step(state, &single, true, index, &mut taken);
                at += 1;
            }
        } else {
            for state in open.drain(..) {
                self.step(state, word, false, index, &mut taken);
            }
        }
        let certain = alone && taken.ways == 1 && !word.many;
        for mut given in taken.given {
            given.certain &= certain;
            self.parsed.given.push(given);
        }
        if !certain {
            for state in &mut taken.next {
                if let State::Value { certain, .. } | State::Command { certain, .. } | State::Rest { certain, .. } =
                    state
                {
                    *certain = false;
                }
            }
        }
        if taken.operand > 0 {
            if self.subcommands {
                if alone && taken.ways == 1 && word.as_known().is_some() {
                    self.parsed.subcommand = Some(index);
                } else {
                    self.unknown("which subcommand this is cannot be told");
                    self.parsed.operands.push(OperandWord { word: word.clone(), index, sure: false });
                }
            } else {
                let sure = taken.operand == taken.ways && (!word.many || word.text.is_glob());
                self.parsed.operands.push(OperandWord { word: word.clone(), index, sure });
            }
        }
        if taken.ways == 0 && !word.many {
            self.unknown(&taken.rejected.take().unwrap_or_else(|| "a word does not fit".to_owned()));
        }
        let commands =
            taken.next.iter().filter(|state| matches!(state, State::Command { .. } | State::Rest { .. })).count();
        if taken.next.len() > MAX_STATES || commands > MAX_COMMANDS || self.parsed.given.len() > MAX_GIVEN {
            self.unknown("too many ways to read the words");
            taken.next.clear();
        }
        self.states = taken.next;
        open.clear();
        self.spare = open;
    }

    /// Lets one word act in one state. In a `list` more words of the same shape may follow.
    fn step(&mut self, state: State, word: &Word, list: bool, index: usize, taken: &mut Taken<'d>) {
        match state {
            State::Ended => {
                taken.ways += 1;
                taken.operand += 1;
                taken.state(State::Ended);
            }
            State::Value { waiting, mut have, index: start, certain, expression } => {
                taken.ways += 1;
                have.push(word.clone());
                self.value(waiting, have, start, certain, expression, taken);
            }
            State::Rest { option, mut words, index, certain } => {
                taken.ways += 1;
                let word = Word { many: list, ..word.clone() };
                if !(list && words.last() == Some(&word)) {
                    words.push(word);
                }
                taken.state(State::Rest { option, words, index, certain });
            }
            State::Command { option, words, index, certain } => {
                self.command(option, words, index, certain, word, list, taken)
            }
            State::Options { expression } => {
                let position = Position { first: index == 0, expression };
                let mut steps = std::mem::take(&mut self.steps);
                self.read(&word.text, position, &mut steps);
                for step in steps.drain(..) {
                    self.apply(step, expression, index, taken);
                }
                self.steps = steps;
            }
        }
    }

    fn read(&self, text: &Text, position: Position, steps: &mut Vec<Step>) {
        match self.family {
            Family::Gnu | Family::Posix | Family::Git => gnu::read(self.family, &self.declared, text, steps),
            Family::Find => find::read(&self.declared, text, position, steps),
            Family::Keyval => keyval::read(&self.declared, text, steps),
            Family::Go => go::read(&self.declared, text, steps),
            Family::Tar => tar::read(&self.declared, text, position, steps),
            Family::Words => steps.push(Step::Operand),
        }
    }

    fn apply(&mut self, step: Step, expression: bool, index: usize, taken: &mut Taken<'d>) {
        match step {
            Step::Operand => {
                taken.ways += 1;
                taken.operand += 1;
                taken.state(if self.in_order { State::Ended } else { State::Options { expression } });
            }
            Step::End => {
                taken.ways += 1;
                taken.state(State::Ended);
            }
            Step::Dash(option) => {
                taken.ways += 1;
                if let Some(option) = self.declared.get(option) {
                    taken.give(Given { option, values: Vec::new(), certain: true, index, gathers: false });
                }
                taken.state(if self.in_order { State::Ended } else { State::Options { expression } });
            }
            Step::Punctuation => {
                taken.ways += 1;
                taken.state(State::Options { expression: true });
            }
            Step::Options(hits) => {
                taken.ways += 1;
                self.options(hits, expression, index, taken);
            }
            Step::Rejected(reason) => taken.rejected = Some(reason),
            Step::Undeclared(reason) => {
                self.unknown(&reason);
                taken.rejected = Some(reason);
            }
        }
    }

    /// Gives what is complete and waits for the rest.
    fn options(&mut self, hits: SmallVec<[Hit; 1]>, expression: bool, index: usize, taken: &mut Taken<'d>) {
        let mut waiting = Vec::new();
        let mut have = Vec::new();
        let mut ends = false;
        let mut expression = expression;
        for hit in hits {
            let Some(option) = self.declared.get(hit.option) else { continue };
            if self.family == Family::Find {
                expression = expression || !find::leads(option);
            }
            let values: Vec<Word> = hit.glued.into_iter().map(|text| Word { text, many: false, span: None }).collect();
            let complete = match arity(option) {
                Arity::Flag | Arity::Glued => true,
                Arity::Fixed(count) => values.len() >= count,
                Arity::Command => false,
            };
            if complete && waiting.is_empty() {
                ends |= option.last;
                taken.give(Given { option, values, certain: true, index, gathers: false });
            } else if complete {
                // Behind a letter that waits; only a bundle has this, and its flags come first in effect.
                taken.give(Given { option, values, certain: true, index, gathers: false });
            } else {
                if waiting.is_empty() {
                    have = values;
                }
                waiting.push(hit.option);
            }
        }
        if !waiting.is_empty() {
            self.await_values(waiting, have, index, true, expression, taken);
        } else if ends {
            taken.state(State::Ended);
        } else {
            taken.state(State::Options { expression });
        }
    }

    fn await_values(
        &mut self,
        waiting: Vec<usize>,
        have: Vec<Word>,
        index: usize,
        certain: bool,
        expression: bool,
        taken: &mut Taken<'d>,
    ) {
        let command = waiting
            .first()
            .and_then(|&at| self.declared.get(at))
            .is_some_and(|option| matches!(arity(option), Arity::Command));
        let ends =
            |option: usize| self.family == Family::Find || self.declared.get(option).is_some_and(ends_at_semicolon);
        let state = match (command, waiting.first()) {
            (true, Some(&option)) if ends(option) => State::Command { option, words: have, index, certain },
            (true, Some(&option)) => State::Rest { option, words: have, index, certain },
            (true | false, _) => State::Value { waiting, have, index, certain, expression },
        };
        taken.state(state);
    }

    fn value(
        &mut self,
        mut waiting: Vec<usize>,
        have: Vec<Word>,
        index: usize,
        certain: bool,
        expression: bool,
        taken: &mut Taken<'d>,
    ) {
        let Some(option) = waiting.first().and_then(|&at| self.declared.get(at)) else { return };
        if have.len() < option.values.len() {
            taken.state(State::Value { waiting, have, index, certain, expression });
            return;
        }
        taken.give(Given { option, values: have, certain, index, gathers: false });
        waiting.remove(0);
        if !waiting.is_empty() {
            self.await_values(waiting, Vec::new(), index, certain, expression, taken);
        } else if option.last {
            taken.state(State::Ended);
        } else {
            taken.state(State::Options { expression });
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one state")]
    fn command(
        &mut self,
        option: usize,
        mut words: Vec<Word>,
        index: usize,
        certain: bool,
        word: &Word,
        list: bool,
        taken: &mut Taken<'d>,
    ) {
        let Some(decl) = self.declared.get(option) else { return };
        let gathers = self.family == Family::Find && words.last().and_then(Word::as_known) == Some("{}");
        let ends = super::glob_holds(";", &word.text);
        let gathered = if gathers { super::glob_holds("+", &word.text) } else { Holds::No };
        for (holds, gathers) in [(ends, false), (gathered, true)] {
            if holds != Holds::No {
                taken.ways += 1;
                let gathers = gathers || self.family != Family::Find;
                let (values, given) = (words.clone(), certain && holds == Holds::Yes);
                taken.give(Given { option: decl, values, certain: given, index, gathers });
                taken.state(State::Options { expression: true });
            }
        }
        if ends != Holds::Yes && gathered != Holds::Yes {
            taken.ways += 1;
            let word = Word { many: list, ..word.clone() };
            if !(list && words.last() == Some(&word)) {
                words.push(word);
            }
            taken.state(State::Command { option, words, index, certain });
        }
    }

    fn unknown(&mut self, reason: &str) {
        self.parsed.unknown.get_or_insert_with(|| reason.to_owned());
    }

    /// The words are over: states that still wait for a value are refused by the program.
    fn finish(mut self) -> Parsed<'d> {
        let alone = self.states.len() == 1;
        let mut accepted = false;
        for state in std::mem::take(&mut self.states) {
            match state {
                State::Options { .. } | State::Ended => accepted = true,
                State::Rest { option, words, index, certain } => {
                    accepted = true;
                    if let Some(option) = self.declared.get(option) {
                        let certain = certain && alone;
                        self.parsed.given.push(Given { option, values: words, certain, index, gathers: false });
                    }
                }
                // Elsewhere than in find the end of the words ends a command as well.
                State::Command { option, words, index, certain } if self.family != Family::Find => {
                    accepted = true;
                    if let Some(option) = self.declared.get(option) {
                        let certain = certain && alone;
                        self.parsed.given.push(Given { option, values: words, certain, index, gathers: true });
                    }
                }
                State::Value { .. } | State::Command { .. } => {}
            }
        }
        if !accepted {
            self.unknown("an option lacks its value");
        }
        self.parsed
    }
}
