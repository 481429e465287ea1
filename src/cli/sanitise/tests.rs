use super::*;

#[test]
fn plain_text_stays() {
    assert_eq!(line("git log --oneline | head"), "git log --oneline | head");
    assert_eq!(line("größe ≥ 3"), "größe ≥ 3");
}

#[test]
fn what_moves_the_cursor_or_the_direction_is_escaped() {
    assert_eq!(line("a\x1b[2Kb\rc\nd\te"), "a\\u{1b}[2Kb\\rc\\nd\\te");
    assert_eq!(line("x\u{202e}y\u{200b}z\u{feff}"), "x\\u{202e}y\\u{200b}z\\u{feff}");
    assert_eq!(block("a\nb\x07"), "a\nb\\u{7}");
}

#[test]
fn padding_does_not_hide_the_tail() {
    let shown = line(&format!("ls{}; rm -rf x", " ".repeat(5000)));
    assert_eq!(shown, "ls (… 5000 blanks …) ; rm -rf x");
    let shown = line(&format!("echo {} ; rm -rf x", "a".repeat(5000)));
    assert!(shown.ends_with("; rm -rf x") && shown.chars().count() < 500);
}
