//! The standard library compiles: whatever it holds is written in the language, and every file of it is used.

use policyc::compile::{NoFiles, compile};

const POLICY: &str = "policy p language 1\nuse std/commands\nfinal fallback { ask always because \"x\" }\n";

#[test]
fn std_commands_compiles() {
    let compiled = compile("p.policy", POLICY, &NoFiles);
    let findings: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|d| {
            let at = d.at();
            let file = compiled.sources.get(at.file);
            let (name, line) = file.map_or(("?".to_owned(), 0), |f| {
                let start = at.span.start as usize;
                (f.name.clone(), f.text[..start.min(f.text.len())].matches('\n').count() + 1)
            });
            format!("{name}:{line}: {} {} [{}]", d.code, d.title, d.labels.first().map_or("", |l| l.text.as_str()))
        })
        .collect();
    assert!(!compiled.refused(), "{} findings\n{}", findings.len(), findings.join("\n"));
}
