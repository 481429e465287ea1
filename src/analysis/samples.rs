//! Texts that stand for all texts of a value type.

use super::texts::{Glob, text_of};
use crate::argv::{Holds, Text, glob_holds};
use crate::table::{Case, EffectKind, EffectSpec, TargetSpec, ValueType};

/// A text of the type that does nothing by itself.
pub fn harmless(kind: ValueType) -> &'static str {
    match kind {
        ValueType::Path => "in",
        ValueType::Program => "prog",
        ValueType::Argv => "true",
        ValueType::Sh | ValueType::Bash => ":",
        ValueType::Sed => "p",
        ValueType::Awk => "{print}",
        ValueType::Jq => ".",
        ValueType::Python | ValueType::Node | ValueType::Perl | ValueType::Ruby => "1",
        ValueType::Php => "1;",
        ValueType::Sqlite => "select 1",
        ValueType::Code => "code",
        ValueType::Url => "http://host.example/",
        ValueType::Host => "host.example",
        ValueType::Remote => "origin",
        ValueType::Rev => "HEAD",
        ValueType::Patch => "in.patch",
        ValueType::Variable => "name",
        ValueType::Assignment => "name=value",
        ValueType::Arith | ValueType::Plain | ValueType::Glob => "1",
    }
}

/// A text of the type that does as little as its cases allow.
pub fn quiet(kind: ValueType, effects: &[EffectSpec], cases: &[Case]) -> String {
    let acts = |effects: &[EffectSpec]| effects.iter().any(|effect| effect.kind.is_none_or(EffectKind::acts));
    let text = beside(harmless(kind), cases);
    let case = cases.iter().find(|case| !acts(&case.effects)).and_then(|case| case.globs.first());
    let all = cases.iter().flat_map(|case| &case.globs).any(|glob| glob == "*");
    match case {
        Some(glob) if acts(effects) || all => unlike_before(glob, harmless(kind), cases),
        Some(_) | None => text,
    }
}

/// A text that this case takes: the plain one if it does.
pub fn unlike_before(glob: &str, plain: &str, cases: &[Case]) -> String {
    let before: Vec<&str> =
        cases.iter().flat_map(|case| &case.globs).map(String::as_str).take_while(|other| *other != glob).collect();
    unlike(plain, &[glob], &before)
}

/// The texts that bring out what an effect at a value of this type can come to, the shortest first.
///
/// For a small language each stands for one power of it: sed 4.9 writes by `w` and runs by `e`, awk runs by `system` and
/// writes by a redirect, and so on. A path that is written is called `out`, so that a witness reads well. None of the texts falls
/// into one of the cases, if that can be helped.
pub fn acting(kind: ValueType, spec: &EffectSpec, cases: &[Case]) -> Vec<String> {
    let script = matches!(spec.kind, Some(EffectKind::Runs(_))) && spec.target == TargetSpec::This;
    let written = matches!(spec.kind, Some(EffectKind::Writes));
    let texts: &[&str] = match kind {
        ValueType::Path if written => &["out"],
        ValueType::Sed if script => &["w out", "e"],
        ValueType::Awk if script => &["{print>\"out\"}", "{system($0)}"],
        ValueType::Jq if script => &["include \"in\"; ."],
        ValueType::Python if script => &["open('out','w')", "import os"],
        ValueType::Node if script => &["require('fs').writeFileSync('out','')"],
        ValueType::Perl | ValueType::Ruby if script => &["system('x')"],
        ValueType::Php if script => &["system('x');"],
        ValueType::Sqlite if script => &[".output out", "attach 'out' as x", "select writefile('out','')"],
        ValueType::Path
        | ValueType::Program
        | ValueType::Argv
        | ValueType::Sh
        | ValueType::Bash
        | ValueType::Sed
        | ValueType::Awk
        | ValueType::Jq
        | ValueType::Python
        | ValueType::Node
        | ValueType::Perl
        | ValueType::Ruby
        | ValueType::Php
        | ValueType::Sqlite
        | ValueType::Arith
        | ValueType::Code
        | ValueType::Url
        | ValueType::Host
        | ValueType::Remote
        | ValueType::Rev
        | ValueType::Patch
        | ValueType::Variable
        | ValueType::Assignment
        | ValueType::Plain
        | ValueType::Glob => return vec![beside(harmless(kind), cases)],
    };
    if let [only] = texts {
        return vec![beside(only, cases)];
    }
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The text, or one like it that is none of the cases.
fn beside(text: &str, cases: &[Case]) -> String {
    let globs: Vec<&str> = cases.iter().flat_map(|case| &case.globs).map(String::as_str).collect();
    unlike(text, &[], &globs)
}

/// The text, or one like it that all of `shaped` and none of `globs` take. The text itself where there is none.
pub fn unlike(text: &str, shaped: &[&str], globs: &[&str]) -> String {
    let fits = |text: &String| {
        let known = Text::Known(text.into());
        let takes = |glob: &&str| glob_holds(glob, &known) == Holds::Yes;
        shaped.iter().all(takes) && !globs.iter().any(takes)
    };
    let others = ["x", "xx", "xxxx", "x/x", "/x", "x.x", "x=x", "x:x", "-x"];
    let like = shaped.iter().map(|glob| fill(glob)).chain([text.to_owned()]).collect::<Vec<_>>();
    let longer = like.iter().flat_map(|text| others.iter().map(move |other| format!("{text}{other}")));
    let filled = shaped.iter().flat_map(|glob| others.iter().map(move |other| fill_with(glob, other)));
    let plain = others.iter().map(|other| (*other).to_owned());
    let candidates = std::iter::once(text.to_owned()).chain(plain).chain(like.clone()).chain(longer).chain(filled);
    let exact = || {
        let declared = |globs: &[&str]| globs.iter().map(|glob| Glob::declared(glob)).collect::<Vec<_>>();
        text_of(&declared(shaped), &declared(globs))
    };
    candidates.into_iter().find(fits).or_else(exact).unwrap_or_else(|| text.to_owned())
}

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
        ValueType::Plain | ValueType::Glob => &["1"],
    }
}

/// A text for each case of a value: one that its glob takes. `None` stands for no case.
pub fn of_cases(cases: &[Case]) -> impl Iterator<Item = String> {
    cases.iter().flat_map(|case| case.globs.iter().map(|glob| fill(glob)))
}

/// The shortest text that a glob takes, with a letter for each `?` and for a `*` that stands alone.
pub fn fill(glob: &str) -> String {
    fill_with(glob, "x")
}

/// The same, with `run` for each `*`.
pub fn fill_with(glob: &str, run: &str) -> String {
    let mut text = String::new();
    let mut rest = glob;
    while let Some(first) = rest.chars().next() {
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
        match first {
            '*' => text.push_str(run),
            '?' => text.push('x'),
            '[' => {
                let (taken, after) = class(rest);
                text.extend(taken);
                rest = after;
            }
            other => text.push(other),
        }
    }
    text
}

/// A character of the class that begins here, and what stands behind it.
fn class(rest: &str) -> (Option<char>, &str) {
    let mut characters = rest.char_indices();
    let Some((_, first)) = characters.next() else { return (Some('['), rest) };
    let Some((end, _)) = characters.find(|(_, c)| *c == ']') else { return (Some('['), rest) };
    let after = rest.get(end + 1..).unwrap_or_default();
    let taken = if matches!(first, '!' | '^') { 'x' } else { first };
    (Some(taken), after)
}
