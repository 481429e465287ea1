//! What must hold of every reading.

use policyc::shell::tree::{Command, CommandKind, List, Part, PartKind, Redirect, Span, Word};
use policyc::shell::{Dialect, Script, read};

use crate::dump;

/// Reads a text and says what does not hold.
pub fn check(bytes: &[u8], dialect: Dialect) -> Result<(), String> {
    let script = read(bytes, dialect);
    spans(&script)?;
    order(&script)?;
    bodies(&script, dialect)?;
    if let Some(it) = script.unreadable {
        if it.from > it.at {
            return Err(format!("unreadable from {} but at {}", it.from, it.at));
        }
        kept_lines_are_the_same(&script, it.from, dialect)?;
    }
    Ok(())
}

fn spans(script: &Script<'_>) -> Result<(), String> {
    let parts = script.all::<Part>().iter().map(|part| part.span);
    let literals = script.all::<Part>().iter().filter_map(|part| match part.kind {
        PartKind::Literal { text, .. } => Some(text),
        _ => None,
    });
    let words = script.all::<Word>().iter().map(|word| word.span);
    let commands = script.all::<Command>().iter().map(|command| command.span);
    let redirects = script.all::<Redirect>().iter().map(|redirect| redirect.span);
    for span in parts.chain(literals).chain(words).chain(commands).chain(redirects) {
        // `text` gives nothing for a span out of bounds, across the two texts, or not on character boundaries.
        if script.text(span).len() != span.len() as usize {
            return Err(format!("the span {span:?} is no text"));
        }
    }
    Ok(())
}

/// Spans of siblings follow each other.
fn order(script: &Script<'_>) -> Result<(), String> {
    let in_order = |spans: &mut dyn Iterator<Item = Span>, what: &str| {
        let mut end = 0;
        for span in spans {
            if span.start < end || span.end < span.start {
                return Err(format!("{what}: {span:?} after {end}"));
            }
            end = span.end;
        }
        Ok(())
    };
    for word in script.all::<Word>() {
        in_order(&mut script.get(word.parts).iter().map(|part| part.span), "parts")?;
        let within = script
            .get(word.parts)
            .iter()
            .all(|part| part.span.start >= word.span.start && part.span.end <= word.span.end);
        if !within {
            return Err(format!("a part outside its word {:?}", word.span));
        }
    }
    for command in script.all::<Command>() {
        in_order(&mut script.get(command.redirects).iter().map(|redirect| redirect.span), "redirects")?;
        if let CommandKind::Simple { assignments, words } = command.kind {
            let assignments = script.get(assignments).iter().map(|it| it.span);
            in_order(&mut assignments.chain(script.get(words).iter().map(|it| it.span)), "words")?;
        }
    }
    Ok(())
}

fn printed(script: &Script<'_>, list: List) -> (String, Vec<String>) {
    let dump = dump::list(script, list);
    (dump.text, dump.questions.into_iter().map(|question| question.script).collect())
}

fn bodies(script: &Script<'_>, dialect: Dialect) -> Result<(), String> {
    for part in script.all::<Part>() {
        let (PartKind::CommandSub { body, .. } | PartKind::ProcSub { body, .. }) = part.kind else {
            continue;
        };
        let text = script.text(body.span);
        let alone = read(text.as_bytes(), dialect);
        if let Some(it) = alone.unreadable {
            return Err(format!("the body {text:?} alone is unreadable: {}", it.reason));
        }
        if printed(script, body) != printed(&alone, alone.body) {
            return Err(format!("the body {text:?} alone is read otherwise"));
        }
    }
    Ok(())
}

/// What is kept before an unreadable line is what the text before it says.
fn kept_lines_are_the_same(script: &Script<'_>, from: u32, dialect: Dialect) -> Result<(), String> {
    let before = script.source().get(..from as usize).ok_or("unreadable from within a character")?;
    let alone = read(before.as_bytes(), dialect);
    if alone.unreadable.is_some()
        || printed(script, script.body).0.trim_end_matches([' ', ';'])
            != printed(&alone, alone.body).0.trim_end_matches([' ', ';'])
    {
        return Err(format!("the lines before {from} are read otherwise alone"));
    }
    Ok(())
}
