//! The policy that a file of rules becomes.

use super::vouched::{Vouched, vouched};
use super::{Entry, Imported, Note, What, Words, overlap};
use crate::effects::Index;
use crate::table::{Table, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Tools whose argument is a command line.
const SHELLS: &str = "Bash, bash, shell, shell_command, exec_command, local_shell, run_shell_command";

/// Tools that read a file or search files.
const READERS: &str = "Read, NotebookRead, Grep, Glob, read, attach_file, grep, glob, read_file, search_file_content";

/// Tools that change a file.
const WRITERS: &str =
    "Write, Edit, MultiEdit, NotebookEdit, write, edit, multi_edit, apply_patch, patch, write_file, replace";

/// Tools that fetch from a host that they name.
const FETCHERS: &str = "WebFetch, webfetch";

/// Tools that contact whatever host.
const CONTACTING: &str =
    "WebFetch, webfetch, web_fetch, WebSearch, websearch, codesearch, web_search, google_web_search";

/// A policy, and what a person should know before using it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its text.
    pub text: String,
    /// Remarks by place.
    pub notes: Vec<Note>,
}

impl Draft {
    /// Makes a policy of rules. `standard` holds the declarations of programs; `from` says in a comment what was imported.
    pub fn new(imported: &Imported, name: &str, from: &str, standard: &Table) -> Draft {
        let index = Index::new(standard);
        let mut parts = Parts { notes: imported.notes.clone(), ..Parts::default() };
        for entry in &imported.entries {
            parts.add(entry, standard, &index);
        }
        parts.reversed(imported);
        let text = parts.text(name, from, imported.otherwise);
        let mut notes = parts.notes;
        notes.sort();
        notes.dedup();
        Draft { text, notes }
    }
}

/// Rules by where they go.
#[derive(Default)]
struct Parts {
    rules: BTreeMap<(Verdict, &'static str), BTreeSet<String>>,
    vouched: BTreeMap<BTreeSet<&'static str>, BTreeSet<String>>,
    reading: BTreeSet<String>,
    writers_allowed: bool,
    contacting: BTreeSet<String>,
    notes: Vec<Note>,
}

impl Parts {
    fn add(&mut self, entry: &Entry, standard: &Table, index: &Index<'_>) {
        let kind = match &entry.what {
            What::Command(words) if entry.verdict == Verdict::Allow => {
                return self.allow(entry, words, standard, index);
            }
            What::Command(_) => "commands",
            What::Reads(_) => "reads",
            What::Writes(_) => "writes",
            What::Host(_) => "hosts",
            What::Tool(tool) if entry.verdict == Verdict::Allow => return self.allow_tool(entry, tool),
            What::Tool(_) => "tools",
        };
        let text = match &entry.what {
            What::Command(words) => format!("{} * {}", word(entry.verdict), words.text()),
            What::Tool(tool) => format!("{} {tool}", word(entry.verdict)),
            What::Reads(text) | What::Writes(text) | What::Host(text) => text.clone(),
        };
        self.rules.entry((entry.verdict, kind)).or_default().insert(text.trim_end().to_owned());
    }

    /// A command that may run: for what it plainly does.
    fn allow(&mut self, entry: &Entry, words: &Words, standard: &Table, index: &Index<'_>) {
        let rule = format!("allow * {}", words.text());
        match vouched(standard, index, words) {
            Vouched::Unknown => {
                let program = words.words.join(" ");
                self.note(
                    entry,
                    format!("nobody has declared what `{program}` does, so it is asked until somebody does"),
                );
            }
            Vouched::Another => {
                self.note(entry, "what it does is another command's doing, which is judged for itself");
            }
            Vouched::For { effects, more } => {
                if let Some((line, does)) = more.first() {
                    let others = match more.len() - 1 {
                        0 => String::new(),
                        others => format!(", and {others} more kinds of calls"),
                    };
                    self.note(entry, format!("it would also let through `{line}`, which {does}{others}: asked here"));
                }
                let tame = |effect: &&str| matches!(*effect, "reads" | "obeys");
                if effects.iter().all(tame) {
                    self.reading.insert(words.text());
                } else {
                    let does: Vec<&str> = effects.iter().copied().filter(|effect| !tame(effect)).collect();
                    self.note(
                        entry,
                        format!(
                            "taken over for what its plain command does, which is more than reading: {}",
                            does.join(", ")
                        ),
                    );
                    self.vouched.entry(effects).or_default().insert(rule);
                }
            }
        }
    }

