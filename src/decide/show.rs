//! Conditions and effects as a person reads them: in the language's own words.

pub use super::atoms::{names, never_counts};
use crate::argv::{Piece, Text};
use crate::effects::{Effect, PathTarget, Target};
use crate::table::{
    Atom, ChangeKind, Comparison, EffectKind, EffectTest, EffectVerb, FactValue, PlaceTest, Quantifier, RunKind,
    Verdict,
};

/// `any reads in private`, `yolo = true`, ….
pub fn atom(atom: &Atom) -> String {
    match atom {
        Atom::Effects(quantifier, tests) => {
            let tests: Vec<String> = tests.iter().map(effect_test).collect();
            format!("{} {}", quantifier_word(*quantifier), tests.join(", "))
        }
        Atom::Pattern(quantifier, name) => format!("{} {name}", quantifier_word(*quantifier)),
        Atom::Safe(name) => format!("safe {name}"),
        Atom::Fact(name, Comparison::Equal, FactValue::Name(value)) if value == "true" => name.clone(),
        Atom::Fact(name, Comparison::Equal, FactValue::Name(value)) if value == "false" => format!("not {name}"),
        Atom::Fact(name, comparison, value) => format!("{name} {} {}", comparison_sign(*comparison), fact_value(value)),
        Atom::Tool(names) => format!("tool {}", names.join(", ")),
        Atom::Class(name, comparison, value) => format!("{name} {} {value}", comparison_sign(*comparison)),
        Atom::Says(fact, verdict) => format!("{fact} says {}", verdict_word(*verdict)),
        Atom::Unknown => "unknown".into(),
        Atom::Unreadable => "unreadable".into(),
        Atom::ReasonIs(codes) => format!("reason {}", codes.join(", ")),
        Atom::Not(inner) => format!("not {}", self::atom(inner)),
    }
}

/// `allow`, `ask`, `deny`.
pub fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}

fn quantifier_word(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Only => "only",
        Quantifier::No => "no",
        Quantifier::Any => "any",
        Quantifier::Surely => "surely",
    }
}

fn comparison_sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}

fn fact_value(value: &FactValue) -> String {
    match value {
        FactValue::Name(name) => name.clone(),
        FactValue::Count(count) => count.to_string(),
        FactValue::Fact(name) => name.clone(),
        FactValue::Path(path) => format!("{path:?}"),
        FactValue::Rules(_) => "rules".into(),
    }
}

fn effect_test(test: &EffectTest) -> String {
    let verb = match test.verb {
        EffectVerb::Kind(kind) => kind_words(kind),
        EffectVerb::AnyRuns => "runs",
        EffectVerb::AnyChanges => "changes",
    };
    match &test.place {
        PlaceTest::Anywhere => verb.into(),
        PlaceTest::In(sets) => format!("{verb} in {}", sets.join(", ")),
        PlaceTest::Outside(sets) => format!("{verb} outside {}", sets.join(", ")),
        PlaceTest::Through(sets) => format!("{verb} through {}", sets.join(", ")),
        PlaceTest::Naming(sets) => format!("{verb} naming {}", sets.join(", ")),
    }
}

/// The verb with its kind.
pub fn kind_words(kind: EffectKind) -> &'static str {
    match kind {
        EffectKind::Reads => "reads",
        EffectKind::ReadsEnvironment => "reads environment",
        EffectKind::Sees => "sees",
        EffectKind::Writes => "writes",
        EffectKind::Deletes => "deletes",
        EffectKind::Refreshes => "refreshes",
        EffectKind::Runs(RunKind::Code) => "runs code",
        EffectKind::Runs(RunKind::File) => "runs file",
        EffectKind::Runs(RunKind::Input) => "runs input",
        EffectKind::Runs(RunKind::Program) => "runs program",
        EffectKind::Obeys => "obeys",
        EffectKind::Contacts => "contacts",
        EffectKind::Changes(ChangeKind::System) => "changes system",
        EffectKind::Changes(ChangeKind::Process) => "changes process",
        EffectKind::Changes(ChangeKind::Clock) => "changes clock",
        EffectKind::Changes(ChangeKind::Power) => "changes power",
        EffectKind::Changes(ChangeKind::Privilege) => "changes privilege",
        EffectKind::Changes(ChangeKind::Packages) => "changes packages",
        EffectKind::Changes(ChangeKind::Services) => "changes services",
        EffectKind::Changes(ChangeKind::Terminal) => "changes terminal",
        EffectKind::Changes(ChangeKind::Shell) => "changes shell",
        EffectKind::Changes(ChangeKind::Capacity) => "changes capacity",
        EffectKind::Enters => "enters",
        EffectKind::Sets => "sets",
        EffectKind::Verifies => "verifies",
    }
}

/// What an effect is on: a path (with its bases where it is relative), a host, or nothing. What is not known is `…`.
pub fn target(effect: &Effect) -> Option<String> {
    match &effect.target {
        Target::None => None,
        Target::Host(word) => Some(text(&word.text)),
        Target::Path(path) => {
            let tree = if path.tree { " and below" } else { "" };
            Some(format!("{}{tree}{}", text(&path.path), bases(path)))
        }
    }
}

/// Where a relative path starts from.
fn bases(path: &PathTarget) -> String {
    if path.path.prefix().starts_with(['/', '~']) {
        return String::new();
    }
    let mut bases: Vec<&str> = path.bases.known.iter().map(String::as_str).collect();
    if path.bases.unknown {
        bases.push("…");
    }
    format!(" in {}", bases.join(" or "))
}

/// A text with `…` for what is not known.
pub fn text(text: &Text) -> String {
    match text {
        Text::Known(text) => text.to_string(),
        Text::Shaped(pieces) => pieces.iter().map(piece).collect(),
    }
}

fn piece(piece: &Piece) -> &str {
    match piece {
        Piece::Literal(text) | Piece::Class(text) => text,
        Piece::Star => "*",
        Piece::Question => "?",
        Piece::Below | Piece::Unknown => "…",
    }
}
