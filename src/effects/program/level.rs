//! One level of an invocation: a program, or a subcommand of it, with the words that are its own.

use super::allocate::{Allocation, Placed, allocate};
use super::condition;
use crate::argv::{Given, Holds, OperandWord, Parsed, Word};
use crate::table::{ClauseKind, Command, Family, Operand, ValueType};
use smallvec::SmallVec;

/// A level with its words read.
#[derive(Debug)]
pub(super) struct Level<'c, 'p> {
    pub command: &'c Command,
    /// Options, those that others imply among them.
    pub given: Vec<Given<'c>>,
    /// Operands; none where a subcommand follows.
    pub operands: Vec<OperandWord>,
    /// Index of the level's first word in the invocation.
    pub offset: usize,
    /// The program above a subcommand.
    pub parent: Option<&'p Level<'c, 'p>>,
    /// A subcommand follows.
    pub has_subcommand: bool,
}

impl<'c, 'p> Level<'c, 'p> {
    pub(super) fn new(
        command: &'c Command,
        parsed: Parsed<'c>,
        offset: usize,
        parent: Option<&'p Level<'c, 'p>>,
        has_subcommand: bool,
    ) -> Level<'c, 'p> {
        let mut level =
            Level { command, given: parsed.given, operands: parsed.operands, offset, parent, has_subcommand };
        level.imply();
        level
    }

    /// Adds the options that the given ones imply, and those that these imply.
    fn imply(&mut self) {
        let mut at = 0;
        while let Some(given) = self.given.get(at) {
            let (option, certain, index) = (given.option, given.certain, given.index);
            for name in &option.implies {
                let implied = self.command.options.iter().find(|option| option.spellings.contains(name));
                let Some(implied) = implied else { continue };
                let known =
                    self.given.iter().any(|given| std::ptr::eq(given.option, implied) && given.certain >= certain);
                if !known {
                    self.given.push(Given { option: implied, values: Vec::new(), certain, index, gathers: false });
                }
            }
            at += 1;
        }
        self.given.sort_by_key(|given| given.index);
    }

    /// At least and at most so many operands; no upper end with a list among them.
    pub(super) fn operand_count(&self) -> (usize, Option<usize>) {
        if self.has_subcommand {
            return (1, None);
        }
        let least = self.operands.iter().map(OperandWord::least).sum();
        let most = (!self.operands.iter().any(|word| word.word.many)).then_some(self.operands.len());
        (least, most)
    }

    /// The words that may be the operand behind `left` others, and whether it can be no other operand.
    pub(super) fn operands_at(&self, left: usize) -> impl Iterator<Item = (&OperandWord, bool)> {
        let mut least = 0usize;
        let mut most = Some(0usize);
        self.operands.iter().filter_map(move |word| {
            let (from, to) = (least, most);
            least += word.least();
            most = if word.word.many { None } else { most.map(|most| most + 1) };
            let reaches = if word.word.many { true } else { to.is_none_or(|to| left <= to) };
            (from <= left && reaches).then(|| (word, from == left && to == Some(left) && !word.word.many))
        })
    }

    /// Operands in their positions, by every operand clause whose condition may hold; defaults stand behind the words.
    pub(super) fn place(&self) -> Allocation<'c> {
        let mut whole = Allocation::default();
        let candidates = self.clauses();
        let in_order = self.command.dialect.in_order
            || matches!(self.command.dialect.family, Family::Posix | Family::Go | Family::Words);
        let alone = candidates.len() == 1;
        if candidates.is_empty() {
            whole = allocate(&[], &self.operands, in_order);
        }
        for operands in candidates {
            let mut part = allocate(operands, &self.operands, in_order);
            if !alone {
                for placed in &mut part.placed {
                    placed.certain = false;
                }
                for (_, holds) in &mut part.absent {
                    *holds = (*holds).and(Holds::Maybe);
                }
                // Another clause may hold, by which there is none.
                let commands = part.placed.iter().filter(|placed| placed.operand.value.kind == ValueType::Argv);
                part.absent.extend(commands.map(|placed| (placed.operand, Holds::Maybe)));
            }
            whole.placed.append(&mut part.placed);
            whole.absent.append(&mut part.absent);
            if alone || part.excess {
                whole.excess |= part.excess;
                whole.unfit = whole.unfit.or(part.unfit);
            }
        }
        let behind = self.operands.last().map_or(0, |word| word.index + 1);
        for (operand, holds) in &whole.absent {
            if let Some(default) = &operand.default {
                whole.placed.push(Placed {
                    operand,
                    words: SmallVec::from_iter([Word::known(default.as_str())]),
                    index: behind,
                    certain: *holds == Holds::Yes,
                });
            }
        }
        whole
    }

    /// The operand clauses that may hold: those under a condition before those without.
    fn clauses(&self) -> SmallVec<[&'c [Operand]; 2]> {
        // Whether the command is there is known only behind this.
        let child = if self.operands.is_empty() { Holds::No } else { Holds::Maybe };
        let mut candidates = SmallVec::new();
        for conditional in [true, false] {
            for clause in &self.command.clauses {
                let ClauseKind::Operands(operands) = &clause.kind else { continue };
                if clause.when.is_some() != conditional {
                    continue;
                }
                let holds = clause.when.as_ref().map_or(Holds::Yes, |when| condition::holds(when, self, child));
                if holds != Holds::No {
                    candidates.push(operands.as_slice());
                }
                if holds == Holds::Yes {
                    return candidates;
                }
            }
        }
        candidates
    }

    /// Whether the declaration's command is there.
    pub(super) fn child(&self, placed: &[Placed<'_>], absent: &[(&Operand, Holds)]) -> Holds {
        let may_lack = absent.iter().any(|(operand, _)| operand.value.kind == ValueType::Argv);
        let operands = placed
            .iter()
            .filter(|placed| placed.operand.value.kind == ValueType::Argv)
            .map(|placed| placed.certain || !may_lack);
        let options = self
            .given
            .iter()
            .filter(|given| given.option.values.iter().any(|value| value.kind == ValueType::Argv))
            .map(|given| given.certain);
        operands
            .chain(options)
            .fold(Holds::No, |holds, certain| holds.or(if certain { Holds::Yes } else { Holds::Maybe }))
    }
}
