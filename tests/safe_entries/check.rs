//! Declarations, safe entries and calls out of a stream of choices, and what must hold of them: an entry without a finding vouches for
//! no call that does more than look, but where its `where` names the effect and its place; and a finding shows one that it does.

use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::{Call, Effect, Host, Index, UnitKind};
use policyc::lint::{self, Subject};
use policyc::source::{Diagnostic, Severity};
use policyc::table::{ChangeKind, CommandEntry, EffectKind, Entry, OperandTest, RunKind, Table};
use std::collections::BTreeMap;

/// A stream of choices; behind its end the first alternative is taken.
pub struct Choices<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes, at: 0 }
    }

    fn below(&mut self, count: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        usize::from(byte) % count.max(1)
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    fn often(&mut self) -> bool {
        self.below(3) > 0
    }

    fn seldom(&mut self) -> bool {
        self.below(4) == 3
    }
}

/// What became of one case.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// The policy compiled.
    pub compiled: bool,
    /// So many findings of L001.
    pub refuted: usize,
    /// So many entries without one.
    pub clean: usize,
    /// So many left undecided.
    pub undecided: usize,
    /// So many sampled calls that a clean entry vouches for.
    pub vouched: usize,
}

/// Generates a policy and calls, and checks the property.
pub fn check(bytes: &[u8]) -> Result<Seen, String> {
    let mut choices = Choices::new(bytes);
    let text = policy(&mut choices);
    let mut seen = Seen::default();
    let compiled = compile("generated.policy", &text, &NoFiles);
    let refused = compiled.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let Some(table) = compiled.table.as_ref().filter(|_| !refused) else { return Ok(seen) };
    seen.compiled = true;
    let subject = Subject {
        table,
        index: Index::new(table),
        evaluator: Evaluator::new(table).map_err(|error| error.to_string())?,
    };
    let findings = lint::run(&subject);
    let said = |what: String| Err(format!("{what}\n--\n{text}"));
    for entry in &table.safes["list"] {
        let Entry::Command(command) = entry else { continue };
        let own = |finding: &&Diagnostic| {
            ["L001", "L050"].contains(&finding.code.0)
                && finding.at().is_some_and(|at| (at.span.start, at.span.end) == (command.at.start, command.at.end))
        };
        match findings.iter().find(own) {
            None => {
                seen.clean += 1;
                for _ in 0..SAMPLES {
                    let call = call(&mut choices, table, command);
                    let reading = subject.evaluator.read(&call);
                    for (at, unit) in reading.units.iter().enumerate() {
                        if unit.kind != UnitKind::Command || !subject.evaluator.vouches(entry, &call, &reading, at) {
                            continue;
                        }
                        seen.vouched += 1;
                        if let Some(effect) = unit.effects.iter().find(|effect| is_harm(effect, command)) {
                            return said(format!("vouched for, and no finding: {}: {effect:?}", call.input));
                        }
                    }
                }
            }
            Some(finding) if lint::UNDECIDED.contains(&finding.code) => seen.undecided += 1,
            Some(finding) => {
                seen.refuted += 1;
                let Some(line) = &finding.witness else { return said(format!("no witness: {}", finding.title)) };
                let call = of_line(line, facts_of(finding));
                let reading = subject.evaluator.read(&call);
                let shows = (0..reading.units.len()).any(|at| {
                    subject.evaluator.vouches(entry, &call, &reading, at)
                        && reading.units[at].effects.iter().any(|effect| is_harm(effect, command))
                });
                if !shows {
                    return said(format!("a witness that shows nothing: {line}"));
                }
            }
        }
    }
    Ok(seen)
}

/// Calls that are tried for an entry without a finding.
const SAMPLES: usize = 24;

fn facts_of(finding: &Diagnostic) -> bool {
    finding.notes.iter().any(|note| note.contains("yolo = true"))
}

fn of_line(line: &str, yolo: bool) -> Call {
    let host =
        Host { cwd: Some("/w".into()), workspace: vec!["/w".into()], home: Some("/home/me".into()), ..Host::default() };
    let facts = BTreeMap::from([("yolo".to_owned(), serde_json::json!(yolo))]);
    Call { tool: "shell".into(), input: serde_json::json!({ "command": line }), host, facts }
}

