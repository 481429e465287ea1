//! What words stand for after brace expansion, tilde expansion and quote removal, against what bash prints.
//!
//! `POLICYC_MUTATIONS` and `POLICYC_SEED` as in `shell_oracle`: how many words.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test says what is wrong by stopping"
)]

use std::process::Command;

use policyc::shell::tree::{CommandKind, Fallback, Glob, ParamOp, Part, PartKind};
use policyc::shell::{Dialect, Script, read};

#[path = "oracle/bash/mutate.rs"]
mod mutate;

use mutate::{Random, setting};

const HOME: &str = "/home/nobody in particular";

const PIECES: &[&str] = &[
    "a",
    "b",
    "1",
    "2",
    "01",
    "-3",
    "z",
    "x=",
    "=",
    ":",
    "/",
    ".",
    "..",
    ",",
    ",",
    "{",
    "}",
    "{a,b}",
    "{1..3}",
    "{c..a}",
    "{01..3}",
    "{1..9..4}",
    "~",
    "~/",
    "'",
    "\"",
    "''",
    "\"\"",
    "' '",
    "\" \"",
    "'{'",
    "\",\"",
    "\\{",
    "\\,",
    "\\}",
    "\\ ",
    "\\~",
    "\\\\",
    "\\a",
    "\\\"",
    "\\'",
    "$'\\n'",
    "$'a\\tb'",
    "$'\\''",
    "$'\\x41'",
    "$'\\u00e9'",
    "$'\\0z'",
    "$\"q\"",
    "$",
    "$'",
    "é",
    "日",
    "[",
    "]",
    "[a]",
    "#",
    "%",
    "@",
    "+",
    "-",
    "!",
    "\\\n",
    "^",
    "{}",
    "{x}",
    "{,}",
];

/// Every word that some parts stand for; `None` if they hold what this does not work out.
fn expand(script: &Script<'_>, parts: &[Part]) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    for part in parts {
        let texts = match part.kind {
            PartKind::Literal { text, .. } => vec![script.text(text).to_owned()],
            PartKind::Glob(Glob::Bracket { parts }) => {
                vec![format!("[{}]", expand(script, script.get(parts))?.concat())]
            }
            PartKind::Tilde { user } if script.text(user).is_empty() => vec![HOME.to_owned()],
            PartKind::Brace { alternatives } => {
                let mut texts = Vec::new();
                for alternative in script.get(alternatives) {
                    texts.extend(expand(script, script.get(alternative.parts))?);
                }
                texts
            }
            PartKind::BraceRange { from, to, step } => {
                range(script.text(from), script.text(to), step.map(|step| script.text(step)))?
            }
            PartKind::Param { param, quoted } => {
                let param = script.one(param)?;
                let ParamOp::Fallback { kind: Fallback::Default, word, .. } = param.op else {
                    return None;
                };
                // `U` is not set. Without quotes blanks in the operand cut it: which of them were quoted is more than this knows.
                let texts =
                    (script.text(param.span).starts_with("${U")).then(|| expand(script, script.get(word)))??;
                let cut = |text: &String| text.is_empty() || text.contains([' ', '\t', '\n']);
                if !quoted && texts.iter().any(cut) {
                    return None;
                }
                texts
            }
            _ => return None,
        };
        words = words.iter().flat_map(|word| texts.iter().map(move |text| format!("{word}{text}"))).collect();
    }
    Some(words)
}

fn range(from: &str, to: &str, step: Option<&str>) -> Option<Vec<String>> {
    let step = step.map_or(Some(1), |step| step.parse::<i64>().ok())?.unsigned_abs().max(1);
    let numbers = |from: i64, to: i64| -> Vec<i64> {
        let count = from.abs_diff(to) / step;
        let sign = if from <= to { 1 } else { -1 };
        (0..=count).map(|index| from + sign * i64::try_from(index * step).unwrap()).collect()
    };
    if let (Ok(first), Ok(last)) = (from.parse::<i64>(), to.parse::<i64>()) {
        let padded =
            |text: &str| text.trim_start_matches('-').len() > 1 && text.trim_start_matches('-').starts_with('0');
        let width = if padded(from) || padded(to) { from.len().max(to.len()) } else { 0 };
        return Some(numbers(first, last).iter().map(|number| format!("{number:0width$}")).collect());
    }
    let letter = |text: &str| text.bytes().next().map(i64::from);
    let letters = numbers(letter(from)?, letter(to)?);
    Some(letters.iter().map(|byte| char::from(u8::try_from(*byte).unwrap()).to_string()).collect())
}

/// What a word stands for, if it is one word and all of it is worked out.
fn value(word: &str) -> Option<Vec<String>> {
    let text = format!("p {word}");
    let script = read(text.as_bytes(), Dialect::Bash);
    if script.unreadable.is_some() {
        return None;
    }
    let [item] = script.get(script.body.items) else {
        return None;
    };
    let [command] = script.get(item.pipeline.commands) else {
        return None;
    };
    let CommandKind::Simple { words, .. } = command.kind else {
        return None;
    };
    let [_, word] = script.get(words) else {
        return None;
    };
    let parts = script.get(word.parts);
    let empty = |text: &String| text.is_empty();
    let expanded = expand(&script, parts)?;
    // An empty alternative without quotes is no word: which of them were quoted is more than this keeps track of.
    if expanded.iter().any(empty) { None } else { Some(expanded) }
}

#[test]
fn words_stand_for_what_bash_prints() {
    if Command::new("bash").arg("--version").output().is_err() {
        println!("skipped: because there is no bash");
        return;
    }
    let count = setting("POLICYC_MUTATIONS").unwrap_or(3_000);
    let seed = setting("POLICYC_SEED")
        .unwrap_or_else(|| std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_micros() as u64);
    println!("{count} words of seed {seed} (POLICYC_SEED={seed})");
    let mut random = Random::new(seed);
    let mut words = Vec::new();
    for _ in 0..count {
        let mut word: String = (0..=random.below(6)).map(|_| PIECES[random.below(PIECES.len())]).collect();
        match random.below(8) {
            0 => word = format!("\"${{U:-{word}}}\""),
            1 => word = format!("${{U-{word}}}"),
            _ => {}
        }
        if let Some(value) = value(&word) {
            words.push((word, value));
        }
    }
    let directory = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for chunk in words.chunks(500) {
        let script: String =
            chunk.iter().map(|(word, _)| format!("printf '%s\\0' {word}\nprintf 'end\\nof word\\0'\n")).collect();
        let path = directory.path().join("script");
        std::fs::write(&path, "set -f\n".to_owned() + &script).unwrap();
        let output = Command::new("bash")
            .args(["--norc", "--noprofile"])
            .arg(&path)
            .env_clear()
            .env("HOME", HOME)
            .env("LC_ALL", "C.UTF-8")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let printed: Vec<&str> = printed.split("end\nof word\0").collect();
        for (index, (word, value)) in chunk.iter().enumerate() {
            let printed: Vec<&str> = printed.get(index).copied().unwrap_or("missing").split_terminator('\0').collect();
            if printed != *value {
                wrong.push(format!("{word:?}: ours {value:?}, bash {printed:?}"));
            }
        }
    }
    println!("{} words compared", words.len());
    assert!(wrong.is_empty(), "seed {seed}: {} differ:\n{}", wrong.len(), wrong.join("\n"));
}
