//! The facts that give paths a meaning.

use super::part::Part;
use super::read::{MAX_BYTES, Start, read};
use super::walk::{UNKNOWN_ROOT, walk};
use super::{Anchor, Os, Text};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// What the host knows of one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// Links followed: this absolute path is what an open would reach (or would create).
    Resolved(String),
    /// The host tried and failed (loop, permission); the text says why.
    Failed(String),
}

/// Where a path without a supplied view is taken to hold no link that leads elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Vouched {
    /// Everywhere: the host says there are no links that matter (tests do, unless they give some).
    Everywhere,
    /// Inside the workspace roots, and in the directories that only the system itself writes. The documented default.
    #[default]
    Workspace,
    /// Nowhere: every missing view is doubt.
    Nowhere,
}

/// The host's link views.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Views {
    /// By absolute path as [`Context::absolute`] writes it (base joined, not normalised). A view of a directory also serves
    /// for what lies below it.
    pub supplied: BTreeMap<String, Resolution>,
    /// What holds for a path that is not in `supplied`.
    pub vouched: Vouched,
}

/// Facts as the host gives them; all paths absolute, in the system's own spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathFacts {
    /// Whose rules hold.
    pub os: Os,
    /// Working directory of the call.
    pub cwd: Option<String>,
    /// Home directory.
    pub home: Option<String>,
    /// Temporary directories; none means unknown.
    pub tmp: Vec<String>,
    /// Workspace roots; none means unknown.
    pub workspace: Vec<String>,
    /// Facts of type `path`, by name.
    pub facts: BTreeMap<String, String>,
    /// Link views.
    pub views: Views,
    /// Files that the host reports to exist, or directories that hold one (SECRETS_BELOW): asked when a tree above them is read.
    pub reported: Vec<String>,
}

impl PathFacts {
    /// No facts but the operating system.
    pub fn new(os: Os) -> Self {
        Self {
            os,
            cwd: None,
            home: None,
            tmp: Vec::new(),
            workspace: Vec::new(),
            facts: BTreeMap::new(),
            views: Views::default(),
            reported: Vec::new(),
        }
    }
}

/// Canonical names from the root.
pub(super) type Names = Vec<String>;

/// [`PathFacts`] made ready: built once a call, asked many times.
#[derive(Debug, Clone)]
pub struct Context {
    pub(super) facts: PathFacts,
    /// Roots by anchor, each read when it is first asked for.
    cwd: OnceCell<Vec<Names>>,
    home: OnceCell<Vec<Names>>,
    tmp: OnceCell<Vec<Names>>,
    workspace: OnceCell<Vec<Names>>,
    named: BTreeMap<String, Vec<Names>>,
    pub(super) reported: Vec<Names>,
}

impl Context {
    /// Reads the facts. A fact that is not an absolute path of this system counts as absent; [`Context::malformed`] lists it.
    pub fn new(facts: PathFacts) -> Self {
        let one = |(name, text): (&String, &String)| (name.clone(), read_roots(std::slice::from_ref(text), &facts));
        let named = facts.facts.iter().map(one).collect();
        let reported = read_roots(&facts.reported, &facts);
        let [cwd, home, tmp, workspace] = [const { OnceCell::new() }; 4];
        Self { cwd, home, tmp, workspace, named, reported, facts }
    }

