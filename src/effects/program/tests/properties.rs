//! Doubt only ever adds: held over the standard declarations and over random ones.

use super::standard::standard;
use super::{show, words};
use crate::argv::{Holds, Piece, Text, Word, glob_holds};
use crate::effects::program::{ChildForm, CommandIndex, Input, Invocation, Outcome, interpret};
use crate::effects::{Bases, Standing, Target, testing};
use crate::table::{
    Child, Clause, ClauseKind, Command, CommandBody, CommandKind, Condition, Dialect, EffectKind, EffectSpec, Family,
    Operand, OptionDecl, Place, Repeat, RunKind, TargetSpec, Value, ValueType,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn run(index: &CommandIndex<'_>, words: &[Word]) -> Outcome {
    let bases = Bases { known: vec!["/w".to_owned()], unknown: false }.into();
    let host = testing::host();
    interpret(
        index,
        &Invocation { words, builtin: true, bindings: &[], bases: &bases, input: Input::Inherited, host: &host },
    )
}

/// Words that mean something to a command: its spellings, alone, glued and abbreviated, subcommands, operands.
fn word_for(command: &'static Command) -> BoxedStrategy<Vec<Word>> {
    let mut texts: Vec<String> =
        ["a", "b/c", "-", "--", "x=y", "+x", "-5", "HEAD:a", "{}", ";", "+", "ls", "p", "-Zq", "/dev/null"]
            .iter()
            .map(|text| (*text).to_owned())
            .collect();
    let mut open = vec![command];
    while let Some(one) = open.pop() {
        open.extend(&one.subcommands);
        texts.extend(one.names.iter().cloned());
        for option in &one.options {
            for spelling in &option.spellings {
                texts.push(spelling.clone());
                texts.push(format!("{spelling}v"));
                texts.push(format!("{spelling}=v"));
                texts.push(spelling.chars().take(6).collect());
            }
        }
    }
    prop::collection::vec(select(texts).prop_map(Word::known), 0..6).boxed()
}

fn line() -> BoxedStrategy<(Vec<Word>, Index, Index)> {
    select(standard().iter().collect::<Vec<_>>())
        .prop_flat_map(|command| {
            let name = command.names.first().cloned().unwrap_or_default();
            let sub = if command.subcommands.is_empty() {
                Just(None).boxed()
            } else {
                select(command.subcommands.iter().collect::<Vec<_>>()).prop_map(Some).boxed()
            };
            (Just(name), sub, word_for(command), any::<Index>(), any::<Index>()).prop_flat_map(
                move |(name, sub, before, i, j)| {
                    let start: Vec<Word> = [Word::known(name)]
                        .into_iter()
                        .chain(sub.map(|sub| Word::known(sub.names[0].clone())))
                        .collect();
                    let tail = sub.map_or(Just(before).boxed(), word_for);
                    (Just(start), tail, Just(i), Just(j))
                },
            )
        })
        .prop_map(|(start, tail, i, j)| (start.into_iter().chain(tail).collect(), i, j))
        .boxed()
}

fn text_covers(wide: &Text, narrow: &Text) -> bool {
    match (wide, narrow) {
        (Text::Known(wide), Text::Known(narrow)) => wide == narrow,
        (Text::Shaped(_), Text::Known(narrow)) => !narrow.contains(['*', '?']) && glob_holds(narrow, wide) != Holds::No,
        (Text::Shaped(pieces), Text::Shaped(_)) if pieces.contains(&Piece::Unknown) => true,
        (wide, narrow) => wide == narrow,
    }
}

fn target_covers(wide: &Target, narrow: &Target) -> bool {
    match (wide, narrow) {
        (Target::None, Target::None) => true,
        (Target::Path(wide), Target::Path(narrow)) => {
            let bases = wide.bases.unknown || narrow.bases.known.iter().all(|base| wide.bases.known.contains(base));
            (wide.tree || !narrow.tree) && bases && text_covers(&wide.path, &narrow.path)
        }
        (Target::Host(wide), Target::Host(narrow)) => text_covers(&wide.text, &narrow.text),
        _ => false,
    }
}

fn words_cover(wide: &[Word], narrow: &[Word]) -> bool {
    match (wide.split_first(), narrow.split_first()) {
        (None, None) => true,
        (Some((first, wide)), _) if first.many && words_cover(wide, narrow) => true,
        (Some((first, rest)), Some((word, others))) => {
            text_covers(&first.text, &word.text)
                && (words_cover(rest, others)
                    || (first.many && words_cover(wide, others))
                    || (word.many && words_cover(rest, narrow)))
        }
        (None, Some((word, others))) => word.many && words_cover(wide, others),
        (Some(_), None) => false,
    }
}

fn form_covers(wide: &ChildForm, narrow: &ChildForm) -> bool {
    match (wide, narrow) {
        (ChildForm::Argv { words: wide, .. }, ChildForm::Argv { words: narrow, .. }) => {
            // A program word that is not known is not understood, whatever follows.
            wide.first().is_some_and(|word| word.as_known().is_none()) || words_cover(wide, narrow)
        }
        (ChildForm::Shell { text: wide, .. }, ChildForm::Shell { text: narrow, .. }) => {
            wide.is_none() || wide == narrow
        }
        _ => false,
    }
}

/// What is missing in `wide` of what `narrow` does.
fn missing(wide: &Outcome, narrow: &Outcome) -> Option<String> {
    if wide.standing != Standing::Understood {
        return None;
    }
    if let Standing::Unknown(reason) = &narrow.standing {
        // A reading that the program refuses or that nobody declared may vanish only behind a word that could be it.
        return Some(format!("not understood: {reason}")).filter(|_| false);
    }
    for effect in &narrow.effects {
        let code = matches!(effect.kind, EffectKind::Runs(_));
        let covered = wide.effects.iter().any(|other| {
            (other.kind == effect.kind && target_covers(&other.target, &effect.target))
                || (code && matches!(other.kind, EffectKind::Runs(_)) && matches!(effect.target, Target::None))
        });
        let by_child =
            code && wide.children.iter().any(|child| matches!(&child.form, ChildForm::Shell { text: None, .. }));
        if !covered && !by_child {
            return Some(format!("{effect:?}"));
        }
    }
    for child in &narrow.children {
        let covered = wide.children.iter().any(|other| form_covers(&other.form, &child.form))
            || wide
                .effects
                .iter()
                .any(|effect| matches!(effect.kind, EffectKind::Runs(RunKind::Code | RunKind::Input)));
        if !covered {
            return Some(format!("{:?}", child.form));
        }
    }
    for option in &narrow.options {
        if !wide.options.iter().any(|other| other.name == option.name) {
            return Some(format!("option {}", option.name));
        }
    }
    None
}

fn told(words: &[Word]) -> String {
    words
        .iter()
        .map(|word| super::show_text(&word.text) + if word.many { "…" } else { "" })
        .collect::<Vec<_>>()
        .join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_list_in_the_place_of_words_drops_no_effect((words, i, j) in line()) {
        let index = CommandIndex::new(standard());
        let (i, j) = (i.index(words.len()) + 1, j.index(words.len()) + 1);
        let (from, to) = (i.min(j), i.max(j));
        let mut listed = words[..from].to_vec();
        listed.push(Word::list());
        listed.extend_from_slice(&words[to.min(words.len())..]);
        let (narrow, wide) = (run(&index, &words), run(&index, &listed));
        if let Some(lost) = missing(&wide, &narrow) {
            prop_assert!(false, "{}\n  {}\n{}\n  {}\nlost {lost}", told(&words), show(&narrow), told(&listed), show(&wide));
        }
    }

    #[test]
    fn an_unknown_word_drops_no_effect((words, i, _) in line()) {
        if words.len() < 2 {
            return Ok(());
        }
        let index = CommandIndex::new(standard());
        let at = i.index(words.len() - 1) + 1;
        let mut doubted = words.clone();
        doubted[at] = Word::unknown();
        let (narrow, wide) = (run(&index, &words), run(&index, &doubted));
        if let Some(lost) = missing(&wide, &narrow) {
            prop_assert!(false, "{}\n  {}\n{}\n  {}\nlost {lost}", told(&words), show(&narrow), told(&doubted), show(&wide));
        }
    }

    #[test]
    fn a_word_known_in_part_drops_no_effect((words, i, j) in line()) {
        if words.len() < 2 {
            return Ok(());
        }
        let index = CommandIndex::new(standard());
        let at = i.index(words.len() - 1) + 1;
        let text = words[at].as_known().unwrap_or_default().to_owned();
        let cut = j.index(text.len()) + 1;
        let mut doubted = words.clone();
        let pieces = vec![Piece::Literal(text.get(..cut).unwrap_or(&text).into()), Piece::Unknown];
        doubted[at] = Word { text: Text::Shaped(pieces), many: false, span: None };
        let (narrow, wide) = (run(&index, &words), run(&index, &doubted));
        if let Some(lost) = missing(&wide, &narrow) {
            prop_assert!(false, "{}\n  {}\n{}\n  {}\nlost {lost}", told(&words), show(&narrow), told(&doubted), show(&wide));
        }
    }

    #[test]
    fn any_declaration_takes_any_words(command in declaration(2), words in any_words()) {
        let commands = [command];
        let index = CommandIndex::new(&commands);
        let words: Vec<Word> = [Word::known("c")].into_iter().chain(words).collect();
        let outcome = run(&index, &words);
        prop_assert!(!show(&outcome).contains("\0"));
    }
}

/// How many of the generated pairs say something: both sides understood, the narrow one with an effect or child.
#[test]
fn the_generated_lines_say_something() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let index = CommandIndex::new(standard());
    let mut telling = 0;
    for _ in 0..300 {
        let (words, i, _) = line().new_tree(&mut runner).unwrap().current();
        let narrow = run(&index, &words);
        let mut doubted = words.clone();
        if words.len() > 1 {
            doubted[i.index(words.len() - 1) + 1] = Word::unknown();
        }
        let wide = run(&index, &doubted);
        let understood = narrow.standing == Standing::Understood && wide.standing == Standing::Understood;
        telling += usize::from(understood && !(narrow.effects.is_empty() && narrow.children.is_empty()));
    }
    assert!(telling > 60, "{telling} of 300");
}

