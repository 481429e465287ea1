//! A file of grants: all that is granted, one key a line, under a checksum.
//!
//! ```text
//! policyc grants 1
//! "5:shell7:subject7:command5:touch2:in2:/w"
//! sha256 5c1a…
//! ```
//!
//! The file is the whole state: without it nothing is granted. Whatever is wrong with it costs questions and never gives an
//! answer: a file that is damaged, cut short, another's, or open to others holds no grant.
//!
//! A change takes a lock, reads what is there, writes all of it to a file beside this one, has it on the disk, and puts it
//! in place in one step. So a reader sees the state before or after, a crash leaves the state before, and two writers add up.
//! On Unix the file and the lock are their owner's alone (0600); elsewhere the directory's rights hold.

use super::lock::Lock;
use crate::session::{Keeper, Key, MAX_GRANTS};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Largest file that is read or written, in bytes.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

const HEAD: &str = "policyc grants 1\n";
const SEAL: &str = "sha256 ";

/// A file of grants. Only the path is held: every question reads the file.
#[derive(Debug, Clone)]
pub struct GrantFile {
    path: PathBuf,
}

/// Why a file holds no grants, or takes none.
#[derive(Debug)]
pub enum Problem {
    /// There is none.
    Missing,
    /// It is a link, a directory, a device.
    NoPlainFile,
    /// It belongs to somebody else.
    Foreign,
    /// Others than its owner may read or write it; the mode.
    Open(u32),
    /// It, or what it would become, is larger than [`MAX_BYTES`], or has more grants than a session.
    TooLarge,
    /// Its text is not what was written.
    Damaged(&'static str),
    /// It cannot be read or written.
    Io(io::Error),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing => f.write_str("there is no such file"),
            Problem::NoPlainFile => f.write_str("it is no plain file"),
            Problem::Foreign => f.write_str("it belongs to somebody else"),
            Problem::Open(mode) => write!(f, "others may read or write it (mode {mode:03o}; 600 is wanted)"),
            Problem::TooLarge => write!(f, "more than {MAX_BYTES} bytes or {MAX_GRANTS} grants"),
            Problem::Damaged(what) => write!(f, "it is damaged: {what}"),
            Problem::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Problem {}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        if error.kind() == io::ErrorKind::NotFound { Problem::Missing } else { Problem::Io(error) }
    }
}

impl GrantFile {
    /// The file of that name, which need not be there. It belongs outside every workspace: whoever writes it grants.
    pub fn at(path: impl Into<PathBuf>) -> GrantFile {
        GrantFile { path: path.into() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All that is granted.
    ///
    /// # Errors
    /// Why nothing is.
    pub fn read(&self) -> Result<BTreeSet<Key>, Problem> {
        let before = fs::symlink_metadata(&self.path)?;
        if !before.is_file() {
            return Err(Problem::NoPlainFile);
        }
        let file = private().read(true).open(&self.path)?;
        acceptable(&file)?;
        let mut text = String::new();
        match file.take(MAX_BYTES + 1).read_to_string(&mut text) {
            Ok(_) if text.len() as u64 > MAX_BYTES => Err(Problem::TooLarge),
            Ok(_) => parse(&text),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(Problem::Damaged("it is not UTF-8")),
            Err(error) => Err(error.into()),
        }
    }

    /// Grants a key.
    ///
    /// # Errors
    /// It was not kept; the file is as it was.
    pub fn add(&self, key: &Key) -> Result<(), Problem> {
        self.change(|keys| keys.insert(key.clone())).map(|_| ())
    }

    /// Takes a key back; whether it was there.
    ///
    /// # Errors
    /// The file cannot be written, and is as it was.
    pub fn remove(&self, key: &Key) -> Result<bool, Problem> {
        self.change(|keys| keys.remove(key))
    }

    /// Takes everything back.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn clear(&self) -> Result<(), Problem> {
        let _lock = Lock::take(&self.beside("lock"))?;
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn change(&self, work: impl FnOnce(&mut BTreeSet<Key>) -> bool) -> Result<bool, Problem> {
        let _lock = Lock::take(&self.beside("lock"))?;
        let mut keys = match self.read() {
            Ok(keys) => keys,
            // What was there counted for nothing; the new file replaces it.
            Err(Problem::Missing | Problem::Damaged(_) | Problem::Open(_) | Problem::TooLarge) => BTreeSet::new(),
            Err(problem @ (Problem::NoPlainFile | Problem::Foreign | Problem::Io(_))) => return Err(problem),
        };
        let changed = work(&mut keys);
        if changed {
            self.replace(&render(&keys)?)?;
        }
        Ok(changed)
    }

    /// Puts a text in the file's place, whole or not at all. Under the lock.
    fn replace(&self, text: &str) -> Result<(), Problem> {
        let beside = self.beside("new");
        // What a writer that died left behind.
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            Ok(()) | Err(_) => {}
        }
        let mut file = private().write(true).create_new(true).open(&beside)?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        drop(file);
        if let Err(error) = written.and_then(|()| fs::rename(&beside, &self.path)) {
            let _ = fs::remove_file(&beside);
            return Err(error.into());
        }
        sync_directory(&self.path)?;
        Ok(())
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        name.into()
    }
}

impl Keeper for GrantFile {
    fn holds(&self, key: &Key) -> bool {
        self.read().is_ok_and(|keys| keys.contains(key))
    }

