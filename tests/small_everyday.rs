//! Everyday scripts are proved harmless, and are real: the program accepts them.

mod small_oracle;

use policyc::effects::small::{Language, Mode, read};
use small_oracle::everyday;

#[test]
fn everyday_scripts_are_proved_harmless() {
    let mut missed = Vec::new();
    let lists = [(Language::Sed, everyday::SED), (Language::Awk, everyday::AWK), (Language::Jq, everyday::JQ)];
    for (language, scripts) in lists {
        assert!(scripts.len() >= 100, "{language}: {}", scripts.len());
        for script in scripts {
            match read(language, script, &Mode::default()) {
                Ok(reading) if reading.is_harmless() => {}
                other => missed.push(format!("{language} {script:?}: {other:?}")),
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
