//! Facts, tools, sets.

use super::lower::Lower;
use crate::hosts::HostPattern;
use crate::paths::{self, PathGlob};
use crate::source::codes;
use crate::syntax::{Node, Rule};
use crate::table::{
    Anchor, Argument, Base, EffectKind, Fact, FactKind, FactValue, HostMember, HostSet, Os, PathMember, PathSet, Tool,
    ToolEffect,
};
use std::collections::BTreeMap;

/// Facts that the engine supplies.
pub(super) fn built_in_facts() -> BTreeMap<String, Fact> {
    let switch = || FactKind::Ordered(vec!["false".to_owned(), "true".to_owned()]);
    let name = |text: &str| Some(FactValue::Name(text.to_owned()));
    let os = FactKind::Unordered(["linux", "macos", "windows"].map(str::to_owned).to_vec());
    let fact = |kind, default| Fact { kind, default, malformed: None };
    [
        ("interactive", fact(switch(), name("true"))),
        ("granted", fact(switch(), name("false"))),
        ("os", fact(os, name("linux"))),
        ("cwd", fact(FactKind::Path, None)),
        ("home", fact(FactKind::Path, None)),
        ("tmp", fact(FactKind::Path, None)),
        ("workspace", fact(FactKind::Path, None)),
    ]
    .into_iter()
    .map(|(name, fact)| (name.to_owned(), fact))
    .collect()
}

/// Sets that the engine supplies.
pub(super) fn built_in_paths() -> BTreeMap<String, PathSet> {
    [("workspace", Anchor::Workspace), ("tmp", Anchor::Tmp), ("home", Anchor::Home), ("cwd", Anchor::Cwd)]
        .into_iter()
        .map(|(name, anchor)| {
            let whole = PathMember::Glob { anchor, glob: "**".to_owned(), on: Vec::new() };
            (name.to_owned(), PathSet { members: vec![whole], except: Vec::new() })
        })
        .collect()
}

/// The names of a `classify`, mildest first.
pub(super) fn class_names(item: Node<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in item.kids().filter(|row| matches!(row.rule(), Rule::class_row | Rule::class_else)) {
        if let Some(name) = row.first(Rule::name)
            && !names.iter().any(|known| known == name.text())
        {
            names.push(name.text().to_owned());
        }
    }
    names
}

impl<'a> Lower<'a> {
    pub(super) fn facts(&mut self, item: Node<'a>) {
        for fact in item.all(Rule::fact) {
            let Some(name) = fact.first(Rule::name) else { continue };
            self.declare_name("fact or class", name);
            if self.table.facts.contains_key(name.text()) && !self.declared.is_empty() && is_built_in(name.text()) {
                self.error(
                    codes::DUPLICATE,
                    format!("the fact `{}` is the engine's own", name.text()),
                    name,
                    "declared here again",
                )
                .help
                .push("use it without declaring it, or choose another name".to_owned());
                continue;
            }
            let Some(kind) = fact.first(Rule::fact_type).map(fact_kind) else { continue };
            let default = self.fact_of(fact.first(Rule::fact_default), &kind);
            let malformed = self.fact_of(fact.first(Rule::fact_else), &kind);
            self.else_not_looser(fact, &kind, default.as_ref(), malformed.as_ref());
            self.table.facts.insert(name.text().to_owned(), Fact { kind, default, malformed });
        }
    }

    /// A malformed value may not count for more than an absent one.
    fn else_not_looser(
        &mut self,
        fact: Node<'a>,
        kind: &FactKind,
        default: Option<&FactValue>,
        malformed: Option<&FactValue>,
    ) {
        let (Some(default), Some(malformed), Some(node)) = (default, malformed, fact.first(Rule::fact_else)) else {
            return;
        };
        let right = match (kind, default, malformed) {
            (FactKind::Ordered(names), FactValue::Name(default), FactValue::Name(other)) => {
                let index = |name: &String| names.iter().position(|known| known == name);
                index(other) > index(default)
            }
            (FactKind::Unordered(_), default, other) => default != other,
            (FactKind::Ordered(_) | FactKind::Count | FactKind::Path | FactKind::Rules, ..) => false,
        };
        if !right {
            return;
        }
        let default_at = fact.first(Rule::fact_default);
        let at = default_at.map(|node| self.at(node));
        let mended = default_at.and_then(|node| node.first(Rule::fact_value)).map(Node::text).unwrap_or_default();
        let place = node.first(Rule::fact_value).map(|node| self.at(node)).unwrap_or_default();
        let problem = self.error(
            codes::ELSE_LOOSER,
            "a malformed value would count for more than none",
            node,
            "right of the default",
        );
        problem.notes.push("whoever can break the fact's value would gain by it".to_owned());
        problem.help.push(
            "name the default or a value left of it, or leave `else` out: then the call is at least `ask`".to_owned(),
        );
        if let Some(at) = at {
            *problem = problem.clone().also(at, "the default").edit(place, mended, format!("write `else {mended}`"));
        }
    }

