//! `policyc check --fix`: makes the edits that findings suggest.
//!
//! What is gravest is mended first: what is said of a text that is not wholly read may be wrong. An edit is made only if it
//! leaves less to complain about and nothing new. All edits of a round are tried together, and one by one if together they are no
//! better. The file is written once, whole, when all is done.

use super::exit::Failure;
use super::judged::{self, Judged, Lints};
use super::{files, policy};
use crate::lint::cases;
use crate::source::{Code, Diagnostic, Edit, Severity, edits};
use std::collections::BTreeMap;
use std::path::Path;

/// Rounds of edits to one file; each leaves less than the one before.
const MAX_ROUNDS: usize = 64;

/// Makes the edits that findings in a file suggest, and says which: the place before the edit, the code, and what was done.
///
/// # Errors
/// The file cannot be read or written, or somebody else has written it meanwhile.
pub fn fix(path: &Path, lints: Lints<'_>) -> Result<Vec<String>, Failure> {
    if path.as_os_str() == "-" {
        return Err(Failure::usage("--fix changes files, so standard input cannot be fixed"));
    }
    let original = files::read_text(path)?;
    let mut text = original.clone();
    let mut told = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let before = judge(path, &text, lints)?;
        match round(path, &text, &before, lints)? {
            Some((better, made)) => {
                text = better;
                told.extend(made);
            }
            None => break,
        }
    }
    if text != original {
        if files::read_text(path)? != original {
            return Err(Failure::io(format!("{}: it was changed meanwhile, so nothing was fixed", path.display())));
        }
        files::write(path, text.as_bytes())?;
    }
    Ok(told)
}

fn judge(path: &Path, text: &str, lints: Lints<'_>) -> Result<Judged, Failure> {
    judged::judge(path, policy::compile_text(path, text), Some(lints), false)
}

/// The text after one round that is better than the one before, with what was done; `None` where no edit helps.
fn round(path: &Path, text: &str, before: &Judged, lints: Lints<'_>) -> Result<Option<(String, Vec<String>)>, Failure> {
    let entry = before.compiled.sources.iter().next().map(|(file, _)| file);
    let found = before.all();
    let Some(gravest) = found.iter().map(grade).min() else { return Ok(None) };
    let suggested: Vec<(&Diagnostic, &Edit)> = found
        .iter()
        .filter(|finding| grade(finding) == gravest)
        .filter_map(|finding| Some((finding, finding.edit.as_ref()?)))
        .filter(|(_, edit)| Some(edit.at.file) == entry)
        .collect();
    let all: Vec<&Edit> = suggested.iter().map(|(_, edit)| *edit).collect();
    let say = |index: &usize| {
        let (finding, edit) = suggested.get(*index)?;
        let place = before.compiled.sources.position(edit.at);
        Some(format!("fixed {place}: {} ({})", edit.title, finding.code))
    };
    let alone = (0..all.len()).map(|index| (index, all.get(index..=index).unwrap_or_default()));
    let tries = std::iter::once((0, all.as_slice())).chain(alone.filter(|_| all.len() > 1));
    for (from, edits) in tries {
        let (changed, applied) = edits::apply(text, edits);
        if changed != text && is_better(&judge(path, &changed, lints)?.all(), &found, gravest) {
            let made = applied.iter().filter_map(|index| say(&(from + index))).collect();
            return Ok(Some((changed, made)));
        }
    }
    Ok(None)
}

/// How grave findings are, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    /// Text that cannot be read: behind it anything may hide.
    Unread,
    /// The policy cannot be compiled.
    Refused,
    /// A case fails, or a lint finds an error.
    Wrong,
    /// Worth a look.
    Doubtful,
}

fn grade(finding: &Diagnostic) -> Grade {
    let code = finding.code.0;
    match finding.severity {
        Severity::Error if code.starts_with("P0") => Grade::Unread,
        Severity::Error if code.starts_with('P') && finding.code != cases::PAGE.code => Grade::Refused,
        Severity::Error => Grade::Wrong,
        Severity::Warning | Severity::Note => Grade::Doubtful,
    }
}

/// Of the grade that was to be mended there is less, and of no code of it or of a graver one is there more. What is less grave
/// may show only now.
fn is_better(after: &[Diagnostic], before: &[Diagnostic], mended: Grade) -> bool {
    let counts = |findings: &[Diagnostic]| {
        let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
        for finding in findings.iter().filter(|finding| grade(finding) <= mended) {
            *counts.entry(finding.code).or_default() += 1;
        }
        counts
    };
    let (after, before) = (counts(after), counts(before));
    let no_more = after.iter().all(|(code, count)| before.get(code).is_some_and(|known| count <= known));
    no_more && after.values().sum::<usize>() < before.values().sum()
}
