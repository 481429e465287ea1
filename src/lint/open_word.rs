//! L202: a glob of an allow that ends inside a word.

use super::{Subject, at};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{Atom, Entry, FactValue, Outcome, Place, Table, TextTest, Verdict};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L202"),
    title: "a wildcard inside a word",
    why: "`git log*` was meant for `git log` and its arguments, and takes `git logout` as well; `https://docs.example*` takes \
          `https://docs.example.evil.test/`. End the glob where the word ends: a last word `*` takes all further words, and a host \
          ends with `/`.",
    bad: r#"policy example language 1
tools { fetch contacts $url }
safe pages { tool fetch where $url matches "https://docs.example*" }
stage pages { allow when safe pages because "the manual" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { fetch contacts $url }
safe pages { tool fetch where $url matches "https://docs.example/*" }
stage pages { allow when safe pages because "the manual" }
final rest { ask always because "nothing here decides" }
"#,
};

/// Findings of everything that allows by a glob over text.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for entry in subject.table.safes.values().flatten() {
        match entry {
            Entry::Tool { name, arguments, at } => {
                findings.extend(open(name).map(|other| finding(*at, name, &other)));
                for test in arguments {
                    if let TextTest::Matches(glob) = &test.test {
                        findings.extend(open_host(glob).map(|other| finding(*at, glob, &other)));
                    }
                }
            }
            Entry::Command(_) => {}
        }
    }
    for rule in subject.table.stages.iter().flat_map(|stage| &stage.rules) {
        if rule.outcome == Outcome::Verdict(Verdict::Allow) {
            let names =
                rule.when.iter().filter_map(|atom| if let Atom::Tool(names) = atom { Some(names) } else { None });
            findings.extend(names.flatten().filter_map(|name| Some(finding(rule.at, name, &open(name)?))));
        }
    }
    findings.extend(defaults(subject.table));
    findings
}

/// Entries that a fact of type `rules` holds from the start. They have no place of their own: the rule that asks them has.
fn defaults(table: &Table) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (name, fact) in &table.facts {
        let Some(FactValue::Rules(lines)) = &fact.default else { continue };
        let rules = table.stages.iter().flat_map(|stage| &stage.rules);
        let mut asked = rules.filter(|rule| rule.when.contains(&Atom::Says(name.clone(), Verdict::Allow)));
        let Some(rule) = asked.next() else { continue };
        for line in lines {
            let Some(words) = line.strip_prefix("allow ") else { continue };
            let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
            let Some((at, glob)) = words.iter().enumerate().skip(1).find(|(_, word)| open(word).is_some()) else {
                continue;
            };
            let stem = glob.trim_end_matches('*');
            let other =
                sibling(table, words.get(1).copied().unwrap_or_default(), stem).unwrap_or_else(|| format!("{stem}x"));
            let call: Vec<&str> = words.iter().take(at).skip(1).copied().chain([other.as_str()]).collect();
            findings.push(finding(rule.at, line, &call.join(" ")));
        }
    }
    findings
}

/// A declared subcommand that the stem begins, other than itself.
fn sibling(table: &Table, program: &str, stem: &str) -> Option<String> {
    let command = table.commands.iter().find(|command| command.names.iter().any(|name| name == program))?;
    let names = command.subcommands.iter().flat_map(|sub| &sub.names);
    names.filter(|name| name.len() > stem.len() && name.starts_with(stem)).min().cloned()
}

fn finding(place: Place, glob: &str, other: &str) -> Diagnostic {
    let title = format!("`{glob}` takes more words than it seems to");
    let mut finding = Diagnostic::warning(PAGE.code, title, at(place), format!("it takes `{other}` as well"));
    finding.witness = Some(other.to_owned());
    finding.help("end the glob at the end of the word")
}

/// Another word that a glob like `log*` takes.
fn open(glob: &str) -> Option<String> {
    let stem = glob.strip_suffix('*')?;
    let word = stem.len() > 1 && stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    let inside = stem.ends_with(|c: char| c.is_ascii_alphanumeric());
    let other = format!("{stem}x");
    // A prefix that ends in `__` or `-` names a family, and is meant to.
    (word && inside && !stem.starts_with('-') && crate::decide::glob_matches(glob, &other)).then_some(other)
}

/// Another host that a glob like `https://docs.example*` takes.
fn open_host(glob: &str) -> Option<String> {
    let stem = glob.strip_suffix('*')?;
    let (_, host) = stem.split_once("://")?;
    let inside = !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:".contains(c));
    let other = format!("{stem}.evil.test/");
    (inside && crate::decide::glob_matches(glob, &other)).then_some(other)
}
