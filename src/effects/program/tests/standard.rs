//! The standard declarations under everyday calls, in both directions.

use super::{outcome_of, show, words};
use crate::compile::{NoFiles, compile};
use crate::effects::program::{CommandIndex, Input, Invocation, interpret};
use crate::effects::{Bases, Host, Standing};
use crate::table::{Command, EffectKind};
use std::sync::OnceLock;

pub(super) fn standard() -> &'static [Command] {
    static TABLE: OnceLock<Vec<Command>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let text = "policy x language 1\nuse std/commands\nfinal f { ask always }\n";
        let compiled = compile("x", text, &NoFiles);
        let titles: Vec<_> =
            compiled.diagnostics.iter().take(3).map(|diagnostic| (diagnostic.code, &diagnostic.title)).collect();
        assert!(compiled.table.is_some(), "{titles:?}");
        compiled.table.unwrap().commands
    })
}

fn does(line: &str) -> String {
    show(&outcome_of(standard(), line, &[], Input::Inherited))
}

/// No effect beyond reading, seeing, obeying and refreshing.
fn is_harmless(line: &str) -> bool {
    let outcome = outcome_of(standard(), line, &[], Input::Inherited);
    outcome.standing == Standing::Understood
        && outcome.effects.iter().all(|effect| match effect.kind {
            EffectKind::Reads
            | EffectKind::Sees
            | EffectKind::Refreshes
            | EffectKind::Obeys
            | EffectKind::Enters
            | EffectKind::Verifies => true,
            EffectKind::ReadsEnvironment
            | EffectKind::Writes
            | EffectKind::Deletes
            | EffectKind::Runs(_)
            | EffectKind::Contacts
            | EffectKind::Changes(_)
            | EffectKind::Sets => false,
        })
}

#[test]
fn everyday_calls_stay_harmless() {
    for line in [
        "cat *",
        "cat ?",
        "wc -l *.txt",
        "grep foo *",
        "grep -rn foo ?",
        "head -5 ?",
        "head -n ? f",
        "ls ?",
        "ls -la",
        "tail -20 f",
        "git status -s",
        "git log --oneline -5",
        "git diff HEAD~1 -- src",
        "git show HEAD:src/a.rs",
        "git -C sub log -p",
        "sed -n 1,20p f",
        "awk {print_$1} f",
        "jq .a f",
        "find . -name *.rs -type f",
        "find src -maxdepth 2 -name ?",
        "sort -u f",
        "uniq -c f",
        "cut -d, -f1 f",
        "diff a b",
        "stat f",
        "file f",
        "du -sh .",
        "df -h",
        "which cat",
        "date +%F",
        "ps aux",
        "tree -L 2",
        "rg foo src",
        "xxd f",
        "basename ?",
        "dirname ?",
        "realpath f",
        "echo ?",
        "printf %s ?",
        "test -f ?",
        "[ -f x ]",
        "true",
        "tr a b",
        "wc -l",
        "nl f",
        "od -c f",
        "strings f",
        "md5sum f",
        "sha256sum *.txt",
    ] {
        assert!(is_harmless(line), "{line}: {}", does(line));
    }
}

#[test]
fn what_harms_is_seen() {
    for line in [
        "sort -uo f f",
        "sort --outp=g f",
        "sort *",
        "sort ? f",
        "sed -i s/a/b/ f",
        "sed -ni p f",
        "sed w_x f",
        "uniq a b",
        "uniq ./z/*",
        "find . -delete",
        "find * -name x",
        "git log --output=x",
        "git branch x",
        "git tag v1",
        "git push",
        "git commit -m x",
        "date 01010000",
        "date -s now",
        "hostname x",
        "xxd a b",
        "split f",
        "tee f",
        "gzip f",
        "mktemp",
        "curl x.org",
        "tree -o f",
        "awk BEGIN{system(\"id\")}",
        "python -c print(1)",
        "make",
        "npm install",
        "rm f",
        "mv a b",
        "dd if=a of=b",
        "git -c core.pager=x log",
        "git ? status",
        "touch f",
        "chmod 600 f",
        "kill 1",
        "env",
        "printenv",
        "rg --pre x foo",
        "fd -x rm",
        "tar xf a.tar",
        "tar -cf a.tar b",
        "ps e",
        "git grep -Oless foo",
        "git diff --ext-diff",
        "git status --foo",
    ] {
        assert!(
            !is_harmless(line) || !outcome_of(standard(), line, &[], Input::Inherited).children.is_empty(),
            "{line}: {}",
            does(line)
        );
    }
}

#[test]
fn no_two_declarations_of_one_name_and_kind_are_in_force() {
    for command in standard() {
        for name in &command.names {
            let same = standard().iter().filter(|other| other.kind == command.kind && other.names.contains(name));
            assert_eq!(same.count(), 1, "{name}");
        }
    }
}

/// Prints effects of lines given in the environment: `LINES='a;b' cargo test … probe -- --ignored --nocapture`.
#[test]
#[ignore = "for looking"]
fn probe() {
    let lines = std::env::var("LINES").unwrap_or_default();
    for line in lines.split(';') {
        println!("{line}\n    {}", does(line.trim()));
    }
}

/// Least time of one interpretation, beside splitting its text.
#[test]
#[ignore = "measures"]
fn speed() {
    let index = CommandIndex::new(standard());
    let (bases, host) = (Bases { known: vec!["/w".to_owned()], unknown: false }, Host::default());
    for line in [
        "cat f",
        "git log --oneline -5",
        "git diff HEAD~1 -- src/a.rs",
        "sort -uo f f",
        "find . -name x -exec grep foo {} +",
        "cat *",
        "git log ?",
        "sort ? f",
    ] {
        let words = words(line);
        let invocation = Invocation {
            words: &words,
            builtin: true,
            bindings: &[],
            bases: &bases,
            input: Input::Inherited,
            host: &host,
        };
        // The least of many: what the machine does beside takes no part.
        let least = |run: &dyn Fn()| {
            let once = |_| {
                let start = std::time::Instant::now();
                run();
                start.elapsed().as_nanos()
            };
            (0..1000).map(once).min().unwrap_or_default()
        };
        let ours = least(&|| drop(std::hint::black_box(interpret(&index, &invocation))));
        let splitting = least(&|| drop(std::hint::black_box(shlex::split(line))));
        println!("{line}: {ours} ns, shlex {splitting} ns");
    }
}