fn any_words() -> impl Strategy<Value = Vec<Word>> {
    let known = prop_oneof![
        "[-+]{0,2}[a-c=é]{0,3}",
        "\\PC{0,4}",
        Just(";".to_owned()),
        Just("{}".to_owned()),
        Just("s".to_owned())
    ];
    let word = prop_oneof![
        4 => known.prop_map(Word::known),
        1 => Just(Word::unknown()),
        1 => Just(Word::list()),
        1 => "[-a*?é]{1,4}".prop_map(|text| words(&text).pop().unwrap_or_else(Word::list)),
    ];
    prop::collection::vec(word, 0..8)
}

fn value() -> impl Strategy<Value = Value> {
    select(vec![
        "FILE", "PROG", "ARGV", "SH", "BASH", "SED", "AWK", "JQ", "PYTHON", "CODE", "URL", "HOST", "REMOTE", "REV",
        "NAME", "ASSIGN", "N", "ARITH", "COMMAND",
    ])
    .prop_map(|name| Value { name: name.to_owned(), kind: ValueType::from_name(name) })
}

fn effect() -> impl Strategy<Value = EffectSpec> {
    let kinds = vec![
        None,
        Some(EffectKind::Reads),
        Some(EffectKind::Writes),
        Some(EffectKind::Enters),
        Some(EffectKind::Contacts),
        Some(EffectKind::Runs(RunKind::Code)),
        Some(EffectKind::Runs(RunKind::File)),
        Some(EffectKind::Sets),
    ];
    let targets = vec![
        TargetSpec::This,
        TargetSpec::Value(0),
        TargetSpec::Value(2),
        TargetSpec::Operands,
        TargetSpec::Operand(0),
        TargetSpec::Operand(2),
        TargetSpec::Literal("x".to_owned()),
        TargetSpec::Suffixed(".gz".to_owned()),
        TargetSpec::Beside,
        TargetSpec::Cwd,
        TargetSpec::Repository,
        TargetSpec::OptionValue("--ab".to_owned()),
        TargetSpec::Input(Some(ValueType::Sh)),
        TargetSpec::Unknown,
    ];
    let children = vec![
        Child::Exec,
        Child::Fed,
        Child::Each(vec!["{}".to_owned(), "{.}".to_owned()]),
        Child::Each(vec![String::new()]),
        Child::EachOrFed(vec!["{}".to_owned()]),
        Child::FedWhole,
        Child::EachOption("-a".to_owned()),
        Child::Joined,
    ];
    (select(kinds), select(targets), any::<bool>(), any::<bool>(), select(children)).prop_map(
        |(kind, target, tree, may, child)| EffectSpec { kind, target, tree, may, child, at: Place::default() },
    )
}

