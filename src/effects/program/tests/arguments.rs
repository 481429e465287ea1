//! Rules 7, 8, 16, 17, 18, 22: from arguments to effects.

use super::{effects, outcome_of, std_commands, words};
use crate::effects::program::Input;

fn does(line: &str) -> String {
    effects(&std_commands(), line)
}

#[test]
fn rule_16_options_are_an_accept_list() {
    assert_eq!(does("sort -uo f f"), "Writes /w:f; Reads /w:f");
    assert_eq!(does("sort -u f"), "Reads /w:f");
    assert_eq!(does("sort --outp=g f"), "Writes /w:g; Reads /w:f");
    assert_eq!(does("sort --co=x f"), "Runs(Program); Reads /w:f");
    assert!(does("sort -Z f").contains("! option -Z is not declared"));
    assert!(does("nobody f").contains("! nobody is not declared"));
    assert_eq!(does("sed -n p f"), "Reads /w:f");
    assert_eq!(does("sed -ni p f"), "Writes /w:f; Reads /w:f");
    assert_eq!(does("sed --in-pl=.bak p f"), "Writes /w:f; Reads /w:f");
}

#[test]
fn rule_17_values_shift_operands() {
    assert_eq!(does("uniq -f 1 a b"), "Reads /w:a; Writes /w:b");
    assert_eq!(does("uniq -f 1 a"), "Reads /w:a");
    assert!(does("uniq a b c").contains("more operands"));
    assert!(does("grep").contains("an operand is missing"));
    assert_eq!(does("grep -e x a"), "Reads /w:a");
    assert_eq!(does("grep x a"), "Reads /w:a");
}

#[test]
fn rule_18_operands_write_without_a_flag() {
    assert_eq!(does("uniq a"), "Reads /w:a");
    assert_eq!(does("date 01010000"), "Changes(Clock)");
    assert_eq!(does("date +%s"), "");
    assert_eq!(does("date ?"), "(Changes(Clock))");
    assert_eq!(does("date +?"), "");
    assert_eq!(does("cp a b c"), "Reads /w:a; Reads /w:b; Writes /w:c");
    assert_eq!(does("dd if=a of=b"), "Reads /w:a; Writes /w:b");
}

#[test]
fn rule_7_every_length_of_a_list() {
    assert_eq!(does("uniq ./z/*"), "(Reads /w:./z/*); (Writes /w:./z/*)");
    assert_eq!(does("uniq ./z"), "Reads /w:./z");
    assert_eq!(does("uniq ./z/* a"), "(Reads /w:./z/*); (Writes /w:./z/*); (Reads /w:a); (Writes /w:a)");
    assert_eq!(does("cp ./z/* d"), "Reads /w:./z/*; Writes /w:d");
    assert_eq!(does("cp a ./z/*"), "Reads /w:a; (Reads /w:./z/*); (Writes /w:./z/*)");
    assert_eq!(does("rm -rf ./z/*"), "Deletes tree /w:./z/*");
}

#[test]
fn rule_8_a_word_may_be_an_option_that_fits() {
    assert_eq!(does("cat *"), "(Reads /w:*)");
    assert_eq!(does("cat *.txt"), "Reads /w:*.txt");
    assert!(does("sort *").contains("(Writes /w:*)"));
    assert_eq!(does("sort ./*"), "Reads /w:./*");
    assert_eq!(does("sort -- *"), "Reads /w:*");
    assert_eq!(does("head -5 ?"), "(Reads /w:?)");
    assert_eq!(does("ls ?"), "(Sees /w:?); (Sees /w:.)");
    assert!(does("sort ? f").contains("(Writes /w:f)"));
    assert!(does("find *").contains("(Deletes tree"));
    assert!(!does("find *.py").contains("Deletes"));
}

#[test]
fn grep_with_a_list_stays_harmless() {
    for line in ["grep foo *", "grep -rn foo @", "grep ? f", "grep -e ? *.py"] {
        let shown = does(line);
        assert!(!shown.contains('!') && !shown.contains("Writes") && !shown.contains("Runs"), "{line}: {shown}");
    }
}

