//! Text → steps from a start, by the rules of one system. `..` stays a step of its own.

use super::part::{Part, Pattern, Syntax, Token, read_component};
use super::{Os, Text, fold, windows};

/// Most steps of one path; a longer one leads nobody knows where. Linux's `PATH_MAX` allows 2048.
pub(super) const MAX_STEPS: usize = 2048;

/// Longest text that is read, in bytes (Linux's `PATH_MAX`); a longer one leads nobody knows where.
pub(super) const MAX_BYTES: usize = 4096;

/// Where a text starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// At its base.
    Base,
    /// At the root.
    Root,
    /// Anywhere.
    Lost,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// Down.
    Down(Part),
    /// `..`
    Up,
    /// A shell pattern that may also match `.` and `..`.
    Dots(Pattern),
}

/// A text, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Raw {
    pub(super) start: Start,
    pub(super) steps: Vec<Step>,
    /// Folding may have made two names one.
    pub(super) uncertain: bool,
}

impl Raw {
    /// Any path at all.
    pub(super) fn lost() -> Self {
        Self { start: Start::Lost, steps: Vec::new(), uncertain: false }
    }

    fn new(start: Start) -> Self {
        Self { start, steps: Vec::new(), uncertain: false }
    }

    fn push_name(&mut self, name: &str, os: Os) {
        let folded = fold::fold(name, os);
        self.uncertain |= folded.uncertain;
        self.steps.push(Step::Down(Part::Name(folded.text)));
    }

    /// Adds one component of known text.
    fn push(&mut self, component: &str, os: Os) {
        match (component, os) {
            ("" | ".", _) => {}
            ("..", _) => self.steps.push(Step::Up),
            (_, Os::Linux | Os::MacOs) => self.push_name(component, os),
            (_, Os::Windows) => match windows::name(component) {
                windows::Name::Plain(name) => self.push_name(name, os),
                windows::Name::Null => {
                    self.start = Start::Root;
                    self.steps = ["dev", "null"].map(|name| Step::Down(Part::Name(name.into()))).into();
                }
                windows::Name::Short => self.steps.push(Step::Down(any_name())),
                windows::Name::Strange => {
                    *self = Self { start: Start::Lost, steps: vec![Step::Down(Part::Deep)], uncertain: false }
                }
            },
        }
    }
}

fn any_name() -> Part {
    Part::Like(Pattern { tokens: vec![Token::Run], hides_dot: false })
}

/// Reads a text: all it may stand for.
pub(super) fn read(text: &Text, os: Os) -> Vec<Raw> {
    let length = match text {
        Text::Known(text) | Text::Glob(text) | Text::DotGlob(text) => text.len(),
        Text::Unknown { prefix: _, suffix } => suffix.len(),
    };
    if length > MAX_BYTES {
        return vec![Raw::lost()];
    }
    let raws = match text {
        Text::Known(text) => known(text, os),
        Text::Glob(pattern) => glob(pattern, Syntax::Shell, os),
        Text::DotGlob(pattern) => glob(pattern, Syntax::ShellDots, os),
        Text::Unknown { prefix: _, suffix } => vec![unknown(suffix, os)],
    };
    raws.into_iter().map(|raw| if raw.steps.len() > MAX_STEPS { Raw::lost() } else { raw }).collect()
}

fn known(text: &str, os: Os) -> Vec<Raw> {
    if text.contains('\0') {
        return vec![Raw::lost()];
    }
    match os {
        Os::Linux | Os::MacOs => {
            let mut raw = Raw::new(if text.starts_with('/') { Start::Root } else { Start::Base });
            text.split('/').for_each(|component| raw.push(component, os));
            vec![raw]
        }
        Os::Windows => {
            let (mut raws, rest) = windows_start(text);
            for raw in &mut raws {
                rest.split(windows::is_separator).for_each(|component| raw.push(component, os));
            }
            raws
        }
    }
}

