use proptest::prelude::*;

use super::*;

#[test]
fn names_are_read_back() {
    for language in Language::ALL {
        assert_eq!(language.name().parse(), Ok(language));
    }
    assert!("sed".parse::<Language>().is_err());
}

#[test]
fn limits_hold_at_the_number_and_one_past_it() {
    let mode = Mode::default();
    for language in [Language::Sed, Language::Awk, Language::Jq] {
        let comment = |length: usize| format!("#{}", "x".repeat(length - 1));
        assert!(read(language, &comment(MAX_SCRIPT), &mode).is_ok(), "{language}");
        assert!(read(language, &comment(MAX_SCRIPT + 1), &mode).is_err(), "{language}");
        assert!(read(language, "# \0", &mode).is_err(), "{language}");
    }
    let nested = |open: &str, close: &str, depth: usize| open.repeat(depth) + close.repeat(depth).as_str();
    assert!(read(Language::Sed, &nested("{", "}", MAX_NESTING), &mode).is_ok());
    assert!(read(Language::Sed, &nested("{", "}", MAX_NESTING + 1), &mode).is_err());
    assert!(read(Language::Jq, &nested("[", "]", MAX_NESTING), &mode).is_ok());
    assert!(read(Language::Jq, &nested("[", "]", MAX_NESTING + 1), &mode).is_err());
    assert!(read(Language::Awk, &format!("{{x = {}}}", nested("(", ")", 20_000)), &mode).is_err());
    assert!(read(Language::Awk, &nested("{", "}", 20_000), &mode).is_err());
}

#[test]
fn a_sandbox_refuses_writing_and_running_but_not_the_environment() {
    let sandbox = Mode { sandbox: true };
    assert!(read(Language::Sed, "w out\ne touch x", &sandbox).unwrap().is_harmless());
    let awk = "BEGIN{print ENVIRON[\"TOKEN\"] > \"out\"; system(\"x\")}";
    let acts: Vec<Act> = read(Language::Awk, awk, &sandbox).unwrap().steps.into_iter().map(|step| step.act).collect();
    assert_eq!(acts, [Act::ReadsEnvironment]);
}

/// Text that gets further into a reader than random characters do.
fn script() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "s",
        "/",
        "\\",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "'",
        "`",
        ";",
        "\n",
        " ",
        "w",
        "e",
        "a",
        "1",
        "$",
        "!",
        ",",
        "print",
        ">",
        "|",
        "getline",
        "system",
        "function",
        "f(",
        "if",
        "else",
        "while",
        "for",
        "in",
        "BEGIN",
        "ENVIRON",
        "ARGV",
        "env",
        "$ENV",
        ".",
        ":",
        "\\(",
        "#",
        "import",
        "def",
        "open(",
        "os.system",
        "é",
        "\u{1f600}",
        "=",
        "+",
        "++",
        "?",
        "~",
        "@",
        "select",
        ".shell",
        "case",
        "switch",
        "do",
        "^",
        "[:",
        ":]",
        "%x",
    ]);
    prop_oneof![prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat()), ".{0,60}",]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_reader_panic(script in script()) {
        for language in Language::ALL {
            if let Err(error) = read(language, &script, &Mode::default()) {
                prop_assert!(error.at <= script.len());
            }
        }
    }

    /// Later `-e` fragments can only add to what a complete sed script does.
    #[test]
    fn a_fragment_takes_nothing_away(first in script(), second in script()) {
        let mode = Mode::default();
        if let (Ok(one), Ok(both)) = (read(Language::Sed, &first, &mode), read(Language::Sed, &join_sed(&[&first, &second]), &mode)) {
            prop_assert!(one.steps.iter().all(|step| both.steps.iter().any(|other| other == step || other.act.is_computed())));
        }
    }
}

impl Act {
    fn is_computed(&self) -> bool {
        matches!(self, Self::Runs(Code::Shell(Name::Unknown)))
    }
}
