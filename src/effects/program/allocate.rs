//! Which operand a word is: declared positions × words, where words may be lists or no operands at all.

use crate::argv::{Holds, OperandWord, Piece, Text, Word};
use crate::table::{Operand, Repeat, ValueType};
use smallvec::SmallVec;

/// Most words at which a command could begin, where leading words may or may not be assignments.
const MAX_STARTS: usize = 64;

/// Words in their positions.
#[derive(Debug, Clone, Default)]
pub(super) struct Allocation<'d> {
    pub placed: Vec<Placed<'d>>,
    /// Positions that are left empty in some or every reading.
    pub absent: Vec<(&'d Operand, Holds)>,
    /// Why the words do not fit.
    pub unfit: Option<String>,
    /// They do not fit because there are too many of them, or because it is not known where they belong.
    pub excess: bool,
}

/// A word at a position, or the words of a command.
#[derive(Debug, Clone)]
pub(super) struct Placed<'d> {
    pub operand: &'d Operand,
    /// One, but all further ones for `ARGV`.
    pub words: SmallVec<[Word; 1]>,
    /// Index among the words of the level.
    pub index: usize,
    /// It stands there in every reading.
    pub certain: bool,
}

/// Puts words into the positions of one declaration. `in_order`: behind an operand there are only operands.
pub(super) fn allocate<'d>(operands: &'d [Operand], words: &[OperandWord], in_order: bool) -> Allocation<'d> {
    let mut allocation = Allocation::default();
    let leading = operands.split_first().filter(|(first, others)| {
        first.value.kind == ValueType::Assignment && first.repeat == Repeat::Any && !others.is_empty()
    });
    let Some((assignments, others)) = leading else {
        tail(operands, words, true, in_order, &mut allocation);
        return allocation;
    };
    let mut starts = Vec::new();
    let mut at = 0;
    loop {
        let Some(word) = words.get(at) else {
            starts.push(at);
            break;
        };
        let assigns = holds_equals(&word.word.text);
        if assigns != Holds::Yes {
            starts.push(at);
        }
        if assigns == Holds::No {
            break;
        }
        allocation.placed.push(Placed {
            operand: assignments,
            words: SmallVec::from_iter([word.word.clone()]),
            index: word.index,
            certain: word.sure && assigns == Holds::Yes && starts.is_empty(),
        });
        at += 1;
    }
    if starts.len() > MAX_STARTS {
        allocation.unfit = Some("where the command begins cannot be told".to_owned());
        allocation.excess = true;
        return allocation;
    }
    let certain = starts.len() == 1;
    for start in starts {
        let mut part = Allocation::default();
        tail(others, words.get(start..).unwrap_or_default(), certain, in_order, &mut part);
        allocation.placed.append(&mut part.placed);
        for (operand, holds) in part.absent {
            allocation.absent.push((operand, if certain { holds } else { holds.and(Holds::Maybe) }));
        }
        if certain {
            allocation.unfit = part.unfit;
            allocation.excess = part.excess;
        }
    }
    allocation
}

/// Whether the word has a `=` in it.
fn holds_equals(text: &Text) -> Holds {
    let literal = |piece: &Piece| matches!(piece, Piece::Literal(text) if text.contains('='));
    match text {
        Text::Shaped(pieces) if pieces.iter().any(literal) => Holds::Yes,
        Text::Known(_) | Text::Shaped(_) => crate::argv::glob_holds("*=*", text),
    }
}

/// How many words: at least, and at most unless a list is among them.
#[derive(Clone, Copy)]
struct Count {
    least: usize,
    most: Option<usize>,
}

/// Counts over the words up to each index, so that a range costs nothing.
struct Counts(SmallVec<[(usize, usize); 12]>);

impl Counts {
    fn new(words: &[OperandWord]) -> Counts {
        let mut sums = SmallVec::from_iter([(0, 0)]);
        let (mut sure, mut lists) = (0, 0);
        for word in words {
            sure += word.least();
            lists += usize::from(word.word.many);
            sums.push((sure, lists));
        }
        Counts(sums)
    }

    fn between(&self, from: usize, to: usize) -> Count {
        let at = |index: usize| self.0.get(index).copied().unwrap_or_default();
        let (start, end) = (at(from), at(to));
        Count { least: end.0 - start.0, most: (end.1 == start.1).then_some(to - from) }
    }
}

