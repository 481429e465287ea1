//! `policyc explain`: how a call is read and why it gets what it gets; or the page of a diagnostic.

use super::exit::{Exit, Failure};
use super::host::HostArguments;
use super::judge::judge;
use super::policy::PolicyArguments;
use super::{decide, output, sanitise};
use crate::agents::stream;
use crate::decide::{Decision, Evaluator, RuleResult, RuleTrace, StageTrace, edited_after_verify, show};
use crate::effects::{Call, Effect, Reading, Standing, Unit};
use crate::lint;
use crate::source::codes;
use crate::table::{Place, StageKind, Table, Verdict};
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Explain a decision: units, effects, stages; or the page of a diagnostic
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  policyc explain 'sort -uo list list'
  policyc explain P201")]
pub struct Arguments {
    /// A shell command line, or the code of a diagnostic
    #[arg(value_name = "COMMAND|CODE")]
    what: String,
    #[command(flatten)]
    policy: PolicyArguments,
    #[command(flatten)]
    host: HostArguments,
}

/// Runs the verb.
///
/// # Errors
/// The policy is refused, or something cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if let Some(page) = codes::page(&arguments.what).or_else(|| lint::page(&arguments.what)) {
        output::print(&page_text(page))?;
        return Ok(Exit::Fine);
    }
    if looks_like_a_code(&arguments.what) {
        return Err(Failure::usage(format!(
            "there is no diagnostic {}; `policyc check` prints the code of each finding",
            arguments.what
        )));
    }
    let given = arguments.host.given()?;
    let table = arguments.policy.table()?;
    let evaluator = Evaluator::new(&table).map_err(|error| Failure::io(error.to_string()))?;
    let call = Call {
        tool: stream::SHELL.into(),
        input: json!({ "command": arguments.what }),
        host: given.host,
        facts: given.facts,
    };
    let (decision, reading) = judge(&evaluator, &call, &[]);
    output::print(&account(&table, &evaluator, &call, &reading, &decision))?;
    Ok(Exit::Fine)
}

/// `P201`, `L001`: a letter and three digits, which no program is called.
fn looks_like_a_code(what: &str) -> bool {
    let mut bytes = what.bytes();
    what.len() == 4
        && bytes.next().is_some_and(|first| b"PpLl".contains(&first))
        && bytes.all(|byte| byte.is_ascii_digit())
}

fn page_text(page: &codes::Page) -> String {
    let indent = |text: &str| text.lines().map(|line| format!("    {line}\n")).collect::<String>();
    format!(
        "{}: {}\n\n{}\n\nRefused:\n\n{}\nInstead:\n\n{}",
        page.code,
        page.title,
        page.why,
        indent(page.bad),
        indent(page.good)
    )
}

fn account(table: &Table, evaluator: &Evaluator<'_>, call: &Call, reading: &Reading, decision: &Decision) -> String {
    let mut text = decide::in_words(decision, reading);
    for (at, unit) in reading.units.iter().enumerate() {
        let _ = writeln!(text, "\nunit {}: {}", at + 1, sanitise::line(&unit.text));
        if let Some(program) = &unit.program {
            let words = std::iter::once(program).chain(&unit.subcommands).cloned().collect::<Vec<_>>();
            let _ = writeln!(text, "  program   {}", sanitise::line(&words.join(" ")));
        }
        standing(&mut text, unit);
        for (at, effect) in unit.effects.iter().enumerate() {
            let label = if at == 0 { "effects" } else { "" };
            let _ = writeln!(text, "  {label:<9} {}", effect_line(table, call, effect));
        }
        if unit.effects.is_empty() && unit.standing == Standing::Understood {
            let _ = writeln!(text, "  effects   none");
        }
        for stage in evaluator.trace(call, reading, at) {
            stage_lines(&mut text, &stage);
        }
        if let Some(hit) = decision.units.get(at).filter(|hit| hit.verdict == Verdict::Ask) {
            let _ = writeln!(text, "  to allow  {}", sanitise::line(&wanting(unit, &hit.stage)));
        }
    }
    for (index, (at, effect)) in edited_after_verify(reading).into_iter().enumerate() {
        if index == 0 {
            text.push_str("\nedited after the last verify\n");
        }
        if let Some(effect) = reading.units.get(at).and_then(|unit| unit.effects.get(effect)) {
            let _ = writeln!(text, "  unit {:<4} {}", at + 1, effect_line(table, call, effect));
        }
    }
    text
}

