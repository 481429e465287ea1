use super::super::meet::{meets, plainly_within, samples};
use super::super::nfa::Nfa;
use super::super::part::{Part, Syntax, Trail, matches, read_component};
use super::*;
use proptest::prelude::*;

fn trail(text: &str, syntax: Syntax) -> Trail {
    text.split('/').filter(|part| !part.is_empty()).map(|part| read_component(part, syntax, Os::Linux)).collect()
}

fn names(text: &str) -> Vec<String> {
    text.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn is_exactly(names: &[String]) -> Trail {
    names.iter().cloned().map(Part::Name).collect()
}

const GLOB: &str = r"(/(\*\*|[ab.*?]{1,4}|\[!?[ab]\][ab*]?)){0,4}";
const PATH: &str = r"(/[ab.]{1,4}){0,5}";

fn tidy(glob: &str) -> String {
    names(glob)
        .into_iter()
        .map(|part| if part == "**" { "/**".into() } else { format!("/{}", part.replace("**", "*")) })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The matcher for known paths and the automata give one answer.
    #[test]
    fn matcher_and_automata_agree(glob in GLOB, path in PATH) {
        let (glob, path) = (trail(&tidy(&glob), Syntax::Policy), names(&path));
        let want = matches(&glob, &path);
        let exactly = is_exactly(&path);
        let (nfa, one) = (Nfa::new([&glob]), Nfa::new([&exactly]));
        prop_assert_eq!(meets(exactly.as_slice(), glob.as_slice()), want);
        prop_assert_eq!(plainly_within(&exactly, glob.as_slice()), want);
        prop_assert_eq!(one.within(&nfa), Some(want));
    }

    /// What lies within meets, and a path of one that is not of the other refutes "within".
    #[test]
    fn inclusion_is_sound(a in GLOB, b in GLOB, path in PATH) {
        let (a, b, path) = (trail(&tidy(&a), Syntax::Policy), trail(&tidy(&b), Syntax::Policy), names(&path));
        let (nfa_a, nfa_b) = (Nfa::new([&a]), Nfa::new([&b]));
        let (in_a, in_b) = (matches(&a, &path), matches(&b, &path));
        if in_a && in_b {
            prop_assert!(meets(a.as_slice(), b.as_slice()));
        }
        if in_a && !in_b {
            prop_assert_ne!(nfa_a.within(&nfa_b), Some(true));
        }
        if nfa_a.within(&nfa_b) == Some(true) {
            prop_assert!(meets(a.as_slice(), b.as_slice()) && meets(b.as_slice(), a.as_slice()));
        }
        if plainly_within(&a, b.as_slice()) {
            prop_assert_eq!(nfa_a.within(&nfa_b), Some(true));
        }
        prop_assert_eq!(meets(a.as_slice(), b.as_slice()), meets(b.as_slice(), a.as_slice()));
        for names in samples(&a) {
            prop_assert!(matches(&a, &names));
        }
        prop_assert_eq!(nfa_a.within(&nfa_a), Some(true));
    }

    /// Normalising twice is normalising once; a relative path is its absolute spelling.
    #[test]
    fn normalising_is_idempotent(path in r"(/|[a-c]|\.|\.\.|é|É|ß|:|\\| ){0,12}", mac in 0..3) {
        let os = [Os::Linux, Os::MacOs, Os::Windows][mac as usize];
        let rooted = if os == Os::Windows { format!("C:/{path}") } else { format!("/{path}") };
        if let Some(once) = super::super::context::absolute_names(&rooted, os) {
            let again = if os == Os::Windows { once.join("/") } else { format!("/{}", once.join("/")) };
            if os == Os::Windows && once.len() == 1 {
                return Ok(());
            }
            prop_assert_eq!(super::super::context::absolute_names(&again, os), Some(once));
        }
    }

    /// A glob or an unknown text never says more than each of the paths it may stand for.
    #[test]
    fn vague_paths_are_sound(glob in GLOB, pattern in r"[ab.*?/]{1,8}", path in PATH) {
        let globs = [tidy(&glob)];
        let globs: Vec<&str> = globs.iter().map(|text| if text.is_empty() { "/" } else { text.as_str() }).collect();
        prop_assume!(PathGlob::parse(globs[0], None).is_ok());
        let pattern = format!("/{}", tidy(&pattern).trim_start_matches('/'));
        let path = if path.is_empty() { "/".to_owned() } else { path };
        let known = judge_with(facts(Os::Linux), &globs, &PathValue::known(&path)).lexical;
        let vague = judge_with(facts(Os::Linux), &globs, &PathValue::at(Text::DotGlob(pattern.clone()), [Base::Cwd])).lexical;
        if matches(&trail(&pattern, Syntax::ShellDots), &names(&path)) && !path.contains("/./") && !path.contains("/..") && !path.ends_with("/.") {
            prop_assert!(vague == known || vague == Membership::Maybe, "{:?} {} {}: {:?} {:?}", globs, pattern, path, vague, known);
        }
        for end in 0..=path.len() {
            let end = path.get(end..).unwrap();
            let unknown = Text::Unknown { prefix: String::new(), suffix: end.to_owned() };
            let vague = judge_with(facts(Os::Linux), &globs, &PathValue::at(unknown, [Base::Cwd])).lexical;
            prop_assert!(vague == known || vague == Membership::Maybe, "{:?} …{}: {:?} {:?}", globs, end, vague, known);
        }
    }

    /// No text makes a panic, on any system.
    #[test]
    fn no_text_panics(text in any::<String>(), glob in r"([a-c*?.~/{},!\\: \[\]é-]|\*\*|\PC){0,12}", os in 0..3) {
        let os = [Os::Linux, Os::MacOs, Os::Windows][os as usize];
        let context = Context::new(facts(os));
        for path in [PathValue::known(&text), PathValue::glob(&text), PathValue::in_home(&text)] {
            context.see(&path);
            context.absolute(&path);
        }
        context.see(&PathValue::at(Text::Unknown { prefix: text.clone(), suffix: text.clone() }, [Base::Workspace]));
        for text in [glob.clone(), format!("/{glob}"), format!("~/{text}")] {
            if PathGlob::parse(&text, Some(os)).is_ok() {
                let sets = compiled(&["**/.env", "~/.ssh/**", "!/etc/**"]);
                let own = CompiledSets::new(PathSets([("s".to_owned(), set(&[&text, "@s"]))].into()));
                let (set, own) = (sets.get("s").unwrap(), own.get("s").unwrap());
                for path in [PathValue::known(&text), PathValue::glob(&text)] {
                    let answers = [own.judge(&path, &context), own.through(&own.ask(&path, &context), &context), set.judge_tree(&set.ask(&path, &context), &context)];
                    prop_assert!(answers.iter().all(|answer| !(answer.certainly_in() && answer.certainly_out())));
                }
                own.shared(&set, &context);
            }
        }
    }
}
