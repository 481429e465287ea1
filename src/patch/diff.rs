//! Unified, context and git diffs.
//!
//! Only the body of a proved hunk, counted as its header says, is passed over; any other line that some applier could take for a
//! header counts as one. So the reader may report more than an applier touches, never less.

use super::names::{self, stripped};
use super::{Change, Strip, Touched, Unreadable};
use std::collections::BTreeSet;

/// One file's headers, as far as they have come.
#[derive(Debug, Default)]
struct File {
    touched: BTreeSet<Touched>,
    old: Side,
    new: Side,
    /// `new file mode`, `deleted file mode`.
    adds: bool,
    deletes: bool,
    mode: bool,
    /// Names of `diff --git`, `Index:`, `diff --cc`.
    named: BTreeSet<String>,
    /// A git header, a hunk or a binary body: there is something to apply.
    applies: bool,
    /// From `rename` and `copy` lines.
    moved: bool,
}

/// A `---` or `+++` line.
#[derive(Debug, Default, Clone)]
struct Side {
    seen: bool,
    names: BTreeSet<String>,
}

/// What the line before was, as far as a hunk may follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    OldHeader,
    NewHeader,
    Hunk,
    Other,
}

/// How far a context hunk has come. Out of order, patch(1) takes its ranges for names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Context {
    /// Not begun, or past its second range.
    Outside,
    /// Directly after its stars.
    Begun,
    /// After its first range.
    Old,
}

struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Split<'a, char>>,
    strip: Strip,
    file: File,
    all: BTreeSet<Touched>,
    before: Before,
    context: Context,
    /// A line that an ed script could begin with.
    command: bool,
    files: usize,
}

