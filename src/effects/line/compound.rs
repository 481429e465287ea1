//! Groups, conditions, loops, cases, functions.

use super::super::program::Input;
use super::super::words::Printed;
use super::super::words::{self, Evaluator};
use super::super::{Target, Unit, UnitKind};
use super::Walk;
use super::limits::MAX_DEPTH;
use super::state::{Flow, State};
use super::unit::effect;
use crate::argv::Text;
use crate::shell::tree::{self, Arm, Command, CommandKind, Comparison, Cond, Id, List, Part, Run, Span};
use crate::table::{ChangeKind, EffectKind, RunKind};

impl Walk<'_, '_> {
    /// Walks a command of any kind.
    pub(super) fn command(&mut self, command: &Command) -> Flow {
        self.printed = Printed::Anything;
        if let CommandKind::Simple { assignments, words } = command.kind {
            return self.simple(command, assignments, words);
        }
        if self.walker.depth >= MAX_DEPTH {
            let text = self.script.text(command.span).to_owned();
            let reason = format!("more than {MAX_DEPTH} constructs inside each other");
            self.push(Unit::unreadable(Some((command.span.start, command.span.end)), text, reason), &[]);
            self.bind_anything();
            return Flow::both(self.state.clone());
        }
        let outside = (self.shell.input.clone(), self.shell.source);
        self.redirects_of_compound(command);
        let before = self.state.clone();
        // A group or a branch runs once and in this shell, as a line does; what other ways lead past it is for the join to tell.
        let apart = u32::from(!matches!(
            command.kind,
            CommandKind::Group { .. } | CommandKind::If { .. } | CommandKind::Case { .. }
        ));
        self.level += 1;
        self.apart += apart;
        self.walker.depth += 1;
        let mut flow = self.compound(command);
        self.walker.depth -= 1;
        self.apart -= apart;
        self.level -= 1;
        if !self.script.get(command.redirects).iter().all(super::simple::cannot_fail) {
            // Where a redirect fails nothing of it has run.
            flow.failed = flow.failed.join(&before);
            self.state = flow.join();
        }
        (self.shell.input, self.shell.source) = outside;
        self.printed = Printed::Anything;
        flow
    }

    fn compound(&mut self, command: &Command) -> Flow {
        let before = self.walker.units.len();
        let flow = match command.kind {
            CommandKind::Simple { .. } => Flow::both(self.state.clone()),
            CommandKind::Group { body } => self.list(body),
            CommandKind::Subshell { body } => {
                self.subshell(|walk| walk.list(body));
                Flow::both(self.state.clone())
            }
            CommandKind::If { arms, otherwise } => self.choice(arms, otherwise),
            CommandKind::While { until, test, body } => self.repeat(command, |walk| {
                let tested = walk.list(test);
                walk.state = if until { tested.failed } else { tested.ok };
                walk.list(body)
            }),
            CommandKind::For { name, words, body } => self.each(command, name, words, body),
            CommandKind::ForArith { init, test, step, body } => {
                self.arithmetic(init, command.span);
                let (effects, _) = self.take_findings();
                self.arithmetic(test, command.span);
                let span = head(command, body);
                self.construct(UnitKind::Construct, span, effects);
                self.repeat(command, |walk| {
                    let flow = walk.list(body);
                    walk.arithmetic(step, command.span);
                    let (effects, _) = walk.take_findings();
                    if !effects.is_empty() {
                        walk.construct(UnitKind::Construct, span, effects);
                    }
                    flow
                })
            }
            CommandKind::Select { name, words, body } => {
                let (_, findings) = self.loop_words(words);
                self.findings = findings;
                let name = self.script.text(name).to_owned();
                self.bind(&name, None, false, false);
                self.bind("REPLY", None, false, false);
                self.construct(UnitKind::Construct, head(command, body), Vec::new());
                self.repeat(command, |walk| walk.list(body))
            }
            CommandKind::Case { subject, clauses } => self.case(command, subject, clauses),
            CommandKind::Cond { expression } => {
                self.condition(expression);
                self.output = self.construct(UnitKind::Construct, command.span, Vec::new());
                return Flow::both(self.state.clone());
            }
            CommandKind::Arith { expression } => {
                self.arithmetic(expression, command.span);
                self.output = self.construct(UnitKind::Construct, command.span, Vec::new());
                return Flow::both(self.state.clone());
            }
            CommandKind::Function { name, body } => self.define(command, name, body),
            CommandKind::Coproc { name, body } => self.coprocess(command, name, body),
        };
        if self.walker.units.len() > before {
            self.output = self.walker.units.len().checked_sub(1);
        }
        flow
    }

    fn choice(&mut self, arms: Run<Arm>, otherwise: Option<List>) -> Flow {
        let script = self.script;
        let mut done: Option<Flow> = None;
        for arm in script.get(arms) {
            let tested = self.list(arm.test);
            self.state = tested.ok;
            let then = self.list(arm.body);
            done = Some(match done {
                None => then,
                Some(flow) => either(&flow, &then),
            });
            self.state = tested.failed;
        }
        let last = match otherwise {
            Some(body) => self.list(body),
            None => Flow { ok: self.state.clone(), failed: State { unreachable: true, ..self.state.clone() } },
        };
        done.map_or(last.clone(), |flow| either(&flow, &last))
    }

