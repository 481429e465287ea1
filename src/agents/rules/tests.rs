use super::*;
use crate::compile::{NoFiles, compile};
use crate::decide::glob_matches;
use crate::table::Table;
use proptest::prelude::*;
use std::sync::LazyLock;

/// As an entry of a `rules` fact is held against plain words.
fn takes(rule: &Words, line: &[&str]) -> bool {
    let long_enough = if rule.open { line.len() >= rule.words.len() } else { line.len() == rule.words.len() };
    long_enough && rule.words.iter().zip(line).all(|(glob, word)| glob_matches(glob, word))
}

fn any(rules: &[Words], line: &[&str]) -> bool {
    rules.iter().any(|rule| takes(rule, line))
}

/// The standard library, compiled once.
static STANDARD: LazyLock<Table> = LazyLock::new(|| compile("standard", "use std/commands\n", &NoFiles).table.unwrap());

/// Rules as people write them, and as nobody should.
fn rule() -> impl Strategy<Value = String> {
    let tool =
        prop::sample::select(vec!["Bash", "Read", "Edit", "Write", "WebFetch", "mcp__a__b", "mcp__a", "Task", "", "é"]);
    let inside = prop_oneof![
        prop::sample::select(vec![
            "git log:*",
            "npm test",
            "git * main",
            "ls*",
            "* *",
            "rm -rf:*",
            "./a/**",
            "~/x",
            "//etc",
            ".env",
            "domain:a.example",
            "a\"b",
            "a\\b",
            "a\u{202e}b",
            "{a}",
            "[a]",
            "a b c*d*e*",
            "\n",
            "a#b",
            "*",
            "a?",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,12}",
    ];
    (tool, prop::option::of(inside)).prop_map(|(tool, inside)| match inside {
        Some(inside) => format!("{tool}({inside})"),
        None => tool.to_owned(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Whatever rules a file has, the policy they become is taken by the compiler, and every rule is in it or in a note.
    #[test]
    fn every_file_of_rules_becomes_a_policy(
        allow in prop::collection::vec(rule(), 0..4), ask in prop::collection::vec(rule(), 0..4), deny in prop::collection::vec(rule(), 0..4),
    ) {
        let text = serde_json::json!({"permissions": {"allow": allow, "ask": ask, "deny": deny}}).to_string();
        let imported = crate::agents::claude_code::rules::import(&text).unwrap();
        for rule in allow.iter().chain(&ask).chain(&deny) {
            let told = imported.entries.iter().any(|entry| entry.text == *rule) || imported.notes.iter().any(|note| note.entry == *rule);
            prop_assert!(told, "{rule:?}");
        }
        let draft = Draft::new(&imported, "it", "settings.json", &STANDARD);
        let compiled = compile("it", &draft.text, &NoFiles);
        prop_assert!(!compiled.refused(), "{:?}\n{}", compiled.diagnostics, draft.text);
    }

}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in "\\PC{0,40}|[\\[\\](){}=,'\"#\\\\a:* \n-]{0,40}") {
        let _ = crate::agents::claude_code::rules::import(&text);
        let _ = crate::agents::opencode::rules::import(&text);
        let _ = crate::agents::opencode::rules::import(&format!("{{\"permission\": {text}}}"));
        let _ = crate::agents::codex::rules::import(&text);
        let _ = crate::agents::codex::rules::import(&format!("prefix_rule(pattern = [{text}])"));
        let imported = crate::agents::permissions::import(&text).unwrap_or_default();
        if !imported.entries.is_empty() {
            let draft = Draft::new(&imported, "it", "p", &STANDARD);
            prop_assert!(!compile("it", &draft.text, &NoFiles).refused(), "{}", draft.text);
        }
    }
}

proptest! {
    #[test]
    fn what_a_glob_takes_is_asked_at_least_and_nothing_else_is_allowed(
        glob in prop::collection::vec("[ab*]{1,3}", 1..4),
        line in prop::collection::vec("[ab]{1,3}", 1..7),
    ) {
        let glob = glob.join(" ");
        let globs = Globs::over_line(&glob);
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let text = line.join(" ");
        let stem = glob.trim_end_matches('*');
        let bare = stem.len() < glob.len() && stem.strip_suffix(' ').is_some_and(|bare| glob_matches(bare, &text));
        let meant = glob_matches(&glob, &text) || bare;
        if meant {
            prop_assert!(any(&globs.exact, &line) || any(&globs.wider, &line), "{glob} lets {text} slip: {globs:?}");
        }
        // `ls*` is taken for the word `ls` and what follows, which the glob takes as well.
        if any(&globs.exact, &line) {
            prop_assert!(meant, "{glob} does not take {text}: {globs:?}");
        }
    }

    #[test]
    fn globs_that_take_one_text_overlap(a in "[ab*?]{0,5}", b in "[ab*?]{0,5}", text in "[ab]{0,5}") {
        if glob_matches(&a, &text) && glob_matches(&b, &text) {
            prop_assert!(overlap(&a, &b), "{a} {b} {text}");
        }
    }
}

#[test]
fn globs_that_share_nothing_do_not_overlap() {
    for (a, b, shared) in [
        ("git *", "git log *", true),
        ("git log*", "git * main", true),
        ("npm *", "git *", false),
        ("*a", "*b", false),
        ("a?c", "abc", true),
        ("", "*", true),
        ("", "a", false),
        ("a*", "", false),
    ] {
        assert_eq!((overlap(a, b), overlap(b, a)), (shared, shared), "{a} {b}");
    }
}

#[test]
fn what_is_more_than_plain_words_is_lost() {
    for glob in ["curl * | sh", "a && b", "echo $X", "a > b", "a 'b'", "*", "", "* *", "a\nb", "`a`", "a \\* b"] {
        let globs = Globs::over_line(glob);
        assert!(globs.exact.is_empty() && globs.lost.is_some(), "{glob}: {globs:?}");
    }
    assert_eq!(
        Globs::over_line("npm run test").exact,
        [Words { words: ["npm", "run", "test"].map(str::to_owned).to_vec(), open: false }]
    );
}

#[test]
fn too_many_stars_ask_by_what_stands_before_them() {
    let globs = Globs::over_line("git * * * * x");
    assert!(globs.exact.is_empty());
    assert_eq!(globs.wider, [Words { words: vec!["git".into()], open: true }]);
}

#[test]
fn words_that_look_like_globs_are_taken_as_they_are() {
    let rule = Globs::prefix(&["ls".into(), "*[a]?".into()], false).unwrap();
    assert!(takes(&rule, &["ls", "*[a]?"]) && !takes(&rule, &["ls", "x[a]y"]));
    assert_eq!(Globs::prefix(&["a b".into()], true), None);
    assert_eq!(Globs::prefix(&[String::new()], true), None);
}

#[test]
fn places_are_lines_and_columns_below_their_key() {
    let text = "{\n  \"a\": [\"x\", \"x\"],\n  \"b\": [\"x\"]\n}";
    let all = Places::new(text);
    let mut a = all.below("a");
    assert_eq!([a.next("x"), a.next("x")], [Place { line: 2, column: 9 }, Place { line: 2, column: 14 }]);
    assert_eq!(all.below("b").next("x"), Place { line: 3, column: 9 });
    assert_eq!(a.next("nowhere"), Place::default());
}
