use super::*;
use serde_json::json;

fn event(agent: Agent, event: Value) -> Result<(String, Value, Option<String>), String> {
    agent.read(event.to_string().as_bytes(), &Host::default()).call.map(|call| (call.tool, call.input, call.host.cwd))
}

#[test]
fn each_agents_shell_call_is_read() {
    let line = json!({ "command": "ls" });
    let events = [
        (Agent::Codex, json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": line, "cwd": "/w"})),
        (
            Agent::Codex,
            json!({"hook_event_name": "PermissionRequest", "tool_name": "Bash", "tool_input": line, "cwd": "/w"}),
        ),
        (
            Agent::Copilot,
            json!({"toolName": "bash", "toolArgs": "{\"command\":\"ls\",\"description\":\"d\"}", "cwd": "/w"}),
        ),
        (
            Agent::Copilot,
            json!({"hook_event_name": "PreToolUse", "tool_name": "bash", "tool_input": line, "cwd": "/w"}),
        ),
        (Agent::Cursor, json!({"hook_event_name": "beforeShellExecution", "command": "ls", "cwd": "/w"})),
    ];
    for (agent, given) in events {
        assert_eq!(event(agent, given), Ok(("Bash".into(), line.clone(), Some("/w".into()))), "{agent:?}");
    }
    let gemini =
        json!({"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": line, "cwd": "/w"});
    assert_eq!(event(Agent::Gemini, gemini).unwrap().0, "run_shell_command");
    let opencode = json!({"tool": "bash", "args": line, "cwd": "/w"});
    assert_eq!(event(Agent::Opencode, opencode).unwrap().0, "bash");
}

#[test]
fn a_patch_of_codex_is_the_patch_tools() {
    let given = json!({"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": {"command": "*** Begin"}, "cwd": "/w"});
    let (tool, input, _) = event(Agent::Codex, given).unwrap();
    assert_eq!((tool.as_str(), input), ("apply_patch", json!({"patch": "*** Begin", "base_path": "/w"})));
    let elsewhere = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls", "workdir": "/"}, "cwd": "/w"});
    assert_eq!(event(Agent::Codex, elsewhere).unwrap().0, "codex:Bash");
    let without = json!({"hook_event_name": "PreToolUse", "tool_name": "apply_patch", "tool_input": {}, "cwd": "/w"});
    assert!(event(Agent::Codex, without).is_err());
}

#[test]
fn arguments_get_their_names_and_an_unknown_one_makes_the_call_unknown() {
    let call = |args: Value| event(Agent::Opencode, json!({"tool": "read", "args": args})).unwrap();
    assert_eq!(call(json!({"filePath": "a", "limit": 3})).1, json!({"file_path": "a"}));
    assert_eq!(call(json!({"filePath": "a", "other": "b"})).0, "opencode:read");
    let call = |tool: &str, args: Value| event(Agent::Copilot, json!({"toolName": tool, "toolArgs": args})).unwrap().0;
    assert_eq!(call("edit", json!({"path": "a", "old_str": "x", "new_str": "y"})), "Edit");
    assert_eq!(call("edit", json!({"path": "a", "to": "b"})), "copilot:edit");
    assert_eq!(call("bash", json!({"command": "ls", "cwd": "/"})), "copilot:bash");
    assert_eq!(call("powershell", json!({"command": "ls"})), "powershell");
}

#[test]
fn cursor_takes_the_roots_and_never_this_directory() {
    let host = Host { cwd: Some("/here".into()), ..Host::default() };
    let given = json!({"hook_event_name": "beforeReadFile", "file_path": "/w/a", "workspace_roots": ["/w"], "cwd": ""});
    let call = Agent::Cursor.read(given.to_string().as_bytes(), &host).call.unwrap();
    assert_eq!((call.tool.as_str(), call.host.cwd, call.host.workspace), ("Read", None, vec!["/w".to_owned()]));
    let given =
        json!({"hook_event_name": "beforeMCPExecution", "tool_name": "Read", "tool_input": "{\"file_path\": \"a\"}"});
    assert_eq!(
        event(Agent::Cursor, given).unwrap().0,
        "mcp__Read",
        "another's tool does not pass for one that is known"
    );
}

#[test]
fn whatever_comes_in_an_answer_goes_out_and_it_is_no_allow() {
    let inputs = [
        "",
        "[]",
        "{}",
        "null",
        "{\"a\":1,\"a\":2}",
        "{\"hook_event_name\":\"Stop\"}",
        "{\"hook_event_name\":7}",
        "{\"toolName\":\"bash\",\"tool_name\":\"bash\"}",
        "{\"tool\":\"bash\"}",
        "{\"toolName\":\"bash\",\"toolArgs\":\"x\"}",
        "{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\"}",
        "{\"hook_event_name\":\"beforeShellExecution\",\"command\":7}",
        "{\"hook_event_name\":\"beforeShellExecution\",\"command\":\"ls\",\"workspace_roots\":[1]}",
    ];
    for agent in Agent::ALL {
        for input in inputs {
            let read = agent.read(input.as_bytes(), &Host::default());
            assert!(read.call.is_err(), "{agent:?} {input}");
            let answer: Value = serde_json::from_str(&agent.answer(&read.name, Verdict::Ask, "why")).unwrap();
            assert!(!answer.to_string().contains("allow"), "{agent:?} {input} {answer}");
        }
    }
}

/// The words of each protocol; silence is what Codex takes for no objection.
#[test]
fn verdicts_are_said_in_each_agents_words() {
    let said = |agent: Agent, event: &str, verdict| {
        serde_json::from_str::<Value>(&agent.answer(event, verdict, "why")).unwrap()
    };
    use Verdict::{Allow, Ask, Deny};
    let pre = |verdict| said(Agent::Codex, "PreToolUse", verdict);
    assert_eq!(pre(Allow), json!({}));
    assert_eq!(pre(Deny)["hookSpecificOutput"]["permissionDecision"], "deny");
    assert_eq!(
        pre(Ask)["hookSpecificOutput"]["permissionDecision"],
        "deny",
        "an ask would be refused, and the call go on"
    );
    assert!(
        pre(Ask)["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap().contains("a person must be asked")
    );
    let asking = |verdict| said(Agent::Codex, "PermissionRequest", verdict);
    assert_eq!(asking(Allow)["hookSpecificOutput"]["decision"]["behavior"], "allow");
    assert_eq!(asking(Deny)["hookSpecificOutput"]["decision"]["behavior"], "deny");
    assert_eq!(asking(Ask), json!({}));
    for (verdict, word) in [(Allow, "allow"), (Ask, "ask"), (Deny, "deny")] {
        assert_eq!(said(Agent::Gemini, "BeforeTool", verdict)["decision"], word);
        assert_eq!(said(Agent::Copilot, "", verdict)["permissionDecision"], word);
        assert_eq!(said(Agent::Cursor, "beforeShellExecution", verdict)["permission"], word);
        assert_eq!(said(Agent::Opencode, "", verdict)["decision"], word);
        assert_eq!(said(Agent::ClaudeCode, "", verdict)["hookSpecificOutput"]["permissionDecision"], word);
    }
    assert_eq!(said(Agent::Cursor, "beforeReadFile", Ask)["permission"], "deny");
    assert_eq!(said(Agent::Cursor, "preToolUse", Ask)["permission"], "deny");
}
