//! Entries of `pattern` and `safe` lists against one unit.

use super::atoms::Scene;
use super::glob;
use super::index::Entries;
use super::truth::{self, Truth};
use crate::argv::{Piece, Text, Word};
use crate::effects::program::SYSTEM_DIRECTORIES;
use crate::effects::{Standing, Unit, UnitKind};
use crate::table::{ArgumentTest, Atom, CommandEntry, Entry, OperandTest, Quantifier, TextTest};

/// Whether the unit is of the shape of one of the entries.
pub fn matches_any(entries: &Entries<'_>, scene: &Scene<'_>) -> Truth {
    truth::any(candidates(entries, scene).map(|entry| matches(entry, scene)))
}

/// The entries that the unit may be of; no others are looked at.
fn candidates<'e>(entries: &'e Entries<'_>, scene: &Scene<'_>) -> impl Iterator<Item = &'e Entry> {
    let program = match scene.unit.kind {
        UnitKind::Command => scene.unit.program.as_deref(),
        // No entry about a program hits them.
        UnitKind::Redirect | UnitKind::Assignment | UnitKind::Construct | UnitKind::Tool | UnitKind::Unreadable => {
            Some("")
        }
    };
    entries.of_program(program)
}

/// Whether the unit is an entry of a `safe` list: understood, and certainly of that very shape.
pub fn is_safe(entries: &Entries<'_>, scene: &Scene<'_>) -> bool {
    let exact = |entry: &Entry| match entry {
        Entry::Command(command) => {
            scene.unit.kind == UnitKind::Command
                && command.pipe.is_none()
                && command.subcommands == scene.unit.subcommands
                && speaks_for_outer(command, scene)
                && speaks_for_effects(command, scene)
                && speaks_for_operands(command, scene)
        }
        Entry::Tool { .. } => true,
    };
    scene.unit.standing == Standing::Understood
        && candidates(entries, scene).any(|entry| exact(entry) && matches(entry, scene).is_yes())
}

/// Who vouches for `git status` does not vouch for `git -p status`, unless `with -p` says so.
fn speaks_for_outer(entry: &CommandEntry, scene: &Scene<'_>) -> bool {
    let outer = scene.unit.options.iter().filter(|option| option.outer);
    let mut acting = outer.filter(|option| scene.index.acts(&entry.program, &option.name));
    acting.all(|option| entry.with.iter().any(|name| *name == option.name))
}

/// Who vouches for `git log` does not vouch for `GIT_PAGER=./x git log`, nor for `cat /dev/tty`: that is not what the program is
/// declared to do. A condition with `only` looks at each effect, wherever it comes from.
fn speaks_for_effects(entry: &CommandEntry, scene: &Scene<'_>) -> bool {
    let looks = entry.condition.iter().any(|atom| matches!(atom, Atom::Effects(Quantifier::Only, _)));
    let mut acts = scene.unit.effects.iter().filter(|effect| effect.kind.acts());
    looks || acts.all(|effect| scene.index.is_own(&entry.program, effect))
}

/// Where some word is not known, others may be values of options and no operands; and each name of a list is another text than the
/// glob that is written.
fn speaks_for_operands(entry: &CommandEntry, scene: &Scene<'_>) -> bool {
    match &entry.operands {
        OperandTest::Whatever | OperandTest::None => true,
        OperandTest::SomeMatches(_) => scene.unit.words.iter().all(|word| word.as_known().is_some()),
    }
}

fn matches(entry: &Entry, scene: &Scene<'_>) -> Truth {
    match entry {
        Entry::Tool { name, arguments, .. } => {
            let named = Truth::from(glob::matches(name, &scene.call.tool));
            named.and(truth::all(arguments.iter().map(|test| argument(test, scene))))
        }
        Entry::Command(first) => piped(first, scene),
    }
}

/// A chain `a | b | c` hits the unit that is `c`, whose input comes from `b`, whose input comes from `a`.
fn piped(first: &CommandEntry, scene: &Scene<'_>) -> Truth {
    if first.pipe.is_none() {
        return of_shape(first, scene);
    }
    let mut chain = vec![first];
    let mut next = &first.pipe;
    while let Some(entry) = next {
        match entry.as_ref() {
            Entry::Command(command) => {
                chain.push(command);
                next = &command.pipe;
            }
            Entry::Tool { .. } => return Truth::No,
        }
    }
    upstream(&chain, scene)
}

