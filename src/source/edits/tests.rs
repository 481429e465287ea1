use super::*;
use crate::source::{FileId, Location, Span};

fn edit(start: usize, end: usize, replacement: &str) -> Edit {
    let at = Location { file: FileId(0), span: Span::new(start, end) };
    Edit { at, replacement: replacement.to_owned(), title: String::new() }
}

fn applied(text: &str, edits: &[Edit]) -> (String, Vec<usize>) {
    apply(text, &edits.iter().collect::<Vec<_>>())
}

#[test]
fn edits_apart_are_all_made() {
    let edits = [edit(8, 9, "C"), edit(0, 1, "A"), edit(4, 4, "+")];
    assert_eq!(applied("a bc de f", &edits), ("A bc+ de C".to_owned(), vec![0, 1, 2]));
}

#[test]
fn of_edits_that_touch_the_first_is_made() {
    assert_eq!(applied("abcdef", &[edit(2, 4, "X"), edit(1, 3, "Y")]), ("aYdef".to_owned(), vec![1]));
    assert_eq!(applied("abcdef", &[edit(1, 3, "Y"), edit(3, 4, "X")]), ("aYdef".to_owned(), vec![0]));
    assert_eq!(applied("abc", &[edit(1, 1, "Y"), edit(1, 1, "X"), edit(1, 2, "Z")]), ("aYbc".to_owned(), vec![0]));
    assert_eq!(applied("abc", &[edit(1, 2, ""), edit(1, 2, "")]), ("ac".to_owned(), vec![0]));
}

#[test]
fn what_does_not_fit_the_text_is_left_out() {
    assert_eq!(applied("é", &[edit(1, 2, "x"), edit(7, 9, "x")]), ("é".to_owned(), vec![]));
    assert_eq!(applied("", &[edit(0, 0, "x")]), ("x".to_owned(), vec![0]));
}
