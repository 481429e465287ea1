use super::*;

fn depth_of(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

const NESTING: [(&str, &str, &str); 20] = [
    ("( ", "a", " )"),
    ("(", "a", ")"),
    ("{ ", "a", "; }"),
    ("$(", "a", ")"),
    ("echo \"$(", "a", ")\""),
    ("cat <(", "a", ")"),
    ("if ", "a", "; then b; fi"),
    ("while ", "a", "; do b; done"),
    ("for i in x; do ", "a", "; done"),
    ("case x in y) ", "a", ";; esac"),
    ("f() { ", "a", "; }"),
    ("echo ${x:-", "a", "}"),
    ("echo \"${x:-", "a", "}\""),
    ("echo $((", "1", "))"),
    ("echo $((1+", "1", "))"),
    ("[[ ", "a", " ]]"),
    ("[[ ! ", "a", " ]]"),
    ("{a,", "b", "}"),
    ("a[", "1", "]=1"),
    ("((", "1", "))"),
];

#[test]
fn nesting_past_the_limit_is_unreadable_at_once() {
    for (open, inner, close) in NESTING {
        let text = depth_of(open, inner, close, 100_000);
        let start = Instant::now();
        let _ = read(text.as_bytes(), Dialect::Bash);
        let _ = read(text.as_bytes(), Dialect::Posix);
        assert!(start.elapsed() < Duration::from_secs(4), "{open:?} takes {:?}", start.elapsed());
        let unclosed = open.repeat(100_000);
        let start = Instant::now();
        assert!(open == "{a," || reason(&unclosed, Dialect::Bash).is_some(), "{open:?}");
        assert!(start.elapsed() < Duration::from_secs(4), "{open:?} takes {:?}", start.elapsed());
    }
    for open in
        ["`", "\\`", "@(", "[[ ( ", "[[ x == @(", "\"${x[\"", "<<a ", "! ", "time ", "$[", "$", "[", "~", "'\"", "a=("]
    {
        let text = open.repeat(100_000);
        let start = Instant::now();
        let _ = read(text.as_bytes(), Dialect::Bash);
        let _ = read(format!("echo {text}").as_bytes(), Dialect::Bash);
        assert!(start.elapsed() < Duration::from_secs(4), "{open:?} takes {:?}", start.elapsed());
    }
}

#[test]
fn nesting_is_read_at_the_limit_and_not_past_it() {
    let depth = MAX_DEPTH as usize;
    for (open, close) in [("( ", " )"), ("{ ", "; }"), ("if ", "; then b; fi")] {
        bash(&depth_of(open, "a", close, depth));
        let past = depth_of(open, "a", close, depth + 1);
        assert_eq!(reason(&past, Dialect::Bash), Some(Reason::Limit(Limit::Depth)), "{open:?}");
    }
}

#[test]
fn what_stands_before_a_limit_is_kept() {
    let text = format!("rm x\n{}", "( ".repeat(1_000));
    let script = read(text.as_bytes(), Dialect::Bash);
    assert_eq!(script.unreadable.unwrap().from, 5);
    assert_eq!(words(&script), ["rm", "x"]);
}

#[test]
fn bytes_are_read_at_the_limit_and_not_past_it() {
    let text = "x".repeat(MAX_BYTES);
    bash(&text);
    let past = text + "x";
    let script = read(past.as_bytes(), Dialect::Bash);
    assert_eq!(script.unreadable.map(|it| (it.from, it.reason)), Some((0, Reason::Limit(Limit::Bytes(MAX_BYTES)))));
    for end in ["x", "é", "日本"] {
        let text = "rm x\n".to_owned() + &end.repeat(MAX_BYTES);
        let script = read(text.as_bytes(), Dialect::Bash);
        assert_eq!(script.unreadable.map(|it| (it.from, it.reason)), Some((5, Reason::Limit(Limit::Bytes(MAX_BYTES)))));
        assert_eq!(words(&script), ["rm", "x"]);
    }
}

#[test]
fn commands_are_read_at_the_limit_and_not_past_it() {
    let text = "a;".repeat(MAX_COMMANDS);
    bash(&text);
    assert_eq!(reason(&(text + "a"), Dialect::Bash), Some(Reason::Limit(Limit::Commands)));
}

#[test]
fn words_are_read_at_the_limit_and_not_past_it() {
    let text = "a ".repeat(MAX_WORDS);
    bash(&text);
    assert_eq!(reason(&(text + "a"), Dialect::Bash), Some(Reason::Limit(Limit::Words)));
}

#[test]
fn time_grows_with_length() {
    let shapes: [(&str, &str); 16] = [
        ("a | ", "a"),
        ("a && ", "a"),
        ("a; ", "a"),
        ("a\n", ""),
        ("cat <<E\nx\nE\n", ""),
        ("cat <<E\n", ""),
        ("x ", ""),
        ("x=1 ", ""),
        ("'a'\"b\"$c", ""),
        ("$(a) ", ""),
        ("`a` ", ""),
        ("[a] ", ""),
        ("[", ""),
        ("{a,b}", ""),
        ("\\\n", "a"),
        (">f ", ""),
    ];
    let time = |unit: &str, end: &str, bytes: usize| {
        let text = unit.repeat(bytes / unit.len()) + end;
        let run = || {
            let start = Instant::now();
            let _ = std::hint::black_box(read(text.as_bytes(), Dialect::Bash));
            start.elapsed()
        };
        run().min(run()).min(run())
    };
    for (unit, end) in shapes {
        let (small, large) = (time(unit, end, 1 << 14), time(unit, end, 1 << 18));
        // Sixteen times the text; the factor leaves room for a busy machine and caches. The benchmark goes up to 1 MiB.
        assert!(
            large < small * 16 * 6 + Duration::from_secs(1),
            "{unit:?}: {small:?} for 16 KiB, {large:?} for 256 KiB"
        );
    }
}

#[test]
fn long_texts_are_read_at_once() {
    let start = Instant::now();
    for text in
        ["a | ".repeat(250_000) + "a", "cat <<E\nx\nE\n".repeat(50_000), "a;".repeat(1 << 19), "word ".repeat(1 << 18)]
    {
        assert_eq!(reason(&text, Dialect::Bash), None);
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    let text = format!("cat {}", "<<E ".repeat(17));
    assert_eq!(reason(&text, Dialect::Bash), Some(Reason::Syntax), "bash allows sixteen on a line");
}

#[test]
fn what_is_not_text_is_unreadable() {
    let script = read(b"rm x\necho \xff\nls", Dialect::Bash);
    assert_eq!(script.unreadable.map(|it| (it.from, it.reason)), Some((5, Reason::Encoding)));
    assert_eq!(words(&script), ["rm", "x"]);
    for broken in [&b"rm x\\\n\xff"[..], b"rm x\n\xff", b"rm <<E\nx\n\xff", b"rm x \xff", b"rm <<E\nE\n\xff"] {
        let script = read(broken, Dialect::Bash);
        let complete = matches!(broken, b"rm x\n\xff" | b"rm <<E\nE\n\xff");
        assert_eq!(script.all::<Command>().len(), usize::from(complete), "{:?}", String::from_utf8_lossy(broken));
    }
    assert_eq!(read(b"a\0b", Dialect::Bash).unreadable.map(|it| it.from), Some(0));
    assert_eq!(reason("ls", Dialect::Other), Some(Reason::NoReader));
}
