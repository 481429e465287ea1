//! For tests of this room and of those above it: a small standard library.

use super::{Compiled, LoadError, Loader, compile};

/// Serves the stand-ins of `tests/policies/std`.
pub(crate) struct StandIns;

impl Loader for StandIns {
    fn load(&self, _from: &str, path: &str) -> Result<(String, String), LoadError> {
        let text = match path {
            "std/commands" => include_str!("../../tests/policies/std/commands.policy"),
            "std/paths" => include_str!("../../tests/policies/std/paths.policy"),
            "std/catastrophes" => include_str!("../../tests/policies/std/catastrophes.policy"),
            _ => return Err(LoadError::Missing(vec!["std/commands".to_owned()])),
        };
        Ok((path.to_owned(), text.to_owned()))
    }
}

/// Compiles a text under the name `example.policy`.
pub(crate) fn compile_with_stand_ins(text: &str) -> Compiled {
    compile("example.policy", text, &StandIns)
}
