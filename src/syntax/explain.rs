//! Why a text did not match, in the author's words.
//!
//! The text is read again as what it most likely was meant to be: a clause of its block, or the item that its first word
//! names. How far that gets is the place, and what the grammar wanted there is the advice.

use super::grammar::{GRAMMAR, Grammar};
use super::recovery::first_word;
use super::{Node, Rule};
use crate::source::closest;
use crate::source::{Diagnostic, FileId, Location, Span, codes};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What a bad item or clause should have been.
pub(super) fn bad(text: &str, node: Node<'_>, item: Node<'_>, file: FileId) -> Diagnostic {
    let start = node.span().start as usize;
    let rest = text.get(start..(item.span().end as usize).max(node.span().end as usize)).unwrap_or_default();
    let (kind, what) = meant(node, item, rest);
    let failure = kind.map(|kind| attempt(kind, rest)).unwrap_or_default();
    let at = start + failure.offset.min(rest.len());
    let found = first_word(text.get(at..).unwrap_or_default());
    let span = Span::new(at, at + found.len());
    let place = Location { file, span };
    let (title, label) = if found.is_empty() || found == "\n" {
        (format!("{what} ends too early"), "more is needed here".to_owned())
    } else {
        (format!("`{}` does not fit here, in {what}", shortened(found)), "not understood".to_owned())
    };
    let mut problem = Diagnostic::error(codes::SYNTAX, title, place, label);
    if !VOCABULARY.contains(found)
        && let Some(close) = closest(found, VOCABULARY.iter().copied())
        && found.len() > 2
    {
        return problem.help(format!("did you mean `{close}`?")).edit(place, close, format!("write `{close}`"));
    }
    if found.starts_with('=') && matches!(kind, Some(Rule::paths | Rule::hosts)) {
        return problem.help("members stand in braces, without `=`: `{ \"{workspace}/src/**\" }`");
    }
    if !failure.expected.is_empty() {
        problem = problem.help(format!("expected {}", failure.expected.join(" or ")));
    }
    match kind.and_then(|kind| lacking(text, kind, node, item, at)) {
        Some((at, lacks)) => {
            let place = Location { file, span: Span::new(at, at) };
            let insert = if lacks.starts_with(',') || lacks == "\"" { lacks.to_owned() } else { format!("{lacks} ") };
            problem.edit(place, insert, format!("put in `{lacks}`"))
        }
        None => problem,
    }
}

/// Words and signs that are easily left out.
const LACKING: [&str; 9] = [",", "in", "when", "because", "and", "near", "language", "\"", "{"];

/// Bytes of a clause for which a word is looked for that it lacks.
const MAX_CLAUSE: usize = 4096;

/// Words that begin a condition.
const ATOMS: [&str; 9] = ["only", "no", "any", "surely", "safe", "tool", "reason", "unknown", "unreadable"];

/// The one word or sign with which the clause could be read, and where it belongs: where reading stopped, at the end of the
/// clause, or between it and the clause before.
fn lacking(text: &str, kind: Rule, node: Node<'_>, item: Node<'_>, stopped: usize) -> Option<(usize, &'static str)> {
    let (start, end) = (node.span().start as usize, node.span().end as usize);
    let end = start + text.get(start..end)?.trim_end().len();
    let before = item
        .descend()
        .filter(|other| other.rule() == kind && other.span().end as usize <= start)
        .last()
        .filter(|other| text.get(other.span().end as usize..start).is_some_and(|gap| gap.trim().is_empty()));
    let mut fits = Vec::new();
    for lacks in LACKING {
        let tries = if lacks == "\"" {
            vec![(start, end)]
        } else {
            let between = before.map(|other| (other.span().start as usize, start));
            between.into_iter().chain((stopped > start && stopped < end).then_some((start, stopped))).collect()
        };
        for (from, at) in tries {
            let at = if lacks == "," { text.get(..at)?.trim_end().len() } else { at };
            let glue = if lacks == "\"" || lacks == "," { "" } else { " " };
            if end - from > MAX_CLAUSE {
                continue;
            }
            let rest = text.get(at..end)?;
            let whole = [text.get(from..at)?, lacks, glue, rest].concat();
            let next = first_word(rest.trim_start());
            // Any word would do for the name of a fact or a set; only what begins another condition is taken for one, and a
            // word of the language is another effect, any other the place of the one before.
            let fits_there = match lacks {
                "and" => ATOMS.contains(&next),
                "in" => !VOCABULARY.contains(next),
                "," => VOCABULARY.contains(next) || !reads_whole(kind, &[text.get(from..at)?, " in ", rest].concat()),
                _ => true,
            };
            if fits_there && reads_whole(kind, &whole) {
                fits.push((at, lacks));
            }
        }
    }
    match fits.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

fn reads_whole(kind: Rule, text: &str) -> bool {
    let Ok(pairs) = Grammar::parse(kind, text) else { return false };
    pairs.last().is_some_and(|pair| pair.as_span().end() == text.len())
}

/// A word as a message shows it.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", word.get(..end).unwrap_or_default()),
        None => word.to_owned(),
    }
}

