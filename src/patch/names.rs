//! Names in diff headers: quoting, timestamps, stripped components.

use super::Strip;
use std::collections::BTreeSet;

/// The candidates for the name on a `---`, `+++`, `***` or `Index:` line. Empty: `/dev/null`. None: a broken quoted name.
///
/// Git ends a name at a tab or at a trailing timestamp; patch(1) ends it at a tab, or at the first blank if no tab follows. Both
/// are reported.
pub(super) fn header(rest: &str) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let bare = rest.trim_start_matches([' ', '\t']);
    // Git keeps blanks before a name, patch(1) passes over them.
    if bare.len() != rest.len() && !bare.is_empty() {
        names.extend(header(bare)?);
    }
    if rest.starts_with('"') {
        names.insert(unquote(rest)?.0);
    } else {
        let line = rest.trim_end_matches('\r');
        let to_tab = line.split('\t').next().unwrap_or_default();
        names.insert(to_tab.to_owned());
        names.insert(to_tab.trim_end().to_owned());
        if line.len() != rest.len() && to_tab.len() == line.len() {
            names.insert(rest.to_owned());
        }
        names.extend(line.split(char::is_whitespace).next().map(str::to_owned));
        names.extend(without_timestamp(to_tab).map(str::to_owned));
        if let Some((all, _)) = line.rsplit_once('\t') {
            names.insert(all.to_owned());
        }
    }
    names.remove("");
    if names.iter().any(|name| name == "/dev/null") {
        names.clear();
    }
    Some(names)
}

/// The name on a `rename from` or like line: the whole line, or quoted. None: broken.
pub(super) fn whole(rest: &str) -> Option<BTreeSet<String>> {
    if rest.trim_start().starts_with('"') {
        return Some(BTreeSet::from([unquote(rest.trim_start())?.0]));
    }
    let line = rest.trim_end_matches('\r');
    let names = [rest, line, line.trim(), line.trim_end(), line.split('\t').next().unwrap_or_default()];
    let mut names: BTreeSet<String> = names.into_iter().map(str::to_owned).collect();
    // patch(1) ends this one, too, at the first blank.
    names.extend(line.split_whitespace().next().map(str::to_owned));
    names.remove("");
    (!names.is_empty()).then_some(names)
}

/// The two names of a `diff --git` line, every way they may be told apart. None: broken.
pub(super) fn git(rest: &str) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    let line = rest.trim_end_matches('\r');
    if line.starts_with('"') {
        let (first, after) = unquote(line)?;
        names.insert(first);
        names.extend(second(after.trim_start())?);
        return Some(names);
    }
    if let Some((first, quoted)) = line.split_once(" \"") {
        names.insert(first.to_owned());
        names.insert(unquote(&format!("\"{quoted}"))?.0);
        return Some(names);
    }
    let blanks: Vec<usize> =
        line.char_indices().filter(|(_, c)| *c == ' ' || *c == '\t').map(|(index, _)| index).collect();
    let halves = blanks.iter().filter_map(|blank| Some((line.get(..*blank)?, line.get(blank + 1..)?)));
    let tail = |name: &str| name.split_once('/').map_or_else(|| name.to_owned(), |(_, tail)| tail.to_owned());
    let alike: Vec<(&str, &str)> = halves.clone().filter(|(a, b)| a == b || tail(a) == tail(b)).collect();
    let chosen = if alike.is_empty() { halves.collect() } else { alike };
    for (a, b) in chosen {
        names.extend([a, b, a.trim(), b.trim()].map(str::to_owned));
    }
    // patch(1) takes the first two words.
    names.extend(line.split_whitespace().take(2).map(str::to_owned));
    names.remove("");
    (!names.is_empty()).then_some(names)
}

fn second(rest: &str) -> Option<BTreeSet<String>> {
    if rest.starts_with('"') {
        Some(BTreeSet::from([unquote(rest)?.0]))
    } else {
        Some(BTreeSet::from([rest.trim_end().to_owned()]))
    }
}

/// A name without ` 2024-01-31 12:00:00.000 +0100` at its end, or a part of that.
fn without_timestamp(name: &str) -> Option<&str> {
    let is_stamp = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-')
            && word.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '.' | '-' | '+' | '/'))
    };
    let mut rest = name.trim_end();
    let mut cut = false;
    while let Some((before, word)) = rest.rsplit_once(' ') {
        if !is_stamp(word) {
            break;
        }
        rest = before.trim_end();
        cut = true;
    }
    (cut && !rest.is_empty()).then_some(rest)
}

/// Reads a C-quoted name: its text, and what follows the closing quote. None if it never closes, has an unknown escape, or is not
/// UTF-8.
pub(super) fn unquote(text: &str) -> Option<(String, &str)> {
    let body = text.strip_prefix('"')?;
    let mut bytes = Vec::with_capacity(body.len());
    let mut rest = body.bytes().enumerate();
    while let Some((index, byte)) = rest.next() {
        match byte {
            b'"' => return Some((String::from_utf8(bytes).ok()?, body.get(index + 1..)?)),
            b'\\' => {
                let (_, escape) = rest.next()?;
                bytes.push(match escape {
                    b'a' => 0x07,
                    b'b' => 0x08,
                    b'f' => 0x0c,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'v' => 0x0b,
                    b'\\' | b'"' => escape,
                    b'0'..=b'3' => {
                        let mut value = u32::from(escape - b'0');
                        for _ in 0..2 {
                            let (_, digit) = rest.next().filter(|(_, digit)| (b'0'..=b'7').contains(digit))?;
                            value = value * 8 + u32::from(digit - b'0');
                        }
                        u8::try_from(value).ok()?
                    }
                    _ => return None,
                });
            }
            _ => bytes.push(byte),
        }
    }
    None
}

/// The names an applier makes of one candidate by stripping leading components; `renamed` for git's `rename` and `copy` lines,
/// which lack the prefix that the first stripped component is.
pub(super) fn stripped(name: &str, strip: Strip, renamed: bool) -> BTreeSet<String> {
    let less = |count: usize| if renamed { count.saturating_sub(1) } else { count };
    let counts: &[usize] = match strip {
        Strip::Usual | Strip::All => &[0, 1],
        Strip::Exactly(count) => &[count],
    };
    let mut names: BTreeSet<String> = counts.iter().flat_map(|count| strip_exactly(name, less(*count))).collect();
    if strip == Strip::All {
        names.extend(name.trim_end_matches('/').rsplit('/').next().map(str::to_owned));
    }
    names.remove("");
    names
}

/// Git counts each `/`, patch(1) each run of them.
fn strip_exactly(name: &str, count: usize) -> Vec<String> {
    let (mut by_slash, mut by_run) = (Some(name), Some(name));
    for _ in 0..count.min(name.len() + 1) {
        by_slash = by_slash.and_then(|rest| rest.split_once('/')).map(|(_, rest)| rest);
        by_run = by_run.and_then(|rest| rest.split_once('/')).map(|(_, rest)| rest.trim_start_matches('/'));
    }
    [by_slash, by_run].into_iter().flatten().map(str::to_owned).collect()
}
