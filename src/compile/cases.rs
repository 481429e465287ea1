//! `test "name" { … }`.

use super::conditions::verdict;
use super::lower::Lower;
use super::{PolicyTest, TestCall, TestCase};
use crate::effects::Host;
use crate::source::codes;
use crate::syntax::{Node, Rule};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What a test may say of the host, and what it may say it with in short.
const HOST: [&str; 13] = [
    "os",
    "cwd",
    "home",
    "tmp",
    "workspace",
    "shell",
    "exported",
    "programs",
    "gitdirs",
    "dash_free",
    "secrets_below",
    "views",
    "links",
];

/// What is given to a side: what the host knows, and the policy's facts.
#[derive(Clone, Default)]
struct Given {
    host: Map<String, Value>,
    facts: BTreeMap<String, Value>,
}

impl<'a> Lower<'a> {
    pub(super) fn test(&mut self, item: Node<'a>) {
        // Tests of a used file are that file's own: they hold under its policy, not under this one.
        if self.file != self.loaded.entry {
            return;
        }
        let base = self.given_facts(item.first(Rule::given), Given::default());
        let mut cases = Vec::new();
        for node in item.all(Rule::test_case) {
            let mut sides = node.all(Rule::side);
            let (first, near) = (sides.next(), sides.next());
            if near.is_none() {
                self.error(codes::NO_NEAR, "a case without a neighbour", node, "what nearby call gets another answer?")
                    .help
                    .push("add `near VERDICT `…``: the smallest change that changes the answer".to_owned());
            }
            let neighbour = near;
            let near = near.and_then(|side| self.side(side, &base)).map(Box::new);
            if let Some(case) = first.and_then(|side| self.side(side, &base)) {
                if let (Some(node), Some(near)) = (neighbour, &near) {
                    self.is_near(node, &case, near);
                }
                cases.push(TestCase { near, ..case });
            }
        }
        let name = item.first(Rule::string).map(Node::unquoted).unwrap_or_default();
        let test = PolicyTest { name, at: self.at(item), cases };
        self.tests.push(test);
    }

    fn side(&mut self, node: Node<'a>, base: &Given) -> Option<TestCase> {
        let given = self.given_facts(node.first(Rule::given), base.clone());
        let call = node.first(Rule::call)?;
        let call = match call.first(Rule::tick) {
            Some(line) => TestCall::Shell(line.unquoted()),
            None => {
                let json = call.first(Rule::json)?;
                let input = self.json(json)?;
                TestCall::Tool(call.first(Rule::tool_name).map(super::policy::tool_name).unwrap_or_default(), input)
            }
        };
        let host: Host = match serde_json::from_value(Value::Object(given.host)) {
            Ok(host) => host,
            Err(error) => {
                let node = node.first(Rule::given).unwrap_or(node);
                self.error(codes::GIVEN, "the host cannot supply this", node, error.to_string());
                Host::default()
            }
        };
        Some(TestCase {
            at: self.at(node),
            verdict: verdict(node.first(Rule::verdict)?),
            code: node.first(Rule::name).map(|code| code.text().to_owned()),
            call,
            host,
            facts: given.facts,
            near: None,
        })
    }

    /// The two differ in the call or in what is given, not in both; and their answers differ.
    fn is_near(&mut self, node: Node<'a>, case: &TestCase, near: &TestCase) {
        let call = case.call != near.call;
        let given = case.host != near.host || case.facts != near.facts;
        if call && given {
            self.error(codes::NEAR, "the neighbour differs in the call and in what is given", node, "one of the two")
                .notes
                .push("with both changed nobody sees which of them changes the answer".to_owned());
        } else if !call && !given {
            self.error(codes::NEAR, "the neighbour is the same call", node, "nothing differs")
                .help
                .push("change the call or what is given".to_owned());
        } else if case.verdict == near.verdict && case.code.is_some() && case.code == near.code {
            self.error(codes::NEAR, "the neighbour expects the same answer", node, "same verdict, same code")
                .help
                .push("show a call that gets another verdict or another reason".to_owned());
        }
    }

    fn json(&mut self, node: Node<'a>) -> Option<Value> {
        match serde_json::from_str(node.text()) {
            Ok(value) => Some(value),
            Err(error) => {
                self.error(codes::JSON, "this is not JSON", node, error.to_string());
                None
            }
        }
    }

    fn given_facts(&mut self, list: Option<Node<'a>>, mut given: Given) -> Given {
        for node in list.into_iter().flat_map(|list| list.all(Rule::given_fact)) {
            let (Some(name), Some(kid)) = (node.first(Rule::name), node.first(Rule::given_value).and_then(Node::kid))
            else {
                continue;
            };
            let value = match kid.rule() {
                Rule::json => self.json(kid).unwrap_or_default(),
                Rule::number => serde_json::from_str(kid.text()).unwrap_or_default(),
                Rule::word if matches!(kid.text(), "true" | "false") => Value::Bool(kid.text() == "true"),
                _ => Value::String(kid.unquoted()),
            };
            let text = name.text();
            if HOST.contains(&text) {
                let (key, value) = host_value(text, value);
                given.host.insert(key.to_owned(), value);
            } else if self.table.facts.contains_key(text) {
                given.facts.insert(text.to_owned(), value);
            } else {
                let known: Vec<String> = self.table.facts.keys().cloned().collect();
                self.unknown_name("fact", name, known.iter().map(String::as_str).chain(HOST));
            }
        }
        given
    }
}

/// Short forms: one path for a list of them, a shell's name for its description, `links` for `views`.
fn host_value(name: &str, value: Value) -> (&str, Value) {
    match (name, value) {
        ("workspace" | "tmp" | "exported" | "dash_free" | "secrets_below", Value::String(one)) => {
            (name, Value::Array(vec![Value::String(one)]))
        }
        ("shell", Value::String(kind)) => {
            let mut shell = Map::new();
            shell.insert("kind".to_owned(), Value::String(kind));
            (name, Value::Object(shell))
        }
        ("links", value) => ("views", value),
        (_, value) => (name, value),
    }
}
