use super::*;
use crate::compile::{NoFiles, compile};

fn table() -> Table {
    let text = "policy t language 1\ncommand x { flag -a writes \"f\"  operand [FILE]... reads }\nstage s { allow when only reads because \"r\" }\nfinal f { ask always because \"e\" }\n";
    compile("t.policy", text, &NoFiles).table.unwrap()
}

#[test]
fn both_forms_come_back_as_they_were() {
    let table = table();
    assert_eq!(Table::from_ron(&table.to_ron().unwrap(), Some(&table.source_hash)).unwrap(), table);
    assert_eq!(Table::from_binary(&table.to_binary().unwrap(), Some(&table.source_hash)).unwrap(), table);
    assert_eq!(table.to_ron(), table.to_ron());
}

#[test]
fn another_format_is_refused() {
    let table = Table { format: FORMAT + 1, ..table() };
    assert_eq!(Table::from_ron(&table.to_ron().unwrap(), None), Err(TableError::Format(FORMAT + 1)));
    assert_eq!(Table::from_binary(&table.to_binary().unwrap(), None), Err(TableError::Format(FORMAT + 1)));
    let mut bytes = table.to_binary().unwrap();
    bytes[8] = 9;
    assert_eq!(Table::from_binary(&bytes, None), Err(TableError::Format(9)));
}

#[test]
fn other_sources_are_refused() {
    let table = table();
    let bytes = table.to_binary().unwrap();
    assert_eq!(Table::from_binary(&bytes, Some("00")), Err(TableError::Source(table.source_hash)));
}

#[test]
fn unknown_fields_are_refused() {
    let text = table().to_ron().unwrap().replacen("policy:", "loophole: true, policy:", 1);
    assert!(matches!(Table::from_ron(&text, None), Err(TableError::Malformed(_))));
}

#[test]
fn no_bytes_make_it_panic() {
    let bytes = table().to_binary().unwrap();
    for cut in 0..bytes.len() {
        assert!(Table::from_binary(&bytes[..cut], None).is_err(), "{cut}");
    }
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0xff;
        let _ = Table::from_binary(&bytes, None);
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(Table::from_binary(&longer, None).is_err());
}
