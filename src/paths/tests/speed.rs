//! Timings, run by hand: `CARGO_PROFILE_DEV_OPT_LEVEL=3 cargo test --lib paths::tests::speed -- --ignored --nocapture`.

use super::*;
use std::time::Instant;

fn hundred() -> Vec<String> {
    let mut globs: Vec<String> = Vec::new();
    for index in 0..25 {
        globs.push(format!("~/.tool{index}/**"));
        globs.push(format!("**/.secret{index}"));
        globs.push(format!("**/*.key{index}"));
        globs.push(format!("/etc/tool{index}/*.conf"));
    }
    globs
}

#[test]
#[ignore = "a measurement"]
fn a_hundred_globs() {
    let globs = hundred();
    let globs: Vec<&str> = globs.iter().map(String::as_str).collect();
    let mut views = facts(Os::Linux);
    views.views.vouched = Vouched::Workspace;
    let context = Context::new(views);
    let time = |name: &str, rounds: u32, work: &dyn Fn()| {
        // The least of many short batches: the machine has other work.
        let batch = || {
            let start = Instant::now();
            (0..rounds / 50).for_each(|_| work());
            start.elapsed() / (rounds / 50)
        };
        eprintln!("{name}: {:?}", (0..50).map(|_| batch()).min().unwrap());
    };
    time("build", 200, &|| {
        let sets = compiled(&globs);
        sets.get("s").unwrap().judge(&PathValue::known("x"), &context);
    });
    let sets = compiled(&globs);
    let set = sets.get("s").unwrap();
    let known = PathValue::known("src/deep/down/file.rs");
    let asked = set.ask(&known, &context);
    time("see", 10_000, &|| drop(context.see(&known)));
    time("judge seen, no", 10_000, &|| {
        std::hint::black_box(set.judge_asked(&asked, &context));
    });
    time("judge known", 10_000, &|| {
        std::hint::black_box(set.judge(&known, &context));
    });
    for (name, path) in [
        ("glob, apart", PathValue::glob("src/*.rs")),
        ("glob, meets", PathValue::glob(".se*")),
        ("glob, within", PathValue::glob("/home/u/.tool3/*")),
        ("unknown", PathValue::unknown()),
        ("unknown end", PathValue::at(Text::Unknown { prefix: String::new(), suffix: "/x.rs".into() }, [Base::Cwd])),
    ] {
        time(name, 500, &|| {
            std::hint::black_box(set.judge(&path, &context));
        });
    }
    time("through", 500, &|| {
        std::hint::black_box(set.through(&set.ask(&PathValue::known("."), &context), &context));
    });
}

/// The worst that a call can ask of a set: long patterns that many globs nearly hold.
#[test]
#[ignore = "a measurement"]
fn hard_patterns() {
    let globs: Vec<String> = (0..100).map(|index| format!("/w/**/*{}*{}*", index % 10, index / 10)).collect();
    let globs: Vec<&str> = globs.iter().map(String::as_str).collect();
    let sets = compiled(&globs);
    let set = sets.get("s").unwrap();
    let context = Context::new(facts(Os::Linux));
    for pattern in [
        "/w/**/*1*2*3*4*".to_owned(),
        format!("/w/{}", "*1".repeat(1000)),
        "*/".repeat(1000),
        format!("{}*", "?".repeat(2000)),
        ".*/".repeat(1000),
    ] {
        let start = Instant::now();
        let answer = set.judge(&PathValue::glob(&pattern), &context).lexical;
        eprintln!("{:.20}: {answer:?} in {:?}", pattern, start.elapsed());
    }
}
