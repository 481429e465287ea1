//! The order of stages, and what each kind may hold.

use crate::check::polarity::verdict_word;
use crate::source::{Diagnostic, Location, Span, codes};
use crate::table::{Atom, Outcome, Place, ResolveRule, Rule, Stage, StageKind, Table, Verdict};

fn at(place: Place) -> Location {
    place.location()
}

/// All that can be said of the stages without knowing calls. `header`: where the policy's first line is; `whole`: every line
/// of `final` was read, so that what it lacks can be told.
pub(crate) fn check(table: &Table, tightens: bool, whole: bool, header: Location) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut allowing: Option<Location> = None;
    for stage in &table.stages {
        for rule in &stage.rules {
            let can_allow = verdicts(table, rule).contains(&Verdict::Allow);
            if stage.kind == StageKind::Floor {
                floor_rule(rule, &mut out);
            } else if can_allow {
                if tightens {
                    out.push(loosens(rule));
                }
                allowing.get_or_insert(at(rule.at));
            }
        }
        if stage.kind == StageKind::Floor
            && let Some(earlier) = allowing
        {
            let title = format!("the floor `{}` comes after something that allows", stage.name);
            out.push(
                Diagnostic::error(codes::FLOOR_LATE, title, at(stage.at), "a floor comes first")
                    .also(earlier, "this allows before the floor is asked")
                    .help("move the floor before every stage that allows"),
            );
        }
        beaten(table, stage, &mut out);
    }
    finals(table, tightens, whole, header, &mut out);
    for rule in &table.resolve {
        resolve(rule, tightens, &mut out);
    }
    out
}

/// What a rule can give.
fn verdicts(table: &Table, rule: &Rule) -> Vec<Verdict> {
    match &rule.outcome {
        Outcome::Verdict(verdict) => vec![*verdict],
        Outcome::Table(name) => table
            .verdicts
            .get(name)
            .into_iter()
            .flat_map(|table| table.cells.values())
            .flat_map(|row| row.values())
            .copied()
            .collect(),
    }
}

fn floor_rule(rule: &Rule, out: &mut Vec<Diagnostic>) {
    let what = match &rule.outcome {
        Outcome::Verdict(Verdict::Deny) => return,
        Outcome::Verdict(other) => verdict_word(*other),
        Outcome::Table(_) => "decide by a table",
    };
    let title = format!("a floor cannot {what}");
    out.push(
        Diagnostic::error(codes::FLOOR_RULE, title, at(rule.at), "floors only deny")
            .note("what a floor says holds whatever follows, so it says no and nothing else")
            .help("put this rule into a `stage`, if it is no denial"),
    );
    if let (Outcome::Verdict(other), Some(problem)) = (&rule.outcome, out.last_mut()) {
        let mut verdict = at(rule.at);
        verdict.span = Span::new(verdict.span.start as usize, verdict.span.start as usize + verdict_word(*other).len());
        *problem = problem.clone().edit(verdict, "deny", "write `deny`");
    }
}

fn loosens(rule: &Rule) -> Diagnostic {
    Diagnostic::error(codes::LOOSENS, "a policy that tightens another cannot allow", at(rule.at), "this allows")
        .note("both policies run and the stricter verdict wins, so an allow here would do nothing but mislead")
        .help("ask or deny here, and leave the allowing to the policy that is tightened")
}

/// A rule that a stricter rule of its own stage beats whenever it holds.
fn beaten(table: &Table, stage: &Stage, out: &mut Vec<Diagnostic>) {
    for (index, rule) in stage.rules.iter().enumerate() {
        let Outcome::Verdict(own) = rule.outcome else { continue };
        let beats = |other: &&Rule| match other.outcome {
            Outcome::Verdict(verdict) => verdict > own && weaker(&other.when, &rule.when),
            Outcome::Table(_) => false,
        };
        let twin =
            |other: &&Rule| other.outcome == rule.outcome && other.when == rule.when && even(other) == even(rule);
        let stricter = stage.rules.iter().find(beats);
        if let Some(other) = stricter.or_else(|| stage.rules.iter().take(index).find(twin)) {
            let title = format!("this rule can never decide: the stage `{}` always takes another", stage.name);
            out.push(
                Diagnostic::error(codes::BEATEN, title, at(rule.at), "holds only where the other holds as well")
                    .also(at(other.at), "this one wins")
                    .note("inside a stage order does not matter: deny beats ask beats allow")
                    .help("put it into an earlier stage, or remove it"),
            );
        }
    }
    let _ = table;
}