    /// Names of the facts that were not absolute paths of this system, sorted.
    pub fn malformed(&self) -> Vec<String> {
        let facts = &self.facts;
        let named = facts.facts.iter().map(|(name, text)| (name.as_str(), std::slice::from_ref(text)));
        let own = [
            ("cwd", facts.cwd.as_slice()),
            ("home", facts.home.as_slice()),
            ("tmp", &facts.tmp),
            ("workspace", &facts.workspace),
            ("reported", &facts.reported),
        ];
        let is_malformed = |texts: &[String]| texts.iter().any(|text| absolute_names(text, facts.os).is_none());
        let all = named.chain(own).filter(|(_, texts)| is_malformed(texts));
        let mut names: Vec<String> = all.map(|(name, _)| name.to_owned()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Whose rules hold.
    pub fn os(&self) -> Os {
        self.facts.os
    }

    /// The roots an anchor stands for; none if no fact gives them.
    pub(super) fn roots(&self, anchor: &Anchor) -> &[Names] {
        const ROOT: &[Names] = &[Vec::new()];
        match anchor {
            Anchor::Root | Anchor::Drive(_) | Anchor::Anywhere => ROOT,
            Anchor::Home => self.home.get_or_init(|| read_roots(self.facts.home.as_slice(), &self.facts)),
            Anchor::Workspace => self.workspace(),
            Anchor::Cwd => self.cwd.get_or_init(|| read_roots(self.facts.cwd.as_slice(), &self.facts)),
            Anchor::Tmp => self.tmp.get_or_init(|| read_roots(&self.facts.tmp, &self.facts)),
            Anchor::Fact(name) => self.named.get(name).map(Vec::as_slice).unwrap_or_default(),
        }
    }

    fn workspace(&self) -> &[Names] {
        self.workspace.get_or_init(|| read_roots(&self.facts.workspace, &self.facts))
    }

    /// Is this a directory where a missing view is no doubt? Asked of the known names a path begins with.
    pub(super) fn vouches_for(&self, names: &[&str]) -> bool {
        match self.facts.views.vouched {
            Vouched::Everywhere => true,
            Vouched::Nowhere => false,
            Vouched::Workspace => {
                self.is_in_workspace(names)
                    || system_directories(self.facts.os).iter().any(|directory| {
                        let mut own = directory.split('/');
                        let mut given = names.iter();
                        own.all(|name| given.next() == Some(&name))
                    })
            }
        }
    }

    /// Is `..` from this directory, for which no view is supplied, the directory above it in the text? Systems have links in
    /// their own directories (`/bin`), so only the workspace is vouched for, and what lies above its roots (if these names are `all` of
    /// the directory).
    pub(super) fn vouches_for_leaving(&self, names: &[&str], all: bool) -> bool {
        let is_above = |root: &[String]| names.len() <= root.len() && root.iter().zip(names).all(|(a, b)| a == b);
        match self.facts.views.vouched {
            Vouched::Everywhere => true,
            Vouched::Nowhere => false,
            Vouched::Workspace => {
                self.is_in_workspace(names) || (all && self.workspace().iter().any(|root| is_above(root)))
            }
        }
    }

    fn is_in_workspace(&self, names: &[&str]) -> bool {
        let below = |root: &[String]| names.len() >= root.len() && root.iter().zip(names).all(|(a, b)| a == b);
        self.workspace().iter().any(|root| below(root))
            || names.first() == Some(&unknown_root(&Anchor::Workspace).as_str())
    }
}

/// The absolute ones of some paths, as names.
fn read_roots(texts: &[String], facts: &PathFacts) -> Vec<Names> {
    let mut roots = Vec::with_capacity(texts.len());
    for text in texts {
        roots.extend(absolute_names(text, facts.os));
        // A root may be reached through a link itself; both names are the root then.
        if let Some(Resolution::Resolved(target)) = facts.views.supplied.get(text) {
            roots.extend(absolute_names(target, facts.os).filter(|names| !roots.contains(names)));
        }
    }
    roots
}

/// The name that stands for the root of an anchor that no fact gives.
pub(super) fn unknown_root(anchor: &Anchor) -> String {
    let name = match anchor {
        Anchor::Root | Anchor::Drive(_) | Anchor::Anywhere => "root",
        Anchor::Home => "home",
        Anchor::Workspace => "workspace",
        Anchor::Cwd => "cwd",
        Anchor::Tmp => "tmp",
        Anchor::Fact(name) => return format!("{UNKNOWN_ROOT}fact {name}"),
    };
    format!("{UNKNOWN_ROOT}{name}")
}

/// The canonical names of an absolute path, if it is one that can be told.
pub(super) fn absolute_names(text: &str, os: Os) -> Option<Names> {
    if let Some(names) = plain_names(text, os) {
        return Some(names.map(str::to_owned).collect());
    }
    let raws = read(&Text::Known(text.to_owned()), os);
    let raw = raws.first().filter(|raw| raw.start == Start::Root)?;
    let walked = walk(raw, os).into_iter().next().filter(|walked| !walked.magic)?;
    walked
        .lexical
        .into_iter()
        .map(|part| match part {
            Part::Name(name) => Some(name),
            Part::Like(_) | Part::Deep => None,
        })
        .collect()
}

/// The names of an absolute path where they are all that is to be read: on Linux, without `..` or a place that is none of the
/// file system. (None says nothing.)
fn plain_names(text: &str, os: Os) -> Option<impl Iterator<Item = &str>> {
    let names = || text.split('/').filter(|name| !matches!(*name, "" | "."));
    let is_plain = os == Os::Linux
        && text.starts_with('/')
        && text.len() <= MAX_BYTES
        && !text.contains('\0')
        && !names().any(|name| name == "..")
        && !matches!(names().next(), Some("proc" | "dev"));
    is_plain.then(names)
}

/// Directories that a system's own packages write and an agent does not: a link there leads where the system means it to. In
/// canonical form, without the leading separator.
fn system_directories(os: Os) -> &'static [&'static str] {
    match os {
        Os::Linux => &[
            "bin",
            "boot",
            "dev",
            "etc",
            "lib",
            "lib32",
            "lib64",
            "nix/store",
            "opt",
            "proc",
            "sbin",
            "sys",
            "usr",
            "var/cache",
            "var/lib",
            "var/log",
        ],
        Os::MacOs => &["applications", "bin", "dev", "library", "opt", "private/etc", "sbin", "system", "usr"],
        Os::Windows => &["c:/program files", "c:/program files (x86)", "c:/windows", "dev"],
    }
}
