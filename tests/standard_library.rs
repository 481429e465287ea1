//! The standard library compiles: whatever it holds is written in the language, and every file of it is used.

use policyc::compile::{NoFiles, compile};

const POLICY: &str = "policy p language 1\nuse std/commands\nfinal fallback { ask always because \"x\" }\n";

#[test]
fn std_commands_compiles() {
    let compiled = compile("p.policy", POLICY, &NoFiles);
    let findings: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|found| match found.at().and_then(|at| Some((compiled.sources.get(at.file)?, at.span))) {
            Some((file, span)) => {
                let line = file.text.bytes().take(span.start as usize).filter(|byte| *byte == b'\n').count() + 1;
                format!("{}:{line}: {}", file.name, found.title)
            }
            None => found.title.clone(),
        })
        .collect();
    assert!(!compiled.refused(), "{} findings\n{}", findings.len(), findings.join("\n"));
}