    fn case(&mut self, command: &Command, subject: tree::Word, clauses: Run<tree::Clause>) -> Flow {
        let script = self.script;
        self.evaluate(subject.parts);
        let clauses = script.get(clauses);
        for pattern in clauses.iter().flat_map(|clause| script.get(clause.patterns)) {
            self.evaluate(pattern.parts);
        }
        let span = Span::new(command.span.start, subject.span.end);
        self.construct(UnitKind::Construct, span, Vec::new());
        let start = self.state.clone();
        let mut reached = start.clone();
        let mut done = Flow::both(start.clone());
        for clause in clauses {
            self.state = start.join(&reached);
            let flow = self.list(clause.body);
            // `;&` and `;;&` lead on into the next clause.
            reached = reached.join(&flow.join());
            done = either(&done, &flow);
        }
        self.state = done.join();
        done
    }

    fn condition(&mut self, expression: Id<Cond>) {
        let script = self.script;
        let Some(cond) = script.one(expression) else {
            return;
        };
        self.cond(cond);
    }

    fn cond(&mut self, cond: &Cond) {
        let script = self.script;
        match *cond {
            Cond::And(conds) | Cond::Or(conds) => script.get(conds).iter().for_each(|cond| self.cond(cond)),
            Cond::Not(cond) | Cond::Group(cond) => self.condition(cond),
            Cond::Word(word) => self.evaluate(word.parts),
            Cond::Unary { op, operand } => {
                let before = self.findings.len();
                let text = self.value(operand.parts);
                let at = (operand.span.start, operand.span.end);
                match script.text(op) {
                    "-v" | "-R" => {
                        if !matches!(&text, Text::Known(name) if words::is_identifier(name)) {
                            self.findings.push((
                                words::Finding::RunsCode("[[ -v ]] evaluates the subscript of a name"),
                                operand.span,
                            ));
                        }
                    }
                    "-z" | "-n" => self.keep_value(operand, before, false),
                    "-o" | "-t" => {}
                    _ => self.sees(text, at),
                }
            }
            Cond::Binary { left, op: _, comparison, right } => match comparison {
                Comparison::Arithmetic => {
                    self.arithmetic(left.parts, left.span);
                    self.arithmetic(right.parts, right.span);
                }
                Comparison::File => {
                    for word in [left, right] {
                        let text = self.value(word.parts);
                        self.sees(text, (word.span.start, word.span.end));
                    }
                }
                Comparison::Pattern | Comparison::Regex | Comparison::Order => {
                    self.evaluate(left.parts);
                    self.evaluate(right.parts);
                }
            },
        }
    }

    fn sees(&mut self, path: Text, at: (u32, u32)) {
        let target = self.path(path);
        self.seen.push(effect(EffectKind::Sees, target, false, Some(at), None));
    }

    fn coprocess(&mut self, command: &Command, name: Option<tree::Word>, body: Id<Command>) -> Flow {
        let script = self.script;
        let bound = name.map_or(Some("COPROC".into()), |name| script.literal(name));
        match bound {
            Some(name) => {
                let pid = format!("{name}_PID");
                let name = name.into_owned();
                self.bind(&name, None, false, false);
                self.bind(&pid, None, true, false);
            }
            None => self.bind_anything(),
        }
        let input = std::mem::replace(&mut self.shell.input, Input::Unknown);
        if let Some(body) = script.one(body) {
            self.subshell(|walk| walk.command(body));
        }
        self.shell.input = input;
        self.forks();
        let mut effects = Vec::new();
        if self.loops > 0 {
            effects.push(effect(
                EffectKind::Changes(ChangeKind::Process),
                Target::None,
                true,
                None,
                Some("a coprocess each time round"),
            ));
        }
        self.construct(UnitKind::Construct, command.span, effects);
        Flow::both(self.state.clone())
    }

    /// Evaluates parts for what happens on the way.
    pub(super) fn evaluate(&mut self, parts: Run<Part>) {
        let script = self.script;
        Evaluator { script, around: self }.evaluate(parts);
    }

    /// Evaluates an arithmetic expression.
    pub(super) fn arithmetic(&mut self, expression: Run<Part>, span: Span) -> words::Number {
        let script = self.script;
        Evaluator { script, around: self }.arithmetic(expression, span)
    }

    /// Unknown code.
    pub(super) fn unknown_code(&mut self, span: Span, certain: bool, note: &str) -> Option<usize> {
        let run =
            effect(EffectKind::Runs(RunKind::Code), Target::None, certain, Some((span.start, span.end)), Some(note));
        self.construct(UnitKind::Construct, span, vec![run])
    }
}

/// Either of two ways was taken.
pub(super) fn either(one: &Flow, other: &Flow) -> Flow {
    Flow { ok: one.ok.join(&other.ok), failed: one.failed.join(&other.failed) }
}

/// The part of a loop before its body.
pub(super) fn head(command: &Command, body: List) -> Span {
    Span::new(command.span.start, body.span.start.max(command.span.start))
}
