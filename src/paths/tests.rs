//! One folder of tests for the room: `sets` (membership), `systems` (rules per system, with sources), `globs` (literals),
//! `automata` (the two matchers agree), `views` (links).

mod automata;
mod globs;
mod sets;
mod speed;
mod systems;
mod views;

use super::*;

/// A set of these globs; those that begin with `!` are exceptions, those with `@` are sets.
pub(super) fn set(globs: &[&str]) -> PathSet {
    let mut set = PathSet::default();
    for glob in globs {
        let (list, rest) = match glob.strip_prefix('!') {
            Some(rest) => (&mut set.except, rest),
            None => (&mut set.members, *glob),
        };
        list.push(match rest.strip_prefix('@') {
            Some(name) => Member::Set { name: name.into(), on: vec![] },
            None => Member::Glob { glob: PathGlob::parse(rest, Some(Os::Windows)).unwrap(), on: vec![] },
        });
    }
    set
}

pub(super) fn compiled(globs: &[&str]) -> CompiledSets {
    CompiledSets::new(PathSets([("s".to_owned(), set(globs))].into()))
}

pub(super) fn facts(os: Os) -> PathFacts {
    let mut facts = PathFacts::new(os);
    let at = |path: &str| match os {
        Os::Linux | Os::MacOs => path.to_owned(),
        Os::Windows => format!("C:{}", path.replace('/', "\\")),
    };
    facts.cwd = Some(at("/w"));
    facts.home = Some(at("/home/u"));
    facts.tmp = vec![at("/tmp")];
    facts.workspace = vec![at("/w")];
    facts.views.vouched = Vouched::Everywhere;
    facts
}

pub(super) fn judge_with(facts: PathFacts, globs: &[&str], path: &PathValue) -> Judgement {
    compiled(globs).get("s").unwrap().judge(path, &Context::new(facts))
}

/// The answer when all views agree.
pub(super) fn ask(os: Os, globs: &[&str], path: &PathValue) -> Membership {
    let judgement = judge_with(facts(os), globs, path);
    assert_eq!(judgement.lexical, judgement.written, "{globs:?} {path:?}");
    assert_eq!(judgement.lexical, judgement.resolved, "{globs:?} {path:?}");
    judgement.lexical
}

pub(super) fn linux(globs: &[&str], path: &str) -> Membership {
    ask(Os::Linux, globs, &PathValue::known(path))
}