/// Reads diffs.
pub(super) fn read(text: &str, strip: Strip) -> Result<BTreeSet<Touched>, Unreadable> {
    let mut reader = Reader {
        lines: text.split('\n').enumerate(),
        strip,
        file: File::default(),
        all: BTreeSet::new(),
        before: Before::Other,
        context: Context::Outside,
        command: false,
        files: 0,
    };
    let mut last = 0;
    while let Some((index, line)) = reader.lines.next() {
        last = index + 1;
        reader.line(index + 1, line)?;
    }
    reader.finish(last)?;
    if reader.files == 0 {
        return Err(Unreadable { line: 0, reason: "no patch in it" });
    }
    Ok(reader.all)
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Unreadable> {
        let bad = |reason| Unreadable { line: number, reason };
        let broken = || bad("a quoted name that is not closed or not UTF-8");
        // patch(1) passes over blanks and `X` before a header, and takes off `- ` of digests.
        let bare = line.trim_start_matches([' ', '\t', 'X']);
        let indented = bare.len() != line.len();
        let bare = if bare.starts_with("- --- ") { bare.trim_start_matches("- ") } else { bare };
        let before = std::mem::replace(&mut self.before, Before::Other);
        let range = match (bare.strip_prefix("*** "), bare.strip_prefix("--- ")) {
            (Some(rest), _) if is_range(rest, "****") => Some(Context::Old),
            (_, Some(rest)) if is_range(rest, "----") => Some(Context::Outside),
            (_, _) => None,
        };
        match (self.context, range) {
            (Context::Begun, Some(Context::Old)) | (Context::Old, Some(Context::Outside)) => {
                self.context = range.unwrap_or(Context::Outside);
                self.file.applies = true;
                return Ok(());
            }
            (Context::Begun, _) | (_, Some(_)) => return Err(bad("a context hunk whose ranges are not in order")),
            (Context::Outside | Context::Old, None) => {}
        }
        if bare.starts_with("***************") {
            self.context = Context::Begun;
            return Ok(());
        }
        if let Some(rest) = bare.strip_prefix("diff --git ") {
            self.finish(number)?;
            self.file.named = names::git(rest).ok_or_else(broken)?;
            self.file.applies = true;
        } else if let Some(rest) = bare.strip_prefix("diff --cc ").or_else(|| bare.strip_prefix("diff --combined ")) {
            self.finish(number)?;
            self.file.named = names::whole(rest).ok_or_else(broken)?;
            self.file.applies = true;
        } else if let Some(rest) = bare.strip_prefix("Index:") {
            if self.file.old.seen || self.file.new.seen {
                self.finish(number)?;
            }
            self.file.named.extend(names::header(rest.trim_start()).ok_or_else(broken)?);
        } else if let Some(rest) = bare.strip_prefix("--- ") {
            self.side(number, Which::Dashes, names::header(rest).ok_or_else(broken)?)?;
            self.before = if indented { Before::Other } else { Before::OldHeader };
        } else if let Some(rest) = bare.strip_prefix("*** ") {
            self.side(number, Which::Stars, names::header(rest).ok_or_else(broken)?)?;
        } else if let Some(rest) = bare.strip_prefix("+++ ") {
            self.side(number, Which::Pluses, names::header(rest).ok_or_else(broken)?)?;
            self.before = if before == Before::OldHeader && !indented { Before::NewHeader } else { Before::Other };
        } else if bare.starts_with("@@ -") {
            if indented || !matches!(before, Before::NewHeader | Before::Hunk) {
                return Err(bad("a hunk without its header lines directly before it"));
            }
            self.hunk(number, bare)?;
            self.file.applies = true;
            self.before = Before::Hunk;
        } else if line.starts_with("@@@ -") {
            self.file.applies = true;
        } else if line.starts_with('\\') {
            self.before = before;
        } else if bare.starts_with("GIT binary patch") {
            self.binary()?;
            self.file.applies = true;
        } else {
            self.extended(number, bare)?;
        }
        Ok(())
    }

    /// Git's extended headers, and what no reader of diffs takes for one.
    fn extended(&mut self, number: usize, line: &str) -> Result<(), Unreadable> {
        let bad = |reason| Unreadable { line: number, reason };
        const MOVES: [(&str, Change); 6] = [
            ("rename from ", Change::RenameFrom),
            ("rename old ", Change::RenameFrom),
            ("rename to ", Change::RenameTo),
            ("rename new ", Change::RenameTo),
            ("copy from ", Change::CopyFrom),
            ("copy to ", Change::CopyTo),
        ];
        for (start, change) in MOVES {
            if let Some(rest) = line.strip_prefix(start) {
                let names = names::whole(rest).ok_or_else(|| bad("a name that is missing or not closed"))?;
                let paths = names.iter().flat_map(|name| stripped(name, self.strip, true));
                self.file.touched.extend(paths.map(|path| Touched { path, change }));
                self.file.moved = true;
                return Ok(());
            }
        }
        if line.starts_with("new file mode ") {
            self.file.adds = true;
        } else if line.starts_with("deleted file mode ") {
            self.file.deletes = true;
        } else if line.starts_with("old mode ") || line.starts_with("new mode ") {
            self.file.mode = true;
        } else if is_command(line, true) || (self.command && line.trim_end_matches('\r') == ".") {
            return Err(bad("an ed script or a diff without context"));
        }
        self.command |= is_command(line, false);
        Ok(())
    }

    /// A line that names one side. A context diff names the old side by `***` and the new one by `---`.
    fn side(&mut self, number: usize, which: Which, names: BTreeSet<String>) -> Result<(), Unreadable> {
        let starts_file = match which {
            Which::Stars => self.file.old.seen || self.file.new.seen,
            Which::Dashes => self.file.new.seen || (self.file.old.seen && !self.file.old_is_stars()),
            Which::Pluses => self.file.new.seen,
        };
        if starts_file {
            self.finish(number)?;
        }
        let is_new = match which {
            Which::Stars => false,
            Which::Dashes => self.file.old.seen,
            Which::Pluses => true,
        };
        let side = if is_new { &mut self.file.new } else { &mut self.file.old };
        *side = Side { seen: true, names };
        Ok(())
    }

    /// Passes over the body of a unified hunk.
    fn hunk(&mut self, number: usize, header: &str) -> Result<(), Unreadable> {
        let bad = |line, reason| Unreadable { line, reason };
        let (mut old, mut new) = counts(header).ok_or_else(|| bad(number, "a hunk header without its counts"))?;
        while old > 0 || new > 0 {
            let Some((index, line)) = self.lines.next() else { return Err(bad(number, "a hunk that is cut off")) };
            let (takes_old, takes_new) = match line.chars().next() {
                None if self.lines.clone().next().is_none() => return Err(bad(number, "a hunk that is cut off")),
                None | Some(' ' | '\r') => (1, 1),
                Some('-') => (1, 0),
                Some('+') => (0, 1),
                Some('\\') => (0, 0),
                Some(_) => return Err(bad(index + 1, "a line in a hunk that is neither context nor change")),
            };
            let (Some(rest_old), Some(rest_new)) = (u64::checked_sub(old, takes_old), u64::checked_sub(new, takes_new))
            else {
                return Err(bad(index + 1, "a hunk whose lines are not those it counts"));
            };
            (old, new) = (rest_old, rest_new);
        }
        Ok(())
    }

    /// Passes over the base-85 body of a binary patch.
    fn binary(&mut self) -> Result<(), Unreadable> {
        let mut ahead = self.lines.clone();
        while let Some((_, line)) = ahead.next() {
            let size = line.strip_prefix("literal ").or_else(|| line.strip_prefix("delta "));
            if !size.is_some_and(|size| size.trim_end_matches('\r').chars().all(|c| c.is_ascii_digit())) {
                break;
            }
            for (index, line) in ahead.by_ref() {
                let line = line.trim_end_matches('\r');
                if line.is_empty() {
                    break;
                }
                let is_data = line.starts_with(|c: char| c.is_ascii_alphabetic())
                    && line.len() <= 66
                    && line.len() % 5 == 1
                    && line.chars().all(|c| c.is_ascii_graphic());
                if !is_data {
                    return Err(Unreadable { line: index + 1, reason: "a binary patch that is not base 85" });
                }
            }
            self.lines = ahead.clone();
        }
        Ok(())
    }

    /// Ends the file at hand and reports what it touches.
    fn finish(&mut self, number: usize) -> Result<(), Unreadable> {
        let file = std::mem::take(&mut self.file);
        let bad = |reason| Unreadable { line: number, reason };
        let has_sides = file.old.seen || file.new.seen;
        if !has_sides && file.named.is_empty() && !file.moved {
            return if file.applies || file.adds || file.deletes {
                Err(bad("a change of no named file"))
            } else {
                Ok(())
            };
        }
        if !file.applies && !has_sides && !file.moved {
            // An `Index:` line in running text.
            return Ok(());
        }
        if has_sides && !file.applies {
            return Err(bad("headers of a file without a hunk"));
        }
        let (adds, deletes) = (
            file.adds || (file.old.seen && file.old.names.is_empty()),
            file.deletes || (file.new.seen && file.new.names.is_empty()),
        );
        let change = match (adds, deletes) {
            (true, false) => Change::Add,
            (false, true) => Change::Delete,
            (true, true) | (false, false) => Change::Modify,
        };
        let mut touched = file.touched;
        for name in file.old.names.iter().chain(&file.new.names).chain(&file.named) {
            for path in stripped(name, self.strip, false) {
                if file.mode {
                    touched.insert(Touched { path: path.clone(), change: Change::Mode });
                }
                if has_sides || !file.mode {
                    touched.insert(Touched { path, change });
                }
            }
        }
        let has_null = [&file.old, &file.new].iter().any(|side| side.seen && side.names.is_empty());
        if has_null && !file.named.is_empty() && !file.adds && !file.deletes {
            // Below a git header without its mode line, git takes `/dev/null` for a name like any other.
            let null = stripped("/dev/null", self.strip, false);
            touched.extend(null.into_iter().filter(|path| path != "/dev/null").map(|path| Touched { path, change }));
        }
        if touched.is_empty() {
            return Err(bad("a file whose name is nothing once stripped"));
        }
        self.all.extend(touched);
        self.files += 1;
        Ok(())
    }
}

