//! Declarations of programs.

use super::lower::Lower;
use crate::check;
use crate::source::{Diagnostic, codes};
use crate::syntax::{Node, Rule};
use crate::table::{
    Case, Clause, ClauseKind, Command, CommandBody, CommandKind, Condition, Dialect, Family, Operand, OptionDecl,
    Prints, Repeat, Value, ValueType, VariableDecl,
};
use std::collections::BTreeMap;

/// How deep subcommands and conditions may be nested.
const MAX_DEPTH: usize = 16;

impl<'a> Lower<'a> {
    pub(super) fn command(&mut self, item: Node<'a>) {
        let names: Vec<Vec<String>> = item.all(Rule::called).map(called).collect();
        let Some(clauses) = item.first(Rule::clauses) else { return };
        let command = self.command_body(names, CommandKind::Program, default_dialect(Family::Gnu), item, clauses, 0);
        let kinds: &[CommandKind] = match (item.has(Rule::is_builtin), item.has(Rule::is_command)) {
            (true, true) => &[CommandKind::Builtin, CommandKind::Program],
            (true, false) => &[CommandKind::Builtin],
            (false, _) => &[CommandKind::Program],
        };
        for problem in check::declared::check(&command, item.has(Rule::is_wrapper)) {
            let keyword = item.first(Rule::is_wrapper).filter(|_| problem.code == codes::WRAPS_NOTHING);
            let problem = match keyword {
                Some(keyword) => problem.edit(self.at(keyword), "command", "write `command`"),
                None => problem,
            };
            self.diagnostics.push(problem);
        }
        for kind in kinds {
            self.add_command(Command { kind: *kind, ..command.clone() });
        }
    }

    /// A later declaration replaces an earlier one under each of its names.
    fn add_command(&mut self, command: Command) {
        let standard = self.is_standard(command.at);
        for name in &command.names {
            for earlier in
                self.programs.get(name).into_iter().flatten().filter_map(|index| self.table.commands.get(*index))
            {
                if earlier.kind != command.kind {
                    continue;
                }
                if self.is_standard(earlier.at) == standard {
                    let problem = Diagnostic::error(
                        codes::DUPLICATE,
                        format!("the program `{name}` is declared twice"),
                        command.at.location(),
                        "here again",
                    );
                    self.diagnostics.push(problem.also(earlier.at.location(), "first here"));
                } else {
                    self.diagnostics.extend(check::redeclared::check(earlier, &command));
                }
            }
            for earlier in self.programs.get(name).cloned().unwrap_or_default() {
                if let Some(earlier) = self.table.commands.get_mut(earlier)
                    && earlier.kind == command.kind
                {
                    earlier.names.retain(|known| known != name);
                }
            }
            let index = self.table.commands.len();
            let known = self.programs.entry(name.clone()).or_default();
            known.retain(|index| self.table.commands.get(*index).is_some_and(|earlier| earlier.kind != command.kind));
            known.push(index);
        }
        self.table.commands.push(command);
    }

    fn command_body(
        &mut self,
        names: Vec<Vec<String>>,
        kind: CommandKind,
        parent: Dialect,
        item: Node<'a>,
        clauses: Node<'a>,
        depth: usize,
    ) -> Command {
        let mut aliases = BTreeMap::new();
        for same in &names {
            if let Some((name, others)) = same.split_first() {
                aliases.extend(others.iter().map(|other| (other.clone(), name.clone())));
            }
        }
        let body = CommandBody {
            dialect: clauses.first(Rule::dialect).map_or(parent, dialect),
            options: Vec::new(),
            clauses: Vec::new(),
            subcommands: Vec::new(),
            variables: Vec::new(),
            prints_number: false,
            at: self.place(item),
        };
        let mut command = Command { names: names.concat(), aliases, kind, body: body.into() };
        self.body(&mut command, clauses, None, depth);
        command
    }