    /// A tool that may be called whatever its arguments.
    fn allow_tool(&mut self, entry: &Entry, tool: &str) {
        let is_one = |list: &str| list.split(", ").any(|name| name == tool);
        if is_one(READERS) {
            // The stage `reading` allows it.
        } else if is_one(WRITERS) {
            self.writers_allowed = true;
            self.note(entry, "taken over for files in the workspace; secrets and what other programs obey are asked");
        } else if is_one(CONTACTING) {
            self.contacting.insert(tool.to_owned());
        } else if is_one(SHELLS) || tool == "*" {
            self.note(entry, "it speaks for every command, which no rule here can vouch for");
        } else {
            self.note(
                entry,
                format!("nobody has declared what `{tool}` does; say so in a `tools` block, or it is asked"),
            );
        }
    }

    /// Tiers ask before they allow; a gate in which the later or the longer rule wins may have allowed.
    fn reversed(&mut self, imported: &Imported) {
        for entry in imported.entries.iter().filter(|entry| entry.verdict == Verdict::Allow) {
            let stricter = imported.entries.iter().find(|other| {
                other.verdict > Verdict::Allow
                    && other.text != entry.text
                    && match (&other.what, &entry.what) {
                        (What::Command(a), What::Command(b)) => overlap(&a.text(), &b.text()),
                        (What::Reads(a), What::Reads(b)) | (What::Writes(a), What::Writes(b)) => {
                            // `D/**` holds `D` itself.
                            overlap(&a.replace("/**", "*"), &b.replace("/**", "*"))
                        }
                        (What::Host(a), What::Host(b)) | (What::Tool(a), What::Tool(b)) => overlap(a, b),
                        _ => false,
                    }
            });
            if let Some(other) = stricter {
                self.note(
                    entry,
                    format!("where `{}` speaks of the same call as well, the stricter of the two holds", other.text),
                );
            }
        }
    }

    fn note(&mut self, entry: &Entry, says: impl Into<String>) {
        self.notes.push(Note { place: entry.place, entry: entry.text.clone(), says: says.into() });
    }

    fn text(&self, name: &str, from: &str, otherwise: Verdict) -> String {
        let mut out = String::new();
        let _ = self.write(&mut out, name, from, otherwise);
        out
    }

    fn write(&self, out: &mut String, name: &str, from: &str, otherwise: Verdict) -> std::fmt::Result {
        writeln!(
            out,
            "## Imported from {from}. Denials before questions before what is allowed, whatever the order there;"
        )?;
        writeln!(out, "## commands are allowed for what they plainly do, and further options that do more are asked.")?;
        writeln!(out, "policy {name} language 1\n")?;
        writeln!(out, "use std/commands\nuse std/paths\nuse std/catastrophes\nuse std/tools\n")?;
        self.write_facts(out)?;
        for ((verdict, kind), members) in &self.rules {
            let kind_word = match *kind {
                "reads" | "writes" => "paths",
                "hosts" => "hosts",
                _ => continue,
            };
            writeln!(out, "{kind_word} {}_{kind} {{", ed(*verdict))?;
            for member in members {
                writeln!(out, "  {}", quoted(member))?;
            }
            writeln!(out, "}}\n")?;
        }
        writeln!(out, "floor catastrophe {{")?;
        writeln!(out, "  deny when surely catastrophe because \"this cannot be undone\"")?;
        writeln!(out, "  deny when surely writes in raw_disks because \"this overwrites a disk\"\n}}\n")?;
        for verdict in [Verdict::Deny, Verdict::Ask] {
            self.write_stage(out, verdict)?;
        }
        writeln!(out, "stage secrets {{")?;
        writeln!(out, "  ask when any reads naming secret because \"it reads a secret\"")?;
        writeln!(out, "  ask when any writes in secret because \"it may change a secret\"")?;
        writeln!(out, "  ask when any writes in control because \"it may change what other programs obey\"\n}}\n")?;
        self.write_vouched(out)?;
        for words in &self.reading {
            writeln!(out, "# Taken over by what it does: {words}")?;
        }
        writeln!(out, "stage reading {{\n  allow when only reads, obeys in workspace because \"it only reads\"\n}}\n")?;
        let (end, why) = match otherwise {
            Verdict::Deny => ("deny", "no rule names it"),
            Verdict::Ask | Verdict::Allow => ("ask", "no rule names it"),
        };
        writeln!(out, "final rest {{\n  {end} always because \"{why}\"\n}}\n")?;
        writeln!(out, "resolve ask {{\n  allow when granted because granted \"allowed earlier in this session\"\n}}")
    }

