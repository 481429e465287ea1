//! `policyc init`, `completions` and `man`: what a new user runs once.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says so when it is skipped"
)]

mod support;

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use support::{have, run};

#[test]
fn a_first_policy_checks_and_every_agent_is_set_up_to_obey_it() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path().canonicalize().unwrap();
    let agents = ["claude", "codex", "gemini", "opencode", "cursor", "copilot"];
    let arguments: Vec<&str> = agents.iter().flat_map(|agent| ["--agent", agent]).collect();
    let ran = run(&here, &[&["init"], &arguments[..]].concat());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(run(&here, &["check"]).code, Some(0));
    let read = |file: &str| fs::read_to_string(here.join(file)).unwrap();
    assert!(read(".pre-commit-config.yaml").contains("entry: policyc check"));
    let json = |file: &str| serde_json::from_str::<Value>(&read(file)).unwrap();
    let command = |value: &Value| value.as_str().unwrap().to_owned();
    let claude = &json(".claude/settings.json")["hooks"]["PreToolUse"][0];
    assert_eq!(claude["matcher"], "*");
    assert_eq!(
        command(&claude["hooks"][0]["command"]),
        "policyc hook claude-code --policy \"$CLAUDE_PROJECT_DIR\"/team.policy"
    );
    let policy = here.join("team.policy").display().to_string();
    let codex = &json(".codex/hooks.json")["hooks"]["PreToolUse"][0]["hooks"][0]["command"];
    assert_eq!(command(codex), format!("policyc hook codex --policy {policy}"));
    assert_eq!(json(".cursor/hooks.json")["hooks"]["beforeReadFile"][0]["failClosed"], true);
    assert!(
        command(&json(".gemini/settings.json")["hooks"]["BeforeTool"][0]["hooks"][0]["command"])
            .contains("hook gemini")
    );
    assert!(command(&json(".github/hooks/policyc.json")["hooks"]["preToolUse"][0]["bash"]).contains("hook copilot"));
    assert!(read(".opencode/plugins/policyc.js").contains(&format!("\"--policy\", {}", json!(policy))));
    assert!(ran.out.contains("Codex cannot ask"));

    // Once more: everything is there, and stays.
    let before = read("team.policy") + "# mine\n";
    fs::write(here.join("team.policy"), &before).unwrap();
    let again = run(&here, &["init", "--agent", "claude"]);
    assert_eq!((again.code, read("team.policy")), (Some(0), before));
    assert!(again.out.contains("is there and stays") && again.out.contains("names policyc already"), "{}", again.out);
    let forced = run(&here, &["init", "--force"]);
    assert!(forced.out.contains("replaced ./team.policy") && !read("team.policy").contains("# mine"), "{}", forced.out);
}

#[test]
fn a_file_that_somebody_else_wrote_stays_and_the_entry_is_shown() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    fs::create_dir(here.join(".claude")).unwrap();
    fs::write(here.join(".claude/settings.json"), "{\"model\": \"x\"}").unwrap();
    fs::write(here.join(".pre-commit-config.yaml"), "repos: []\n").unwrap();
    let ran = run(here, &["init", "--agent", "claude-code"]);
    assert_eq!(ran.code, Some(1), "something is left to do");
    assert!(ran.out.contains("add to it:") && ran.out.contains("policyc hook claude-code"), "{}", ran.out);
    assert_eq!(fs::read_to_string(here.join(".claude/settings.json")).unwrap(), "{\"model\": \"x\"}");
    assert_eq!(fs::read_to_string(here.join(".pre-commit-config.yaml")).unwrap(), "repos: []\n");
}

#[test]
fn what_cannot_be_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    assert_eq!(run(here, &["init", "--agent", "nobody"]).code, Some(2));
    assert_eq!(run(here, &["init", "--profile", "nobody"]).code, Some(2));
    assert_eq!(run(here, &["init", "nowhere"]).code, Some(3));
    assert_eq!(fs::read_dir(here).unwrap().count(), 0);
}

