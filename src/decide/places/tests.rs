use super::*;
use crate::argv::Piece;
use crate::decide::testing::*;
use crate::effects::{Bases, Origin};
use crate::table::{HostMember, HostSet, PathSet};

fn places() -> (Places, Context) {
    let mut table = table(vec![]);
    let glob = |anchor: Anchor, glob: &str| PathMember::Glob { anchor, glob: glob.into(), on: Vec::new() };
    let secret = PathSet {
        members: vec![glob(Anchor::Anywhere, ".env"), glob(Anchor::Home, ".ssh/**")],
        except: vec![glob(Anchor::Workspace, "sample/.env")],
    };
    table.paths.insert("secret".into(), secret);
    let host = |host: &str, on: &[Os]| HostMember::Pattern { host: host.into(), on: on.to_vec() };
    let own = HostSet {
        members: vec![
            host("*.example.org", &[]),
            host("*.mac.example", &[Os::MacOs]),
            host("*.linux.example", &[Os::Linux]),
            host("localhost:3000", &[]),
        ],
        except: vec![],
    };
    table.hosts.insert("own".into(), own);
    let mut call = shell();
    call.host.home = Some("/home/me".into());
    call.host.views.insert("/w/notes.txt".into(), Some("/w/.env".into()));
    let facts = FactValues::new(&table, &call);
    let context = context(&call, &facts);
    (Places::new(&table).unwrap(), context)
}

fn test(effect: &Effect, place: &PlaceTest) -> (bool, Truth, bool) {
    let (places, context) = places();
    let placed = places.test(effect, place, || &context, &Default::default());
    (placed.certain, placed.possible, placed.surely)
}

fn within(set: &str) -> PlaceTest {
    PlaceTest::In(vec![set.into()])
}

fn outside(set: &str) -> PlaceTest {
    PlaceTest::Outside(vec![set.into()])
}

#[test]
fn a_known_path_is_in_or_out() {
    assert_eq!(test(&on(EffectKind::Reads, ".env"), &within("secret")), (true, Truth::Yes, true));
    assert_eq!(test(&on(EffectKind::Reads, "sample/.env"), &within("secret")), (false, Truth::No, false));
    assert_eq!(test(&on(EffectKind::Writes, "a"), &within("workspace")), (true, Truth::Yes, true));
    // Nobody says that `/a` is no link back into the workspace.
    assert_eq!(test(&on(EffectKind::Writes, "../a"), &outside("workspace")), (false, Truth::Yes, true));
    assert_eq!(test(&on(EffectKind::Writes, "/home/me/.ssh/x"), &outside("secret")), (false, Truth::Maybe, false));
}

#[test]
fn what_is_not_known_is_doubt_on_both_sides() {
    let mut effect = on(EffectKind::Reads, "");
    effect.target = Target::Path(PathTarget {
        path: Text::Shaped(vec![Piece::Unknown]),
        bases: Bases { known: vec!["/w".into()], unknown: false }.into(),
        tree: false,
        named: None,
        unsettled: false,
    });
    assert_eq!(test(&effect, &within("secret")), (false, Truth::Maybe, false));
    assert_eq!(test(&effect, &outside("secret")), (false, Truth::Maybe, false));
    let nothing = super::super::testing::effect(EffectKind::Writes);
    assert_eq!(test(&nothing, &within("workspace")), (false, Truth::Maybe, false));
}

#[test]
fn reading_goes_where_the_link_leads_and_deleting_does_not() {
    let (certain, possible, surely) = test(&on(EffectKind::Reads, "notes.txt"), &within("secret"));
    assert_eq!((certain, possible, surely), (false, Truth::Yes, true));
    let (_, _, surely) = test(&on(EffectKind::Deletes, "notes.txt"), &within("secret"));
    assert!(!surely);
}

#[test]
fn a_tree_is_asked_by_its_root_and_through_by_what_it_could_hold() {
    let mut effect = on(EffectKind::Reads, ".");
    if let Target::Path(path) = &mut effect.target {
        path.tree = true;
    }
    assert_eq!(test(&effect, &within("secret")).1, Truth::No);
    assert_eq!(test(&effect, &PlaceTest::Through(vec!["secret".into()])).1, Truth::Maybe);
}

#[test]
fn hosts_are_judged_by_their_spelling() {
    let to = |url: &str| Effect {
        kind: EffectKind::Contacts,
        target: Target::Host(Word::known(url)),
        certain: true,
        origin: Origin::default(),
    };
    assert!(test(&to("https://api.example.org/x"), &within("own")).0);
    assert_eq!(test(&to("https://example.com/"), &within("own")).1, Truth::No);
    assert!(test(&to("git@git.example.org:x.git"), &within("own")).0);
    assert!(test(&to("localhost:3000"), &within("own")).0);
    assert_eq!(test(&to("localhost:3001"), &within("own")).1, Truth::No);
    assert_eq!(test(&to("localhost:src"), &within("own")).1, Truth::No);
    // Linux is the default: what stands `on macos` is not in the set here.
    assert!(test(&to("https://a.linux.example/"), &within("own")).0);
    assert_eq!(test(&to("https://a.mac.example/"), &within("own")), (false, Truth::No, false));
    let unknown = Effect { target: Target::Host(Word::unknown()), ..to("") };
    assert_eq!(test(&unknown, &within("own")), (false, Truth::Maybe, false));
}

#[test]
fn a_set_that_does_not_compile_is_refused_with_its_name() {
    let mut table = table(vec![]);
    let member = PathMember::Glob { anchor: Anchor::Anywhere, glob: "a[".into(), on: Vec::new() };
    table.paths.insert("broken".into(), PathSet { members: vec![member], except: Vec::new() });
    assert_eq!(Places::new(&table).unwrap_err().set, "broken");
}
