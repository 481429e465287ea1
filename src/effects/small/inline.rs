//! (being laid)

use super::{Act, Code, Language, Reading};

pub(super) fn read(language: Language, _script: &str) -> Reading {
    let mut reading = Reading::default();
    reading.push(Act::Runs(Code::Inline(language)), true);
    reading
}
