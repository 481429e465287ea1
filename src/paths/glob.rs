//! One glob of a path set: its text in the policy language, its anchor, what is refused.

mod error;

pub use error::{PathGlobError, PathGlobErrorKind};

use super::part::{Part, Syntax, Trail, class_problem, read_component};
use super::{Os, fold, walk};
use error::PathGlobErrorKind as Kind;
use serde::{Deserialize, Serialize};

/// Where a glob starts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// `/…`: the root of the file system. On Windows, of every drive.
    Root,
    /// `C:\…`, `C:/…`: a Windows drive, as a lower-case letter.
    Drive(char),
    /// `~`
    Home,
    /// `{workspace}`: every root.
    Workspace,
    /// `{cwd}`
    Cwd,
    /// `{tmp}`: every temporary directory.
    Tmp,
    /// `{NAME}`: a fact of type `path`.
    Fact(String),
    /// `**/…`: any directory.
    Anywhere,
}

/// A glob as a policy writes it. Serialised as its text.
///
/// `*` any run of characters without a separator, `?` one such character, `[…]` / `[!…]` one of a class, `{a,b}` either, a
/// component `**` any number of components (none too, so `D/**` holds `D`). A leading dot is like any character.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PathGlob {
    text: String,
    anchor: Anchor,
    /// What follows the anchor, braces expanded, separators `/`.
    alternatives: Vec<String>,
}

impl PathGlob {
    /// Longest accepted literal, in bytes.
    pub const MAX_BYTES: usize = 512;
    /// Most alternatives that `{a,b}` groups may multiply to.
    pub const MAX_ALTERNATIVES: usize = 64;

    /// Reads a literal. `on` is the system of the enclosing `on … { }`, if there is one.
    ///
    /// # Errors
    /// The first rule the literal breaks.
    pub fn parse(text: &str, on: Option<Os>) -> Result<Self, PathGlobError> {
        if text.is_empty() {
            return Err(PathGlobError::new(Kind::Empty, 0));
        }
        if text.len() > Self::MAX_BYTES {
            return Err(PathGlobError::new(Kind::TooLong, Self::MAX_BYTES));
        }
        if let Some(offset) = text.find(char::is_control) {
            return Err(PathGlobError::new(Kind::Control, offset));
        }
        if text.starts_with("\\\\") || text.starts_with("//") {
            let suggestion = text.starts_with('/').then(|| format!("/{}", text.trim_start_matches('/')));
            let kind = if text.starts_with('\\') { Kind::NeverKnown } else { Kind::NotNormal };
            return Err(PathGlobError { suggestion, ..PathGlobError::new(kind, 0) });
        }
        if let Some(offset) = text.find('\\')
            && on != Some(Os::Windows)
        {
            let suggestion = Some(text.replace('\\', "/")).filter(|text| Self::parse(text, on).is_ok());
            return Err(PathGlobError { suggestion, ..PathGlobError::new(Kind::OnlyWindows, offset) });
        }
        let slashed = text.replace('\\', "/");
        let (anchor, rest) = split_anchor(&slashed, on)?;
        let start = slashed.len() - rest.len();
        let rest = match rest.strip_prefix('/') {
            Some("") if anchor != Anchor::Root && !matches!(anchor, Anchor::Drive(_)) => {
                let suggestion = text.get(..start).map(str::to_owned);
                return Err(PathGlobError { suggestion, ..PathGlobError::new(Kind::NotNormal, start) });
            }
            Some(rest) => rest,
            None => rest,
        };
        let start = slashed.len() - rest.len();
        let alternatives = expand(rest, 0).map_err(|error| error.shifted(start))?;
        for alternative in &alternatives {
            check(alternative, &anchor).map_err(|(kind, component)| {
                let offset = rest.find(component).unwrap_or_default() + start;
                PathGlobError { suggestion: mend(text, kind), ..PathGlobError::new(kind, offset) }
            })?;
        }
        Ok(Self { text: text.to_owned(), anchor, alternatives })
    }

