//! Dot commands of the sqlite3 shell. Only whole names: the shell takes some prefixes too.

use super::super::{Act, Code, Name, Reading};

/// Commands that show or set what is printed.
const PRINTING: &[&str] = &[
    "bail",
    "binary",
    "changes",
    "databases",
    "dbinfo",
    "dump",
    "echo",
    "eqp",
    "exit",
    "explain",
    "fullschema",
    "header",
    "headers",
    "help",
    "indexes",
    "indices",
    "mode",
    "nullvalue",
    "print",
    "quit",
    "schema",
    "separator",
    "show",
    "stats",
    "tables",
    "timeout",
    "timer",
    "vfsinfo",
    "vfslist",
    "vfsname",
    "width",
];

/// Reads one line, which begins with its dot.
pub(super) fn command(line: &str, reading: &mut Reading) -> Result<(), &'static str> {
    let mut words = line.trim_start_matches('.').split_whitespace();
    let name = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    if PRINTING.contains(&name) {
        return Ok(());
    }
    let plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-:+@%=,".contains(&byte));
    let all_plain = arguments.iter().all(|word| plain(word));
    let known = |word: Option<&&str>| match word {
        Some(word) if all_plain && !word.starts_with('-') => Name::Known((*word).to_owned()),
        Some(_) | None => Name::Unknown,
    };
    // `|` hands the rest to a shell, quoted or not.
    let piped = arguments.iter().any(|word| word.contains('|'));
    match name {
        "shell" | "system" => {
            let text = if all_plain { Name::Known(arguments.join(" ")) } else { Name::Unknown };
            reading.push(Act::Runs(Code::Shell(text)), true);
        }
        "output" | "once" | "read" | "import" if piped => {
            reading.push(Act::Runs(Code::Shell(Name::Unknown)), true);
            reading.push(Act::Writes(Name::Unknown), false);
        }
        "output" if arguments.is_empty() || arguments == ["stdout"] => {}
        "log" | "trace" if matches!(arguments.as_slice(), ["off" | "stdout" | "stderr"]) => {}
        "output" | "once" | "backup" | "save" | "clone" | "log" | "trace" => {
            let target = if arguments.len() == 1 { known(arguments.first()) } else { Name::Unknown };
            // `.once -e` and `.once -x` start an editor or a spreadsheet.
            if arguments.iter().any(|word| word.starts_with('-')) {
                reading.push(Act::Runs(Code::Shell(Name::Unknown)), false);
            }
            reading.push(Act::Writes(target), true);
        }
        "read" => reading.push(Act::Runs(Code::Library(known(arguments.first()))), true),
        "load" => reading.push(Act::Runs(Code::Library(known(arguments.first()))), true),
        "import" => {
            let file = if arguments.len() == 2 { known(arguments.first()) } else { Name::Unknown };
            reading.push(Act::Reads(file), true);
            reading.push(Act::Writes(Name::Unknown), true);
        }
        "open" | "restore" => {
            let file = if arguments.len() == 1 { known(arguments.first()) } else { Name::Unknown };
            reading.push(Act::Reads(file.clone()), true);
            reading.push(Act::Writes(file), true);
            reading.push(Act::Writes(Name::Unknown), false);
        }
        _ => return Err("a dot command that is not known"),
    }
    Ok(())
}
