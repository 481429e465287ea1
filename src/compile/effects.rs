//! Effects as declarations write them.

use super::lower::Lower;
use crate::source::codes;
use crate::syntax::{Node, Rule};
use crate::table::{ChangeKind, Child, EffectKind, EffectSpec, RunKind, TargetSpec, ValueType};

/// The verb and kind of a node that holds `runs …`, `changes …` or another verb; `None`: it holds none, or `changes`
/// without a kind. Bare `runs` means what the value's type says.
pub(super) fn kind(node: Node<'_>, value: Option<ValueType>) -> Option<EffectKind> {
    if node.has(Rule::runs) {
        let kind = match node.first(Rule::run_kind).map(Node::text) {
            Some("code") => RunKind::Code,
            Some("file") => RunKind::File,
            Some("input") => RunKind::Input,
            Some(_) => RunKind::Program,
            None if node.first(Rule::target).is_some_and(|target| target.has(Rule::at_input)) => RunKind::Input,
            None => bare_runs(value),
        };
        return Some(EffectKind::Runs(kind));
    }
    if node.has(Rule::changes) {
        let kind = match node.first(Rule::change_kind)?.text() {
            "process" => ChangeKind::Process,
            "clock" => ChangeKind::Clock,
            "power" => ChangeKind::Power,
            "privilege" => ChangeKind::Privilege,
            "packages" => ChangeKind::Packages,
            "services" => ChangeKind::Services,
            "terminal" => ChangeKind::Terminal,
            "shell" => ChangeKind::Shell,
            "capacity" => ChangeKind::Capacity,
            _ => ChangeKind::System,
        };
        return Some(EffectKind::Changes(kind));
    }
    Some(match node.first(Rule::verb)?.text() {
        "reads" if node.has(Rule::environment) => EffectKind::ReadsEnvironment,
        "reads" => EffectKind::Reads,
        "sees" => EffectKind::Sees,
        "writes" => EffectKind::Writes,
        "deletes" => EffectKind::Deletes,
        "refreshes" => EffectKind::Refreshes,
        "obeys" => EffectKind::Obeys,
        "contacts" => EffectKind::Contacts,
        "enters" => EffectKind::Enters,
        "sets" => EffectKind::Sets,
        _ => EffectKind::Verifies,
    })
}

/// What kind of code a value of this type is when a bare `runs` stands at it.
fn bare_runs(value: Option<ValueType>) -> RunKind {
    match value {
        Some(ValueType::Path | ValueType::Patch) => RunKind::File,
        Some(
            ValueType::Sh
            | ValueType::Bash
            | ValueType::Sed
            | ValueType::Awk
            | ValueType::Jq
            | ValueType::Python
            | ValueType::Node
            | ValueType::Perl
            | ValueType::Ruby
            | ValueType::Php
            | ValueType::Sqlite
            | ValueType::Arith
            | ValueType::Code
            | ValueType::Plain
            | ValueType::Glob,
        ) => RunKind::Code,
        Some(
            ValueType::Program
            | ValueType::Argv
            | ValueType::Url
            | ValueType::Host
            | ValueType::Remote
            | ValueType::Rev
            | ValueType::Variable
            | ValueType::Assignment,
        )
        | None => RunKind::Program,
    }
}

impl<'a> Lower<'a> {
    /// An `effects` list, standing at a value of the type, or at none. `nothing` is the empty list.
    pub(super) fn effects(&mut self, list: Node<'a>, value: Option<ValueType>) -> Vec<EffectSpec> {
        let mut out = Vec::new();
        for node in list.all(Rule::effect) {
            if node.has(Rule::nothing) {
                continue;
            }
            let kind = kind(node, value);
            if kind.is_none() && !node.has(Rule::unknown) {
                self.error(codes::EFFECT_KIND, "`changes` says what it changes", node, "a kind is missing").help.push(
                    "one of system, process, clock, power, privilege, packages, services, terminal, shell".to_owned(),
                );
                continue;
            }
            out.push(EffectSpec {
                kind,
                target: target(node, kind),
                tree: node.has(Rule::tree),
                may: node.has(Rule::may),
                child: child(node),
                at: self.place(node),
            });
        }
        out
    }
}

fn number(node: Node<'_>) -> u8 {
    node.first(Rule::number).and_then(|number| number.text().parse().ok()).unwrap_or(u8::MAX)
}

fn text(node: Node<'_>) -> String {
    node.first(Rule::string).map(Node::unquoted).unwrap_or_default()
}

fn target(node: Node<'_>, kind: Option<EffectKind>) -> TargetSpec {
    if let Some(literal) = node.first(Rule::literal) {
        return TargetSpec::Literal(text(literal));
    }
    let Some(target) = node.first(Rule::target).and_then(Node::kid) else {
        return if kind == Some(EffectKind::Runs(RunKind::Input)) { TargetSpec::Input(None) } else { TargetSpec::This };
    };
    match target.rule() {
        Rule::at_value => TargetSpec::Value(number(target)),
        Rule::at_operands => TargetSpec::Operands,
        Rule::at_operand => TargetSpec::Operand(number(target)),
        Rule::suffixed => TargetSpec::Suffixed(text(target)),
        Rule::beside => TargetSpec::Beside,
        Rule::at_cwd => TargetSpec::Cwd,
        Rule::at_repository => TargetSpec::Repository,
        Rule::at_startup => TargetSpec::Startup,
        Rule::at_option => TargetSpec::OptionValue(target.kid().map(Node::unquoted).unwrap_or_default()),
        Rule::at_input => {
            let language = target.first(Rule::as_language).and_then(|language| language.first(Rule::metavar));
            TargetSpec::Input(language.map(|language| ValueType::from_name(language.text())))
        }
        _ => TargetSpec::Unknown,
    }
}

fn child(node: Node<'_>) -> Child {
    let Some(way) = node.first(Rule::child_way).and_then(Node::kid) else { return Child::Exec };
    match way.rule() {
        Rule::fed if way.has(Rule::whole) => Child::FedWhole,
        Rule::fed => Child::Fed,
        Rule::joined => Child::Joined,
        _ => match way.kid() {
            Some(option) if option.rule() == Rule::spelling => Child::EachOption(option.text().to_owned()),
            Some(_) => {
                let placeholders = way.all(Rule::string).map(Node::unquoted).collect();
                if way.has(Rule::or_fed) { Child::EachOrFed(placeholders) } else { Child::Each(placeholders) }
            }
            None => Child::Exec,
        },
    }
}
