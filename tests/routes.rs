//! One path model: the same path gives the same answer through every route (reading rule 24).
//!
//! A path is made from names that matter to the standard sets, with `..`, `.`, doubled slashes and links that the host supplies, on
//! Linux and macOS, and is written (or read) by redirects, operands and option values of a shell line, by the edit tools of
//! agents, by a patch and by a tool with arguments of its own. The rules ask for the path in every polarity.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use policyc::compile::{NoFiles, compile};
use policyc::decide::Evaluator;
use policyc::effects::{Call, Host, Target, Unit};
use policyc::table::{Os, Table};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;

const POLICY: &str = r#"
policy routes language 1
use std/commands
use std/paths
use std/tools
tools {
  mcp__fs__write   writes $path from cwd
  mcp__fs__read    reads $path from cwd
}
stage one   { deny  when surely writes in secret            because "surely a secret" }
stage two   { deny  when surely writes in control           because "surely control" }
stage three { deny  when surely reads in secret             because "surely reads a secret" }
stage four  { ask   when any reads naming secret            because "names a secret" }
stage five  { ask   when any writes in control              because "perhaps control" }
stage six   { ask   when any writes outside workspace or tmp because "perhaps outside" }
stage seven { allow when only writes in workspace           because "in the workspace" }
stage eight { allow when only writes in tmp                 because "temporary" }
stage nine  { allow when only reads in workspace            because "reads the workspace" }
final rest  { ask   always                                  because "elsewhere" }
"#;

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let compiled = compile("routes.policy", POLICY, &NoFiles);
        assert!(compiled.table.is_some(), "{:#?}", compiled.diagnostics);
        compiled.table.unwrap()
    })
}

fn evaluator() -> &'static Evaluator<'static> {
    static EVALUATOR: OnceLock<Evaluator<'static>> = OnceLock::new();
    EVALUATOR.get_or_init(|| Evaluator::new(table()).unwrap())
}

