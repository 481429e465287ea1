//! Windows' rules for texts and names.
//!
//! Sources: Microsoft, "Naming Files, Paths, and Namespaces" and "File path formats on Windows systems" (both separators, trailing
//! dots and spaces, reserved device names with and without extensions, drive-relative and rooted paths, `\\?\`, `\\.\`, UNC);
//! [MS-FSCC] 2.1.5 (alternate streams, 8.3 names).

/// What the beginning of a text says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Beginning<'a> {
    /// `C:\rest`: a lower-case letter and what follows.
    Drive(char, &'a str),
    /// `\rest`: of the current drive, or below a Unix-like shell's own root.
    Rooted(&'a str),
    /// `rest`.
    Relative(&'a str),
    /// UNC, `\\?\`, `\\.\`, drive-relative `C:x`: not followed.
    Strange,
}

/// What one component says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Name<'a> {
    /// A plain name, trailing dots and spaces dropped.
    Plain(&'a str),
    /// `NUL`, in whatever directory: the null device.
    Null,
    /// Some name of a long form (`PROGRA~1`).
    Short,
    /// A device, a stream, a forbidden character: the path leads elsewhere.
    Strange,
}

/// Is it a separator?
pub(super) fn is_separator(c: char) -> bool {
    c == '/' || c == '\\'
}

/// Reads the beginning.
pub(super) fn beginning(text: &str) -> Beginning<'_> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(a), Some(b)) if is_separator(a) && is_separator(b) => Beginning::Strange,
        (Some(a), _) if is_separator(a) => Beginning::Rooted(text.get(1..).unwrap_or_default()),
        (Some(drive), Some(':')) if drive.is_ascii_alphabetic() => {
            let rest = text.get(2..).unwrap_or_default();
            if rest.starts_with(is_separator) {
                Beginning::Drive(drive.to_ascii_lowercase(), rest)
            } else {
                Beginning::Strange
            }
        }
        _ => Beginning::Relative(text),
    }
}

/// Reads one component that is not empty, `.` or `..`.
pub(super) fn name(component: &str) -> Name<'_> {
    if component.chars().any(|c| c < ' ' || matches!(c, '<' | '>' | '"' | '|' | '?' | '*' | ':')) {
        return Name::Strange;
    }
    let plain = component.trim_end_matches(['.', ' ']);
    if plain.is_empty() {
        return Name::Strange;
    }
    let stem = plain.split('.').next().unwrap_or_default().trim_end();
    if stem.eq_ignore_ascii_case("nul") && stem.len() == plain.len() {
        return Name::Null;
    }
    if is_device(stem) {
        return Name::Strange;
    }
    if is_short(plain) { Name::Short } else { Name::Plain(plain) }
}

fn is_device(stem: &str) -> bool {
    let upper = stem.to_ascii_uppercase();
    match upper.as_str() {
        "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" => true,
        _ => ["COM", "LPT"].iter().any(|port| {
            upper.strip_prefix(port).is_some_and(|rest| {
                let mut chars = rest.chars();
                matches!((chars.next(), chars.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
            })
        }),
    }
}

/// The shape of a generated 8.3 name: up to six characters, `~`, digits, and up to three more after a dot.
fn is_short(name: &str) -> bool {
    let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
    stem.split_once('~').is_some_and(|(head, digits)| {
        !head.is_empty()
            && head.chars().count() <= 6
            && !digits.is_empty()
            && digits.chars().all(|c| c.is_ascii_digit())
            && extension.chars().count() <= 3
            && !extension.contains('.')
    })
}
