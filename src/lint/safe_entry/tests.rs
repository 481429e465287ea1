use super::*;
use crate::compile::{NoFiles, compile};
use crate::decide::Evaluator;
use crate::effects::{Call, Host, Index};
use crate::source::{Severity, render};
use crate::table::Verdict;

/// A small library beside the real one.
const OWN: &str = r#"
command acme {
  flag    -q
  flag    -n|--dry-run
  flag    -a, -b
  option  -o|--output FILE writes
  operand [FILE]... reads
  when -a and -b { does contacts unknown }
  when operands >= 3 { does deletes operands }
  env     ACME_PAGER PROG runs program { "cat" nothing }
}
command acme-mode {
  option  --mode WORD unknown { "ro" nothing ; "rw" writes "state" }
  operand WORD nothing { "drop*" deletes "state" }
  operand [FILE]... reads
}
command acme-dry {
  flag    --dry-run
  option  -o FILE writes
  operand [FILE]... reads
  when not --dry-run { does runs program }
}
"#;

fn policy(entries: &str) -> String {
    format!(
        "policy p language 1\nuse std/commands\nuse std/paths\nuse std/tools\n\
         facts {{ yolo : false < true = false\n jail : off < on = off\n repeats : count = 0 }}\n{OWN}\
         safe list {{\n{entries}\n}}\nstage s {{ allow when safe list because \"x\" }}\nfinal f {{ ask always because \"y\" }}\n"
    )
}

/// What the lint finds, and the policy's answer to its witness.
fn findings(entries: &str) -> Vec<Diagnostic> {
    let compiled = compile("p.policy", &policy(entries), &NoFiles);
    let refused = compiled.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert!(!refused, "{}", render::text(&compiled.sources, &compiled.diagnostics, false));
    let table = compiled.table.unwrap();
    let subject = Subject { table: &table, index: Index::new(&table), evaluator: Evaluator::new(&table).unwrap() };
    check(&subject)
}

fn witnesses(entries: &str) -> Vec<String> {
    findings(entries).into_iter().map(|finding| finding.witness.unwrap_or(finding.title)).collect()
}

/// What a policy with these entries says of a line.
fn verdict(entries: &str, line: &str) -> Verdict {
    let compiled = compile("p.policy", &policy(entries), &NoFiles);
    let table = compiled.table.unwrap();
    let evaluator = Evaluator::new(&table).unwrap();
    let host = Host { cwd: Some("/w".into()), ..Host::default() };
    let call = Call { tool: "shell".into(), input: serde_json::json!({ "command": line }), host, ..Call::default() };
    evaluator.decide(&call, &evaluator.read(&call)).verdict()
}

#[test]
fn options_that_only_together_have_an_effect() {
    assert_eq!(witnesses("acme without -o operand \"x*\""), ["acme -a -b xx"]);
    assert_eq!(witnesses("acme without -o, -a no operand"), Vec::<String>::new());
    assert_eq!(witnesses("acme with -a, -b no operand where no writes"), ["acme -a -b"]);
}

#[test]
fn operands_by_their_number_and_their_text() {
    assert_eq!(witnesses("acme without -o, -a"), ["acme in in in"]);
    assert_eq!(witnesses("acme-mode no operand"), Vec::<String>::new());
    assert_eq!(witnesses("acme-mode"), ["acme-mode dropx"]);
    assert_eq!(witnesses("acme-mode where no deletes"), ["acme-mode --mode rw 1"]);
    assert_eq!(witnesses("uniq\nuniq no operand\ndate\ndate no operand without -s"), ["uniq in out", "date 1"]);
}

#[test]
fn where_answers_for_what_it_rules_out_or_names_with_its_place() {
    let clean: Vec<String> = Vec::new();
    assert_eq!(witnesses("sort where only reads"), clean);
    assert_eq!(witnesses("sort where only reads, writes in workspace"), clean);
    assert_eq!(witnesses("sort without --compress-program where no writes"), clean);
    assert_eq!(
        witnesses("git status, log, diff where no obeys outside workspace and only reads, obeys in workspace"),
        clean
    );
    assert_eq!(witnesses("cargo test where only reads, runs, obeys in workspace, writes in workspace"), clean);
    // An effect that is named without its place may happen anywhere.
    assert_eq!(witnesses("sort where only reads, writes"), ["sort -o out"]);
    // What is ruled out in one place is left everywhere else; one kind, and the others are left.
    assert_eq!(witnesses("sort without --compress-program where no writes in secret"), ["sort -o out"]);
    assert_eq!(witnesses("python where no runs code and no runs input and no runs file"), ["python -m 1"]);
    assert_eq!(witnesses("rm where no deletes in secret"), ["rm in"]);
}

