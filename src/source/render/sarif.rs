//! SARIF 2.1.0.

use crate::source::{Diagnostic, Label, Location, Sources, codes};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'a str,
    version: &'a str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    column_kind: &'a str,
    results: Vec<Outcome<'a>>,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'a str,
    version: &'a str,
    rules: Vec<RuleDescriptor<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleDescriptor<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_description: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_description: Option<Message>,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    rule_id: &'a str,
    level: &'a str,
    message: Message,
    locations: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Place>,
    partial_fingerprints: BTreeMap<&'a str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix {
    description: Message,
    artifact_changes: [Change; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    artifact_location: Artifact,
    replacements: [Replacement; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Message,
}

/// SARIF 2.1.0, one run. Fingerprints hold while lines move: they are of code, file, the text at the place, and which of
/// several like it it is.
pub fn sarif(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let used: BTreeSet<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code.0).collect();
    let rules = used.into_iter().map(descriptor).collect();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let results = diagnostics.iter().map(|diagnostic| outcome(sources, diagnostic, &mut seen)).collect();
    let driver = Driver { name: "policyc", version: env!("CARGO_PKG_VERSION"), rules };
    let run = Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results };
    let log = Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn descriptor(code: &str) -> RuleDescriptor<'_> {
    let page = codes::page(code);
    RuleDescriptor {
        id: code,
        short_description: page.map(|page| Message { text: page.title.to_owned() }),
        full_description: page.map(|page| Message { text: page.why.to_owned() }),
    }
}

fn outcome<'a>(sources: &Sources, diagnostic: &'a Diagnostic, seen: &mut BTreeMap<String, u32>) -> Outcome<'a> {
    let (primary, related): (Vec<&Label>, Vec<&Label>) = diagnostic.labels.iter().partition(|label| label.primary);
    let mut text = diagnostic.title.clone();
    for part in
        diagnostic.witness.iter().map(|witness| format!("shown by: {witness}")).chain(diagnostic.help.iter().cloned())
    {
        text.push('\n');
        text.push_str(&part);
    }
    let fixes = diagnostic.edit.as_ref().and_then(|edit| {
        let (artifact_location, deleted_region) = physical(sources, edit.at)?;
        let replacement = Replacement { deleted_region, inserted_content: Message { text: edit.replacement.clone() } };
        let change = Change { artifact_location, replacements: [replacement] };
        Some(Fix { description: Message { text: edit.title.clone() }, artifact_changes: [change] })
    });
    let at = diagnostic.at().unwrap_or_default();
    let name = sources.get(at.file).map(|source| source.name.as_str()).unwrap_or_default();
    let basis = format!("{}\0{name}\0{}", diagnostic.code, sources.slice(at));
    let nth = seen.entry(basis.clone()).or_default();
    *nth += 1;
    let hash = Sha256::digest(format!("{basis}\0{nth}"));
    let fingerprint = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    Outcome {
        rule_id: diagnostic.code.0,
        level: super::word(diagnostic.severity),
        message: Message { text },
        locations: primary.into_iter().filter_map(|label| place(sources, label)).collect(),
        related_locations: related.into_iter().filter_map(|label| place(sources, label)).collect(),
        partial_fingerprints: [("policyc/v1", fingerprint)].into(),
        fixes: fixes.into_iter().collect(),
    }
}

fn place(sources: &Sources, label: &Label) -> Option<Place> {
    let (artifact_location, region) = physical(sources, label.at)?;
    let message = (!label.text.is_empty()).then(|| Message { text: label.text.clone() });
    Some(Place { physical_location: Physical { artifact_location, region }, message })
}

fn physical(sources: &Sources, at: Location) -> Option<(Artifact, Region)> {
    let source = sources.get(at.file)?;
    let (start_line, start_column) = source.line_column(at.span.start);
    let (end_line, end_column) = source.line_column(at.span.end);
    Some((Artifact { uri: uri(&source.name) }, Region { start_line, start_column, end_line, end_column }))
}

/// A name as a relative URI: what RFC 3986 does not allow in a path is escaped.
fn uri(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b'@' | b'+' => {
                out.push(char::from(byte))
            }
            b'\\' => out.push('/'),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