fn even(rule: &Rule) -> (bool, bool) {
    (rule.even_unknown, rule.even_unreadable)
}

/// Whether `one` holds wherever `other` does, seen from the atoms alone.
fn weaker(one: &[Atom], other: &[Atom]) -> bool {
    one.iter().all(|atom| other.contains(atom))
}

fn finals(table: &Table, tightens: bool, whole: bool, header: Location, out: &mut Vec<Diagnostic>) {
    let finals: Vec<&Stage> = table.stages.iter().filter(|stage| stage.kind == StageKind::Final).collect();
    if tightens {
        for stage in finals {
            out.push(
                Diagnostic::error(
                    codes::LOOSENS,
                    "a policy that tightens another has no `final`",
                    at(stage.at),
                    "not here",
                )
                .help("what this policy does not decide, the other one decides"),
            );
        }
        return;
    }
    let Some(last) = finals.first() else {
        if !(table.policy.is_empty() && table.stages.is_empty()) {
            let title = match table.policy.as_str() {
                "" => "this policy has no `final`".to_owned(),
                name => format!("the policy `{name}` has no `final`"),
            };
            let why = "what becomes of a call that no stage decides?";
            out.push(Diagnostic::error(codes::FINAL, title, header, why));
        }
        return;
    };
    if let Some(second) = finals.get(1) {
        out.push(
            Diagnostic::error(codes::FINAL, "a policy has one `final`", at(second.at), "this is the second")
                .also(at(last.at), "the first"),
        );
    } else if let Some(after) = table.stages.last()
        && after.kind != StageKind::Final
    {
        out.push(
            Diagnostic::error(codes::FINAL, "`final` is not the last stage", at(last.at), "it decides everything")
                .also(at(after.at), "so this is never asked")
                .help("move it to the end"),
        );
    }
    let fits = |rule: &Rule| match rule.outcome {
        Outcome::Verdict(Verdict::Ask | Verdict::Deny) => rule.when.is_empty(),
        Outcome::Verdict(Verdict::Allow) => false,
        Outcome::Table(_) => rule.when.is_empty(),
    };
    match last.rules.as_slice() {
        [only] if fits(only) => {}
        [] if !whole => {}
        [only] => out.push(final_line(only)),
        [] => out.push(
            Diagnostic::error(codes::FINAL, "`final` is empty", at(last.at), "one line stands here")
                .help("write `ask always`, `deny always` or `decide by TABLE`"),
        ),
        [_, second, ..] => out.push(
            Diagnostic::error(codes::FINAL, "`final` holds more than one line", at(second.at), "this is the second")
                .help("move the others into a stage before it"),
        ),
    }
}

fn final_line(rule: &Rule) -> Diagnostic {
    Diagnostic::error(
        codes::FINAL,
        "this line does not decide everything safely",
        at(rule.at),
        "one of three lines stands here",
    )
    .note("`final` meets whatever no stage knew, so it neither allows nor depends on anything")
    .help("write `ask always`, `deny always` or `decide by TABLE`")
}

fn resolve(rule: &ResolveRule, tightens: bool, out: &mut Vec<Diagnostic>) {
    if tightens {
        out.push(
            Diagnostic::error(
                codes::LOOSENS,
                "a policy that tightens another has no `resolve`",
                at(rule.at),
                "not here",
            )
            .help("what an ask becomes is said by the policy that is tightened"),
        );
        return;
    }
    let granted = |atom: &Atom| matches!(atom, Atom::Fact(name, crate::table::Comparison::Equal, crate::table::FactValue::Name(value)) if name == "granted" && value == "true");
    if rule.verdict == Verdict::Allow && !rule.when.iter().any(granted) {
        out.push(
            Diagnostic::error(
                codes::RESOLVE,
                "`resolve` allows without a grant",
                at(rule.at),
                "nobody has agreed to this",
            )
            .note("an ask is there because nothing vouches for the call; only a person's earlier answer does")
            .help("write `allow when granted …`"),
        );
    }
    if rule.verdict == Verdict::Ask {
        out.push(Diagnostic::error(
            codes::RESOLVE,
            "an ask that stays an ask needs no line",
            at(rule.at),
            "this changes nothing",
        ));
    }
}
