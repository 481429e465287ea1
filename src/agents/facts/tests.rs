use super::*;
use serde_json::json;

fn split(facts: Value) -> (Host, HostFacts) {
    let mut host = Host::default();
    let Value::Object(facts) = facts else { panic!("an object") };
    let split = split_facts(facts, &mut host);
    (host, split)
}

#[test]
fn facts_of_the_host_are_told_from_those_of_the_policy() {
    let (host, rest) = split(json!({"cwd": "/w", "workspace": "/w", "os": "macos", "shell": "zsh", "yolo": true}));
    assert_eq!(host.cwd.as_deref(), Some("/w"));
    assert_eq!(host.workspace, ["/w"]);
    assert_eq!(host.os, Some(crate::table::Os::MacOs));
    assert_eq!(host.shell.kind, ShellKind::Zsh);
    assert_eq!(rest.policy, BTreeMap::from([("yolo".to_owned(), json!(true))]));
    assert!(rest.malformed.is_empty());
}

#[test]
fn a_fact_that_does_not_fit_is_named_and_left_out() {
    let (host, rest) = split(json!({"cwd": 3, "os": "plan9", "shell": "tcsh", "tmp": [1], "views": {"/a": null}}));
    assert_eq!(rest.malformed, ["cwd", "os", "shell", "tmp"]);
    assert_eq!(host.cwd, None);
    assert_eq!(host.views, BTreeMap::from([("/a".to_owned(), None)]));
}
