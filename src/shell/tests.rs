//! What the oracle cannot say: limits, dialects, parts of words, positions.

use std::time::{Duration, Instant};

use super::limits::{Limit, MAX_BYTES, MAX_COMMANDS, MAX_DEPTH, MAX_WORDS};
use super::tree::{Command, CommandKind, Glob, HereDoc, Name, Param, ParamOp, Part, PartKind, Quoting, Redirect, Word};
use super::{Dialect, Reason, Script, read};

mod limits;
mod parts;
mod posix;

fn bash(text: &str) -> Script<'_> {
    let script = read(text.as_bytes(), Dialect::Bash);
    assert_eq!(script.unreadable, None, "{text:?}");
    script
}

fn reason(text: &str, dialect: Dialect) -> Option<Reason> {
    read(text.as_bytes(), dialect).unreadable.map(|it| it.reason)
}

/// The words of all simple commands, as written.
fn words(script: &Script<'_>) -> Vec<String> {
    let simple = |command: &Command| match command.kind {
        CommandKind::Simple { words, .. } => script.get(words).to_vec(),
        _ => Vec::new(),
    };
    script.all::<Command>().iter().flat_map(simple).map(|word| script.text(word.span).to_owned()).collect()
}