fn condition() -> impl Strategy<Value = Condition> {
    let leaf = prop_oneof![
        select(vec!["-a", "--ab", "-z"]).prop_map(|name| Condition::Given(name.to_owned())),
        (0u32..4).prop_map(Condition::AtLeast),
        Just(Condition::HasChild),
        (0u8..3).prop_map(|at| Condition::OperandMatches(at, vec!["a*".to_owned()])),
        select(vec!["-a", "--ab"]).prop_map(|name| Condition::ValueMatches(name.to_owned(), vec!["a*".to_owned()])),
        Just(Condition::OnlyGiven(vec!["-a".to_owned(), "-NUM".to_owned()])),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Condition::Not(Box::new(inner))),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Condition::All),
            prop::collection::vec(inner, 0..3).prop_map(Condition::Any),
        ]
    })
}

fn option() -> impl Strategy<Value = OptionDecl> {
    let spellings = prop::collection::vec(
        select(vec!["-a", "-b", "-c", "--ab", "--abc", "-NUM", "a=", "-", "", "-é", "--", "+a", "-abc"])
            .prop_map(str::to_owned),
        0..3,
    );
    let effects = prop::collection::vec(effect(), 0..3);
    (spellings, prop::collection::vec(value(), 0..3), any::<bool>(), effects, any::<bool>()).prop_map(
        |(spellings, values, optional, effects, last)| OptionDecl {
            spellings,
            values,
            optional,
            effects,
            cases: Vec::new(),
            implies: vec!["-a".to_owned(), "--ab".to_owned()],
            last,
            at: Place::default(),
        },
    )
}

