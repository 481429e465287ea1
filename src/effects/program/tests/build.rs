//! Declarations by hand, in the words of the policy language.

use crate::table::{
    Case, ChangeKind, Child, Clause, ClauseKind, Command, CommandBody, CommandKind, Condition, Dialect, EffectKind,
    EffectSpec, Family, Operand, OptionDecl, Place, Repeat, RunKind, TargetSpec, Value, ValueType, VariableDecl,
};

pub(super) fn command(names: &str, family: Family) -> Command {
    let aliases = names.split(',').flat_map(|same| {
        let mut same = same.split('|').map(|name| name.trim().to_owned());
        let name = same.next().unwrap();
        same.map(move |other| (other, name.clone()))
    });
    Command {
        aliases: aliases.collect(),
        names: names.split([',', '|']).map(|name| name.trim().to_owned()).collect(),
        kind: CommandKind::Program,
        body: CommandBody {
            dialect: Dialect {
                family,
                in_order: false,
                abbreviations: matches!(family, Family::Gnu),
                plus: false,
                apart: false,
            },
            options: Vec::new(),
            clauses: Vec::new(),
            subcommands: Vec::new(),
            variables: Vec::new(),
            prints_number: false,
            at: Place::default(),
        }
        .into(),
    }
}

impl Command {
    pub(super) fn builtin(mut self) -> Self {
        self.kind = CommandKind::Builtin;
        self
    }

    pub(super) fn in_order(mut self) -> Self {
        self.dialect.in_order = true;
        self
    }

    /// `-o|--output FILE` with effects; without value a flag. `[SUFFIX]` is optional.
    pub(super) fn option(mut self, text: &str, effects: &str) -> Self {
        let mut parts = text.split_whitespace();
        let spellings = parts.next().unwrap().split('|').map(str::to_owned).collect();
        let names: Vec<&str> = parts.collect();
        let values: Vec<Value> = names.iter().map(|name| value(name.trim_matches(['[', ']']))).collect();
        let kind = values.last().map(|value| value.kind);
        self.options.push(OptionDecl {
            spellings,
            values,
            optional: names.iter().any(|name| name.starts_with('[')),
            effects: specs(effects, kind),
            cases: Vec::new(),
            implies: Vec::new(),
            last: false,
            at: Place::default(),
        });
        self
    }

    /// A case of the last option.
    pub(super) fn case(mut self, globs: &str, effects: &str) -> Self {
        let option = self.options.last_mut().unwrap();
        let kind = option.values.last().map(|value| value.kind);
        option.cases.push(case(globs, effects, kind));
        self
    }

    pub(super) fn implies(mut self, names: &str) -> Self {
        self.options.last_mut().unwrap().implies = names.split(' ').map(str::to_owned).collect();
        self
    }

    /// `[FILE]... reads; DEST writes`, perhaps under a condition.
    pub(super) fn operands(mut self, when: Option<Condition>, text: &str) -> Self {
        let operands = text.split(';').map(operand).collect();
        self.clauses.push(Clause { when, kind: ClauseKind::Operands(operands) });
        self
    }

    pub(super) fn does(mut self, when: Option<Condition>, effects: &str) -> Self {
        self.clauses.push(Clause { when, kind: ClauseKind::Does(specs(effects, None)) });
        self
    }

    pub(super) fn sub(mut self, sub: Command) -> Self {
        self.subcommands.push(sub);
        self
    }

    pub(super) fn env(mut self, name: &str, kind: &str, effects: &str, cases: &[(&str, &str)]) -> Self {
        let value = value(kind);
        let of = Some(value.kind);
        self.variables.push(VariableDecl {
            names: vec![name.to_owned()],
            effects: specs(effects, of),
            cases: cases.iter().map(|(globs, effects)| case(globs, effects, of)).collect(),
            value,
            at: Place::default(),
        });
        self
    }
}

pub(super) fn given(name: &str) -> Condition {
    Condition::Given(name.to_owned())
}

