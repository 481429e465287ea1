//! What a declaration says that a program can do, line by line, and what must be given for it to happen.

use super::conditions::{Demand, both, solve};
use super::samples;
use crate::table::{
    Case, Child, Clause, ClauseKind, Command, EffectKind, EffectSpec, OptionDecl, Place, TargetSpec, ValueType,
    VariableDecl,
};
use std::rc::Rc;

/// One effect of a declaration and one way to bring it about.
#[derive(Debug, Clone)]
pub struct Goal<'t> {
    /// The effect's own line.
    pub at: Place,
    /// The effect.
    pub spec: &'t EffectSpec,
    /// What brings it about.
    pub via: Via<'t>,
    /// What must be given beside that, as a disjunction; none: it can never happen.
    pub ways: Vec<Demand>,
    /// For each operand clause of the last command, by its index, what must hold for it to be the one that is taken.
    pub in_force: Rc<Vec<(usize, Vec<Demand>)>>,
}

/// What brings an effect about.
#[derive(Debug, Clone)]
pub enum Via<'t> {
    /// An option of the command at this depth of the path.
    Option {
        /// 0 is the program itself.
        depth: usize,
        /// Which.
        option: &'t OptionDecl,
        /// Its last value; `None`: it is given without one.
        text: Option<String>,
    },
    /// The position at this index of the operands of this clause.
    Operand {
        /// Index of the clause in its command.
        clause: usize,
        /// Index of the position.
        position: usize,
        /// The operand.
        text: String,
    },
    /// Nothing more than the call itself.
    Always {
        /// The level that says so.
        depth: usize,
    },
    /// A variable that is bound for the call.
    Variable {
        /// Its declaration.
        variable: &'t VariableDecl,
        /// What it is bound to.
        text: String,
    },
}

/// The goals of the command at the end of `path` (the program first, then subcommands) that `wanted` takes, by the effect
/// and the type of the value that it stands at.
pub fn goals<'t>(path: &[&'t Command], wanted: &dyn Fn(&EffectSpec, ValueType) -> bool) -> Vec<Goal<'t>> {
    let mut goals = Vec::new();
    let all_in_force = Rc::new(path.last().map_or(Vec::new(), |command| all_in_force(command)));
    for (depth, command) in path.iter().enumerate() {
        let mut add = |spec: &'t EffectSpec, via: Via<'t>, ways: Vec<Demand>| {
            goals.push(Goal { at: spec.at, spec, via, ways, in_force: Rc::clone(&all_in_force) });
        };
        for option in &command.options {
            let kind = option.values.last().map_or(ValueType::Plain, |value| value.kind);
            for (spec, text) in said(kind, &option.effects, &option.cases, wanted) {
                let always = || vec![Demand::default()];
                let by_text = option.cases.iter().any(|case| case.effects.iter().any(|own| std::ptr::eq(own, spec)));
                if option.values.is_empty() || (option.optional && !by_text) {
                    add(spec, Via::Option { depth, option, text: None }, always());
                }
                if !option.values.is_empty() {
                    add(spec, Via::Option { depth, option, text: Some(text) }, always());
                }
            }
        }
        for variable in &command.variables {
            for (spec, text) in said(variable.value.kind, &variable.effects, &variable.cases, wanted) {
                add(spec, Via::Variable { variable, text }, vec![Demand::default()]);
            }
        }
        let last = depth + 1 == path.len();
        for (at, clause) in command.clauses.iter().enumerate() {
            match &clause.kind {
                ClauseKind::Does(effects) => {
                    let mut ways = clause.when.as_ref().map_or(vec![Demand::default()], |when| solve(when, true));
                    if !last {
                        ways.retain_mut(Demand::forget_operands);
                    }
                    for spec in effects.iter().filter(|spec| wanted(spec, ValueType::Plain)) {
                        add(spec, Via::Always { depth }, ways.clone());
                    }
                }
                ClauseKind::Operands(operands) if last => {
                    let own = all_in_force.iter().find(|(clause, _)| *clause == at);
                    let ways = own.map_or(Vec::new(), |(_, ways)| ways.clone());
                    for (position, operand) in operands.iter().enumerate() {
                        for (spec, text) in said(operand.value.kind, &operand.effects, &operand.cases, wanted) {
                            add(spec, Via::Operand { clause: at, position, text }, ways.clone());
                        }
                    }
                }
                ClauseKind::Operands(_) | ClauseKind::Prints(_) | ClauseKind::Sandboxed => {}
            }
        }
    }
    goals
}

/// Whether an effect at a value of this type is more than a look and the program's own: a command that it starts is a unit of its
/// own.
pub fn is_own_act(spec: &EffectSpec, kind: ValueType) -> bool {
    let starts = spec.target == TargetSpec::This
        && matches!(kind, ValueType::Argv | ValueType::Sh | ValueType::Bash | ValueType::Arith);
    let runs = matches!(spec.kind, Some(EffectKind::Runs(_)));
    spec.kind.is_some_and(EffectKind::acts) && !(runs && (starts || spec.child == Child::Joined))
}

/// What must hold for each operand clause to be the one that is taken, by its index: those under a condition come first.
pub fn all_in_force(command: &Command) -> Vec<(usize, Vec<Demand>)> {
    let clauses: Vec<(usize, &Clause)> = command
        .clauses
        .iter()
        .enumerate()
        .filter(|(_, clause)| matches!(clause.kind, ClauseKind::Operands(_)))
        .collect();
    let solved = |clause: &Clause, wanted| clause.when.as_ref().map(|when| solve(when, wanted));
    let nots: Vec<Vec<Demand>> = clauses.iter().map(|(_, clause)| solved(clause, false).unwrap_or_default()).collect();
    let one = |(at, own): &(usize, &Clause)| {
        let before = |other: usize, clause: &Clause| match (&clause.when, &own.when) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (Some(_), Some(_)) | (None, None) => other < *at,
        };
        let mut ways = solved(own, true).unwrap_or_else(|| vec![Demand::default()]);
        for ((other, clause), not) in clauses.iter().zip(&nots) {
            if other != at && before(*other, clause) {
                ways = both(&ways, not);
            }
        }
        (*at, ways)
    };
    clauses.iter().map(one).collect()
}

/// The wanted effects of a value, each with a text that brings it about.
fn said<'t>(
    kind: ValueType,
    effects: &'t [EffectSpec],
    cases: &'t [Case],
    wanted: &dyn Fn(&EffectSpec, ValueType) -> bool,
) -> Vec<(&'t EffectSpec, String)> {
    let mut said = Vec::new();
    let takes_all = |case: &Case| case.globs.iter().any(|glob| glob == "*");
    let reached = cases.iter().position(takes_all).map_or(cases.len(), |at| at + 1);
    if reached == cases.len() && !cases.last().is_some_and(takes_all) {
        for spec in effects.iter().filter(|spec| wanted(spec, kind)) {
            said.extend(samples::acting(kind, spec, cases).into_iter().map(|text| (spec, text)));
        }
    }
    for case in cases.iter().take(reached) {
        for spec in case.effects.iter().filter(|spec| wanted(spec, kind)) {
            let text = |glob: &String| samples::unlike_before(glob, &samples::fill(glob), cases);
            said.extend(case.globs.iter().map(|glob| (spec, text(glob))));
        }
    }
    said
}