fn upstream(chain: &[&CommandEntry], scene: &Scene<'_>) -> Truth {
    let Some((last, before)) = chain.split_last() else {
        return Truth::Yes;
    };
    let mut holds = of_shape(last, scene);
    if before.is_empty() || holds == Truth::No {
        return holds;
    }
    let mut found = Truth::No;
    let mut passes = Truth::Yes;
    let mut source = scene.unit.piped_from;
    // Each step goes to another unit, so there are at most as many as units.
    for _ in 0..scene.reading.units.len() {
        let Some(scene) = source.and_then(|at| scene.of(at)) else { break };
        found = found.or(upstream(before, &scene).and(passes));
        // `curl … | tee log | sh` hands the data on, perhaps.
        passes = Truth::Maybe;
        source = scene.unit.piped_from;
    }
    holds = holds.and(found);
    holds
}

fn of_shape(entry: &CommandEntry, scene: &Scene<'_>) -> Truth {
    let unit = scene.unit;
    match unit.kind {
        UnitKind::Command => {}
        // What runs no program is caught by what it does alone.
        UnitKind::Redirect | UnitKind::Assignment | UnitKind::Construct if is_any_unit(entry) => {
            return truth::all(entry.condition.iter().map(|atom| scene.atom(atom)));
        }
        UnitKind::Redirect | UnitKind::Assignment | UnitKind::Construct | UnitKind::Tool | UnitKind::Unreadable => {
            return Truth::No;
        }
    }
    let mut holds = program(&entry.program, unit);
    if holds == Truth::No {
        return Truth::No;
    }
    if unit.subcommands.get(..entry.subcommands.len()).is_none_or(|path| *path != entry.subcommands) {
        return Truth::No;
    }
    let read = matches!(unit.standing, Standing::Understood);
    for option in &entry.with {
        holds = holds.and(given(option, scene, read));
    }
    for option in &entry.without {
        holds = holds.and(given(option, scene, read).negated());
    }
    holds = holds.and(operands(&entry.operands, unit, read, scene.call.host.home.as_deref()));
    if holds == Truth::No {
        return Truth::No;
    }
    holds.and(truth::all(entry.condition.iter().map(|atom| scene.atom(atom))))
}

/// `"*" where …`: whatever unit does that.
fn is_any_unit(entry: &CommandEntry) -> bool {
    entry.program == "*"
        && entry.subcommands.is_empty()
        && entry.with.is_empty()
        && entry.without.is_empty()
        && entry.operands == OperandTest::Whatever
        && !entry.condition.is_empty()
}

fn program(name: &str, unit: &Unit) -> Truth {
    let Some(own) = &unit.program else {
        // A program word that is not known text may be any program.
        return Truth::Maybe;
    };
    if glob::matches(name, own) {
        return Truth::Yes;
    }
    match own.rsplit_once('/') {
        Some((directory, base)) if glob::matches(name, base) => {
            if SYSTEM_DIRECTORIES.contains(&directory) {
                Truth::Yes
            } else {
                Truth::Maybe
            }
        }
        Some(_) | None => Truth::No,
    }
}

fn given(option: &str, scene: &Scene<'_>, read: bool) -> Truth {
    let unit = scene.unit;
    if !read {
        // The words of a program nobody declared are not options for certain.
        let spelled = unit.words.iter().any(|word| glob::matches_text(option, &word.text) > Truth::No);
        return if spelled || unit.words.iter().any(|word| word.as_known().is_none()) {
            Truth::Maybe
        } else {
            Truth::No
        };
    }
    let canonical = scene.spelling(option);
    let same = unit.options.iter().filter(|given| given.name == canonical);
    truth::any(same.map(|given| Truth::Yes.only_if(given.certain)))
}

