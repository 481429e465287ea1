//! The options of one command in their other forms, level by level down to its subcommand.

use super::{Spelling, Way, Written, replaced};
use crate::shell::quoted;
use crate::table::{ClauseKind, Command, Family, OptionDecl, ValueType};

/// One option as it is given.
#[derive(Debug, Clone)]
struct Given<'c> {
    option: &'c OptionDecl,
    /// With its dashes.
    name: String,
    value: Option<String>,
    /// The value stands in the same word.
    glued: bool,
}

/// One word, or an option with its value.
#[derive(Debug, Clone)]
enum Token<'c> {
    /// The options of one word, the last perhaps with a value from the next.
    Options(Vec<Given<'c>>),
    /// An operand, or whatever is left as it is.
    Kept(String),
    /// `--`.
    End,
}

/// A program or subcommand with the words that are its own.
struct Level<'c> {
    command: &'c Command,
    tokens: Vec<Token<'c>>,
    /// All its words were understood, and no other level follows.
    whole: bool,
}

/// The words of each token of a level in another form.
type Form = fn(&Level<'_>) -> Vec<Vec<String>>;

/// Adds the line with the command's options in each other form.
pub(super) fn respell(source: &str, words: &[Written], command: &Command, out: &mut Vec<Spelling>) {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
    let levels = levels(words, command);
    let plain = render(&levels, |level| level.tokens.clone());
    let forms: [(Way, Form); 8] = [
        (Way::Clustered, |level| words_of(&clustered(&level.tokens))),
        (Way::Split, |level| words_of(&split(&level.tokens))),
        (Way::Glued, |level| words_of(&each(level, |given| glued(level.command, given)))),
        (Way::Separated, |level| words_of(&each(level, |given| Given { glued: false, ..given.clone() }))),
        (Way::Abbreviated, |level| words_of(&each(level, |given| abbreviated(level.command, given)))),
        (Way::Renamed, |level| words_of(&each(level, renamed))),
        (Way::Reordered, |level| words_of(&options_last(level))),
        (Way::Reordered, |level| words_of(&ended(level))),
    ];
    for (way, form) in forms {
        let spelled: Vec<String> = levels.iter().flat_map(form).flatten().collect();
        if spelled != plain {
            let line = [first.source.clone(), spelled.join(" ")].join(" ");
            out.push(Spelling { line: replaced(source, &(first.at.start..last.at.end), &line), way });
        }
    }
}

fn render<'c>(levels: &[Level<'c>], form: impl Fn(&Level<'c>) -> Vec<Token<'c>>) -> Vec<String> {
    levels.iter().flat_map(|level| words_of(&form(level))).flatten().collect()
}

/// The words of each token.
fn words_of(tokens: &[Token<'_>]) -> Vec<Vec<String>> {
    let word = |token: &Token<'_>| match token {
        Token::Kept(source) => vec![source.clone()],
        Token::End => vec!["--".to_owned()],
        Token::Options(given) => options(given),
    };
    tokens.iter().map(word).collect()
}

fn options(given: &[Given<'_>]) -> Vec<String> {
    let mut word = String::new();
    let mut more = None;
    for given in given {
        let name = if word.is_empty() { given.name.as_str() } else { given.name.trim_start_matches('-') };
        word.push_str(name);
        match &given.value {
            Some(value) if given.glued => {
                if given.name.starts_with("--") {
                    word.push('=');
                }
                word.push_str(value);
            }
            Some(value) => more = Some(quoted(value)),
            None => {}
        }
    }
    std::iter::once(quoted(&word)).chain(more).collect()
}

fn levels<'c>(words: &[Written], program: &'c Command) -> Vec<Level<'c>> {
    let mut levels = Vec::new();
    let mut command = program;
    let mut at = 1;
    loop {
        let (tokens, sub, next) = read(words, at, command);
        levels.push(Level { command, whole: next == words.len() && sub.is_none(), tokens });
        at = next;
        match sub {
            Some(sub) => command = sub,
            None => break,
        }
    }
    if let Some(level) = levels.last_mut() {
        level.tokens.extend(words.iter().skip(at).map(|word| Token::Kept(word.source.clone())));
    }
    levels
}

