//! Rule 23: what moves the base for its own unit, and where the shell goes.

use super::{effects, outcome_of, show_text, std_commands};
use crate::argv::Text;
use crate::effects::Bases;
use crate::effects::program::Input;

fn does(line: &str) -> String {
    effects(&std_commands(), line)
}

#[test]
fn an_option_moves_its_own_unit() {
    assert_eq!(does("git -C sub status a"), "Enters /w:sub; Sees /w/sub:a; Obeys /w/sub:.");
    assert_eq!(does("git -C sub -C ../x status"), "Enters /w:sub; Enters /w/sub:../x; Obeys /w/x:.");
    assert_eq!(does("git -C /x status"), "Enters /w:/x; Obeys /x:.");
    assert_eq!(does("git -C ./? status"), "Enters /w:./?; Obeys ?:.");
    assert_eq!(does("git -C a/.. status"), "Enters /w:a/..; Obeys ?:.");
}

#[test]
fn other_options_may_be_seen_from_either_side() {
    assert_eq!(does("git -C sub --git-dir g status"), "Enters /w:sub; Obeys /w+/w/sub:g; Obeys /w/sub:.");
}

#[test]
fn cd_moves_the_shell() {
    let enters = |line: &str| {
        let outcome = outcome_of(&std_commands(), line, &[], Input::Inherited);
        outcome.enters.iter().map(|path| show_text(&path.path)).collect::<Vec<_>>()
    };
    assert_eq!(enters("cd a"), ["a"]);
    assert_eq!(enters("cd"), ["?"]);
    assert!(enters("git -C a status").is_empty());
}

#[test]
fn a_revision_starts_at_the_top_of_the_repository() {
    let bases = Bases { known: vec!["/w/sub".to_owned()], unknown: false }.into();
    let tops = |text: &str, workspace: &[String]| {
        crate::effects::program::target::repository(&Text::Known(text.into()), &bases, workspace).known.clone()
    };
    assert_eq!(tops("HEAD:a", &["/w".to_owned()]), ["/w/sub", "/w"]);
    assert_eq!(tops("HEAD:a", &[]), ["/w/sub", "/w", "/"]);
    assert_eq!(tops("HEAD:./a", &[]), ["/w/sub"]);
}
