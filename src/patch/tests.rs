//! Every form in both directions; the appliers themselves are asked in `tests/patch_appliers.rs`.

use super::*;
use Change::{Add, CopyFrom, CopyTo, Delete, Mode, Modify, RenameFrom, RenameTo};

fn read(text: &str) -> Vec<(String, Change)> {
    pairs(touched(text, Strip::Usual).unwrap_or_else(|error| panic!("{error:?}\n{text}")))
}

fn pairs(touched: Vec<Touched>) -> Vec<(String, Change)> {
    touched.into_iter().map(|one| (one.path, one.change)).collect()
}

fn want(pairs: &[(&str, Change)]) -> Vec<(String, Change)> {
    pairs.iter().map(|(path, change)| ((*path).to_owned(), *change)).collect()
}

const HUNK: &str = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n";

#[test]
fn names_in_unified_headers() {
    for (old, new, expected) in [
        ("a/x", "b/x", &["a/x", "b/x", "x"][..]),
        ("x", "x", &["x"]),
        ("i/x", "w/x", &["i/x", "w/x", "x"]),
        ("c/d/x", "o/d/x", &["c/d/x", "d/x", "o/d/x"]),
        ("a/x\t2024-01-31 12:00:00.000000000 +0100", "b/x\t2024-01-31", &["a/x", "b/x", "x"]),
        ("a/my file\t2024", "b/my file\t2024", &["a/my", "a/my file", "b/my", "b/my file", "my", "my file"]),
        ("\"a/t\\303\\244b\\t.x\"", "\"b/t\\303\\244b\\t.x\"", &["a/täb\t.x", "b/täb\t.x", "täb\t.x"]),
        ("/etc/passwd", "/etc/passwd", &["/etc/passwd", "etc/passwd"]),
        ("a/../../x", "b/x", &["../../x", "a/../../x", "b/x", "x"]),
        ("a/x\r", "b/x\r", &["a/x", "a/x\r", "b/x", "b/x\r", "x", "x\r"]),
        ("a//x", "b//x", &["/x", "a//x", "b//x", "x"]),
    ] {
        let found = read(&format!("--- {old}\n+++ {new}\n{HUNK}"));
        let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, expected, "{old}");
    }
}

#[test]
fn what_happens_to_a_file() {
    assert_eq!(read("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+c\n"), want(&[("b/x", Add), ("x", Add)]));
    assert_eq!(read("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n"), want(&[("a/x", Delete), ("x", Delete)]));
    assert_eq!(
        read("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"),
        want(&[("a/x", Mode), ("b/x", Mode), ("x", Mode)])
    );
    assert_eq!(
        read("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n")
            .into_iter()
            .filter(|(_, change)| *change != Modify)
            .collect::<Vec<_>>(),
        want(&[("x", RenameFrom), ("y", RenameTo)])
    );
    let copied = read("diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to \"y\\n\"\n");
    assert!(copied.contains(&("x".into(), CopyFrom)) && copied.contains(&("y\n".into(), CopyTo)));
    assert_eq!(
        read("diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n"),
        want(&[("a/e", Add), ("b/e", Add), ("e", Add)])
    );
    assert_eq!(
        read("diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n"),
        want(&[("a/e", Delete), ("b/e", Delete), ("e", Delete)])
    );
}

#[test]
fn binary_bodies_hide_nothing() {
    let body = "diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 4\nLc${NkU|;}%0RR91\n\nliteral 0\nHcmV?d00001\n\n";
    assert_eq!(read(body), want(&[("a/x", Modify), ("b/x", Modify), ("x", Modify)]));
    let two = format!("{body}diff --git a/y b/y\nindex 1..2 100644\nBinary files a/y and b/y differ\n");
    assert!(read(&two).contains(&("y".into(), Modify)));
    assert!(touched("diff --git a/x b/x\nGIT binary patch\nliteral 4\n--- a/z\n+++ b/z\n", Strip::Usual).is_err());
}

#[test]
fn several_files_and_hunks() {
    let text = format!(
        "From: x\nSubject: y\n\n---\n x | 2 +-\n\n--- a/x\n+++ b/x\n{HUNK}{HUNK}--- a/y\n+++ b/y\n{HUNK}\\ No newline at end of file\n-- \n2.47\n"
    );
    let paths = read(&text);
    assert!(paths.contains(&("x".into(), Modify)) && paths.contains(&("y".into(), Modify)));
    let inner = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n--- b/z\n+++ b/z\n c\n";
    assert!(!read(inner).iter().any(|(path, _)| path.contains('z')), "lines of a hunk are no headers");
}

#[test]
fn context_diffs_and_index_lines() {
    let text = "Index: src/x\n*** old/x\t2020\n--- new/x\t2020\n***************\n*** 1,2 ****\n  a\n! b\n--- 1,2 ----\n  a\n! c\n";
    let paths: Vec<String> = read(text).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["new/x", "old/x", "src/x", "x"]);
    let two = format!("{text}*** old/y\n--- new/y\n***************\n*** 1 ****\n! b\n--- 1 ----\n! c\n");
    assert!(read(&two).contains(&("y".into(), Modify)));
}