impl File {
    /// Only the `***` line of a context diff has come.
    fn old_is_stars(&self) -> bool {
        !self.new.seen
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    Stars,
    Dashes,
    Pluses,
}

/// The lines a unified hunk counts on either side.
fn counts(header: &str) -> Option<(u64, u64)> {
    let rest = header.strip_prefix("@@ -")?;
    let (old, rest) = range(rest)?;
    let (new, rest) = range(rest.strip_prefix(" +")?)?;
    rest.starts_with(" @@").then_some((old, new))
}

/// `start[,count]`: the count, one if none is written.
fn range(text: &str) -> Option<(u64, &str)> {
    let (_, rest) = number(text)?;
    match rest.strip_prefix(',') {
        Some(rest) => number(rest),
        None => Some((1, rest)),
    }
}

fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let digits = text.get(..end).filter(|digits| (1..=9).contains(&digits.len()))?;
    Some((digits.parse().ok()?, text.get(end..)?))
}

/// `1,3 ****`, `1,3 ----`: the ranges inside a context hunk.
fn is_range(rest: &str, end: &str) -> bool {
    rest.trim_end().strip_suffix(end).is_some_and(|range| {
        let range = range.trim_end();
        !range.is_empty() && range.chars().all(|c| c.is_ascii_digit() || c == ',')
    })
}

/// A command of ed or of a diff without context: `3,4d`, `2a3,4`; the whole line, or only its beginning.
fn is_command(line: &str, whole: bool) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
    let Some(after) = rest.strip_prefix(['a', 'c', 'd']) else { return false };
    line.starts_with(|c: char| c.is_ascii_digit())
        && (!whole || after.trim_end().chars().all(|c| c.is_ascii_digit() || c == ','))
}
