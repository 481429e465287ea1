//! The patch reader against the appliers themselves: whatever `git apply` or `patch` would touch is in our list, or we call the
//! patch unreadable. Runs where git and patch are installed, in scratch directories only.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::string_slice,
    reason = "a test may fail by panicking, and says what it skipped"
)]

use policyc::patch::{Strip, touched};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A small generator with a fixed start, so that a failure can be run again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.roll(from.len())]
    }
}

const NAMES: &[&str] = &["x", "d/x", "my file", "d/e/täb", "q\"x", "a", "b/x", "tab\tx", "d/-x", "x.orig"];
const CONTENT: &str = "1\n2\n3\n4\n5\n";

fn tree(root: &Path) {
    for prefix in ["", "a/", "b/", "d/", "old/", "new/"] {
        for name in NAMES {
            let path = root.join(format!("{prefix}{name}"));
            if path.exists() || path.ancestors().skip(1).any(|above| above.is_file()) {
                continue;
            }
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, CONTENT).unwrap();
        }
    }
}

fn quoted(name: &str) -> String {
    if name.chars().all(|c| c.is_ascii() && !c.is_control() && c != '"' && c != '\\') {
        return name.to_owned();
    }
    let mut out = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'\t' => out.push_str("\\t"),
            b'"' => out.push_str("\\\""),
            b' '..=b'~' => out.push(byte as char),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out.push('"');
    out
}

fn header(prefix: &str, name: &str, stamp: &str) -> String {
    format!("{}{stamp}", quoted(&format!("{prefix}{name}")))
}

fn one_file(dice: &mut Dice) -> String {
    let name = dice.pick(NAMES);
    let (old, new) =
        [("a/", "b/"), ("", ""), ("i/", "w/"), ("c/", "o/"), ("old/", "new/"), ("./", "./"), ("a//", "b//")]
            [dice.roll(7)];
    let stamp = dice.pick(&[
        "",
        "\t2024-01-31 12:00:00.000000000 +0100",
        "\t",
        " 2024-01-31 12:00:00.000000000 +0100",
        "\t1970-01-01 00:00:00 +0000",
    ]);
    let other = dice.pick(NAMES);
    let hunk = "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n";
    let (git_old, git_new) = (header("a/", name, ""), header("b/", name, ""));
    match dice.roll(12) {
        0..=3 => format!("--- {}\n+++ {}\n{hunk}", header(old, name, stamp), header(new, name, stamp)),
        4 => format!("diff --git {git_old} {git_new}\nindex 1..2 100644\n--- {git_old}\n+++ {git_new}\n{hunk}"),
        5 => format!(
            "diff --git {git_old} {git_new}\nnew file mode 100644\n--- /dev/null\n+++ {git_new}\n@@ -0,0 +1 @@\n+1\n"
        ),
        6 => format!(
            "diff --git {git_old} {git_new}\ndeleted file mode 100644\n--- {git_old}\n+++ /dev/null\n@@ -1,5 +0,0 @@\n-1\n-2\n-3\n-4\n-5\n"
        ),
        7 => format!(
            "diff --git {git_old} {}\nsimilarity index 100%\n{} from {}\n{} to {}\n",
            header("b/", other, ""),
            "rename",
            quoted(name),
            "rename",
            quoted(other)
        ),
        8 => format!(
            "diff --git {git_old} {}\nsimilarity index 100%\ncopy from {}\ncopy to {}\n",
            header("b/", other, ""),
            quoted(name),
            quoted(other)
        ),
        9 => format!("diff --git {git_old} {git_new}\nold mode 100644\nnew mode 100755\n"),
        10 => format!(
            "*** {}\n--- {}\n***************\n*** 1,3 ****\n  1\n! 2\n  3\n--- 1,3 ----\n  1\n! two\n  3\n",
            header(old, name, stamp),
            header(new, name, stamp)
        ),
        _ => format!(
            "Index: {name}\n===================================================================\n--- {}\n+++ {}\n{hunk}",
            header("", name, stamp),
            header("", name, stamp)
        ),
    }
}

fn mutate(dice: &mut Dice, patch: String) -> String {
    let mut lines: Vec<String> = patch.split('\n').map(str::to_owned).collect();
    for _ in 0..dice.roll(3) {
        let at = dice.roll(lines.len());
        match dice.roll(10) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, lines[dice.roll(lines.len())].clone()),
            2 => lines[at].insert(0, [' ', 'X', '-', '+', '\t', '\\'][dice.roll(6)]),
            3 => lines.insert(
                at,
                dice.pick(&[
                    "--- a/d/x",
                    "+++ b/d/x",
                    "Index: d/x",
                    "@@ -1,3 +1,3 @@",
                    "*** d/x",
                    "diff --git a/d/x b/d/x",
                    "rename to d/x",
                    "***************",
                    "1c",
                    ".",
                ])
                .to_owned(),
            ),
            4 => lines[at] = lines[at].replace("a/", ""),
            5 => lines[at].push('\r'),
            6 => lines[at] = lines[at].replace(",3", ",2"),
            7 => lines[at] = lines[at].replace(' ', "  "),
            8 => lines.swap(at, 0),
            _ => lines[at] = lines[at].replace("d/", "d//"),
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

fn run(root: &Path, program: &str, args: &[&str], input: &str) -> (bool, Vec<u8>) {
    let mut child = Command::new(program)
        .args(args)
        .current_dir(root)
        .env("GIT_CEILING_DIRECTORIES", root.parent().unwrap())
        .env("LC_ALL", "C.UTF-8")
        .env("QUOTING_STYLE", "literal")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.success(), output.stdout)
}

