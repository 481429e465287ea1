//! Tables and calls for tests.
use super::*;

pub fn table() -> Table {
    let at = Place::default();
    let argument = |name: &str| Argument { names: vec![name.to_owned()], default: None };
    Table {
        format: FORMAT,
        policy: "test".into(),
        source_hash: String::new(),
        sources: vec![],
        facts: Default::default(),
        tools: vec![Tool {
            names: vec!["shell".into()],
            does: vec![ToolEffect::Command {
                line: argument("command"),
                from: Base { argument: Some(argument("workdir")), otherwise: Anchor::Cwd },
            }],
            harmless: false,
            subject: vec![],
            subject_args: false,
            at,
        }],
        paths: Default::default(),
        hosts: Default::default(),
        commands: vec![],
        patterns: Default::default(),
        safes: Default::default(),
        classes: Default::default(),
        verdicts: Default::default(),
        stages: vec![],
        resolve: vec![],
        tightened_by: vec![],
    }
}

pub fn host() -> Host {
    Host { cwd: Some("/w".into()), home: Some("/home/u".into()), workspace: vec!["/w".into()], ..Host::default() }
}

pub fn read_with(host: Host, line: &str) -> Reading {
    let table = table();
    let index = Index::new(&table);
    let call = Call { tool: "shell".into(), input: serde_json::json!({ "command": line }), host, ..Call::default() };
    crate::effects::read(&index, &call)
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
    let effects: Vec<String> = unit.effects.iter().map(|e| format!("{}{:?} {}", if e.certain { "" } else { "?" }, e.kind, show_target(&e.target))).collect();
    let standing = match &unit.standing { Standing::Understood => String::new(), Standing::Unknown(why) => format!(" UNKNOWN({why})"), Standing::Unreadable(why) => format!(" UNREADABLE({why})") };
    let from = unit.piped_from.map_or(String::new(), |at| format!(" <-{at}"));
    let kind = match unit.kind { UnitKind::Command => String::new(), kind => format!("{kind:?} `{}` ", unit.text) };
    format!("{kind}{}{from}{standing} [{}]", words.join(" "), effects.join(", "))
}

pub fn show_word(word: &crate::argv::Word) -> String {
    let text = match &word.text { crate::argv::Text::Known(text) => text.clone(), crate::argv::Text::Shaped(pieces) => pieces.iter().map(|p| match p { crate::argv::Piece::Literal(t) => t.clone(), crate::argv::Piece::Star => "‹*›".into(), crate::argv::Piece::Question => "‹?›".into(), crate::argv::Piece::Class(c) => format!("‹{c}›"), crate::argv::Piece::Unknown => "‹…›".into() }).collect() };
    if word.many { format!("{text}+") } else { text }
}

fn show_target(target: &crate::effects::Target) -> String {
    use crate::effects::Target;
    match target {
        Target::None => String::new(),
        Target::Host(word) => show_word(word),
        Target::Path(path) => {
            let Bases { known, unknown } = &path.bases;
            format!("{}{}@{}{}{}", show_word(&crate::argv::Word { text: path.path.clone(), many: false, span: None }), if path.tree { "/**" } else { "" }, known.join("|"), if *unknown { "|?" } else { "" }, if path.unsettled { "!" } else { "" })
        }
    }
}
