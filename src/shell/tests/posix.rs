use super::*;

#[test]
fn what_only_bash_has_is_unreadable() {
    for text in [
        "a &>f",
        "a &>>f",
        "a |& b",
        "a <<<b",
        "a {x}>f",
        "a >&f",
        "a <(b)",
        "[[ a ]]",
        "((a))",
        "echo $'a'",
        "echo $\"a\"",
        "echo $[1]",
        "a=(b)",
        "a[1]=b",
        "a+=b",
        "for ((;;)); do a; done",
        "select x in a; do b; done",
        "function f { a; }",
        "coproc a",
        "time a",
        "case a in b) ;& esac",
        "echo {a,b}",
        "echo ${x/a/b}",
        "echo ${x:1}",
        "echo ${x^}",
        "echo ${!x}",
        "echo ${x@Q}",
        "echo ${x[1]}",
        "make a=~/b",
        "a 12>f",
        "ls [^a]*",
        "case a in [^b]) c ;; esac",
    ] {
        assert!(matches!(reason(text, Dialect::Posix), Some(Reason::Foreign(_))), "{text:?}");
        bash(text);
    }
}

#[test]
fn what_every_shell_has_is_read() {
    for text in [
        "a && b || c; d | e &",
        "if a; then b; elif c; then d; else e; fi >f 2>&1",
        "for i in a b; do c; done; while a; do b; done; until a; do b; done",
        "case $x in a|b) c;; (*) d; esac",
        "f() { a; }",
        "{ a; } | ( b )",
        "echo $x ${x:-y} ${x%.*} ${#x} $((1+2)) $(a) `b` \"$@\" '$x'",
        "cat <<E\n$x\nE\n",
        "a >f <g >>h 2>&1 3<&- >|i <>j",
        "x=1 y=$z a",
        "! a",
        "echo *.c [a-z]? ~/x",
    ] {
        assert_eq!(reason(text, Dialect::Posix), None, "{text:?}");
    }
}
