use super::*;
use Membership::{Maybe, No, Yes};

#[test]
fn anchors_and_separators() {
    for (globs, path, want) in [
        (&["{workspace}/**"][..], "src/a.rs", Yes),
        (&["{workspace}/**"], ".", Yes),
        (&["{workspace}/**"], "/w", Yes),
        (&["{workspace}/**"], "/w-evil/x", No),
        (&["{workspace}/**"], "/wx", No),
        (&["{workspace}/**"], "/", No),
        (&["~/.ssh/**"], "/home/u/.ssh", Yes),
        (&["~/.ssh/**"], "/home/u/.ssh/id_rsa", Yes),
        (&["~/.ssh/**"], "/home/u/.sshx/id_rsa", No),
        (&["~/.ssh/**"], "/home/v/.ssh/id_rsa", No),
        (&["**/.env"], ".env", Yes),
        (&["**/.env"], "a/b/.env", Yes),
        (&["**/.env"], "a/b/.environment", No),
        (&["**/.env"], "a/.env/b", No),
        (&["**/.git/**"], "a/.git/hooks/x", Yes),
        (&["**/.git/**"], ".git", Yes),
        (&["**/.git/**"], ".github/x", No),
        (&["**/a/**/b"], "/a/b", Yes),
        (&["**/a/**/b"], "/x/a/c/a/d/b", Yes),
        (&["**/a/**/b"], "/x/a/c", No),
        (&["/etc/*.conf"], "/etc/x.conf", Yes),
        (&["/etc/*.conf"], "/etc/a/x.conf", No),
        (&["/etc/*.conf"], "/etc/.conf", Yes),
        (&["/etc/[a-c]?"], "/etc/b1", Yes),
        (&["/etc/[!a-c]?"], "/etc/b1", No),
        (&["/etc/{a,b{c,d}}/x"], "/etc/bd/x", Yes),
        (&["/etc/{a,b{c,d}}/x"], "/etc/b/x", No),
        (&["{tmp}/**", "!{tmp}/keep/**"], "/tmp/x", Yes),
        (&["{tmp}/**", "!{tmp}/keep/**"], "/tmp/keep/x", No),
        (&["/"], "/", Yes),
        (&["/**"], "/", Yes),
        (&["/*"], "/", No),
        (&["/*"], "/etc", Yes),
    ] {
        assert_eq!(linux(globs, path), want, "{globs:?} {path}");
    }
}

#[test]
fn sets_name_sets() {
    let sets = PathSets(
        [
            ("inner".to_owned(), set(&["/a/**", "!/a/b/**"])),
            ("outer".to_owned(), set(&["@inner", "/c"])),
            ("loop".to_owned(), set(&["@loop"])),
            ("lost".to_owned(), set(&["@nobody"])),
        ]
        .into(),
    );
    let sets = CompiledSets::new(sets);
    let context = Context::new(facts(Os::Linux));
    let ask = |name: &str, path: PathValue| sets.get(name).unwrap().judge(&path, &context).lexical;
    assert_eq!(ask("outer", PathValue::known("/a/x")), Yes);
    assert_eq!(ask("outer", PathValue::known("/a/b/x")), No);
    assert_eq!(ask("outer", PathValue::known("/c")), Yes);
    assert_eq!(ask("outer", PathValue::glob("/a/x*")), Yes);
    assert_eq!(ask("outer", PathValue::glob("/a/b*")), Maybe);
    assert_eq!(ask("outer", PathValue::glob("/a/b/*")), Maybe);
    assert_eq!(ask("outer", PathValue::glob("/d/*")), No);
    assert_eq!(ask("loop", PathValue::known("/x")), Maybe);
    assert_eq!(ask("lost", PathValue::known("/x")), Maybe);
    assert!(sets.get("absent").is_none());
}