/// Whether an effect is harm that the entry's `where` does not answer for. The conditions are those of [`WHERE`].
fn is_harm(effect: &Effect, entry: &CommandEntry) -> bool {
    let condition = format!("{:?}", entry.condition);
    match effect.kind {
        EffectKind::Writes | EffectKind::Deletes => !condition.contains("In([\"workspace\"])"),
        EffectKind::Obeys => !condition.contains("Outside([\"workspace\"])"),
        EffectKind::Runs(RunKind::Code | RunKind::File | RunKind::Input | RunKind::Program)
        | EffectKind::Contacts
        | EffectKind::Changes(
            ChangeKind::System
            | ChangeKind::Process
            | ChangeKind::Clock
            | ChangeKind::Power
            | ChangeKind::Privilege
            | ChangeKind::Packages
            | ChangeKind::Services
            | ChangeKind::Terminal
            | ChangeKind::Shell
            | ChangeKind::Capacity,
        ) => true,
        EffectKind::Reads
        | EffectKind::ReadsEnvironment
        | EffectKind::Sees
        | EffectKind::Refreshes
        | EffectKind::Enters
        | EffectKind::Sets
        | EffectKind::Verifies => false,
    }
}

/// Conditions of entries. `in workspace` is only said of writes, `outside workspace` only of obeys.
const WHERE: &[&str] = &[
    "",
    "",
    "",
    " where only reads, sees",
    " where no writes",
    " where no runs",
    " where only reads, sees, writes in workspace",
    " where no obeys outside workspace",
    " where yolo",
    " where not yolo and no contacts",
    " where no writes in private",
    " where only reads, writes",
    " where no deletes and no runs code",
    " where only reads, sees, contacts",
    " where no contacts and no changes",
    " where only reads, deletes, obeys",
];

/// A policy with a generated program, a wrapper and a list of entries.
fn policy(choices: &mut Choices<'_>) -> String {
    let dialect = choices.one(&[
        "gnu",
        "gnu",
        "gnu in order",
        "git",
        "posix",
        "find",
        "go",
        "gnu exact",
        "tar",
        "gnu plus",
        "gnu apart",
        "git abbreviated",
        "posix plus",
    ]);
    let mut text = String::from(
        "policy generated language 1\nfacts { yolo : false < true = false }\ntools { shell command $command from cwd }\n\
         paths private { \"/w/private/**\" }\nwrapper lim {\n  dialect gnu in order\n  option -t N\n  operand ARGV runs\n}\n\
         command true { }\n",
    );
    let shared = choices.seldom();
    if shared {
        text += "options shared {\n  flag -s|--shared writes \"shared\"\n  option -t|--template FILE reads { \"x?\" runs program }\n}\n";
    }
    text += choices.one(&["command acme, acme2 {\n", "command acme, acme2 {\n", "command acme|acme2 {\n"]);
    text += &format!("  dialect {dialect}\n");
    let nested = choices.seldom();
    if shared && !nested {
        text += "  include shared\n";
    }
    body(choices, dialect, nested, LETTERS, &mut text);
    if nested {
        text += choices.one(&["  sub show {\n", "  sub show, list {\n", "  sub show|sh {\n"]);
        // What it does not declare itself is its program's.
        let letters: Vec<&str> = LETTERS.iter().copied().filter(|_| !choices.seldom()).collect();
        body(choices, dialect, false, &letters, &mut text);
        text += "  }\n";
    }
    text += "}\nsafe list {\n";
    for _ in 0..=choices.below(2) {
        text += &entry(choices, dialect, nested);
    }
    text + "}\nstage s { allow when safe list because \"x\" }\nfinal f { ask always because \"y\" }\n"
}

/// The letters of options.
const LETTERS: &[&str] = &["a", "b", "c", "d", "o"];

/// How an option is spelled.
fn spellings(letter: &str, dialect: &str) -> Vec<String> {
    let long = match letter {
        "a" => "all",
        "b" => "base",
        "c" => "copy",
        "d" => "delete",
        _ => "output",
    };
    match dialect {
        "find" | "go" => vec![format!("-{long}")],
        "posix" => vec![format!("-{letter}")],
        _ => vec![format!("-{letter}"), format!("--{long}")],
    }
}

