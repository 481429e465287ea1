//! P505: running the `test` cases of a policy.

use crate::analysis::Spelling;
use crate::compile::{Compiled, TestCall, TestCase};
use crate::decide::{Decision, Evaluator, show};
use crate::effects::{Call, Reading, Standing};
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic, Location};
use crate::table::{Entry, Place, Rule, StageKind, Table, Verdict};
use serde_json::json;
use std::collections::BTreeSet;

/// The page of a case that fails.
pub const PAGE: Page = Page {
    code: Code("P505"),
    title: "a case that gets another answer",
    why: "A test says what a call must get; the policy gives something else. Too permissive is the gravest: the policy allows or \
          asks about what the case wants denied or asked. Too strict costs a question. A wrong reason means that another rule \
          decides than its author had in mind. Either the policy is wrong or the case.",
    bad: r#"policy example language 1
use std/commands
use std/tools
stage reading { allow when only reads because "it only reads" }
final rest { ask always because "nothing here decides" }
test "copies" {
  allow `cp a b` near ask `touch a`
}
"#,
    good: r#"policy example language 1
use std/commands
use std/tools
stage reading { allow when only reads because "it only reads" }
final rest { ask always because "nothing here decides" }
test "copies" {
  ask rest `cp a b` near allow reading `cat a`
}
"#,
};

/// A case that did not come out as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// The test's name.
    pub test: String,
    /// Where the case stands.
    pub at: Location,
    /// Which way it is wrong.
    pub kind: FailedKind,
    /// The call as text.
    pub call: String,
    /// How the call is spelled otherwise than in the case, in words.
    pub spelled: Option<&'static str>,
    /// What was written.
    pub expected: (Verdict, Option<String>),
    /// What came out.
    pub found: Found,
    /// What was not understood, where that decided.
    pub not_understood: Option<String>,
}

/// The answer that a case got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The answer.
    pub verdict: Verdict,
    /// Its code.
    pub code: String,
    /// The rule that gave it.
    pub rule: String,
    /// Why, in the author's words.
    pub reason: String,
}

/// Which way a case is wrong, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailedKind {
    /// The policy gives more than the case says.
    TooPermissive,
    /// It gives less.
    TooStrict,
    /// The verdict is right, its code is another.
    WrongReason,
}

impl FailedKind {
    /// All of them, the worst first.
    pub const ALL: [FailedKind; 3] = [FailedKind::TooPermissive, FailedKind::TooStrict, FailedKind::WrongReason];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            FailedKind::TooPermissive => "too permissive",
            FailedKind::TooStrict => "too strict",
            FailedKind::WrongReason => "wrong reason",
        }
    }
}

/// A rule or an entry, and whether a case reaches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// `reading.1`, `safe looking`.
    pub name: String,
    /// Where it stands.
    pub at: Place,
    /// Some case is decided by the rule, or some unit of a case is of the entry's shape.
    pub reached: bool,
    /// It is the rule of the final stage, which every policy has.
    pub last: bool,
}

/// What came of all cases.
#[derive(Debug, Default)]
pub struct Report {
    /// The cases that were run: each call, and where the case stands.
    pub cases: Vec<(String, Location)>,
    /// Those that failed, the worst kind first.
    pub failed: Vec<Failed>,
    /// The rules of the policy.
    pub rules: Vec<Reached>,
    /// The entries of its `safe` and `pattern` lists, without those of the standard library.
    pub entries: Vec<Reached>,
    /// How many other spellings were tried.
    pub spellings: usize,
}

/// A case as it was run.
struct Ran<'c> {
    test: &'c str,
    case: &'c TestCase,
    call: Call,
    shown: String,
    reading: Reading,
    decision: Decision,
}

/// Runs all cases of a policy. `evaluator`: of all policies that decide together, `own`: of the one that the cases are of, by which
/// is told what they reach. `respell`: other lines that mean the same.
pub fn run(
    evaluator: &Evaluator<'_>,
    own: &Evaluator<'_>,
    compiled: &Compiled,
    respell: &dyn Fn(&str) -> Vec<Spelling>,
) -> Report {
    let mut report = Report::default();
    let mut all = Vec::new();
    for test in &compiled.tests {
        for case in &test.cases {
            let mut next = Some(case);
            while let Some(case) = next {
                all.push(ran(evaluator, &test.name, case, None));
                next = case.near.as_deref();
            }
        }
    }
    report.cases = all.iter().map(|ran| (ran.shown.clone(), ran.case.at)).collect();
    for ran in &all {
        let failed = failed(ran, None);
        let fine = failed.is_none();
        report.failed.extend(failed);
        if let (TestCall::Shell(line), true) = (&ran.case.call, fine) {
            respelled(evaluator, ran, respell(line), &mut report);
        }
    }
    report.failed.sort_by_key(|failed| failed.kind);
    coverage(own, &all, &mut report);
    report
}

fn ran<'c>(evaluator: &Evaluator<'_>, test: &'c str, case: &'c TestCase, line: Option<&str>) -> Ran<'c> {
    let (call, shown) = call(case, line);
    let reading = evaluator.read(&call);
    let decision = evaluator.decide(&call, &reading);
    Ran { test, case, call, shown, reading, decision }
}

fn failed(ran: &Ran<'_>, spelled: Option<&'static str>) -> Option<Failed> {
    let by = &ran.decision.by;
    let unit = by.unit.and_then(|at| ran.reading.units.get(at));
    Some(Failed {
        test: ran.test.to_owned(),
        at: ran.case.at,
        kind: kind(ran.case, &ran.decision)?,
        call: ran.shown.clone(),
        spelled,
        expected: (ran.case.verdict, ran.case.code.clone()),
        found: Found { verdict: by.verdict, code: by.code.clone(), rule: by.rule.clone(), reason: by.reason.clone() },
        not_understood: match unit.map(|unit| &unit.standing) {
            Some(Standing::Unknown(what) | Standing::Unreadable(what)) => Some(what.clone()),
            Some(Standing::Understood) | None => None,
        },
    })
}

