use super::*;
use crate::compile::{NoFiles, compile};
use crate::effects::Host;
use crate::table::Table;
use proptest::prelude::*;
use serde_json::json;
use std::sync::LazyLock;

const POLICY: &str = r#"
policy t language 1
use std/commands
use std/tools/shell
facts { repeats : count = 0 }
tools {
  skill       harmless subject ($action or "load") $name
  quiet       harmless
  *           subject args
}
floor stuck { deny when repeats >= 5 because "again" }
stage one {
  deny  when any deletes  because "deletes"
  allow when only reads   because "reads"
}
final rest { ask always because "rest" }
resolve ask { allow when granted because granted "earlier" }
"#;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let compiled = compile("t.policy", POLICY, &NoFiles);
    assert!(!compiled.refused(), "{:?}", compiled.diagnostics);
    compiled.table.unwrap()
});

/// Its look-ups are made once for all tests.
static EVALUATOR: LazyLock<Evaluator<'static>> = LazyLock::new(|| Evaluator::new(&TABLE).unwrap());

fn call(tool: &str, input: Value) -> Call {
    let host = Host { cwd: Some("/w".into()), workspace: vec!["/w".into()], ..Host::default() };
    Call { tool: tool.into(), input, host, facts: BTreeMap::new() }
}

fn shell(line: &str) -> Call {
    call("shell", json!({ "command": line }))
}

fn key(call: &Call) -> Key {
    Key::of(&TABLE, call).unwrap()
}

fn poison(session: &Session) {
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let _guard = session.grants.lock().unwrap();
            panic!("while it holds the lock");
        });
        assert!(thread.join().is_err());
    });
}

proptest! {
    #[test]
    fn s3_5_reading_a_key_gives_its_parts_back(parts in prop::collection::vec("\\PC{0,12}|[0-9:]{0,6}", 0..6)) {
        let key = Key::from_parts(&parts);
        prop_assert_eq!(key.parts(), parts.iter().map(String::as_str).collect::<Vec<_>>());
        prop_assert_eq!(Key::parse(key.as_str()), Some(key));
    }

    #[test]
    fn s3_5_two_lists_of_parts_never_share_a_key(
        a in prop::collection::vec("[0-9:x]{0,3}", 0..4),
        b in prop::collection::vec("[0-9:x]{0,3}", 0..4),
    ) {
        prop_assert_eq!(a == b, Key::from_parts(&a) == Key::from_parts(&b));
    }

    #[test]
    fn s3_5_text_is_the_key_of_at_most_one_list(text in "[0-9:x+]{0,8}") {
        if let Some(key) = Key::parse(&text) {
            let written = Key::from_parts(&key.parts());
            prop_assert_eq!(written.as_str(), text);
        }
    }

    #[test]
    fn s3_3_two_argument_objects_share_a_key_only_if_equal(a in object(), b in object()) {
        let same = canonical(&a) == canonical(&b);
        prop_assert_eq!(same, Key::of(&TABLE, &call("db", a.clone())) == Key::of(&TABLE, &call("db", b.clone())));
        prop_assert_eq!(same, a == b);
    }
}

fn object() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (-3i64..3).prop_map(Value::from),
        "[a\"\\\\é]{0,2}".prop_map(Value::from)
    ];
    let inner = leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[ab]", inner, 0..3).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    prop::collection::btree_map("[ab]", inner, 0..3).prop_map(|map| Value::Object(map.into_iter().collect()))
}

/// Length alone does not hold lists apart: one part `aaa` and the parts ``, `x` are both five bytes.
#[test]
fn s3_5_length_does_not_make_it_injective_reading_does() {
    assert_eq!((Key::from_parts(&["aaa"]).as_str(), Key::from_parts(&["", "x"]).as_str()), ("3:aaa", "0:1:x"));
    assert_ne!(Key::from_parts(&["bash", "x\0args:{}"]), Key::from_parts(&["bash:x", "{}"]));
    assert_eq!(["01:a", "+1:a", "2:a", "1:aa", "1a", ":", "1:é"].map(Key::parse), [const { None }; 7]);
    assert_eq!(Key::from_parts(&["é"]).as_str(), "2:é");
}