/// Names `git apply --numstat -z` would touch; it prints the new name of a rename alone, so the old ones come from `--summary`.
fn git_touches(root: &Path, patch: &str, strip: usize) -> BTreeSet<String> {
    let level = format!("-p{strip}");
    let (fine, out) = run(root, "git", &["apply", "--numstat", "-z", &level], patch);
    if !fine {
        return BTreeSet::new();
    }
    let text = String::from_utf8_lossy(&out).into_owned();
    text.split('\0').filter_map(|record| record.splitn(3, '\t').nth(2)).map(str::to_owned).collect()
}

fn patch_touches(root: &Path, patch: &str, strip: Option<usize>) -> BTreeSet<String> {
    let level = strip.map(|strip| format!("-p{strip}"));
    let mut args = vec!["--dry-run", "--batch"];
    args.extend(level.as_deref());
    let (_, out) = run(root, "patch", &args, patch);
    String::from_utf8_lossy(&out)
        .lines()
        .filter_map(|line| line.strip_prefix("checking file "))
        .flat_map(|rest| match rest.split_once(" (") {
            Some((name, note)) if note.contains("renamed from ") || note.contains("copied from ") => {
                let from = note.split_once(" from ").unwrap().1.trim_end_matches(')');
                vec![name.to_owned(), from.to_owned()]
            }
            _ => vec![rest.to_owned()],
        })
        .map(|name| name.trim_matches('\'').to_owned())
        .collect()
}

fn squeeze(name: &str) -> String {
    name.split('/').filter(|part| !part.is_empty() && *part != ".").collect::<Vec<_>>().join("/")
}

fn ours(patch: &str, strip: Strip) -> Option<BTreeSet<String>> {
    touched(patch, strip).ok().map(|all| all.into_iter().map(|one| squeeze(&one.path)).collect())
}

/// How many generated patches each run tries; `PATCH_CASES` raises it.
fn cases() -> usize {
    std::env::var("PATCH_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(150)
}

#[test]
fn whatever_an_applier_touches_is_reported() {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path();
    tree(root);
    for program in ["git", "patch"] {
        if Command::new(program).arg("--version").stdout(Stdio::null()).status().is_err() {
            eprintln!("skipped: {program} is not installed");
            return;
        }
    }
    let start = std::env::var("PATCH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0x5eed);
    let mut dice = Dice(start);
    let (mut readable, mut applied) = (0, 0);
    for case in 0..cases() {
        let mut patch: String = (0..=dice.roll(3)).map(|_| one_file(&mut dice)).collect();
        if dice.roll(3) > 0 {
            patch = mutate(&mut dice, patch);
        }
        let mut check = |tool: &str, theirs: BTreeSet<String>, levels: &[Strip]| {
            applied += usize::from(!theirs.is_empty());
            for level in levels {
                let Some(ours) = ours(&patch, *level) else { continue };
                for name in theirs.iter().filter(|name| *name != "/dev/null").map(|name| squeeze(name)) {
                    assert!(
                        ours.contains(&name),
                        "case {case}: {tool} touches {name:?}, we say {ours:?} ({level:?})\n{patch}"
                    );
                }
            }
        };
        for strip in [0, 1, 2] {
            let levels = if strip < 2 { &[Strip::Usual, Strip::Exactly(strip)][..] } else { &[Strip::Exactly(2)] };
            check("git", git_touches(root, &patch, strip), levels);
            check("patch", patch_touches(root, &patch, Some(strip)), levels);
        }
        check("patch without -p", patch_touches(root, &patch, None), &[Strip::All]);
        readable += usize::from(ours(&patch, Strip::Usual).is_some());
    }
    eprintln!("{} patches, {readable} readable, {applied} runs that touched something", cases());
    assert!(readable * 3 > cases() && applied > cases(), "the generator has gone stale");
}

/// What the generator makes before it is mutated is real enough that every applier-independent form is read.
#[test]
fn well_formed_patches_are_readable() {
    let mut dice = Dice(7);
    for _ in 0..500 {
        let patch = one_file(&mut dice);
        assert!(touched(&patch, Strip::Usual).is_ok(), "{:?}\n{patch}", touched(&patch, Strip::Usual));
    }
}