    /// The clauses of a block. Operands of a branch win over those outside, so branches come first.
    fn body(&mut self, command: &mut Command, clauses: Node<'a>, when: Option<&Condition>, depth: usize) {
        if depth > MAX_DEPTH {
            let title = format!("subcommands and conditions may be nested {MAX_DEPTH} deep");
            self.error(codes::LIMIT, title, clauses, "this one is deeper");
            return;
        }
        let mut operands = Vec::new();
        let mut does = Vec::new();
        for clause in clauses.kids() {
            match clause.rule() {
                Rule::flag | Rule::option => self.options(command, clause),
                Rule::env => self.variable(command, clause),
                Rule::include => self.include(command, clause, depth),
                Rule::operand => operands.push(self.operand(clause)),
                Rule::does => {
                    does.extend(clause.first(Rule::effects).map(|list| self.effects(list, None)).unwrap_or_default())
                }
                Rule::branches => self.branches(command, clause, when, depth),
                Rule::sub => self.sub(command, clause, depth),
                Rule::sandboxed => {
                    command.clauses.push(Clause { when: when.cloned(), kind: ClauseKind::Sandboxed });
                }
                Rule::prints => match prints(clause) {
                    Prints::Number if when.is_none() => command.prints_number = true,
                    prints => command.clauses.push(Clause { when: when.cloned(), kind: ClauseKind::Prints(prints) }),
                },
                _ => {}
            }
        }
        if !operands.is_empty() {
            command.clauses.push(Clause { when: when.cloned(), kind: ClauseKind::Operands(operands) });
        }
        if !does.is_empty() {
            command.clauses.push(Clause { when: when.cloned(), kind: ClauseKind::Does(does) });
        }
    }

    fn sub(&mut self, command: &mut Command, clause: Node<'a>, depth: usize) {
        let names = clause.all(Rule::called).map(called).collect();
        if let Some(inner) = clause.first(Rule::clauses) {
            let sub = self.command_body(names, command.kind, command.dialect, clause, inner, depth + 1);
            command.subcommands.push(sub);
        }
    }

    fn branches(&mut self, command: &mut Command, node: Node<'a>, outer: Option<&Condition>, depth: usize) {
        let mut earlier: Vec<Condition> = outer.cloned().into_iter().collect();
        for branch in node.kids().filter(|branch| matches!(branch.rule(), Rule::branch | Rule::otherwise)) {
            let own = branch.first(Rule::given_any).map(|condition| self.given(condition, depth));
            let mut all = earlier.clone();
            all.extend(own.clone());
            if let Some(clauses) = branch.first(Rule::clauses) {
                self.body(command, clauses, all_of(all).as_ref(), depth + 1);
            }
            earlier.extend(own.map(|own| Condition::Not(Box::new(own))));
        }
    }

    fn given(&mut self, node: Node<'a>, depth: usize) -> Condition {
        if depth > MAX_DEPTH {
            self.error(codes::LIMIT, format!("conditions may be nested {MAX_DEPTH} deep"), node, "this one is deeper");
            return Condition::Any(Vec::new());
        }
        let any: Vec<Condition> = node
            .all(Rule::given_all)
            .map(|all| {
                let parts = all.all(Rule::given_one).map(|one| self.given_one(one, depth)).collect();
                all_of(parts).unwrap_or(Condition::All(Vec::new()))
            })
            .collect();
        match <[Condition; 1]>::try_from(any) {
            Ok([only]) => only,
            Err(any) => Condition::Any(any),
        }
    }

