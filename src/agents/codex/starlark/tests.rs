use super::*;

fn one(text: &str) -> Called {
    let mut calls = calls(text).unwrap();
    assert_eq!(calls.len(), 1, "{text}");
    calls.remove(0)
}

#[test]
fn calls_have_names_and_values() {
    let called = one("# rule\nf(a = ['x', (\"y\", 'z',),], b=\"\"\"q\"\"\", c = True,)");
    let text = |text: &str| Value::Text(text.into());
    let list = Value::List(vec![text("x"), Value::List(vec![text("y"), text("z")])]);
    let wanted = vec![("a".to_owned(), list), ("b".to_owned(), text("q")), ("c".to_owned(), Value::Other)];
    assert_eq!((called.name.as_str(), called.arguments), ("f", Some(wanted)));
    assert_eq!(called.place, Place { line: 2, column: 1 });
}

#[test]
fn what_is_more_than_that_is_no_arguments() {
    for text in ["f('x')", "f(a = 'x' + 'y')", "f(a = [x for x in y])", "f(a = {'x': 1})", "f(a =", "f(*a)"] {
        assert_eq!(one(text).arguments, None, "{text}");
    }
    assert_eq!(one("f()").arguments, Some(Vec::new()));
}

#[test]
fn strings_keep_what_they_do_not_escape_and_need_an_end() {
    let called = one(r#"f(a = "a\"b\\c\d", b = 'x#y')"#);
    let text = |text: &str| Value::Text(text.into());
    assert_eq!(called.arguments, Some(vec![("a".into(), text("a\"b\\c\\d")), ("b".into(), text("x#y"))]));
    for open in ["f(a = 'x", "f(a = \"x\n\")", "'''x''", "'\\"] {
        assert!(calls(open).is_err(), "{open}");
    }
}

#[test]
fn deep_and_odd_texts_end() {
    let deep = format!("f(a = {}", "[".repeat(100_000));
    assert_eq!(one(&deep).arguments, None);
    for text in [")))", "((((", "f(f(f(", "é(ü='ä')", "\u{0}", "]"] {
        let _ = calls(text);
    }
}