    fn write_facts(&self, out: &mut String) -> std::fmt::Result {
        let mut facts: Vec<(String, &BTreeSet<String>)> = Vec::new();
        for ((verdict, kind), rules) in &self.rules {
            if matches!(*kind, "commands" | "tools") {
                facts.push((format!("{}_{kind}", ed(*verdict)), rules));
            }
        }
        facts.extend(self.vouched.iter().map(|(effects, rules)| (fact_name(effects), rules)));
        if facts.is_empty() {
            return Ok(());
        }
        writeln!(out, "facts {{")?;
        for (name, rules) in facts {
            let rules: Vec<String> = rules.iter().map(|rule| quoted(rule)).collect();
            writeln!(out, "  {name} : rules = [{}]", rules.join(", "))?;
        }
        writeln!(out, "}}\n")
    }

    /// Denials and questions, by effect wherever the rule named a place.
    fn write_stage(&self, out: &mut String, verdict: Verdict) -> std::fmt::Result {
        let stage = ed(verdict);
        let says = word(verdict);
        let kinds: Vec<&str> = self.rules.keys().filter(|(own, _)| *own == verdict).map(|(_, kind)| *kind).collect();
        if kinds.is_empty() {
            return Ok(());
        }
        writeln!(out, "stage {stage} {{")?;
        for kind in kinds {
            let condition = match kind {
                "commands" => format!("tool {SHELLS} and {stage}_commands says {says}"),
                "tools" => format!("{stage}_tools says {says}"),
                "reads" => format!("any reads in {stage}_reads"),
                "writes" => format!("any writes in {stage}_writes"),
                _ => format!("any contacts in {stage}_hosts"),
            };
            let why = if verdict == Verdict::Deny { "a rule denies it" } else { "a rule asks" };
            writeln!(out, "  {says} when {condition} because \"{why}\"")?;
        }
        writeln!(out, "}}\n")
    }

    fn write_vouched(&self, out: &mut String) -> std::fmt::Result {
        let has = |kind: &'static str| self.rules.contains_key(&(Verdict::Allow, kind));
        let mut lines = Vec::new();
        for effects in self.vouched.keys() {
            let only: Vec<String> = BTreeSet::from(["reads"]).union(effects).map(|effect| placed(effect)).collect();
            lines.push(format!("tool {SHELLS} and {} says allow and only {}", fact_name(effects), only.join(", ")));
        }
        if has("reads") {
            lines.push(format!("tool {READERS} and only reads in allowed_reads"));
        }
        if has("writes") {
            lines.push(format!("tool {WRITERS} and only reads, writes in allowed_writes"));
        }
        if has("hosts") {
            lines.push(format!("tool {FETCHERS} and only contacts in allowed_hosts"));
        }
        if !self.contacting.is_empty() {
            let tools: Vec<&str> = self.contacting.iter().map(String::as_str).collect();
            lines.push(format!("tool {} and only contacts", tools.join(", ")));
        }
        if self.writers_allowed {
            lines.push(format!("tool {WRITERS} and only reads, writes in workspace or scratch"));
        }
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(out, "stage allowed {{")?;
        for line in lines {
            writeln!(out, "  allow when {line} because \"a rule allows it\"")?;
        }
        writeln!(out, "}}\n")
    }
}

fn fact_name(effects: &BTreeSet<&'static str>) -> String {
    let effects: Vec<String> = effects.iter().map(|effect| effect.replace(' ', "_")).collect();
    format!("may_{}", effects.join("_"))
}

/// An effect of the plain command, where it may happen.
fn placed(effect: &str) -> String {
    match effect {
        "writes" => "writes in workspace or scratch".into(),
        "obeys" => "obeys in workspace".into(),
        other => other.into(),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}

fn ed(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allowed",
        Verdict::Ask => "asked",
        Verdict::Deny => "denied",
    }
}

/// A string of the policy language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
