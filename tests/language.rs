//! Properties of the language as a whole: no bytes make it panic, layout never changes meaning, errors stay where they are,
//! time grows with the text.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use policyc::compile::{Compiled, LoadError, Loader, compile, layer};
use policyc::source::{FileId, Severity};
use policyc::syntax::{format, parse, same};
use policyc::table::{Table, Verdict};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

struct StandIns;

impl Loader for StandIns {
    fn load(&self, _from: &str, path: &str) -> Result<(String, String), LoadError> {
        let text = match path {
            "std/commands" => include_str!("policies/std/commands.policy"),
            "std/paths" => include_str!("policies/std/paths.policy"),
            "std/catastrophes" => include_str!("policies/std/catastrophes.policy"),
            _ => return Err(LoadError::Missing(Vec::new())),
        };
        Ok((path.to_owned(), text.to_owned()))
    }
}

const ACME: &str = include_str!("policies/acme.policy");
const DECLARATIONS: &str = include_str!("policies/declarations.policy");

fn compiled(text: &str) -> Compiled {
    compile("example.policy", text, &StandIns)
}

/// What a table says, places and hash aside.
fn meaning(table: &Table) -> String {
    let ron = table.to_ron().unwrap();
    let mut out = String::new();
    let mut skipping = false;
    for line in ron.lines() {
        let text = line.trim();
        skipping |= text == "at: (";
        if !skipping && !text.starts_with("source_hash") {
            out.push_str(line);
            out.push('\n');
        }
        skipping &= text != "),";
    }
    out
}

#[test]
fn layout_keeps_the_table() {
    let before = compiled(ACME);
    let after = compiled(&format(ACME).unwrap());
    assert_eq!(meaning(&before.table.unwrap()), meaning(&after.table.unwrap()));
}