fn kind(case: &TestCase, decision: &Decision) -> Option<FailedKind> {
    match decision.verdict().cmp(&case.verdict) {
        std::cmp::Ordering::Less => Some(FailedKind::TooPermissive),
        std::cmp::Ordering::Greater => Some(FailedKind::TooStrict),
        std::cmp::Ordering::Equal => match &case.code {
            Some(code) if *code != decision.by.code => Some(FailedKind::WrongReason),
            Some(_) | None => None,
        },
    }
}

/// Another spelling may say another reason, and a wrapper may ask for more; looser it may not be.
fn respelled(evaluator: &Evaluator<'_>, ran: &Ran<'_>, spellings: Vec<Spelling>, report: &mut Report) {
    for Spelling { line, way } in spellings {
        let other = self::ran(evaluator, ran.test, ran.case, Some(&line));
        report.spellings += 1;
        let Some(failed) = failed(&other, Some(way.words())) else { continue };
        let counts = match failed.kind {
            FailedKind::TooPermissive => true,
            FailedKind::TooStrict => way.keeps(),
            FailedKind::WrongReason => false,
        };
        if counts {
            report.failed.push(failed);
        }
    }
}

/// The call of a case. Somebody is there to ask, unless the case says otherwise.
fn call(case: &TestCase, line: Option<&str>) -> (Call, String) {
    let mut facts = case.facts.clone();
    facts.entry("interactive".into()).or_insert(json!(true));
    let (tool, input, shown) = match &case.call {
        TestCall::Shell(own) => {
            let line = line.unwrap_or(own);
            ("shell".to_owned(), json!({ "command": line }), line.to_owned())
        }
        TestCall::Tool(tool, input) => (tool.clone(), input.clone(), format!("{tool} {input}")),
    };
    (Call { tool, input, host: case.host.clone(), facts }, shown)
}

fn coverage(evaluator: &Evaluator<'_>, all: &[Ran<'_>], report: &mut Report) {
    let table = evaluator.table();
    let own = |at: Place| table.sources.get(at.file as usize).is_none_or(|name| !name.starts_with("std/"));
    let decisions: Vec<(Reading, Decision)> = all.iter().map(|ran| read_and_decided(evaluator, &ran.call)).collect();
    let hits = decisions.iter().flat_map(|(_, decision)| decision.units.iter().chain([&decision.by]));
    let deciding: BTreeSet<&str> = hits.map(|hit| hit.rule.as_str()).collect();
    let last = table.stages.iter().find(|stage| stage.kind == StageKind::Final);
    let is_last = |rule: &Rule| last.is_some_and(|last| last.rules.iter().any(|own| own.id == rule.id));
    let rules = table.stages.iter().flat_map(|stage| &stage.rules);
    let rules = rules.filter(|rule| own(rule.at)).map(|rule| Reached {
        name: rule.id.clone(),
        at: rule.at,
        reached: deciding.contains(rule.id.as_str()),
        last: is_last(rule),
    });
    report.rules = rules.collect();
    let mut entries = Vec::new();
    for (name, at, entry) in lists(table).filter(|(_, at, _)| own(*at)) {
        let hit = |(ran, (reading, _)): (&Ran<'_>, &(Reading, Decision))| {
            (0..reading.units.len()).any(|unit| evaluator.is_of(entry, &ran.call, reading, unit))
        };
        entries.push(Reached { name, at, reached: all.iter().zip(&decisions).any(hit), last: false });
    }
    report.entries = entries;
}

fn read_and_decided(evaluator: &Evaluator<'_>, call: &Call) -> (Reading, Decision) {
    let reading = evaluator.read(call);
    let decision = evaluator.decide(call, &reading);
    (reading, decision)
}

/// All entries of `safe` and `pattern` lists.
fn lists(table: &Table) -> impl Iterator<Item = (String, Place, &Entry)> {
    let safes = table.safes.iter().map(|(name, entries)| (format!("safe {name}"), entries));
    let patterns = table.patterns.iter().map(|(name, entries)| (format!("pattern {name}"), entries));
    safes.chain(patterns).flat_map(|(list, entries)| {
        entries.iter().map(move |entry| {
            let (what, at) = match entry {
                Entry::Command(command) => {
                    let words: Vec<&str> =
                        std::iter::once(&command.program).chain(&command.subcommands).map(String::as_str).collect();
                    (words.join(" "), command.at)
                }
                Entry::Tool { name, at, .. } => (format!("tool {name}"), *at),
            };
            (format!("`{what}` in {list}"), at, entry)
        })
    })
}

impl Failed {
    /// As a finding.
    pub fn diagnostic(&self) -> Diagnostic {
        let (verdict, code) = &self.expected;
        let expected = [Some(show::verdict_word(*verdict)), code.as_deref()].into_iter().flatten().collect::<Vec<_>>();
        let found = &self.found;
        let title = format!("{}: a case of the test `{}`", self.kind.words(), self.test);
        let label = format!(
            "expected {}, found {} {}: {} [{}]",
            expected.join(" "),
            show::verdict_word(found.verdict),
            found.code,
            found.reason,
            found.rule
        );
        let mut problem = Diagnostic::error(PAGE.code, title, self.at, label);
        problem.witness = Some(self.call.clone());
        if let Some(what) = &self.not_understood {
            problem = problem.note(format!("not understood: {what}"));
        }
        problem
    }
}
