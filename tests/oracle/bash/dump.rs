//! Our reading of a text, printed as `parse_script.c` prints bash's.

#![allow(dead_code, reason = "shared by several tests, each of which uses a part")]

use policyc::shell::Script;
use policyc::shell::tree::{
    ClauseEnd, Command, CommandKind, Cond, Fd, HereDoc, Id, List, Operator, Part, PartKind, Pipe, Pipeline, Redirect,
    RedirectOp, Run, Span, Target, Timed, Word,
};

/// A text that bash rewrites while it parses, and the script that makes bash rewrite it alone.
pub struct Question {
    /// To be parsed.
    pub script: String,
    /// What stands before and after the rewritten text in the answer.
    pub frame: (&'static str, &'static str),
}

/// A printed list. `\u{1}N\u{1}` stands for the answer to question N.
pub struct Dump {
    /// The list.
    pub text: String,
    /// What bash must be asked to complete it.
    pub questions: Vec<Question>,
}

/// Where a text stands, which decides how bash is asked about it.
#[derive(Clone, Copy)]
enum Form {
    Word,
    Assignment,
    ArrayArgument,
    Pattern,
    Regex,
    Arithmetic,
}

struct Printer<'s> {
    script: &'s Script<'s>,
    dump: Dump,
}

/// Prints a list.
pub fn list(script: &Script<'_>, list: List) -> Dump {
    let mut printer = Printer { script, dump: Dump { text: String::new(), questions: Vec::new() } };
    printer.items(list);
    printer.dump
}

/// The bodies of all substitutions: their text, and how we read it.
pub fn bodies(script: &Script<'_>) -> Vec<(String, Dump)> {
    let body = |part: &Part| match part.kind {
        PartKind::CommandSub { body, .. } | PartKind::ProcSub { body, .. } => Some(body),
        _ => None,
    };
    let bodies = script.all::<Part>().iter().filter_map(body);
    bodies.map(|body| (script.text(body.span).to_owned(), list(script, body))).collect()
}