/// The items of a text, each with the comments before it.
fn items(text: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    for line in text.split_inclusive('\n') {
        let starts = line.starts_with(|c: char| c.is_ascii_lowercase());
        if starts
            && out
                .last()
                .is_some_and(|item| item.lines().any(|line| line.starts_with(|c: char| c.is_ascii_lowercase())))
        {
            out.push(String::new());
        }
        out.last_mut().unwrap().push_str(line);
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_an_answer(text in "\\PC{0,200}") {
        let result = compiled(&text);
        prop_assert!(result.table.is_some() || !result.diagnostics.is_empty());
        let _ = format(&text);
    }

    #[test]
    fn any_mixture_of_words_has_an_answer(words in prop::collection::vec(prop::sample::select(vec![
        "stage", "s", "{", "}", "allow", "when", "only", "reads", "\n", "in", "\"x\"", "(", ")", "not", "command", "option", "-o", "FILE",
        "paths", "test", "`ls`", "near", "ask", ",", "|", "=", "#", "\"", "`", "{\"a\":1}", "sub", "else", "tools", "$x", "or", "table", "by", "é",
    ]), 0..120)) {
        let text = words.join(" ");
        let result = compiled(&text);
        prop_assert!(result.table.is_some() || !result.diagnostics.is_empty());
        if let Ok(once) = format(&text) {
            prop_assert_eq!(format(&once).unwrap(), once);
        }
    }

    /// Blanks where blanks may stand change neither the tree nor what `fmt` makes of it.
    #[test]
    fn blanks_are_nothing(seed in any::<u64>(), which in 0..2_usize) {
        let text = [ACME, DECLARATIONS][which];
        let mut state = seed | 1;
        let mut loose = String::new();
        for line in text.split_inclusive('\n') {
            let quiet = line.contains(['"', '`', '#']);
            for c in line.chars() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                loose.push(c);
                if c == ' ' && !quiet && state >> 62 == 0 {
                    loose.push_str("  ");
                }
            }
            if state >> 61 == 0 && line.ends_with("}\n") && line.starts_with('}') {
                loose.push_str("\n\n");
            }
        }
        let (one, _) = parse(text, FileId(0));
        let (other, _) = parse(&loose, FileId(0));
        prop_assert!(same(&one, text, &other, &loose));
        prop_assert_eq!(format(&loose).map(|laid| format(&laid).unwrap()), format(&loose));
    }

    /// What is said of one broken item does not depend on whether another one is broken as well.
    #[test]
    fn what_is_said_of_an_item_is_said_of_it_alone(one in 0..40_usize, other in 0..40_usize, cuts in (0..200_usize, 0..200_usize)) {
        let parts = items(ACME);
        let (one, other) = (one % parts.len(), other % parts.len());
        prop_assume!(one != other);
        let mangle = |parts: &mut Vec<String>, index: usize, cut: usize| {
            let item = &mut parts[index];
            let head = item.lines().position(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).unwrap();
            let from: usize = item.split_inclusive('\n').take(head).map(str::len).sum();
            let mut at = (from + 4 + cut % (item.len() - from)).min(item.len() - 1);
            while !item.is_char_boundary(at) {
                at -= 1;
            }
            item.insert_str(at, " ) ");
        };
        // Findings within an item, by their distance from its start.
        let within = |parts: &[String], index: usize| {
            let start: usize = parts.iter().take(index).map(String::len).sum();
            let range = start..=start + parts[index].len();
            let (_, problems) = parse(&parts.concat(), FileId(0));
            let places = problems.into_iter().filter_map(|problem| {
                let at = problem.at().unwrap().span.start as usize;
                range.contains(&at).then(|| (at - start, problem.code, problem.title, problem.help))
            });
            places.collect::<Vec<_>>()
        };
        let mut alone = parts.clone();
        mangle(&mut alone, one, cuts.0);
        let mut both = alone.clone();
        mangle(&mut both, other, cuts.1);
        prop_assert_eq!(within(&alone, one), within(&both, one));
    }

    /// Comments anywhere: the tree that `fmt` writes has the same rules, words and comments in the same order.
    #[test]
    fn laid_out_is_the_same_tree_with_its_comments(places in prop::collection::vec((0..10_000_usize, any::<bool>()), 1..6), which in 0..2_usize) {
        let mut text = [ACME, DECLARATIONS][which].to_owned();
        for (place, own_line) in places {
            let blanks: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
            let at = blanks[place % blanks.len()];
            let mut with = text.clone();
            with.insert_str(at, if own_line { "\n   # a comment\n  " } else { " # a comment\n  " });
            // Where a line may not end, a comment cannot stand.
            if parse(&with, FileId(0)).1.is_empty() {
                text = with;
            }
        }
        let laid_out = format(&text).unwrap();
        let (before, _) = parse(&text, FileId(0));
        let (after, problems) = parse(&laid_out, FileId(0));
        prop_assert!(problems.is_empty() && same(&before, &text, &after, &laid_out), "{laid_out}");
        prop_assert_eq!(format(&laid_out).unwrap(), laid_out);
    }

    /// Mangling one item leaves what is said of the others as it was.
    #[test]
    fn an_error_stays_in_its_item(index in 0..40_usize, cut in 0..200_usize) {
        let parts = items(ACME);
        let index = index % parts.len();
        let mut mangled = parts.clone();
        let item = &parts[index];
        let head = item.lines().position(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).unwrap();
        let from: usize = item.split_inclusive('\n').take(head).map(str::len).sum();
        let at = (from + 4 + cut % (item.len() - from)).min(item.len() - 1);
        prop_assume!(item.is_char_boundary(at));
        mangled[index].insert_str(at, " ) ");
        let text = mangled.concat();
        let start: usize = parts.iter().take(index).map(String::len).sum();
        let end = start + mangled[index].len();
        let (_, problems) = parse(&text, FileId(0));
        for problem in problems {
            let place = problem.at().unwrap().span;
            prop_assert!((start..=end).contains(&(place.start as usize)), "{}: {:?}", problem.title, place.range());
        }
    }
}

