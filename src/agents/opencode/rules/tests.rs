use super::*;

#[test]
fn an_earlier_stricter_rule_holds_and_is_noted_by_the_draft() {
    let imported = import(r#"{"permission": {"bash": {"*": "ask", "git *": "ask", "git log *": "allow"}}}"#).unwrap();
    let verdicts: Vec<Verdict> = imported.entries.iter().map(|entry| entry.verdict).collect();
    assert_eq!(verdicts, [Verdict::Ask, Verdict::Allow]);
    assert!(imported.notes.is_empty());
}

#[test]
fn comments_are_passed_over_and_places_stay() {
    let text = "{ // \"permission\"\n/* { */ \"permission\": { \"bash\": { \"rm *\": \"deny\", }, }, }";
    let imported = import(text).unwrap();
    assert_eq!((imported.entries[0].verdict, imported.entries[0].place.line), (Verdict::Deny, 2));
}

#[test]
fn the_whole_is_the_fallback_and_never_an_allow() {
    assert_eq!(import(r#"{"permission": "deny"}"#).unwrap().otherwise, Verdict::Deny);
    let allowed = import(r#"{"permission": {"*": "allow", "bash": {"*": "allow"}}}"#).unwrap();
    assert_eq!((allowed.otherwise, allowed.entries.len(), allowed.notes.len()), (Verdict::Ask, 0, 2));
}

#[test]
fn paths_are_globs_that_cross_directories() {
    for (pattern, glob) in [
        ("*", Some("{cwd}/**")),
        ("*.env", Some("{cwd}/**/*.env")),
        ("~/work/*", Some("~/work/**")),
        ("$HOME/work/*", Some("~/work/**")),
        ("/etc/*", Some("/etc/**")),
        ("docs/*.md", Some("{cwd}/docs/**/*.md")),
        ("src/main*", Some("{cwd}/src/main*/**")),
        ("a*b", None),
        ("*/x", None),
        ("a?", None),
    ] {
        assert_eq!(crossing(pattern, "{cwd}").as_deref(), glob, "{pattern}");
    }
}

#[test]
fn what_is_no_config_is_said() {
    for text in ["", "[]", "{}", r#"{"permission": 1}"#] {
        assert!(import(text).is_err(), "{text}");
    }
    let odd =
        import(r#"{"permission": {"bash": 1, "read": {"x": "maybe"}, "a b": "deny", "lsp": {"x": "deny"}}}"#).unwrap();
    assert_eq!((odd.entries.len(), odd.notes.len()), (0, 4));
}
