//! The standard declarations under everyday calls, in both directions.

use super::{outcome_of, show};
use crate::effects::Standing;
use crate::effects::program::Input;
use crate::table::{Command, EffectKind};

pub(super) fn standard() -> &'static [Command] {
    &crate::effects::testing::table().commands
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