#[test]
fn an_act_that_another_one_hides_is_found_without_that() {
    assert_eq!(witnesses("acme-dry where no runs"), ["acme-dry --dry-run -o out"]);
    assert_eq!(witnesses("acme-dry without -o where no runs"), Vec::<String>::new());
}

/// What a call of each kind must show, and one nearby where no call does.
const CORNERS: &str = r#"
command one-shape {
  operand [FILE] reads
  operand FILE writes
  when operand 1 matches "+*" | "w?" or operands >= 2 { does changes clock }
}
command one-doubt {
  flag -q
  when operands >= 2 { operand FILE writes } else { operand [FILE] reads }
}
command one-glue {
  flag -s writes "log"
  option -d FILE reads
  when -d { operand FILE reads } else { operand FILE reads  operand FILE reads }
}
command one-outer {
  flag -a, -v
  sub show { operand [FILE]... reads  when -a { does writes "log" } }
  sub list { operand [FILE]... reads }
}
command one-tar {
  dialect tar
  flag -x
  sub show { operand [PROG] runs program }
}
command one-null {
  flag -x contacts unknown
  operand FILE writes
}
command one-gone {
  flag -x contacts unknown
  operand FILE deletes
}
command one-beside {
  flag -x contacts unknown
  operand FILE writes beside
}
command one-case {
  operand WORD nothing { "a*" nothing ; "ab*" | "c" writes "log" }
}
command one-covered {
  operand WORD nothing { "a*" nothing ; "ab*" writes "log" }
}
"#;

fn corner(entries: &str) -> Vec<String> {
    let text = format!(
        "policy p language 1\ntools {{ shell command $command from cwd }}\npaths vault {{ \"/w/**\" }}\n{CORNERS}\
         safe list {{\n{entries}\n}}\nstage s {{ allow when safe list because \"x\" }}\nfinal f {{ ask always because \"y\" }}\n"
    );
    let compiled = compile("p.policy", &text, &NoFiles);
    let refused = compiled.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert!(!refused, "{}", render::text(&compiled.sources, &compiled.diagnostics, false));
    let table = compiled.table.unwrap();
    let subject = Subject { table: &table, index: Index::new(&table), evaluator: Evaluator::new(&table).unwrap() };
    check(&subject).into_iter().map(|finding| finding.witness.unwrap_or(finding.title)).collect()
}

/// Where the shortest calls are refused for what else they do, all kinds of calls are looked at.
#[test]
fn no_kind_of_call_is_left_out() {
    let clean: Vec<String> = Vec::new();
    assert_eq!(corner("one-shape operand \"w*\" where only reads, writes"), ["one-shape w"]);
    assert_eq!(corner("one-shape operand \"w?\" where only reads, writes"), clean);
    // Only where it is not known how many words there are does either clause count.
    assert_eq!(corner("one-doubt"), ["one-doubt *"]);
    assert_eq!(corner("one-doubt operand \"in\""), clean);
    assert_eq!(corner("one-glue no operand"), ["one-glue -s -dx*"]);
    assert_eq!(corner("one-glue without -d no operand"), clean);
    assert_eq!(corner("one-outer show"), ["one-outer -a show"]);
    assert_eq!(corner("one-outer list"), clean);
    assert_eq!(corner("one-tar show"), ["one-tar -x show -- prog"]);
    // What is written to the null device is not written; what is deleted there is.
    assert_eq!(corner("one-null where no writes"), ["one-null -x /dev/null"]);
    assert_eq!(corner("one-gone where no writes"), clean);
    assert_eq!(corner("one-beside where no writes in vault"), ["one-beside /dev/null"]);
    assert_eq!(corner("one-beside without -x where no writes"), clean);
    // Of two cases that take a text the first counts.
    assert_eq!(corner("one-case"), ["one-case c"]);
    assert_eq!(corner("one-covered operand \"a*\""), clean);
}

#[test]
fn facts_are_supposed_and_told() {
    let found = findings("sort where yolo and jail = on and repeats >= 3");
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].notes,
        ["where the host says `jail = on`", "where the host says `repeats = 3`", "where the host says `yolo = true`"]
    );
    assert_eq!(witnesses("sort where not yolo"), ["sort -o out"]);
    assert_eq!(witnesses("sort where yolo and not yolo"), Vec::<String>::new());
}

