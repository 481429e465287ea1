use super::*;
use crate::source::{Diagnostic, Location, Sources, Span, codes};

fn example() -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add("acme.policy", "policy acme\nstage a { deny when only reads }\nstage a { }\n");
    let at = |start, end| Location { file, span: Span::new(start, end) };
    let one = Diagnostic::error(codes::UNKNOWN_NAME, "there is no pattern `onyl`", at(32, 36), "not declared")
        .help("did you mean `only`?")
        .edit(at(32, 36), "only", "write `only`")
        .note("a deny takes what is possible");
    let two = Diagnostic::warning(codes::DUPLICATE, "the stage `a` is declared twice", at(51, 52), "here again")
        .also(at(18, 19), "first here");
    (sources, vec![one, two])
}

#[test]
fn for_people() {
    let (sources, findings) = example();
    insta::assert_snapshot!(text(&sources, &findings, false));
    assert!(text(&sources, &findings, true).contains("\u{1b}["));
}

#[test]
fn for_machines() {
    let (sources, findings) = example();
    insta::assert_snapshot!("json", json(&sources, &findings));
    insta::assert_snapshot!("github", github(&sources, &findings));
    insta::assert_snapshot!("sarif", sarif(&sources, &findings));
}

#[test]
fn a_place_outside_its_source_is_still_told() {
    let (sources, mut findings) = example();
    findings[0].labels[0].at.span = Span::new(4_000, 5_000);
    findings[1].labels[0].at.file.0 = 7;
    for shown in [
        text(&sources, &findings, false),
        json(&sources, &findings),
        github(&sources, &findings),
        sarif(&sources, &findings),
    ] {
        assert!(shown.contains("there is no pattern"), "{shown}");
    }
}

#[test]
fn a_line_too_long_to_show_is_named() {
    let mut sources = Sources::default();
    let file = sources.add("long.policy", "x".repeat(10_000));
    let at = Location { file, span: Span::new(0, 10_000) };
    let finding = Diagnostic::error(codes::SYNTAX, "it does not fit", at, "here").help("write less");
    assert_eq!(
        text(&sources, &[finding], false),
        "error[P001]: it does not fit\n  --> long.policy:1:1 (a line too long to show)\n  = help: write less\n\n"
    );
}
