use super::super::Os;
use super::super::part::{Syntax, Trail, matches, read_component};
use super::*;
use proptest::prelude::*;

fn trail(text: &str, syntax: Syntax) -> Trail {
    text.split('/').filter(|part| !part.is_empty()).map(|part| read_component(part, syntax, Os::Linux)).collect()
}

const GLOB: &str = r"(/(\*\*|[ab.]{1,2}|\*[ab]|[ab]\*|\*|[ab]\*[ab]|\[ab\])){0,4}";

proptest! {
    #[test]
    fn what_matches_has_the_key(glob in GLOB, path in r"(/[ab.]{1,3}){0,4}") {
        let mut keys = Keys::default();
        let key = keys.of_glob(&trail(&glob, Syntax::Policy));
        let names: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
        if let Some(key) = key && matches(&trail(&glob, Syntax::Policy), &names) {
            prop_assert!(keys.of_names(&names).contains(&key));
        }
    }

    #[test]
    fn what_may_match_may_have_the_key(glob in GLOB, pattern in r"(/([ab.]{1,2}|\*[ab]|[ab]\*|\?|\[ab\]\*)){0,3}", path in r"(/[ab.]{1,3}){0,3}") {
        let mut keys = Keys::default();
        let key = keys.of_glob(&trail(&glob, Syntax::Policy));
        let names: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
        let pattern = trail(&pattern, Syntax::Shell);
        if let Some(key) = key && matches(&pattern, &names) && matches(&trail(&glob, Syntax::Policy), &names) {
            prop_assert!(keys.of_trail(&pattern).is_none_or(|keys| keys.contains(&key)));
        }
    }
}