    fn fact_of(&mut self, node: Option<Node<'a>>, kind: &FactKind) -> Option<FactValue> {
        let value = node?.first(Rule::fact_value)?;
        self.fact_value(value, kind)
    }

    /// A value of a fact of that kind.
    pub(super) fn fact_value(&mut self, node: Node<'a>, kind: &FactKind) -> Option<FactValue> {
        let text = node.kid().map(Node::unquoted).unwrap_or_default();
        match kind {
            FactKind::Ordered(names) | FactKind::Unordered(names) => {
                if !names.contains(&text) {
                    let known = names.join(", ");
                    self.unknown_name("value", node, names.iter().map(String::as_str))
                        .notes
                        .push(format!("the values are {known}"));
                    return None;
                }
                Some(FactValue::Name(text))
            }
            FactKind::Count => {
                if let Ok(count) = text.parse() {
                    return Some(FactValue::Count(count));
                }
                self.error(codes::FACT_TYPE, format!("`{text}` is no count"), node, "a natural number stands here");
                None
            }
            FactKind::Path => Some(FactValue::Path(text)),
            FactKind::Rules => match serde_json::from_str::<Vec<String>>(&text) {
                Ok(rules) => Some(FactValue::Rules(rules)),
                Err(_) => {
                    self.error(codes::FACT_TYPE, "this is no list of rules", node, "a list of strings stands here")
                        .help
                        .push("write it as `[\"allow shell git *\"]`".to_owned());
                    None
                }
            },
        }
    }

    pub(super) fn tools(&mut self, item: Node<'a>) {
        for node in item.all(Rule::tool) {
            let names: Vec<String> = node
                .first(Rule::tool_names)
                .into_iter()
                .flat_map(|names| names.all(Rule::tool_name))
                .map(tool_name)
                .collect();
            let mut does: Vec<ToolEffect> = Vec::new();
            let mut harmless = false;
            // A `from` also covers the effects before it that have none.
            let mut bases: Vec<Option<Base>> = Vec::new();
            for effect in node.all(Rule::tool_effect) {
                let from = effect.first(Rule::from).map(|from| self.base(from));
                if let Some(from) = &from {
                    for earlier in bases.iter_mut().filter(|base| base.is_none()) {
                        *earlier = Some(from.clone());
                    }
                }
                if effect.has(Rule::harmless) {
                    harmless = true;
                    continue;
                }
                bases.push(from);
                does.push(self.tool_effect(effect));
            }
            for (effect, from) in does.iter_mut().zip(bases) {
                if let Some(base) = from {
                    set_base(effect, base);
                }
            }
            let subject = node.first(Rule::subject);
            let tool = Tool {
                names,
                does,
                harmless,
                subject: subject
                    .into_iter()
                    .flat_map(|subject| subject.all(Rule::argument))
                    .map(|part| argument(part).0)
                    .collect(),
                subject_args: subject.is_some_and(|subject| subject.has(Rule::subject_args)),
                at: self.place(node),
            };
            self.grant_key(node, &tool);
            self.table.tools.push(tool);
        }
        // The unknown tool comes last, wherever it is written.
        self.table.tools.sort_by_key(|tool| tool.names.iter().any(|name| name == "*"));
    }