#[test]
fn scripts_are_read() {
    assert_eq!(does("sed w_out f"), "Writes /w:out; Reads /w:f");
    assert_eq!(does("sed -e p -e w_out f"), "Writes /w:out; Reads /w:f");
    assert!(does("sed ? f").contains("! "));
    assert_eq!(does("sed -n 5p ./?"), "Reads /w:./?");
    assert!(does("sed -f s f").contains("Runs(File) /w:s"));
}

#[test]
fn rule_22_streams_are_harmless_as_operands() {
    assert_eq!(does("cat -"), "");
    assert_eq!(does("cat /dev/null"), "");
    assert_eq!(does("sort -o /dev/null f"), "Reads /w:f");
    assert_eq!(does("sort -o - f"), "Writes /w:-; Reads /w:f");
    assert_eq!(does("cat /dev/tty"), "Changes(Terminal)");
    assert_eq!(does("rm /dev/null"), "Deletes tree /w:/dev/null");
    assert_eq!(does("sed -f - f"), "Runs(Input); Reads /w:f");
}

#[test]
fn an_option_gives_what_it_implies() {
    use super::build::{command, given};
    use crate::table::Family;
    let archive = command("archive", Family::Gnu)
        .option("-a", "")
        .implies("-r -p")
        .option("-r", "reads tree operands")
        .option("-p", "")
        .implies("-a")
        .operands(Some(given("-p")), "FILE... writes")
        .operands(None, "FILE... sees");
    assert_eq!(effects(std::slice::from_ref(&archive), "archive -a f"), "Reads tree /w:f; Writes /w:f");
    assert_eq!(effects(&[archive], "archive f"), "Sees /w:f");
}

#[test]
fn defaults_stand_in() {
    assert_eq!(does("ls"), "Sees /w:.");
    assert_eq!(does("ls -l a"), "Sees /w:a");
    assert_eq!(does("find -delete"), "Deletes tree /w:.; Sees tree /w:.");
    assert_eq!(does("find a -delete"), "Sees tree /w:a; Deletes tree /w:a");
}

#[test]
fn revisions_name_paths() {
    assert!(does("git log HEAD:.env").contains("Reads /w:.env"));
    assert!(does("git log HEAD:./.env").contains("Reads /w:./.env"));
    assert!(!does("git log HEAD:.env").contains("(Reads"));
    assert!(does("git log main").contains("(Reads /w:main)"));
    assert!(does("git log HEAD@{10:00}:a").contains("Reads /w:a"));
    assert!(does("git log :0:a").contains("Reads /w:a"));
    assert!(does("git log ?").contains("(Reads /w:?)"));
    assert!(does("git log HEAD:?").contains("Reads /w:?"));
}

#[test]
fn subcommands_have_their_own_options() {
    assert_eq!(does("git status -s"), "Obeys /w:.");
    assert!(does("git log --output=x").contains("Writes /w:x"));
    assert!(does("git log --outp=x").contains("! option --outp is not declared"));
    assert!(does("git push").contains("! subcommand push is not declared"));
    assert!(does("git ?").contains("! "));
    assert_eq!(outcome_of(&std_commands(), "git lg -p", &[], Input::Inherited).subcommands, ["log"]);
    assert_eq!(does("git -c color.ui=never status"), "Obeys /w:.");
    assert!(does("git -c core.pager=x status").contains("Runs(Program)"));
    assert!(does("git -c alias.x=y status").contains("! it is declared as not known"));
    assert!(does("git -c ? status").contains("! "));
}

#[test]
fn options_are_listed_with_doubt() {
    let outcome = outcome_of(&std_commands(), "sort -u ?", &[], Input::Inherited);
    let named = |name: &str| -> Vec<bool> {
        outcome.options.iter().filter(|given| given.name == name).map(|given| given.certain).collect()
    };
    assert!(named("-u").contains(&true));
    assert!(!named("-o").contains(&true) && !named("-o").is_empty());
    assert_eq!(outcome.operands, words("?"));
}