#[test]
fn shell_globs_are_names_that_fit() {
    for (globs, pattern, want) in [
        (&["**/.env"][..], ".en*", Maybe),
        (&["**/.env*"], ".env*", Yes),
        (&["**/.env"], "*", No),
        (&["**/.env"], ".*", Maybe),
        (&["**/.env"], "*.env", No),
        (&["**/*.env"], "*.env", Yes),
        (&["**/.env"], "*/.env", Yes),
        (&["**/.env"], "src/*.rs", No),
        (&["{workspace}/**"], "*.txt", Yes),
        (&["{workspace}/**"], "../*.txt", No),
        (&["{workspace}/**"], "/w*/x", Maybe),
        (&["{workspace}/**"], ".*", Maybe),
        (&["{workspace}/**"], "a/../*.txt", Yes),
        (&["{workspace}/**"], "a/../../*", Maybe),
        (&["{workspace}/x"], "a/../../*", No),
        (&["{workspace}/**"], "**/*.rs", Yes),
        (&["/etc/passwd", "/etc/shadow"], "/etc/*", Maybe),
        (&["/etc/passwd", "/etc/pass[!w]*", "/etc/passw?*"], "/etc/pass?*", Maybe),
        (&["/etc/passw", "/etc/pass[!w]*", "/etc/passw?*"], "/etc/pass?*", Yes),
        (&["/etc/passwd"], "/etc/pass[w]d", Maybe),
        (&["/etc/passwd", "/etc/pass[[]w]d"], "/etc/pass[w]d", Yes),
        (&["/etc/passwd"], r"/etc/pass\*", No),
        (&["/etc/**", "!/etc/passwd"], "/etc/*", Maybe),
        (&["/etc/**", "!/etc/passwd"], "/etc/x*", Yes),
    ] {
        let judgement = judge_with(facts(Os::Linux), globs, &PathValue::glob(pattern));
        assert_eq!(judgement.lexical, want, "{globs:?} {pattern}");
    }
    let dots = PathValue::at(Text::DotGlob("*".into()), [Base::Cwd]);
    assert_eq!(judge_with(facts(Os::Linux), &["**/.env"], &dots).lexical, Maybe);
}

#[test]
fn unknown_texts_keep_their_end() {
    let unknown = |prefix: &str, suffix: &str| {
        PathValue::at(Text::Unknown { prefix: prefix.into(), suffix: suffix.into() }, [Base::Cwd])
    };
    for (globs, prefix, suffix, want) in [
        (&["**/.env"][..], "", "/.env", Yes),
        (&["**/.env"], "", ".env", Maybe),
        (&["**/.env"], "", ".rs", No),
        (&["**/*.rs"], "", ".rs", Yes),
        (&["**/.ssh/**"], "", "/.ssh/id", Yes),
        (&["**/.ssh/**"], "", "x", Maybe),
        (&["{workspace}/**"], "src/", "", Maybe),
        (&["{workspace}/**"], "/w/", "/x", Maybe),
        (&["/**"], "", "", Yes),
        (&["**/.env"], "", "/../.env", Yes),
        (&["**/.env"], "", "..", Maybe),
        (&["/etc/passwd"], "", "", Maybe),
        (&[], "", "", No),
    ] {
        assert_eq!(ask(Os::Linux, globs, &unknown(prefix, suffix)), want, "{globs:?} {prefix}…{suffix}");
    }
    assert_eq!(ask(Os::Linux, &["/etc/**"], &PathValue::unknown()), Maybe);
    assert_eq!(ask(Os::Linux, &["**"], &PathValue::unknown()), Yes);
}

#[test]
fn bases_join() {
    let sub = |text: &str, base: Base| Base::Dir(Box::new(Place { base, text: Text::Known(text.into()) }));
    let at = |text: &str, bases: Vec<Base>| PathValue::at(Text::Known(text.into()), bases);
    let globs = &["{workspace}/sub/**"];
    for (path, want) in [
        (at("x", vec![sub("sub", Base::Cwd)]), Yes),
        (at("x", vec![Base::Cwd, sub("sub", Base::Cwd)]), Maybe),
        (at("x", vec![Base::Cwd]), No),
        (at("y/x", vec![sub("/w/sub", Base::Unknown)]), Yes),
        (at("x", vec![Base::Unknown]), Maybe),
        (at("/w/sub/x", vec![Base::Unknown]), Yes),
        (at("sub/x", vec![Base::Workspace]), Yes),
        (at("x", vec![sub("b", sub("sub", Base::Cwd))]), Yes),
    ] {
        assert_eq!(ask(Os::Linux, globs, &path), want, "{path:?}");
    }
    let up = at("../x", vec![sub("sub", Base::Cwd)]);
    assert_eq!(judge_with(facts(Os::Linux), globs, &up).lexical, No);
    assert!(judge_with(facts(Os::Linux), &["{workspace}/**"], &up).certainly_in());
    let mut deep = Base::Cwd;
    for _ in 0..1000 {
        deep = sub("a", deep);
    }
    assert_eq!(ask(Os::Linux, &["{workspace}/**"], &at("x", vec![deep])), Maybe);
}

