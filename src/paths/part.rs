//! Components of a path or of a glob, and how a glob matches a known path.

use super::Os;
use super::class::Class;
use super::fold;

/// One element of a component's pattern.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Token {
    /// This character.
    Char(char),
    /// One of these.
    One(Class),
    /// Any run of characters of a name, the empty one too.
    Run,
}

/// A component that is not one known name. It never matches the empty name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    /// In order.
    pub(super) tokens: Vec<Token>,
    /// A leading dot is not matched (shell globs).
    pub(super) hides_dot: bool,
}

/// A component.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// This name, in canonical form.
    Name(String),
    /// Names that fit.
    Like(Pattern),
    /// Any number of components, none too.
    Deep,
}

/// A path or glob as components from the root.
pub(super) type Trail = Vec<Part>;

/// A component that stands somewhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartRef<'a> {
    /// [`Part::Name`]
    Name(&'a str),
    /// [`Part::Like`]
    Like(&'a Pattern),
    /// [`Part::Deep`]
    Deep,
}

/// Something that has components from the root.
pub(super) trait Route {
    /// The component at an index.
    fn at(&self, index: usize) -> Option<PartRef<'_>>;
    /// How many there are.
    fn size(&self) -> usize;
}

impl Route for [Part] {
    fn at(&self, index: usize) -> Option<PartRef<'_>> {
        self.get(index).map(Part::borrowed)
    }

    fn size(&self) -> usize {
        self.len()
    }
}

/// A glob below a root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rooted<'a> {
    /// Names of the root.
    pub(super) root: &'a [String],
    /// What follows them.
    pub(super) trail: &'a [Part],
}

impl Route for Rooted<'_> {
    fn at(&self, index: usize) -> Option<PartRef<'_>> {
        match self.root.get(index) {
            Some(name) => Some(PartRef::Name(name)),
            None => self.trail.at(index - self.root.len()),
        }
    }

    fn size(&self) -> usize {
        self.root.len() + self.trail.len()
    }
}

impl Rooted<'_> {
    /// The same as one list.
    pub(super) fn whole(&self) -> Trail {
        self.root.iter().cloned().map(Part::Name).chain(self.trail.iter().cloned()).collect()
    }

    /// Does it match a known path?
    pub(super) fn matches<N: AsRef<str>>(&self, names: &[N]) -> bool {
        below(self.root, names).is_some_and(|rest| matches(self.trail, rest))
    }
}

/// What follows a root in the names of a path below it.
pub(super) fn below<'n, N: AsRef<str>>(root: &[String], names: &'n [N]) -> Option<&'n [N]> {
    let is_above = root.len() <= names.len() && root.iter().zip(names).all(|(a, b)| a == b.as_ref());
    if is_above { names.get(root.len()..) } else { None }
}

impl Part {
    /// The same, standing here.
    pub(super) fn borrowed(&self) -> PartRef<'_> {
        match self {
            Self::Name(name) => PartRef::Name(name),
            Self::Like(pattern) => PartRef::Like(pattern),
            Self::Deep => PartRef::Deep,
        }
    }

    /// The part for these tokens: a name if they are all characters, else a pattern.
    pub(super) fn from_tokens(tokens: Vec<Token>, hides_dot: bool) -> Self {
        let mut name = String::with_capacity(tokens.len());
        for token in &tokens {
            match token {
                Token::Char(c) => name.push(*c),
                Token::One(_) | Token::Run => return Self::Like(Pattern { tokens, hides_dot }),
            }
        }
        Self::Name(name)
    }
}

impl Pattern {
    /// Does it match this name (in canonical form)?
    pub(super) fn matches(&self, name: &str) -> bool {
        if name.is_empty() || (self.hides_dot && name.starts_with('.')) {
            return false;
        }
        // Most patterns are a star and a suffix, and most names end otherwise.
        if let Some(Token::Char(end)) = self.tokens.last()
            && !name.ends_with(*end)
        {
            return false;
        }
        let (mut tokens, mut chars) = (self.tokens.as_slice(), name.chars());
        // Only the last `*` seen can need to take more: the earlier ones took as little as they could.
        let mut retry: Option<(&[Token], std::str::Chars<'_>)> = None;
        loop {
            if let Some((Token::Run, rest)) = tokens.split_first() {
                tokens = rest;
                retry = Some((rest, chars.clone()));
                continue;
            }
            let mut ahead = chars.clone();
            let step = match (tokens.split_first(), ahead.next()) {
                (None, None) => return true,
                (Some((Token::Char(want), rest)), Some(c)) if *want == c => Some(rest),
                (Some((Token::One(class), rest)), Some(c)) if class.contains(c.into()) => Some(rest),
                (_, _) => None,
            };
            match (step, &mut retry) {
                (Some(rest), _) => {
                    tokens = rest;
                    chars = ahead;
                }
                (None, None) => return false,
                (None, Some((after_run, from))) => match from.next() {
                    None | Some('\0') => return false,
                    Some(_) => {
                        tokens = after_run;
                        chars = from.clone();
                    }
                },
            }
        }
    }
}

/// Does a glob match a known path?
pub(super) fn matches<N: AsRef<str>>(glob: &[Part], names: &[N]) -> bool {
    let (mut parts, mut names) = (glob, names);
    let mut retry: Option<(&[Part], &[N])> = None;
    loop {
        if let Some((Part::Deep, rest)) = parts.split_first() {
            parts = rest;
            // The tail after the last `**` is tried where it can end, which for most globs is one try.
            if !rest.contains(&Part::Deep) {
                let Some(skip) = names.len().checked_sub(rest.len()) else { return false };
                names = names.get(skip..).unwrap_or_default();
                retry = None;
            } else {
                retry = Some((rest, names));
            }
            continue;
        }
        let step = match (parts.split_first(), names.split_first()) {
            (None, None) => return true,
            (Some((Part::Name(want), rest)), Some((name, after))) if want == name.as_ref() => Some((rest, after)),
            (Some((Part::Like(pattern), rest)), Some((name, after))) if pattern.matches(name.as_ref()) => {
                Some((rest, after))
            }
            (_, _) => None,
        };
        match (step, &mut retry) {
            (Some((rest, after)), _) => {
                parts = rest;
                names = after;
            }
            (None, None) => return false,
            (None, Some((after_deep, from))) => match from.split_first() {
                None => return false,
                Some((_, shorter)) => {
                    *from = shorter;
                    parts = after_deep;
                    names = shorter;
                }
            },
        }
    }
}

/// Whose syntax a pattern is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    /// The policy language: exact, no escapes, braces already expanded.
    Policy,
    /// A shell: backslash quotes, `*` and the like do not match a leading dot. What depends on the locale is widened.
    Shell,
    /// As [`Syntax::Shell`], but a leading dot is like any character.
    ShellDots,
}

