//! Canary: generated lines are run by bash in a scratch directory with a hostile environment. Where anything below it is
//! created or changed, the reading must not be mild.
//!
//! Environment: `POLICYC_CANARIES` lines (default 60), `POLICYC_SEED` (default: fixed).

use super::bash::{Dice, find_bash};
use super::helper::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const NAMES: &[&str] = &["v", "w", "i", "X", "v"];
const VALUES: &[&str] = &[
    "a.txt",
    "touch",
    "'touch p'",
    "'-o p'",
    "5",
    "p",
    "'a[$(touch p)0]'",
    "\"$w\"",
    "cat",
    "-op",
    "'$(touch p)'",
    "./a.txt",
    "sub",
    "'> p'",
    "$i",
    "$((i+1))",
    "$(cat a.txt)",
    "w",
    "",
];
const WORDS: &[&str] = &[
    "a.txt",
    "$v",
    "\"$v\"",
    "./$v",
    "\"./$w\"",
    "*",
    "./*",
    "*.txt",
    "\"$@\"",
    "\"${a[@]}\"",
    "{a,b}.txt",
    "$(echo a.txt)",
    "-- $v",
    "~/b",
    "'$v'",
    "sub/*",
    "${w:-a.txt}",
    "\"${v%x}\"",
    "$X",
    "$((i))",
    "${#v}",
    "\"$i\"",
];
const READERS: &[&str] = &[
    "cat",
    "sort",
    "head -n 1",
    "uniq",
    "wc",
    "ls",
    "echo",
    "sort -u",
    "tac",
    "nl",
    "grep -c a",
    "cut -c1",
    "test -f",
    ":",
    "printf %s",
    "sed -n 1p",
];
const CODE: &[&str] = &["touch p", "echo x > p", "sort -o p a.txt", "cp a.txt p", "tee p < a.txt", "mkdir p"];

/// A command that may do anything.
fn command(dice: &mut Dice) -> String {
    let (reader, code) = (dice.pick(READERS), dice.pick(CODE));
    let (name, value) = (dice.pick(NAMES), dice.pick(VALUES));
    let (one, two) = (dice.pick(WORDS), dice.pick(WORDS));
    match dice.roll(34) {
        0..=9 => format!("{reader} {one}"),
        10 => format!("{reader} {one} {two}"),
        11..=15 => format!("{name}={value}"),
        16 => code.to_owned(),
        17 => format!("{one} {two}"),
        18 => format!("eval \"{}\"", dice.pick(&["$v", "cat a.txt", "$v $w", "w=x"])),
        19 => format!("{name}={value} {reader} {one}"),
        20 => format!("(( {} ))", dice.pick(&["v", "i + 1", "i++", "a[i]", "X", "$w"])),
        21 => format!("[[ {one} {} {} ]]", dice.pick(&["-eq", "==", "-lt", "=~"]), dice.pick(&["5", "\"$v\"", "w"])),
        22 => format!("echo $(({}))", dice.pick(&["v", "i*2", "$w", "X", "a[0]", "${#v}"])),
        23 => format!("read {}", dice.pick(&["v < a.txt", "-r w <<< 'touch p'", "\"$v\" < a.txt", "-a a < a.txt"])),
        24 => format!("trap {} EXIT", dice.pick(&["'cat a.txt'", "\"$v\"", "'touch p'", "'$w'"])),
        25 => format!("bash -c {}", dice.pick(&["'cat a.txt'", "\"$v\"", "'$v'", "'touch p'", "'echo $X; (( X ))'"])),
        26 => format!("find . -name '*.txt' {}", dice.pick(&["", "-exec cat {} +", "$v", "-exec $v {} \\;", "-print"])),
        27 => format!("echo {one} | xargs {}", dice.pick(&["cat", "sort", "touch", "", "-I{} sh -c '{}'"])),
        28 => format!("{reader} {one} > {}", dice.pick(&["/dev/null", "p", "$v", "\"$w\"", "&2"])),
        29 => format!("printf -v {name} %s {value}"),
        30 => format!("export {name}={value}"),
        31 => format!("echo ${{{}}}", dice.pick(&["v:=touch", "!v", "v@P", "a[w]", "v:i:1", "w/a/b"])),
        32 => format!("{} {one}", dice.pick(&["env", "nice", "timeout 2", "command", "env v=1"])),
        _ => format!("{} {one} {two}", dice.pick(&["sort", "uniq", "sed", "tee", "cp", "diff"])),
    }
}