/// Appends a text as a quoted string.
pub fn quote(text: &str, out: &mut String) {
    out.push_str(" \"");
    for char in text.chars() {
        if char < ' ' || matches!(char, '\x7f' | '"' | '\\') {
            out.push_str(&format!("\\{:02x}", char as u32));
        } else {
            out.push(char);
        }
    }
    out.push('"');
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.dump.text.push_str(text);
    }

    fn quoted(&mut self, text: &str) {
        quote(text, &mut self.dump.text);
    }

    /// A text, as bash keeps it.
    fn text(&mut self, raw: &str, form: Form) {
        let rewritten = ["\\\n", "$(", "$'", "$\"", "<(", ">("].iter().any(|it| raw.contains(it));
        let array = matches!(form, Form::ArrayArgument) || (matches!(form, Form::Assignment) && raw.contains("=("));
        if !rewritten && !array {
            return self.quoted(raw);
        }
        let (before, after, frame) = match form {
            Form::Word => (": ", "\n", ("(cmd \":\"", ")")),
            Form::Assignment => ("", "\n", ("(cmd =", ")")),
            Form::ArrayArgument => ("declare ", "\n", ("(cmd \"declare\"", ")")),
            Form::Pattern => ("[[ a == ", " ]]\n", ("(cond (binary \"a\" \"==\"", "))")),
            Form::Regex => ("[[ a =~ ", " ]]\n", ("(cond (binary \"a\" \"=~\"", "))")),
            Form::Arithmetic => ("((", "))\n", ("(arith", ")")),
        };
        let index = self.dump.questions.len();
        self.put(&format!("\u{1}{index}\u{1}"));
        self.dump.questions.push(Question { script: format!("{before}{raw}{after}"), frame });
    }

    fn span(&mut self, span: Span, form: Form) {
        let script = self.script;
        self.text(script.text(span), form);
    }

    fn word(&mut self, word: Word) {
        self.span(word.span, Form::Word);
    }

    fn words(&mut self, words: Run<Word>) {
        self.put(" (");
        for word in self.script.get(words) {
            self.word(*word);
        }
        self.put(")");
    }

    fn sublist(&mut self, list: List) {
        self.put(" (");
        self.items(list);
        self.put(")");
    }

    fn items(&mut self, list: List) {
        let items = self.script.get(list.items);
        for (index, item) in items.iter().enumerate() {
            self.pipeline(item.pipeline);
            let last = index + 1 == items.len();
            match item.next {
                Operator::And => self.put(" && "),
                Operator::Or => self.put(" || "),
                Operator::Background => self.put(" & "),
                Operator::Semicolon | Operator::Newline if !last => self.put(" ; "),
                Operator::Semicolon | Operator::Newline | Operator::End => {}
            }
        }
    }

    fn pipeline(&mut self, pipeline: Pipeline) {
        match pipeline.timed {
            Timed::No => {}
            Timed::Bash => self.put("time "),
            Timed::Posix => self.put("time-p "),
        }
        if pipeline.negated {
            self.put("! ");
        }
        let commands = self.script.get(pipeline.commands);
        if commands.is_empty() {
            self.put("(cmd)");
        }
        for (index, command) in commands.iter().enumerate() {
            if index > 0 {
                self.put(" | ");
            }
            self.command(command);
        }
    }

    fn command(&mut self, command: &Command) {
        match command.kind {
            CommandKind::Simple { assignments, words } => {
                self.put("(cmd");
                for assignment in self.script.get(assignments) {
                    self.put(" =");
                    self.span(assignment.span, Form::Assignment);
                }
                for word in self.script.get(words) {
                    let array =
                        self.script.get(word.parts).iter().any(|part| matches!(part.kind, PartKind::Array { .. }));
                    self.span(word.span, if array { Form::ArrayArgument } else { Form::Word });
                }
            }
            _ => self.compound(command),
        }
        for redirect in self.script.get(command.redirects) {
            self.redirect(redirect);
        }
        if command.pipe == Some(Pipe::OutErr) {
            self.put(" [2 >& \"1\"]");
        }
        self.put(")");
    }

    fn inner(&mut self, id: Id<Command>) {
        self.put(" (");
        if let Some(command) = self.script.one(id) {
            self.command(command);
        }
        self.put(")");
    }

    fn compound(&mut self, command: &Command) {
        match command.kind {
            CommandKind::Simple { .. } => {}
            CommandKind::Group { body } => {
                self.put("(group");
                self.sublist(body);
            }
            CommandKind::Subshell { body } => {
                self.put("(subshell");
                self.sublist(body);
            }
            CommandKind::If { arms, otherwise } => {
                let arms = self.script.get(arms);
                for (index, arm) in arms.iter().enumerate() {
                    self.put(if index > 0 { " ((if" } else { "(if" });
                    self.sublist(arm.test);
                    self.sublist(arm.body);
                }
                self.put(" (");
                if let Some(otherwise) = otherwise {
                    self.items(otherwise);
                }
                self.put(")");
                for _ in 1..arms.len() {
                    self.put("))");
                }
            }
            CommandKind::While { until, test, body } => {
                self.put(if until { "(until" } else { "(while" });
                self.sublist(test);
                self.sublist(body);
            }
            CommandKind::For { name, words, body } => self.list_loop("(for", name, words, body),
            CommandKind::Select { name, words, body } => self.list_loop("(select", name, words, body),
            CommandKind::ForArith { init, test, step, body } => {
                self.put("(for-arith");
                for expression in [init, test, step] {
                    let text = self.expression(expression);
                    let text = text.trim_start_matches([' ', '\t']);
                    self.text(if text.is_empty() { "1" } else { text }, Form::Arithmetic);
                }
                self.sublist(body);
            }
            CommandKind::Case { subject, clauses } => {
                self.put("(case");
                self.word(subject);
                for clause in self.script.get(clauses) {
                    self.put(match clause.end {
                        ClauseEnd::Break => " (;;",
                        ClauseEnd::FallThrough => " (;&",
                        ClauseEnd::TestNext => " (;;&",
                    });
                    self.words(clause.patterns);
                    self.sublist(clause.body);
                    self.put(")");
                }
            }
            CommandKind::Cond { expression } => {
                self.put("(cond");
                self.cond(expression);
            }
            CommandKind::Arith { expression } => {
                self.put("(arith");
                let text = self.between_parentheses(command, expression);
                self.text(&text, Form::Arithmetic);
            }
            CommandKind::Function { name, body } => {
                self.put("(function");
                self.word(name);
                self.inner(body);
            }
            CommandKind::Coproc { name, body } => {
                self.put("(coproc");
                match name {
                    Some(name) => self.word(name),
                    None => self.quoted("COPROC"),
                }
                self.inner(body);
            }
        }
    }

    fn list_loop(&mut self, kind: &str, name: Span, words: Option<Run<Word>>, body: List) {
        self.put(kind);
        self.span(name, Form::Word);
        match words {
            Some(words) => self.words(words),
            None => self.put(" ( \"\\22$@\\22\")"),
        }
        self.sublist(body);
    }

    /// What stands in `((…))`, quotes included.
    fn between_parentheses(&self, command: &Command, expression: Run<Part>) -> String {
        let text = self.script.text(command.span);
        let start = text.match_indices('(').nth(1).map_or(0, |(at, _)| at + 1);
        let last = self.script.get(expression).last();
        let end = last.map_or(start, |part| (part.span.end - command.span.start) as usize);
        let close = text[end..].find("))").map_or(text.len(), |at| end + at);
        text[start..close].to_owned()
    }

    /// The whole text of an expression: its parts lie side by side but for continuations.
    fn expression(&self, parts: Run<Part>) -> String {
        self.script.get(parts).iter().map(|part| self.script.text(part.span)).collect()
    }

    fn cond(&mut self, id: Id<Cond>) {
        let mut id = id;
        let mut negated = false;
        while let Some(Cond::Not(inner)) = self.script.one(id) {
            negated = !negated;
            id = *inner;
        }
        if negated {
            self.put(" !");
        }
        if let Some(cond) = self.script.one(id) {
            self.cond_inside(*cond);
        }
    }

    fn cond_inside(&mut self, cond: Cond) {
        match cond {
            Cond::And(terms) | Cond::Or(terms) => {
                self.put(if matches!(cond, Cond::And(_)) { " (and" } else { " (or" });
                for term in self.script.get(terms) {
                    match term {
                        Cond::Not(_) => self.negation(*term),
                        _ => self.cond_inside(*term),
                    }
                }
                self.put(")");
            }
            Cond::Not(_) => self.negation(cond),
            Cond::Group(inner) => {
                self.put(" (is");
                self.cond(inner);
                self.put(")");
            }
            Cond::Word(word) => {
                self.put(" (unary \"-n\"");
                self.word(word);
                self.put(")");
            }
            Cond::Unary { op, operand } => {
                self.put(" (unary");
                self.span(op, Form::Word);
                self.word(operand);
                self.put(")");
            }
            Cond::Binary { left, op, comparison, right } => {
                use policyc::shell::tree::Comparison;
                self.put(" (binary");
                self.word(left);
                self.span(op, Form::Word);
                let form = match comparison {
                    Comparison::Pattern => Form::Pattern,
                    Comparison::Regex => Form::Regex,
                    Comparison::Order | Comparison::Arithmetic | Comparison::File => Form::Word,
                };
                self.span(right.span, form);
                self.put(")");
            }
        }
    }

    fn negation(&mut self, cond: Cond) {
        let mut cond = cond;
        let mut negated = false;
        while let Cond::Not(inner) = cond {
            negated = !negated;
            match self.script.one(inner) {
                Some(inner) => cond = *inner,
                None => return,
            }
        }
        if negated {
            self.put(" !");
        }
        self.cond_inside(cond);
    }

    fn redirect(&mut self, redirect: &Redirect) {
        self.put(" [");
        match redirect.fd {
            Fd::Default => self.put(match redirect.op {
                RedirectOp::Read
                | RedirectOp::ReadWrite
                | RedirectOp::DupIn
                | RedirectOp::HereDoc
                | RedirectOp::HereString => "0",
                RedirectOp::Write
                | RedirectOp::Append
                | RedirectOp::Clobber
                | RedirectOp::DupOut
                | RedirectOp::WriteBoth
                | RedirectOp::AppendBoth => "1",
            }),
            Fd::Number(number) => self.put(&number.to_string()),
            Fd::Variable(name) => {
                let name = self.script.text(name).to_owned();
                self.put(&format!("{{{name}}}"));
            }
        }
        match redirect.target {
            Target::HereDoc(id) => {
                if let Some(here_doc) = self.script.one(id) {
                    self.here_doc(here_doc);
                }
            }
            Target::Word(word) => self.target(redirect.op, word),
        }
        self.put("]");
    }

    fn target(&mut self, op: RedirectOp, word: Word) {
        let raw = self.script.text(word.span).to_owned();
        let duplicates = matches!(op, RedirectOp::DupIn | RedirectOp::DupOut);
        if duplicates && raw == "-" {
            return self.put(" &-");
        }
        self.put(match op {
            RedirectOp::Read => " <",
            RedirectOp::Write => " >",
            RedirectOp::Append => " >>",
            RedirectOp::Clobber => " >|",
            RedirectOp::ReadWrite => " <>",
            RedirectOp::DupIn => " <&",
            RedirectOp::DupOut => " >&",
            RedirectOp::WriteBoth => " &>",
            RedirectOp::AppendBoth => " &>>",
            RedirectOp::HereDoc => " <<",
            RedirectOp::HereString => " <<<",
        });
        let (digits, dash) = raw.strip_suffix('-').map_or((raw.as_str(), ""), |digits| (digits, "-"));
        match digits.parse::<i32>() {
            Ok(number) if duplicates && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.quoted(&format!("{number}{dash}"))
            }
            _ => self.word(word),
        }
    }

    fn here_doc(&mut self, here_doc: &HereDoc) {
        self.put(if here_doc.strip_tabs { " <<-" } else { " <<" });
        let script = self.script;
        self.quoted(script.text(here_doc.delimiter));
        let raw = script.text(here_doc.span);
        let mut body = if here_doc.quoted { raw.to_owned() } else { without_continuations(raw) };
        if !body.is_empty() && !body.ends_with('\n') {
            body.push('\n');
        }
        if here_doc.strip_tabs {
            body = body.split_inclusive('\n').map(|line| line.trim_start_matches('\t')).collect();
        }
        self.quoted(&body);
    }
}

fn without_continuations(raw: &str) -> String {
    let mut text = String::new();
    let mut chars = raw.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, chars.peek()) {
            ('\\', Some('\n')) => {
                chars.next();
            }
            ('\\', Some(next)) => {
                text.push('\\');
                text.push(*next);
                chars.next();
            }
            _ => text.push(char),
        }
    }
    text
}
