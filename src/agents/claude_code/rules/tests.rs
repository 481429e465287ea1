use super::*;

#[test]
fn paths_follow_gitignore() {
    for (pattern, glob) in [
        ("./.env", Some("{cwd}/.env/**")),
        (".env", Some("{cwd}/**/.env/**")),
        ("*.env", Some("{cwd}/**/*.env/**")),
        ("secrets/", Some("{cwd}/**/secrets/**")),
        ("src/**", Some("{cwd}/src/**")),
        ("/src/**/*.ts", Some("{workspace}/src/**/*.ts/**")),
        ("~/.ssh/**", Some("~/.ssh/**")),
        ("//etc/passwd", Some("/etc/passwd/**")),
        ("../x", None),
        ("!x", None),
        ("a\\ b", None),
        ("", None),
        ("/", None),
    ] {
        assert_eq!(path_glob(pattern).as_deref(), glob, "{pattern}");
    }
}

#[test]
fn a_rule_is_taken_over_or_noted_and_nothing_is_lost_silently() {
    let rules = [
        "Bash(a:*)",
        "Bash(a b)",
        "Bash",
        "Bash(*)",
        "Bash(a | b)",
        "Read(x)",
        "Read",
        "Edit(x)",
        "Write(x)",
        "Glob(x)",
        "WebFetch(domain:example.org)",
        "WebFetch(example.org)",
        "mcp__a",
        "mcp__a__b",
        "Task(x)",
        "Read(x",
        "",
        "a b",
        "(x)",
    ];
    for verdict in ["allow", "ask", "deny"] {
        for rule in rules {
            let text = serde_json::json!({ "permissions": { verdict: [rule] } }).to_string();
            let imported = import(&text).unwrap();
            assert!(imported.entries.len() + imported.notes.len() >= 1, "{verdict} {rule}");
            assert!(imported.entries.iter().all(|entry| entry.place.line == 1 && entry.text == rule), "{rule}");
        }
    }
}

#[test]
fn what_is_no_settings_file_is_said() {
    for text in ["", "[]", "{}", r#"{"permissions": []}"#, r#"{"permissions": {}, "permissions": {}}"#] {
        assert!(import(text).is_err(), "{text}");
    }
    let odd = import(r#"{"permissions": {"allow": [1, "Read"], "deny": "x", "defaultMode": "plan"}}"#).unwrap();
    assert_eq!((odd.entries.len(), odd.notes.len()), (1, 3));
}
