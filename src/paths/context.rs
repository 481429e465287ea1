//! The facts that give paths a meaning.

use super::part::Part;
use super::read::{Start, read};
use super::walk::{UNKNOWN_ROOT, walk};
use super::{Anchor, Os, Text};
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
    cwd: Vec<Names>,
    home: Vec<Names>,
    tmp: Vec<Names>,
    workspace: Vec<Names>,
    named: BTreeMap<String, Vec<Names>>,
    pub(super) reported: Vec<Names>,
    malformed: Vec<String>,
}

impl Context {
    /// Reads the facts. A fact that is not an absolute path of this system counts as absent; [`Context::malformed`] lists it.
    pub fn new(facts: PathFacts) -> Self {
        let mut malformed = Vec::new();
        let mut read = |name: &str, texts: &[String]| -> Vec<Names> {
            let mut roots = Vec::with_capacity(texts.len());
            for text in texts {
                match absolute_names(text, facts.os) {
                    Some(names) => roots.push(names),
                    None => malformed.push(name.to_owned()),
                }
                // A root may be reached through a link itself; both names are the root then.
                if let Some(Resolution::Resolved(target)) = facts.views.supplied.get(text) {
                    roots.extend(absolute_names(target, facts.os).filter(|names| !roots.contains(names)));
                }
            }
            roots
        };
        let cwd = read("cwd", facts.cwd.as_slice());
        let home = read("home", facts.home.as_slice());
        let tmp = read("tmp", &facts.tmp);
        let workspace = read("workspace", &facts.workspace);
        let named =
            facts.facts.iter().map(|(name, text)| (name.clone(), read(name, std::slice::from_ref(text)))).collect();
        let reported = read("reported", &facts.reported);
        malformed.sort_unstable();
        malformed.dedup();
        Self { cwd, home, tmp, workspace, named, reported, malformed, facts }
    }

    /// Names of the facts that were not absolute paths of this system, sorted.
    pub fn malformed(&self) -> &[String] {
        &self.malformed
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
            Anchor::Home => &self.home,
            Anchor::Workspace => &self.workspace,
            Anchor::Cwd => &self.cwd,
            Anchor::Tmp => &self.tmp,
            Anchor::Fact(name) => self.named.get(name).map(Vec::as_slice).unwrap_or_default(),
        }
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
                self.is_in_workspace(names) || (all && self.workspace.iter().any(|root| is_above(root)))
            }
        }
    }

    fn is_in_workspace(&self, names: &[&str]) -> bool {
        let below = |root: &[String]| names.len() >= root.len() && root.iter().zip(names).all(|(a, b)| a == b);
        self.workspace.iter().any(|root| below(root))
            || names.first() == Some(&unknown_root(&Anchor::Workspace).as_str())
    }
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