    fn given_one(&mut self, node: Node<'a>, depth: usize) -> Condition {
        let negated = node.all(Rule::not).count() % 2 == 1;
        let Some(kid) = node.kids().find(|kid| kid.rule() != Rule::not) else { return Condition::Any(Vec::new()) };
        let condition = match kid.rule() {
            Rule::given_any => self.given(kid, depth + 1),
            Rule::no_operands => not(Condition::AtLeast(1)),
            Rule::child => Condition::HasChild,
            Rule::no_child => not(Condition::HasChild),
            Rule::operand_count => {
                let count: u32 =
                    kid.first(Rule::number).and_then(|number| number.text().parse().ok()).unwrap_or(u32::MAX - 1);
                let more = || Condition::AtLeast(count.saturating_add(1));
                match kid.first(Rule::comparison).map(Node::text) {
                    Some(">=") => Condition::AtLeast(count),
                    Some(">") => more(),
                    Some("<") => not(Condition::AtLeast(count)),
                    Some("<=") => not(more()),
                    Some("!=") => not(Condition::All(vec![Condition::AtLeast(count), not(more())])),
                    _ => Condition::All(vec![Condition::AtLeast(count), not(more())]),
                }
            }
            Rule::operand_matches => {
                let index = kid.first(Rule::number).and_then(|number| number.text().parse().ok()).unwrap_or(u8::MAX);
                Condition::OperandMatches(index, kid.all(Rule::string).map(Node::unquoted).collect())
            }
            Rule::option_matches => {
                let mut parts = kid.kids();
                let name = parts.next().map(Node::unquoted).unwrap_or_default();
                Condition::ValueMatches(name, parts.map(Node::unquoted).collect())
            }
            Rule::only_options => Condition::OnlyGiven(kid.kids().map(Node::unquoted).collect()),
            _ => Condition::Given(kid.unquoted()),
        };
        if negated { not(condition) } else { condition }
    }

    /// Options, variables and subcommands of a set; a subcommand of the command itself stands before one of a set.
    fn include(&mut self, command: &mut Command, clause: Node<'a>, depth: usize) {
        for name in clause.all(Rule::name) {
            let Some((file, set)) = self.option_sets.get(name.text()).copied() else {
                let known: Vec<&str> = self.option_sets.keys().copied().collect();
                self.unknown_name("option set", name, known);
                continue;
            };
            self.refer("option set", name.text());
            let here = std::mem::replace(&mut self.file, file);
            for inner in set.first(Rule::clauses).into_iter().flat_map(Node::kids) {
                match inner.rule() {
                    Rule::flag | Rule::option => self.options(command, inner),
                    Rule::env => self.variable(command, inner),
                    Rule::sub => self.sub(command, inner, depth),
                    _ => {}
                }
            }
            self.file = here;
        }
    }

