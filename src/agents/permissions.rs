//! Permission strings of staged approval systems: `"shell rm *": deny`, one a line or as a JSON object.
//!
//! A string is a glob over the tool and its subject, anchored, in which `*` runs over everything; a denial wins, then the
//! longest, one with a `*` counting ten less. Here denials come before questions and these before what is allowed, so a longer rule that
//! allows does not win over a shorter one that asks; the notes name such pairs.

use super::json;
use super::rules::{Globs, Imported, Place, Places, What, crossing};
use crate::table::Verdict;
use serde_json::Value;

/// Reads a list of permission strings.
///
/// # Errors
/// A JSON object that is none.
pub fn import(text: &str) -> Result<Imported, String> {
    let mut imported = Imported::default();
    if text.trim_start().starts_with('{') {
        let Value::Object(rules) = json::parse(text.as_bytes())? else { return Err("it is no JSON object".into()) };
        let rules = match rules.get("permissions") {
            Some(Value::Object(rules)) => rules.clone(),
            Some(_) | None => rules,
        };
        let mut places = Places::new(text);
        for (pattern, verdict) in &rules {
            one(&mut imported, places.next(pattern), pattern, verdict.as_str().unwrap_or_default());
        }
        return Ok(imported);
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = Place::of(text, at + (line.len() - line.trim_start().len()));
        at += line.len();
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line == "permissions:" || line == "---" {
            continue;
        }
        match line.rsplit_once(':') {
            Some((pattern, verdict)) => {
                let pattern = pattern.trim();
                let bare = ['"', '\''].iter().find_map(|quote| pattern.strip_prefix(*quote)?.strip_suffix(*quote));
                let verdict = verdict.split('#').next().unwrap_or_default().trim();
                one(&mut imported, place, bare.unwrap_or(pattern), verdict.trim_matches(['"', '\'']));
            }
            None => imported.note(place, line, "it is no pattern with a verdict"),
        }
    }
    Ok(imported)
}

fn one(imported: &mut Imported, place: Place, pattern: &str, verdict: &str) {
    let verdict = match verdict {
        "allow" => Verdict::Allow,
        "ask" => Verdict::Ask,
        "deny" => Verdict::Deny,
        _ => return imported.note(place, pattern, "its verdict is none of allow, ask, deny"),
    };
    let (tool, subject) = pattern.split_once(' ').map_or((pattern, "*"), |(tool, subject)| (tool, subject.trim()));
    if tool.is_empty() || tool.chars().any(|c| matches!(c, '"' | '\\') || c.is_control()) {
        return imported.note(place, pattern, "it names no tool");
    }
    match tool {
        _ if subject == "*" => imported.entry(place, pattern, verdict, What::Tool(tool.to_owned())),
        "shell" => imported.commands(place, pattern, verdict, Globs::over_line(subject)),
        "read" | "attach_file" | "grep" | "glob" | "write" | "edit" | "multi_edit" => {
            match crossing(subject, "{workspace}") {
                Some(glob) if matches!(tool, "write" | "edit" | "multi_edit") => {
                    imported.entry(place, pattern, verdict, What::Writes(glob));
                }
                Some(glob) => imported.entry(place, pattern, verdict, What::Reads(glob)),
                None => imported.note(place, pattern, "its path cannot be written as a glob here"),
            }
        }
        _ => imported.note(place, pattern, "a pattern over this tool's arguments has no counterpart here"),
    }
}

#[cfg(test)]
mod tests;