/// The tokens of one level, the subcommand that ends it, and the index of the first word that is no longer its own. It ends
/// also where a word is not understood.
fn read<'c>(words: &[Written], start: usize, command: &'c Command) -> (Vec<Token<'c>>, Option<&'c Command>, usize) {
    let mut tokens = Vec::new();
    let mut at = start;
    if !matches!(command.dialect.family, Family::Gnu | Family::Git | Family::Posix) {
        return (tokens, None, at);
    }
    while let Some(word) = words.get(at) {
        let Some(text) = word.text.as_deref() else { break };
        if text == "--" {
            tokens.push(Token::End);
            tokens.extend(words.iter().skip(at + 1).map(|word| Token::Kept(word.source.clone())));
            return (tokens, None, words.len());
        }
        if !text.starts_with('-') || text == "-" {
            if let Some(sub) = command.subcommands.iter().find(|sub| sub.names.iter().any(|name| name == text)) {
                tokens.push(Token::Kept(word.source.clone()));
                return (tokens, Some(sub), at + 1);
            }
            if !command.subcommands.is_empty() || wraps(command) {
                break;
            }
            if stops(command) {
                tokens.extend(words.iter().skip(at).map(|word| Token::Kept(word.source.clone())));
                return (tokens, None, words.len());
            }
            tokens.push(Token::Kept(word.source.clone()));
            at += 1;
            continue;
        }
        let next = words.get(at + 1).and_then(|next| next.text.as_deref());
        let Some((given, took)) = option(command, text, next) else { break };
        let last = given.last().is_some_and(|given| given.option.last);
        tokens.push(Token::Options(given));
        at += took;
        if last {
            break;
        }
    }
    (tokens, None, at)
}

/// Options end at the first operand.
fn stops(command: &Command) -> bool {
    command.dialect.in_order || command.dialect.family == Family::Posix || wraps(command)
}

/// Some operand is a command.
fn wraps(command: &Command) -> bool {
    command.clauses.iter().any(|clause| match &clause.kind {
        ClauseKind::Operands(operands) => operands.iter().any(|operand| operand.value.kind == ValueType::Argv),
        ClauseKind::Does(_) | ClauseKind::Prints(_) | ClauseKind::Sandboxed => false,
    })
}

fn find<'c>(command: &'c Command, name: &str) -> Option<&'c OptionDecl> {
    command.options.iter().find(|option| option.spellings.iter().any(|own| own == name))
}

/// The options of one word and how many words they take; `None` where that is not plain.
fn option<'c>(command: &'c Command, text: &str, next: Option<&str>) -> Option<(Vec<Given<'c>>, usize)> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) if text.starts_with("--") => (name, Some(value.to_owned())),
        Some(_) | None => (text, None),
    };
    if text.len() > 2
        && let Some(option) = find(command, name)
    {
        return one(option, name, value, next);
    }
    if text.starts_with("--") {
        return None;
    }
    let mut all = Vec::new();
    let mut letters = text.chars();
    letters.next();
    while let Some(letter) = letters.next() {
        let name = format!("-{letter}");
        let option = find(command, &name)?;
        let rest = letters.as_str();
        if option.values.is_empty() {
            all.push(Given { option, name, value: None, glued: false });
        } else {
            let value = (!rest.is_empty()).then(|| rest.to_owned());
            let (given, took) = one(option, &name, value, next)?;
            all.extend(given);
            return Some((all, took));
        }
    }
    Some((all, 1))
}

fn one<'c>(
    option: &'c OptionDecl,
    name: &str,
    value: Option<String>,
    next: Option<&str>,
) -> Option<(Vec<Given<'c>>, usize)> {
    let given = |value, glued| vec![Given { option, name: name.to_owned(), value, glued }];
    match (option.values.as_slice(), value) {
        ([], None) => Some((given(None, false), 1)),
        ([only], _) if only.kind == ValueType::Argv => None,
        ([_], Some(value)) => Some((given(Some(value), true), 1)),
        ([_], None) if option.optional => Some((given(None, false), 1)),
        ([_], None) => Some((given(Some(next?.to_owned()), false), 2)),
        ([] | [_, _, ..], _) => None,
    }
}

fn each<'c>(level: &Level<'c>, form: impl Fn(&Given<'c>) -> Given<'c>) -> Vec<Token<'c>> {
    let token = |token: &Token<'c>| match token {
        // Inside a cluster only letters can stand, and only the last can have a value.
        Token::Options(given) => match given.as_slice() {
            [.., last] => {
                let mut changed = given.clone();
                changed.pop();
                let new = allowed(form(last), last);
                if changed.is_empty() || !new.name.starts_with("--") {
                    changed.push(new);
                } else {
                    return vec![Token::Options(changed), Token::Options(vec![new])];
                }
                vec![Token::Options(changed)]
            }
            [] => vec![token.clone()],
        },
        Token::Kept(_) | Token::End => vec![token.clone()],
    };
    level.tokens.iter().flat_map(token).collect()
}

