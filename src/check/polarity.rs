//! Which quantifier may stand where.
//!
//! An allow must hold whatever the unit does, so it takes what is certain of *every* effect: `only`, `no`. An ask or a deny must
//! catch what may happen, so it takes what is *possible*: `any`. A floor cannot be taken back, so it takes what is *sure*: `surely`.
//! Then doubt can only make a decision stricter, whichever rule meets it.

use crate::source::{Diagnostic, Location, codes};
use crate::table::{Quantifier, Verdict};

/// Where a condition stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// A rule that allows; also `decide by`, whose table may allow.
    Allow,
    /// A rule that asks.
    Ask,
    /// A rule that denies.
    Deny,
    /// A floor.
    Floor,
    /// A row of `classify`: the mild classes are claims, like an allow.
    Class,
    /// `where` in a safe list.
    Safe,
    /// `where` in a pattern.
    Pattern,
    /// `assert`.
    Assert,
    /// `resolve ask`.
    Resolve,
}

impl Side {
    /// What it is called in messages.
    fn words(self) -> &'static str {
        match self {
            Side::Allow => "a rule that allows",
            Side::Ask => "a rule that asks",
            Side::Deny => "a rule that denies",
            Side::Floor => "a floor",
            Side::Class => "a class",
            Side::Safe => "a safe list",
            Side::Pattern => "a pattern",
            Side::Assert => "an assert",
            Side::Resolve => "`resolve ask`",
        }
    }

    /// Whether a condition here must hold for certain.
    pub fn claims(self) -> bool {
        match self {
            Side::Allow | Side::Class | Side::Safe => true,
            Side::Ask | Side::Deny | Side::Floor | Side::Pattern | Side::Assert | Side::Resolve => false,
        }
    }

    fn takes(self) -> &'static [Quantifier] {
        match self {
            Side::Allow | Side::Class | Side::Safe => &[Quantifier::Only, Quantifier::No],
            Side::Assert => &[Quantifier::Any],
            Side::Ask | Side::Deny | Side::Pattern => &[Quantifier::Any, Quantifier::Surely],
            Side::Floor => &[Quantifier::Surely],
            Side::Resolve => &[],
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Side::Allow | Side::Class | Side::Safe => {
                "an allow must hold whatever the unit does: `only` lists all that it may do, `no` what it may not"
            }
            Side::Ask | Side::Deny | Side::Pattern | Side::Assert => {
                "what asks or denies must catch what may happen: `any` is true of a possible effect, too"
            }
            Side::Floor => "nothing takes a floor back, so it rests on what is certain: `surely`",
            Side::Resolve => "an ask is one answer for the whole call: `resolve` knows facts and reasons, not effects",
        }
    }
}

fn word(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Only => "only",
        Quantifier::No => "no",
        Quantifier::Any => "any",
        Quantifier::Surely => "surely",
    }
}

/// A quantifier over effects on its side.
pub(crate) fn quantifier(side: Side, used: Quantifier, at: Location) -> Option<Diagnostic> {
    if side.takes().contains(&used) {
        return None;
    }
    let title = format!("`{}` cannot stand in {}", word(used), side.words());
    let label = match used {
        Quantifier::Any => "true already where the effect is only possible",
        Quantifier::Surely => "false where the effect is possible but not certain",
        Quantifier::Only => "false where any other effect is possible",
        Quantifier::No => "false where the effect is possible",
    };
    let mut problem = Diagnostic::error(codes::QUANTIFIER, title, at, label).note(side.reason());
    match side.takes().first() {
        // The absence of an effect has no counterpart on the other side.
        Some(_) if used == Quantifier::No => {
            problem = problem.help("deny or ask about the effects that are there: `any …`")
        }
        Some(mended) => {
            let mended = word(*mended);
            problem = problem.edit(at, mended, format!("write `{mended}`"));
        }
        None => {}
    }
    Some(problem)
}

/// A quantifier over a pattern on its side: patterns say what a unit may be or is, never what it is not.
pub(crate) fn pattern(side: Side, used: Quantifier, at: Location) -> Option<Diagnostic> {
    let title = match (side.claims(), used) {
        (true, _) | (_, Quantifier::Only | Quantifier::No) => {
            format!("`{}` and a pattern cannot stand in {}", word(used), side.words())
        }
        (false, Quantifier::Any | Quantifier::Surely) => return quantifier(side, used, at),
    };
    let mut problem = Diagnostic::error(codes::QUANTIFIER, title, at, "a pattern catches, it does not vouch");
    if side.claims() {
        problem = problem.help("to vouch for programs, list them in a `safe` list and write `safe NAME`");
    } else if let Some(mended) = side.takes().first() {
        problem = problem.edit(at, word(*mended), format!("write `{}`", word(*mended)));
    }
    Some(problem)
}

/// An atom that its side does not take at all.
pub(crate) fn misplaced(side: Side, what: &str, at: Location) -> Diagnostic {
    Diagnostic::error(codes::MISPLACED, format!("{what} cannot stand in {}", side.words()), at, "not here")
        .note(side.reason())
}

/// `FACT says VERDICT`: an allow needs a certain match, the others a possible one, so each stands on its own side.
pub(crate) fn says(side: Side, verdict: Verdict, negated: bool, at: Location) -> Option<Diagnostic> {
    let certain = (verdict == Verdict::Allow) != negated;
    if certain == side.claims() {
        return None;
    }
    let title = format!("`says {}` cannot decide in {}", verdict_word(verdict), side.words());
    let problem = Diagnostic::error(codes::SAYS, title, at, "doubt would fall the wrong way")
        .note("`says allow` needs a certain match and stands where something is allowed; `says ask` and `says deny` take a possible one");
    Some(problem)
}

/// A verdict as the language writes it.
pub(crate) fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}
