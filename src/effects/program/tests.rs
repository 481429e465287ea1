//! What invocations do, by small declarations of real programs.

use super::{ChildForm, CommandIndex, Input, Invocation, Outcome, interpret};
use crate::argv::{Piece, Text, Word};
use crate::effects::{Bases, Standing, Target, testing};
use crate::table::{Command, Condition, Family};

mod arguments;
mod bases;
mod build;
mod names;
mod properties;
mod standard;
mod wrappers;

/// Words by blanks. `?` is one unknown word, `@` a list of them; a word with `*` in it is a glob.
pub(super) fn words(text: &str) -> Vec<Word> {
    let pieces = |text: &str, mark: char, piece: Piece| {
        let mut pieces = Vec::new();
        for (at, part) in text.split(mark).enumerate() {
            if at > 0 {
                pieces.push(piece.clone());
            }
            if !part.is_empty() {
                pieces.push(Piece::Literal(part.into()));
            }
        }
        Text::Shaped(pieces)
    };
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "@" => Word::list(),
            _ if word.contains('?') => Word { text: pieces(word, '?', Piece::Unknown), many: false, span: None },
            _ if word.contains('*') => Word { text: pieces(word, '*', Piece::Star), many: true, span: None },
            _ => Word::known(word.replace('_', " ")),
        })
        .collect()
}

pub(super) fn show_text(text: &Text) -> String {
    match text {
        Text::Known(text) => text.to_string(),
        Text::Shaped(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                Piece::Literal(text) | Piece::Class(text) => text.to_string(),
                Piece::Star => "*".to_owned(),
                Piece::Question => "·".to_owned(),
                Piece::Unknown => "?".to_owned(),
                Piece::Below => "**".to_owned(),
            })
            .collect(),
    }
}

fn show_bases(bases: &Bases) -> String {
    let mut shown = bases.known.join("+");
    if bases.unknown {
        shown.push('?');
    }
    shown
}

/// `Reads /w:f; (Writes /w:g); child [/w] a b; ! reason`: what is not sure stands in parentheses.
pub(super) fn show(outcome: &Outcome) -> String {
    let sure = |text: String, sure: bool| if sure { text } else { format!("({text})") };
    let mut shown: Vec<String> = outcome
        .effects
        .iter()
        .map(|effect| {
            let target = match &effect.target {
                Target::None => String::new(),
                Target::Path(path) => {
                    let tree = if path.tree { "tree " } else { "" };
                    format!(" {tree}{}:{}", show_bases(&path.bases), show_text(&path.path))
                }
                Target::Host(word) => format!(" {}", show_text(&word.text)),
            };
            sure(format!("{:?}{target}", effect.kind), effect.certain)
        })
        .collect();
    shown.extend(outcome.children.iter().map(|child| {
        let text = match &child.form {
            ChildForm::Argv { words, .. } => {
                let words: Vec<String> =
                    words.iter().map(|word| show_text(&word.text) + if word.many { "…" } else { "" }).collect();
                words.join(" ")
            }
            ChildForm::Shell { bash, text, .. } => {
                format!("{} `{}`", if *bash { "bash" } else { "sh" }, text.as_deref().unwrap_or("?"))
            }
        };
        sure(format!("child [{}] {text}", show_bases(&child.bases)), child.certain)
    }));
    if let Standing::Unknown(reason) | Standing::Unreadable(reason) = &outcome.standing {
        shown.push(format!("! {reason}"));
    }
    shown.join("; ")
}

pub(super) fn outcome_of(commands: &[Command], line: &str, bindings: &[(String, Word)], input: Input) -> Outcome {
    let index = CommandIndex::new(commands);
    let words = words(line);
    let bases = Bases { known: vec!["/w".to_owned()], unknown: false }.into();
    let host = testing::host();
    interpret(&index, &Invocation { words: &words, builtin: true, bindings, bases: &bases, input, host: &host })
}

pub(super) fn effects(commands: &[Command], line: &str) -> String {
    show(&outcome_of(commands, line, &[], Input::Inherited))
}

