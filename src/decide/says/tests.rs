use super::*;
use crate::decide::testing::*;
use Truth::{Maybe, No, Yes};

fn said(rules: &[&str], verdict: Verdict, unit: &Unit) -> Truth {
    let entries: Vec<RuleEntry> = rules.iter().map(|line| RuleEntry::parse(line).unwrap()).collect();
    says(&entries, verdict, &shell(), unit, &Index::default())
}

#[test]
fn a_last_star_takes_further_words_and_no_half_word() {
    let git = command("git log -1", vec![]);
    let secret = command("git-secret-leak", vec![]);
    assert_eq!(said(&["allow shell git *"], Verdict::Allow, &git), Yes);
    assert_eq!(said(&["allow shell git *"], Verdict::Allow, &secret), No);
    assert_eq!(said(&["allow shell git"], Verdict::Allow, &git), No);
    assert_eq!(said(&["allow shell git lo* *"], Verdict::Allow, &git), Yes);
    assert_eq!(said(&["allow edit *"], Verdict::Allow, &git), No);
}

#[test]
fn deny_wins_then_the_longest() {
    let push = command("git push -f", vec![]);
    assert_eq!(said(&["allow shell git push -f", "deny shell git *"], Verdict::Deny, &push), Yes);
    assert_eq!(said(&["allow shell git push -f", "deny shell git *"], Verdict::Allow, &push), No);
    assert_eq!(said(&["ask shell git push *", "allow shell git *"], Verdict::Ask, &push), Yes);
    assert_eq!(said(&["ask shell git push *", "allow shell git *"], Verdict::Allow, &push), No);
    assert_eq!(said(&["ask shell git *", "allow shell git push -f"], Verdict::Allow, &push), Yes);
}

#[test]
fn allow_needs_known_words_and_deny_does_not() {
    let mut unit = command("git push x", vec![]);
    unit.words[2] = Word::unknown();
    unit.operands[1] = Word::unknown();
    assert_eq!(said(&["allow shell git push x"], Verdict::Allow, &unit), No);
    assert_eq!(said(&["allow shell git push *"], Verdict::Allow, &unit), Yes);
    assert_eq!(said(&["deny shell git push x"], Verdict::Deny, &unit), Maybe);
    unit.words[2] = Word::list();
    unit.operands[1] = Word::list();
    assert_eq!(said(&["deny shell git push a b c"], Verdict::Deny, &unit), Maybe);
    assert_eq!(said(&["deny shell git push"], Verdict::Deny, &unit), Maybe);
    assert_eq!(said(&["deny shell git pull"], Verdict::Deny, &unit), No);
}

#[test]
fn an_option_before_the_subcommand_does_not_hide_it_from_a_deny() {
    let mut unit = command("git -c x push", vec![]);
    unit.subcommands = vec!["push".into()];
    unit.operands.clear();
    assert_eq!(said(&["deny shell git push *"], Verdict::Deny, &unit), Yes);
    assert_eq!(said(&["allow shell git push *"], Verdict::Allow, &unit), No);
}

#[test]
fn what_is_no_entry_is_none() {
    for line in ["", "allow", "permit shell x", "allow shell a\nb"] {
        assert_eq!(RuleEntry::parse(line), None, "{line:?}");
    }
    assert!(RuleEntry::parse(&format!("allow shell {}", "x ".repeat(MAX_WORDS))).is_some());
    assert!(RuleEntry::parse(&format!("allow shell {}", "x ".repeat(MAX_WORDS + 1))).is_none());
}
