use super::edited_after_verify;
use crate::effects::{Index, Reading, read_line, testing};

fn edited(line: &str) -> Vec<String> {
    let index = Index::new(testing::table());
    let reading: Reading = read_line(&index, &testing::host(), line);
    let target = |(unit, effect): (usize, usize)| {
        let effect = &reading.units[unit].effects[effect];
        crate::decide::show::target(effect).unwrap_or_default()
    };
    edited_after_verify(&reading).into_iter().map(target).collect()
}

#[test]
fn edits_after_the_last_verify_are_told() {
    assert_eq!(edited("cargo test && touch a; rm b"), ["a in /w", "b in /w"]);
    assert_eq!(edited("touch a && cargo test"), [""; 0]);
    assert_eq!(edited("cargo test; touch a; cargo test; ls > c"), ["c in /w"]);
    assert_eq!(edited("touch a"), [""; 0]);
    assert_eq!(edited("cargo test | tail"), [""; 0]);
}
