//! The page on embedding shows a host that is compiled and run.

#[path = "../examples/host.rs"]
mod host;

#[test]
fn the_example_runs() {
    host::main().unwrap();
}

#[test]
fn the_page_shows_the_example() {
    let page = include_str!("../docs/embedding.md");
    let block = page.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```")).unwrap().0;
    assert_eq!(block, include_str!("../examples/host.rs"));
}