#[test]
fn s3_2_a_key_is_legible_and_holds_tool_subject_and_directory() {
    assert_eq!(key(&shell("git status")).as_str(), "5:shell7:subject7:command10:git status2:in2:/w");
    let mut elsewhere = shell("git status");
    elsewhere.host.cwd = Some("/v".into());
    assert_ne!(key(&elsewhere), key(&shell("git status")));
    elsewhere.host = Host::default();
    assert_eq!(Key::of(&TABLE, &elsewhere), None);
    let workdir = |dir: &str| key(&call("shell", json!({"command": "make", "workdir": dir})));
    assert_ne!(workdir("/a"), workdir("/b"));
}

#[test]
fn s3_4_other_arguments_of_a_tool_with_a_subject_do_not_matter() {
    let described = call("shell", json!({"command": "make", "description": "build"}));
    assert_eq!(key(&described), key(&shell("make")));
    // A `command` of a tool that nobody declared is not its whole call.
    let db = |sql: &str| key(&call("db", json!({"command": "x", "sql": sql})));
    assert_ne!(db("SELECT 1"), db("DROP TABLE users"));
}

#[test]
fn s1_1_5_a_default_and_the_same_text_given_are_told_apart() {
    assert_ne!(
        key(&call("skill", json!({"name": "x"}))),
        key(&call("skill", json!({"name": "x", "action": "create"})))
    );
    assert_eq!(key(&call("skill", json!({"name": "x"}))), key(&call("skill", json!({"name": "x", "more": 1}))));
}

#[test]
fn s3_4_text_and_what_is_written_like_it_are_told_apart() {
    assert_ne!(key(&call("skill", json!({"name": "[1]"}))), key(&call("skill", json!({"name": [1]}))));
}

#[test]
fn g_26_a_link_that_leads_elsewhere_is_another_call() {
    let mut write = call("write", json!({"file_path": "notes.txt"}));
    let before = key(&write);
    write.host.views.insert("/w/notes.txt".into(), Some("/w/.env".into()));
    assert_ne!(key(&write), before);
}

#[test]
fn a_policy_that_tightens_reads_its_own_arguments() {
    let mut table = TABLE.clone();
    let before = Key::of(&table, &shell("make")).unwrap();
    table.tightened_by.push(TABLE.clone());
    assert_ne!(Key::of(&table, &shell("make")).unwrap(), before);
}