#[test]
fn absent_facts_are_symbols() {
    let bare = || {
        let mut facts = PathFacts::new(Os::Linux);
        facts.views.vouched = Vouched::Everywhere;
        facts
    };
    let ask = |globs: &[&str], path: PathValue| judge_with(bare(), globs, &path).lexical;
    assert_eq!(ask(&["~/.ssh/**"], PathValue::in_home(".ssh/id")), Yes);
    assert_eq!(ask(&["~/.ssh/**"], PathValue::in_home(".sshx/id")), No);
    assert_eq!(ask(&["~/*/id"], PathValue::in_home(".ssh/id")), Yes);
    assert_eq!(ask(&["/*/.ssh/id"], PathValue::in_home(".ssh/id")), Maybe);
    assert_eq!(ask(&["**/.ssh/**"], PathValue::in_home(".ssh/id")), Yes);
    assert_eq!(ask(&["~/.ssh/**"], PathValue::known("/root/.ssh/id")), Maybe);
    assert_eq!(ask(&["~/.ssh/**"], PathValue::known("/etc/passwd")), No);
    assert_eq!(ask(&["{workspace}/**"], PathValue::known("/etc/passwd")), Maybe);
    assert_eq!(ask(&["{cwd}/**"], PathValue::known("a/b")), Yes);
    assert_eq!(ask(&["{workspace}/**"], PathValue::known("a/b")), Maybe);
    assert_eq!(ask(&["{vault}/**"], PathValue::known("/v/b")), Maybe);
    assert_eq!(ask(&["/etc/**"], PathValue::in_home("../x")), Maybe);
    assert_eq!(ask(&["~/.ssh/**"], PathValue::glob("/root/.ssh/*")), Maybe);
}

#[test]
fn several_roots_and_facts() {
    let mut facts = facts(Os::Linux);
    facts.workspace = vec!["/w".into(), "/v/".into()];
    facts.facts.insert("vault".into(), "/secret/./x".into());
    facts.facts.insert("bad".into(), "relative".into());
    let context = Context::new(facts.clone());
    assert_eq!(context.malformed(), ["bad"]);
    let ask = |globs: &[&str], path: &str| judge_with(facts.clone(), globs, &PathValue::known(path)).lexical;
    assert_eq!(ask(&["{workspace}/a"], "/v/a"), Yes);
    assert_eq!(ask(&["{workspace}/a"], "/w/a"), Yes);
    assert_eq!(ask(&["{vault}/**"], "/secret/x/y"), Yes);
    assert_eq!(ask(&["{vault}/**"], "/secret/y"), No);
    let either = PathValue::at(Text::Known("a".into()), [Base::Workspace]);
    assert_eq!(judge_with(facts.clone(), &["/v/**"], &either).lexical, Maybe);
    assert_eq!(judge_with(facts, &["{workspace}/**"], &either).lexical, Yes);
}

#[test]
fn trees() {
    let context = |reported: &[&str]| {
        let mut facts = facts(Os::Linux);
        facts.reported = reported.iter().map(|path| (*path).to_owned()).collect();
        Context::new(facts)
    };
    let sets = compiled(&["**/.env", "~/.ssh/**"]);
    let set = sets.get("s").unwrap();
    let none = context(&[]);
    let tree = |set: &CompiledSet<'_>, path: &PathValue, context: &Context| {
        set.judge_tree(&set.ask(path, context), context).lexical
    };
    assert_eq!(set.judge_tree(&set.ask(&PathValue::known("."), &none), &none).lexical, No);
    assert_eq!(tree(&set, &PathValue::known("."), &context(&["/w/a/.env"])), Yes);
    assert_eq!(tree(&set, &PathValue::known("b"), &context(&["/w/a/.env"])), No);
    // A directory that is reported holds a member, if it can.
    assert_eq!(tree(&set, &PathValue::known("."), &context(&["/w/a/x"])), Yes);
    assert_eq!(tree(&set, &PathValue::known("a/x/y"), &context(&["/w/a/x"])), Maybe);
    assert_eq!(tree(&set, &PathValue::known("b"), &context(&["/w/a/x"])), No);
    assert_eq!(tree(&set, &PathValue::glob("a*"), &context(&["/w/a/.env"])), Maybe);
    assert_eq!(set.through(&set.ask(&PathValue::known("."), &none), &none).lexical, Maybe);
    assert_eq!(set.through(&set.ask(&PathValue::known("/home/u/.ssh"), &none), &none).lexical, Yes);
    let ssh = compiled(&["~/.ssh/**"]);
    let ssh = ssh.get("s").unwrap();
    assert_eq!(ssh.through(&ssh.ask(&PathValue::known("/home"), &none), &none).lexical, Maybe);
    assert_eq!(ssh.through(&ssh.ask(&PathValue::known("/"), &none), &none).lexical, Maybe);
    assert_eq!(ssh.through(&ssh.ask(&PathValue::known("/w"), &none), &none).lexical, No);
    assert_eq!(ssh.through(&ssh.ask(&PathValue::unknown(), &none), &none).lexical, Maybe);
    assert_eq!(tree(&ssh, &PathValue::known("."), &context(&["/w/a/x"])), No);
}