fn body(choices: &mut Choices<'_>, dialect: &str, nested: bool, letters: &[&str], text: &mut String) {
    for letter in letters {
        let names = spellings(letter, dialect).join("|");
        let implied = if choices.below(8) == 7 {
            let other = letters[choices.below(letters.len())];
            if other == *letter { String::new() } else { format!(" implies {}", spellings(other, dialect)[0]) }
        } else {
            String::new()
        };
        if !choices.often() {
            *text += &format!("  flag {names}{implied}\n");
            continue;
        }
        match choices.below(4) {
            0 => *text += &format!("  flag {names} {}{implied}\n", flag_effects(choices)),
            1 => *text += &format!("  option {names} {}{implied}\n", valued(choices, "")),
            2 => {
                *text += &format!(
                    "  option {names} NAME {}{implied}\n",
                    choices.one(&["FILE reads", "FILE writes", "FILE reads, writes value 2", "WORD"])
                )
            }
            _ if dialect.starts_with("gnu") => {
                *text += &format!("  option {names} {}{implied}\n", valued(choices, "[]"))
            }
            _ => *text += &format!("  option {names} {}{implied}\n", valued(choices, "")),
        }
    }
    if choices.seldom() {
        *text += &format!("  env ACME_PAGER PROG {}\n", choices.one(&["runs program { \"cat\" nothing }", "nothing"]));
        *text += &format!("  env \"ACME_*\" DIR {}\n", choices.one(&["obeys", "writes", "nothing", "reads"]));
    }
    if nested {
        return;
    }
    match choices.below(4) {
        0 => *text += &operands(choices),
        1 => {
            let condition = condition(choices, dialect);
            *text +=
                &format!("  when {condition} {{\n{}  }}\n  else {{\n{}  }}\n", operands(choices), operands(choices));
        }
        2 => {
            let (first, second) = (condition(choices, dialect), condition(choices, dialect));
            *text += &format!(
                "  when {first} {{\n{}  }}\n  else when {second} {{\n{}  }}\n  else {{\n{}  }}\n",
                operands(choices),
                operands(choices),
                operands(choices)
            );
        }
        _ => {}
    }
    for _ in 0..choices.below(3) {
        let condition = condition(choices, dialect);
        *text += &format!("  when {condition} {{ does {} }}\n", does(choices));
    }
    if choices.seldom() {
        *text += &format!(
            "  does {}\n",
            choices.one(&[
                "sees cwd",
                "obeys cwd",
                "reads environment",
                "may writes \"log\"",
                "reads tree cwd",
                "obeys repository",
                "may contacts unknown",
                "reads operands",
            ])
        );
    }
}

