//! Three-valued truth: what a condition says of a unit when not everything is known.

/// Whether something holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// It does not.
    No,
    /// It may.
    Maybe,
    /// It does, whatever is not known.
    Yes,
}

impl Truth {
    /// Both hold.
    #[must_use]
    pub fn and(self, other: Truth) -> Truth {
        self.min(other)
    }

    /// One of them holds.
    #[must_use]
    pub fn or(self, other: Truth) -> Truth {
        self.max(other)
    }

    /// The other way round; doubt stays doubt.
    #[must_use]
    pub fn negated(self) -> Truth {
        match self {
            Truth::No => Truth::Yes,
            Truth::Maybe => Truth::Maybe,
            Truth::Yes => Truth::No,
        }
    }

    /// At most `Maybe`, unless `sure`.
    #[must_use]
    pub fn only_if(self, sure: bool) -> Truth {
        if sure { self } else { self.min(Truth::Maybe) }
    }

    /// Holds for certain.
    pub fn is_yes(self) -> bool {
        self == Truth::Yes
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Truth {
        if holds { Truth::Yes } else { Truth::No }
    }
}

/// All of them hold; yes for none. The first that does not ends the asking.
pub fn all(truths: impl IntoIterator<Item = Truth>) -> Truth {
    let mut all = Truth::Yes;
    for truth in truths {
        all = all.and(truth);
        if all == Truth::No {
            break;
        }
    }
    all
}

/// One of them holds; no for none. The first that does ends the asking.
pub fn any(truths: impl IntoIterator<Item = Truth>) -> Truth {
    let mut any = Truth::No;
    for truth in truths {
        any = any.or(truth);
        if any == Truth::Yes {
            break;
        }
    }
    any
}
