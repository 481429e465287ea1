use super::*;
use crate::compile::{Compiled, NoFiles, compile};
use crate::source::{Code, render};

const TODAY: &str = "2026-11-30";

/// What `policyc check` finds in a policy that compiles.
fn checked(text: &str) -> (Compiled, Vec<Diagnostic>) {
    let compiled = compile("example.policy", text, &NoFiles);
    assert!(compiled.diagnostics.is_empty(), "{}", render::text(&compiled.sources, &compiled.diagnostics, false));
    let table = compiled.table.as_ref().unwrap();
    let subject = Subject { table, index: Index::new(table), evaluator: Evaluator::new(table).unwrap() };
    let cases = cases::run(&subject.evaluator, &subject.evaluator, &compiled, &|_| Vec::new());
    let mut findings = all(&subject, &compiled, Some(&cases), &BTreeMap::new(), TODAY);
    findings.extend(cases.failed.iter().map(cases::Failed::diagnostic));
    drop(subject);
    (compiled, findings)
}

#[test]
fn every_page_shows_what_it_says() {
    let only = std::env::var("LINT").ok();
    let mut wrong = Vec::new();
    for page in PAGES.iter().filter(|page| only.as_ref().is_none_or(|only| only == page.code.0)) {
        let (compiled, findings) = checked(page.bad);
        let shown = render::text(&compiled.sources, &findings, false);
        let codes: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
        if codes != [page.code] {
            wrong.push(format!("{}: refused gives\n{shown}", page.code));
        }
        insta::with_settings!({ description => page.bad, omit_expression => true }, {
            insta::assert_snapshot!(page.code.0, shown);
        });
        let (compiled, findings) = checked(page.good);
        if !findings.is_empty() {
            wrong.push(format!("{}: mended gives\n{}", page.code, render::text(&compiled.sources, &findings, false)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The witnesses that the safe-entry lint gives for a list.
fn witnesses(entries: &str) -> Vec<String> {
    let text = format!(
        "policy p language 1\nuse std/commands\nuse std/tools/shell\nsafe list {{\n{entries}\n}}\n\
         stage s {{ allow when safe list because \"x\" }}\nfinal f {{ ask always because \"y\" }}\n"
    );
    checked(&text).1.into_iter().filter_map(|finding| finding.witness).collect()
}

#[test]
fn an_entry_that_can_do_harm_is_refuted() {
    let list = "sort\nuniq\nsed\nawk\nfind\ndate\ntree\nhostname\ngit status\ngit branch\ntar\nrg\nxxd\ncurl\ntee";
    insta::assert_snapshot!(witnesses(list).join("\n"));
}

#[test]
fn what_is_left_of_an_entry_is_vouched_for() {
    let list = "ls, cat, head, tail, wc, grep, cut, tr\nsort without -o, -T, --compress-program\n\
        sed, find, awk, date, uniq, tar where only reads, sees\ngit status, log, diff where only reads, sees, obeys in workspace\n\
        git ls-files where no obeys outside workspace";
    assert_eq!(witnesses(list), Vec::<String>::new());
}

mod near;
mod sound;
