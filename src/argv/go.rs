//! Go's flag package: `-flag v`, `-flag=v`, `--flag`; one or two dashes mean the same; no clusters; stops at the first operand.

use super::Text;
use super::declared::{Arity, Declared, arity};
use super::machine::{Hit, Step};
use smallvec::smallvec;

pub(super) fn read(declared: &Declared<'_>, text: &Text, steps: &mut Vec<Step>) {
    let start = text.prefix();
    if let Text::Known(known) = text
        && known == "--"
    {
        steps.push(Step::End);
        return;
    }
    if !text.may_begin_with_dash() || matches!(text, Text::Known(known) if known == "-") {
        steps.push(Step::Operand);
        return;
    }
    if start.contains('=') || matches!(text, Text::Known(_)) {
        steps.push(named(declared, start, text));
        return;
    }
    if !start.starts_with('-') || start == "-" {
        steps.push(Step::Operand);
    }
    if super::glob_holds("--", text) != super::Holds::No {
        steps.push(Step::End);
    }
    // A pattern is not held against both ways to write the dashes: any option may be meant.
    for (option, decl) in declared.options.iter().enumerate() {
        steps.push(Step::Options(smallvec![Hit { option, glued: None }]));
        if !matches!(arity(decl), Arity::Flag) {
            steps.push(Step::Options(smallvec![Hit { option, glued: Some(Text::unknown()) }]));
        }
    }
}

fn named(declared: &Declared<'_>, start: &str, text: &Text) -> Step {
    let (name, value) = match start.split_once('=') {
        Some((name, _)) => (name, text.behind(name.len() + 1)),
        None => (start, None),
    };
    let bare = name.trim_start_matches('-');
    if name.len() - bare.len() > 2 || bare.is_empty() {
        return Step::Rejected(format!("{name} is not a flag"));
    }
    match declared.exact(&format!("-{bare}")).or_else(|| declared.exact(&format!("--{bare}"))) {
        // `-flag=false` turns it off; that it is on is the reading with more effects.
        Some(option) if declared.get(option).is_some_and(|option| matches!(arity(option), Arity::Flag)) => {
            Step::Options(smallvec![Hit { option, glued: None }])
        }
        Some(option) => Step::Options(smallvec![Hit { option, glued: value }]),
        None => Step::Undeclared(format!("option {name} is not declared")),
    }
}
