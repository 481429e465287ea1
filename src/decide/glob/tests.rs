use super::*;

#[test]
fn a_glob_covers_the_whole_text() {
    assert!(matches("git*", "github"));
    assert!(!matches("git", "github"));
    assert!(matches("*.rs", "a/b.rs"));
    assert!(!matches("*.rs", "a/b.rst"));
    assert!(matches("a?c", "abc"));
    assert!(!matches("a?c", "ac"));
    assert!(matches("", ""));
    assert!(!matches("", "a"));
    assert!(matches("/etc/[*]", "/etc/*"));
    assert!(!matches("/etc/[*]", "/etc/motd"));
    assert!(matches("a[b]", "a[b]"));
    assert!(matches("*drop*", "x\ndrop table"));
}

#[test]
fn a_shape_may_match_and_only_a_lone_star_surely_does() {
    let shape = Text::Shaped(vec![Piece::Literal("/etc/".into()), Piece::Unknown]);
    assert_eq!(matches_text("/etc/passwd", &shape), Truth::Maybe);
    assert_eq!(matches_text("/usr/*", &shape), Truth::No);
    assert_eq!(matches_text("*", &shape), Truth::Yes);
    assert_eq!(matches_word("*", &Word::list()), Truth::Maybe);
}

#[test]
fn a_long_text_is_doubt() {
    assert_eq!(matches_text("a*", &Text::Known("a".repeat(MAX_TEXT).into())), Truth::Yes);
    assert_eq!(matches_text("b*", &Text::Known("a".repeat(MAX_TEXT + 1).into())), Truth::Maybe);
}