fn operands(test: &OperandTest, unit: &Unit, read: bool, home: Option<&str>) -> Truth {
    let words: &[Word] = if read { &unit.operands } else { unit.words.get(1..).unwrap_or_default() };
    match test {
        OperandTest::Whatever => Truth::Yes,
        OperandTest::None if words.is_empty() => Truth::Yes,
        OperandTest::None if words.iter().all(|word| word.many) || !read => Truth::Maybe,
        OperandTest::None => Truth::No,
        OperandTest::SomeMatches(globs) => {
            let some = |word: &Word| truth::any(globs.iter().map(|glob| shaped_like(glob, word, home)));
            // Of a program that nobody declared, only the first word after its name is an operand for certain.
            let first = |at: usize, word: &Word| at == 0 && !word.text.may_begin_with_dash();
            truth::any(words.iter().enumerate().map(|(at, word)| some(word).only_if(read || first(at, word))))
        }
    }
}

/// A glob of an entry against an operand. `~` is the home directory; `[*]`, `[?]` and `[[]` stand for the character itself, so
/// that `/etc/[*]` is the shell glob `/etc/*` and no file of that directory.
fn shaped_like(glob: &str, word: &Word, home: Option<&str>) -> Truth {
    let expanded = match (glob.strip_prefix('~'), home) {
        (Some(rest), Some(home)) => &format!("{home}{rest}"),
        (Some(_), None) => return Truth::No,
        (None, _) => glob,
    };
    let written = as_written(&word.text).is_some_and(|written| glob::matches(expanded, &written));
    if written { Truth::Yes } else { glob::matches_word(expanded, word) }
}

/// A shell glob as it stands in the line; `None` where a part is not known.
fn as_written(text: &Text) -> Option<String> {
    let Text::Shaped(pieces) = text else { return None };
    let mut written = String::new();
    for piece in pieces {
        match piece {
            Piece::Literal(text) | Piece::Class(text) => written.push_str(text),
            Piece::Star => written.push('*'),
            Piece::Question => written.push('?'),
            Piece::Below | Piece::Unknown => return None,
        }
    }
    Some(written)
}

/// A test on an argument of the call. A missing argument fails; one that is no text may pass.
fn argument(test: &ArgumentTest, scene: &Scene<'_>) -> Truth {
    let values: Vec<&serde_json::Value> = test
        .argument
        .names
        .iter()
        .map(|name| select(&scene.call.input, name))
        .find(|v| !v.is_empty())
        .unwrap_or_default();
    if values.is_empty() {
        return test.argument.default.as_ref().map_or(Truth::No, |text| text_test(&test.test, text));
    }
    let passes = |value: &&serde_json::Value| match value {
        serde_json::Value::String(text) => text_test(&test.test, text),
        serde_json::Value::Bool(_) | serde_json::Value::Number(_) => text_test(&test.test, &value.to_string()),
        serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => Truth::Maybe,
    };
    let each: Vec<Truth> = values.iter().map(passes).collect();
    let some = truth::any(each.iter().copied());
    // Of several values each must pass for certainty; one is enough for doubt.
    some.only_if(truth::all(each).is_yes())
}

fn text_test(test: &TextTest, text: &str) -> Truth {
    match test {
        TextTest::Equals(wanted) => (wanted == text).into(),
        TextTest::Matches(glob) if text.len() <= glob::MAX_TEXT => glob::matches(glob, text).into(),
        TextTest::Matches(_) => Truth::Maybe,
    }
}

/// The values at a path into the argument object: `edits.*.path`.
pub fn select<'v>(input: &'v serde_json::Value, path: &str) -> Vec<&'v serde_json::Value> {
    let mut values = vec![input];
    for step in path.split('.') {
        let mut next = Vec::new();
        for value in values {
            match value {
                serde_json::Value::Array(items) if step == "*" => next.extend(items),
                serde_json::Value::Object(fields) if step == "*" => next.extend(fields.values()),
                serde_json::Value::Object(fields) => next.extend(fields.get(step)),
                serde_json::Value::Null
                | serde_json::Value::Bool(_)
                | serde_json::Value::Number(_)
                | serde_json::Value::String(_)
                | serde_json::Value::Array(_) => {}
            }
        }
        values = next;
    }
    values
}

#[cfg(test)]
mod tests;
