//! Views against a real file system: a scratch tree with links, generated paths, and what the system itself says of them.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::string_slice,
    reason = "a test may fail by panicking, and says what it skipped"
)]

use policyc::paths::*;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use typed_path::{Utf8UnixPath, Utf8WindowsPath};

/// A small generator with a fixed start, so that a failure can be run again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

struct Disk;

impl FileSystem for Disk {
    fn look(&self, path: &str) -> Result<FileKind, FileSystemError> {
        let error = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => FileSystemError::Missing,
            _ => FileSystemError::Unreadable,
        };
        let kind = fs::symlink_metadata(path).map_err(error)?.file_type();
        Ok(if kind.is_symlink() {
            FileKind::Link(fs::read_link(path).map_err(error)?.to_str().ok_or(FileSystemError::Unreadable)?.to_owned())
        } else if kind.is_dir() {
            FileKind::Directory
        } else {
            FileKind::Other
        })
    }
}

/// `root/w` is the workspace, `root/home` the home directory, `root/out` neither.
fn tree(root: &Path) {
    for directory in ["w/sub/deep", "w/.git/hooks", "home/.ssh", "out/dir", "w-evil"] {
        fs::create_dir_all(root.join(directory)).unwrap();
    }
    for file in [
        "w/a",
        "w/.env",
        "w/sub/b.txt",
        "w/sub/.env.local",
        "home/.ssh/id",
        "out/secret",
        "out/dir/x",
        "w-evil/a",
        "w/[a]",
        "w/a b",
    ] {
        fs::write(root.join(file), "x").unwrap();
    }
    let link = |target: &str, name: &str| symlink(target, root.join(name)).unwrap();
    link("../out", "w/to_out");
    link("../../home/.ssh", "w/sub/to_ssh");
    link(root.join("out/secret").to_str().unwrap(), "w/absolute");
    link(".env", "w/notes");
    link("sub", "w/to_sub");
    link("to_sub/deep", "w/chain");
    link("loop_b", "w/loop_a");
    link("loop_a", "w/loop_b");
    link("../out/new", "w/dangling");
    link("nowhere/x", "w/dangling_deep");
    link("..", "w/sub/up");
    link("../w", "out/back");
    link("/", "w/slash");
}

const NAMES: &[&str] = &[
    "a",
    "sub",
    "deep",
    ".env",
    "b.txt",
    "to_out",
    "to_ssh",
    "absolute",
    "notes",
    "to_sub",
    "chain",
    "loop_a",
    "dangling",
    "dangling_deep",
    "up",
    "out",
    "secret",
    "home",
    ".ssh",
    "id",
    "w",
    "w-evil",
    "back",
    "dir",
    "x",
    "new",
    "..",
    "..",
    "..",
    ".",
    "",
    ".git",
    "hooks",
    "slash",
];

fn text(dice: &mut Dice, root: &str) -> String {
    let mut names: Vec<&str> = (0..=dice.roll(5)).map(|_| NAMES[dice.roll(NAMES.len())]).collect();
    if names[0].is_empty() {
        names[0] = "sub";
    }
    let relative = names.join("/");
    match dice.roll(4) {
        0 => format!("{root}/w/{relative}"),
        1 => format!("{root}/{relative}"),
        _ => relative,
    }
}

/// What an open for writing would reach, by the system's own word: the file, or the place in its directory where it would be made.
fn reached(path: &Path) -> Option<PathBuf> {
    match fs::canonicalize(path) {
        Ok(path) => Some(path),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let name = path.file_name()?;
            let directory = fs::canonicalize(path.parent()?).ok()?;
            match fs::read_link(directory.join(name)) {
                Ok(target) => reached(&directory.join(target)),
                Err(_) => Some(directory.join(name)),
            }
        }
        Err(_) => None,
    }
}

fn facts(root: &str) -> PathFacts {
    let mut facts = PathFacts::new(Os::Linux);
    facts.cwd = Some(format!("{root}/w"));
    facts.home = Some(format!("{root}/home"));
    facts.workspace = vec![format!("{root}/w")];
    facts.views.vouched = Vouched::Nowhere;
    facts
}

fn with_views(facts: PathFacts, path: &PathValue) -> Context {
    Context::new(facts).resolve_with(&Following { files: Disk, os: Os::Linux }, std::slice::from_ref(path))
}

fn compiled(globs: &[&str]) -> CompiledSets {
    let members =
        globs.iter().map(|glob| Member::Glob { glob: PathGlob::parse(glob, None).unwrap(), on: vec![] }).collect();
    CompiledSets::new(PathSets([("s".to_owned(), PathSet { members, except: vec![] })].into()))
}

fn scratch() -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(directory.path()).unwrap().to_str().unwrap().to_owned();
    tree(Path::new(&root));
    (directory, root)
}

