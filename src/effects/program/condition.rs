//! `when`: conditions on what was given, which words with doubt may leave open.

use super::level::Level;
use crate::argv::{Holds, glob_holds};
use crate::table::{Condition, OptionDecl};

/// Deepest nesting of conditions; a deeper one may hold.
const MAX_DEPTH: usize = 32;

/// Whether a condition holds at a level. `child`: whether the declaration's command is there.
pub(super) fn holds(condition: &Condition, level: &Level<'_, '_>, child: Holds) -> Holds {
    at_depth(condition, level, child, MAX_DEPTH)
}

fn at_depth(condition: &Condition, level: &Level<'_, '_>, child: Holds, depth: usize) -> Holds {
    let Some(depth) = depth.checked_sub(1) else { return Holds::Maybe };
    match condition {
        Condition::Given(name) => given(name, level),
        Condition::ValueMatches(name, globs) => self::given(name, level).and(values(name, globs, level)),
        Condition::OnlyGiven(names) => only(names, level),
        Condition::AtLeast(count) => {
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            let (least, most) = level.operand_count();
            if least >= count {
                Holds::Yes
            } else if most.is_some_and(|most| most < count) {
                Holds::No
            } else {
                Holds::Maybe
            }
        }
        Condition::HasChild => child,
        Condition::OperandMatches(number, globs) => matches(usize::from(*number), globs, level),
        Condition::Not(inner) => at_depth(inner, level, child, depth).negated(),
        Condition::All(all) => {
            let mut holds = Holds::Yes;
            for one in all {
                holds = holds.and(at_depth(one, level, child, depth));
                if holds == Holds::No {
                    break;
                }
            }
            holds
        }
        Condition::Any(any) => {
            let mut holds = Holds::No;
            for one in any {
                holds = holds.or(at_depth(one, level, child, depth));
                if holds == Holds::Yes {
                    break;
                }
            }
            holds
        }
    }
}

/// The nearest level that declares the option decides.
fn given(name: &str, level: &Level<'_, '_>) -> Holds {
    let named = |option: &OptionDecl| option.spellings.iter().any(|own| own == name);
    let mut here = Some(level);
    while let Some(above) = here {
        let mut found = above.given.iter().filter(|given| named(given.option)).peekable();
        if found.peek().is_some() {
            let holds = if found.any(|given| given.certain) { Holds::Yes } else { Holds::Maybe };
            return if is_hidden(level, above, &named) { Holds::No } else { holds };
        }
        here = above.parent;
    }
    Holds::No
}

/// Whether a level below `above` declares the option itself. There are many declarations, so this is asked last.
fn is_hidden(level: &Level<'_, '_>, above: &Level<'_, '_>, named: &impl Fn(&OptionDecl) -> bool) -> bool {
    let mut here = Some(level);
    while let Some(level) = here.filter(|level| !std::ptr::eq(*level, above)) {
        if level.command.options.iter().any(named) {
            return true;
        }
        here = level.parent;
    }
    false
}

/// Whether every value that the option has at this level fits.
fn values(name: &str, globs: &[String], level: &Level<'_, '_>) -> Holds {
    let named = |option: &OptionDecl| option.spellings.iter().any(|own| own == name);
    let given = level.given.iter().filter(|given| named(given.option));
    given.fold(Holds::Yes, |holds, given| {
        let fits = given
            .values
            .last()
            .map_or(Holds::No, |word| globs.iter().fold(Holds::No, |fits, glob| fits.or(glob_holds(glob, &word.text))));
        // One that need not be given need not fit.
        holds.and(if given.certain { fits } else { fits.or(Holds::Maybe) })
    })
}

fn only(names: &[String], level: &Level<'_, '_>) -> Holds {
    let listed = |option: &OptionDecl| option.spellings.iter().any(|own| names.contains(own));
    level
        .given
        .iter()
        .filter(|given| !listed(given.option))
        .fold(Holds::Yes, |holds, given| holds.and(if given.certain { Holds::No } else { Holds::Maybe }))
}

fn matches(number: usize, globs: &[String], level: &Level<'_, '_>) -> Holds {
    let Some(wanted) = number.checked_sub(1) else { return Holds::No };
    let mut all: Option<Holds> = None;
    let mut sure = false;
    for (word, alone) in level.operands_at(wanted) {
        let one = globs.iter().fold(Holds::No, |holds, glob| holds.or(glob_holds(glob, &word.word.text)));
        sure |= alone && word.sure;
        all = Some(match all {
            None => one,
            Some(other) if other == one => one,
            Some(_) => Holds::Maybe,
        });
    }
    match all {
        None => Holds::No,
        Some(holds) if sure || holds == Holds::No => holds,
        Some(_) => Holds::Maybe,
    }
}
