use super::*;

fn host() -> Host {
    Host { cwd: Some("/here".into()), workspace: vec!["/here".into()], ..Host::default() }
}

fn read(line: &str) -> Line {
    parse(line.as_bytes(), &host())
}

#[test]
fn a_bare_command_is_the_shell() {
    let call = read(r#"{"id":7,"command":"ls"}"#).call.unwrap();
    assert_eq!((call.tool.as_str(), call.input), ("shell", json!({"command": "ls"})));
    assert_eq!(call.host, host());
}

#[test]
fn the_documented_line_is_read() {
    let line =
        read(r#"{"id":"1","tool":"shell","input":{"command":"git status"},"cwd":"/w","facts":{"interactive":true}}"#);
    assert_eq!(line.id, Some(json!("1")));
    let call = line.call.unwrap();
    assert_eq!(call.host.cwd.as_deref(), Some("/w"));
    assert!(call.host.workspace.is_empty());
    assert_eq!(call.facts.get("interactive"), Some(&json!(true)));
}

#[test]
fn what_is_no_call_says_why() {
    for (line, why) in [
        ("nonsense", "no JSON"),
        ("[]", "no JSON object"),
        ("{}", "neither"),
        (r#"{"tool":"read"}"#, "no `input`"),
        (r#"{"tool":"read","input":3}"#, "no object"),
        (r#"{"tool":3,"input":{}}"#, "no text"),
        (r#"{"command":["ls"]}"#, "no text"),
        (r#"{"input":{}}"#, "no `tool`"),
        (r#"{"command":"ls","facts":[]}"#, "no object"),
        (r#"{"command":"ls","command":"rm"}"#, "twice"),
    ] {
        let error = read(line).call.unwrap_err();
        assert!(error.contains(why), "{line}: {error}");
    }
}

#[test]
fn a_malformed_call_keeps_its_id() {
    assert_eq!(read(r#"{"id":"x"}"#).id, Some(json!("x")));
}

#[test]
fn a_decision_is_one_line_in_the_documented_order() {
    let decision = Decision::malformed_call("it is no JSON");
    assert_eq!(
        render(Some(&json!("1")), &decision, None),
        r#"{"id":"1","decision":"ask","stage":"engine","rule":"engine.malformed_call","code":"malformed_call","reason":"malformed_call","detail":"it is no JSON"}"#
    );
}
