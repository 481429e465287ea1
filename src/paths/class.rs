//! Sets of characters, as sorted disjoint ranges of code points.

/// The separator of canonical paths.
pub(super) const SLASH: u32 = '/' as u32;
/// Greatest code point.
const LAST: u32 = 0x10_FFFF;

/// Characters, as sorted disjoint inclusive ranges.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class(Vec<(u32, u32)>);

impl Class {
    /// Ranges in any order, overlapping or not; reversed ones are empty.
    pub(super) fn new(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.retain(|(low, high)| low <= high);
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self(merged)
    }

    /// One character.
    pub(super) fn one(c: char) -> Self {
        Self(vec![(c.into(), c.into())])
    }

    /// Every character of a name: all but the separator and NUL (which marks a root that no fact gives).
    pub(super) fn name() -> Self {
        Self(vec![(1, SLASH - 1), (SLASH + 1, LAST)])
    }

    /// Every character of any component, marks of unknown roots included.
    pub(super) fn component() -> Self {
        Self(vec![(0, SLASH - 1), (SLASH + 1, LAST)])
    }

    /// Those characters of a name that are not here.
    pub(super) fn complement(&self) -> Self {
        let mut gaps = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for (low, high) in &self.0 {
            if next < *low {
                gaps.push((next, low - 1));
            }
            next = high.saturating_add(1);
        }
        if next <= LAST {
            gaps.push((next, LAST));
        }
        Self(gaps).and(&Self::name())
    }

    /// The characters in both.
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut both = Vec::new();
        for (low, high) in &self.0 {
            for (other_low, other_high) in &other.0 {
                let (low, high) = (*low.max(other_low), *high.min(other_high));
                if low <= high {
                    both.push((low, high));
                }
            }
        }
        Self::new(both)
    }

    /// Without one character.
    pub(super) fn without(&self, c: char) -> Self {
        let c = u32::from(c);
        let mut rest = Vec::with_capacity(self.0.len() + 1);
        for (low, high) in &self.0 {
            if *low <= c && c <= *high {
                if *low < c {
                    rest.push((*low, c - 1));
                }
                if c < *high {
                    rest.push((c + 1, *high));
                }
            } else {
                rest.push((*low, *high));
            }
        }
        Self(rest)
    }

    /// Is it there?
    pub(super) fn contains(&self, c: u32) -> bool {
        self.0.iter().any(|(low, high)| (*low..=*high).contains(&c))
    }

    /// Is nothing there?
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ranges.
    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }
}
