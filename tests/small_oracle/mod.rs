//! Runs scripts in the real program, inside a throw-away sandbox, and tells what they did.
//!
//! The sandbox is bubblewrap: read-only root, no network, one writable scratch directory, and `/bin/sh` replaced by a
//! recorder, so that no command of a script is ever executed. Without bubblewrap or the program the oracle is absent and the
//! test that asks for it passes with a word on standard error.

#![allow(dead_code, reason = "each test crate uses a part")]
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test helper stops by panicking")]

pub mod everyday;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use policyc::effects::small::{Act, Code, Language, Mode, Name, read};

/// What one run of a script did.
#[derive(Debug, Default)]
pub struct Observed {
    /// Files created or changed, by name.
    pub written: BTreeSet<String>,
    /// Texts handed to `sh -c`.
    pub ran: Vec<String>,
    /// Standard output holds the content of this file, which is no operand.
    pub read: BTreeSet<String>,
    /// Standard output holds the value of [`ENVIRONMENT`].
    pub environment: bool,
    /// The program finished without an error of its own.
    pub accepted: bool,
}

/// Files that a script can find beside its input.
const FILES: &[&str] = &["secret", "other file"];
const ENVIRONMENT: (&str, &str) = ("CANARY", "mark-of-environment");
const INPUT: &str = "touch x1\nfoo bar\na/b:c 12 34\n\nsecret\n";

const DRIVER: &str = r#"
cd /scratch || exit 1
for directory in case*; do
  cd "$directory" || exit 1
  IFS= read -r -d '' script < .script
  CANARY=mark-of-environment timeout -s KILL 0.5 "$@" "$script" in < /dev/null > .out 2> .err
  echo $? > .status
  cd ..
done
"#;

const RECORDER: &str = "#!/bin/bash\nprintf '%s\\0' \"$2\" >> .ran\n";

/// How many scripts a differential test runs: `POLICYC_ORACLE_CASES`, or a number that keeps the test short.
pub fn cases() -> usize {
    std::env::var("POLICYC_ORACLE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

/// Runs `program… SCRIPT in` for each script. `None` where the oracle cannot run here.
pub fn run(program: &[&str], scripts: &[String]) -> Option<Vec<Observed>> {
    let scratch = tempfile::tempdir().unwrap();
    let recorder = scratch.path().join("recorder");
    fs::write(&recorder, RECORDER).unwrap();
    make_executable(&recorder);
    let cases = scratch.path().join("cases");
    for (index, script) in scripts.iter().enumerate() {
        let case = cases.join(format!("case{index:06}"));
        fs::create_dir_all(&case).unwrap();
        fs::write(case.join(".script"), script).unwrap();
        for (name, content) in inputs() {
            fs::write(case.join(name), content).unwrap();
        }
    }
    let status = Command::new("bwrap")
        .args(["--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/tmp", "--unshare-all", "--die-with-parent"])
        .args(["--ro-bind"])
        .arg(&recorder)
        .arg(fs::canonicalize("/bin/sh").ok()?)
        .args(["--dir", "/tmp/scratch"])
        .args(["--bind"])
        .arg(&cases)
        .arg("/tmp/scratch")
        .args(["--chdir", "/tmp/scratch", "/bin/bash", "-c"])
        .arg(DRIVER.replace("/scratch", "/tmp/scratch"))
        .arg("driver")
        .args(program)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok()?;
    let observed: Vec<Observed> =
        (0..scripts.len()).map(|index| observe(&cases.join(format!("case{index:06}")))).collect();
    // A sandbox that does not start, or a program that is not there, finishes no script.
    (status.success() && observed.iter().any(|one| one.accepted)).then_some(observed)
}

fn inputs() -> BTreeMap<&'static str, String> {
    let mut inputs: BTreeMap<_, _> = FILES.iter().map(|name| (*name, format!("mark-of-{name}\n"))).collect();
    inputs.insert("in", INPUT.to_owned());
    inputs
}

fn observe(case: &Path) -> Observed {
    let mut observed = Observed::default();
    let inputs = inputs();
    let bytes = |name: &str| fs::read(case.join(name)).unwrap_or_default();
    for entry in fs::read_dir(case).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let own = matches!(name.as_str(), ".script" | ".out" | ".err" | ".ran" | ".status");
        let unchanged = inputs.get(name.as_str()).is_some_and(|content| bytes(&name) == content.as_bytes());
        if !own && !unchanged {
            observed.written.insert(name);
        }
    }
    let out = String::from_utf8_lossy(&bytes(".out")).into_owned();
    observed.environment = out.contains(ENVIRONMENT.1);
    for name in FILES {
        if out.contains(&format!("mark-of-{name}")) {
            observed.read.insert((*name).to_owned());
        }
    }
    observed.ran = String::from_utf8_lossy(&bytes(".ran")).split_terminator('\0').map(str::to_owned).collect();
    observed.accepted = bytes(".status") == b"0\n";
    observed
}

fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// What a differential run saw, in scripts.
#[derive(Debug, Default)]
#[allow(clippy::struct_field_names, reason = "the fields are printed by their names")]
pub struct Seen {
    /// All.
    pub scripts: usize,
    /// Ended by the program without an error.
    pub accepted: usize,
    /// Accepted and proved.
    pub proved: usize,
    /// Wrote a file.
    pub wrote: usize,
    /// Ran a command.
    pub ran: usize,
    /// Showed a file or variable they had no operand for.
    pub read: usize,
}

/// Runs the scripts and fails if one did what its reading does not hold.
pub fn check(language: Language, program: &[&str], scripts: &[String]) -> Option<Seen> {
    let observed = run(program, scripts)?;
    let mut seen = Seen { scripts: scripts.len(), ..Seen::default() };
    let mut holes = Vec::new();
    for (script, observed) in scripts.iter().zip(&observed) {
        let reading = read(language, script, &Mode::default());
        seen.accepted += usize::from(observed.accepted);
        seen.proved += usize::from(observed.accepted && reading.is_ok());
        seen.wrote += usize::from(!observed.written.is_empty());
        seen.ran += usize::from(!observed.ran.is_empty());
        seen.read += usize::from(observed.environment || !observed.read.is_empty());
        let Ok(reading) = reading else { continue };
        let has = |wanted: &dyn Fn(&Act) -> bool| reading.steps.iter().any(|step| wanted(&step.act));
        let holds = |name: &Name, text: &str| match name {
            // Directories on the way may be made as well.
            Name::Known(known) => {
                let known = known.trim_start_matches("./");
                known == text || known.strip_prefix(text).is_some_and(|rest| rest.starts_with('/'))
            }
            Name::Unknown => true,
        };
        for file in &observed.written {
            if !has(&|act| matches!(act, Act::Writes(name) if holds(name, file))) {
                holes.push(format!("{script:?} wrote {file:?}: {reading:?}"));
            }
        }
        for command in &observed.ran {
            let command = command.trim_end_matches('\n');
            // An empty command is the usual way to flush, and no act.
            if !command.trim().is_empty()
                && !has(&|act| matches!(act, Act::Runs(Code::Shell(name)) if holds(name, command)))
            {
                holes.push(format!("{script:?} ran {command:?}: {reading:?}"));
            }
        }
        for file in &observed.read {
            if !has(&|act| matches!(act, Act::Reads(name) if holds(name, file))) {
                holes.push(format!("{script:?} read {file:?}: {reading:?}"));
            }
        }
        if observed.environment && !has(&|act| matches!(act, Act::ReadsEnvironment)) {
            holes.push(format!("{script:?} read the environment: {reading:?}"));
        }
    }
    assert!(
        holes.is_empty(),
        "{} holes of {} scripts in {program:?}:\n{}",
        holes.len(),
        scripts.len(),
        holes.join("\n")
    );
    Some(seen)
}

/// A small generator of pseudo-random numbers, so that a failing script is found again.
pub struct Random(u64);

impl Random {
    /// Starts a sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    /// One of a list.
    pub fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// The text with a few pieces of it removed, doubled, or replaced by pieces of the list.
    pub fn mutate(&mut self, text: &str, pieces: &[&str]) -> String {
        let mut chars: Vec<String> = text.chars().map(String::from).collect();
        for _ in 0..=self.below(3) {
            let at = self.below(chars.len() + 1);
            match self.below(4) {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 if at < chars.len() => chars.insert(at, chars[at].clone()),
                2 if at < chars.len() => chars[at] = self.pick(pieces).to_owned(),
                _ => chars.insert(at, self.pick(pieces).to_owned()),
            }
        }
        chars.concat()
    }
}
