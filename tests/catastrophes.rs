//! The floor of the default profile: what cannot be undone is denied, by whatever spelling, and what only looks like it is not.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::Call;
use policyc::table::Verdict;
use serde_json::json;

const DENIED: &[&str] = &[
    "rm -rf /",
    "rm -rf /*",
    "rm /",
    "rm -rf ~",
    "rm -rf $HOME",
    "rm -rf ~/*",
    "rm -rf \"$HOME\"/*",
    "rm -rf /etc",
    "rm -rf /usr/*",
    "rm -rf ./build /",
    "sudo rm -rf /",
    "rm -r\\\nf /",
    "rm -rf -- /",
    "rm -rf //",
    "rm -rf /.",
    "rm -rf / --no-preserve-root",
    "bash -c \"rm -rf /\"",
    "$(rm -rf /)",
    "timeout 5 rm -rf /",
    "/bin/rm -rf /",
    "find / -delete",
    "echo hi\nrm -rf /",
    "mkfs.ext4 /dev/sda1",
    "mkfs -t ext4 /dev/sda",
    "dd if=/dev/zero of=/dev/sda",
    "echo x > /dev/sda",
    "tee /dev/sda",
    "cp x /dev/sda",
    "chmod -R 777 /",
    "chown -R me /",
    "kill -9 -1",
    "kill -KILL -1",
    "kill -s KILL -1",
    "kill -- -1",
    "shutdown -h now",
    "reboot",
    "halt",
    "exec poweroff",
    "init 0",
    "telinit 6",
    "systemctl reboot",
    ":(){ :|:& };:",
    ":() { : | : & } ; :",
    "bomb() { bomb | bomb & }; bomb",
    "function f { f & f; }; f",
    "f(){ (f & f &); }; f",
    "f(){ sleep 1; f & f & wait; }; f",
    "bash -c ':(){ :|:& };:'",
];

const NOT_DENIED: &[&str] = &[
    "f(){ ls | cat & }; f",
    "f(){ f; f; }; f",
    "f(){ f & }; f",
    "f(){ [ $1 -gt 0 ] && f $(($1 - 1)) & }; f 3",
    "f(){ if test -e stop; then return; fi; f | f & }; f",
    "f(){ exit; f | f & }; f",
    "f(){ g | g & }; f",
    "f(){ f | f & }; f(){ ls; }; f",
    "echo ':(){ :|:& };:'",
    "rm -rf node_modules",
    "rm -rf /tmp/some-build",
    "rm -rf ./dist",
    "rm -rf /etc/nginx",
    "rm -rf ~/old",
    "rm -rf \"$x\"/*",
    "ls /etc",
    "cat /etc/hosts",
    "dd if=a of=image.iso",
    "echo reboot",
    "grep shutdown app.log",
    "echo 'shutdown now'",
    "which mkfs",
    "git reset --hard",
    "git commit -m \"never rm -rf /\"",
    "echo \"rm -rf / is bad\"",
    "chmod -R 755 ./bin",
    "kill -9 1234",
    "kill -1 1234",
    "kill -l",
    "systemctl status nginx",
    "fdisk -l /dev/sda",
    "init 3",
];

#[test]
fn what_cannot_be_undone_is_denied_and_what_looks_like_it_is_not() {
    let text = include_str!("../rules/profiles/developer.policy");
    let table = compile("developer.policy", text, &NoFiles).table.unwrap();
    let evaluator = Evaluator::new(&table).unwrap();
    let denied = |command: &str| {
        let input = json!({ "command": command });
        let mut call = Call { tool: "shell".into(), input, ..Call::default() };
        call.host.cwd = Some("/w".into());
        call.host.home = Some("/home/me".into());
        evaluator.decide(&call, &evaluator.read(&call)).verdict() == Verdict::Deny
    };
    let wrong: Vec<&&str> = DENIED.iter().filter(|command| !denied(command)).collect();
    assert!(wrong.is_empty(), "not denied: {wrong:#?}");
    let wrong: Vec<&&str> = NOT_DENIED.iter().filter(|command| denied(command)).collect();
    assert!(wrong.is_empty(), "denied: {wrong:#?}");
}
