use super::*;

#[test]
fn lines_and_objects_say_the_same() {
    let lines = "permissions:\n  \"shell rm *\": deny  # never\n  'read /etc/*': ask\n  webfetch: allow\n";
    let object = r#"{"permissions": {"shell rm *": "deny", "read /etc/*": "ask", "webfetch": "allow"}}"#;
    let whats = |text: &str| {
        let mut found: Vec<String> =
            import(text).unwrap().entries.iter().map(|entry| format!("{:?} {:?}", entry.verdict, entry.what)).collect();
        found.sort();
        found
    };
    assert_eq!(whats(lines), whats(object));
    assert_eq!(whats(lines).len(), 3);
    assert_eq!(import(lines).unwrap().entries[0].place, Place { line: 2, column: 3 });
}

#[test]
fn what_does_not_carry_over_is_noted() {
    let text = "shell a | b: deny\nskill create x: allow\nshell ls: maybe\nnonsense\nread a*b*c: deny\n";
    let imported = import(text).unwrap();
    assert_eq!((imported.entries.len(), imported.notes.len()), (0, 5), "{:?}", imported.notes);
    assert!(import("{").is_err());
    assert!(import("# nothing\n\n").unwrap().entries.is_empty());
}