    /// The literal as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it starts; the compiler checks [`Anchor::Fact`] names.
    pub fn anchor(&self) -> &Anchor {
        &self.anchor
    }

    /// The trails below the anchor's roots in canonical form, and whether folding may have made two names one. None on a
    /// system where the anchor does not exist.
    pub(super) fn trails(&self, os: Os) -> (Vec<Trail>, bool) {
        let prefixes: Vec<Trail> = match (&self.anchor, os) {
            (Anchor::Drive(letter), Os::Windows) => vec![vec![Part::Name(format!("{letter}:"))]],
            (Anchor::Drive(_), Os::Linux | Os::MacOs) => return (Vec::new(), false),
            // On every drive, and on none: `/dev/null`.
            (Anchor::Root, Os::Windows) => vec![vec![read_component("[a-z]:", Syntax::Policy, os)], Vec::new()],
            (Anchor::Anywhere, _) => vec![vec![Part::Deep]],
            (Anchor::Root, Os::Linux | Os::MacOs) => vec![Vec::new()],
            (Anchor::Home | Anchor::Workspace | Anchor::Cwd | Anchor::Tmp | Anchor::Fact(_), _) => vec![Vec::new()],
        };
        let rest = |alternative: &str| -> Trail {
            let components = alternative.split('/').filter(|component| !component.is_empty());
            components.map(|text| read_component(text, Syntax::Policy, os)).collect()
        };
        let trails = self.alternatives.iter().flat_map(|alternative| {
            let rest = rest(alternative);
            prefixes.iter().flat_map(move |prefix| {
                let trail = [prefix.as_slice(), rest.as_slice()].concat();
                if self.anchor == Anchor::Root { walk::canonical(trail, os) } else { vec![trail] }
            })
        });
        (trails.collect(), fold::fold(&self.text, os).uncertain)
    }
}

/// The anchor and what follows it, from its `/` on.
fn split_anchor(text: &str, on: Option<Os>) -> Result<(Anchor, &str), PathGlobError> {
    if let Some(rest) = text.strip_prefix('~') {
        let is_own = rest.is_empty() || rest.starts_with('/');
        return if is_own { Ok((Anchor::Home, rest)) } else { Err(PathGlobError::new(Kind::OtherHome, 0)) };
    }
    if let Some(after) = text.strip_prefix('{') {
        let Some((name, rest)) = after.split_once('}') else { return Err(PathGlobError::new(Kind::BadBraces, 0)) };
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if !is_name || !(rest.is_empty() || rest.starts_with('/')) {
            return Err(PathGlobError::new(Kind::BadBraces, 0));
        }
        let anchor = match name {
            "workspace" => Anchor::Workspace,
            "cwd" => Anchor::Cwd,
            "tmp" => Anchor::Tmp,
            "home" => Anchor::Home,
            _ => Anchor::Fact(name.to_owned()),
        };
        return Ok((anchor, rest));
    }
    if let Some(rest) = text.strip_prefix("**")
        && (rest.is_empty() || rest.starts_with('/'))
    {
        return Ok((Anchor::Anywhere, rest));
    }
    if text.starts_with('/') {
        return Ok((Anchor::Root, text));
    }
    let mut chars = text.chars();
    if let (Some(letter), Some(':')) = (chars.next(), chars.next())
        && letter.is_ascii_alphabetic()
    {
        let rest = chars.as_str();
        if on != Some(Os::Windows) {
            return Err(PathGlobError::new(Kind::OnlyWindows, 0));
        }
        if rest.is_empty() || rest.starts_with('/') {
            return Ok((Anchor::Drive(letter.to_ascii_lowercase()), rest));
        }
        return Err(PathGlobError::new(Kind::NeverKnown, 1));
    }
    let inside = text.strip_prefix("./").unwrap_or(text);
    let suggestion = if inside.starts_with("..") { None } else { Some(format!("{{workspace}}/{inside}")) };
    let kind = if inside == ".." || inside.starts_with("../") { Kind::DotDot } else { Kind::Relative };
    Err(PathGlobError { suggestion, ..PathGlobError::new(kind, 0) })
}