/// RFC 8785, 3.2.2 to 3.2.4 and appendix B.
#[test]
fn s3_6_canonical_json_follows_rfc_8785() {
    let example = r#"{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
        "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#;
    let expected = "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
    let canon = canonical(&serde_json::from_str(example).unwrap());
    assert_eq!(canon.as_deref(), Some(expected));
    let sorted = json!({"\u{20ac}": 1, "\r": 2, "\u{fb33}": 3, "1": 4, "\u{1f600}": 5, "\u{80}": 6, "\u{f6}": 7});
    let expected = "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}";
    assert_eq!(canonical(&sorted).as_deref(), Some(expected));
    let numbers: [(u64, &str); 16] = [
        (0x0000_0000_0000_0000, "0"),
        (0x8000_0000_0000_0000, "0"),
        (0x0000_0000_0000_0001, "5e-324"),
        (0x8000_0000_0000_0001, "-5e-324"),
        (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"),
        (0x4430_0000_0000_0000, "295147905179352830000"),
        (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
        (0x44b5_2d02_c7e1_4af6, "1e+23"),
        (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
        (0x444b_1ae4_d6e2_ef50, "1e+21"),
        (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x41b3_de43_5555_5553, "333333333.3333332"),
        (0x41b3_de43_5555_5554, "333333333.33333325"),
        (0x41b3_de43_5555_5555, "333333333.3333333"),
    ];
    for (bits, text) in numbers {
        assert_eq!(canonical(&json!(f64::from_bits(bits))).as_deref(), Some(text));
    }
}

#[test]
fn s3_6_one_number_has_one_spelling_and_one_without_its_own_has_none() {
    let texts = ["1", "1.0", "1e0"].map(|text| canonical(&serde_json::from_str(text).unwrap()));
    assert_eq!(texts, [const { Some("1") }; 3].map(|text| text.map(str::to_owned)));
    assert_eq!(canonical(&json!({"b": 1, "a": [2, 1]})).as_deref(), Some(r#"{"a":[2,1],"b":1}"#));
    assert_ne!(canonical(&json!("e\u{301}")), canonical(&json!("é")));
    assert_eq!(canonical(&json!(9_007_199_254_740_991u64)).as_deref(), Some("9007199254740991"));
    assert_eq!(canonical(&json!(9_007_199_254_740_993u64)), None);
    let session = Session::new();
    let judged = session.decide(&EVALUATOR, &call("db", json!({"id": 9_007_199_254_740_993u64})));
    assert_eq!((judged.decision.verdict(), judged.key), (Verdict::Ask, None));
}

/// Which of two names of one argument a tool would take is not known, so no yes to one answers for the other.
#[test]
fn two_names_of_one_argument_have_no_key() {
    let read = |input: Value| Key::of(&TABLE, &call("read", input));
    assert!(read(json!({ "file_path": "a" })).is_some() && read(json!({ "filePath": "a" })).is_some());
    assert_ne!(read(json!({ "file_path": "a" })), read(json!({ "filePath": "a" })));
    assert_eq!(read(json!({ "file_path": "a", "filePath": "b" })), None);
    let grep = |input: Value| Key::of(&TABLE, &call("grep", input));
    assert_ne!(grep(json!({ "pattern": "x", "glob": "*.rs" })), grep(json!({ "pattern": "x", "glob": ".env" })));
}

#[test]
fn deep_arguments_have_no_key() {
    let mut value = json!(1);
    for _ in 0..MAX_DEPTH * 2 {
        value = json!([value]);
    }
    assert_eq!(Key::of(&TABLE, &call("db", json!({ "x": value }))), None);
}

#[test]
fn s3_9_what_the_handler_says_happens_and_is_kept_only_for_the_session() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    let run = |approval: Approval| {
        let judged = session.decide(evaluator, &shell("touch f"));
        session.settle(&shell("touch f"), &judged, Some(&move |_: &Call, _: &Judged| approval))
    };
    assert!(!run(Approval::Deny));
    assert!(run(Approval::Once));
    assert!(session.granted().is_empty());
    assert!(run(Approval::Session));
    let judged = session.decide(evaluator, &shell("touch f"));
    assert_eq!((judged.decision.verdict(), judged.decision.by.code.as_str()), (Verdict::Allow, "granted"));
    assert!(session.settle(&shell("touch f"), &judged, None), "a grant needs no handler");
}

#[test]
fn s3_9_without_a_handler_an_ask_is_a_denial() {
    let session = Session::new();
    let judged = session.decide(&EVALUATOR, &shell("touch f"));
    assert_eq!(judged.decision.verdict(), Verdict::Ask);
    assert!(!session.settle(&shell("touch f"), &judged, None));
}

#[test]
fn s3_10_allow_and_deny_never_reach_the_handler_or_the_grants() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    let handler = |_: &Call, _: &Judged| -> Approval { panic!("asked") };
    for (line, runs) in [("cat f", true), ("rm f", false)] {
        let judged = session.decide(evaluator, &shell(line));
        assert_eq!(session.settle(&shell(line), &judged, Some(&handler)), runs, "{line}");
    }
    session.grant(&key(&shell("rm f")));
    assert_eq!(session.decide(evaluator, &shell("rm f")).decision.verdict(), Verdict::Deny);
}

#[test]
fn s1_1_7_a_grant_covers_that_call_and_no_other() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    session.grant(&key(&shell("touch a && touch b")));
    for line in ["touch a", "touch b", "touch a && touch c", "touch a &&  touch b", "touch a && touch b; touch c"] {
        assert_eq!(session.decide(evaluator, &shell(line)).decision.verdict(), Verdict::Ask, "{line}");
    }
    assert_eq!(session.decide(evaluator, &shell("touch a && touch b")).decision.verdict(), Verdict::Allow);
}

#[test]
fn what_the_call_says_of_its_grant_does_not_count() {
    let session = Session::new();
    let mut call = shell("touch f");
    call.facts.insert(GRANTED.into(), json!(true));
    assert_eq!(session.decide(&EVALUATOR, &call).decision.verdict(), Verdict::Ask);
}

#[test]
fn s3_7_s3_8_a_poisoned_lock_holds_no_grant_and_takes_none() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    let key = key(&shell("touch f"));
    assert!(session.grant(&key) && session.is_granted(&key));
    poison(&session);
    assert!(!session.is_granted(&key));
    assert!(!session.grant(&key) && !session.grant_once(&key) && session.granted().is_empty());
    assert_eq!(session.decide(evaluator, &shell("touch f")).decision.verdict(), Verdict::Ask);
}

#[test]
fn a_single_use_is_used_once_and_only_where_it_matters() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    for line in ["cat f", "touch f"] {
        session.grant_once(&key(&shell(line)));
    }
    let verdict = |line: &str| session.decide(evaluator, &shell(line)).decision.verdict();
    assert_eq!(
        [verdict("touch f"), verdict("touch f"), verdict("cat f")],
        [Verdict::Allow, Verdict::Ask, Verdict::Allow]
    );
    assert!(session.revoke(&key(&shell("cat f"))), "what is allowed anyway uses no grant up");
    assert!(!session.revoke(&key(&shell("touch f"))));
}

