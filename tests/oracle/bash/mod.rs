//! The oracle: what bash's own parser makes of a text, held against what ours does.

use policyc::shell::{Dialect, Script, read};

pub mod dump;
pub mod live;
pub mod mutate;

use dump::{Dump, Question};

/// bash's verdict on a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether bash parsed all of it.
    pub ok: bool,
    /// The commands that it parsed completely.
    pub text: String,
}

/// How the two readings differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// We read all of it; bash reports a syntax error.
    FalseAccept(String),
    /// Both read it, and not alike.
    Missegmented(String),
    /// bash reads all of it; we say unreadable, and why.
    FalseReject(String),
}

/// A text, what we read, and what bash must be asked.
pub struct Case<'t> {
    /// The text.
    pub text: &'t str,
    script: Script<'t>,
    whole: Dump,
    bodies: Vec<(String, Dump)>,
}

impl<'t> Case<'t> {
    /// Reads a text.
    pub fn new(text: &'t str, dialect: Dialect) -> Self {
        let script = read(text.as_bytes(), dialect);
        let whole = dump::list(&script, script.body);
        let bodies = dump::bodies(&script);
        Self { text, script, whole, bodies }
    }

    /// Whether we read all of it.
    pub fn is_read(&self) -> bool {
        self.script.unreadable.is_none()
    }

    /// What bash must parse: the text, each substitution's body, each word that bash rewrites.
    pub fn scripts(&self) -> Vec<String> {
        let mut scripts = vec![self.text.to_owned()];
        scripts.extend(self.bodies.iter().map(|(text, _)| text.clone()));
        let dumps = std::iter::once(&self.whole).chain(self.bodies.iter().map(|(_, dump)| dump));
        scripts.extend(dumps.flat_map(|dump| dump.questions.iter().map(|question| question.script.clone())));
        scripts
    }

    /// Compares, given the verdicts on [`Self::scripts`].
    pub fn compare(&self, verdicts: &[Verdict]) -> Result<(), Difference> {
        let (parsed, mut answers) = verdicts.split_at(1 + self.bodies.len());
        let (whole, bodies) = parsed.split_first().unwrap();
        self.compare_whole(whole, &complete(&self.whole, &mut answers))?;
        for ((text, dump), verdict) in self.bodies.iter().zip(bodies) {
            let ours = complete(dump, &mut answers);
            if !verdict.ok || normal(&ours) != normal(&verdict.text) {
                return Err(Difference::Missegmented(format!(
                    "in the body {text:?}\n  ours: {ours}\n  bash: {} {}",
                    verdict.ok, verdict.text
                )));
            }
        }
        Ok(())
    }

    fn compare_whole(&self, bash: &Verdict, ours: &str) -> Result<(), Difference> {
        let difference = || format!("ours: {ours}\n  bash: {}", bash.text);
        let (ours_normal, bash_normal) = (normal(ours), normal(&bash.text));
        match (self.script.unreadable, bash.ok) {
            (None, false) => Err(Difference::FalseAccept(difference())),
            (None, true) if ours_normal == bash_normal => Ok(()),
            (None, true) => Err(Difference::Missegmented(difference())),
            (Some(it), _) => {
                let rest = bash_normal.strip_prefix(ours_normal.as_str());
                if !rest.is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with(' ') || matches!(ours_normal.as_bytes(), [] | [.., b'&', b' '])
                }) {
                    return Err(Difference::Missegmented(format!("before the unreadable part\n  {}", difference())));
                }
                if bash.ok { Err(Difference::FalseReject(format!("{} at byte {}", it.reason, it.at))) } else { Ok(()) }
            }
        }
    }
}

/// A dump with its questions answered.
fn complete(dump: &Dump, answers: &mut &[Verdict]) -> String {
    let (mine, rest) = answers.split_at(dump.questions.len());
    *answers = rest;
    let mut text = dump.text.clone();
    for (index, (question, verdict)) in dump.questions.iter().zip(mine).enumerate() {
        text = text.replace(&format!("\u{1}{index}\u{1}"), &answer(question, verdict));
    }
    text
}

fn answer(question: &Question, verdict: &Verdict) -> String {
    let (before, after) = question.frame;
    verdict
        .text
        .strip_prefix(before)
        .and_then(|text| text.strip_suffix(after))
        .map_or_else(|| format!("<{:?} is not one word>", question.script), str::to_owned)
}

/// A `&` that ends a line and one inside it are the same to us.
fn normal(text: &str) -> String {
    text.replace(" &  ; ", " & ")
}
