use crate::effects::{Bases, Call, Host, Index, Reading, Standing, Target, UnitKind};
use crate::table::EffectKind;
use serde_json::{Value, json};

/// The call starts below one of two roots.
fn host() -> Host {
    Host { cwd: Some("/w/sub".into()), workspace: vec!["/w".into(), "/v".into()], ..crate::effects::testing::host() }
}

fn read(tool: &str, input: Value) -> Reading {
    let index = Index::new(crate::effects::testing::table());
    crate::effects::read(&index, &Call { tool: tool.into(), input, host: host(), ..Call::default() })
}

/// Kind, text and bases of every path effect.
fn paths(reading: &Reading) -> Vec<(EffectKind, String, Vec<String>)> {
    reading
        .units
        .iter()
        .flat_map(|unit| &unit.effects)
        .filter_map(|effect| match &effect.target {
            Target::Path(path) => Some((effect.kind, path.path.prefix().to_owned(), path.bases.known.clone())),
            Target::None | Target::Host(_) => None,
        })
        .collect()
}

fn unreadable(reading: &Reading) -> bool {
    reading.units.iter().any(|unit| matches!(unit.standing, Standing::Unreadable(_)))
}

#[test]
fn rule_24_structured_tools_have_the_same_paths() {
    let roots = vec!["/w".to_owned(), "/v".to_owned()];
    assert_eq!(
        paths(&read("write", json!({"file_path": "a/b", "content": "x"}))),
        [(EffectKind::Writes, "a/b".into(), roots.clone())]
    );
    assert_eq!(paths(&read("grep", json!({"pattern": "x"}))), [(EffectKind::Reads, ".".into(), roots.clone())]);
    assert_eq!(paths(&read("grep", json!({"path": "/etc"}))), [(EffectKind::Reads, "/etc".into(), roots.clone())]);
    assert_eq!(paths(&read("multi", json!({"edits": [{"path": "a"}, {"path": "b"}]}))).len(), 2);
    assert_eq!(
        paths(&read("mcp__db__x", json!({"file": "a"}))),
        [(EffectKind::Reads, "a".into(), vec!["/w/sub".into()])]
    );
    let home = paths(&read("write", json!({"file_path": "~/.bashrc"})));
    assert!(home.contains(&(EffectKind::Writes, "/home/u/.bashrc".into(), roots)), "{home:?}");
}

#[test]
fn missing_and_mistyped_arguments_are_unreadable() {
    for input in [
        json!({}),
        json!({"file_path": 5}),
        json!({"file_path": ["a"]}),
        json!({"file_path": null}),
        json!([]),
        json!("x"),
        Value::Null,
        json!({"file_path": "a\u{0}b"}),
    ] {
        assert!(unreadable(&read("write", input.clone())), "{input}");
    }
    for input in [
        json!({"edits": []}),
        json!({"edits": [{"path": "a"}, {}]}),
        json!({"edits": {"path": "a"}}),
        json!({"edits": [{"path": 1}]}),
    ] {
        assert!(unreadable(&read("multi", input.clone())), "{input}");
    }
    assert!(unreadable(&read("shell", json!({"command": ["ls", ["-a"]]}))));
    assert!(unreadable(&read("shell", json!({"command": "ls", "workdir": 7}))));
    assert!(!unreadable(&read("write", json!({"file_path": "a"}))));
    assert!(!unreadable(&read("skill", json!({"anything": 1}))));
}

#[test]
fn a_tool_that_no_policy_knows_is_unknown() {
    assert!(matches!(read("whatever", json!({"a": 1})).units[0].standing, Standing::Unknown(_)));
    assert!(matches!(read("mcp__other", json!({})).units[0].standing, Standing::Unknown(_)));
    assert_eq!(read("skill", json!({})).units[0].standing, Standing::Understood);
}

#[test]
fn a_command_starts_in_its_directory() {
    let bases = |input| paths(&read("shell", input))[0].2.clone();
    assert_eq!(bases(json!({"command": "cat f"})), ["/w/sub"]);
    assert_eq!(bases(json!({"command": "cat f", "workdir": "/x"})), ["/x"]);
    assert_eq!(bases(json!({"command": "cat f", "workdir": "d/../e"})), ["/w/sub/e"]);
    assert!(unreadable(&read("shell", json!({"command": ""}))));
    assert_eq!(read("shell", json!({"command": "ls"})).units[0].kind, UnitKind::Command);
}

#[test]
fn hosts_and_file_urls() {
    let reading = read("fetch", json!({"url": "https://h/x"}));
    assert!(matches!(reading.units[0].effects[0].target, Target::Host(_)));
    assert_eq!(paths(&read("fetch", json!({"url": "file:///etc/shadow"})))[0].1, "/etc/shadow");
    assert!(paths(&reading).is_empty());
}

#[test]
fn rule_27_patches_touch_paths() {
    let envelope = "*** Begin Patch\n*** Update File: src/a.rs\n@@\n-x\n+y\n*** Delete File: b\n*** End Patch\n";
    let touched = paths(&read("patch", json!({"patch": envelope})));
    assert!(touched.iter().any(|(kind, path, _)| *kind == EffectKind::Writes && path == "src/a.rs"), "{touched:?}");
    assert!(touched.iter().any(|(kind, path, _)| *kind == EffectKind::Deletes && path == "b"), "{touched:?}");
    for broken in ["", "hello", "*** Begin Patch\n"] {
        assert!(unreadable(&read("patch", json!({"patch": broken}))), "{broken}");
    }
}

#[test]
fn absent_facts_leave_bases_unknown() {
    let index = Index::new(crate::effects::testing::table());
    let read = |host: Host| {
        crate::effects::read(
            &index,
            &Call { tool: "shell".into(), input: json!({"command": "cat f"}), host, ..Call::default() },
        )
    };
    let bases = |reading: &Reading| match &reading.units[0].effects[0].target {
        Target::Path(path) => (*path.bases).clone(),
        Target::None | Target::Host(_) => panic!(),
    };
    assert_eq!(bases(&read(Host::default())), Bases { known: vec![], unknown: true });
    assert_eq!(
        bases(&read(Host { workspace: vec!["/w".into()], ..Host::default() })),
        Bases { known: vec!["/w".into()], unknown: false }
    );
    assert!(bases(&read(Host { workspace: vec!["/w".into(), "/v".into()], ..Host::default() })).unknown);
}