#[test]
fn hostile_texts_have_an_answer_in_time() {
    let texts = [
        String::new(),
        "\u{feff}policy x".to_owned(),
        "{".repeat(100_000),
        "(".repeat(100_000),
        format!("command x {{ when {} -a {{ }} }}", "(".repeat(5_000)),
        format!("test \"t\" {{ ask w {} }}", "{".repeat(50_000)),
        format!("stage s {{ ask when {} yolo }}", "not ".repeat(100_000)),
        format!("stage s {{ {} }}", "allow when ".repeat(20_000)),
        format!("paths p {{ {} }}", "\"".repeat(100_001)),
        format!("pattern p {{ {} }}", "a | ".repeat(30_000)),
        format!("pattern p {{ {} b }}", "a, ".repeat(30_000)),
        "command x { sub y { when -a { ".repeat(3_000),
        format!("command x {{ {}", "sub y { flag -a \n".repeat(30)),
        "`".repeat(100_001),
        "#".repeat(100_000),
        "accept".repeat(50_000),
        "stage a {\n deny wehn\n}\n".repeat(5_000),
        "\0\u{1}\u{7f}\r\r\r".repeat(1_000),
        format!("paths p {{ {} }}", "p ".repeat(20_000)),
    ];
    for text in texts {
        let start = Instant::now();
        let result = compiled(&text);
        assert!(result.table.is_none() || result.tests.is_empty());
        let _ = format(&text);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}… took {:?}", text.get(..30), start.elapsed());
    }
}

/// A policy of so many rules, with an entry and a set for each ten.
fn large(rules: usize) -> String {
    let mut text = String::from("policy large language 1\nuse std/commands\nuse std/paths\n");
    for stage in 0..rules / 10 {
        let _ = writeln!(text, "paths set{stage} {{ \"{{workspace}}/dir{stage}/**\"  secret except \"**/x{stage}\" }}");
        let _ = writeln!(
            text,
            "safe list{stage} {{\n  sort without -o, --compress-program\n  git status, diff without --ext-diff\n}}"
        );
        let _ = writeln!(text, "stage stage{stage} {{");
        for rule in 0..10 {
            let _ = writeln!(
                text,
                "  ask when any writes in set{stage}, reads in secret and tool t{rule} because \"rule {rule} of stage {stage}\""
            );
        }
        let _ = writeln!(text, "}}");
    }
    text.push_str("tools { t* reads $p }\nfinal rest { ask always because \"nothing decides\" }\n");
    text
}

#[test]
fn time_grows_with_the_text() {
    let time = |rules: usize| {
        let text = large(rules);
        (0..2)
            .map(|_| {
                let start = Instant::now();
                let result = compiled(&text);
                let errors = result.diagnostics.iter().filter(|problem| problem.severity == Severity::Error).count();
                assert_eq!(errors, 0, "{:?}", result.diagnostics.first());
                start.elapsed()
            })
            .min()
            .unwrap()
    };
    let (one, four) = (time(1_000), time(4_000));
    // Linear is 4; noise on a shared machine is allowed for, a square (16) is not.
    assert!(four < one * 10, "1,000 rules {one:?}, 4,000 rules {four:?}");
    println!("1,000 rules {one:?}, 4,000 rules {four:?}");
}

#[test]
fn layers_name_what_they_tighten() {
    let base = compiled(ACME).table.unwrap();
    let team =
        compiled("policy team tightens acme language 1\nuse std/commands\nuse std/tools\nstage net { ask when any contacts because \"network\" }\n")
            .table
            .unwrap();
    let project =
        compiled("policy project tightens team language 1\nuse std/commands\nuse std/tools\nstage w { deny when any writes because \"reads only\" }\n")
            .table
            .unwrap();
    let stranger =
        compiled("policy s tightens other language 1\nuse std/commands\nuse std/tools\nstage w { deny when any writes because \"reads only\" }\n")
            .table
            .unwrap();
    let all = layer(base.clone(), vec![team.clone(), project.clone()]).unwrap();
    assert_eq!(all.tightened_by.len(), 2);
    assert!(layer(base.clone(), vec![project]).is_err(), "the team's policy is missing");
    assert!(layer(base.clone(), vec![stranger]).is_err());
    assert!(layer(base.clone(), vec![base.clone()]).is_err(), "it tightens nothing");
    assert!(layer(team.clone(), vec![]).is_err(), "a base stands alone");
    let allows = |table: &Table| {
        table
            .stages
            .iter()
            .flat_map(|stage| &stage.rules)
            .any(|rule| rule.outcome == policyc::table::Outcome::Verdict(Verdict::Allow))
    };
    assert!(!all.tightened_by.iter().any(allows));
}
