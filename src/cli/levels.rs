//! `--deny`, `--warn`, `--allow`, `--list`: which lints count for how much.

use super::exit::Failure;
use crate::lint::{self, Level};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Levels from the command line.
#[derive(Debug, Default, Clone, Args)]
pub struct LevelArguments {
    /// Lints or families whose findings are errors
    #[arg(long, value_name = "CODE")]
    deny: Vec<String>,
    /// Lints or families whose findings are warnings
    #[arg(long, value_name = "CODE")]
    warn: Vec<String>,
    /// Lints or families that are not looked for
    #[arg(long, value_name = "CODE")]
    allow: Vec<String>,
    /// Print all lints with their families and levels, and end
    #[arg(long)]
    pub list: bool,
}

impl LevelArguments {
    /// The levels that differ from the lints' own, by code. The strictest of several wins.
    ///
    /// # Errors
    /// A word that names no lint, or a lint whose level is fixed.
    pub fn levels(&self) -> Result<BTreeMap<&'static str, Level>, Failure> {
        let mut levels = BTreeMap::new();
        for (words, level) in [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)] {
            for word in words.iter().flat_map(|words| words.split(',')) {
                let named = lint::named(word);
                if named.is_empty() {
                    return Err(Failure::usage(format!(
                        "there is no lint or family `{word}`; `policyc check --list` has them"
                    )));
                }
                // A family is lowered as far as it can be; a code is meant.
                let family = named.iter().any(|lint| lint.family.word().eq_ignore_ascii_case(word));
                for lint in named {
                    if !lint.fixed {
                        levels.insert(lint.code.0, level);
                    } else if !family && level < lint.level {
                        return Err(Failure::usage(format!(
                            "{} is always an error: mend what it finds, or answer it beside the place, `accept {} because \"…\"`",
                            lint.code, lint.code
                        )));
                    }
                }
            }
        }
        Ok(levels)
    }

    /// The table of lints: code, family, level, title.
    ///
    /// # Errors
    /// As [`LevelArguments::levels`].
    pub fn listed(&self) -> Result<String, Failure> {
        let levels = self.levels()?;
        let mut text = String::new();
        for lint in lint::LINTS {
            let level = levels.get(lint.code.0).copied().unwrap_or(lint.level);
            let title = lint::page(lint.code.0).map(|page| page.title).unwrap_or_default();
            let fixed = if lint.fixed { "fixed" } else { "" };
            let _ =
                writeln!(text, "{:<5} {:<8} {:<6} {:<6} {title}", lint.code, lint.family.word(), level.word(), fixed);
        }
        Ok(text)
    }
}
