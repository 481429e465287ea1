//! opencode's permissions: `permission` in `opencode.json`, for each tool an action or an object from pattern to action.
//!
//! Its documentation (opencode.ai/docs/permissions) says: the last rule that matches holds; `*` is any run of characters, `?` any
//! one; `~` and `$HOME` begin a path in the home. Here denials come before questions and these before what is allowed, so an earlier
//! rule that is stricter than a later one holds; the notes name such pairs.

use crate::agents::json;
use crate::agents::rules::{Globs, Imported, Place, Places, What, crossing};
use crate::table::Verdict;
use serde_json::Value;

/// Reads an `opencode.json`; comments in it are passed over.
///
/// # Errors
/// It is no JSON object, or has no `permission`.
pub fn import(text: &str) -> Result<Imported, String> {
    let plain = json::without_comments(text);
    let config = json::parse(plain.as_bytes())?;
    let mut imported = Imported::default();
    let all = Places::new(&plain).below("permission");
    let permission = config.get("permission").ok_or("there is no `permission` in it")?;
    let tools = match permission {
        Value::Object(tools) => tools.clone(),
        Value::String(_) => [("*".to_owned(), permission.clone())].into_iter().collect(),
        _ => return Err("`permission` is neither an object nor an action".into()),
    };
    for (tool, value) in &tools {
        let place = Places::new(&plain).below("permission").next(tool);
        match value {
            Value::String(action) => match verdict(action) {
                Some(verdict) => whole(&mut imported, place, tool, verdict),
                None => imported.note(place, tool, "its action is none of allow, ask, deny"),
            },
            Value::Object(rules) => {
                let mut places = all.below(tool);
                for (pattern, action) in rules {
                    let place = places.next(pattern);
                    match action.as_str().and_then(verdict) {
                        Some(verdict) => one(&mut imported, place, tool, pattern, verdict),
                        None => imported.note(place, pattern, "its action is none of allow, ask, deny"),
                    }
                }
            }
            _ => imported.note(place, tool, "it is neither an action nor an object"),
        }
    }
    Ok(imported)
}

fn verdict(action: &str) -> Option<Verdict> {
    match action {
        "allow" => Some(Verdict::Allow),
        "ask" => Some(Verdict::Ask),
        "deny" => Some(Verdict::Deny),
        _ => None,
    }
}

/// A rule for all calls of a tool.
fn whole(imported: &mut Imported, place: Place, tool: &str, verdict: Verdict) {
    match (tool, verdict) {
        ("*", Verdict::Allow) => {
            imported.note(place, tool, "what no rule names is asked here, unless it only reads");
        }
        ("*", verdict) => imported.otherwise = verdict,
        ("bash", Verdict::Ask) => {}
        ("edit", verdict) => {
            for tool in ["edit", "write", "patch"] {
                imported.entry(place, tool, verdict, What::Tool(tool.into()));
            }
        }
        (tool, verdict) if tool_name(tool) => imported.entry(place, tool, verdict, What::Tool(tool.into())),
        (tool, _) => imported.note(place, tool, "it names no tool"),
    }
}

fn tool_name(tool: &str) -> bool {
    !tool.is_empty() && tool.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '*' | '?' | '.'))
}

fn one(imported: &mut Imported, place: Place, tool: &str, pattern: &str, verdict: Verdict) {
    let shown = format!("{tool}: {pattern}");
    match tool {
        "bash" if pattern == "*" => whole_shell(imported, place, &shown, verdict),
        "bash" => imported.commands(place, &shown, verdict, Globs::over_line(pattern)),
        "read" | "edit" => match crossing(pattern, "{cwd}") {
            Some(glob) if tool == "read" => imported.entry(place, &shown, verdict, What::Reads(glob)),
            Some(glob) => imported.entry(place, &shown, verdict, What::Writes(glob)),
            None => imported.note(place, &shown, "its path cannot be written as a glob here"),
        },
        _ => imported.note(place, &shown, "patterns of this tool have no counterpart here"),
    }
}

fn whole_shell(imported: &mut Imported, place: Place, shown: &str, verdict: Verdict) {
    match verdict {
        Verdict::Allow => imported.note(place, shown, "what no rule names is asked here, unless it only reads"),
        // What no rule names is asked.
        Verdict::Ask => {}
        Verdict::Deny => {
            imported.note(
                place,
                shown,
                "what no rule names is asked here instead; write `deny always` in the final stage",
            );
        }
    }
}

#[cfg(test)]
mod tests;