fn line(dice: &mut Dice, depth: u32) -> String {
    let one = |dice: &mut Dice| {
        if depth > 2 { command(dice) } else { line(dice, depth + 1) }
    };
    match dice.roll(if depth > 2 { 6 } else { 18 }) {
        0..=5 => command(dice),
        6 | 7 => format!("{}; {}", one(dice), one(dice)),
        8 => format!("{}\n{}", one(dice), one(dice)),
        9 => format!("{} && {}", one(dice), one(dice)),
        10 => format!("{} || {}", one(dice), one(dice)),
        11 => format!("{{ {}; }}", one(dice)),
        12 => format!("( {} )", one(dice)),
        13 => format!("for {} in {} {}; do {}; done", dice.pick(NAMES), dice.pick(WORDS), dice.pick(VALUES), one(dice)),
        14 => format!(
            "{}() {{ {}; }}; {}",
            dice.pick(&["f", "cat", "ls"]),
            one(dice),
            dice.pick(&["f", "cat a.txt", "ls", ":"])
        ),
        15 => format!("echo \"$({})\"", one(dice)),
        16 => format!("if {}; then {}; fi", one(dice), one(dice)),
        _ => format!("cd sub && {}", one(dice)),
    }
}

fn snapshot(folder: &Path, into: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            into.insert(path.display().to_string(), "directory".into());
            snapshot(&path, into);
        } else {
            into.insert(path.display().to_string(), std::fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

#[test]
fn what_changes_anything_is_not_mild() {
    let Some(bash) = find_bash() else {
        return println!("skipped: there is no bash");
    };
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let lines = number("POLICYC_CANARIES", 60);
    let mut dice = Dice(number("POLICYC_SEED", 0xca11) | 1);
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path().canonicalize().unwrap();
    let (mut mild, mut changed, mut understood) = (0, 0, 0);
    for round in 0..lines {
        let base = root.join(round.to_string());
        let (work, home) = (base.join("a/b/w"), base.join("home"));
        std::fs::create_dir_all(work.join("sub")).unwrap();
        std::fs::create_dir_all(&home).unwrap();
        for file in ["a.txt", "b.txt", "-op", "sub/c.txt"] {
            std::fs::write(work.join(file), "touch p\nx\n").unwrap();
        }
        std::fs::write(home.join("b"), "x\n").unwrap();
        let text = (0..1 + dice.roll(4)).map(|_| line(&mut dice, 0)).collect::<Vec<_>>().join("; ");
        let mut run = Command::new("timeout");
        run.args(["5", bash, "-c", &text])
            .current_dir(&work)
            .env_clear()
            .env("HOME", &home)
            .env("PATH", "/usr/bin:/bin")
            .stdin(std::process::Stdio::null());
        for name in ["v", "w", "i", "X", "a"] {
            if dice.roll(2) == 0 {
                run.env(name, dice.pick(&["a[$(touch p)0]", "touch p", "-o p", "$(touch p)", "5", "x y"]));
            }
        }
        let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
        snapshot(&base, &mut before);
        run.output().unwrap();
        snapshot(&base, &mut after);
        let mut host = host();
        host.home = Some(home.display().to_string());
        host.cwd = Some(work.display().to_string());
        host.workspace = vec![work.display().to_string()];
        let reading = read_with(host, &text);
        let is_mild = is_mild(&reading);
        mild += u32::from(is_mild);
        understood += u32::from(reading.units.iter().all(|unit| unit.standing == super::Standing::Understood));
        changed += u32::from(before != after);
        assert!(before == after || !is_mild, "this changed files and is mild:\n{text}\n{}", show(&reading));
        std::fs::remove_dir_all(&base).unwrap();
    }
    println!("{lines} lines, {changed} changed something, {mild} mild, {understood} understood");
    assert!(lines < 50 || (changed > 0 && mild > 0), "the canary saw nothing");
}
