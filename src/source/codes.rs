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

macro_rules! codes {
    ($($name:ident $code:literal $title:literal;)*) => {
        $(#[doc = $title] pub const $name: Code = Code($code);)*
    };
}

codes! {
    SYNTAX "P001" "not a clause or item of the language";
    UNCLOSED "P002" "a block without its end";
    LIMIT "P003" "beyond a documented limit";
    UNKNOWN_NAME "P101" "a name that nothing declares";
    DUPLICATE "P102" "declared twice";
    CYCLE "P103" "a circle of definitions";
    NO_FILE "P104" "a used file that is not there";
    PATH_LITERAL "P105" "a path that stands nowhere";
    FACT_TYPE "P202" "a value that its fact cannot have";
    PIPE_IN_SAFE "P203" "a pipe in a safe list";
    NO_ELSE "P305" "a classification that leaves units out";
    EFFECT_KIND "P401" "an effect without its kind";
    GIVEN "P503" "given facts that no host could supply";
    JSON "P504" "arguments that are no JSON";
}

/// All pages, in the order of their codes.
pub const ALL: &[Page] = &[];

/// The page of a code.
pub fn page(code: &str) -> Option<&'static Page> {
    ALL.iter().find(|page| page.code.0.eq_ignore_ascii_case(code))
}
