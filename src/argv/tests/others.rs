//! posix, keyval, go, tar, words, plus.

use super::{dialect, read};
use crate::table::{Dialect, Family};

#[test]
fn posix_stops_at_the_first_operand() {
    let declared = "-e,-c,-o NAME,--norc,--rcfile FILE";
    assert_eq!(read(dialect(Family::Posix), declared, "-ec x -e"), "-e -c | x -e");
    assert_eq!(read(dialect(Family::Posix), declared, "-eo pipefail x"), "-e -o=pipefail | x");
    assert_eq!(read(dialect(Family::Posix), declared, "--norc --rcfile f x"), "--norc --rcfile=f | x");
    assert!(read(dialect(Family::Posix), declared, "--rcfile=f x").contains("takes no value by ="));
    assert!(read(dialect(Family::Posix), declared, "--nor x").contains("not declared"));
}

#[test]
fn plus_makes_option_letters() {
    let plus = Dialect { plus: true, ..dialect(Family::Posix) };
    assert_eq!(read(plus, "-e,-x,+x", "+ex a"), "-e +x | a");
    assert_eq!(read(dialect(Family::Posix), "-e,-x", "+ex a"), "| +ex a");
    assert_eq!(read(plus, "-e", "+ a"), "| + a");
}

#[test]
fn keyval_words_are_options() {
    let declared = "if= FILE,of= FILE,bs= N,--help";
    assert_eq!(read(dialect(Family::Keyval), declared, "if=a of=b=c bs=1"), "if==a of==b=c bs==1");
    assert_eq!(read(dialect(Family::Keyval), declared, "--help"), "--help");
    assert!(read(dialect(Family::Keyval), declared, "seek=1").contains("not declared"));
    assert!(read(dialect(Family::Keyval), declared, "-x").contains("not declared"));
    assert_eq!(read(dialect(Family::Keyval), declared, "of=?"), "of==?");
    assert!(read(dialect(Family::Keyval), declared, "?").contains("(of==?)"));
    assert!(!read(dialect(Family::Keyval), declared, "i?").contains("of="));
}

#[test]
fn go_flags_have_one_dash_or_two() {
    let declared = "-o FILE,-race,-mod WORD";
    assert_eq!(read(dialect(Family::Go), declared, "-o f --mod=x -race ./..."), "-o=f -mod=x -race | ./...");
    assert_eq!(read(dialect(Family::Go), declared, "--o=f a -race"), "-o=f | a -race");
    assert!(read(dialect(Family::Go), declared, "-rac").contains("not declared"));
    assert_eq!(read(dialect(Family::Go), declared, "-mod=? a"), "-mod=? | a");
    assert!(read(dialect(Family::Go), declared, "? a").contains("(-o=a)"));
}

#[test]
fn tar_takes_a_bundle_first() {
    let declared = "-x,-c,-f FILE,-C DIR,-z,-v";
    assert_eq!(read(dialect(Family::Tar), declared, "xf a.tar b"), "-x -f=a.tar | b");
    assert_eq!(read(dialect(Family::Tar), declared, "xfC a.tar d b"), "-x -f=a.tar -C=d | b");
    assert_eq!(read(dialect(Family::Tar), declared, "xfCv a.tar d b"), "-x -v -f=a.tar -C=d | b");
    assert_eq!(read(dialect(Family::Tar), declared, "-xf a.tar -Cd b"), "-x -f=a.tar -C=d | b");
    assert_eq!(read(dialect(Family::Tar), declared, "-xfC b"), "-x -f=C | b");
    assert!(read(dialect(Family::Tar), declared, "xQ b").contains("not declared"));
    assert!(read(dialect(Family::Tar), declared, "? b").contains("! "));
}

#[test]
fn a_bundle_letter_may_be_declared_apart() {
    assert_eq!(read(dialect(Family::Tar), "-e,e,-a", "ae"), "-a e");
    assert_eq!(read(dialect(Family::Tar), "-e,e,-a", "-ae"), "-a -e");
}

#[test]
fn words_are_words() {
    assert_eq!(read(dialect(Family::Words), "-n", "-n -- x"), "| -n -- x");
}
