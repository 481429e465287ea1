//! `{a,b}` and `{1..5}`: expanded as text before everything else.

use super::{Evaluator, Field, Place, Surroundings};
use crate::argv::Word;
use crate::shell::tree::{Part, PartKind, Quoting};

/// Words that one word's braces may become; past it the word is a list of unknown words.
pub const MAX_WORDS: usize = 512;

/// A piece of a word after brace expansion.
#[derive(Clone)]
enum Atom {
    Part(Part),
    Text(String),
}

impl<S: Surroundings> Evaluator<'_, &mut S> {
    /// The words that a word with braces becomes.
    pub(super) fn braces(&mut self, parts: &[Part], span: Option<(u32, u32)>, out: &mut Vec<Word>) {
        if let Some(rows) = self.is_plain(parts, true).then(|| self.rows(parts)).flatten() {
            for row in rows {
                let mut field = Field::default();
                for atom in row {
                    match atom {
                        Atom::Part(part) => self.parts(&[part], Place::Argument, &mut field),
                        Atom::Text(text) => field.literal(&text),
                    }
                }
                let ends = field.ends();
                out.push(field.into_word(span));
                out.extend(ends.into_iter().map(|text| Word { text, many: true, span }));
            }
        } else {
            self.parts(parts, Place::Argument, &mut Field::default());
            out.push(Word { span, ..Word::list() });
        }
    }

    /// Whether braces and the rest of the word do not touch each other's meaning: brace expansion is textual, so `$x{a,b}` is
    /// `$xa $xb`, `{~,x}` holds a tilde, `[{a,b}]` a bracket. Commands are left out lest they count twice.
    fn is_plain(&self, parts: &[Part], begins: bool) -> bool {
        let mut begins = begins;
        parts.iter().enumerate().all(|(index, part)| {
            let plain = match part.kind {
                PartKind::Literal { text, quoting } => {
                    let text = self.script.text(text);
                    quoting != Quoting::Unquoted
                        || !(text.contains(['[', ']', '\\']) || (begins && text.starts_with('~')))
                }
                PartKind::Param { param, quoted } => self.script.one(param).is_some_and(|param| {
                    (quoted || self.script.text(param.span).starts_with("${"))
                        && param.op == crate::shell::tree::ParamOp::None
                }),
                PartKind::Glob(glob) => !matches!(
                    glob,
                    crate::shell::tree::Glob::Bracket { .. } | crate::shell::tree::Glob::Extended { .. }
                ),
                PartKind::Brace { alternatives } => self
                    .script
                    .get(alternatives)
                    .iter()
                    .all(|alternative| self.is_plain(self.script.get(alternative.parts), begins)),
                PartKind::BraceRange { .. } => true,
                // `~{a,b}` is `~a ~b`; what a `/` ends is the same in every word.
                PartKind::Tilde { .. } => {
                    begins
                        && parts.get(index + 1).is_some_and(|next| {
                            matches!(next.kind, PartKind::Literal { text, quoting: Quoting::Unquoted }
                                if self.script.text(text).starts_with('/'))
                        })
                }
                PartKind::CommandSub { .. }
                | PartKind::ProcSub { .. }
                | PartKind::ArithSub { .. }
                | PartKind::Array { .. } => false,
            };
            begins = false;
            plain
        })
    }

    fn rows(&self, parts: &[Part]) -> Option<Vec<Vec<Atom>>> {
        let mut rows: Vec<Vec<Atom>> = vec![Vec::new()];
        for part in parts {
            let choices: Vec<Vec<Atom>> = match part.kind {
                PartKind::Brace { alternatives } => {
                    let mut choices = Vec::new();
                    for alternative in self.script.get(alternatives) {
                        choices.extend(self.rows(self.script.get(alternative.parts))?);
                        if choices.len() > MAX_WORDS {
                            return None;
                        }
                    }
                    choices
                }
                PartKind::BraceRange { from, to, step } => {
                    let step = step.map(|step| self.script.text(step));
                    range(self.script.text(from), self.script.text(to), step)?
                        .into_iter()
                        .map(|text| vec![Atom::Text(text)])
                        .collect()
                }
                PartKind::Literal { .. }
                | PartKind::Param { .. }
                | PartKind::CommandSub { .. }
                | PartKind::ProcSub { .. }
                | PartKind::ArithSub { .. }
                | PartKind::Glob(_)
                | PartKind::Tilde { .. }
                | PartKind::Array { .. } => vec![vec![Atom::Part(*part)]],
            };
            if rows.len().saturating_mul(choices.len()) > MAX_WORDS {
                return None;
            }
            rows = rows
                .iter()
                .flat_map(|row| choices.iter().map(move |choice| row.iter().chain(choice).cloned().collect()))
                .collect();
        }
        Some(rows)
    }
}

/// The texts of `{from..to..step}`; `None` where they are too many or not worked out.
fn range(from: &str, to: &str, step: Option<&str>) -> Option<Vec<String>> {
    let step: i64 = step.map_or(Some(0), |step| step.parse().ok())?;
    if let (Ok(first), Ok(last)) = (from.parse::<i64>(), to.parse::<i64>()) {
        if [first, last, step].iter().any(|number| number.unsigned_abs() > 1 << 40)
            || from.starts_with('+')
            || to.starts_with('+')
        {
            return None;
        }
        let padded = [from, to].iter().any(|text| {
            let digits = text.strip_prefix('-').unwrap_or(text);
            digits.len() > 1 && digits.starts_with('0')
        });
        let width = if padded { from.len().max(to.len()) } else { 0 };
        return Some(steps(first, last, step)?.into_iter().map(|number| pad(number, width)).collect());
    }
    let (Some(first), Some(last)) = (letter(from), letter(to)) else {
        return None;
    };
    // Between the cases lie brackets and the backslash, whose treatment afterwards is bash's secret.
    if first.is_ascii_uppercase() != last.is_ascii_uppercase() {
        return None;
    }
    steps(i64::from(first), i64::from(last), step)?
        .into_iter()
        .map(|code| u8::try_from(code).ok().map(|byte| char::from(byte).to_string()))
        .collect()
}

fn steps(first: i64, last: i64, step: i64) -> Option<Vec<i64>> {
    let stride = i64::try_from(step.unsigned_abs().max(1)).ok()?;
    let count = usize::try_from(first.abs_diff(last) / stride.unsigned_abs()).ok()?;
    if count >= MAX_WORDS {
        return None;
    }
    let stride = if first <= last { stride } else { -stride };
    Some((0..=i64::try_from(count).ok()?).map(|nth| first + nth * stride).collect())
}

fn pad(number: i64, width: usize) -> String {
    if number < 0 {
        format!("-{:0>1$}", number.unsigned_abs(), width.saturating_sub(1))
    } else {
        format!("{number:0>width$}")
    }
}

fn letter(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [byte] if byte.is_ascii_alphabetic() => Some(*byte),
        _ => None,
    }
}
