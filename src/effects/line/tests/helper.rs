//! Tables and calls for tests.
use super::*;

pub use crate::effects::testing::{host, table};

pub fn read_with(host: Host, line: &str) -> Reading {
    static INDEX: std::sync::OnceLock<Index<'static>> = std::sync::OnceLock::new();
    let index = INDEX.get_or_init(|| Index::new(table()));
    let call = Call { tool: "shell".into(), input: serde_json::json!({ "command": line }), host, ..Call::default() };
    crate::effects::read(index, &call)
}

pub fn read(line: &str) -> Reading {
    read_with(host(), line)
}

/// One line a unit, for comparison by eye.
pub fn show(reading: &Reading) -> String {
    reading.units.iter().map(show_unit).collect::<Vec<_>>().join("\n")
}

fn show_unit(unit: &Unit) -> String {
    let words: Vec<String> = unit.words.iter().map(show_word).collect();
    let effects: Vec<String> = unit
        .effects
        .iter()
        .map(|e| format!("{}{:?} {}", if e.certain { "" } else { "?" }, e.kind, show_target(&e.target)))
        .collect();
    let standing = match &unit.standing {
        Standing::Understood => String::new(),
        Standing::Unknown(why) => format!(" UNKNOWN({why})"),
        Standing::Unreadable(why) => format!(" UNREADABLE({why})"),
    };
    let from = unit.piped_from.map_or(String::new(), |at| format!(" <-{at}"));
    let kind = match unit.kind {
        UnitKind::Command => String::new(),
        kind => format!("{kind:?} `{}` ", unit.text),
    };
    format!("{kind}{}{from}{standing} [{}]", words.join(" "), effects.join(", "))
}

pub fn show_word(word: &crate::argv::Word) -> String {
    let text = match &word.text {
        crate::argv::Text::Known(text) => text.to_string(),
        crate::argv::Text::Shaped(pieces) => pieces
            .iter()
            .map(|p| match p {
                crate::argv::Piece::Literal(t) => t.to_string(),
                crate::argv::Piece::Star => "‹*›".into(),
                crate::argv::Piece::Question => "‹?›".into(),
                crate::argv::Piece::Class(c) => format!("‹{c}›"),
                crate::argv::Piece::Below => "‹**›".into(),
                crate::argv::Piece::Unknown => "‹…›".into(),
            })
            .collect(),
    };
    if word.many { format!("{text}+") } else { text }
}

fn show_target(target: &crate::effects::Target) -> String {
    use crate::effects::Target;
    match target {
        Target::None => String::new(),
        Target::Host(word) => show_word(word),
        Target::Path(path) => {
            let Bases { known, unknown } = &*path.bases;
            format!(
                "{}{}@{}{}{}",
                show_word(&crate::argv::Word { text: path.path.clone(), many: false, span: None }),
                if path.tree { "/**" } else { "" },
                known.join("|"),
                if *unknown { "|?" } else { "" },
                if path.unsettled { "!" } else { "" }
            )
        }
    }
}

/// Asserts that a reading, one line a unit, holds a text.
#[track_caller]
pub fn has(line: &str, part: &str) {
    has_with(host(), line, part);
}

/// Asserts that it does not.
#[track_caller]
pub fn lacks(line: &str, part: &str) {
    lacks_with(host(), line, part);
}

#[track_caller]
pub fn has_with(host: Host, line: &str, part: &str) {
    let shown = show(&read_with(host, line));
    assert!(shown.contains(part), "{line}\nlacks {part}:\n{shown}");
}

#[track_caller]
pub fn lacks_with(host: Host, line: &str, part: &str) {
    let shown = show(&read_with(host, line));
    assert!(!shown.contains(part), "{line}\nhas {part}:\n{shown}");
}

/// Everything is understood and nothing but reading happens: what a policy may allow.
pub fn is_mild(reading: &Reading) -> bool {
    use crate::table::EffectKind;
    reading.units.iter().all(|unit| {
        unit.standing == Standing::Understood
            && unit.effects.iter().all(|effect| match effect.kind {
                EffectKind::Reads
                | EffectKind::Sees
                | EffectKind::Refreshes
                | EffectKind::Obeys
                | EffectKind::Enters
                | EffectKind::Verifies => true,
                EffectKind::ReadsEnvironment
                | EffectKind::Writes
                | EffectKind::Deletes
                | EffectKind::Runs(_)
                | EffectKind::Contacts
                | EffectKind::Changes(_)
                | EffectKind::Sets => false,
            })
    })
}

#[track_caller]
pub fn mild(line: &str) {
    let reading = read(line);
    assert!(is_mild(&reading), "{line}\nis not mild:\n{}", show(&reading));
}

#[track_caller]
pub fn not_mild(line: &str) {
    let reading = read(line);
    assert!(!is_mild(&reading), "{line}\nis mild:\n{}", show(&reading));
}