    fn keep(&self, key: &Key) -> bool {
        self.add(key).is_ok()
    }

    fn forget(&self, key: &Key) -> bool {
        self.remove(key).unwrap_or(false)
    }

    fn all(&self) -> Vec<Key> {
        self.read().map(|keys| keys.into_iter().collect()).unwrap_or_default()
    }
}

/// How the files are opened: their owner's alone, and no link is followed.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    options
}

/// Whether the opened file is a plain file of this user's, and nobody else's.
fn acceptable(file: &File) -> Result<(), Problem> {
    let data = file.metadata()?;
    if !data.is_file() {
        return Err(Problem::NoPlainFile);
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if data.uid() != rustix::process::geteuid().as_raw() {
            return Err(Problem::Foreign);
        }
        if data.mode() & 0o077 != 0 {
            return Err(Problem::Open(data.mode() & 0o777));
        }
    }
    Ok(())
}

/// Has the new name on the disk as well.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(parent)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

fn render(keys: &BTreeSet<Key>) -> Result<String, Problem> {
    let mut text = HEAD.to_owned();
    for key in keys {
        // A key may hold newlines.
        text.push_str(&serde_json::Value::from(key.as_str()).to_string());
        text.push('\n');
    }
    let seal = seal(&text);
    text.push_str(&format!("{SEAL}{seal}\n"));
    if text.len() as u64 > MAX_BYTES || keys.len() > MAX_GRANTS {
        return Err(Problem::TooLarge);
    }
    Ok(text)
}

fn parse(text: &str) -> Result<BTreeSet<Key>, Problem> {
    let at = text.rfind(SEAL).ok_or(Problem::Damaged("it has no checksum"))?;
    let (body, last) = text.split_at_checked(at).ok_or(Problem::Damaged("it has no checksum"))?;
    if last != format!("{SEAL}{}\n", seal(body)) {
        return Err(Problem::Damaged("its checksum is not that of its text"));
    }
    let lines = body.strip_prefix(HEAD).ok_or(Problem::Damaged("it does not begin as a file of grants"))?;
    let key = |line: &str| Key::parse(&serde_json::from_str::<String>(line).ok()?);
    let keys: Option<BTreeSet<Key>> = lines.lines().map(key).collect();
    match keys {
        Some(keys) if keys.len() > MAX_GRANTS => Err(Problem::TooLarge),
        Some(keys) => Ok(keys),
        None => Err(Problem::Damaged("a line is no key")),
    }
}

fn seal(body: &str) -> String {
    Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
