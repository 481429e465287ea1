//! Texts that stand for all texts of a value type.

use crate::table::{Case, ValueType};

/// A harmless text first, then those that bring out what the type can do.
///
/// Each of the latter stands for one power of the language: sed 4.9 writes by `w` and runs by `e`, awk runs by
/// `system` and writes by a redirect, and so on.
pub fn of(kind: ValueType) -> &'static [&'static str] {
    match kind {
        ValueType::Path => &["in"],
        ValueType::Program => &["prog"],
        ValueType::Argv => &["touch out"],
        ValueType::Sh | ValueType::Bash => &[":", "touch out"],
        ValueType::Sed => &["p", "w out", "1e touch out", "r in"],
        ValueType::Awk => &["{print}", "BEGIN{system(\"touch out\")}", "{print > \"out\"}"],
        ValueType::Jq => &[".", "env"],
        ValueType::Python => &["1", "open('out','w')"],
        ValueType::Node => &["1", "require('fs').writeFileSync('out','')"],
        ValueType::Perl | ValueType::Ruby => &["1", "system('touch out')"],
        ValueType::Php => &["1;", "touch('out');"],
        ValueType::Sqlite => &["select 1", ".shell touch out"],
        ValueType::Arith => &["1"],
        ValueType::Code => &["code"],
        ValueType::Url => &["http://host.example/"],
        ValueType::Host => &["host.example"],
        ValueType::Remote => &["origin"],
        ValueType::Rev => &["HEAD"],
        ValueType::Patch => &["in.patch"],
        ValueType::Variable => &["name"],
        ValueType::Assignment => &["name=value"],
        ValueType::Plain => &["1"],
    }
}

/// A text for each case of a value: one that its glob takes. `None` stands for no case.
pub fn of_cases(cases: &[Case]) -> impl Iterator<Item = String> {
    cases.iter().flat_map(|case| case.globs.iter().map(|glob| fill(glob)))
}

/// The shortest text that a glob takes, with a letter for each `*` and `?`.
pub fn fill(glob: &str) -> String {
    let mut text = String::new();
    let mut characters = glob.chars();
    while let Some(character) = characters.next() {
        match character {
            '*' | '?' => text.push('x'),
            '\\' => text.extend(characters.next()),
            '[' => {
                text.extend(characters.by_ref().find(|c| !matches!(c, '!' | '^')));
                characters.by_ref().find(|c| *c == ']');
            }
            other => text.push(other),
        }
    }
    text
}