    fn tool_effect(&mut self, effect: Node<'a>) -> ToolEffect {
        let from = Base { argument: None, otherwise: Anchor::Cwd };
        let target = effect.first(Rule::argument).map(|node| argument(node).0).or_else(|| {
            effect.first(Rule::string).map(|text| Argument { names: Vec::new(), default: Some(text.unquoted()) })
        });
        let nothing = || Argument { names: Vec::new(), default: None };
        if effect.has(Rule::reads_command) {
            return ToolEffect::Command { line: target.unwrap_or_else(nothing), from };
        }
        if effect.has(Rule::reads_patch) {
            return ToolEffect::Patch { text: target.unwrap_or_else(nothing), from };
        }
        let kind = super::effects::kind(effect, None).unwrap_or(EffectKind::Verifies);
        let naming =
            effect.first(Rule::naming).and_then(|naming| naming.first(Rule::argument)).map(|node| argument(node).0);
        ToolEffect::Effect { kind, target, tree: effect.has(Rule::tree), naming, from }
    }

    fn base(&mut self, from: Node<'a>) -> Base {
        if let Some(node) = from.first(Rule::argument) {
            let (argument, anchor) = argument(node);
            let otherwise = anchor.and_then(|anchor| self.anchor(anchor)).unwrap_or(Anchor::Cwd);
            return Base { argument: Some(argument), otherwise };
        }
        let otherwise = from.first(Rule::anchor).and_then(|anchor| self.anchor(anchor)).unwrap_or(Anchor::Cwd);
        Base { argument: None, otherwise }
    }

    fn anchor(&mut self, node: Node<'a>) -> Option<Anchor> {
        Some(match node.text() {
            "workspace" => Anchor::Workspace,
            "cwd" => Anchor::Cwd,
            "home" => Anchor::Home,
            "tmp" => Anchor::Tmp,
            "root" => Anchor::Root,
            name => {
                if matches!(self.table.facts.get(name), Some(fact) if fact.kind == FactKind::Path) {
                    return Some(Anchor::Fact(name.to_owned()));
                }
                self.unknown_name("directory", node, ["workspace", "cwd", "home", "tmp", "root"]);
                return None;
            }
        })
    }

    pub(super) fn path_set(&mut self, item: Node<'a>) {
        let Some(name) = item.first(Rule::name) else { return };
        let mut set = PathSet::default();
        self.path_parts(item, &[], &mut set);
        self.table.paths.insert(name.text().to_owned(), set);
    }

    fn path_parts(&mut self, list: Node<'a>, on: &[Os], set: &mut PathSet) {
        for part in list.kids() {
            match part.rule() {
                Rule::member => {
                    let before = self.diagnostics.len();
                    set.members.extend(self.path_member(part, on));
                    self.on_its_system(part, on, before);
                }
                Rule::except => {
                    for member in part.all(Rule::member) {
                        set.except.extend(self.path_member(member, on));
                    }
                }
                Rule::on_os => {
                    let systems: Vec<Os> = part.all(Rule::os).filter_map(|os| self.os(os)).collect();
                    self.path_parts(part, &systems, set);
                }
                _ => {}
            }
        }
    }

    /// Offers `on` around a member of one system.
    fn on_its_system(&mut self, member: Node<'a>, on: &[Os], before: usize) {
        let at = self.at(member);
        let system = member.kid().and_then(|node| one_system(&node.unquoted()));
        if let (Some((system, _)), true) = (system, on.is_empty())
            && let Some(problem) = self.diagnostics.get_mut(before)
            && problem.code == codes::OS_LITERAL
        {
            let mended = format!("on {} {{ {} }}", system.to_lowercase(), member.text());
            *problem = problem.clone().edit(at, mended.clone(), format!("write `{mended}`"));
        }
    }

    fn os(&mut self, node: Node<'a>) -> Option<Os> {
        match node.text() {
            "linux" => Some(Os::Linux),
            "macos" => Some(Os::MacOs),
            "windows" => Some(Os::Windows),
            _ => {
                self.unknown_name("operating system", node, ["linux", "macos", "windows"]);
                None
            }
        }
    }

    fn path_member(&mut self, member: Node<'a>, on: &[Os]) -> Option<PathMember> {
        let node = member.kid()?;
        if node.rule() == Rule::string {
            return self.path_glob(node, on);
        }
        if self.names.paths.contains(node.text()) {
            self.refer("set", node.text());
            return self.whole_set(node, on).then(|| PathMember::Set(node.text().to_owned()));
        }
        let known: Vec<String> = self.names.paths.iter().cloned().collect();
        self.unknown_name("path set", node, known.iter().map(String::as_str))
            .help
            .push("a path or glob stands in quotes".to_owned());
        None
    }