fn operand() -> impl Strategy<Value = Operand> {
    let repeat = select(vec![Repeat::One, Repeat::Optional, Repeat::Some, Repeat::Any]);
    (value(), repeat, prop::collection::vec(effect(), 0..2), any::<bool>()).prop_map(
        |(value, repeat, effects, default)| Operand {
            value,
            repeat,
            effects,
            cases: Vec::new(),
            default: default.then(|| ".".to_owned()),
            at: Place::default(),
        },
    )
}

fn declaration(depth: usize) -> BoxedStrategy<Command> {
    let families = vec![
        Family::Gnu,
        Family::Posix,
        Family::Git,
        Family::Find,
        Family::Keyval,
        Family::Go,
        Family::Tar,
        Family::Words,
    ];
    let dialect = (select(families), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(family, in_order, abbreviations, plus, apart)| Dialect { family, in_order, abbreviations, plus, apart },
    );
    let kind = prop_oneof![
        prop::collection::vec(operand(), 0..4).prop_map(ClauseKind::Operands),
        prop::collection::vec(effect(), 0..3).prop_map(ClauseKind::Does),
    ];
    let clause = (prop::option::of(condition()), kind).prop_map(|(when, kind)| Clause { when, kind });
    let subs =
        if depth == 0 { Just(Vec::new()).boxed() } else { prop::collection::vec(declaration(depth - 1), 0..2).boxed() };
    (dialect, prop::collection::vec(option(), 0..5), prop::collection::vec(clause, 0..4), subs, any::<bool>())
        .prop_map(move |(dialect, options, clauses, subcommands, builtin)| Command {
            names: vec![if depth == 2 { "c" } else { "s" }.to_owned()],
            aliases: std::collections::BTreeMap::new(),
            kind: if builtin { CommandKind::Builtin } else { CommandKind::Program },
            body: CommandBody {
                dialect,
                options,
                clauses,
                subcommands,
                variables: Vec::new(),
                prints_number: false,
                at: Place::default(),
            }
            .into(),
        })
        .boxed()
}
