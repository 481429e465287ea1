//! Known words equal what bash prints at that point: generated programs are run by bash, in a scratch directory and with a
//! random environment, and every word that a probe gets must fit what was read of it.
//!
//! Environment: `POLICYC_PROBES` programs (default 60), `POLICYC_SEED` (default: fixed).

#![allow(clippy::string_slice, reason = "offsets come from the same text")]

use super::helper::*;
use super::*;
use crate::argv::{Piece, Text, Word};
use std::fmt::Write as _;
use std::process::Command;

pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

const ATOMS: &[&str] = &[
    "abc",
    "-x",
    "a.txt",
    "'a b'",
    "\"q $v r\"",
    "$v",
    "${v}",
    "\"$v\"",
    "${w:-d}",
    "\"${w:-d e}\"",
    "$'a\\tb'",
    "\\$",
    "\\ ",
    "{a,b}",
    "{1..3}",
    "x{a,$v}y",
    "$v{a,b}",
    "\"$v\"{a,b}",
    "~",
    "~/x",
    "*.txt",
    "[ab]*",
    "?",
    "$((1+2*3))",
    "$((n+1))",
    "$(echo hi)",
    "`echo hi`",
    "\"$@\"",
    "$#",
    "$?",
    "${#v}",
    "a=~",
    "\"$HOME/x\"",
    "$PWD",
    "\"\"",
    "''",
    "{b..e..2}",
    "{03..1}",
    "pre{,suf}",
    "\"$n\"",
    "$n",
    "${n}th",
    "a\\\nb",
    "{a,b}{c,d}",
    "[$v",
    "$v]",
    "sub/*",
    "*",
    "~+",
    "{~,x}",
    "x:~",
    "$((2**3))",
    "$((10/3%2))",
    "$((1<2?7:8))",
    "$((-3+-n))",
    "\"${v:+z}\"",
    "${v:-*}",
    "$w",
    "\"$w\"",
    "${HOME}",
    "$((v))",
    "$((w))",
    "{a,{b,c}}",
    "{a}",
    "{a,b",
    "a}",
    "{a..c}{1..2}",
    "$v$n",
    "\"$v$w\"",
    "%",
    "a,b",
    "#x",
    "a#b",
    "!",
    "^",
    "\"$(echo \"$v\")\"",
    "[!a]*",
    "[a-c].txt",
    "\"*\"",
    "\\*",
];
const VALUES: &[&str] = &[
    "one",
    "'two words'",
    "5",
    "-o",
    "'*'",
    "\"$n\"",
    "$(echo hi)",
    "a:~",
    "''",
    "~/d",
    "7",
    "0",
    "{a,b}",
    "$v",
    "[ab]*",
    "x=y",
    "$((4*2))",
    "'a]'",
    "*.txt",
];
const NAMES: &[&str] = &["v", "w", "n", "HOME", "PWD", "v", "w", "n", "IFS"];

struct Program {
    text: String,
    probes: u32,
    depth: u32,
}

