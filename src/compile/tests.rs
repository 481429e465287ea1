use super::*;
use crate::source::Sources;

/// Serves the stand-ins of `tests/policies/std`.
struct StandIns;

impl Loader for StandIns {
    fn load(&self, _from: &str, path: &str) -> Result<(String, String), LoadError> {
        let text = match path {
            "std/commands" => include_str!("../../tests/policies/std/commands.policy"),
            "std/paths" => include_str!("../../tests/policies/std/paths.policy"),
            "std/catastrophes" => include_str!("../../tests/policies/std/catastrophes.policy"),
            "./declarations" => include_str!("../../tests/policies/declarations.policy"),
            _ => return Err(LoadError::Missing(vec!["std/commands".to_owned()])),
        };
        Ok((path.to_owned(), text.to_owned()))
    }
}

fn messages(compiled: &Compiled) -> Vec<String> {
    let say = |sources: &Sources, problem: &crate::source::Diagnostic| {
        let at = problem.at().map(|at| sources.position(at)).unwrap_or_default();
        format!("{at} {}: {} {:?}", problem.code, problem.title, problem.help)
    };
    compiled.diagnostics.iter().map(|problem| say(&compiled.sources, problem)).collect()
}

#[test]
fn the_example_of_the_reference_compiles() {
    let compiled = compile("acme.policy", include_str!("../../tests/policies/acme.policy"), &StandIns);
    assert_eq!(messages(&compiled), Vec::<String>::new());
    let table = compiled.table.unwrap();
    insta::assert_snapshot!(ron::ser::to_string_pretty(&table.stages, ron::ser::PrettyConfig::new()).unwrap());
    insta::assert_debug_snapshot!("acme_tests", compiled.tests);
}

#[test]
fn declarations_compile() {
    let compiled = compile("d.policy", include_str!("../../tests/policies/declarations.policy"), &StandIns);
    assert_eq!(messages(&compiled), Vec::<String>::new());
    insta::assert_snapshot!(ron::ser::to_string_pretty(&compiled.table.unwrap().commands, ron::ser::PrettyConfig::new()).unwrap());
}