/// Reads one component of a pattern into tokens, folded by the system's rules.
pub(super) fn read_component(text: &str, syntax: Syntax, os: Os) -> Part {
    if text == "**" {
        return Part::Deep;
    }
    // Whole, since a letter and its accent may come apart.
    let folded = fold::fold(text, os).text;
    let mut tokens = Vec::new();
    let mut rest = folded.as_str();
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        rest = after;
        match c {
            '*' => {
                if tokens.last() != Some(&Token::Run) {
                    tokens.push(Token::Run);
                }
            }
            '?' => tokens.push(Token::One(Class::name())),
            '[' => match read_class(after, syntax) {
                Some((class, tail)) => {
                    tokens.push(Token::One(class));
                    rest = tail;
                }
                None => tokens.push(Token::Char('[')),
            },
            '\\' if syntax != Syntax::Policy => {
                if let Some(quoted) = after.chars().next() {
                    rest = after.get(quoted.len_utf8()..).unwrap_or_default();
                    tokens.push(Token::Char(quoted));
                }
            }
            _ => tokens.push(Token::Char(c)),
        }
    }
    let hides_dot = syntax == Syntax::Shell && tokens.first() != Some(&Token::Char('.'));
    Part::from_tokens(tokens, hides_dot)
}

/// Reads a class after its `[`: the class, and the text after its `]`. None if it never closes.
fn read_class(text: &str, syntax: Syntax) -> Option<(Class, &str)> {
    let (negated, mut rest) = match text.strip_prefix(['!', '^']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut widened = false;
    let mut first = true;
    loop {
        let (c, after) = next_char(rest)?;
        rest = after;
        match c {
            ']' if !first => break,
            '[' if syntax != Syntax::Policy && rest.starts_with([':', '.', '=']) => {
                // Named classes depend on the locale: taken as every character.
                let mark = rest.get(..1)?;
                let close = rest.get(1..)?.find(&format!("{mark}]"))?;
                rest = rest.get(close + 3..)?;
                widened = true;
            }
            _ => {
                let low = if c == '\\' && syntax != Syntax::Policy {
                    let (quoted, after) = next_char(rest)?;
                    rest = after;
                    quoted
                } else {
                    c
                };
                let mut high = low;
                if let Some(after_dash) = rest.strip_prefix('-')
                    && !after_dash.starts_with(']')
                {
                    let (mut end, mut after) = next_char(after_dash)?;
                    if end == '\\' && syntax != Syntax::Policy {
                        (end, after) = next_char(after)?;
                    }
                    high = end;
                    rest = after;
                }
                // A range of letters follows the locale's order in some shells.
                widened |= low != high && syntax != Syntax::Policy && !(low.is_ascii_digit() && high.is_ascii_digit());
                ranges.push((low.into(), high.into()));
            }
        }
        first = false;
    }
    let class = Class::new(ranges).and(&Class::name());
    let class = match (widened, negated) {
        (true, _) => Class::name(),
        (false, true) => class.complement(),
        (false, false) => class,
    };
    Some((class, rest))
}

fn next_char(text: &str) -> Option<(char, &str)> {
    let c = text.chars().next()?;
    Some((c, text.get(c.len_utf8()..)?))
}

/// Is there a `[` in this policy component that never closes, or closes over nothing?
pub(super) fn class_problem(component: &str) -> bool {
    let mut rest = component;
    while let Some((_, after)) = rest.split_once('[') {
        match read_class(after, Syntax::Policy) {
            Some((class, tail)) if !class.is_empty() => rest = tail,
            Some(_) | None => return true,
        }
    }
    false
}