/// The least that a policy would have to say before the deciding stage to allow a unit.
fn wanting(unit: &Unit, stage: &str) -> String {
    let rule = match &unit.standing {
        Standing::Unknown(_) => "declare the program, or `allow even unknown when …`".to_owned(),
        Standing::Unreadable(_) => "write it so that it can be read, or `allow even unreadable when …`".to_owned(),
        Standing::Understood => {
            let counting = unit.effects.iter().map(|effect| effect.kind).filter(|kind| !show::never_counts(*kind));
            let kinds: BTreeSet<&str> = counting.map(show::kind_words).collect();
            let kinds: Vec<&str> = kinds.into_iter().collect();
            format!("`allow when only {}`", if kinds.is_empty() { "reads".to_owned() } else { kinds.join(", ") })
        }
    };
    format!("{rule}, in a stage before {stage}")
}

fn standing(text: &mut String, unit: &Unit) {
    let _ = match &unit.standing {
        Standing::Understood => Ok(()),
        Standing::Unknown(what) => writeln!(text, "  unknown   {}", sanitise::line(what)),
        Standing::Unreadable(what) => writeln!(text, "  unreadable {}", sanitise::line(what)),
    };
}

/// An effect with what it is on, the word that it comes from where that is another, and the line that declares it.
fn effect_line(table: &Table, call: &Call, effect: &Effect) -> String {
    let mut line = String::new();
    if !effect.certain {
        line.push_str("perhaps ");
    }
    line.push_str(show::kind_words(effect.kind));
    if let Some(target) = show::target(effect) {
        let _ = write!(line, " {}", sanitise::line(&target));
    }
    let source = effect.origin.declared.map(|place| position(table, place));
    let word = effect.origin.word.and_then(|(start, end)| {
        let command = call.input.get("command").and_then(|command| command.as_str())?;
        let word = command.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
        let is_target = show::target(effect).is_some_and(|target| target.split(' ').next() == Some(word));
        (!is_target && !word.contains('\n')).then(|| format!("by {word}"))
    });
    let from: Vec<String> = word.into_iter().chain(effect.origin.note.iter().cloned()).chain(source).collect();
    if !from.is_empty() {
        let _ = write!(line, "   ({})", sanitise::line(&from.join("; ")));
    }
    line
}

fn position(table: &Table, place: Place) -> String {
    let file = usize::try_from(place.file).ok().and_then(|file| table.sources.get(file));
    format!("{}:{}", file.map_or("?", String::as_str), place.line)
}

fn stage_lines(text: &mut String, stage: &StageTrace) {
    let kind = match stage.kind {
        StageKind::Floor => "floor",
        StageKind::Stage => "stage",
        StageKind::Final => "final",
    };
    let _ = writeln!(text, "  {kind} {}", stage.stage);
    for rule in &stage.rules {
        let _ = writeln!(text, "    {}", rule_line(rule));
    }
}

fn rule_line(rule: &RuleTrace) -> String {
    let verdict = show::verdict_word(rule.verdict);
    let id = &rule.id;
    match &rule.result {
        RuleResult::Decides => format!("{id} {verdict}: decides"),
        RuleResult::DecidesInDoubt(atom) => format!("{id} {verdict}: only perhaps `{atom}`, so it asks"),
        RuleResult::Fails(atom) => format!("{id} {verdict}: not `{atom}`"),
        RuleResult::InDoubt(atom) => format!("{id} {verdict}: only perhaps `{atom}`, which is not enough"),
        RuleResult::NotUnderstood => {
            format!("{id} {verdict}: the unit is not understood, and the rule does not say `even`")
        }
    }
}