fn tail<'d>(
    operands: &'d [Operand],
    words: &[OperandWord],
    certain: bool,
    in_order: bool,
    allocation: &mut Allocation<'d>,
) {
    // Positions depend on the distance from either end, up to the number of positions.
    let cap = operands.len() + 1;
    let range = |count: Count, list: bool| {
        let most = if list { None } else { count.most };
        count.least.min(cap)..=most.unwrap_or(cap).min(cap)
    };
    let counts = Counts::new(words);
    let least: usize = operands.iter().map(|operand| usize::from(required(operand))).sum();
    // With fewer operands than it needs a program does nothing; that reading counts only where there is no other.
    let enough = if counts.between(0, words.len()).most.is_some_and(|most| most < least) { 0 } else { least };
    for (at, word) in words.iter().enumerate() {
        let many = word.word.many;
        let before = range(counts.between(0, at), many);
        let behind = range(counts.between(at + 1, words.len()), many);
        let mut positions: SmallVec<[(usize, bool); 4]> = SmallVec::new();
        let mut outside = false;
        for left in before {
            for right in behind.clone() {
                let total = left + 1 + right;
                if total < enough {
                    continue;
                }
                match position(operands, left, total) {
                    None => outside = true,
                    Some(found) => {
                        let opens = left == 0 || position(operands, left - 1, total) != Some(found);
                        if !positions.contains(&(found, opens)) {
                            positions.push((found, opens));
                        }
                    }
                }
            }
        }
        positions.sort_unstable();
        if positions.is_empty() && outside && word.sure {
            allocation.unfit.get_or_insert_with(|| "more operands than are declared".to_owned());
            allocation.excess = true;
        }
        let first = positions.first().map(|(found, _)| *found);
        let one = !outside && positions.iter().all(|(found, _)| Some(*found) == first);
        let mut done: SmallVec<[usize; 4]> = SmallVec::new();
        for (found, opens) in &positions {
            let Some(operand) = operands.get(*found) else { continue };
            let (words, certain) = if operand.value.kind == ValueType::Argv {
                if !*opens {
                    continue;
                }
                let sole = one && positions.iter().all(|(_, opens)| *opens);
                (command(words.get(at..).unwrap_or_default(), in_order), certain && word.sure && sole)
            } else {
                (SmallVec::from_iter([word.word.clone()]), certain && word.sure && one)
            };
            if !done.contains(found) {
                done.push(*found);
                allocation.placed.push(Placed { operand, words, index: word.index, certain });
            }
        }
    }
    missing(operands, counts.between(0, words.len()), allocation);
}

/// The words of a command; an unknown list where some of them may belong to an option of the wrapper.
fn command(words: &[OperandWord], in_order: bool) -> SmallVec<[Word; 1]> {
    if !in_order && words.iter().any(|word| !word.sure && !word.word.many) {
        SmallVec::from_iter([Word::list()])
    } else {
        words.iter().map(|word| word.word.clone()).collect()
    }
}

fn missing<'d>(operands: &'d [Operand], total: Count, allocation: &mut Allocation<'d>) {
    let least: usize = operands.iter().map(|operand| usize::from(required(operand))).sum();
    if total.most.is_some_and(|most| most < least) {
        allocation.unfit.get_or_insert_with(|| "an operand is missing".to_owned());
    }
    let cap = operands.len() + 1;
    let from = total.least.min(cap);
    let to = total.most.unwrap_or(cap).min(cap).max(from);
    for (at, operand) in operands.iter().enumerate() {
        let empty = |total: usize| !(0..total).any(|left| position(operands, left, total) == Some(at));
        let empties = (from..=to).filter(|total| empty(*total)).count();
        let holds = match empties {
            0 => continue,
            all if all == to - from + 1 => Holds::Yes,
            _ => Holds::Maybe,
        };
        allocation.absent.push((operand, holds));
    }
}

fn required(operand: &Operand) -> bool {
    match operand.repeat {
        Repeat::One | Repeat::Some => true,
        Repeat::Optional | Repeat::Any => false,
    }
}

/// The position of the word with `left` words before it, out of `total`; `None` when more are given than fit.
fn position(operands: &[Operand], left: usize, total: usize) -> Option<usize> {
    let least: usize = operands.iter().map(|operand| usize::from(required(operand))).sum();
    let mut extra = total.saturating_sub(least);
    let mut left = left;
    for (at, operand) in operands.iter().enumerate() {
        let rest = operand.value.kind == ValueType::Argv;
        let takes = match operand.repeat {
            Repeat::One if rest => 1 + extra,
            Repeat::Optional if rest => extra,
            Repeat::One => 1,
            Repeat::Optional => extra.min(1),
            Repeat::Some => 1 + extra,
            Repeat::Any => extra,
        };
        if left < takes {
            return Some(at);
        }
        left -= takes;
        extra = extra.saturating_sub(takes.saturating_sub(usize::from(required(operand))));
    }
    None
}