    /// A path literal.
    pub(super) fn path_glob(&mut self, node: Node<'a>, on: &[Os]) -> Option<PathMember> {
        let text = node.unquoted();
        if text.split(['/', '\\']).any(|part| part == "..") {
            self.error(
                codes::PATH_LITERAL,
                format!("`{text}` climbs by `..`"),
                node,
                "where this leads depends on links",
            )
            .help
            .push("name the place itself".to_owned());
            return None;
        }
        if text.starts_with('~') && text != "~" && !text.starts_with("~/") {
            self.error(codes::PATH_LITERAL, format!("`{text}` is another user's home"), node, "only `~/…` is known")
                .help
                .push("write the path itself, such as `/home/name/…`".to_owned());
            return None;
        }
        if let Some((system, os)) = one_system(&text)
            && on != [os]
        {
            self.error(
                codes::OS_LITERAL,
                format!("`{text}` is a path of {system} alone"),
                node,
                "elsewhere it means nothing",
            )
            .help
            .push(format!("write `on {} {{ \"{text}\" }}`", system.to_lowercase()));
            if os == Os::Windows {
                return None;
            }
        }
        let (anchor, glob) = match self.split_path(node, &text, on) {
            Some((anchor, glob)) => (anchor, glob.to_owned()),
            None => return None,
        };
        let literal = if anchor == Anchor::Home && !glob.is_empty() { format!("~/{glob}") } else { text };
        if let Err(error) = PathGlob::parse(&literal, on.first().copied().map(path_os)) {
            let at = self.at(node);
            let problem = self.error(codes::PATH_LITERAL, format!("`{literal}` is no path"), node, error.to_string());
            if let Some(mended) = error.suggestion {
                *problem = problem.clone().edit(at, format!("\"{mended}\""), format!("write `\"{mended}\"`"));
            }
            return None;
        }
        Some(PathMember::Glob { anchor, glob, on: on.to_vec() })
    }

    fn split_path<'t>(&mut self, node: Node<'a>, text: &'t str, on: &[Os]) -> Option<(Anchor, &'t str)> {
        if let Some(rest) = text.strip_prefix('{') {
            let Some((name, rest)) = rest.split_once('}') else {
                self.error(codes::PATH_LITERAL, format!("`{text}` has no `}}` after its anchor"), node, "not closed");
                return None;
            };
            let anchor = match name {
                "workspace" => Anchor::Workspace,
                "cwd" => Anchor::Cwd,
                "tmp" => Anchor::Tmp,
                "home" => Anchor::Home,
                _ if matches!(self.table.facts.get(name), Some(fact) if fact.kind == FactKind::Path) => {
                    Anchor::Fact(name.to_owned())
                }
                _ => {
                    self.error(
                        codes::UNKNOWN_NAME,
                        format!("there is no directory `{{{name}}}`"),
                        node,
                        "not declared",
                    )
                    .help
                    .push("anchors are {workspace}, {cwd}, {tmp}, {home} and facts of type `path`".to_owned());
                    return None;
                }
            };
            return Some((anchor, rest.trim_start_matches('/')));
        }
        if text == "~" {
            return Some((Anchor::Home, ""));
        }
        if let Some(rest) = text.strip_prefix("~/") {
            return Some((Anchor::Home, rest));
        }
        if let Some(rest) = text.strip_prefix("**/") {
            return Some((Anchor::Anywhere, rest));
        }
        if let Some(rest) = text.strip_prefix('/') {
            return Some((Anchor::Root, rest));
        }
        if on.contains(&Os::Windows) && text.get(1..3) == Some(":/") {
            return Some((Anchor::Root, text));
        }
        self.error(
            codes::PATH_LITERAL,
            format!("`{text}` is relative, and a policy stands nowhere"),
            node,
            "relative to what?",
        )
        .help
        .push(format!(
            "`\"{{workspace}}/{}\"` stands in the workspace, `\"**/{}\"` anywhere; `/`, `~/`, `{{cwd}}/` are the others",
            text.trim_start_matches("./"),
            text.trim_start_matches("./")
        ));
        None
    }

    pub(super) fn host_set(&mut self, item: Node<'a>) {
        let Some(name) = item.first(Rule::name) else { return };
        let mut set = HostSet::default();
        self.host_parts(item, &[], &mut set);
        self.table.hosts.insert(name.text().to_owned(), set);
    }

    fn host_parts(&mut self, list: Node<'a>, on: &[Os], set: &mut HostSet) {
        for part in list.kids() {
            match part.rule() {
                Rule::member => set.members.extend(self.host_member(part, on)),
                Rule::except => {
                    for member in part.all(Rule::member) {
                        set.except.extend(self.host_member(member, on));
                    }
                }
                Rule::on_os => {
                    let systems: Vec<Os> = part.all(Rule::os).filter_map(|os| self.os(os)).collect();
                    self.host_parts(part, &systems, set);
                }
                _ => {}
            }
        }
    }

    fn host_member(&mut self, member: Node<'a>, on: &[Os]) -> Option<HostMember> {
        let node = member.kid()?;
        if node.rule() == Rule::string {
            let host = node.unquoted();
            return match HostPattern::parse(&host) {
                Ok(_) => Some(HostMember::Pattern { host, on: on.to_vec() }),
                Err(error) => {
                    let at = self.at(node);
                    let problem =
                        self.error(codes::SET_MEMBER, format!("`{host}` is no host"), node, error.message.clone());
                    if let Some(mended) = error.suggestion {
                        *problem = problem.clone().edit(at, format!("\"{mended}\""), format!("write `\"{mended}\"`"));
                    }
                    None
                }
            };
        }
        if self.names.hosts.contains(node.text()) {
            self.refer("set", node.text());
            return self.whole_set(node, on).then(|| HostMember::Set(node.text().to_owned()));
        }
        let known: Vec<String> = self.names.hosts.iter().cloned().collect();
        self.unknown_name("host set", node, known.iter().map(String::as_str))
            .help
            .push("a host or pattern stands in quotes".to_owned());
        None
    }

    /// A set has its own systems; `on` around its name would not reach inside.
    fn whole_set(&mut self, node: Node<'a>, on: &[Os]) -> bool {
        if !on.is_empty() {
            self.error(codes::SET_MEMBER, format!("the set `{}` inside `on`", node.text()), node, "not for one system")
                .help
                .push("write `on` inside that set, or list its members here".to_owned());
        }
        on.is_empty()
    }
}

