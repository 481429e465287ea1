//! L401: a place that has another name on another system.

use super::Subject;
use crate::compile::Compiled;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic, Location, Span};
use crate::table::{Anchor, PathMember};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L401"),
    title: "a place that lies elsewhere on other systems",
    why: "`/tmp` is the temporary directory on Linux; on macOS programs are given one below `/var/folders`, on Windows one below the \
          user's profile. `/home/me` is a home on Linux alone. `{tmp}` and `~` name the place wherever it lies, and the host says \
          where. (That `/tmp` and `/etc` are links into `/private` on macOS is known: either name will do.) A path that is meant for \
          one system stands in `on`.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
paths mine { "/tmp/mine/**" }
stage mine { ask when any writes in mine because "mine" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
paths mine { "{tmp}/mine/**" }
stage mine { ask when any writes in mine because "mine" }
final rest { ask always because "nothing here decides" }
"#,
};

/// Findings of the policy's own sets; those of the standard library are spelled for every system.
pub fn check(subject: &Subject<'_>, compiled: &Compiled) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for set in subject.table.paths.values() {
        for member in set.members.iter().chain(&set.except) {
            let PathMember::Glob { anchor: Anchor::Root, glob, on } = member else { continue };
            let Some(instead) = instead(glob).filter(|_| on.is_empty()) else { continue };
            let text = format!("\"/{glob}\"");
            for (file, source) in compiled.sources.iter().filter(|(_, source)| !source.name.starts_with("std/")) {
                for (start, _) in source.text.match_indices(&text) {
                    if inside_on(&source.text, start) {
                        continue;
                    }
                    let at = Location { file, span: Span::new(start, start + text.len()) };
                    let title = format!("`/{glob}` lies elsewhere on other systems");
                    findings.push(
                        Diagnostic::warning(PAGE.code, title, at, "the name of one system")
                            .help(format!("write `\"{instead}\"`, or put it into `on linux {{ }}`"))
                            .edit(at, format!("\"{instead}\""), format!("write `\"{instead}\"`")),
                    );
                }
            }
        }
    }
    findings.sort_by_key(Diagnostic::at);
    findings.dedup();
    findings
}

/// The spelling that holds everywhere.
fn instead(glob: &str) -> Option<String> {
    let below = |rest: &str, anchor: &str| {
        let rest = rest.trim_start_matches('/');
        if rest.is_empty() { anchor.to_owned() } else { format!("{anchor}/{rest}") }
    };
    for directory in ["tmp", "var/tmp"] {
        if let Some(rest) = glob.strip_prefix(directory)
            && (rest.is_empty() || rest.starts_with('/'))
        {
            return Some(below(rest, "{tmp}"));
        }
    }
    let (_, rest) = glob.strip_prefix("home/")?.split_once('/')?;
    Some(below(rest, "~"))
}

/// Whether the text before a place leaves an `on … {` open. The block holds strings alone, so the nearest brace decides.
fn inside_on(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    let Some(brace) = before.rfind(['{', '}']).filter(|at| before.get(*at..).is_some_and(|rest| rest.starts_with('{')))
    else {
        return false;
    };
    let line = before.get(..brace).unwrap_or_default();
    let line = line.rsplit('\n').next().unwrap_or_default();
    line.split_whitespace().any(|word| word == "on")
}