    fn options(&mut self, command: &mut Command, clause: Node<'a>) {
        let at = self.place(clause);
        let mut forms: Vec<(Node<'a>, Vec<Value>, bool)> = Vec::new();
        for part in clause.kids() {
            match part.rule() {
                Rule::spellings => forms.push((part, Vec::new(), false)),
                Rule::option_one => {
                    let Some(spellings) = part.first(Rule::spellings) else { continue };
                    let values: Vec<Node<'a>> = part.all(Rule::value).collect();
                    let optional = values.iter().any(|value| value.has(Rule::optional_value));
                    forms.push((spellings, values.into_iter().map(value).collect(), optional));
                }
                _ => {}
            }
        }
        let implies: Vec<String> =
            clause.first(Rule::implies).into_iter().flat_map(Node::kids).map(Node::unquoted).collect();
        for (spellings, values, optional) in forms {
            let kind = values.last().map(|value| value.kind);
            let mut option = OptionDecl {
                spellings: Vec::new(),
                values,
                optional,
                effects: clause.first(Rule::effects).map(|list| self.effects(list, kind)).unwrap_or_default(),
                cases: self.cases(clause, kind),
                implies: implies.clone(),
                last: clause.has(Rule::last),
                at,
            };
            let mut negated = None;
            for spelling in spellings.kids() {
                let text = spelling.unquoted();
                if let Some(word) = text.strip_prefix("--[no-]") {
                    option.spellings.push(format!("--{word}"));
                    negated = Some(OptionDecl { spellings: vec![format!("--no-{word}")], ..option.clone() });
                } else {
                    option.spellings.push(text);
                }
            }
            command.options.push(option);
            command.options.extend(negated);
        }
    }

    fn cases(&mut self, clause: Node<'a>, kind: Option<ValueType>) -> Vec<Case> {
        let mut out = Vec::new();
        for case in clause.all(Rule::cases).flat_map(|cases| cases.all(Rule::case)) {
            let effects = case.first(Rule::effects).map(|list| self.effects(list, kind)).unwrap_or_default();
            out.push(Case { globs: case.all(Rule::string).map(Node::unquoted).collect(), effects });
        }
        out
    }

    fn operand(&mut self, clause: Node<'a>) -> Operand {
        let shape = clause.first(Rule::operand_shape);
        let node = shape.and_then(|shape| shape.first(Rule::value));
        let value = node.map_or_else(plain, value);
        let optional = node.is_some_and(|value| value.has(Rule::optional_value));
        let repeat = match (optional, shape.is_some_and(|shape| shape.has(Rule::many))) {
            (false, false) => Repeat::One,
            (true, false) => Repeat::Optional,
            (false, true) => Repeat::Some,
            (true, true) => Repeat::Any,
        };
        let kind = Some(value.kind);
        Operand {
            value,
            repeat,
            effects: clause.first(Rule::effects).map(|list| self.effects(list, kind)).unwrap_or_default(),
            cases: self.cases(clause, kind),
            default: clause.first(Rule::default).and_then(|default| default.first(Rule::string)).map(Node::unquoted),
            at: self.place(clause),
        }
    }

    fn variable(&mut self, command: &mut Command, clause: Node<'a>) {
        let value = clause.first(Rule::metavar).map_or_else(plain, metavar);
        let kind = Some(value.kind);
        command.variables.push(VariableDecl {
            names: clause.all(Rule::variable).filter_map(Node::kid).map(Node::unquoted).collect(),
            effects: clause.first(Rule::effects).map(|list| self.effects(list, kind)).unwrap_or_default(),
            cases: self.cases(clause, kind),
            value,
            at: self.place(clause),
        });
    }
}

fn not(condition: Condition) -> Condition {
    match condition {
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

/// One condition of several, all of which must hold.
fn all_of(conditions: Vec<Condition>) -> Option<Condition> {
    match <[Condition; 1]>::try_from(conditions) {
        Ok([only]) => Some(only),
        Err(none) if none.is_empty() => None,
        Err(several) => Some(Condition::All(several)),
    }
}

/// The names of one program.
fn called(node: Node<'_>) -> Vec<String> {
    node.all(Rule::program).map(program).collect()
}

fn program(node: Node<'_>) -> String {
    node.kid().map(Node::unquoted).unwrap_or_default()
}

fn plain() -> Value {
    Value { name: "WORD".to_owned(), kind: ValueType::Plain }
}

fn metavar(node: Node<'_>) -> Value {
    Value { name: node.text().to_owned(), kind: ValueType::from_name(node.text()) }
}

fn value(node: Node<'_>) -> Value {
    let inner = node.first(Rule::optional_value).unwrap_or(node);
    inner.first(Rule::metavar).map_or_else(plain, metavar)
}

/// What a dialect is without further words.
fn default_dialect(family: Family) -> Dialect {
    let abbreviations = matches!(family, Family::Gnu | Family::Tar);
    Dialect { family, in_order: false, abbreviations, plus: false, apart: false }
}

fn dialect(node: Node<'_>) -> Dialect {
    let family = match node.first(Rule::family).map(Node::text) {
        Some("posix") => Family::Posix,
        Some("git") => Family::Git,
        Some("find") => Family::Find,
        Some("keyval") => Family::Keyval,
        Some("go") => Family::Go,
        Some("tar") => Family::Tar,
        Some("words") => Family::Words,
        _ => Family::Gnu,
    };
    let mut dialect = default_dialect(family);
    for word in node.all(Rule::dialect_word) {
        match word.text() {
            words if words.starts_with("in") => dialect.in_order = true,
            "exact" => dialect.abbreviations = false,
            "abbreviated" => dialect.abbreviations = true,
            "apart" => dialect.apart = true,
            _ => dialect.plus = true,
        }
    }
    dialect
}

/// What a `prints` clause says.
fn prints(clause: Node<'_>) -> Prints {
    if let Some(names) = clause.first(Rule::prints_names) {
        Prints::Names { or_operands: names.has(Rule::or_operands) }
    } else if clause.has(Rule::prints_word) {
        Prints::Word
    } else if clause.has(Rule::prints_input) {
        Prints::Input
    } else if clause.has(Rule::prints_paths) {
        Prints::Paths
    } else {
        Prints::Number
    }
}
