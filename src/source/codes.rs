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
    OS_LITERAL "P106" "a path of one system outside `on`";
    UNUSED_USE "P107" "a used file that nothing needs";
    QUANTIFIER "P201" "a quantifier on the wrong side";
    FACT_TYPE "P202" "a value that its fact cannot have";
    PIPE_IN_SAFE "P203" "a pipe in a safe list";
    MISPLACED "P204" "a condition on the wrong side";
    NOT "P205" "`not` before something other than a fact";
    COMPARISON "P206" "a comparison that its fact does not have";
    SAYS "P207" "`says` on the wrong side";
    NO_ARGUMENT "P208" "an argument that its tool does not have";
    FLOOR_RULE "P301" "a floor that does not deny";
    FLOOR_LATE "P302" "a floor that comes too late";
    FINAL "P303" "`final` missing, not last, or more than its one line";
    TABLE "P304" "a table with a hole, or looser to the right";
    NO_ELSE "P305" "a classification that leaves units out";
    RESOLVE "P306" "`resolve` beyond its powers";
    ELSE_LOOSER "P307" "a malformed fact made looser than an absent one";
    BEATEN "P308" "a rule that its own stage always beats";
    LOOSENS "P309" "a tightening policy that loosens";
    GRANT_KEY "P310" "a grant that covers more than was asked";
    HEADER "P311" "the policy's first line";
    EFFECT_KIND "P401" "an effect without its kind";
    VALUE_TYPE "P402" "an effect that does not fit its value";
    OPTION_TWICE "P403" "an option declared twice";
    DIALECT "P404" "what the dialect does not have";
    DROPS_EFFECT "P405" "a declaration that knows less than the one it replaces";
    WRAPS_NOTHING "P406" "a wrapper that wraps nothing";
    OPERANDS "P407" "operands that cannot be told apart";
    NO_TARGET "P408" "an effect on nothing";
    NO_NEAR "P501" "a case without its neighbour";
    NEAR "P502" "a neighbour that is none";
    GIVEN "P503" "given facts that no host could supply";
    JSON "P504" "arguments that are no JSON";
}

/// All pages, in the order of their codes.
pub const ALL: &[Page] = &[];

/// The page of a code.
pub fn page(code: &str) -> Option<&'static Page> {
    ALL.iter().find(|page| page.code.0.eq_ignore_ascii_case(code))
}