#[test]
fn a_builtin_and_a_program_of_one_name_are_both_looked_at() {
    assert_eq!(witnesses("kill"), ["kill"]);
    assert_eq!(witnesses("time"), ["/usr/bin/time -o out"]);
    assert_eq!(verdict("time without -o", "/usr/bin/time true"), Verdict::Ask);
    assert_eq!(verdict("time without -o\n\"true\"", "/usr/bin/time true"), Verdict::Allow);
}

/// A variable, the name of a device and the shell's own language are not what the program is declared to do.
#[test]
fn an_entry_speaks_for_its_program_alone() {
    let acme = "acme without -o, -a where no deletes";
    assert_eq!(witnesses(acme), Vec::<String>::new());
    assert_eq!(verdict(acme, "acme f"), Verdict::Allow);
    assert_eq!(verdict(acme, "ACME_PAGER=cat acme f"), Verdict::Allow);
    assert_eq!(verdict(acme, "ACME_PAGER=./x acme f"), Verdict::Ask);
    assert_eq!(verdict("env\n".to_owned().as_str(), "env ACME_PAGER=./x acme f"), Verdict::Ask);
    assert_eq!(verdict("cat", "cat f"), Verdict::Allow);
    assert_eq!(verdict("cat", "cat /dev/tty"), Verdict::Ask);
    assert_eq!(verdict("printf", "printf -v x %s y"), Verdict::Allow);
    assert_eq!(verdict("printf", "printf -v 'a[$(touch out)]' %s y"), Verdict::Ask);
    // Of a list of names nobody knows which are operands.
    assert_eq!(verdict("sort without -o, -T, --compress-program operand \"x?\"", "sort xy"), Verdict::Allow);
    assert_eq!(verdict("sort without -o, -T, --compress-program operand \"x?\"", "sort x*"), Verdict::Ask);
    assert_eq!(verdict("sort without -o, -T, --compress-program", "sort *"), Verdict::Ask);
    assert_eq!(verdict("sort without -o, -T, --compress-program", "sort -- *"), Verdict::Allow);
}

#[test]
fn tools_are_held_against_their_declarations() {
    assert_eq!(witnesses("tool write"), ["write {\"file_path\":\"out\"}"]);
    assert_eq!(witnesses("tool read"), Vec::<String>::new());
    assert_eq!(witnesses("tool shell"), ["shell {\"command\":\"touch out\"}"]);
    // What stands in the argument that the tool acts on names what is vouched for.
    assert_eq!(witnesses("tool shell where $command = pwd"), Vec::<String>::new());
    assert_eq!(witnesses("tool write where $file_path = \"notes\""), Vec::<String>::new());
    assert_eq!(verdict("tool shell where $command = pwd", "pwd"), Verdict::Allow);
    assert_eq!(verdict("tool shell where $command = pwd", "touch out"), Verdict::Ask);
}

#[test]
fn the_edit_fits_the_entry() {
    let edit = |entry: &str| findings(entry).remove(0).edit.unwrap().replacement;
    assert_eq!(edit("sort"), " without --compress-program, -T, -o");
    assert_eq!(edit("sort without -T"), ", --compress-program, -o");
    assert_eq!(edit("sort without -T where no runs"), " without -o");
    assert_eq!(edit("sort, uniq"), " where only reads, sees");
    assert_eq!(edit("git log"), " where only reads, sees, obeys in workspace");
    assert!(findings("mkdir").remove(0).help[0].starts_with("every call of it does"));
    assert!(findings("uniq").remove(0).help[0].starts_with("operands alone can do it"));
}

/// `without` and `where` may stand several times; each counts.
#[test]
fn a_second_without_counts() {
    assert_eq!(witnesses("sort without -o without -T without --compress-program"), Vec::<String>::new());
    assert_eq!(witnesses("sort where no writes where no runs"), Vec::<String>::new());
    assert_eq!(witnesses("sort without -o without -T"), ["sort --compress-program prog"]);
}

#[test]
fn what_cannot_be_told_is_said() {
    let many = "command big {\n  operand [FILE]... reads\n  when operands >= 40 { does writes \"log\" }\n}\nsafe other { big operand \"*.txt\" }\n";
    let text = policy("ls").replacen("safe list", &format!("{many}safe list"), 1);
    let compiled = compile("p.policy", &text, &NoFiles);
    let table = compiled.table.unwrap();
    let found =
        check(&Subject { table: &table, index: Index::new(&table), evaluator: Evaluator::new(&table).unwrap() });
    assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), [UNDECIDED_PAGE.code]);
}