#[derive(Default)]
struct Failure {
    offset: usize,
    expected: Vec<&'static str>,
}

/// The rule that a text should have matched, and what that is called.
fn meant(node: Node<'_>, item: Node<'_>, rest: &str) -> (Option<Rule>, &'static str) {
    let word = first_word(rest);
    if node.rule() == Rule::bad_item {
        let kind = match word {
            "policy" => Rule::policy,
            "use" => Rule::use_file,
            "facts" => Rule::facts,
            "tools" => Rule::tools,
            "paths" => Rule::paths,
            "hosts" => Rule::hosts,
            "command" | "builtin" | "wrapper" => Rule::command,
            "options" => Rule::options,
            "pattern" => Rule::pattern,
            "safe" => Rule::safe,
            "classify" => Rule::classify,
            "table" => Rule::table,
            "floor" => Rule::floor,
            "stage" => Rule::stage,
            "final" => Rule::last_stage,
            "resolve" => Rule::resolve,
            "assert" => Rule::assert,
            "test" => Rule::test,
            "accept" => Rule::accept,
            _ => return (None, "a policy"),
        };
        return (Some(kind), "this item");
    }
    match item.rule() {
        Rule::floor | Rule::stage | Rule::last_stage | Rule::resolve => (Some(Rule::decision), "a rule"),
        Rule::safe | Rule::pattern => (Some(Rule::entry), "an entry"),
        Rule::facts => (Some(Rule::fact), "a fact"),
        Rule::tools => (Some(Rule::tool), "a tool"),
        Rule::paths | Rule::hosts => (Some(Rule::member), "a set"),
        Rule::classify => (Some(Rule::class_row), "a class"),
        Rule::table => (Some(Rule::row), "a row of the table"),
        Rule::test => (Some(Rule::test_case), "a test case"),
        _ => {
            let kind = match word {
                "dialect" => Rule::dialect,
                "flag" => Rule::flag,
                "option" => Rule::option,
                "operand" => Rule::operand,
                "does" => Rule::does,
                "when" => Rule::branches,
                "sub" => Rule::sub,
                "include" => Rule::include,
                "env" => Rule::env,
                "prints" => Rule::prints,
                _ => return (None, "a declaration"),
            };
            (Some(kind), "a clause of a declaration")
        }
    }
}

fn attempt(kind: Rule, rest: &str) -> Failure {
    let Err(error) = Grammar::parse(kind, rest) else { return Failure::default() };
    let offset = match error.location {
        InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
    };
    let mut expected: Vec<&'static str> = Vec::new();
    if let ErrorVariant::ParsingError { positives, .. } = error.variant {
        for word in positives.into_iter().filter_map(words_for) {
            if !expected.contains(&word) {
                expected.push(word);
            }
        }
    }
    expected.truncate(4);
    Failure { offset, expected }
}

/// What a rule is called by those who write policies; `None` for what needs no saying.
fn words_for(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::verdict => "a verdict (`allow`, `ask` or `deny`)",
        Rule::decide => "`decide`",
        Rule::always => "`always` or `when …`",
        Rule::name | Rule::term_name | Rule::set_name | Rule::truth | Rule::variable => "a name",
        Rule::called | Rule::program | Rule::entry_word | Rule::word | Rule::words => "a program's name",
        Rule::string => "a text in quotes",
        Rule::number => "a number",
        Rule::because => "`because \"…\"`",
        Rule::atom | Rule::condition | Rule::quantifier | Rule::quantified => "a condition such as `only reads`",
        Rule::term | Rule::verb | Rule::effect | Rule::effects => "an effect such as `reads`",
        Rule::spelling | Rule::option_one | Rule::spellings => "an option such as `-o|--output`",
        Rule::value | Rule::metavar => "what stands there, such as `FILE`",
        Rule::operand_shape => "an operand such as `FILE` or `[FILE]...`",
        Rule::clauses | Rule::rules | Rule::cases => "a block `{ … }`",
        Rule::family => "a dialect (gnu, posix, git, find, keyval, go, tar, words)",
        Rule::given_one | Rule::given_any => "a condition such as `-o` or `operands >= 1`",
        Rule::fact_type | Rule::fact_name => "values such as `false < true`, or `count`, `path`, `rules`",
        Rule::fact_value | Rule::given_value => "a value",
        Rule::comparison => "a comparison such as `=`",
        Rule::tool_effect => "what the tool does, such as `reads $path`",
        Rule::tool_name => "a tool's name",
        Rule::argument | Rule::argument_name => "an argument such as `$path`",
        Rule::call | Rule::tick => "a command line in backquotes, or a tool with its arguments in JSON",
        Rule::json => "arguments in JSON",
        Rule::use_path => "`std/…` or `./file`",
        Rule::code => "a lint's code",
        Rule::date => "a date such as 2027-01-31",
        Rule::side => "a case such as ``allow `ls` ``",
        Rule::member => "a path in quotes or the name of a set",
        Rule::case => "a case such as `\"glob\" effects`",
        _ => return None,
    })
}

/// All words of the grammar.
static VOCABULARY: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    GRAMMAR
        .lines()
        .filter(|line| !line.starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
        .collect()
});
