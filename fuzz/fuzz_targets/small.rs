//! Any text of any small language is read without a panic, the same way twice, and an error points into the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use policyc::effects::small::{Language, Mode, read};

fuzz_target!(|input: (u8, &str)| {
    let (choice, script) = input;
    let language = Language::ALL[usize::from(choice) % Language::ALL.len()];
    let mode = Mode { sandbox: choice >= 128 };
    let reading = read(language, script, &mode);
    assert_eq!(reading, read(language, script, &mode));
    if let Err(error) = reading {
        assert!(error.at <= script.len());
    }
});
