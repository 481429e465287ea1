//! The three views of a path: [`PathValue`] × [`Context`] → trails.

use super::context::{absolute_names, unknown_root};
use super::part::{Part, Trail};
use super::read::{MAX_BYTES, Raw, Start, Step, read};
use super::walk::{Walked, is_magic, walk};
use super::{Anchor, Base, Context, Os, PathValue, Place, Resolution, Resolver, Text};
use smallvec::SmallVec;

/// Most `cd` inside `cd` that a base may hold.
const MAX_BASES: usize = 32;
/// Most readings of one path.
const MAX_READINGS: usize = 32;
/// Most links followed through supplied views, as Linux's own limit.
const MAX_LINKS: usize = 40;

/// A path seen through the facts of a call: what it may be, per view. Make it once, ask many sets.
#[derive(Debug, Clone)]
pub struct Seen {
    /// None where it equals `lexical`.
    pub(super) written: Option<Vec<Trail>>,
    pub(super) lexical: Vec<Trail>,
    /// None where it equals `lexical`.
    pub(super) resolved: Option<Vec<Trail>>,
    /// Folding may have made two names one.
    pub(super) uncertain: bool,
    /// Some written form holds `..`, so that it says where the text leads only together with the lexical form.
    pub(super) climbs: bool,
}

/// A text with its base joined.
struct Located {
    raw: Raw,
    /// Absolute, not normalised; none if not known or not from text alone.
    text: Option<Text>,
}

impl Context {
    /// Sees a path through the facts.
    pub fn see(&self, path: &PathValue) -> Seen {
        let mut located: Vec<Located> = path.places.iter().flat_map(|place| self.locate(place, 0)).collect();
        if located.is_empty() || located.len() > MAX_READINGS {
            located = vec![Located { raw: Raw::lost(), text: None }];
        }
        let mut seen = Seen { written: None, lexical: Vec::new(), resolved: None, uncertain: false, climbs: false };
        let mut all: Vec<(Walked, Option<Vec<Trail>>)> = Vec::with_capacity(located.len());
        for Located { raw, text } in &located {
            seen.uncertain |= raw.uncertain;
            for walked in walk(raw, self.os()) {
                let resolved =
                    if path.disturbed || walked.magic { Some(lost()) } else { self.resolved(text.as_ref(), &walked) };
                all.push((walked, resolved));
            }
        }
        seen.climbs = all.iter().any(|(walked, _)| walked.written.is_some());
        if seen.climbs || all.iter().any(|(walked, _)| walked.magic) {
            seen.written = Some(
                all.iter().map(|(walked, _)| walked.written.as_ref().unwrap_or(&walked.lexical).clone()).collect(),
            );
        }
        if all.iter().any(|(_, resolved)| resolved.is_some()) {
            let own = |(walked, resolved): &(Walked, Option<Vec<Trail>>)| {
                resolved.clone().unwrap_or_else(|| vec![walked.lexical.clone()])
            };
            seen.resolved = Some(all.iter().flat_map(own).collect());
        }
        seen.lexical =
            all.into_iter().map(|(walked, _)| if walked.magic { vec![Part::Deep] } else { walked.lexical }).collect();
        seen
    }

    /// As [`Context::see`], of a known text that starts from a known directory where it is relative: none where there is more to
    /// it than names one below the other. Most paths of most calls are such.
    pub(super) fn see_plain(&self, base: &str, text: &str) -> Option<Seen> {
        if self.os() != Os::Linux || !self.facts.views.supplied.is_empty() || base.len().max(text.len()) > MAX_BYTES {
            return None;
        }
        let base = match (text.starts_with('/'), base.starts_with('/')) {
            (true, _) => "",
            (false, true) => base,
            (false, false) => return None,
        };
        let mut trail = Trail::with_capacity(8);
        for name in base.split('/').chain(text.split('/')) {
            match name {
                "" | "." => {}
                ".." => return None,
                name if name.contains('\0') => return None,
                name => trail.push(Part::Name(name.to_owned())),
            }
        }
        if is_magic(&trail, Os::Linux) {
            return None;
        }
        let resolved = if self.vouches_for(&known_names(&trail)) { None } else { Some(lost()) };
        Some(Seen { written: None, lexical: vec![trail], resolved, uncertain: false, climbs: false })
    }

