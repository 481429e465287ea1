use super::*;
use crate::compile::{NoFiles, compile};
use serde_json::json;

fn calls(entry: &str) -> Vec<(String, Value)> {
    let text = format!(
        "policy p language 1\ntools {{\n  sh command $cmd from cwd\n  put, store writes $edits.*.path from cwd\n  fix patch $text from cwd\n  \
         get contacts $url\n  quiet harmless\n}}\nsafe list {{ {entry} }}\nfinal f {{ ask always because \"y\" }}\n"
    );
    let compiled = compile("p", &text, &NoFiles);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    let table = compiled.table.unwrap();
    tool_calls(&table, &table.safes["list"][0])
}

#[test]
fn arguments_are_such_that_the_tool_acts() {
    assert_eq!(calls("tool sh"), [("sh".to_owned(), json!({ "cmd": "touch out" }))]);
    assert_eq!(calls("tool put"), [("put".to_owned(), json!({ "edits": [{ "path": "out" }] }))]);
    assert_eq!(calls("tool get"), [("get".to_owned(), json!({ "url": "http://host.example/" }))]);
    assert_eq!(calls("tool quiet"), [("quiet".to_owned(), json!({}))]);
    assert_eq!(calls("tool fix").len(), 2);
}

#[test]
fn a_glob_of_names_takes_each_tool() {
    let names: Vec<String> = calls("tool \"*t\"").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["put", "get", "quiet"]);
}

#[test]
fn tests_of_the_entry_pass() {
    assert_eq!(calls("tool sh where $cmd = pwd"), [("sh".to_owned(), json!({ "cmd": "pwd" }))]);
    let all = json!({ "cmd": "git x; touch out; x" });
    assert_eq!(calls("tool sh where $cmd matches \"git *\""), [("sh".to_owned(), all)]);
}
