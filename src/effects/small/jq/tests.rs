use super::*;

fn acts(filter: &str) -> Vec<Act> {
    let reading = read(filter).unwrap_or_else(|error| panic!("{filter:?}: {error:?}"));
    reading.steps.into_iter().map(|step| step.act).collect()
}

#[test]
fn the_environment_is_a_function_or_a_variable() {
    for filter in [
        "env",
        "$ENV",
        "env.TOKEN",
        "$ENV.TOKEN",
        ".a | env",
        "\"\\(env)\"",
        "\"a\\(\"b\\(env)\")\"",
        "{a: env}",
        "{(env): 1}",
        "{$ENV}",
        "[env]",
        "{a: if .x, env then 1 else 2 end}",
        "{a: if .x then 1 else 2, env end}",
        "{a: (1, env)}",
        "{a: [1, env]}",
        "..env",
        "1.env",
        "env[\"HOME\"]",
        "# x\nenv",
        "@base64 \"\\(env)\"",
        "{a: 1 | env}",
        "{env: env}",
        "def f(env): env; f(1)",
        "{\"a\\(env)\": 1}",
        "{a: \"\", b: env}",
    ] {
        let acts = acts(filter);
        assert!(!acts.is_empty() && acts.iter().all(|act| *act == Act::ReadsEnvironment), "{filter}: {acts:?}");
    }
}

#[test]
fn fields_keys_and_texts_of_that_name_are_not() {
    for filter in [
        ".env",
        ".a.env",
        "\"env\"",
        "{env: 1}",
        "{env}",
        "{a: 1, env: 2}",
        ".[\"env\"]",
        "$x.env",
        "# env",
        "\"\\(.env)\"",
        "{\"env\": 1}",
        "env.HOME",
        "$env",
        ".a[].env?",
        ". as {env: $x} | $x",
    ] {
        assert_eq!(acts(filter), [], "{filter}");
    }
}

#[test]
fn modules_are_code() {
    let library = |name: &str| Act::Runs(Code::Library(Name::Known(name.to_owned())));
    assert_eq!(acts("import \"m\" as m; m::f"), [library("m")]);
    assert_eq!(acts("include \"x\" {search: \"./\"}; f"), [library("x")]);
    assert_eq!(acts("import \"d\" as $d; $d"), [library("d")]);
    assert_eq!(acts("{import: 1, include: 2}"), []);
    assert!(read("m::f").is_err());
}

#[test]
fn a_long_chain_of_prefixes_is_one_word() {
    assert!(read(&"a::".repeat(20_000)).is_err());
    assert_eq!(acts(&format!("include \"x\"; {}b", "a::".repeat(20_000))).len(), 1);
}

#[test]
fn what_is_not_proved() {
    for filter in [
        "readfile(\"x\")",
        "modulemeta",
        "\"x",
        "{",
        "(]",
        "end",
        "\"\\(\"",
        "# x\\\nenv",
        "$ ENV",
        "é",
        "`a`",
        ")",
        "if",
        "@",
    ] {
        assert!(read(filter).is_err(), "{filter}");
    }
}