/// The one system that has such a path.
fn one_system(text: &str) -> Option<(&'static str, Os)> {
    let drive = text.get(1..2) == Some(":") && text.starts_with(|c: char| c.is_ascii_alphabetic());
    if drive || text.contains('\\') || text.starts_with("//") {
        return Some(("Windows", Os::Windows));
    }
    let below = |roots: &[&str]| {
        roots.iter().any(|root| text.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    };
    below(&["/System", "/Library", "/Users", "/Volumes", "/Applications", "/private"]).then_some(("macOS", Os::MacOs))
}

fn path_os(os: Os) -> paths::Os {
    match os {
        Os::Linux => paths::Os::Linux,
        Os::MacOs => paths::Os::MacOs,
        Os::Windows => paths::Os::Windows,
    }
}

/// Whether a fact is the engine's own.
pub(super) fn is_built_in(name: &str) -> bool {
    matches!(name, "interactive" | "granted" | "os" | "cwd" | "home" | "tmp" | "workspace")
}

fn fact_kind(node: Node<'_>) -> FactKind {
    let names: Vec<String> = node.all(Rule::fact_name).map(|name| name.text().to_owned()).collect();
    match names.as_slice() {
        [only] if only == "count" => FactKind::Count,
        [only] if only == "path" => FactKind::Path,
        [only] if only == "rules" => FactKind::Rules,
        _ if node.has(Rule::bar) => FactKind::Unordered(names),
        _ => FactKind::Ordered(names),
    }
}

fn set_base(effect: &mut ToolEffect, base: Base) {
    match effect {
        ToolEffect::Command { from, .. } | ToolEffect::Patch { from, .. } | ToolEffect::Effect { from, .. } => {
            *from = base
        }
    }
}

/// The text of a tool's name.
pub(super) fn tool_name(node: Node<'_>) -> String {
    node.kid().map(Node::unquoted).unwrap_or_default()
}

/// An argument, and the anchor that stands last in it, if one does.
pub(super) fn argument(node: Node<'_>) -> (Argument, Option<Node<'_>>) {
    let names = node.all(Rule::argument_name).map(|name| name.text().trim_start_matches('$').to_owned()).collect();
    let default = node.first(Rule::string).map(Node::unquoted);
    (Argument { names, default }, node.first(Rule::anchor))
}
