//! Every diagnostic code with its page: the one source of `policyc explain CODE` and of `docs/errors/`.

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
    /// A whole policy that triggers it.
    pub bad: &'static str,
    /// The same, mended.
    pub good: &'static str,
}

/// All pages, in the order of their codes.
pub const ALL: &[Page] = &[];

/// The page of a code.
pub fn page(code: &str) -> Option<&'static Page> {
    ALL.iter().find(|page| page.code.0.eq_ignore_ascii_case(code))
}