/// Programs that many tests share.
pub(super) fn std_commands() -> Vec<Command> {
    use build::{command, given, not};
    vec![
        command("cat", Family::Gnu).option("-n|--number", "").option("-u", "").operands(None, "[FILE]... reads"),
        command("head", Family::Gnu).option("-n|--lines N", "").option("-NUM", "").operands(None, "[FILE]... reads"),
        command("sort", Family::Gnu)
            .option("-u|--unique", "")
            .option("-k|--key KEYDEF", "")
            .option("-o|--output FILE", "writes")
            .option("--compress-program PROG", "runs")
            .operands(None, "[FILE]... reads")
            .env("TMPDIR", "DIR", "writes tree", &[]),
        command("uniq", Family::Gnu).option("-f N", "").option("-c", "").operands(None, "[IN] reads; [OUT] writes"),
        command("cp", Family::Gnu).option("-r", "").operands(None, "FILE... reads; PATH writes"),
        command("ls", Family::Gnu).option("-l", "").option("-a", "").operands(None, "[PATH]... sees = ."),
        command("grep", Family::Gnu)
            .option("-e|--regexp REGEX", "")
            .option("-r|--recursive", "")
            .option("-n", "")
            .option("-f|--file FILE", "reads")
            .operands(Some(Condition::Any(vec![given("-e"), given("-f")])), "[FILE]... reads")
            .operands(None, "REGEX; [FILE]... reads"),
        command("sed", Family::Gnu)
            .option("-n", "")
            .option("-e|--expression SED", "runs")
            .option("-f|--file FILE", "reads, runs file")
            .option("-i|--in-place [SUFFIX]", "writes operands")
            .operands(Some(Condition::Any(vec![given("-e"), given("-f")])), "[FILE]... reads")
            .operands(Some(not(Condition::Any(vec![given("-e"), given("-f")]))), "SED runs; [FILE]... reads"),
        command("rm", Family::Gnu).option("-r|-R", "").option("-f", "").operands(None, "[FILE]... deletes tree"),
        command("touch", Family::Gnu).operands(None, "FILE... writes"),
        command("find", Family::Find)
            .option("-name GLOB", "")
            .option("-print", "")
            .option("-delete", "deletes tree operands")
            .option("-exec ARGV", "runs each {}")
            .operands(None, "[PATH]... sees tree = ."),
        command("timeout", Family::Gnu)
            .in_order()
            .option("-k|--kill-after N", "")
            .option("-v", "")
            .operands(None, "DURATION; ARGV runs"),
        command("env", Family::Gnu)
            .in_order()
            .option("-i", "")
            .option("-u NAME", "")
            .option("-C|--chdir DIR", "enters")
            .operands(None, "[ASSIGN]...; [ARGV] runs")
            .does(Some(not(Condition::HasChild)), "reads environment"),
        command("xargs", Family::Gnu)
            .in_order()
            .option("-n N", "")
            .option("-0", "")
            .option("-I REPLACE", "")
            .operands(Some(given("-I")), "[ARGV] runs each -I")
            .operands(None, "[ARGV] runs fed"),
        command("sh, dash", Family::Posix)
            .option("-c", "")
            .option("-e", "")
            .operands(Some(given("-c")), "SH runs; [WORD]...")
            .operands(Some(Condition::AtLeast(1)), "FILE runs; [WORD]...")
            .does(Some(not(Condition::AtLeast(1))), "runs input as SH"),
        command("git", Family::Git)
            .in_order()
            .option("-C DIR", "enters")
            .option("--git-dir DIR", "obeys")
            .option("-c KEY=VALUE", "unknown")
            .case("color.*", "nothing")
            .case("core.pager=*", "runs program")
            .option("--no-pager", "")
            .env("GIT_PAGER", "PROG", "runs", &[("cat|", "nothing")])
            .sub(
                command("status", Family::Git)
                    .option("-s", "")
                    .operands(None, "[PATH]... sees")
                    .does(None, "obeys cwd"),
            )
            .sub(
                command("log|lg", Family::Git)
                    .option("-p", "")
                    .option("-n N", "")
                    .option("--output FILE", "writes")
                    .operands(None, "[REV]... reads")
                    .does(None, "obeys cwd"),
            ),
        command("cd", Family::Posix)
            .builtin()
            .option("-P", "")
            .operands(Some(Condition::AtLeast(1)), "DIR enters")
            .does(Some(not(Condition::AtLeast(1))), "enters unknown"),
        command("eval", Family::Words).builtin().operands(None, "[BASH]... runs joined"),
        command("export", Family::Posix).builtin().option("-n", "").operands(None, "[ASSIGN]... sets"),
        command("date", Family::Gnu).option("-u", "").operands(None, "[WORD] changes clock | +*: nothing"),
        command("dd", Family::Keyval).option("if= FILE", "reads").option("of= FILE", "writes").option("bs= N", ""),
        command("curl", Family::Gnu).option("-o FILE", "writes").option("-s", "").operands(None, "URL... contacts"),
        command("/opt/acme/notes", Family::Gnu).operands(None, "[FILE]... reads"),
    ]
}
