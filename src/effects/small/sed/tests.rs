use super::*;

fn acts(script: &str) -> Vec<Act> {
    let reading = read(script).unwrap_or_else(|error| panic!("{script:?}: {error:?}"));
    reading.steps.into_iter().map(|step| step.act).collect()
}

fn known(text: &str) -> Name {
    Name::Known(text.to_owned())
}

fn writes(text: &str) -> Act {
    Act::Writes(known(text))
}

fn shell(text: &str) -> Act {
    Act::Runs(Code::Shell(known(text)))
}

fn computed() -> Act {
    Act::Runs(Code::Shell(Name::Unknown))
}

#[test]
fn a_file_name_takes_the_rest_of_the_line() {
    assert_eq!(acts("w out;p }"), [writes("out;p }")]);
    assert_eq!(acts("w a\nw b"), [writes("a"), writes("b")]);
    assert_eq!(acts("s/a/b/gpw out"), [writes("out")]);
    assert_eq!(acts("s/a/b/ w out"), [writes("out")]);
    assert_eq!(acts("r in\nR in2"), [Act::Reads(known("in")), Act::Reads(known("in2"))]);
    assert_eq!(acts("s/w out/b/;p"), []);
    assert!(read("w").is_err());
    // busybox skips the carriage return.
    assert!(read("w \rout").is_err());
    // busybox writes a file named `p`.
    assert!(read("w\\\np").is_err());
    assert_eq!(acts("w a\\b"), [writes("a\\b")]);
}

#[test]
fn standard_streams_are_no_acts() {
    assert_eq!(acts("w /dev/stdout"), []);
    assert_eq!(acts("s/a/b/w /dev/stderr"), []);
    assert_eq!(acts("r /dev/stdin"), []);
    assert_eq!(acts("w /dev/stdout2"), [writes("/dev/stdout2")]);
}

#[test]
fn commands_are_run_from_text_or_from_the_pattern_space() {
    assert_eq!(acts("e touch x;p"), [shell("touch x;p")]);
    assert_eq!(acts("1e"), [computed()]);
    assert_eq!(acts("s/.*/touch x/ge"), [computed()]);
    assert_eq!(acts("s,.*,touch x,Ie;w o"), [computed(), writes("o")]);
    assert_eq!(acts("e touch a\\\nb"), [computed()]);
    assert_eq!(acts("s/e/e/;/e/d"), []);
}

#[test]
fn text_of_append_insert_change_is_text() {
    assert_eq!(acts("a w out"), []);
    assert_eq!(acts("a\\\nw out\\\nw out2\nw real"), [writes("real")]);
    assert_eq!(acts("1i\\w out"), []);
    assert_eq!(acts("$a }w out"), []);
    assert_eq!(acts("a\nw real"), [writes("real")]);
    assert!(read("a\\ \nw out").is_err());
    assert!(read("a\\\\\nw out").is_err());
}

#[test]
fn addresses_of_all_kinds() {
    for address in
        ["1", "$", "/x/", "/x/I", "\\,x,", "\\,x\\,y,M", "1~2", "1,+2", "1,~4", "0,/x/", "1 , $ !", "/[/]w/", "2!"]
    {
        assert_eq!(acts(&format!("{address}w out")), [writes("out")], "{address}");
        assert_eq!(acts(&format!("{address}p")), [], "{address}");
    }
    assert!(read("1~w out").is_err());
}

#[test]
fn labels_end_at_blanks_and_semicolons() {
    assert_eq!(acts(":a;w out"), [writes("out")]);
    assert_eq!(acts("b a w out"), [writes("out")]);
    assert_eq!(acts(":a;N;$!ba;s/\\n/ /g"), []);
    assert_eq!(acts("{:a;n;ba}"), []);
    assert!(read("{:a;n;ba}w out").is_err());
}

#[test]
fn a_delimiter_in_brackets_is_read_both_ways() {
    assert_eq!(acts("s/[^/]*$//"), []);
    assert_eq!(acts("s/[\\/]x/y/"), []);
    // Cut the other way: pattern `[`, replacement `]`, flag `w`.
    assert_eq!(acts("s/[/]/w out/"), [writes("out/")]);
    assert_eq!(acts("s/[[:alpha:]/]/x/w out"), [writes("out")]);
}

#[test]
fn fragments_join_by_newlines() {
    assert_eq!(join(&["a\\", "w out"]), "a\\\nw out");
    assert_eq!(acts(&join(&["a\\", "w out"])), []);
    assert_eq!(acts(&join(&["p", "w out"])), [writes("out")]);
    assert_eq!(acts(&join(&["r in", "p"])), [Act::Reads(known("in"))]);
}

#[test]
fn what_sed_rejects_is_not_proved() {
    for script in ["p p", "}", "{p", "s/a/b", "s/a/b/x", "y/a/b", "k", "1", "/a", "1,p", "L", "s\\a\\b\\", "p\\"] {
        assert!(read(script).is_err(), "{script}");
    }
}
