//! Case and Unicode form: which names one system takes for the same.
//!
//! Linux compares bytes. APFS and HFS+ ignore case and Unicode normalisation by default (Apple, "APFS FAQ"); NTFS ignores case
//! by a table of single code units ([MS-FSCC], "Naming Files, Paths, and Namespaces"). Where those tables may differ from
//! ours, the fold is marked uncertain.

use super::Os;
use unicode_normalization::UnicodeNormalization;

/// A folded text.
pub(super) struct Folded {
    /// Names that may be the same are equal here.
    pub(super) text: String,
    /// Names that are equal here may still be two.
    pub(super) uncertain: bool,
}

/// Does this system take `A` for `a`?
fn folds_case(os: Os) -> bool {
    match os {
        Os::Linux => false,
        Os::MacOs | Os::Windows => true,
    }
}

/// Folds a text without separators or with `/`, which stays.
pub(super) fn fold(text: &str, os: Os) -> Folded {
    if !folds_case(os) {
        return Folded { text: text.to_owned(), uncertain: false };
    }
    if text.is_ascii() {
        return Folded { text: text.to_ascii_lowercase(), uncertain: false };
    }
    let mut folded = String::with_capacity(text.len());
    let mut uncertain = false;
    for c in text.chars() {
        if os == Os::MacOs && is_ignorable(c) {
            uncertain = true;
            continue;
        }
        let before = folded.len();
        folded.extend(c.to_uppercase().flat_map(char::to_lowercase));
        let piece = folded.get(before..).unwrap_or_default();
        uncertain |= !c.is_ascii() && (piece.chars().count() != 1 || piece.is_ascii());
    }
    let text = match os {
        Os::Linux | Os::Windows => folded,
        // Folding can undo the composed form, so it is composed last.
        Os::MacOs => folded.nfd().nfc().collect(),
    };
    Folded { text, uncertain }
}

/// Code points that HFS+ skips when it compares names (Apple, TN1150; the way around `.git` checks of CVE-2014-9390).
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}
