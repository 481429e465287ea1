//! find's command line: `-H -L -P -D -O`, then paths, then an expression of single-dash words of fixed arity.
//!
//! Precedence, `!`, `-o` and parentheses decide *whether* an action runs, never what it does; so they are punctuation here.
//! Values are taken whatever they begin with.

use super::Text;
use super::declared::Declared;
use super::machine::{Hit, Position, Step};
use crate::table::OptionDecl;
use smallvec::{SmallVec, smallvec};

/// Punctuation of expressions, in GNU and BSD spelling.
const PUNCTUATION: &[&str] = &["(", ")", "!", ",", "-a", "-o", "-and", "-or", "-not"];

/// Options that stand before the paths and begin no expression.
const LEADING: &[&str] = &["-H", "-L", "-P", "-D", "-O"];

/// `-O` with its value.
const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3"];

/// Tests of a file's name, and of its path.
const NAMES: &[&str] = &["-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename"];

/// The option tests a file's name or path against a pattern.
pub fn tests_a_name(option: &OptionDecl) -> bool {
    option.spellings.iter().any(|spelling| NAMES.contains(&spelling.as_str()))
}

/// The option stands before the paths.
pub(super) fn leads(option: &OptionDecl) -> bool {
    option.spellings.iter().any(|spelling| LEADING.contains(&spelling.as_str()))
}

pub(super) fn read(declared: &Declared<'_>, text: &Text, position: Position, steps: &mut Vec<Step>) {
    match text {
        Text::Known(known) => steps.push(self::known(declared, known, position)),
        Text::Shaped(_) => shaped(declared, text, position, steps),
    }
}

fn known(declared: &Declared<'_>, text: &str, position: Position) -> Step {
    if PUNCTUATION.contains(&text) {
        return Step::Punctuation;
    }
    if text == "--" && !position.expression {
        return Step::Options(SmallVec::new());
    }
    if !text.starts_with('-') || text == "-" {
        return if position.expression {
            Step::Rejected(format!("{text} stands behind the expression"))
        } else {
            Step::Operand
        };
    }
    if let Some(option) = declared.exact(text) {
        return Step::Options(smallvec![Hit { option, glued: None }]);
    }
    match (text.strip_prefix("-O"), declared.exact("-O")) {
        (Some(level), Some(option)) if !position.expression && level.bytes().all(|byte| byte.is_ascii_digit()) => {
            Step::Options(smallvec![Hit { option, glued: Some(Text::Known(level.into())) }])
        }
        (Some(_) | None, _) => Step::Undeclared(format!("{text} is not declared")),
    }
}

fn shaped(declared: &Declared<'_>, text: &Text, position: Position, steps: &mut Vec<Step>) {
    let fits = |form: &str| super::glob_holds(form, text) != super::Holds::No;
    let dashed = text.prefix().starts_with('-');
    if !position.expression && !dashed {
        steps.push(Step::Operand);
    }
    if PUNCTUATION.iter().any(|form| fits(form)) {
        steps.push(Step::Punctuation);
    }
    for (option, decl) in declared.options.iter().enumerate() {
        if position.expression && leads(decl) {
            continue;
        }
        if decl.spellings.iter().any(|spelling| fits(spelling)) {
            steps.push(Step::Options(smallvec![Hit { option, glued: None }]));
        }
        if decl.spellings.iter().any(|own| own == "-O") && LEVELS.iter().any(|level| fits(level)) {
            steps.push(Step::Options(smallvec![Hit { option, glued: Some(Text::unknown()) }]));
        }
    }
    if steps.is_empty() {
        let reason = "a word behind the expression".to_owned();
        steps.push(if dashed { Step::Undeclared(reason) } else { Step::Rejected(reason) });
    }
}
