use super::*;
use crate::compile::{NoFiles, compile};

fn table(commands: &str, verdict: &str) -> Table {
    let text = format!("policy p language 1\n{commands}\nfinal f {{ {verdict} always because \"e\" }}\n");
    compile("p.policy", &text, &NoFiles).table.unwrap()
}

#[test]
fn tables_come_back_whether_they_share_their_declarations_or_not() {
    let x = "command x { flag -a }";
    let tables = [
        ("a", table(x, "ask")),
        ("b", table(x, "deny")),
        ("c", table("command y { flag -a }", "ask")),
        ("none", table("", "ask")),
    ];
    let bytes = Table::bundle(&tables).unwrap();
    for (name, table) in &tables {
        assert_eq!(Table::from_bundle(&bytes, name).as_ref(), Ok(table));
    }
    assert!(Table::from_bundle(&bytes, "d").is_err());
    for cut in 0..bytes.len() {
        assert!(Table::from_bundle(&bytes[..cut], "a").is_err(), "{cut}");
    }
}
