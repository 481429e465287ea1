use super::*;

const ACME: &str = include_str!("../../tests/policies/acme.policy");

/// Nodes that recovery made.
fn bad(text: &str) -> Vec<String> {
    let (tree, _) = parse(text, FileId(0));
    tree.walk(text)
        .filter(|node| matches!(node.rule(), Rule::bad_item | Rule::bad_clause | Rule::unclosed))
        .map(|node| format!("{node:?}"))
        .collect()
}

#[test]
fn the_example_of_the_reference_parses() {
    assert_eq!(bad(ACME), Vec::<String>::new());
}

#[test]
fn declarations_parse() {
    let text = include_str!("../../tests/policies/declarations.policy");
    assert_eq!(bad(text), Vec::<String>::new());
}