pub(super) fn not(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

fn value(name: &str) -> Value {
    Value { name: name.to_owned(), kind: ValueType::from_name(name) }
}

fn case(globs: &str, effects: &str, kind: Option<ValueType>) -> Case {
    Case { globs: globs.split('|').map(str::to_owned).collect(), effects: specs(effects, kind) }
}

/// `[FILE]... reads = default`, cases as ` | glob: effects`.
fn operand(text: &str) -> Operand {
    let mut cases = text.split(" | ");
    let text = cases.next().unwrap().trim();
    let (text, default) = match text.split_once(" = ") {
        Some((text, default)) => (text, Some(default.to_owned())),
        None => (text, None),
    };
    let (name, effects) = text.split_once(' ').unwrap_or((text, ""));
    let repeat = match (name.starts_with('['), name.ends_with("...")) {
        (false, false) => Repeat::One,
        (true, false) => Repeat::Optional,
        (false, true) => Repeat::Some,
        (true, true) => Repeat::Any,
    };
    let value = value(name.trim_end_matches('.').trim_matches(['[', ']']));
    let kind = Some(value.kind);
    Operand {
        repeat,
        effects: specs(effects, kind),
        cases: cases
            .map(|one| one.split_once(": ").unwrap())
            .map(|(globs, effects)| case(globs.trim(), effects.trim(), kind))
            .collect(),
        default,
        at: Place::default(),
        value,
    }
}

fn specs(text: &str, kind: Option<ValueType>) -> Vec<EffectSpec> {
    text.split(',')
        .map(str::trim)
        .filter(|one| !one.is_empty() && *one != "nothing")
        .map(|one| spec(one, kind))
        .collect()
}

fn spec(text: &str, value: Option<ValueType>) -> EffectSpec {
    let mut words = text.split_whitespace().peekable();
    let may = words.next_if_eq(&"may").is_some();
    let verb = words.next().unwrap();
    let kind = match verb {
        "unknown" => None,
        "reads" if words.next_if_eq(&"environment").is_some() => Some(EffectKind::ReadsEnvironment),
        "reads" => Some(EffectKind::Reads),
        "sees" => Some(EffectKind::Sees),
        "writes" => Some(EffectKind::Writes),
        "deletes" => Some(EffectKind::Deletes),
        "refreshes" => Some(EffectKind::Refreshes),
        "obeys" => Some(EffectKind::Obeys),
        "contacts" => Some(EffectKind::Contacts),
        "enters" => Some(EffectKind::Enters),
        "sets" => Some(EffectKind::Sets),
        "verifies" => Some(EffectKind::Verifies),
        "changes" => Some(EffectKind::Changes(match words.next().unwrap() {
            "clock" => ChangeKind::Clock,
            "process" => ChangeKind::Process,
            _ => ChangeKind::System,
        })),
        "runs" => Some(EffectKind::Runs(match words.peek() {
            Some(&"file") => RunKind::File,
            Some(&"program") => RunKind::Program,
            Some(&"input") => RunKind::Input,
            _ if value == Some(ValueType::Path) => RunKind::File,
            _ if value == Some(ValueType::Program) => RunKind::Program,
            _ => RunKind::Code,
        })),
        other => panic!("verb {other}"),
    };
    let mut spec =
        EffectSpec { kind, target: TargetSpec::This, tree: false, may, child: Child::Exec, at: Place::default() };
    while let Some(word) = words.next() {
        match word {
            "tree" => spec.tree = true,
            "file" | "program" | "code" => {}
            "operands" => spec.target = TargetSpec::Operands,
            "operand" => spec.target = TargetSpec::Operand(words.next().unwrap().parse().unwrap()),
            "value" => spec.target = TargetSpec::Value(words.next().unwrap().parse().unwrap()),
            "cwd" => spec.target = TargetSpec::Cwd,
            "beside" => spec.target = TargetSpec::Beside,
            "unknown" => spec.target = TargetSpec::Unknown,
            "suffixed" => spec.target = TargetSpec::Suffixed(words.next().unwrap().to_owned()),
            "input" => {
                let language = words.next_if_eq(&"as").and_then(|_| words.next()).map(ValueType::from_name);
                spec.target = TargetSpec::Input(language);
            }
            "fed" => spec.child = Child::Fed,
            "joined" => spec.child = Child::Joined,
            "each" => {
                let placeholder = words.next().unwrap();
                spec.child = if placeholder.starts_with('-') {
                    Child::EachOption(placeholder.to_owned())
                } else {
                    Child::Each(vec![placeholder.to_owned()])
                };
            }
            literal => spec.target = TargetSpec::Literal(literal.trim_matches('"').to_owned()),
        }
    }
    spec
}
