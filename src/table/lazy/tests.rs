use super::*;
use crate::compile::{NoFiles, compile};
use crate::decide::Evaluator;
use crate::effects::Call;
use crate::table::{CommandBody, Table, Verdict};

const POLICY: &str = "policy p language 1\nuse std/tools/shell\ncommand x { flag -a }\n\
    stage s { allow when only reads because \"r\" }\nfinal f { ask always because \"e\" }\n";

fn verdict(table: &Table) -> Verdict {
    let evaluator = Evaluator::new(table).unwrap();
    let input = serde_json::json!({ "command": "x" });
    let call = Call { tool: "shell".into(), input, ..Call::default() };
    evaluator.decide(&call, &evaluator.read(&call)).verdict()
}

#[test]
fn a_declaration_is_the_same_before_and_after_it_is_looked_at() {
    let table = compile("p.policy", POLICY, &NoFiles).table.unwrap();
    let mut loaded = Table::from_binary(&table.to_binary().unwrap(), None).unwrap();
    assert_eq!(loaded.to_binary(), table.to_binary());
    assert_eq!(loaded, table);
    assert_eq!(verdict(&loaded), Verdict::Allow);
    loaded.commands[0].prints_number = true;
    assert_ne!(loaded, table);
}

#[test]
fn a_declaration_that_cannot_be_decoded_is_not_understood() {
    let mut table = compile("p.policy", POLICY, &NoFiles).table.unwrap();
    for broken in [&[1, 0xff][..], &[0], &[3, 1, 2, 3]] {
        table.commands[0].body = postcard::from_bytes::<Lazy<CommandBody>>(broken).unwrap();
        assert_eq!(verdict(&table), Verdict::Ask, "{broken:?}");
    }
}
