//! Rules 7 and 8: words that are not known, and lists of them.

use super::{dialect, read};
use crate::table::{Dialect, Family};

const SORT: &str = "-u|--unique,-k|--key KEYDEF,-o|--output FILE";
const CAT: &str = "-n|--number,-u,--help";

fn sort(line: &str) -> String {
    read(dialect(Family::Gnu), SORT, line)
}

#[test]
fn an_unknown_word_may_be_any_option() {
    assert_eq!(sort("?"), "(-u) (-k=?) (-o=?) | (?)");
    assert_eq!(sort("? f"), "(-u) (-k=?) (-o=?) (-k=f) (-o=f) | (?) (f)");
    assert_eq!(sort("-- ?"), "| ?");
    assert_eq!(sort("-o ?"), "-o=?");
    assert_eq!(sort("-u ?"), "-u (-u) (-k=?) (-o=?) | (?)");
}

#[test]
fn only_options_that_fit() {
    assert_eq!(sort("./*"), "| ./*");
    assert_eq!(sort("/? f"), "| /? f");
    assert_eq!(sort("a? f"), "| a? f");
    assert!(sort("*").contains("(-o=*)"));
    assert!(sort("*.py").contains("(-o=*.py)"));
    assert_eq!(read(dialect(Family::Gnu), CAT, "*.py"), "| *.py");
    assert!(read(dialect(Family::Gnu), CAT, "*n").contains("(-n)"));
}

#[test]
fn a_known_beginning_decides() {
    assert_eq!(sort("--output=? f"), "-o=? | f");
    assert_eq!(sort("--outp=? f"), "-o=? | f");
    assert_eq!(sort("-o?x f"), "-o=?x | f");
    assert_eq!(sort("-uo?.txt"), "-u -o=?.txt");
    // `-o` with nothing glued takes the next word.
    assert_eq!(sort("-o? f"), "(-o=?) (-o=f) | (f)");
    assert!(sort("-u?").contains("(-o=?)"));
    assert!(sort("-Z?").contains("!"));
}

#[test]
fn a_list_shifts_what_follows() {
    assert_eq!(sort("-o @ f"), "(-o=?) (-u) (-k=?) (-o=f) (-k=f) | (?) (f)");
    assert_eq!(sort("-o ./* f"), "(-o=./*) (-o=f) | (./*) (f)");
}

#[test]
fn options_known_behind_doubt_are_not_sure() {
    // `$x` may be `-o`, and then `-u` is a file's name.
    assert!(sort("? -u").contains("(-u)"));
    assert!(sort("? -u").contains("(-o=-u)"));
    // Nothing that may be an option takes a value here.
    assert_eq!(read(dialect(Family::Gnu), CAT, "./? -n"), "-n | ./?");
}

#[test]
fn an_undeclared_option_behind_doubt_is_not_understood() {
    assert!(sort("? -Z").contains("!"));
    assert!(sort("-- ? -Z").ends_with("| ? -Z"));
}

#[test]
fn in_order_ends_at_a_word_that_is_no_option() {
    let in_order = Dialect { in_order: true, ..dialect(Family::Gnu) };
    assert_eq!(read(in_order, SORT, "./? -o f"), "| ./? -o f");
    assert!(read(in_order, SORT, "? -o f").contains("(-o=f)"));
}

#[test]
fn too_much_doubt_is_not_understood() {
    let many = |word: &str, count: usize| vec![word; count].join(" ");
    let find = "-name GLOB,-delete,-exec ARGV,-ok ARGV";
    assert!(!read(dialect(Family::Find), find, &many("?", 10)).contains('!'));
    assert!(read(dialect(Family::Find), find, &many("?", 200)).contains("! too many ways"));
    assert!(!sort(&many("?", 1000)).contains('!'));
    assert!(sort(&many("?", 9000)).contains("! too many ways"));
    assert!(sort(&many("a", 10_001)).contains("! more than"));
    assert!(!sort(&many("a", 10_000)).contains('!'));
}

#[test]
fn posix_letters_fit_too() {
    assert!(read(dialect(Family::Posix), "-r,-a NAME", "? x").contains("(-a=x)"));
}
