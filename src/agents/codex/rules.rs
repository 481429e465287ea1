//! Codex's execution policy: `prefix_rule(pattern = […], decision = "…")` in `.rules` files.
//!
//! Its documentation (openai/codex, `codex-rs/execpolicy/README.md`) says: the words of `pattern` are compared in order, a list in it gives
//! alternatives, `decision` is `allow` where it is missing, else `allow`, `prompt` or `forbidden`; the strictest rule that matches holds.

use super::starlark::{self, Called, Value};
use crate::agents::rules::{Globs, Imported, What};
use crate::table::Verdict;

/// Most commands that the alternatives of one pattern may multiply to.
const MAX_ALTERNATIVES: usize = 256;

/// Reads a file of rules.
///
/// # Errors
/// The text cannot be read as calls.
pub fn import(text: &str) -> Result<Imported, String> {
    let mut imported = Imported::default();
    for called in starlark::calls(text)? {
        match called.name.as_str() {
            "prefix_rule" => {
                if let Err(why) = one(&mut imported, &called) {
                    imported.note(called.place, "prefix_rule", why);
                }
            }
            other => imported.note(called.place, other, "it has no counterpart here"),
        }
    }
    Ok(imported)
}

fn one(imported: &mut Imported, called: &Called) -> Result<(), &'static str> {
    let arguments = called.arguments.as_ref().ok_or("its arguments are no names with strings and lists")?;
    let argument = |name: &str| arguments.iter().find(|(own, _)| own == name).map(|(_, value)| value);
    let verdict = match argument("decision") {
        None => Verdict::Allow,
        Some(Value::Text(text)) => match text.as_str() {
            "allow" => Verdict::Allow,
            "prompt" => Verdict::Ask,
            "forbidden" => Verdict::Deny,
            _ => return Err("its decision is none of allow, prompt, forbidden"),
        },
        Some(Value::List(_) | Value::Other) => return Err("its decision is no string"),
    };
    let Some(Value::List(pattern)) = argument("pattern") else { return Err("its pattern is no list") };
    let mut commands: Vec<Vec<String>> = vec![Vec::new()];
    for token in pattern {
        let words: Vec<&String> = match token {
            Value::Text(word) => vec![word],
            Value::List(words) => words
                .iter()
                .map(|word| match word {
                    Value::Text(word) => Ok(word),
                    Value::List(_) | Value::Other => Err("an alternative in its pattern is no string"),
                })
                .collect::<Result<_, _>>()?,
            Value::Other => return Err("a part of its pattern is no string"),
        };
        if commands.len().saturating_mul(words.len()) > MAX_ALTERNATIVES {
            return Err("its alternatives are too many");
        }
        let longer = commands.iter().flat_map(|command| {
            words.iter().map(|word| command.iter().chain([*word]).cloned().collect::<Vec<String>>())
        });
        commands = longer.collect();
    }
    if pattern.is_empty() || commands.is_empty() {
        return Err("its pattern is empty and never matches");
    }
    for command in commands {
        let text = command.join(" ");
        match Globs::prefix(&command, true) {
            Some(words) => imported.entry(called.place, &text, verdict, What::Command(words)),
            None => imported.note(called.place, &text, "a word with a blank in it cannot stand in a rule"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