fn flag_effects(choices: &mut Choices<'_>) -> &'static str {
    choices.one(&[
        "",
        "",
        "",
        "",
        "writes operands",
        "deletes tree operands",
        "runs program",
        "changes terminal",
        "writes \"log\"",
        "writes beside",
        "writes operand 2",
        "deletes operand 1",
        "may contacts unknown",
        "obeys cwd",
        "unknown",
    ])
}

fn does(choices: &mut Choices<'_>) -> &'static str {
    choices.one(&[
        "writes \"log\"",
        "deletes operands",
        "contacts unknown",
        "changes clock",
        "reads \"log\"",
        "runs input",
        "may writes unknown",
        "writes operand 1",
        "writes beside",
        "obeys cwd",
        "reads tree cwd",
        "unknown",
        "changes packages, contacts \"host.example\"",
    ])
}

/// A value with its effects.
fn valued(choices: &mut Choices<'_>, brackets: &str) -> String {
    let (kind, effects) = value(choices);
    if brackets.is_empty() { format!("{kind} {effects}") } else { format!("[{kind}] {effects}") }
}

fn value(choices: &mut Choices<'_>) -> (&'static str, &'static str) {
    match choices.below(28) {
        0..=2 => ("FILE", "reads"),
        3 => ("FILE", "writes"),
        4 => ("N", ""),
        5 => ("WORD", "nothing { \"w*\" writes \"log\" ; \"x?\" | \"y\" runs program }"),
        6 => ("WORD", "runs program { \"cat\" | \"less\" nothing ; \"*:*\" contacts unknown }"),
        7 => ("SED", "runs"),
        8 => ("AWK", "runs"),
        9 => ("PROG", "runs program"),
        10 => ("URL", "contacts"),
        11 => ("FILE", "reads { \"+*\" runs program ; \"*.gz\" reads, writes beside }"),
        12 => ("HOST", "reads"),
        13 => ("FILE", "deletes, writes suffixed \".bak\""),
        14 => ("FILE", "obeys"),
        15 => ("DIR", "enters"),
        16 => ("DIR", "reads tree"),
        17 => ("PYTHON", "runs"),
        18 => ("JQ", "runs"),
        19 => ("SQLITE", "runs"),
        20 => ("SH", "runs"),
        21 => ("REV", "reads"),
        22 => ("REMOTE", "contacts"),
        23 => ("FILE", "runs file"),
        24 => ("CODE", "runs code { \"x\" nothing }"),
        25 => ("WORD", "nothing { \"*\" nothing ; \"w\" writes \"log\" }"),
        26 => ("FILE", "may writes"),
        _ => ("WORD", "unknown { \"in\" | \"w*\" nothing ; \"+*\" deletes \"log\" }"),
    }
}

/// A sequence of operand positions.
fn operands(choices: &mut Choices<'_>) -> String {
    let mut text = String::new();
    let count = choices.below(3);
    let mut repeats = false;
    for at in 0..count {
        let (kind, effects) = value(choices);
        text += &match choices.below(3) {
            0 => format!("  operand {kind} {effects}\n"),
            1 if choices.seldom() => format!("  operand [{kind}] {} default \"in\"\n", effects),
            1 => format!("  operand [{kind}] {effects}\n"),
            _ if !repeats && choices.seldom() => {
                repeats = true;
                format!("  operand {kind}... {effects}\n")
            }
            _ if at + 1 == count && !repeats => format!("  operand [{kind}]... {effects}\n"),
            _ => format!("  operand {kind} {effects}\n"),
        };
    }
    text
}

fn condition(choices: &mut Choices<'_>, dialect: &str) -> String {
    let one = |choices: &mut Choices<'_>| {
        let option = spellings(LETTERS[choices.below(LETTERS.len())], dialect).remove(0);
        match choices.below(15) {
            0..=2 => option,
            3 => format!("not {option}"),
            4 => "operands >= 2".to_owned(),
            5 => "no operands".to_owned(),
            6 => "operand 1 matches \"+*\" | \"w?\"".to_owned(),
            7 => "not operand 1 matches \"in\"".to_owned(),
            8 => "operands = 1".to_owned(),
            9 => "operands < 3".to_owned(),
            10 => "operand 2 matches \"w*\"".to_owned(),
            11 => format!("{option} matches \"w*\" | \"in\""),
            12 => format!("not ({option} matches \"x?\" or operands > 1)"),
            13 => format!("only {option} | {}", spellings(LETTERS[choices.below(LETTERS.len())], dialect).remove(0)),
            _ => "child".to_owned(),
        }
    };
    match choices.below(4) {
        0 => format!("{} and {}", one(choices), one(choices)),
        1 => format!("{} or {}", one(choices), one(choices)),
        _ => one(choices),
    }
}

fn entry(choices: &mut Choices<'_>, dialect: &str, nested: bool) -> String {
    let mut text = String::from("  acme");
    if nested && choices.often() {
        text += " show";
    }
    let some = |choices: &mut Choices<'_>| {
        let mut names: Vec<String> = Vec::new();
        for letter in LETTERS {
            if choices.often() {
                names.extend(spellings(letter, dialect).pop());
            }
        }
        names
    };
    if choices.seldom() {
        text += &format!(" with {}", spellings(LETTERS[choices.below(LETTERS.len())], dialect)[0]);
    }
    if choices.often() {
        let names = some(choices);
        if !names.is_empty() {
            text += &format!(" without {}", names.join(", "));
        }
    }
    text += choices.one(&[
        "",
        "",
        "",
        " no operand",
        " operand \"w*\"",
        " operand \"in\"",
        " operand \"x?\", \"*.gz\"",
        " operand \"~/*\"",
    ]);
    text += choices.one(WHERE);
    text + "\n"
}

