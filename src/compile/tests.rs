use super::testing::StandIns;
use super::*;
use crate::source::Sources;

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
    insta::assert_snapshot!(
        ron::ser::to_string_pretty(&compiled.table.unwrap().commands, ron::ser::PrettyConfig::new()).unwrap()
    );
}

#[test]
fn whatever_comes_with_the_program_compiles_without_findings() {
    for (name, text) in crate::rules::FILES {
        if name.starts_with("profiles/") {
            let compiled = compile(name, text, &NoFiles);
            assert_eq!(messages(&compiled), Vec::<String>::new(), "{name}");
        }
    }
}
