//! `--update`: reason codes as the policy now gives them.
//!
//! Only what a case says of its reason is written. A verdict is never changed: a case whose verdict is wrong is a
//! question to its author.

use crate::cli::exit::Failure;
use crate::cli::files;
use crate::lint::cases::{Failed, FailedKind};
use crate::source::{Edit, FileId, Location, Sources, edits};
use crate::syntax::{self, Rule};
use std::path::Path;

/// Writes the codes and says which.
///
/// # Errors
/// The file cannot be written.
pub fn update(path: &Path, sources: &Sources, failed: &[Failed]) -> Result<Vec<String>, Failure> {
    let file = FileId(0);
    let Some(source) = sources.get(file) else { return Ok(Vec::new()) };
    let (tree, _) = syntax::parse(&source.text, file);
    let wrong = failed.iter().filter(|failed| failed.kind == FailedKind::WrongReason && failed.spelled.is_none());
    let mut edits: Vec<Edit> = Vec::new();
    for failed in wrong {
        let mut sides = tree.walk(&source.text).filter(|node| node.rule() == Rule::side);
        let side = sides.find(|node| failed.at == Location { file, span: node.span() });
        if let Some(name) = side.and_then(|side| side.first(Rule::name)) {
            let code = failed.found.code.clone();
            let title = format!("`{}` → `{code}`", name.text());
            edits.push(Edit { at: Location { file, span: name.span() }, replacement: code, title });
        }
    }
    if edits.is_empty() {
        return Ok(Vec::new());
    }
    let (text, applied) = edits::apply(&source.text, &edits.iter().collect::<Vec<_>>());
    files::write(path, text.as_bytes())?;
    let made = applied.iter().filter_map(|index| edits.get(*index));
    Ok(made.map(|edit| format!("updated {}: {}", sources.position(edit.at), edit.title)).collect())
}
