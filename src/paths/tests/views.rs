use super::*;
use Membership::{Maybe, No, Yes};

fn with(vouched: Vouched, links: &[(&str, &str)]) -> PathFacts {
    let mut facts = facts(Os::Linux);
    let view = |target: &str| match target.strip_prefix('!') {
        Some(reason) => Resolution::Failed(reason.into()),
        None => Resolution::Resolved(target.into()),
    };
    facts.views.supplied = links.iter().map(|(from, to)| ((*from).to_owned(), view(to))).collect();
    facts.views.vouched = vouched;
    facts
}

#[test]
fn a_path_that_leads_to_itself_is_known_wherever_it_lies() {
    let supplied = [("/tmp/x", "/tmp/x"), ("/tmp/l", "/etc/x")];
    let context = with(Vouched::default(), &supplied);
    let judged = |path: &str| judge_with(context.clone(), &["/tmp/**"], &PathValue::known(path));
    assert!(judged("/tmp/x").certainly_in());
    assert!(!judged("/tmp/y").certainly_in());
    assert!(!judged("/tmp/l").certainly_in());
}

#[test]
fn links_that_lead_away() {
    let inside = &["{workspace}/**"];
    for (links, path, resolved) in [
        (&[("/w/l", "/etc")][..], "l", No),
        (&[("/w/l", "/etc")], "l/x", No),
        (&[("/w/l", "/etc")], "./l//x", No),
        (&[("/w/l", "/etc")], "l/../x", Maybe),
        (&[("/w/l", "/w/a")], "l/x", Yes),
        (&[("/w/l", "/w/m"), ("/w/m", "/etc")], "l/x", No),
        (&[("/w/l", "/w/l/y")], "l/x", Maybe),
        (&[("/w/l", "!loop")], "l/x", Maybe),
        (&[("/w/x", "/w/x")], "x", Yes),
        (&[("/w", "/w")], "x", Yes),
        (&[("/other", "/w")], "x", Yes),
        (&[("/w/lx", "/etc")], "l", Yes),
    ] {
        let judgement = judge_with(with(Vouched::Workspace, links), inside, &PathValue::known(path));
        assert_eq!((judgement.lexical, judgement.resolved), (Yes, resolved), "{links:?} {path}");
    }
    let glob = judge_with(with(Vouched::Workspace, &[("/w/l", "/etc")]), inside, &PathValue::glob("l/*.txt"));
    assert_eq!((glob.lexical, glob.resolved), (Yes, No));
}

#[test]
fn a_view_of_the_path_itself_is_its_view_wherever_it_lies() {
    let judged = |links: &[(&str, &str)], path: &str| {
        judge_with(with(Vouched::Workspace, links), &["/u/**"], &PathValue::known(path)).resolved
    };
    assert_eq!(judged(&[("/u/x", "/u/x")], "/u/x"), Yes);
    assert_eq!(judged(&[("/u", "/u")], "/u/x"), Maybe);
}

#[test]
fn a_name_counts_in_every_view() {
    let judgement =
        judge_with(with(Vouched::Workspace, &[("/w/notes", "/w/.env")]), &["**/.env"], &PathValue::known("notes"));
    assert!(judgement.possibly_in() && !judgement.surely_in());
    let judgement =
        judge_with(with(Vouched::Workspace, &[("/w/.env", "/w/notes")]), &["**/.env"], &PathValue::known(".env"));
    assert!(judgement.possibly_in() && judgement.surely_in() && !judgement.certainly_in());
}

#[test]
fn a_root_that_is_itself_a_link() {
    let facts = with(Vouched::Workspace, &[("/w", "/real/w"), ("/w/a", "/real/w/a")]);
    assert!(judge_with(facts.clone(), &["{workspace}/**"], &PathValue::known("a")).certainly_in());
    assert!(judge_with(facts, &["{workspace}/**"], &PathValue::known("/real/w/b")).certainly_in());
}

#[test]
fn what_is_not_supplied() {
    let globs = &["/w/**", "/tmp/**", "/usr/**"];
    for (vouched, path, resolved) in [
        (Vouched::Workspace, "/w/x", Yes),
        (Vouched::Workspace, "/usr/x", Yes),
        (Vouched::Workspace, "/tmp/x", Maybe),
        (Vouched::Everywhere, "/tmp/x", Yes),
        (Vouched::Nowhere, "/w/x", Maybe),
        (Vouched::Workspace, "/w/a/../x", Yes),
        (Vouched::Workspace, "/w/../usr/x", Yes),
        (Vouched::Workspace, "/bin/../usr/x", Maybe),
        (Vouched::Workspace, "/../usr/x", Yes),
        (Vouched::Workspace, "/tmp/../usr/x", Maybe),
        (Vouched::Everywhere, "/tmp/../usr/x", Yes),
    ] {
        let judgement = judge_with(with(vouched, &[]), globs, &PathValue::known(path));
        assert_eq!(judgement.resolved, resolved, "{vouched:?} {path}");
    }
    for (links, resolved) in [(&[("/tmp/x", "/tmp/x")], Yes), (&[("/tmp", "/tmp")], Maybe), (&[("/tmp/x", "/u/x")], No)]
    {
        let judgement = judge_with(with(Vouched::Workspace, links), globs, &PathValue::known("/tmp/x"));
        assert_eq!(judgement.resolved, resolved, "{links:?}");
    }
    let glob = judge_with(with(Vouched::Workspace, &[]), globs, &PathValue::glob("/*/../usr/x"));
    assert_eq!(glob.resolved, Maybe);
    let disturbed = judge_with(with(Vouched::Everywhere, &[]), globs, &PathValue::known("/w/l/x").disturbed());
    assert!(disturbed.surely_in() && !disturbed.certainly_in() && !disturbed.certainly_out());
}

#[test]
fn climbing_spelling_only_hints() {
    let judge = |globs: &[&str], path: &str| judge_with(with(Vouched::Everywhere, &[]), globs, &PathValue::known(path));
    let hint = judge(&["**/.git/**"], ".git/../x");
    assert_eq!((hint.written, hint.lexical), (Maybe, No));
    assert!(judge(&["{workspace}/docs/**"], "src/../docs/x").certainly_in());
    assert!(judge(&["/etc/**"], "/usr/../w/x").certainly_out());
}

#[test]
fn what_a_host_is_asked() {
    let context = Context::new(facts(Os::Linux));
    assert_eq!(context.absolute(&PathValue::known("a/../b")), ["/w/a/../b"]);
    assert_eq!(context.absolute(&PathValue::known("/x//y")), ["/x//y"]);
    assert_eq!(context.absolute(&PathValue::glob("a/b*.txt")), ["/w/a"]);
    assert_eq!(context.absolute(&PathValue::glob("*.txt")), ["/w"]);
    assert_eq!(context.absolute(&PathValue::in_home(".ssh")), ["/home/u/.ssh"]);
    assert!(context.absolute(&PathValue::unknown()).is_empty());
}
