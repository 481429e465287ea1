use super::helper::*;

#[test]
fn look() {
    for line in std::env::var("LINES_FILE").ok().and_then(|p| std::fs::read_to_string(p).ok()).unwrap_or_default().split("\n\n") {
        println!("── {line}\n{}", show(&read(line)));
    }
}
