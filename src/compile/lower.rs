//! The state of a lowering, and which file lowers which item.

use super::load::Loaded;
use super::{Accept, Assert, PolicyTest};
use crate::check;
use crate::source::{Code, Diagnostic, FileId, Location, Span, closest, codes};
use crate::syntax::{Node, Rule};
use crate::table::{self, HostMember, PathMember, Place, Table};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// What a lowering leaves.
pub(super) struct Done {
    pub table: Table,
    pub diagnostics: Vec<Diagnostic>,
    pub tests: Vec<PolicyTest>,
    pub asserts: Vec<Assert>,
    pub accepts: Vec<Accept>,
}

/// A lowering under way.
pub(super) struct Lower<'a> {
    pub loaded: &'a Loaded,
    pub table: Table,
    pub diagnostics: Vec<Diagnostic>,
    pub tests: Vec<PolicyTest>,
    pub asserts: Vec<Assert>,
    pub accepts: Vec<Accept>,
    /// The file whose items are being lowered.
    pub file: FileId,
    /// `options NAME` of all files.
    pub option_sets: BTreeMap<&'a str, (FileId, Node<'a>)>,
    /// Where each name of a kind is declared.
    pub declared: BTreeMap<(&'static str, String), Location>,
    /// Program name → index into the table's commands.
    pub programs: BTreeMap<String, Vec<usize>>,
    /// What the policy tightens, by the name it gives.
    pub tightens: Option<Node<'a>>,
    /// Files of which another file names something.
    pub used: BTreeSet<FileId>,
    /// The first line of the entry.
    pub header: Option<Location>,
    /// A line of `final` could not be read; what it lacks is not known.
    pub broken_final: bool,
    /// Names of a kind that conditions may use before the item that declares them is lowered.
    pub names: Names,
}

/// Declared names by kind.
#[derive(Default)]
pub(super) struct Names {
    pub patterns: BTreeSet<String>,
    pub safes: BTreeSet<String>,
    pub classes: BTreeMap<String, Vec<String>>,
    pub paths: BTreeSet<String>,
    pub hosts: BTreeSet<String>,
    pub verdicts: BTreeSet<String>,
}