/// Expands `{a,b}` groups.
fn expand(text: &str, depth: usize) -> Result<Vec<String>, PathGlobError> {
    let bad = |offset| PathGlobError::new(Kind::BadBraces, offset);
    let Some(open) = text.find(['{', '}']) else { return Ok(vec![text.to_owned()]) };
    let (before, group) = (text.get(..open).unwrap_or_default(), text.get(open..).unwrap_or_default());
    if depth > 8 || group.starts_with('}') {
        return Err(bad(open));
    }
    let mut level = 0_usize;
    let mut cuts = vec![0];
    let mut close = None;
    for (index, c) in group.char_indices() {
        match c {
            '{' => level += 1,
            '}' => level -= 1,
            ',' if level == 1 => cuts.push(index),
            _ => {}
        }
        if level == 0 {
            close = Some(index);
            break;
        }
    }
    let Some(close) = close else { return Err(bad(open)) };
    if cuts.len() == 1 {
        return Err(bad(open));
    }
    cuts.push(close);
    let tails = expand(group.get(close + 1..).unwrap_or_default(), depth + 1)
        .map_err(|error| error.shifted(open + close + 1))?;
    let mut all = Vec::new();
    for (start, end) in cuts.iter().zip(cuts.iter().skip(1)) {
        let choices = expand(group.get(start + 1..*end).unwrap_or_default(), depth + 1)
            .map_err(|error| error.shifted(open + start + 1))?;
        for choice in choices {
            all.extend(tails.iter().map(|tail| format!("{before}{choice}{tail}")));
            if all.len() > PathGlob::MAX_ALTERNATIVES {
                return Err(PathGlobError::new(Kind::TooLong, open));
            }
        }
    }
    Ok(all)
}

/// Checks the components of one alternative; gives the offending one.
fn check<'a>(rest: &'a str, anchor: &Anchor) -> Result<(), (Kind, &'a str)> {
    if rest.is_empty() {
        return Ok(());
    }
    for component in rest.split('/') {
        let kind = match component {
            "" | "." => Kind::NotNormal,
            ".." => Kind::DotDot,
            "**" => continue,
            _ if component.contains("**") => Kind::GluedDoubleStar,
            _ if class_problem(component) => Kind::BadClass,
            _ if matches!(anchor, Anchor::Drive(_)) && component.contains(':') => Kind::NeverKnown,
            _ => continue,
        };
        return Err((kind, component));
    }
    Ok(())
}

/// The literal without what breaks the rule, where that is mechanical.
fn mend(text: &str, kind: Kind) -> Option<String> {
    match kind {
        Kind::NotNormal => {
            let mut mended = text.replace("/./", "/");
            while mended.contains("//") {
                mended = mended.replace("//", "/");
            }
            let mended = mended.trim_end_matches("/.").trim_end_matches('/').to_owned();
            (mended != text && !mended.is_empty()).then_some(mended)
        }
        Kind::GluedDoubleStar => Some(text.replace("**", "*").replace("/*/", "/**/")).filter(|mended| mended != text),
        Kind::Empty
        | Kind::Relative
        | Kind::DotDot
        | Kind::OtherHome
        | Kind::OnlyWindows
        | Kind::NeverKnown
        | Kind::BadClass
        | Kind::BadBraces
        | Kind::Control
        | Kind::TooLong => None,
    }
}

impl TryFrom<String> for PathGlob {
    type Error = PathGlobError;

    fn try_from(text: String) -> Result<Self, PathGlobError> {
        Self::parse(&text, Some(Os::Windows))
    }
}

impl From<PathGlob> for String {
    fn from(glob: PathGlob) -> Self {
        glob.text
    }
}
