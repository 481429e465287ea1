//! Rules 16 and 17: clusters, glued and optional values, prefixes, permutation, `--`.

use super::{dialect, read};
use crate::table::{Dialect, Family};

const SORT: &str =
    "-u|--unique,-r|--reverse,-k|--key KEYDEF,-o|--output FILE,--compress-program PROG,-c|--check [WHEN],-NUM";

fn sort(line: &str) -> String {
    read(dialect(Family::Gnu), SORT, line)
}

#[test]
fn values_stand_glued_or_apart() {
    assert_eq!(sort("-o f a"), "-o=f | a");
    assert_eq!(sort("-of a"), "-o=f | a");
    assert_eq!(sort("--output f a"), "-o=f | a");
    assert_eq!(sort("--output=f a"), "-o=f | a");
    assert_eq!(sort("-uo f f"), "-u -o=f | f");
    assert_eq!(sort("-uof f"), "-u -o=f | f");
    assert_eq!(sort("--output= a"), "-o= | a");
}

#[test]
fn optional_values_are_only_glued() {
    assert_eq!(sort("-c f"), "-c | f");
    assert_eq!(sort("-cu f"), "-c=u | f");
    assert_eq!(sort("--check=quiet f"), "-c=quiet | f");
    assert_eq!(sort("--check quiet"), "-c | quiet");
}

#[test]
fn prefixes_of_long_options_are_taken_where_they_name_one() {
    assert_eq!(sort("--outp=f"), "-o=f");
    assert_eq!(sort("--co=x"), "--compress-program=x");
    assert_eq!(sort("--o f"), "-o=f");
    assert!(sort("--c").contains("abbreviates more than one"));
    assert!(sort("--zzz").contains("not declared"));
}

#[test]
fn an_exact_spelling_wins_over_prefixes() {
    let declared = "--in,--in-place FILE";
    assert_eq!(read(dialect(Family::Gnu), declared, "--in f"), "--in | f");
    assert_eq!(read(dialect(Family::Gnu), declared, "--in- f"), "--in-place=f");
}

#[test]
fn options_stand_behind_operands_unless_in_order() {
    assert_eq!(sort("a -o f"), "-o=f | a");
    let in_order = Dialect { in_order: true, ..dialect(Family::Gnu) };
    assert_eq!(read(in_order, SORT, "-u a -o f"), "-u | a -o f");
    assert_eq!(read(in_order, SORT, "a -- f"), "| a -- f");
}

#[test]
fn two_dashes_shield_and_one_is_an_operand() {
    assert_eq!(sort("-- -o f"), "| -o f");
    assert_eq!(sort("-o -- f"), "-o=-- | f");
    assert_eq!(sort("- -u"), "-u | -");
}

#[test]
fn what_is_not_declared_is_not_understood() {
    assert!(sort("-uZ f").contains("! option -Z is not declared"));
    assert!(sort("--unique=x f").contains("takes no value"));
    assert!(sort("f -o").contains("lacks its value"));
}

#[test]
fn numbers_are_options_where_declared() {
    assert_eq!(sort("-5 f"), "-NUM | f");
    assert_eq!(sort("-12u f"), "-NUM -u | f");
    assert!(sort("-5k f").contains("behind a number"));
    assert!(read(dialect(Family::Gnu), "-u", "-5 f").contains("not declared"));
}

#[test]
fn an_option_may_be_the_last() {
    assert_eq!(read(dialect(Family::Gnu), "-c CODE last,-v", "-v -c x -v y"), "-v -c=x | -v y");
}

#[test]
fn several_values_follow_each_other() {
    let declared = "--slurpfile NAME FILE,-n";
    assert_eq!(read(dialect(Family::Gnu), declared, "--slurpfile a -n f"), "--slurpfile=a=-n | f");
}

#[test]
fn git_takes_no_prefixes_unless_declared_so() {
    let exact = dialect(Family::Git);
    assert!(read(exact, "--output FILE", "--outp=f").contains("not declared"));
    let prefixes = Dialect { abbreviations: true, ..exact };
    assert_eq!(read(prefixes, "--output FILE", "--outp=f"), "--output=f");
    assert_eq!(read(exact, "-p,-U|--unified N,-NUM", "-5 -U3 HEAD -- -p"), "-NUM -U=3 | HEAD -p");
    assert_eq!(read(exact, "-p", "--end-of-options -p"), "| -p");
}
