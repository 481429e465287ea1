//! L306: a place whose configuration is obeyed, and may be written, unasked.

use super::{Subject, at};
use crate::analysis::{Kit, Sample, Setting, Speaker, every_program, pool, settings};
use crate::effects::read_line;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::{EffectKind, ToolEffect, Verdict};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L306"),
    title: "first write, then obey",
    why: "`git status` obeys the repository's configuration, which can name a program to run. Allowing it is fine as long as nobody \
          writes that configuration unasked: a call that writes `.git/config` and then `git status` run any code together, and each \
          alone looks harmless. Ask where something writes in `control`, before what allows writing in the workspace.",
    bad: r#"policy example language 1
use std/commands
use std/tools
stage working { allow when only reads, obeys in workspace, writes in workspace because "works in the workspace" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
use std/commands
use std/paths
use std/tools
stage control { ask when any writes through control because "it may change what other programs obey" }
stage working { allow when only reads, obeys in workspace, writes in workspace because "works in the workspace" }
final rest { ask always because "nothing here decides" }
"#,
};

/// What obeys a directory, and the file there that can name a program to run: git-config(1), hgrc(5), npm's `.npmrc`.
const USUAL: [(&str, &str); 4] =
    [("git status", ".git/config"), ("git log", ".git/config"), ("hg status", ".hg/hgrc"), ("npm ls", ".npmrc")];
/// How many settings are tried.
const SETTINGS: usize = 256;

/// The finding: the two calls that run code together, under facts that let no code run by itself.
pub fn check(subject: &Subject<'_>, kit: &Kit<'_>) -> Vec<Diagnostic> {
    let table = subject.table;
    let speaker = Speaker::new(table);
    let usual = USUAL.iter().filter(|(line, _)| obeys(subject, line));
    let obeying: Vec<(Sample, Vec<String>)> = usual
        .filter_map(|(line, file)| Some((speaker.line(line)?, vec![format!("{}/{file}", pool::WORKSPACE)])))
        .chain(every_program(&subject.index, EffectKind::Obeys).iter().filter_map(|line| {
            Some((speaker.line(line)?, controlled(subject, line))).filter(|(_, files)| !files.is_empty())
        }))
        .collect();
    if obeying.is_empty() {
        return Vec::new();
    }
    let running: Vec<Sample> = kit
        .of(|kind| matches!(kind, EffectKind::Runs(_)))
        .into_iter()
        .filter_map(|gadget| speaker.line(&gadget.line(None)))
        .collect();
    for setting in &settings(table, SETTINGS).0 {
        // Where code runs unasked anyway, nothing is gained by writing it first.
        if running.iter().any(|sample| allowed(subject, sample, setting).is_some()) {
            continue;
        }
        for (obeys, files) in &obeying {
            let Some(then) = allowed(subject, obeys, setting) else { continue };
            let writes = files.iter().flat_map(|file| writers(subject, &speaker, kit, file));
            for writes in writes {
                let Some(first) = allowed(subject, &writes, setting) else { continue };
                let Some(rule) = super::rule(table, &first) else { continue };
                let title =
                    format!("`{}`, then `{}`: together they run code, and neither is asked", writes.shown, obeys.shown);
                let mut finding = Diagnostic::error(PAGE.code, title, at(rule.at), "lets the configuration be written");
                if let Some(other) = super::rule(table, &then).filter(|_| then != first) {
                    finding = finding.also(at(other.at), "lets it be obeyed");
                }
                finding.witness = Some(format!("{} && {}{}", writes.shown, obeys.shown, setting.shown()));
                return vec![finding.help("ask before it: `ask when any writes through control`")];
            }
        }
    }
    Vec::new()
}

/// The rule that allows the call's last unit, where the whole call is allowed.
fn allowed(subject: &Subject<'_>, sample: &Sample, setting: &Setting) -> Option<String> {
    let call = setting.of(&sample.call);
    let reading = subject.evaluator.read(&call);
    let decision = subject.evaluator.decide(&call, &reading);
    (decision.verdict() == Verdict::Allow).then(|| decision.by.rule.clone())
}

/// Whether some unit of a line obeys a directory.
fn obeys(subject: &Subject<'_>, line: &str) -> bool {
    let reading = read_line(&subject.index, &pool::host(), line);
    reading.units.iter().any(|unit| unit.effects.iter().any(|effect| effect.kind == EffectKind::Obeys))
}

/// Files of the workspace that the set `control` holds in a place that bears a program's name.
fn controlled(subject: &Subject<'_>, line: &str) -> Vec<String> {
    let program = line.split(' ').next().unwrap_or_default();
    let own = |path: &String| path.starts_with(pool::WORKSPACE) && path.contains(&format!("/.{program}"));
    pool::of_set(subject.table, "control", 400).into_iter().filter(own).collect()
}

/// Calls that write a file: by a redirect, a program, a tool.
fn writers(subject: &Subject<'_>, speaker: &Speaker<'_>, kit: &Kit<'_>, file: &String) -> Vec<Sample> {
    let mut found: Vec<Sample> = speaker.line(&format!("> {file}")).into_iter().collect();
    let writing = kit.of(|kind| kind == EffectKind::Writes);
    found.extend(writing.into_iter().filter_map(|gadget| speaker.line(&gadget.line(Some(file)))));
    for tool in &subject.table.tools {
        if let [ToolEffect::Effect { kind: EffectKind::Writes, target: Some(target), .. }] = tool.does.as_slice()
            && let (Some(name), Some(argument)) = (tool.names.first(), target.names.first())
            && !name.contains('*')
            && !argument.contains('.')
        {
            found.push(speaker.tool(name, serde_json::json!({ argument: file })));
        }
    }
    found
}