    /// The absolute spellings of a path whose text and base are known (of a glob, of the directory before its first pattern):
    /// what a host resolves, and the keys of [`super::Views::supplied`].
    pub fn absolute(&self, path: &PathValue) -> Vec<String> {
        let located = path.places.iter().flat_map(|place| self.locate(place, 0));
        let mut texts: Vec<String> = located
            .filter_map(|located| match located.text? {
                Text::Known(text) => Some(text),
                Text::Glob(text) | Text::DotGlob(text) => known_head(&text),
                Text::Unknown { .. } => None,
            })
            .collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// The same context with what a resolver says of these paths and of the roots.
    #[must_use]
    pub fn resolve_with(&self, resolver: &impl Resolver, paths: &[PathValue]) -> Self {
        let mut facts = self.facts.clone();
        let roots =
            facts.cwd.iter().chain(&facts.home).chain(&facts.tmp).chain(&facts.workspace).chain(facts.facts.values());
        let texts: Vec<String> = paths.iter().flat_map(|path| self.absolute(path)).chain(roots.cloned()).collect();
        for text in texts {
            facts.views.supplied.entry(text).or_insert_with_key(|text| resolver.resolve(text));
        }
        Self::new(facts)
    }

    /// What was supplied of resolved views, by absolute spelling.
    pub fn supplied(&self) -> &std::collections::BTreeMap<String, Resolution> {
        &self.facts.views.supplied
    }

    fn locate(&self, place: &Place, depth: usize) -> Vec<Located> {
        let mut all = Vec::new();
        for raw in read(&place.text, self.os()) {
            match raw.start {
                Start::Root => all.push(Located { raw, text: Some(place.text.clone()) }),
                Start::Lost => all.push(Located { raw, text: None }),
                Start::Base => {
                    for base in self.base(&place.base, depth) {
                        let mut joined = base.raw;
                        joined.steps.extend(raw.steps.iter().cloned());
                        joined.uncertain |= raw.uncertain;
                        let text = base.text.and_then(|base| join(&base, &place.text));
                        all.push(Located { raw: joined, text });
                    }
                }
            }
        }
        all
    }

    fn base(&self, base: &Base, depth: usize) -> Vec<Located> {
        if depth > MAX_BASES {
            return vec![Located { raw: Raw::lost(), text: None }];
        }
        match base {
            Base::Cwd => self.fact(&Anchor::Cwd, self.facts.cwd.as_slice()),
            Base::Home => self.fact(&Anchor::Home, self.facts.home.as_slice()),
            Base::Workspace => self.fact(&Anchor::Workspace, &self.facts.workspace),
            Base::Dir(place) => {
                let mut all = self.locate(place, depth + 1);
                if all.len() > MAX_READINGS {
                    all = vec![Located { raw: Raw::lost(), text: None }];
                }
                all
            }
            Base::Unknown => vec![Located { raw: Raw::lost(), text: None }],
        }
    }

    fn fact(&self, anchor: &Anchor, texts: &[String]) -> Vec<Located> {
        let known: Vec<Located> = texts
            .iter()
            .filter_map(|text| {
                absolute_names(text, self.os())?;
                let raw = read(&Text::Known(text.clone()), self.os()).into_iter().next()?;
                Some(Located { raw, text: Some(Text::Known(text.clone())) })
            })
            .collect();
        if !known.is_empty() {
            return known;
        }
        let steps = vec![Step::Down(Part::Name(unknown_root(anchor)))];
        vec![Located { raw: Raw { start: Start::Root, steps, uncertain: false }, text: None }]
    }

    fn is_vouched(&self, walked: &Walked) -> bool {
        self.vouches_for(&known_names(&walked.lexical))
            && walked.left.iter().all(|left| {
                let names = known_names(left);
                self.vouches_for_leaving(&names, names.len() == left.len())
            })
    }

    /// The resolved view of an absolute text: as supplied for it or for a directory it passes, else what is vouched for. None
    /// where it equals the lexical one.
    fn resolved(&self, text: Option<&Text>, walked: &Walked) -> Option<Vec<Trail>> {
        let unsupplied = || if self.is_vouched(walked) { None } else { Some(lost()) };
        let Some(text) = text.filter(|_| !self.facts.views.supplied.is_empty()) else { return unsupplied() };
        let mut text = text.clone();
        let mut whole = false;
        let mut followed = 0;
        while !whole {
            match self.follow(&text) {
                None => break,
                Some(None) => return Some(lost()),
                Some(Some((next, all))) => {
                    followed += 1;
                    if followed > MAX_LINKS {
                        return Some(lost());
                    }
                    whole = all;
                    if next == text {
                        break;
                    }
                    text = next;
                }
            }
        }
        if followed == 0 {
            return unsupplied();
        }
        let mut trails = Vec::new();
        for raw in read(&text, self.os()) {
            for walked in walk(&raw, self.os()) {
                let sound = raw.start == Start::Root && !walked.magic && (whole || self.is_vouched(&walked));
                trails.push(if sound { walked.lexical } else { vec![Part::Deep] });
            }
        }
        Some(trails)
    }

    /// One supplied view: of the text itself, or of the longest directory it passes. Inner none: the host failed on it. The
    /// flag says that the view was of the whole text.
    fn follow(&self, text: &Text) -> Option<Option<(Text, bool)>> {
        let (body, is_glob) = match text {
            Text::Known(body) => (body, false),
            Text::Glob(body) | Text::DotGlob(body) => (body, true),
            Text::Unknown { .. } => return None,
        };
        let ends = body.char_indices().filter(|(_, c)| *c == '/' || *c == '\\').map(|(index, _)| index);
        let mut ends: Vec<usize> = ends.chain([body.len()]).collect();
        ends.dedup();
        for end in ends.into_iter().rev() {
            let (head, tail) = (body.get(..end)?, body.get(end..)?);
            if head.is_empty() || (is_glob && head.contains(['*', '?', '[', '\\'])) {
                continue;
            }
            let Some(view) = self.facts.views.supplied.get(head).or_else(|| self.facts.views.supplied.get(&tidy(head)))
            else {
                continue;
            };
            let Resolution::Resolved(target) = view else { return Some(None) };
            if target.trim_end_matches('/') == head.trim_end_matches('/') && !tail.is_empty() {
                // No link at this directory: nothing above it matters any more, and what lies below is not supplied.
                return Some(Some((text.clone(), false)));
            }
            let next = match text {
                Text::Known(_) => Text::Known(format!("{}{tail}", target.trim_end_matches('/'))),
                Text::Glob(_) => Text::Glob(format!("{}{tail}", quote(target.trim_end_matches('/')))),
                Text::DotGlob(_) => Text::DotGlob(format!("{}{tail}", quote(target.trim_end_matches('/')))),
                Text::Unknown { .. } => return None,
            };
            let next =
                if matches!(&next, Text::Known(text) if text.is_empty()) { Text::Known("/".into()) } else { next };
            return Some(Some((next, tail.trim_matches('/').is_empty())));
        }
        None
    }
}

/// Any path at all.
fn lost() -> Vec<Trail> {
    vec![vec![Part::Deep]]
}

/// The names a trail begins with.
fn known_names(trail: &Trail) -> SmallVec<[&str; 12]> {
    trail
        .iter()
        .map_while(|part| match part {
            Part::Name(name) => Some(name.as_str()),
            Part::Like(_) | Part::Deep => None,
        })
        .collect()
}

/// Without empty and `.` components.
fn tidy(text: &str) -> String {
    let names: Vec<&str> = text.split('/').filter(|name| !matches!(*name, "" | ".")).collect();
    if text.starts_with('/') { format!("/{}", names.join("/")) } else { names.join("/") }
}

fn join(base: &Text, text: &Text) -> Option<Text> {
    let Text::Known(base) = base else { return None };
    let stem = base.strip_suffix('/').unwrap_or(base);
    match text {
        Text::Known(text) if text.is_empty() => Some(Text::Known(base.clone())),
        Text::Known(text) => Some(Text::Known(format!("{stem}/{text}"))),
        Text::Glob(text) => Some(Text::Glob(format!("{}/{text}", quote(stem)))),
        Text::DotGlob(text) => Some(Text::DotGlob(format!("{}/{text}", quote(stem)))),
        Text::Unknown { .. } => None,
    }
}

fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '?' | '[' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted
}

/// The directory before the first component of a glob that is a pattern, if the text shows it plainly.
fn known_head(glob: &str) -> Option<String> {
    let special = glob.find(['*', '?', '[', '\\']).unwrap_or(glob.len());
    let head = glob.get(..special)?;
    let (directory, _) = head.rsplit_once('/')?;
    Some(if directory.is_empty() { "/".to_owned() } else { directory.to_owned() })
}
