use super::*;
use crate::argv::{Holds, Text, glob_holds};
use crate::decide::glob_matches;

fn of(globs: &[&str]) -> Vec<String> {
    every_way(&globs.iter().map(|glob| Glob::declared(glob)).collect::<Vec<_>>()).0
}

#[test]
fn each_way_has_its_shortest_text() {
    assert_eq!(of(&[]), ["x"]);
    assert_eq!(of(&["w*"]), ["w", "x"]);
    // Of `w*` and `w?` both, the first alone (`w`), none; nothing is of the second alone.
    assert_eq!(of(&["w*", "w?"]), ["w", "x", "wx"]);
    assert_eq!(of(&["*x*", "x?"]), ["x", "z", "xz"]);
    assert_eq!(of(&["*.gz", "+*"]), ["+", "x", ".gz", "+.gz"]);
    // Nothing but the empty text is left.
    assert_eq!(of(&["?*"]), ["", "x"]);
    assert_eq!(of(&["-*"]), ["-", "x"]);
    assert_eq!(of(&["*", "a"]), ["a", "x"]);
}

#[test]
fn entries_escape_characters() {
    let (texts, whole) = every_way(&[Glob::of_entry("/etc/[*]"), Glob::of_entry("/etc/*")]);
    assert!(whole);
    assert_eq!(texts, ["x", "/etc/", "/etc/*"]);
}

/// What the automata say is what the evaluator's own matchers say.
#[test]
fn the_matchers_agree() {
    let globs = ["w*", "w?", "+*", "x?", "y", "*.gz", "*:*", "cat", "*x*y*", "-*", "a?c*", "*a"];
    for first in globs {
        for second in globs {
            for third in globs {
                let all = [first, second, third];
                let row = |text: &String| {
                    let known = Text::Known(text.as_str().into());
                    all.map(|glob| {
                        let holds = glob_holds(glob, &known) == Holds::Yes;
                        assert_eq!(holds, glob_matches(glob, text), "{glob} {text}");
                        holds
                    })
                };
                let texts = of(&all);
                let rows: BTreeSet<_> = texts.iter().map(row).collect();
                assert_eq!(rows.len(), texts.len(), "{all:?}: {texts:?}");
                // No way is missing: whatever a short text does, one of these does.
                for text in
                    ["", "w", "wx", "wxx", "+a", "xy", "y", "a.gz", "+.gz", "a:b", "cat", "-xy", "abc", "a", "aa"]
                {
                    assert!(rows.contains(&row(&text.to_owned())), "{all:?}: {text}");
                }
            }
        }
    }
}

#[test]
fn what_is_too_large_is_told() {
    let many: Vec<Glob> = (0..12).map(|n| Glob::declared(&format!("*{}????????*", char::from(b'a' + n)))).collect();
    assert!(!every_way(&many).1);
    assert!(!every_way(&[Glob::declared(&"a".repeat(MAX_GLOB + 1))]).1);
    assert!(every_way(&[Glob::declared(&"a".repeat(MAX_GLOB))]).1);
}