#[test]
fn what_a_write_disturbs() {
    let context = Context::new(facts(Os::Linux));
    let below = |path: &str, above: PathValue| may_lie_below(&PathValue::known(path), &above, &context);
    assert!(below("l/x", PathValue::known("l")));
    assert!(below("l", PathValue::known("l")));
    assert!(!below("lx", PathValue::known("l")));
    assert!(!below("l", PathValue::known("l/x")));
    assert!(below("lib/x", PathValue::glob("l*")));
    assert!(below("lib/x", PathValue::unknown()));
    let bare = Context::new(PathFacts::new(Os::Linux));
    assert!(may_lie_below(&PathValue::in_home("a/b"), &PathValue::in_home("a"), &bare));
    assert!(!may_lie_below(&PathValue::known("/x"), &PathValue::known("/y"), &bare));
}

#[test]
fn built_in_sets_are_all_there() {
    let sets = PathSets::built_in();
    assert_eq!(sets.0.keys().collect::<Vec<_>>(), ["cwd", "home", "tmp", "workspace"]);
    let context = Context::new(facts(Os::Linux));
    assert!(
        CompiledSets::new(sets).get("home").unwrap().judge(&PathValue::known("/home/u/x"), &context).certainly_in()
    );
}

#[test]
fn paths_as_shown() {
    let base = Base::Dir(Box::new(Place { base: Base::Cwd, text: Text::Known("sub".into()) }));
    for (path, shown) in [
        (PathValue::known("a/b"), "a/b"),
        (PathValue::in_home(".ssh"), "~/.ssh"),
        (PathValue::in_home(""), "~"),
        (PathValue::glob("*.rs"), "*.rs"),
        (PathValue::at(Text::Known("x".into()), [base.clone()]), "sub/x"),
        (PathValue::at(Text::Known("/x".into()), [base.clone()]), "/x"),
        (PathValue::at(Text::Known("x".into()), [Base::Cwd, base]), "x or sub/x"),
        (PathValue::at(Text::Unknown { prefix: "a".into(), suffix: "/x".into() }, [Base::Cwd]), "a…/x"),
        (PathValue::at(Text::Known("x".into()), [Base::Unknown]), "…/x"),
        (PathValue::unknown(), "…"),
    ] {
        assert_eq!(path.to_string(), shown);
    }
}

#[test]
fn a_set_is_small_data() {
    let sets = PathSets([("s".to_owned(), set(&["~/.ssh/**", "!~/.ssh/*.pub", "@t"]))].into());
    let text = ron::to_string(&sets).unwrap();
    assert!(text.contains(r#"Glob(glob:"~/.ssh/**",on:[])"#), "{text}");
    assert_eq!(ron::from_str::<PathSets>(&text).unwrap(), sets);
    let bytes = postcard::to_stdvec(&sets).unwrap();
    assert_eq!(postcard::from_bytes::<PathSets>(&bytes).unwrap(), sets);
    assert!(ron::from_str::<PathSets>(&text.replace("~/.ssh/**", "ssh")).is_err());
}

#[test]
fn a_path_that_two_sets_share() {
    let sets = PathSets(
        [
            ("workspace".to_owned(), set(&["{workspace}/**"])),
            ("control".to_owned(), set(&["**/.git/**", "**/package.json", "~/.*"])),
            ("docs".to_owned(), set(&["{workspace}/docs/*.[mt]*"])),
            ("texts".to_owned(), set(&["**/*d"])),
            ("rest".to_owned(), set(&["/**", "!{workspace}/**"])),
        ]
        .into(),
    );
    let sets = CompiledSets::new(sets);
    let context = Context::new(facts(Os::Linux));
    let shared = |a: &str, b: &str| sets.get(a).unwrap().shared(&sets.get(b).unwrap(), &context);
    assert_eq!(shared("workspace", "control").as_deref(), Some("/w/.git"));
    assert_eq!(shared("docs", "texts").as_deref(), Some("/w/docs/.md"));
    assert_eq!(shared("docs", "control"), None);
    assert_eq!(shared("workspace", "rest"), None);
    assert_eq!(shared("control", "rest").as_deref(), Some("/.git"));
}