/// The starts a Windows text may have, and what follows the start.
fn windows_start(text: &str) -> (Vec<Raw>, &str) {
    match windows::beginning(text) {
        windows::Beginning::Drive(letter, rest) => (vec![drive(letter)], rest),
        windows::Beginning::Relative(rest) => (vec![Raw::new(Start::Base)], rest),
        windows::Beginning::Strange => (vec![Raw::lost()], ""),
        // The current drive, or a Unix-like shell's root, where `/c/x` is `c:\x`; which one is not known.
        windows::Beginning::Rooted(rest) if is_dev_null(rest) => (vec![Raw::new(Start::Root)], rest),
        windows::Beginning::Rooted(rest) => (vec![Raw::lost()], rest),
    }
}

fn is_dev_null(rest: &str) -> bool {
    rest.split_once(windows::is_separator).is_some_and(|(dev, null)| dev == "dev" && null == "null")
}

fn drive(letter: char) -> Raw {
    let mut raw = Raw::new(Start::Root);
    raw.steps.push(Step::Down(Part::Name(format!("{letter}:"))));
    raw
}

fn glob(pattern: &str, syntax: Syntax, os: Os) -> Vec<Raw> {
    if pattern.contains('\0') {
        return vec![Raw::lost()];
    }
    let mut raw = match os {
        Os::Linux | Os::MacOs => Raw::new(if pattern.starts_with('/') { Start::Root } else { Start::Base }),
        Os::Windows => match windows_start(pattern).0.pop() {
            Some(raw) => raw,
            None => Raw::lost(),
        },
    };
    let rest = match (os, windows::beginning(pattern)) {
        (Os::Windows, windows::Beginning::Drive(_, rest)) => rest,
        _ => pattern,
    };
    let mut fits_itself = true;
    for component in rest.split('/') {
        match read_component(component, syntax, os) {
            Part::Name(_) => raw.push(&unquote(component), os),
            Part::Deep => raw.steps.push(Step::Down(Part::Deep)),
            Part::Like(like) => {
                fits_itself &= like.matches(&fold::fold(&unquote(component), os).text);
                let dotted = like.tokens.first() == Some(&Token::Char('.')) || syntax == Syntax::ShellDots;
                let dots = dotted && (like.matches("..") || like.matches("."));
                raw.steps.push(if dots { Step::Dots(like) } else { Step::Down(Part::Like(like)) });
            }
        }
    }
    let mut raws = vec![raw];
    if !fits_itself {
        // Nothing matched: the shell hands the pattern over as it stands.
        raws.extend(known(&unquote(pattern), os));
    }
    raws
}

fn unquote(pattern: &str) -> String {
    let mut text = String::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        if c == '\\' {
            text.extend(chars.next());
        } else {
            text.push(c);
        }
    }
    text
}

/// An unknown text may hold `..`, so of its beginning nothing remains; of its end, the last whole components do.
fn unknown(suffix: &str, os: Os) -> Raw {
    let mut raw = Raw::lost();
    let windows_only = |c| c == '\\' || c == ':';
    if suffix.contains('\0') || (os == Os::Windows && suffix.contains(windows_only)) {
        return raw;
    }
    let (first, rest) = suffix.split_once('/').unwrap_or((suffix, ""));
    // Of `x`, `.` and `..` may come; Windows also drops dots and blanks at the end.
    let shrinks =
        first.trim_end_matches(['.', ' ']).is_empty() || (os == Os::Windows && first.ends_with(['.', ' ', '~']));
    // An accent at the beginning joins the letter before it on macOS.
    let joins = os == Os::MacOs && !first.is_ascii();
    if !shrinks && !joins && (os != Os::Windows || first.contains('.')) {
        let folded = fold::fold(first, os);
        raw.uncertain |= folded.uncertain;
        let tokens = std::iter::once(Token::Run).chain(folded.text.chars().map(Token::Char)).collect();
        raw.steps.push(Step::Down(Part::Like(Pattern { tokens, hides_dot: false })));
    }
    rest.split('/').for_each(|component| raw.push(component, os));
    raw
}
