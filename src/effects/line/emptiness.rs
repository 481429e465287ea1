//! Tests that tell of a value only whether it is empty (rule 11).
//!
//! `[ -n "$x" ]` and `[[ -z $x ]]` answer one question, as `test -f` does of a file: nothing of the value leaves the shell.
//! That holds where the word is one and fixed in number, so that no message is made of it, where `[` is the builtin, and where
//! no shell of the call tells what the words have become, as `set -x` and `$_` do.

use super::super::words::Finding;
use super::Walk;
use crate::argv::Word;
use crate::shell::tree::{self, Fallback, Name, ParamOp, Part, PartKind};

/// Shells, and the builtins that set their options.
const TRACERS: &[&str] = &["ash", "bash", "busybox", "dash", "ksh", "mksh", "rbash", "set", "sh", "shopt", "zsh"];

/// Whether starting this may make a shell trace.
pub(super) fn may_trace(name: &str, words: &[Word]) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    TRACERS.contains(&name)
        && words.iter().skip(1).any(|word| {
            word.many
                || word
                    .as_known()
                    .is_none_or(|word| (word.starts_with(['-', '+']) && word.contains('x')) || word == "xtrace")
        })
}

impl Walk<'_, '_> {
    /// Which word is the operand of `[ -n WORD ]`, `[ ! -z WORD ]` or the same of `test`, as the builtin.
    pub(super) fn asked_for_emptiness(&self, words: &[tree::Word]) -> Option<usize> {
        let literal = |at: usize| words.get(at).and_then(|word| self.script.literal(*word)).unwrap_or_default();
        let name = literal(0);
        let nth = match &*name {
            "[" if words.len() > 1 && literal(words.len() - 1) == "]" => words.len().checked_sub(2)?,
            "test" => words.len().checked_sub(1)?,
            _ => return None,
        };
        let plain = nth == 2 || (nth == 3 && literal(1) == "!");
        (plain && matches!(&*literal(nth - 1), "-n" | "-z") && !self.is_function(&name)).then_some(nth)
    }

    /// Forgets what evaluating the word found of the environment, from the finding `before` on: only whether it is empty is
    /// told. `splits`: the word must be quoted to be one.
    pub(super) fn keep_value(&mut self, word: tree::Word, before: usize, splits: bool) {
        if self.walker.traces || !self.script.get(word.parts).iter().all(|part| self.is_whole(part, splits)) {
            return;
        }
        let found = self.findings.split_off(before.min(self.findings.len()));
        let all = before + found.len();
        self.findings.extend(found.into_iter().filter(|(finding, _)| !matches!(finding, Finding::ReadsEnvironment(_))));
        self.walker.keeps |= self.findings.len() < all;
    }

    /// Whether the part is text or a variable's whole value.
    fn is_whole(&self, part: &Part, splits: bool) -> bool {
        match part.kind {
            PartKind::Literal { .. } => true,
            PartKind::Param { param, quoted } => {
                (quoted || !splits)
                    && self.script.one(param).is_some_and(|param| {
                        let plain = match param.op {
                            ParamOp::None => true,
                            ParamOp::Fallback { kind: Fallback::Default | Fallback::Alternate, word, .. } => {
                                self.script.get(word).iter().all(|part| matches!(part.kind, PartKind::Literal { .. }))
                            }
                            _ => false,
                        };
                        plain && matches!(param.name, Name::Variable(_)) && param.subscript.is_none() && !param.indirect
                    })
            }
            PartKind::CommandSub { .. }
            | PartKind::ProcSub { .. }
            | PartKind::ArithSub { .. }
            | PartKind::Glob(_)
            | PartKind::Brace { .. }
            | PartKind::BraceRange { .. }
            | PartKind::Tilde { .. }
            | PartKind::Array { .. } => false,
        }
    }
}
