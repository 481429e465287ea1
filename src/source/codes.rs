//! Every diagnostic code with its page: the one source of `policyc explain CODE` and of `docs/errors/`.
//!
//! Codes are stable: one that is no longer given stays reserved. `P0` is syntax, `P1` names, `P2` types and polarity, `P3` stages,
//! `P4` programs, `P5` tests.

/// A stable code, such as `P201`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// What a code means.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// The code.
    pub code: Code,
    /// A heading: what was found.
    pub title: &'static str,
    /// Why that is refused.
    pub why: &'static str,
    /// A policy that triggers it, and nothing else.
    pub bad: &'static str,
    /// The same, mended.
    pub good: &'static str,
}

impl Page {
    /// As Markdown.
    pub fn markdown(&self) -> String {
        let Page { code, title, why, bad, good } = self;
        format!(
            "# {code}: {title}\n\n{why}\n\n## Refused\n\n```policy,refused\n{bad}```\n\n## Mended\n\n```policy\n{good}```\n"
        )
    }
}

/// The page of a code.
pub fn page(code: &str) -> Option<&'static Page> {
    ALL.iter().find(|page| page.code.0.eq_ignore_ascii_case(code))
}

macro_rules! codes {
    ($($name:ident $code:literal $title:literal $why:literal $bad:literal $good:literal;)*) => {
        $(#[doc = $title] pub const $name: Code = Code($code);)*
        /// All pages, in the order of their codes.
        pub const ALL: &[Page] = &[$(Page { code: $name, title: $title, why: $why, bad: $bad, good: $good },)*];
    };
}

mod pages;
pub use pages::*;

#[cfg(test)]
mod tests;
