use super::*;
use serde_json::json;

#[test]
fn the_documented_input_is_read() {
    let input = json!({
        "session_id": "s", "transcript_path": "/t", "cwd": "/w", "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "toolu_1",
        "tool_input": {"command": "ls", "description": "list"}
    });
    let call = parse(input.to_string().as_bytes(), &Host::default()).unwrap();
    assert_eq!((call.tool.as_str(), call.host.cwd.as_deref()), ("Bash", Some("/w")));
    assert_eq!(call.input["command"], "ls");
}

#[test]
fn what_is_missing_is_an_error() {
    for (input, why) in [
        ("", "EOF"),
        ("[]", "no JSON object"),
        (r#"{"hook_event_name":"Stop"}"#, "not Stop"),
        (r#"{"tool_name":"Bash","tool_input":{}}"#, "hook_event_name"),
        (r#"{"hook_event_name":"PreToolUse","tool_input":{}}"#, "tool_name"),
        (r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"ls"}"#, "tool_input"),
        (r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{},"cwd":1}"#, "cwd"),
    ] {
        let error = parse(input.as_bytes(), &Host::default()).unwrap_err();
        assert!(error.contains(why), "{input}: {error}");
    }
}

#[test]
fn the_answer_is_exactly_the_documented_one() {
    assert_eq!(
        render(Verdict::Deny, "no \"x\""),
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no \"x\""}}"#
    );
    let fallback: Value = serde_json::from_str(FALLBACK).unwrap();
    assert_eq!(fallback["hookSpecificOutput"]["permissionDecision"], "ask");
}
