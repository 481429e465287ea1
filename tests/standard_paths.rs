//! `std/paths` on three systems: a member of each kind, and a neighbour that is none.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::{Call, Host};
use policyc::table::Os;
use serde_json::json;
use std::collections::BTreeMap;

const POLICY: &str = r#"
policy sets language 1
use std/paths
use std/tools/claude-code
stage a { deny  when surely writes in agent_control  because "agent" }
stage b { deny  when surely writes in shell_startup  because "startup" }
stage c { deny  when surely writes in credentials    because "credentials" }
stage d { deny  when surely writes in private_data   because "private" }
stage e { deny  when surely writes in control        because "control" }
stage f { deny  when surely writes in system         because "system" }
final z { ask   always                               because "none" }
"#;

fn sets(os: Os, home: &str, cases: &[(&str, &str)]) -> Vec<String> {
    let table = compile("sets.policy", POLICY, &NoFiles).table.unwrap();
    let evaluator = Evaluator::new(&table).unwrap();
    let drive = if os == Os::Windows { "C:" } else { "" };
    let host = Host {
        os: Some(os),
        home: Some(home.to_owned()),
        cwd: Some(format!("{drive}/w")),
        workspace: vec![format!("{drive}/w")],
        ..Host::default()
    };
    let said = |path: &str| {
        let path = path.replacen('~', home, 1);
        let call = Call {
            tool: "Write".into(),
            input: json!({ "file_path": path }),
            host: host.clone(),
            facts: BTreeMap::new(),
        };
        evaluator.decide(&call, &evaluator.read(&call)).by.reason.clone()
    };
    let wrong = cases.iter().map(|(path, set)| (path, set, said(path))).filter(|(_, set, said)| set != &said);
    wrong.map(|(path, set, said)| format!("{path}: {said}, not {set}")).collect()
}

#[test]
fn on_linux() {
    let wrong = sets(
        Os::Linux,
        "/home/me",
        &[
            ("~/.bashrc", "startup"),
            ("~/.ssh/rc", "credentials"),
            ("/etc/cron.d/x", "startup"),
            ("/etc/environment", "startup"),
            ("/etc/environments", "system"),
            ("~/.config/systemd/user/x.service", "startup"),
            ("~/.config/Code/User/settings.json", "control"),
            ("~/.config/Code/Cache/x", "none"),
            ("/etc/gitconfig", "control"),
            ("/etc/hosts", "control"),
            ("/etc/hostname", "system"),
            ("/etc/claude-code/managed-settings.json", "agent"),
            ("/etc/shadow", "credentials"),
            ("/usr/lib/x", "system"),
            ("/w/src/main.rs", "none"),
            ("/w/.claude/settings.json", "agent"),
            ("/w/.git/config", "control"),
            ("/w/runpy.py", "control"),
            ("/w/run.py", "none"),
            ("/home/me/Library/Keychains/x", "none"),
        ],
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn on_macos() {
    let wrong = sets(
        Os::MacOs,
        "/Users/me",
        &[
            ("~/Library/Keychains/login.keychain-db", "credentials"),
            ("~/library/KEYCHAINS/login.keychain-db", "credentials"),
            ("~/Library/Application Support/com.apple.TCC/TCC.db", "credentials"),
            ("~/Library/Messages/chat.db", "private"),
            ("~/Library/Application Support/Google/Chrome/Default/Cookies", "private"),
            ("~/Library/Application Support/Google/Earth/x", "none"),
            ("/private/var/db/dslocal/nodes/Default/users/me.plist", "credentials"),
            ("/var/db/dslocal/nodes/Default/users/me.plist", "credentials"),
            ("~/Library/LaunchAgents/x.plist", "startup"),
            ("/Library/LaunchDaemons/x.plist", "startup"),
            ("/private/etc/paths.d/x", "startup"),
            ("/etc/periodic/daily/x", "startup"),
            ("~/Library/Services/x.workflow", "startup"),
            ("~/Library/Application Support/Code/User/settings.json", "control"),
            ("/Library/Application Support/ClaudeCode/managed-settings.json", "agent"),
            ("~/Library/Application Support/Claude/claude_desktop_config.json", "agent"),
            ("/System/Library/x", "system"),
            ("/Applications/x.app/x", "system"),
            ("~/Library/Caches/x", "none"),
            ("/w/a", "none"),
        ],
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn on_windows() {
    let wrong = sets(
        Os::Windows,
        "C:/Users/me",
        &[
            (r"C:\Users\me\AppData\Roaming\Microsoft\Credentials\x", "credentials"),
            (r"c:\users\ME\appdata\roaming\microsoft\protect\x", "credentials"),
            ("C:/Users/me/AppData/Local/Microsoft/Vault/x", "credentials"),
            ("C:/Users/me/NTUSER.DAT", "credentials"),
            ("C:/Windows/System32/config/SAM", "credentials"),
            ("C:/ProgramData/ssh/ssh_host_rsa_key", "credentials"),
            ("C:/Users/me/AppData/Roaming/NuGet/NuGet.Config", "credentials"),
            (r"C:\Users\me\AppData\Roaming\Microsoft\Windows\PowerShell\PSReadLine\ConsoleHost_history.txt", "private"),
            ("C:/Users/me/AppData/Local/Google/Chrome/User Data/Default/Cookies", "private"),
            ("C:/Users/me/Documents/PowerShell/Microsoft.PowerShell_profile.ps1", "startup"),
            ("C:/Users/me/Documents/notes.txt", "none"),
            (r"C:\Users\me\AppData\Roaming\Microsoft\Windows\Start Menu\Programs\Startup\x.lnk", "startup"),
            ("C:/Windows/System32/Tasks/x", "startup"),
            ("C:/Users/me/AppData/Roaming/npm/tsc.cmd", "startup"),
            ("C:/Windows/System32/drivers/etc/hosts", "control"),
            ("C:/ProgramData/Git/config", "control"),
            ("C:/Users/me/AppData/Roaming/Code/User/settings.json", "control"),
            ("C:/Program Files/ClaudeCode/managed-settings.json", "agent"),
            ("C:/Program Files/x/y.dll", "system"),
            ("C:/w/a.txt", "none"),
            ("C:/w/package.json", "control"),
        ],
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
