use super::*;

fn words(imported: &Imported) -> Vec<(Verdict, String)> {
    let text = |what: &What| match what {
        What::Command(words) => words.text(),
        What::Reads(_) | What::Writes(_) | What::Host(_) | What::Tool(_) => String::new(),
    };
    imported.entries.iter().map(|entry| (entry.verdict, text(&entry.what))).collect()
}

#[test]
fn alternatives_multiply_and_decisions_are_translated() {
    let imported = import(
        "prefix_rule(pattern = [\"git\", [\"push\", \"fetch\"]], decision = \"prompt\")\n\
         prefix_rule(pattern = [[\"npm\", \"pnpm\"], \"test\"])\n\
         prefix_rule(pattern = [\"rm\", \"*\"], decision = \"forbidden\")\n",
    )
    .unwrap();
    assert_eq!(
        words(&imported),
        [
            (Verdict::Ask, "git push *".into()),
            (Verdict::Ask, "git fetch *".into()),
            (Verdict::Allow, "npm test *".into()),
            (Verdict::Allow, "pnpm test *".into()),
            (Verdict::Deny, "rm [*] *".into()),
        ]
    );
    assert!(imported.notes.is_empty());
}

#[test]
fn what_cannot_be_read_is_noted_with_its_place() {
    for rule in [
        "prefix_rule(pattern = [])",
        "prefix_rule(pattern = [[]])",
        "prefix_rule(pattern = \"git\")",
        "prefix_rule(decision = \"allow\")",
        "prefix_rule(pattern = [\"a\"], decision = \"maybe\")",
        "prefix_rule(pattern = [\"a b\"])",
        "prefix_rule([\"a\"])",
        "network_rule(host = \"x\")",
    ] {
        let imported = import(&format!("\n{rule}")).unwrap();
        assert_eq!((imported.entries.len(), imported.notes.len()), (0, 1), "{rule}");
        assert_eq!(imported.notes[0].place.line, 2);
    }
    let many = format!("prefix_rule(pattern = [{}])", "[\"a\", \"b\", \"c\", \"d\"], ".repeat(8));
    assert_eq!(import(&many).unwrap().notes.len(), 1);
}