/// Texts of operands and values: some fall into cases, some are streams, devices, globs or not known at all.
const TEXTS: &[&str] = &[
    "in",
    "out",
    "1",
    "w",
    "wx",
    "xy",
    "y",
    "cat",
    "a:b",
    "+x",
    "in.gz",
    "-",
    "/dev/tty",
    "/dev/null",
    "p",
    "'w out'",
    "'e'",
    "'{print}'",
    "'{print>\"out\"}'",
    "'{system($0)}'",
    "*",
    "\"$x\"",
    "$x",
    "/w/private/f",
    "../f",
    "http://h/",
    "{a,b}",
    "w*",
    "./-o",
    "./*",
    "-*",
    "-a",
    "~/in",
    "origin",
    "HEAD:in",
    "1",
    "'open(\"out\",\"w\")'",
    "'select 1'",
    "'touch out'",
    "$(cat in)",
    "host.example:in",
];

/// A call of the program that an entry is about.
fn call(choices: &mut Choices<'_>, table: &Table, entry: &CommandEntry) -> Call {
    let yolo = choices.below(2) == 1;
    let mut words: Vec<String> = Vec::new();
    let declared = table.commands.iter().find(|command| command.names.contains(&entry.program));
    let mut level = declared;
    words.push(choices.one(&["", "", "", "", "lim", "ACME_PAGER=./x", "/usr/bin/", "ACME_DIR=/u", "x=in"]).to_owned());
    if words[0] == "/usr/bin/" {
        words[0] = format!("/usr/bin/{}", entry.program);
    } else {
        words.push(choices.one(&["acme", "acme", "acme2"]).to_owned());
    }
    let mut path = entry.subcommands.iter();
    loop {
        let sub = path.next();
        // Mostly such as the entry leaves: else it would vouch for few of them.
        let left = choices.often();
        let left_in = |option: &&policyc::table::OptionDecl| {
            !left || !option.spellings.iter().any(|spelling| entry.without.contains(spelling))
        };
        let own: Vec<_> = level.map(|command| command.options.iter().filter(left_in).collect()).unwrap_or_default();
        let mut rest: Vec<String> = Vec::new();
        for name in &entry.with {
            if own.iter().any(|option| option.spellings.contains(name) && option.values.is_empty()) {
                rest.push(name.clone());
            }
        }
        let count = if sub.is_some() { choices.below(2) } else { choices.below(4) };
        for _ in 0..count {
            if own.is_empty() {
                break;
            }
            let option: &policyc::table::OptionDecl = own[choices.below(own.len())];
            let mut name = option.spellings[choices.below(option.spellings.len())].clone();
            if name.starts_with("--") && choices.seldom() {
                name.truncate(4);
            }
            let value = TEXTS[choices.below(TEXTS.len())];
            rest.push(match (option.values.is_empty(), choices.below(3)) {
                (true, _) => name,
                (false, 0) => format!("{name} {value}"),
                (false, 1) if name.starts_with("--") => format!("{name}={value}"),
                (false, _) if option.optional || !name.starts_with("--") => format!("{name}{value}"),
                (false, _) => format!("{name} {value}"),
            });
        }
        if sub.is_none() {
            let bare = entry.operands == OperandTest::None && choices.often();
            if entry.operands != OperandTest::Whatever && !bare {
                rest.push(choices.one(&["w", "wx", "in", "w*", "xy", "in.gz", "~/in"]).to_owned());
            }
            for _ in 0..if bare { 0 } else { choices.below(4) } {
                let at = choices.below(rest.len() + 1);
                rest.insert(at, TEXTS[choices.below(TEXTS.len())].to_owned());
            }
            if choices.seldom() {
                let at = choices.below(rest.len() + 1);
                rest.insert(at, "--".to_owned());
            }
        }
        words.append(&mut rest);
        let Some(name) = sub else { break };
        words.push(name.clone());
        level = level.and_then(|level| level.subcommands.iter().find(|sub| sub.names.contains(name)));
    }
    let tail = choices.one(&["", "", "", " < in", " < /dev/tty", " | cat"]);
    of_line(&(words.join(" ").trim_start().to_owned() + tail), yolo)
}
