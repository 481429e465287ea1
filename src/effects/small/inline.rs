//! Python, JavaScript, Perl, Ruby and PHP given on a command line: code that runs, and what its text shows it to do.
//!
//! None of this is proof. Such a script always runs as inline code, and a name put together at run time, an `eval` or a
//! module of the working directory that shadows `json` hides anything. What the search finds is added as possible acts, so
//! that a policy can tell code that opens files for writing or starts programs from code that visibly does not. The text is
//! searched as it stands: a pattern inside a string or a comment counts, shell grammar does not apply (`value >> 16`).

mod arguments;
mod patterns;

use super::{Act, Code, Language, Name, Reading};
use crate::effects::public::is_public;
use arguments::{Argument, arguments};

/// What a word of a script tells.
#[derive(Clone, Copy)]
enum Finds {
    /// A call that writes the file in this argument.
    Writes(usize),
    /// A call that writes a file which is not an argument.
    WritesSomewhere,
    /// A call that removes the file in this argument.
    Deletes(usize),
    /// A call that removes a file which is not an argument.
    DeletesSomething,
    /// A call that opens the file in the first argument, in the mode in the second or named `mode`.
    Opens,
    /// A call on a file object that opens it, in the mode in the first argument.
    OpensItself,
    /// Perl's `open`: handle, mode, file, or handle and both in one.
    OpensHandle,
    /// A call that runs text in a shell.
    Shell,
    /// A call that starts a program: a list, a word, or a line.
    Spawns,
    /// The word alone shows that programs are started.
    Mentions,
    /// A call with a URL or host.
    Contacts,
    /// The word, or the name in its first argument or subscript, reads the environment.
    Environment,
}

/// Searches a script. Total: every text has a reading.
pub(super) fn read(language: Language, script: &str) -> Reading {
    let mut reading = Reading::default();
    reading.push(Act::Runs(Code::Inline(language)), true);
    let table = patterns::of(language);
    let mut found: Vec<(usize, &str, Finds)> = Vec::new();
    for (words, finds) in table {
        for word in words.split_whitespace() {
            found.extend(occurrences(script, word).map(|at| (at + word.len(), word, *finds)));
        }
    }
    found.sort_by_key(|(end, word, _)| (*end, usize::MAX - word.len()));
    // `os.path.open` is no `open`: of two words that end together the longer one counts.
    found.dedup_by_key(|(end, _, _)| *end);
    for (end, _, finds) in found {
        let rest = script.get(end..).unwrap_or_default();
        for act in acts(language, finds, rest) {
            reading.push(act, false);
        }
    }
    if patterns::has_backticks(language) && script.contains('`') || language == Language::Ruby && script.contains("%x")
    {
        reading.push(Act::Runs(Code::Shell(Name::Unknown)), false);
    }
    reading
}

/// Where the word stands for itself: not inside a longer name.
fn occurrences<'a>(script: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_name = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    script.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let bytes = script.as_bytes();
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        (word.starts_with('.') || !is_name(before)) && !is_name(bytes.get(at + word.len()))
    })
}