#[test]
fn removing_a_grant_never_loosens() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    for line in ["cat f", "touch f", "rm f", "nobody knows", "touch 'f"] {
        session.grant(&key(&shell(line)));
        let with = session.decide(evaluator, &shell(line)).decision.verdict();
        session.revoke(&key(&shell(line)));
        assert!(session.decide(evaluator, &shell(line)).decision.verdict() >= with, "{line}");
    }
}

#[test]
fn s3_26_the_same_call_again_and_again_trips_the_policy() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    let code = |line: &str| session.decide(evaluator, &shell(line)).decision.by.code.clone();
    for _ in 0..4 {
        assert_eq!(code("cat f"), "one");
    }
    assert_eq!(code("cat g"), "one");
    for _ in 0..4 {
        assert_eq!(code("cat f"), "one");
    }
    assert_eq!(code("cat f"), "stuck");
}

#[test]
fn g_13_cycles_count_and_signatures_do_not_collide() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    let laps = |line: &str| session.decide(evaluator, &shell(line)).repeats;
    let seen: Vec<usize> = ["a", "b", "a", "b", "a", "b"].map(|line| laps(line).laps).to_vec();
    assert_eq!(seen, [1, 1, 1, 2, 2, 3]);
    assert_eq!(laps("c"), Repeats { laps: 1, period: 1 });
    assert_eq!(laps("c"), Repeats { laps: 2, period: 1 });
    let db = |input: Value| session.decide(evaluator, &call("db", input)).repeats.laps;
    assert_eq!([db(json!({"a": "1&b=2"})), db(json!({"a": 1, "b": 2})), db(json!({"b": 2, "a": 1}))], [1, 1, 2]);
}

#[test]
fn s1_0_4_a_new_turn_counts_anew_and_keeps_grants() {
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    session.grant(&key(&shell("touch f")));
    for _ in 0..3 {
        session.decide(evaluator, &shell("touch f"));
    }
    session.reset_turn();
    let judged = session.decide(evaluator, &shell("touch f"));
    assert_eq!((judged.repeats.laps, judged.decision.verdict()), (1, Verdict::Allow));
}

#[test]
fn a_history_has_an_end() {
    let mut history = History::default();
    for _ in 0..MAX_HISTORY + 10 {
        history.record("a".into());
    }
    assert_eq!(history.record("a".into()).laps, MAX_HISTORY);
}

/// Bounded by counts: each thread decides and grants a fixed number of calls.
#[test]
fn s3_1_thirty_two_threads_share_a_session() {
    const THREADS: usize = 32;
    const ROUNDS: usize = 10;
    const USES: usize = 100;
    fn shared<T: Send + Sync>(_: &T) {}
    let (evaluator, session) = (&*EVALUATOR, Session::new());
    shared(&session);
    shared(evaluator);
    let counted = call("db", json!({"counted": true}));
    for _ in 0..USES {
        session.grant_once(&key(&counted));
    }
    let used = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (session, used, counted) = (&session, &used, &counted);
            scope.spawn(move || {
                for round in 0..ROUNDS {
                    let own = call("db", json!({"thread": thread, "round": round}));
                    assert_ne!(session.decide(evaluator, &own).decision.verdict(), Verdict::Allow, "nobody granted it");
                    assert!(session.grant(&Key::of(evaluator.table(), &own).unwrap()));
                    assert_eq!(session.decide(evaluator, &own).decision.verdict(), Verdict::Allow);
                    let gone = call("rm", json!({"never": round}));
                    assert_ne!(session.decide(evaluator, &gone).decision.verdict(), Verdict::Allow);
                    session.reset_turn();
                    if session.decide(evaluator, counted).decision.verdict() == Verdict::Allow {
                        used.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    }
                }
            });
        }
    });
    // What a repeated call left over is still there.
    let rest = (0..=USES).filter(|_| {
        session.reset_turn();
        session.decide(evaluator, &counted).decision.verdict() == Verdict::Allow
    });
    assert_eq!(used.load(std::sync::atomic::Ordering::Relaxed) + rest.count(), USES);
    assert_eq!(session.granted().len(), THREADS * ROUNDS);
}