#[test]
fn resolving_is_what_the_system_does() {
    let (_directory, root) = scratch();
    let mut dice = Dice(0xfeed);
    let (mut existing, mut created, mut failed) = (0, 0, 0);
    for _ in 0..20_000 {
        let text = text(&mut dice, &root);
        let absolute = if text.starts_with('/') { text } else { format!("{root}/w/{text}") };
        let ours = resolve(&Disk, Os::Linux, &absolute);
        let trailing = absolute.ends_with(['/', '.']);
        match (fs::canonicalize(&absolute), &ours) {
            (Ok(theirs), Resolution::Resolved(path)) => {
                existing += 1;
                assert_eq!(theirs, Path::new(path), "{absolute}");
            }
            (Ok(theirs), Resolution::Failed(reason)) => panic!("{absolute} is {theirs:?}, we fail: {reason}"),
            (Err(_), Resolution::Resolved(path)) if !trailing => {
                // Nothing there: if it can be made, it is made where we say.
                if let Some(theirs) = reached(Path::new(&absolute)) {
                    created += 1;
                    assert_eq!(theirs, Path::new(path), "{absolute}");
                }
            }
            (Err(_), Resolution::Resolved(_) | Resolution::Failed(_)) => failed += 1,
        }
    }
    assert!(existing > 1000 && created > 100 && failed > 100, "{existing} {created} {failed}");
}

#[test]
fn what_is_certainly_in_is_in() {
    let (_directory, root) = scratch();
    let mut dice = Dice(0xbeef);
    type Holds = Box<dyn Fn(&Path) -> bool>;
    let sets: [(&[&str], Holds); 4] = [
        (
            &["{workspace}/**"],
            Box::new({
                let w = format!("{root}/w");
                move |path| path.starts_with(&w)
            }),
        ),
        (
            &["~/.ssh/**"],
            Box::new({
                let ssh = format!("{root}/home/.ssh");
                move |path| path.starts_with(&ssh)
            }),
        ),
        (&["**/.env"], Box::new(|path| path.file_name().is_some_and(|name| name == ".env"))),
        (
            &["**/*.txt", "**/secret"],
            Box::new(|path| {
                path.file_name().is_some_and(|name| name == "secret" || (name.to_str().unwrap().ends_with(".txt")))
            }),
        ),
    ];
    let compiled: Vec<CompiledSets> = sets.iter().map(|(globs, _)| compiled(globs)).collect();
    let (mut yes, mut no, mut either) = (0, 0, 0);
    for _ in 0..20_000 {
        let text = text(&mut dice, &root);
        let path = PathValue::known(&text);
        let context = with_views(facts(&root), &path);
        let bare = Context::new(facts(&root));
        let absolute = if text.starts_with('/') { text.clone() } else { format!("{root}/w/{text}") };
        let Some(real) = reached(Path::new(&absolute)) else { continue };
        for ((globs, holds), set) in sets.iter().zip(&compiled) {
            let set = set.get("s").unwrap();
            let judgement = set.judge(&path, &context);
            assert!(!judgement.certainly_in() || holds(&real), "{globs:?} {text} is {real:?}: {judgement:?}");
            assert!(!judgement.certainly_out() || !holds(&real), "{globs:?} {text} is {real:?}: {judgement:?}");
            let blind = set.judge(&path, &bare);
            assert!(!blind.certainly_in() && !blind.certainly_out(), "nobody vouched: {text}");
            yes += usize::from(judgement.certainly_in());
            no += usize::from(judgement.certainly_out());
            either += usize::from(!judgement.certainly_in() && !judgement.certainly_out());
        }
    }
    assert!(yes > 500 && no > 5000 && either > 500, "{yes} {no} {either}");
}

#[test]
fn the_lexical_view_is_the_textual_one() {
    let mut facts = PathFacts::new(Os::Linux);
    facts.cwd = Some("/r/w".into());
    facts.views.vouched = Vouched::Everywhere;
    let context = Context::new(facts);
    let mut dice = Dice(0xcafe);
    for _ in 0..5000 {
        let text = text(&mut dice, "/r");
        let theirs = Utf8UnixPath::new("/r/w").join(&text).normalize();
        // A set of that one path holds the text, and one beside it does not.
        let own = if theirs.as_str() == "/" { "/" } else { theirs.as_str() };
        assert!(
            compiled(&[own]).get("s").unwrap().judge(&PathValue::known(&text), &context).surely_in(),
            "{text} {theirs}"
        );
        let beside = format!("{}x", theirs.as_str().trim_end_matches('/'));
        let beside = if beside.starts_with('/') { beside } else { format!("/{beside}") };
        assert!(
            compiled(&[&beside]).get("s").unwrap().judge(&PathValue::known(&text), &context).surely_out(),
            "{text} {beside}"
        );
    }
}