fn acts(language: Language, finds: Finds, rest: &str) -> Vec<Act> {
    let bare = matches!(language, Language::Perl | Language::Ruby);
    let call = arguments(language, rest, bare);
    let Some(call) = call else {
        return match finds {
            Finds::Mentions => vec![Act::Runs(Code::Program(Name::Unknown))],
            Finds::Environment => environment(language, rest),
            // Passed on or imported, to be called elsewhere.
            Finds::Shell => vec![Act::Runs(Code::Shell(Name::Unknown))],
            Finds::Spawns => vec![Act::Runs(Code::Program(Name::Unknown))],
            Finds::Writes(_)
            | Finds::WritesSomewhere
            | Finds::Deletes(_)
            | Finds::DeletesSomething
            | Finds::Opens
            | Finds::OpensItself
            | Finds::OpensHandle
            | Finds::Contacts => Vec::new(),
        };
    };
    let text = |index: usize| match call.get(index) {
        Some(Argument::Text(text)) => Name::Known(text.clone()),
        Some(Argument::List(_) | Argument::Named(..) | Argument::Other) | None => Name::Unknown,
    };
    match finds {
        Finds::Writes(index) => vec![Act::Writes(text(index))],
        Finds::WritesSomewhere => vec![Act::Writes(Name::Unknown)],
        Finds::Deletes(index) => vec![Act::Deletes(text(index))],
        Finds::DeletesSomething => vec![Act::Deletes(Name::Unknown)],
        Finds::Opens => opens(text(0), mode(&call, 1)),
        Finds::OpensItself => opens(Name::Unknown, mode(&call, 0)),
        Finds::OpensHandle => opens_handle(&call),
        Finds::Shell => vec![Act::Runs(Code::Shell(text(0)))],
        Finds::Spawns => match call.first() {
            Some(Argument::List(Some(program))) => vec![Act::Runs(Code::Program(Name::Known(program.clone())))],
            Some(Argument::Text(line)) if call.len() == 1 || line.contains(' ') => {
                vec![Act::Runs(Code::Shell(Name::Known(line.clone())))]
            }
            Some(Argument::Text(program)) => vec![Act::Runs(Code::Program(Name::Known(program.clone())))],
            Some(Argument::List(None) | Argument::Named(..) | Argument::Other) | None => {
                vec![Act::Runs(Code::Program(Name::Unknown))]
            }
        },
        Finds::Mentions => vec![Act::Runs(Code::Program(Name::Unknown))],
        Finds::Contacts => vec![Act::Contacts(match text(0) {
            Name::Known(url) => host(&url),
            Name::Unknown => Name::Unknown,
        })],
        Finds::Environment => match text(0) {
            Name::Known(name) if is_public(&name) => Vec::new(),
            Name::Known(_) | Name::Unknown => vec![Act::ReadsEnvironment],
        },
    }
}

/// How a file is opened.
enum Opening {
    Reading,
    Writing,
    Computed,
}

fn mode(call: &[Argument], index: usize) -> Opening {
    let named = call.iter().find_map(|argument| match argument {
        Argument::Named(name, value) if name == "mode" => Some(value.clone()),
        Argument::Named(..) | Argument::Text(_) | Argument::List(_) | Argument::Other => None,
    });
    let mode = match (named, call.get(index)) {
        (Some(mode), _) => mode,
        (None, Some(Argument::Text(mode))) => Some(mode.clone()),
        (None, None | Some(Argument::Named(..))) => return Opening::Reading,
        (None, Some(Argument::List(_) | Argument::Other)) => None,
    };
    match mode {
        Some(mode) if mode.contains(['w', 'a', 'x', '+', 'c']) => Opening::Writing,
        Some(_) => Opening::Reading,
        None => Opening::Computed,
    }
}

fn opens(file: Name, opening: Opening) -> Vec<Act> {
    match opening {
        Opening::Reading => vec![Act::Reads(file)],
        Opening::Writing => vec![Act::Writes(file)],
        Opening::Computed => vec![Act::Reads(file.clone()), Act::Writes(file)],
    }
}

fn opens_handle(call: &[Argument]) -> Vec<Act> {
    let (mode, file) = match call {
        [_, Argument::Text(mode), Argument::Text(file), ..] => (mode.trim().to_owned(), Name::Known(file.clone())),
        [_, Argument::Text(mode), _, ..] => (mode.trim().to_owned(), Name::Unknown),
        [_, Argument::Text(both)] => {
            let name = both.trim().trim_start_matches(['+', '<', '>']);
            (both.trim().to_owned(), Name::Known(name.trim().to_owned()))
        }
        _ => return vec![Act::Reads(Name::Unknown), Act::Writes(Name::Unknown), Act::Runs(Code::Shell(Name::Unknown))],
    };
    if mode.contains('|') {
        vec![Act::Runs(Code::Shell(Name::Unknown))]
    } else if mode.contains(['>', '+']) {
        vec![Act::Writes(file)]
    } else {
        vec![Act::Reads(file)]
    }
}

/// `os.environ["HOME"]`, `process.env.HOME`, `$ENV{HOME}`: a public variable is no act.
fn environment(language: Language, rest: &str) -> Vec<Act> {
    let rest = rest.trim_start_matches(['.', '[', '{', '\'', '"', '(']);
    let rest = if language == Language::Python {
        rest.trim_start_matches("get(").trim_start_matches(['\'', '"'])
    } else {
        rest
    };
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    if is_public(rest.get(..end).unwrap_or_default()) { Vec::new() } else { vec![Act::ReadsEnvironment] }
}

/// The host of a URL, or the text itself.
fn host(url: &str) -> Name {
    let after = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = after.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    if host.is_empty() { Name::Unknown } else { Name::Known(host.to_owned()) }
}

#[cfg(test)]
mod tests;