impl<'a> Lower<'a> {
    pub fn new(loaded: &'a Loaded, diagnostics: Vec<Diagnostic>) -> Lower<'a> {
        let mut hash = Sha256::new();
        for (_, source) in loaded.sources.iter() {
            hash.update(u64::try_from(source.text.len()).unwrap_or(u64::MAX).to_le_bytes());
            hash.update(source.text.as_bytes());
        }
        let source_hash = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let table = Table {
            format: table::FORMAT,
            policy: String::new(),
            tightens: None,
            source_hash,
            sources: loaded.sources.iter().map(|(_, source)| source.name.clone()).collect(),
            facts: super::policy::built_in_facts(),
            tools: Vec::new(),
            paths: super::policy::built_in_paths(),
            hosts: BTreeMap::new(),
            commands: Vec::new(),
            patterns: BTreeMap::new(),
            safes: BTreeMap::new(),
            classes: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            stages: Vec::new(),
            resolve: Vec::new(),
            tightened_by: Vec::new(),
        };
        let names = Names { paths: table.paths.keys().cloned().collect(), ..Names::default() };
        Lower {
            loaded,
            table,
            diagnostics,
            tests: Vec::new(),
            asserts: Vec::new(),
            accepts: Vec::new(),
            file: loaded.entry,
            option_sets: BTreeMap::new(),
            declared: BTreeMap::new(),
            programs: BTreeMap::new(),
            tightens: None,
            used: BTreeSet::new(),
            header: None,
            broken_final: false,
            names,
        }
    }

    /// Lowers everything: first what declares names, then what uses them.
    pub fn run(&mut self) {
        let loaded = self.loaded;
        let items: Vec<(FileId, Node<'a>)> = loaded
            .order
            .iter()
            .filter_map(|file| Some((*file, loaded.root(*file)?)))
            .flat_map(|(file, root)| root.kids().map(move |item| (file, item)))
            .collect();
        for pass in [Lower::collect, Lower::declare, Lower::define, Lower::decide] {
            for (file, item) in &items {
                self.file = *file;
                pass(self, *item);
            }
        }
        self.file = loaded.entry;
        self.closing_checks();
    }

    fn closing_checks(&mut self) {
        let nowhere = Location { file: self.loaded.entry, ..Location::default() };
        let header = self.header.unwrap_or(nowhere);
        if self.header.is_none()
            && let Some(stage) = self.table.stages.iter().find(|stage| stage.at.file == self.loaded.entry.0)
        {
            let problem = Diagnostic::error(
                codes::HEADER,
                "a policy says its name first",
                stage.at.location(),
                "a stage of what?",
            )
            .help("begin the file with `policy NAME language 1`");
            let problem = match self.own_name() {
                Some(name) => {
                    let line = format!("policy {name} language 1");
                    problem.edit(nowhere, format!("{line}\n\n"), format!("write `{line}` first"))
                }
                None => problem,
            };
            self.report(problem);
        }
        self.says_something(nowhere);
        self.stages_and_ends(header);
        self.knows_something();
        self.set_cycles();
        self.unused_uses();
        if self.table.stages.iter().map(|stage| stage.rules.len()).sum::<usize>() > super::MAX_RULES {
            let title = format!("a policy may have {} rules", super::MAX_RULES);
            self.report(Diagnostic::error(codes::LIMIT, title, header, "this one has more"));
        }
    }

    /// A file without a single clause is no policy and no part of one.
    fn says_something(&mut self, at: Location) {
        let clauses =
            self.loaded.root(self.loaded.entry).map(|root| root.kids().filter(|item| item.rule() != Rule::EOI).count());
        if clauses == Some(0) {
            let problem = Diagnostic::warning(codes::EMPTY, "this file says nothing", at, "no clause stands in it")
                .help("write a policy, `policy NAME language 1` first, or let `policyc init` write one");
            self.report(problem);
        }
    }

    /// What the order of stages comes to, with the edits that need the text.
    fn stages_and_ends(&mut self, header: Location) {
        let findings = check::stages::check(&self.table, self.tightens.is_some(), !self.broken_final, header);
        let end = self.loaded.sources.get(header.file).map_or(0, |source| source.text.len());
        let broken: Vec<Location> = self.diagnostics.iter().filter_map(Diagnostic::at).collect();
        // A condition that could not be read holds everywhere in the table: nothing is to be concluded from it.
        let is_broken =
            |finding: &Diagnostic| finding.labels.iter().any(|label| broken.iter().any(|at| label.at.holds(*at)));
        for finding in findings {
            if finding.code == codes::BEATEN && is_broken(&finding) {
                continue;
            }
            let place = finding.at().unwrap_or_default();
            let lacks_final = finding.code == codes::FINAL && place == header;
            let finding = if lacks_final {
                let at = Location { file: header.file, span: Span::new(end, end) };
                let stage = "\nfinal fallback {\n  ask always because \"nothing here vouches for it\"\n}\n";
                finding.edit(
                    at,
                    stage,
                    "end it with `final fallback { ask always because \"nothing here vouches for it\" }`",
                )
            } else if finding.code == codes::BEATEN {
                let line = self.whole_line(place);
                finding.edit(line, "", "remove this rule")
            } else {
                finding
            };
            self.diagnostics.push(finding);
        }
    }

    /// A tightening policy passes over what it does not understand, so it must understand something.
    fn knows_something(&mut self) {
        let rules = self.table.stages.iter().flat_map(|stage| &stage.rules);
        let asks_effects = |rule: &table::Rule| {
            rule.when.iter().any(|atom| matches!(atom, table::Atom::Effects(..) | table::Atom::Pattern(..)))
        };
        let Some(first) = rules.into_iter().find(|rule| asks_effects(rule)).map(|rule| rule.at) else { return };
        let takes_commands = self.table.tools.iter().flat_map(|tool| &tool.does).any(is_command);
        let lacks = match (self.table.tools.is_empty(), self.table.commands.is_empty()) {
            (true, true) => "use std/commands\nuse std/tools\n",
            (true, false) => "use std/tools\n",
            (false, true) if takes_commands => "use std/commands\n",
            (false, _) => return,
        };
        if self.tightens.is_none() {
            return;
        }
        let line = self.header.map_or(0, |header| header.span.end as usize);
        let at = Location { file: self.loaded.entry, span: Span::new(line, line) };
        let title = format!("the policy `{}` does not know what calls do", self.table.policy);
        let problem = Diagnostic::error(codes::KNOWS_NOTHING, title, first.location(), "this would never hold")
            .note("each of the policies that are laid over each other reads calls with its own declarations")
            .edit(
                at,
                format!("\n\n{}", lacks.trim_end()),
                format!("write `{}`", lacks.trim_end().replace('\n', "`, `")),
            );
        self.report(problem);
    }

    /// The whole of the lines of a place if nothing else stands on them, else the place.
    fn whole_line(&self, at: Location) -> Location {
        let Some(source) = self.loaded.sources.get(at.file) else { return at };
        let line = |offset: u32| source.line_range(source.line(offset) as usize - 1);
        let (Some(first), Some(last)) = (line(at.span.start), line(at.span.end)) else { return at };
        let is_blank =
            |range: std::ops::Range<usize>| source.text.get(range).is_some_and(|text| text.trim().is_empty());
        if is_blank(first.start..at.span.start as usize) && is_blank(at.span.end as usize..last.end) {
            return Location { span: Span::new(first.start, last.end), ..at };
        }
        at
    }

    /// The name of the file, where it can be that of a policy.
    fn own_name(&self) -> Option<String> {
        let source = self.loaded.sources.get(self.loaded.entry)?;
        let file = source.name.rsplit(['/', '\\']).next()?;
        let stem = file.split('.').next().unwrap_or(file);
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let begins = stem.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        (begins && stem.chars().all(fits)).then(|| stem.to_owned())
    }

    /// Notes that another file's name is used here.
    pub fn refer(&mut self, kind: &'static str, name: &str) {
        if let Some(at) = self.declared.get(&(kind, name.to_owned()))
            && at.file != self.file
        {
            self.used.insert(at.file);
        }
    }

    /// Whether a place is in a file of the standard library.
    pub fn is_standard(&self, place: Place) -> bool {
        self.table.sources.get(place.file as usize).is_some_and(|name| name.starts_with("std/"))
    }

    /// Sets that hold themselves.
    fn set_cycles(&mut self) {
        let paths = self.table.paths.iter().map(|(name, set)| {
            let inner = set.members.iter().chain(&set.except).filter_map(|member| match member {
                PathMember::Set(other) => Some(other.as_str()),
                PathMember::Glob { .. } => None,
            });
            (name.as_str(), inner.collect())
        });
        let hosts = self.table.hosts.iter().map(|(name, set)| {
            let inner = set.members.iter().chain(&set.except).filter_map(|member| match member {
                HostMember::Set(other) => Some(other.as_str()),
                HostMember::Pattern { .. } => None,
            });
            (name.as_str(), inner.collect())
        });
        let mut circular = circles(&paths.collect());
        circular.extend(circles(&hosts.collect()));
        for name in circular {
            let at = self.declared.get(&("set", name.clone())).copied().unwrap_or_default();
            let problem = Diagnostic::error(
                codes::CYCLE,
                format!("the set `{name}` holds itself"),
                at,
                "through the sets it names",
            );
            self.report(problem);
        }
    }

    /// A `use` whose files declare only names, none of which another file uses.
    fn unused_uses(&mut self) {
        let only_names = |file: FileId| {
            self.loaded.root(file).is_some_and(|root| {
                root.kids().all(|item| {
                    matches!(
                        item.rule(),
                        Rule::paths
                            | Rule::hosts
                            | Rule::pattern
                            | Rule::safe
                            | Rule::options
                            | Rule::classify
                            | Rule::table
                            | Rule::use_file
                            | Rule::EOI
                    )
                })
            })
        };
        let mut out = Vec::new();
        for (at, files) in &self.loaded.uses {
            let needed = |file: &FileId| {
                self.used.contains(file)
                    || !only_names(*file)
                    || self.loaded.uses.iter().any(|(at, _)| at.file == *file)
            };
            if at.file != self.loaded.entry {
                continue;
            }
            let path = self.loaded.sources.slice(*at);
            let mut before = self.loaded.uses.iter().take_while(|(other, _)| other != at);
            let earlier = before.find(|(other, own)| other.file == at.file && own == files).map(|(other, _)| *other);
            if earlier.is_some() || !files.iter().any(needed) {
                let (title, why) = match earlier {
                    Some(_) => (format!("`{path}` is used already"), "what it holds is here"),
                    None => (format!("nothing here needs `{path}`"), "none of its names is used"),
                };
                // The path stands behind `use` and a blank at least.
                let item = self.loaded.root(at.file).and_then(|root| {
                    root.all(Rule::use_file)
                        .find(|item| item.first(Rule::use_path).is_some_and(|path| path.span() == at.span))
                });
                let line = item.map_or(*at, |item| self.whole_line(Location { span: item.span(), ..*at }));
                let mut problem = Diagnostic::warning(codes::UNUSED_USE, title, *at, why);
                if let Some(earlier) = earlier {
                    problem = problem.also(earlier, "first here");
                }
                out.push(problem.edit(line, "", "remove this line"));
            }
        }
        self.diagnostics.extend(out);
    }

    fn collect(&mut self, item: Node<'a>) {
        match item.rule() {
            Rule::policy => self.header(item),
            Rule::options => {
                if let Some(name) = item.first(Rule::name) {
                    self.declare_name("option set", name);
                    self.option_sets.insert(name.text(), (self.file, item));
                }
            }
            Rule::paths => self.name_of("set", item, |names, name| {
                names.paths.insert(name);
            }),
            Rule::hosts => self.name_of("set", item, |names, name| {
                names.hosts.insert(name);
            }),
            Rule::safe => self.name_of("safe list", item, |names, name| {
                names.safes.insert(name);
            }),
            Rule::pattern => self.name_of("pattern", item, |names, name| {
                names.patterns.insert(name);
            }),
            Rule::table => self.name_of("table", item, |names, name| {
                names.verdicts.insert(name);
            }),
            Rule::classify => {
                let order = super::policy::class_names(item);
                self.name_of("fact or class", item, |names, name| {
                    names.classes.insert(name, order);
                });
            }
            Rule::floor | Rule::stage | Rule::last_stage => self.name_of("stage", item, |_, _| ()),
            Rule::facts => self.facts(item),
            _ => {}
        }
        self.accepts_in(item);
    }

    fn declare(&mut self, item: Node<'a>) {
        match item.rule() {
            Rule::command => self.command(item),
            Rule::paths => self.path_set(item),
            Rule::hosts => self.host_set(item),
            Rule::tools => self.tools(item),
            _ => {}
        }
    }

    fn define(&mut self, item: Node<'a>) {
        match item.rule() {
            Rule::safe | Rule::pattern => self.entry_list(item),
            Rule::classify => self.classify(item),
            Rule::table => self.verdict_table(item),
            _ => {}
        }
    }

    fn decide(&mut self, item: Node<'a>) {
        match item.rule() {
            Rule::floor | Rule::stage | Rule::last_stage => self.stage(item),
            Rule::resolve => self.resolve(item),
            Rule::assert => self.assert(item),
            Rule::test => self.test(item),
            _ => {}
        }
    }

    fn header(&mut self, item: Node<'a>) {
        let at = self.at(item);
        if self.file != self.loaded.entry {
            self.error(codes::HEADER, "a used file is no policy of its own", item, "remove this line")
                .help
                .push("what is used has items alone; policies are laid over each other with `tightens`".to_owned());
            return;
        }
        if let Some(first) = self.header {
            let problem =
                Diagnostic::error(codes::HEADER, "a policy has one name", at, "here again").also(first, "first here");
            self.report(problem);
            return;
        }
        self.header = Some(at);
        if let Some(version) = item.first(Rule::language).and_then(|language| language.first(Rule::number))
            && version.text() != "1"
        {
            self.error(codes::HEADER, format!("there is no language {}", version.text()), version, "this is version 1");
        }
        if let Some(name) = item.first(Rule::name) {
            self.table.policy = name.text().to_owned();
        }
        self.tightens = item.first(Rule::tightens);
        self.table.tightens = self.tightens.and_then(|node| node.first(Rule::name)).map(|name| name.text().to_owned());
    }

    fn name_of(&mut self, kind: &'static str, item: Node<'a>, add: impl FnOnce(&mut Names, String)) {
        if let Some(name) = item.first(Rule::name) {
            self.declare_name(kind, name);
            add(&mut self.names, name.text().to_owned());
        }
    }

    /// Reports a second declaration of a name.
    pub fn declare_name(&mut self, kind: &'static str, name: Node<'a>) {
        let at = self.at(name);
        let key = (kind, name.unquoted());
        if let Some(first) = self.declared.get(&key) {
            let problem = Diagnostic::error(
                codes::DUPLICATE,
                format!("the {kind} `{}` is declared twice", key.1),
                at,
                "here again",
            )
            .also(*first, "first here");
            self.diagnostics.push(problem);
        } else {
            self.declared.insert(key, at);
        }
    }

    /// Where a node is.
    pub fn at(&self, node: Node<'_>) -> Location {
        Location { file: self.file, span: node.span() }
    }

    /// Where a node is, as the table says it.
    pub fn place(&self, node: Node<'_>) -> Place {
        Place::of(&self.loaded.sources, self.at(node))
    }

    /// Reports an error at a node.
    pub fn error(
        &mut self,
        code: Code,
        title: impl Into<String>,
        node: Node<'_>,
        label: impl Into<String>,
    ) -> &mut Diagnostic {
        let problem = Diagnostic::error(code, title, self.at(node), label);
        self.report(problem)
    }

    /// Reports a finding, which may still be added to.
    pub fn report(&mut self, problem: Diagnostic) -> &mut Diagnostic {
        let index = self.diagnostics.len();
        self.diagnostics.push(problem);
        #[expect(clippy::indexing_slicing, reason = "pushed one line above")]
        &mut self.diagnostics[index]
    }

    /// Reports a name that nothing declares, with the one that may be meant.
    pub fn unknown_name<'n>(
        &mut self,
        what: &str,
        node: Node<'_>,
        known: impl IntoIterator<Item = &'n str>,
    ) -> &mut Diagnostic {
        let written = node.unquoted();
        let at = self.at(node);
        let mut problem =
            Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no {what} `{written}`"), at, "not declared");
        if let Some(close) = closest(&written, known) {
            let replacement = if node.text().starts_with('"') { format!("\"{close}\"") } else { close.to_owned() };
            problem =
                problem.help(format!("did you mean `{close}`?")).edit(at, replacement, format!("write `{close}`"));
        }
        self.report(problem)
    }

    /// `accept` clauses and items: each answers for what follows it.
    fn accepts_in(&mut self, item: Node<'a>) {
        if item.rule() == Rule::accept {
            let root = self.loaded.root(self.file);
            let next = root.and_then(|root| root.kids().find(|other| other.span().start >= item.span().end));
            self.accept(item, next);
            return;
        }
        let lists = [Some(item), item.first(Rule::rules), item.first(Rule::clauses)];
        for list in lists.into_iter().flatten() {
            for node in list.all(Rule::accept) {
                let next =
                    list.kids().find(|other| other.span().start >= node.span().end && other.rule() != Rule::accept);
                self.accept(node, next);
            }
        }
    }

    fn accept(&mut self, node: Node<'a>, next: Option<Node<'a>>) {
        let text = |node: Node<'a>| node.first(Rule::string).map(Node::unquoted);
        self.accepts.push(Accept {
            at: self.at(node),
            target: self.at(next.unwrap_or(node)),
            code: node.first(Rule::code).map(|code| code.text().to_owned()).unwrap_or_default(),
            because: text(node).unwrap_or_default(),
            by: node.first(Rule::by).and_then(text),
            until: node.first(Rule::until).and_then(|until| until.first(Rule::date)).map(|date| date.text().to_owned()),
        });
    }

    pub fn finish(self) -> Done {
        Done {
            table: self.table,
            diagnostics: self.diagnostics,
            tests: self.tests,
            asserts: self.asserts,
            accepts: self.accepts,
        }
    }
}

fn is_command(effect: &table::ToolEffect) -> bool {
    match effect {
        table::ToolEffect::Command { .. } => true,
        table::ToolEffect::Patch { .. } | table::ToolEffect::Effect { .. } => false,
    }
}

/// Where following the names in each list leads back to a name on the way.
fn circles(lists: &BTreeMap<&str, Vec<&str>>) -> BTreeSet<String> {
    let mut done: BTreeSet<&str> = BTreeSet::new();
    let mut circular = BTreeSet::new();
    for start in lists.keys() {
        let mut path: Vec<(&str, usize)> = vec![(start, 0)];
        while let Some((name, next)) = path.last_mut() {
            let name = *name;
            let inner = lists.get(name).and_then(|list| list.get(*next)).copied();
            *next += 1;
            match inner {
                Some(other) if path.iter().any(|(open, _)| *open == other) => {
                    circular.insert(other.to_owned());
                }
                Some(other) if !done.contains(other) => path.push((other, 0)),
                Some(_) => {}
                None => {
                    done.insert(name);
                    path.pop();
                }
            }
        }
    }
    circular
}