#[test]
fn globs_are_what_bash_expands() {
    let (_directory, root) = scratch();
    if Command::new("bash").arg("--version").output().is_err() {
        eprintln!("skipped: bash is not installed");
        return;
    }
    let mut dice = Dice(0xf00d);
    const PIECES: &[&str] = &[
        "*",
        "?",
        "a",
        ".",
        "sub",
        "/",
        "/",
        "[a-s]",
        "[!a]",
        "env",
        "..",
        "b",
        "txt",
        "\\[a\\]",
        "[.]",
        "to_",
        "**",
        "[[:alpha:]]*",
        "x",
    ];
    let patterns: Vec<String> = (0..4000)
        .map(|_| (0..=dice.roll(5)).map(|_| PIECES[dice.roll(PIECES.len())]).collect::<String>())
        .filter(|pattern| !pattern.starts_with('/') && pattern.contains(['*', '?', '[']))
        .collect();
    let sets: Vec<CompiledSets> =
        [&["**/.env"][..], &["{workspace}/sub/**"], &["{workspace}/**"], &["**/*.txt", "**/a"], &["{workspace}/.*/**"]]
            .map(compiled)
            .into();
    let mut facts = facts(&root);
    facts.views.vouched = Vouched::Everywhere;
    let context = Context::new(facts);
    let script: String =
        patterns.iter().map(|pattern| format!("printf '%s\\0' {pattern}; printf '\\n\\0'\n")).collect();
    let (mut hits, mut sure) = (0, 0);
    for options in ["", "shopt -s dotglob", "shopt -u globskipdots", "shopt -s globstar"] {
        let output = Command::new("bash")
            .args(["--norc", "-c", &format!("{options}\n{script}")])
            .current_dir(format!("{root}/w"))
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let groups: Vec<Vec<&str>> =
            output.split("\n\0").map(|group| group.split('\0').filter(|name| !name.is_empty()).collect()).collect();
        assert_eq!(groups.len(), patterns.len() + 1);
        for (pattern, names) in patterns.iter().zip(&groups) {
            let glob = if options.contains("dotglob") {
                PathValue::at(Text::DotGlob(pattern.clone()), [Base::Cwd])
            } else {
                PathValue::glob(pattern)
            };
            for set in &sets {
                let set = set.get("s").unwrap();
                let vague = set.judge(&glob, &context);
                for name in names {
                    let known = set.judge(&PathValue::known(*name), &context);
                    assert!(
                        !known.surely_in() || vague.possibly_in() && vague.lexical != Membership::No,
                        "{options} {pattern} gives {name}: {vague:?}"
                    );
                    assert!(
                        !known.surely_out() || vague.lexical != Membership::Yes,
                        "{options} {pattern} gives {name}: {vague:?}"
                    );
                    hits += 1;
                }
                sure += usize::from(vague.lexical != Membership::Maybe);
            }
        }
    }
    assert!(hits > 10_000 && sure > 5000, "{hits} {sure}");
}

#[test]
fn the_lexical_view_is_the_textual_one_on_windows() {
    let mut facts = PathFacts::new(Os::Windows);
    facts.cwd = Some(r"C:\r\w".into());
    facts.views.vouched = Vouched::Everywhere;
    let context = Context::new(facts);
    let mut dice = Dice(0xd05);
    for _ in 0..3000 {
        let text: String =
            (0..=dice.roll(8)).map(|_| ["a", "B", "\\", "/", "..", ".", r"C:\", "x.txt", " b"][dice.roll(9)]).collect();
        // Rooted, drive-relative and network forms, and names with dots at their ends, are other tests' matter.
        let starts_plain = !text.starts_with(['/', '\\', ' ']) && (!text.contains(':') || text.rfind("C:") == Some(0));
        let names = text.split(['/', '\\']).all(|name| name == "." || name == ".." || !name.ends_with('.'));
        if !starts_plain || !names {
            continue;
        }
        let theirs = Utf8WindowsPath::new(r"C:\r\w").join(&text).normalize().to_string();
        let holds = |glob: &str| {
            let glob = PathGlob::parse(glob, Some(Os::Windows)).unwrap();
            let members = vec![Member::Glob { glob, on: vec![Os::Windows] }];
            let sets = CompiledSets::new(PathSets([("s".to_owned(), PathSet { members, except: vec![] })].into()));
            sets.get("s").unwrap().judge(&PathValue::known(&text), &context).lexical
        };
        assert_eq!(holds(&theirs.to_lowercase()), Membership::Yes, "{text} {theirs}");
        assert_eq!(holds(&theirs.to_uppercase().replacen("C:", "D:", 1)), Membership::No, "{text} {theirs}");
    }
}
