use super::*;
use crate::compile::{NoFiles, compile};

const PROGRAMS: &str = r#"
command cut {
  flag   -l|--list, -a|--all
  option -n|--lines N
  option -c|--color [WHEN]
  option --lint N
  operand [FILE]... reads
}
command repo {
  dialect git
  option -C DIR enters
  sub log { flag -p|--patch  option -n|--max-count N  operand [REV]... }
}
command inorder { dialect gnu in order  flag -a  operand [FILE]... reads }
wrapper later { dialect posix  flag -v  operand ARGV runs }
builtin cd { operand [DIR] enters }
"#;

fn spelled(line: &str) -> Vec<(Way, String)> {
    let compiled = compile("p.policy", PROGRAMS, &NoFiles);
    let table = compiled.table.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    Speller::new(&table.commands).spellings(line).into_iter().map(|it| (it.way, it.line)).collect()
}

fn by(way: Way, line: &str) -> Vec<String> {
    spelled(line).into_iter().filter(|(own, _)| *own == way).map(|(_, line)| line).collect()
}

#[test]
fn options_take_their_other_forms() {
    assert_eq!(by(Way::Clustered, "cut -l -a f | cut -l f"), ["cut -la f | cut -l f"]);
    assert_eq!(by(Way::Clustered, "cut -l -n 5 f"), ["cut -ln 5 f"]);
    assert_eq!(by(Way::Split, "cut -lan5 f"), ["cut -l -a -n5 f"]);
    assert_eq!(by(Way::Glued, "cut -ln 5 --lines 'a b' f"), ["cut -ln5 '--lines=a b' f"]);
    assert_eq!(by(Way::Separated, "cut --lines=5 --color=x f"), ["cut --lines 5 --color=x f"]);
    assert_eq!(by(Way::Abbreviated, "cut --lines=5 --all f"), ["cut --line=5 --a f"]);
    assert_eq!(by(Way::Renamed, "cut -n 5 -la f"), ["cut --lines=5 -l --all f"]);
    assert_eq!(by(Way::Reordered, "cut -l f"), ["cut f -l", "cut -l -- f"]);
    assert_eq!(by(Way::Renamed, "repo -C d log -n 1 HEAD"), ["repo -C d log --max-count=1 HEAD"]);
}

#[test]
fn what_would_change_the_meaning_is_left_alone() {
    assert_eq!(by(Way::Reordered, "inorder -a f"), ["inorder -a -- f"]);
    assert_eq!(by(Way::Reordered, "cut -l -- -a"), Vec::<String>::new());
    assert_eq!(by(Way::Reordered, "repo log -p HEAD"), ["repo log HEAD -p"]);
    assert_eq!(by(Way::Split, "cut $x -la"), Vec::<String>::new());
    assert_eq!(by(Way::Split, "cut > out -la"), Vec::<String>::new());
    assert_eq!(by(Way::Split, "cut -lx"), Vec::<String>::new());
    assert_eq!(by(Way::Separated, "cut -cauto"), Vec::<String>::new());
    assert_eq!(by(Way::Wrapped, "cd d"), Vec::<String>::new());
    assert_eq!(by(Way::Wrapped, "cut() { cat; }; cut").len(), WRAPPERS.len());
    assert!(by(Way::Absolute, "./cut f").is_empty());
    assert!(spelled("cut 'f").is_empty());
}

#[test]
fn words_are_quoted_and_lines_grouped() {
    let quoted = by(Way::Quoted, "cut -l \"$x\" *.c");
    assert_eq!(quoted.first().map(String::as_str), Some("'cut' '-l' \"$x\" *.c"));
    assert_eq!(quoted.get(3).map(String::as_str), Some(r#"\c\u\t \-\l "$x" *.c"#));
    assert_eq!(by(Way::Grouped, "cut f").first().map(String::as_str), Some("{ cut f\n}"));
    assert_eq!(by(Way::Surrounded, "cut 'f'").get(2).map(String::as_str), Some(r"eval 'cut '\''f'\'''"));
}
