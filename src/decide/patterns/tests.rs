use super::*;
use crate::decide::evaluator::Evaluator;
use crate::decide::testing::*;
use crate::effects::Call;
use crate::table::*;
use serde_json::json;

fn entry(program: &str) -> CommandEntry {
    CommandEntry {
        program: program.into(),
        subcommands: Vec::new(),
        with: Vec::new(),
        without: Vec::new(),
        operands: OperandTest::Whatever,
        condition: Vec::new(),
        pipe: None,
        at: Place::default(),
    }
}

fn hit_last(entries: &[CommandEntry], call: &Call, units: Vec<Unit>) -> (Truth, bool) {
    let table = table(vec![]);
    let evaluator = Evaluator::new(&table).unwrap();
    let reading = reading(units);
    let setting = evaluator.setting(call, &reading);
    let scene = evaluator.scene(call, &reading, (reading.units.len() - 1, reading.units.last().unwrap()), &setting);
    let entries: Vec<Entry> = entries.iter().cloned().map(Entry::Command).collect();
    let entries = Entries::new(&entries);
    (matches_any(&entries, &scene), is_safe(&entries, &scene))
}

fn hit(entry: CommandEntry, unit: Unit) -> (Truth, bool) {
    hit_last(&[entry], &shell(), vec![unit])
}

#[test]
fn without_is_false_when_a_word_may_be_the_option() {
    let sort = CommandEntry { without: vec!["-o".into()], ..entry("sort") };
    assert_eq!(hit(sort.clone(), command("sort f", vec![])), (Truth::Yes, true));
    assert_eq!(hit(sort.clone(), command("sort -o f", vec![])), (Truth::No, false));
    let mut doubtful = command("sort -o f", vec![]);
    doubtful.options[0].certain = false;
    assert_eq!(hit(sort, doubtful), (Truth::Maybe, false));
}

#[test]
fn nothing_that_is_not_understood_is_safe() {
    assert_eq!(hit(entry("mkfs"), unknown("mkfs /dev/sda")), (Truth::Yes, false));
    assert_eq!(hit(entry("mkfs"), unknown("/sbin/mkfs /dev/sda")).0, Truth::Yes);
    assert_eq!(hit(entry("mkfs"), unknown("./mkfs /dev/sda")).0, Truth::Maybe);
    assert_eq!(hit(entry("mkfs"), unknown("echo mkfs")).0, Truth::No);
    assert_eq!(hit(entry("mkfs*"), unknown("mkfs.ext4 x")).0, Truth::Yes);
}

#[test]
fn a_safe_subcommand_is_that_very_one() {
    let remote = CommandEntry { subcommands: vec!["remote".into()], ..entry("git") };
    let mut add = command("git remote add x y", vec![]);
    add.subcommands = vec!["remote".into(), "add".into()];
    assert_eq!(hit(remote.clone(), add.clone()), (Truth::Yes, false));
    add.subcommands.pop();
    assert_eq!(hit(remote, add), (Truth::Yes, true));
}

#[test]
fn operands_have_a_shape_or_are_absent() {
    let init = CommandEntry { operands: OperandTest::SomeMatches(vec!["0".into(), "6".into()]), ..entry("init") };
    assert_eq!(hit(init.clone(), command("init 6", vec![])).0, Truth::Yes);
    assert_eq!(hit(init.clone(), command("init 3", vec![])).0, Truth::No);
    assert_eq!(hit(init.clone(), unknown("init 6")).0, Truth::Yes);
    assert_eq!(hit(init, unknown("init --x 6")).0, Truth::Maybe);
    let bare = CommandEntry { operands: OperandTest::None, ..entry("git") };
    assert_eq!(hit(bare.clone(), command("git", vec![])).0, Truth::Yes);
    assert_eq!(hit(bare, command("git x", vec![])).0, Truth::No);
}

#[test]
fn a_pipe_hits_its_last_unit_also_through_a_filter() {
    let piped = CommandEntry { pipe: Some(Box::new(Entry::Command(entry("sh")))), ..entry("curl") };
    let mut units = vec![command("curl u", vec![]), command("sh", vec![])];
    units[1].piped_from = Some(0);
    assert_eq!(hit_last(std::slice::from_ref(&piped), &shell(), units.clone()), (Truth::Yes, false));
    let mut filtered = vec![units[0].clone(), command("tee f", vec![]), units[1].clone()];
    filtered[1].piped_from = Some(0);
    filtered[2].piped_from = Some(1);
    assert_eq!(hit_last(std::slice::from_ref(&piped), &shell(), filtered).0, Truth::Maybe);
    units[1].piped_from = None;
    assert_eq!(hit_last(&[piped], &shell(), units).0, Truth::No);
}

#[test]
fn an_argument_that_is_missing_fails_and_one_that_is_no_text_may_pass() {
    let table = table(vec![]);
    let evaluator = Evaluator::new(&table).unwrap();
    let test = |input: serde_json::Value, name: &str| {
        let call = Call { tool: "db".into(), input, ..Call::default() };
        let reading = reading(vec![command("x", vec![])]);
        let setting = evaluator.setting(&call, &reading);
        let scene = evaluator.scene(&call, &reading, (0, &reading.units[0]), &setting);
        let argument = Argument { names: vec![name.into()], default: None };
        let test = ArgumentTest { argument, test: TextTest::Matches("select*".into()) };
        let entries = [Entry::Tool { name: "d*".into(), arguments: vec![test], at: Place::default() }];
        matches_any(&Entries::new(&entries), &scene)
    };
    assert_eq!(test(json!({"sql": "select 1"}), "sql"), Truth::Yes);
    assert_eq!(test(json!({"sql": "drop"}), "sql"), Truth::No);
    assert_eq!(test(json!({}), "sql"), Truth::No);
    assert_eq!(test(json!({"sql": ["select 1"]}), "sql"), Truth::Maybe);
    assert_eq!(test(json!({"q": [{"sql": "select 1"}, {"sql": "drop"}]}), "q.*.sql"), Truth::Maybe);
}

#[test]
fn the_star_of_a_shell_glob_is_told_from_a_name() {
    let all = CommandEntry { operands: OperandTest::SomeMatches(vec!["~/[*]".into()]), ..entry("rm") };
    let mut call = shell();
    call.host.home = Some("/home/me".into());
    let mut star = command("rm x", vec![]);
    star.operands = vec![Word {
        text: Text::Shaped(vec![Piece::Literal("/home/me/".into()), Piece::Star]),
        many: true,
        span: None,
    }];
    assert_eq!(hit_last(std::slice::from_ref(&all), &call, vec![star]).0, Truth::Yes);
    assert_eq!(hit_last(&[all], &call, vec![command("rm /home/me/x", vec![])]).0, Truth::No);
}