/// The command of each entry, run as the agent's shell would.
#[test]
fn the_entries_answer() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path().canonicalize().unwrap();
    run(&here, &["init", "--agent", "codex", "--agent", "cursor"]);
    let json = |file: &str| serde_json::from_str::<Value>(&fs::read_to_string(here.join(file)).unwrap()).unwrap();
    let codex = json(".codex/hooks.json")["hooks"]["PreToolUse"][0]["hooks"][0]["command"].as_str().unwrap().to_owned();
    let cursor = json(".cursor/hooks.json")["hooks"]["beforeShellExecution"][0]["command"].as_str().unwrap().to_owned();
    let ask = |command: &str, event: Value| {
        let bin = Path::new(env!("CARGO_BIN_EXE_policyc")).parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let script = format!("cat event | {command}");
        fs::write(here.join("event"), event.to_string()).unwrap();
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(&here)
            .env("PATH", path)
            .output()
            .unwrap();
        assert!(output.status.success());
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let event = |line: &str| json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": line}, "cwd": here});
    assert_eq!(ask(&codex, event("ls")), json!({}));
    assert_eq!(ask(&codex, event("git push"))["hookSpecificOutput"]["permissionDecision"], "deny");
    let event = |line: &str| json!({"hook_event_name": "beforeShellExecution", "command": line, "cwd": here, "workspace_roots": [here]});
    assert_eq!(ask(&cursor, event("ls"))["permission"], "allow");
    assert_eq!(ask(&cursor, event("git push"))["permission"], "ask");
    assert_eq!(ask(&cursor, event("rm -rf /"))["permission"], "deny");
}

/// The plugin, run by node with a call in its hands.
#[test]
fn the_opencode_plugin_stops_what_is_not_allowed() {
    if !have("node", &["--version"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path().canonicalize().unwrap();
    run(&here, &["init", "--agent", "opencode"]);
    let script = format!(
        "import {{ Policyc }} from {};\n\
         const hooks = await Policyc({{ directory: {cwd}, worktree: {cwd} }});\n\
         for (const command of ['ls', 'git push', 'rm -rf /']) {{\n\
           try {{ await hooks['tool.execute.before']({{ tool: 'bash' }}, {{ args: {{ command }} }}); console.log('ran') }}\n\
           catch (error) {{ console.log(error.message.split(' ').slice(0, 2).join(' ')) }}\n\
         }}\n",
        json!(here.join("plugin.mjs")),
        cwd = json!(here)
    );
    fs::copy(here.join(".opencode/plugins/policyc.js"), here.join("plugin.mjs")).unwrap();
    fs::write(here.join("try.mjs"), script).unwrap();
    let node = |path: &str| {
        let output =
            std::process::Command::new("node").arg("try.mjs").current_dir(&here).env("PATH", path).output().unwrap();
        String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let own = std::env::var("PATH").unwrap();
    let bin = Path::new(env!("CARGO_BIN_EXE_policyc")).parent().unwrap();
    assert_eq!(node(&format!("{}:{own}", bin.display())), ["ran", "policyc: ask:", "policyc: deny:"]);
    let elsewhere = std::process::Command::new("policyc").arg("--version").output().is_ok();
    if !elsewhere {
        assert_eq!(node(&own), ["policyc gave", "policyc gave", "policyc gave"], "without policyc nothing runs");
    }
}

#[test]
fn completions_and_manual_pages_name_every_verb() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    let verbs = ["check", "fmt", "test", "decide", "explain", "build", "hook", "grant", "import", "init"];
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(here, &["completions", shell]);
        assert_eq!(script.code, Some(0));
        for verb in verbs {
            assert!(script.out.contains(verb), "{shell} {verb}");
        }
    }
    let page = run(here, &["man"]).out;
    assert!(page.contains(".TH policyc 1") && verbs.iter().all(|verb| page.contains(verb)));
    assert_eq!(run(here, &["man", "--directory", "."]).code, Some(0));
    for verb in verbs {
        let page = fs::read_to_string(here.join(format!("policyc-{verb}.1"))).unwrap();
        assert!(page.contains(&format!("policyc\\-{verb}")), "{verb}");
    }
    assert_eq!(run(here, &["completions", "nosuch"]).code, Some(2));
    if have("bash", &["--version"]) {
        let script = run(here, &["completions", "bash"]).out;
        fs::write(here.join("c"), script).unwrap();
        assert!(std::process::Command::new("bash").args(["-n", "c"]).current_dir(here).status().unwrap().success());
    }
}