#[test]
fn combined_diffs() {
    let text = "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,2 @@@\n  a\n++b\n";
    assert_eq!(read(text), want(&[("a/x", Modify), ("b/x", Modify), ("x", Modify)]));
}

#[test]
fn envelopes() {
    let text = "*** Begin Patch\n*** Add File: new.txt\n+hello\n*** Update File: src/a b.rs\n*** Move to: src/b.rs\n@@ fn x\n a\n-b\n+c\n*** End of File\n*** Delete File: /abs/old\n*** End Patch\n";
    assert_eq!(
        read(text),
        want(&[
            ("/abs/old", Delete),
            ("new.txt", Add),
            ("src/a b.rs", Modify),
            ("src/a b.rs", RenameFrom),
            ("src/b.rs", RenameTo)
        ])
    );
    let lenient = "*** Begin Patch\n*** Update File: a\n@@\n x\n *** Delete File: b\n*** End Patch";
    assert!(read(lenient).contains(&("b".into(), Delete)));
    let both = format!("*** Begin Patch\n*** Update File: a\n--- a/z\n+++ b/z\n{HUNK}*** End Patch\n");
    assert!(read(&both).contains(&("z".into(), Modify)));
    for broken in [
        "*** Begin Patch\n*** End Patch\n",
        "*** Begin Patch\n*** Add File: a\n+x\n",
        "*** Add File: a\n+x\n*** End Patch\n",
        "*** Begin Patch\n*** Add File: a\nx\n*** End Patch\n",
        "*** Begin Patch\n*** Add File: \n+x\n*** End Patch\n",
        "*** Begin Patch\n*** Move to: a\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: a\n@@\n*** Nonsense\n*** End Patch\n",
        "*** Begin Patch\n*** Delete File: a\n*** End Patch\nrm x\n",
        "*** Begin Patch\n*** Delete File: a\n*** End Patch\n*** Begin Patch\n*** Delete File: b\n*** End Patch\n",
    ] {
        assert!(touched(broken, Strip::Usual).is_err(), "{broken}");
    }
}

#[test]
fn what_is_unreadable() {
    for broken in [
        "",
        "\n\n",
        "hello\n",
        "--- a/x\n+++ b/x\n",
        "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n",
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n",
        "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\nb\n+c\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n@@ junk\n@@ -1 +1 @@\n-a\n+b\n",
        "--- a/x\n+++ b/x\n@@ -x +1 @@\n a\n",
        "*** x\n--- x\n***************\n  a\n! b\n--- 1,2 ----\n  a\n! c\n",
        "*** x\n--- x\n*** 1,2 ****\n  a\n! b\n--- 1,2 ----\n  a\n! c\n",
        "@@ -1 +1 @@\n-a\n+b\n",
        "--- \"a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "--- \"a/\\377\"\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
        "2c2\n< 2\n---\n> x\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n1d\n",
        "1a\n!touch /x\n.\nw\n",
        "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git a/x b/x\0\n",
    ] {
        assert!(touched(broken, Strip::Usual).is_err(), "{broken}");
    }
}

#[test]
fn strip_levels() {
    let text = format!("--- a/b/c/x\n+++ a/b/c/x\n{HUNK}");
    let at = |strip| touched(&text, strip).map(|all| all.into_iter().map(|one| one.path).collect::<Vec<_>>());
    assert_eq!(at(Strip::Exactly(0)), Ok(vec!["a/b/c/x".to_owned()]));
    assert_eq!(at(Strip::Exactly(2)), Ok(vec!["c/x".to_owned()]));
    assert!(at(Strip::Exactly(9)).is_err());
    assert!(at(Strip::All).is_ok_and(|paths| paths.contains(&"x".to_owned())));
    let renamed = "diff --git a/d/x b/d/y\nsimilarity index 100%\nrename from d/x\nrename to d/y\n";
    let two = pairs(touched(renamed, Strip::Exactly(2)).unwrap());
    assert!(two.contains(&("y".into(), RenameTo)), "git takes one component less off these lines: {two:?}");
}

proptest::proptest! {
    /// No text makes a panic, and nothing readable touches nothing.
    #[test]
    fn total(text in "((--- |\\+\\+\\+ |@@ -1|diff --git |\\*\\*\\* |rename from |\"|a/x|b/x|\\\\|\n|\t| |,2|[0-9]| @@|Begin Patch|End Patch|Add File: |é|-|\\+){0,12}\n?){0,6}") {
        for strip in [Strip::Usual, Strip::All, Strip::Exactly(1), Strip::Exactly(usize::MAX)] {
            if let Ok(found) = touched(&text, strip) {
                proptest::prop_assert!(!found.is_empty() && found.iter().all(|one| !one.path.is_empty()));
            }
        }
    }
}