impl Program {
    fn word(&self, dice: &mut Dice) -> String {
        (0..1 + dice.roll(2)).map(|_| dice.pick(ATOMS)).collect()
    }
    fn probe(&mut self, dice: &mut Dice) -> String {
        let mut line = format!("probe {}", self.probes);
        self.probes += 1;
        for _ in 0..1 + dice.roll(3) {
            write!(line, " {}", self.word(dice)).unwrap();
        }
        line
    }
    fn statement(&mut self, dice: &mut Dice) -> String {
        self.depth += 1;
        let kind = if self.depth > 3 { dice.roll(14) } else { dice.roll(40) };
        let name = dice.pick(NAMES);
        let value = dice.pick(VALUES);
        let made = match kind {
            0..=5 => self.probe(dice),
            6..=10 => format!("{name}={value}"),
            11 => ["cd sub", "cd ..", "cd ./sub", "cd /", "cd nowhere", "cd sub 2>/dev/null"][dice.roll(6)].to_owned(),
            12 => dice.pick(&["true", "false", ":"]).to_owned(),
            13 => format!("{name}={value} {}", self.probe(dice)),
            14 => format!("{name}+={value}"),
            15 => format!("export {name}={value}"),
            16 => format!("unset {name}"),
            17 => format!("for {name} in {} {}; do {}; done", self.word(dice), self.word(dice), self.list(dice)),
            18 => format!("while read -r {name}; do {}; done <<< 'x y'", self.list(dice)),
            19 => format!("f{}() {{ {}; }}", dice.roll(2), self.list(dice)),
            20 | 21 => format!("f{}", dice.roll(2)),
            22 | 23 => format!("{{ {}; }}", self.list(dice)),
            24 | 25 => format!("( {} )", self.list(dice)),
            26 => format!("if {}; then {}; else {}; fi", self.statement(dice), self.list(dice), self.list(dice)),
            27 | 28 => format!("{} && {}", self.statement(dice), self.statement(dice)),
            29 | 30 => format!("{} || {}", self.statement(dice), self.statement(dice)),
            31 => format!("eval '{name}=evaled'"),
            32 => format!(": ${{{name}:={}}}", dice.pick(&["def", "5"])),
            33 => format!("(({name} = 3))"),
            34 => format!("printf -v {name} %s x"),
            35 => format!("{} | cat", self.statement(dice)),
            36 => format!(
                "case $v in {}) {};; *) {};; esac",
                dice.pick(&["one", "*", "5"]),
                self.list(dice),
                self.list(dice)
            ),
            37 => format!("! {}", self.statement(dice)),
            38 => format!("declare {} {name}={value}", dice.pick(&["-i", "-u", "-r", "-x", "-g"])),
            _ => format!("local {name}={value}"),
        };
        self.depth -= 1;
        made
    }
    fn list(&mut self, dice: &mut Dice) -> String {
        (0..1 + dice.roll(2)).map(|_| self.statement(dice)).collect::<Vec<_>>().join("; ")
    }
}

/// Whether the words that a probe got fit what was read of them.
fn fits(read: &[Word], got: &[&str]) -> bool {
    let Some((word, rest)) = read.split_first() else {
        return got.is_empty();
    };
    if word.many {
        (0..=got.len())
            .any(|taken| got[..taken].iter().all(|text| covers(&word.text, text)) && fits(rest, &got[taken..]))
    } else {
        got.split_first().is_some_and(|(first, left)| covers(&word.text, first) && fits(rest, left))
    }
}

fn covers(text: &Text, got: &str) -> bool {
    match text {
        Text::Known(known) => known == got,
        Text::Shaped(pieces) => piecewise(pieces, got),
    }
}

fn piecewise(pieces: &[Piece], got: &str) -> bool {
    let Some((piece, rest)) = pieces.split_first() else {
        return got.is_empty();
    };
    match piece {
        Piece::Literal(text) => got.strip_prefix(text.as_str()).is_some_and(|left| piecewise(rest, left)),
        Piece::Question => got.chars().next().is_some_and(|c| c != '/' && piecewise(rest, &got[c.len_utf8()..])),
        // Or the pattern itself, where nothing matches.
        Piece::Class(class) => {
            got.strip_prefix(class.as_str()).is_some_and(|left| piecewise(rest, left))
                || got.chars().next().is_some_and(|c| c != '/' && piecewise(rest, &got[c.len_utf8()..]))
        }
        Piece::Star => (0..=got.len())
            .filter(|at| got.is_char_boundary(*at))
            .take_while(|at| !got[..*at].contains('/'))
            .any(|at| piecewise(rest, &got[at..])),
        Piece::Below | Piece::Unknown => {
            (0..=got.len()).filter(|at| got.is_char_boundary(*at)).any(|at| piecewise(rest, &got[at..]))
        }
    }
}

pub fn find_bash() -> Option<&'static str> {
    ["/bin/bash", "/usr/bin/bash"].into_iter().find(|path| std::path::Path::new(path).exists())
}