/// What a way to a path is called, and the call that goes it.
type Route = (&'static str, Value);

/// The ways to write a path, and those to read it.
fn routes(path: &str) -> (Vec<Route>, Vec<Route>) {
    let quoted = shell_quoted(path);
    let line = |line: String| ("shell", json!({ "command": line }));
    let writes = vec![
        line(format!("> {quoted}")),
        line(format!(": >> {quoted}")),
        line(format!("tee -- {quoted} < /dev/null")),
        line(format!("tee -a -- {quoted} < /dev/null")),
        line(format!("sort -o {quoted} /dev/null")),
        line(format!("sort --output={quoted} /dev/null")),
        line(format!("dd of={quoted} if=/dev/null")),
        line(format!("sed -n -- w{quoted} /dev/null")),
        line(format!("bash -c {}", shell_quoted(&format!("> {quoted}")))),
        line(format!("x={quoted}; : > \"$x\"")),
        ("Write", json!({ "file_path": path, "content": "" })),
        ("Edit", json!({ "file_path": path, "old_string": "a", "new_string": "b" })),
        ("write_file", json!({ "file_path": path, "content": "" })),
        (
            "apply_patch",
            json!({ "base_path": "/w/sub", "patch": format!("*** Begin Patch\n*** Update File: {path}\n@@\n-a\n+b\n*** End Patch\n") }),
        ),
        ("mcp__fs__write", json!({ "path": path })),
    ];
    let reads = vec![
        line(format!("cat -- {quoted}")),
        line(format!("cat < {quoted}")),
        line(format!("grep -f {quoted} /dev/null")),
        line(format!("grep --file={quoted} /dev/null")),
        line(format!("dd if={quoted}")),
        ("Read", json!({ "file_path": path })),
        ("view_image", json!({ "path": path })),
        ("mcp__fs__read", json!({ "path": path })),
    ];
    (writes, reads)
}

fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn answers(host: &Host, routes: Vec<Route>) -> Vec<String> {
    let evaluator = evaluator();
    let answer = |(tool, input): (&str, Value)| {
        let call = Call { tool: tool.to_owned(), input, host: host.clone(), facts: BTreeMap::new() };
        let reading = evaluator.read(&call);
        let decision = evaluator.decide(&call, &reading);
        // Of a line, the unit that touches the path.
        let touches = |unit: &Unit| unit.effects.iter().any(|effect| matches!(effect.target, Target::Path(_)));
        let at = reading.units.iter().position(touches);
        let by = at.and_then(|at| decision.units.iter().find(|hit| hit.unit == Some(at))).unwrap_or(&decision.by);
        format!("{} <- {tool} {}", by.reason, call.input)
    };
    routes.into_iter().map(answer).collect()
}

/// The answer that all routes give, or the routes that differ.
fn one_answer(host: &Host, routes: Vec<Route>) -> Result<String, String> {
    let answers = answers(host, routes);
    let verdict = |answer: &String| answer.split(" <- ").next().unwrap().to_owned();
    let first = verdict(&answers[0]);
    let others: Vec<&String> = answers.iter().filter(|answer| verdict(answer) != first).collect();
    if others.is_empty() { Ok(first) } else { Err(format!("{}\nbut {others:#?}", answers[0])) }
}

fn host(os: Os, links: &[(String, String)]) -> Host {
    Host {
        os: Some(os),
        cwd: Some("/w/sub".into()),
        workspace: vec!["/w".into()],
        home: Some("/home/me".into()),
        tmp: vec!["/tmp".into()],
        views: links.iter().map(|(from, to)| (from.clone(), Some(to.clone()))).collect(),
        ..Host::default()
    }
}

fn path() -> impl Strategy<Value = String> {
    let name = select(vec![
        ".env", ".git", "config", "HEAD", "a", "b c", "src", "..", "..", ".", "", "id_rsa", ".ssh", "Makefile", "é",
        ".ENV", "link", "home", "me", "w", "x.pem", ".claude", "it's", "*",
    ]);
    let root = select(vec![
        "",
        "",
        "",
        "/",
        "/w/",
        "/w/sub/",
        "/tmp/",
        "/home/me/",
        "/etc/",
        "../",
        "/private/tmp/",
        "/w/../",
    ]);
    (root, prop::collection::vec(name, 1..5))
        .prop_map(|(root, names)| format!("{root}{}", names.join("/")))
        .prop_filter("no path, or a special one", |path| {
            !path.is_empty() && path != "-" && !path.starts_with("//") && !path.ends_with(' ') && !path.starts_with(' ')
        })
}

fn links() -> impl Strategy<Value = Vec<(String, String)>> {
    let from = select(vec!["/w/sub/link", "/w/link", "/w/sub/src", "/tmp/link", "/w/sub/a"]);
    let to = select(vec!["/home/me/.ssh", "/w/.git", "/w/other", "/tmp/x", "/etc"]);
    prop::collection::vec((from, to).prop_map(|(from, to)| (from.to_owned(), to.to_owned())), 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_route_gives_the_same_answer(path in path(), links in links(), mac in any::<bool>()) {
        let host = host(if mac { Os::MacOs } else { Os::Linux }, &links);
        let (writes, reads) = routes(&path);
        for routes in [writes, reads] {
            if let Err(differ) = one_answer(&host, routes) {
                prop_assert!(false, "{path:?} with {links:?}: {differ}");
            }
        }
    }
}

/// The answers are not all the same one.
#[test]
fn the_routes_lead_to_different_answers() {
    let said = |path: &str| {
        let host =
            host(Os::Linux, &[("/w/sub/link".into(), "/home/me/.ssh".into()), ("/tmp/f".into(), "/tmp/f".into())]);
        let (writes, reads) = routes(path);
        (one_answer(&host, writes).unwrap(), one_answer(&host, reads).unwrap())
    };
    let pairs = [
        ("a", ("in the workspace", "reads the workspace")),
        ("../a", ("in the workspace", "reads the workspace")),
        ("../../a", ("perhaps control", "elsewhere")),
        (".env", ("surely a secret", "surely reads a secret")),
        ("../.git/config", ("surely control", "reads the workspace")),
        ("/tmp/f", ("temporary", "elsewhere")),
        ("/tmp/g", ("perhaps control", "elsewhere")),
        ("link/id_rsa", ("surely a secret", "surely reads a secret")),
        ("/etc/hostname", ("perhaps outside", "elsewhere")),
    ];
    let wrong: Vec<String> = pairs
        .iter()
        .map(|(path, expected)| (path, said(path), expected))
        .filter(|(_, said, expected)| (said.0.as_str(), said.1.as_str()) != **expected)
        .map(|(path, said, _)| format!("{path}: {said:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