/// An optional value is always glued, an empty one cannot be glued to a letter, and a long name needs more than a letter.
fn allowed<'c>(new: Given<'c>, old: &Given<'c>) -> Given<'c> {
    let long = new.name.starts_with("--");
    let empty = new.value.as_deref().is_some_and(str::is_empty);
    let glued = match (&new.value, new.option.optional) {
        (None, _) => false,
        (Some(_), true) => true,
        (Some(_), false) => new.glued && (long || !empty),
    };
    if old.option.spellings.iter().any(|own| own == &old.name) && !is_getopt(&new.name) {
        old.clone()
    } else {
        Given { glued, ..new }
    }
}

fn is_getopt(name: &str) -> bool {
    name.starts_with("--") || name.chars().count() == 2
}

fn clustered<'c>(tokens: &[Token<'c>]) -> Vec<Token<'c>> {
    let mut out: Vec<Token<'c>> = Vec::new();
    for token in tokens {
        match (out.last_mut(), token) {
            (Some(Token::Options(before)), Token::Options(more))
                if before.iter().all(|given| is_letter(given) && given.option.values.is_empty())
                    && more.iter().all(is_letter) =>
            {
                before.extend(more.iter().cloned());
            }
            _ => out.push(token.clone()),
        }
    }
    out
}

fn is_letter(given: &Given<'_>) -> bool {
    given.name.chars().count() == 2
}

fn split<'c>(tokens: &[Token<'c>]) -> Vec<Token<'c>> {
    let token = |token: &Token<'c>| match token {
        Token::Options(given) => given.iter().map(|given| Token::Options(vec![given.clone()])).collect(),
        Token::Kept(_) | Token::End => vec![token.clone()],
    };
    tokens.iter().flat_map(token).collect()
}

/// The value in the option's word, unless the dialect never glues one to a letter.
fn glued<'c>(command: &Command, given: &Given<'c>) -> Given<'c> {
    let glued = given.glued || !(command.dialect.apart && is_letter(given));
    Given { glued, ..given.clone() }
}

/// The shortest beginning that names this option alone.
fn abbreviated<'c>(command: &Command, given: &Given<'c>) -> Given<'c> {
    if !command.dialect.abbreviations || !given.name.starts_with("--") {
        return given.clone();
    }
    let alone = |name: &&str| {
        let mut others = command.options.iter().filter(|option| !std::ptr::eq(*option, given.option));
        !others.any(|option| option.spellings.iter().any(|own| own.starts_with(*name)))
    };
    let shortest = (3..given.name.len()).filter_map(|end| given.name.get(..end)).find(alone);
    Given { name: shortest.unwrap_or(&given.name).to_owned(), ..given.clone() }
}

/// The option's next spelling.
fn renamed<'c>(given: &Given<'c>) -> Given<'c> {
    let names: Vec<&String> = given.option.spellings.iter().filter(|name| is_getopt(name) && *name != "-NUM").collect();
    let at = names.iter().position(|name| **name == given.name);
    let name = at.and_then(|at| names.iter().cycle().nth(at + 1)).map_or(&given.name, |name| *name);
    // A word of its own, and a value that every form of the name takes.
    Given { name: name.clone(), glued: given.option.optional || name.starts_with("--"), ..given.clone() }
}

/// Options behind operands, where the program looks for them everywhere.
fn options_last<'c>(level: &Level<'c>) -> Vec<Token<'c>> {
    let ended = level.tokens.iter().any(|token| matches!(token, Token::End));
    if !level.whole || stops(level.command) || ended {
        return level.tokens.clone();
    }
    let is_option = |token: &&Token<'c>| matches!(token, Token::Options(_));
    let operands = level.tokens.iter().filter(|token| !is_option(token));
    operands.chain(level.tokens.iter().filter(is_option)).cloned().collect()
}

/// `--` before the operands. In git it would make a revision a path.
fn ended<'c>(level: &Level<'c>) -> Vec<Token<'c>> {
    let is_operand = |token: &Token<'c>| !matches!(token, Token::Options(_));
    let first = level.tokens.iter().position(is_operand);
    let (Some(first), true) = (first, level.whole && level.command.dialect.family != Family::Git) else {
        return level.tokens.clone();
    };
    let rest = level.tokens.get(first..).unwrap_or_default();
    if !level.command.subcommands.is_empty()
        || !rest.iter().all(is_operand)
        || rest.iter().any(|it| matches!(it, Token::End))
    {
        return level.tokens.clone();
    }
    let mut tokens = level.tokens.clone();
    tokens.insert(first, Token::End);
    tokens
}