#[test]
fn known_words_are_what_bash_passes() {
    let Some(bash) = find_bash() else {
        println!("skipped: there is no bash");
        return;
    };
    let programs: u32 = std::env::var("POLICYC_PROBES").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let seed: u64 = std::env::var("POLICYC_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0x5eed);
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path().canonicalize().unwrap();
    let (work, home, bin, out) = (root.join("w"), root.join("home"), root.join("bin"), root.join("out"));
    for directory in [&work.join("sub/sub"), &home, &bin] {
        std::fs::create_dir_all(directory).unwrap();
    }
    for file in ["a.txt", "b.txt", "-o", "x y", "sub/c.txt", "[a", "c"] {
        std::fs::write(work.join(file), "").unwrap();
    }
    let probe = "#!/bin/sh\nprintf '%s\\1' \"$@\" >> \"$OUT\"; printf '\\2' >> \"$OUT\"\n";
    std::fs::write(bin.join("probe"), probe).unwrap();
    let mut mode = std::fs::metadata(bin.join("probe")).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    std::fs::set_permissions(bin.join("probe"), mode).unwrap();
    let mut dice = Dice(seed | 1);
    let (mut known, mut seen) = (0u32, 0u32);
    for _ in 0..programs {
        let mut program = Program { text: String::new(), probes: 0, depth: 0 };
        let mut first = program.statement(&mut dice);
        for _ in 0..2 + dice.roll(6) {
            let glue = dice.pick(&["; ", "\n", " && ", " || ", "; ", "\n", " & wait; "]);
            let next = program.statement(&mut dice);
            write!(first, "{glue}{next}").unwrap();
        }
        program.text = format!("{first}; {}", program.probe(&mut dice));
        let _ = std::fs::remove_file(&out);
        let mut run = Command::new("timeout");
        run.args(["5", bash, "-c", &program.text]).current_dir(&work).env_clear();
        run.env("HOME", &home).env("PATH", format!("{}:/usr/bin:/bin", bin.display())).env("OUT", &out);
        for name in ["v", "w", "n"] {
            if dice.roll(2) == 0 {
                run.env(name, dice.pick(&["env", "a b", "-x", "*", "9", "", "a]"]));
            }
        }
        if dice.roll(3) == 0 {
            run.env("CDPATH", &root);
        }
        run.output().unwrap();
        let mut host = host();
        host.home = Some(home.display().to_string());
        host.cwd = Some(work.display().to_string());
        let reading = read_with(host, &program.text);
        let printed = String::from_utf8(std::fs::read(&out).unwrap_or_default()).unwrap();
        for record in printed.split_terminator('\u{2}') {
            let got: Vec<&str> = record.split_terminator('\u{1}').collect();
            seen += 1;
            let units: Vec<_> = reading
                .units
                .iter()
                .filter(|unit| {
                    unit.words.len() > 1
                        && unit.words[0].as_known() == Some("probe")
                        && unit.words[1].as_known() == got.first().copied()
                })
                .collect();
            let unread = reading.units.iter().any(|unit| matches!(unit.standing, Standing::Unreadable(_)));
            assert!(
                units.iter().any(|unit| fits(&unit.words[1..], &got)) || (units.is_empty() && unread),
                "program:\n{}\nprobe got: {got:?}\nread: {}\nwhole:\n{}",
                program.text,
                units
                    .iter()
                    .map(|unit| unit.words.iter().map(show_word).collect::<Vec<_>>().join(" "))
                    .collect::<Vec<_>>()
                    .join("\n or: "),
                show(&reading)
            );
            known += u32::try_from(
                units.iter().flat_map(|unit| &unit.words[2..]).filter(|word| word.as_known().is_some()).count(),
            )
            .unwrap();
        }
    }
    println!("{programs} programs, {seen} probes, {known} known words compared");
    assert!(programs < 50 || known > programs, "too little was known to prove anything");
}
