//! Claude Code's permission rules: `permissions` in `settings.json`, three lists of `Tool` or `Tool(specifier)`.
//!
//! Its documentation (code.claude.com/docs/en/permissions) says: denials first, then questions, then what is allowed, however
//! specific; a `Bash` rule is held against each command of a line; `*` runs over blanks, and a last ` *` or `:*` takes the bare command
//! as well; paths follow gitignore, with `//` for the root of the file system, `~/` for the home, `/` for the project and anything
//! else for the working directory; only `Read` and `Edit` take paths.

use crate::agents::json;
use crate::agents::rules::{Globs, Imported, Place, Places, What};
use crate::hosts::HostPattern;
use crate::paths::PathGlob;
use crate::table::Verdict;
use serde_json::Value;

/// Reads a `settings.json`.
///
/// # Errors
/// It is no JSON object, or `permissions` is none.
pub fn import(text: &str) -> Result<Imported, String> {
    let settings = json::parse(text.as_bytes())?;
    let permissions = match settings.get("permissions") {
        Some(Value::Object(permissions)) => permissions,
        Some(_) => return Err("`permissions` is no object".into()),
        None => return Err("there is no `permissions` in it".into()),
    };
    let mut imported = Imported::default();
    let all = Places::new(text).below("permissions");
    for (name, value) in permissions {
        let place = Places::new(text).below("permissions").next(name);
        let mut places = all.below(name);
        let verdict = match name.as_str() {
            "allow" => Verdict::Allow,
            "ask" => Verdict::Ask,
            "deny" => Verdict::Deny,
            other => {
                imported.note(place, other, "it is no list of rules, and stays with the agent");
                continue;
            }
        };
        let Value::Array(rules) = value else {
            imported.note(place, name, "it is no list");
            continue;
        };
        for rule in rules {
            match rule {
                Value::String(rule) => one(&mut imported, places.next(rule), rule, verdict),
                other => imported.note(place, &other.to_string(), "it is no text"),
            }
        }
    }
    Ok(imported)
}

fn one(imported: &mut Imported, place: Place, rule: &str, verdict: Verdict) {
    let (tool, specifier) = match rule.split_once('(') {
        None => (rule.trim(), None),
        Some((tool, rest)) => match rest.strip_suffix(')') {
            Some(specifier) => (tool.trim(), Some(specifier.trim()).filter(|specifier| *specifier != "*")),
            None => return imported.note(place, rule, "its bracket is not closed"),
        },
    };
    if tool.is_empty() || tool.chars().any(|c| c.is_whitespace() || c == '"' || c == '\\') {
        return imported.note(place, rule, "it names no tool");
    }
    match (tool, specifier) {
        ("Bash", Some(glob)) => imported.commands(place, rule, verdict, command(glob)),
        ("Read", Some(path)) => path_rule(imported, place, rule, verdict, path, What::Reads),
        ("Edit", Some(path)) => path_rule(imported, place, rule, verdict, path, What::Writes),
        ("Write" | "MultiEdit" | "NotebookEdit", Some(path)) if verdict != Verdict::Allow => {
            imported.note(place, rule, "the agent itself takes paths from Edit(…) only; here it is meant as written");
            path_rule(imported, place, rule, verdict, path, What::Writes);
        }
        ("WebFetch", Some(specifier)) => match specifier.strip_prefix("domain:") {
            Some(domain) if HostPattern::parse(domain).is_ok() => {
                imported.entry(place, rule, verdict, What::Host(domain.to_owned()));
            }
            Some(_) | None => imported.note(place, rule, "it is no domain that a host set can name"),
        },
        (tool, None) => {
            // `mcp__server` is all tools of that server.
            let one_server = tool.strip_prefix("mcp__").is_some_and(|name| !name.contains("__"));
            let glob = if one_server { format!("{tool}__*") } else { tool.to_owned() };
            imported.entry(place, rule, verdict, What::Tool(glob));
        }
        (_, Some(_)) => imported.note(place, rule, "what stands in its brackets has no counterpart here"),
    }
}

/// `npm run test:*` is `npm run test *`.
fn command(glob: &str) -> Globs {
    let glob = glob.strip_suffix(":*").map_or(glob.to_owned(), |prefix| format!("{prefix} *"));
    Globs::over_line(&glob)
}

fn path_rule(
    imported: &mut Imported,
    place: Place,
    rule: &str,
    verdict: Verdict,
    path: &str,
    what: fn(String) -> What,
) {
    match path_glob(path) {
        Some(glob) => imported.entry(place, rule, verdict, what(glob)),
        None => imported.note(place, rule, "its path cannot be written as a glob here"),
    }
}

/// A gitignore pattern as a glob of the policy language. What names a directory speaks for all below it.
fn path_glob(path: &str) -> Option<String> {
    if path.starts_with('!') || path.contains(['\\', '{', '"']) {
        return None;
    }
    let (anchor, rest) = if let Some(rest) = path.strip_prefix("//") {
        (String::new(), rest)
    } else if let Some(rest) = path.strip_prefix("~/") {
        ("~".to_owned(), rest)
    } else if let Some(rest) = path.strip_prefix('/') {
        ("{workspace}".to_owned(), rest)
    } else if let Some(rest) = path.strip_prefix("./") {
        ("{cwd}".to_owned(), rest)
    } else if path.trim_end_matches('/').contains('/') {
        ("{cwd}".to_owned(), path)
    } else {
        // A bare name is meant at any depth.
        ("{cwd}/**".to_owned(), path)
    };
    let rest = rest.trim_end_matches('/');
    if rest.is_empty() || rest.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return None;
    }
    let below = if rest.ends_with("**") { "" } else { "/**" };
    let glob = format!("{anchor}/{rest}{below}");
    PathGlob::parse(&glob, None).is_ok().then_some(glob)
}

#[cfg(test)]
mod tests;
