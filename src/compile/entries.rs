//! Entries of `pattern` and `safe`.

use super::lower::Lower;
use super::policy::{argument, tool_name};
use crate::check::polarity::Side;
use crate::source::{Location, Span, codes};
use crate::syntax::{Node, Rule};
use crate::table::{ArgumentTest, Command, CommandEntry, Entry, OperandTest, OptionDecl, TextTest};

/// Programs of a pipe.
const MAX_PIPE: usize = 16;
/// Entries that one line stands for, its lists multiplied out.
const MAX_EXPANSION: usize = 10_000;

impl<'a> Lower<'a> {
    pub(super) fn entry_list(&mut self, item: Node<'a>) {
        let Some(name) = item.first(Rule::name) else { return };
        let safe = item.rule() == Rule::safe;
        let commands = std::mem::take(&mut self.table.commands);
        let mut entries = Vec::new();
        for entry in item.all(Rule::entry) {
            let parts: Vec<Node<'a>> = entry.kids().collect();
            if safe && parts.len() > 1 {
                self.error(
                    codes::PIPE_IN_SAFE,
                    "a safe list vouches for one unit at a time",
                    entry,
                    "a pipe stands here",
                )
                .help
                .push("list both programs; a line of allowed units is allowed".to_owned());
            }
            if parts.len() > MAX_PIPE {
                self.error(codes::LIMIT, format!("a pipe may have {MAX_PIPE} programs"), entry, "this one has more");
                continue;
            }
            // From the last unit backwards: each earlier one is put before every alternative of the later.
            let mut rest: Vec<Entry> = Vec::new();
            for part in parts.into_iter().rev() {
                let own = self.entry_part(part, safe, &commands);
                if own.len().saturating_mul(rest.len().max(1)) > MAX_EXPANSION {
                    self.error(
                        codes::LIMIT,
                        format!("an entry may stand for {MAX_EXPANSION} of them"),
                        entry,
                        "this one for more",
                    );
                    rest.clear();
                    break;
                }
                rest = if rest.is_empty() {
                    own
                } else {
                    own.iter().flat_map(|own| rest.iter().map(|next| piped(own, next))).collect()
                };
            }
            entries.extend(rest);
        }
        self.table.commands = commands;
        let lists = if safe { &mut self.table.safes } else { &mut self.table.patterns };
        lists.insert(name.text().to_owned(), entries);
    }

    fn entry_part(&mut self, part: Node<'a>, safe: bool, declared: &[Command]) -> Vec<Entry> {
        let at = self.place(part);
        if part.rule() == Rule::tool_entry {
            let name = part.first(Rule::tool_name).map(tool_name).unwrap_or_default();
            if let Some(node) = part.first(Rule::tool_name) {
                self.known_tool(node);
            }
            for node in part.all(Rule::argument_test).filter_map(|test| test.first(Rule::argument)) {
                self.known_argument(&name, node);
            }
            let arguments = part.all(Rule::argument_test).map(argument_test).collect();
            return vec![Entry::Tool { name, arguments, at }];
        }
        let levels: Vec<Vec<Node<'a>>> =
            part.all(Rule::words).map(|words| words.all(Rule::entry_word).collect()).collect();
        let Some((programs, subs)) = levels.split_first() else { return Vec::new() };
        if self.mixed_list(programs, subs, declared) {
            return Vec::new();
        }
        let mut paths = Vec::new();
        for program in programs {
            let written = word(*program);
            let commands: Vec<&Command> =
                self.programs.get(&written).into_iter().flatten().filter_map(|index| declared.get(*index)).collect();
            if commands.is_empty() && (safe || program.kid().is_none_or(|kid| kid.rule() != Rule::string)) {
                self.undeclared_program(*program, safe);
                continue;
            }
            let canonical = commands.first().map_or(written.as_str(), |command| command.canonical(&written)).to_owned();
            if paths.len() > MAX_EXPANSION {
                break;
            }
            paths.extend(self.sub_paths(Path { program: canonical, names: Vec::new(), commands }, subs));
        }
        let named = |rule: Rule| part.all(rule).flat_map(Node::kids).collect::<Vec<_>>();
        let (with, without) = (named(Rule::with), named(Rule::without));
        self.known_options(&with, &paths);
        self.known_options(&without, &paths);
        let side = if safe { Side::Safe } else { Side::Pattern };
        let conditions: Vec<Node<'a>> = part.all(Rule::where_).filter_map(|node| node.first(Rule::condition)).collect();
        let condition: Vec<_> = conditions.into_iter().flat_map(|condition| self.condition(condition, side)).collect();
        let mut out = Vec::new();
        for path in paths {
            let options =
                |list: &[Node<'a>]| list.iter().map(|node| path.canonical(&node.unquoted())).collect::<Vec<_>>();
            // A program without the option never has it: `with` never holds of it, `without` always does.
            let Some(with) = options(&with).into_iter().collect::<Option<Vec<_>>>() else { continue };
            let without = options(&without).into_iter().flatten().collect();
            out.push(Entry::Command(CommandEntry {
                program: path.program,
                subcommands: path.names,
                with,
                without,
                operands: operand_test(part),
                condition: condition.clone(),
                pipe: None,
                at,
            }));
        }
        out
    }

    /// Reports `ls, cat, git status`: a subcommand is one of every program of its line.
    fn mixed_list(&mut self, programs: &[Node<'a>], subs: &[Vec<Node<'a>>], declared: &[Command]) -> bool {
        let (Some((last, before)), Some(sub)) = (programs.split_last(), subs.first().and_then(|level| level.first()))
        else {
            return false;
        };
        let with_subcommands = |program: &Node<'a>| {
            let indexes = self.programs.get(&word(*program)).into_iter().flatten();
            indexes.filter_map(|index| declared.get(*index)).any(|command| !command.subcommands.is_empty())
        };
        let Some(other) = before.last().filter(|_| with_subcommands(last) && !before.iter().any(with_subcommands))
        else {
            return false;
        };
        let (one, several) = (word(*other), word(*last));
        let gap = Location { span: Span { start: other.span().end, end: last.span().start }, ..self.at(*last) };
        let title = format!("`{one}` has no subcommand `{}`", word(*sub));
        let label = format!("meant for `{several}`, and said of every program of the line");
        let problem = self.error(codes::UNKNOWN_NAME, title, *sub, label);
        problem.help.push(format!("give `{several}` a line of its own"));
        *problem = problem.clone().edit(gap, "\n  ", format!("put `{several}` on the next line"));
        true
    }

    fn undeclared_program(&mut self, program: Node<'a>, safe: bool) {
        let written = word(program);
        // Beyond what is told nobody reads a suggestion, and looking for one takes time.
        let told = self.diagnostics.len() <= super::MAX_FINDINGS;
        let known: Vec<String> = if told { self.programs.keys().cloned().collect() } else { Vec::new() };
        let problem = self.unknown_name("program", program, known.iter().map(String::as_str));
        problem.title = format!("nothing declares the program `{written}`");
        if safe {
            problem
                .notes
                .push("what nobody has declared is never allowed, so vouching for it would do nothing".to_owned());
        } else {
            problem.help.push(format!("write `\"{written}\"` in quotes for a program that nobody declares"));
        }
    }

    fn sub_paths<'c>(&mut self, start: Path<'c>, levels: &[Vec<Node<'a>>]) -> Vec<Path<'c>> {
        let mut paths = vec![start];
        for level in levels {
            if paths.len().saturating_mul(level.len()) > MAX_EXPANSION {
                if let Some(sub) = level.first() {
                    self.error(
                        codes::LIMIT,
                        format!("an entry may stand for {MAX_EXPANSION} of them"),
                        *sub,
                        "this one for more",
                    );
                }
                return Vec::new();
            }
            let mut next = Vec::new();
            for path in &paths {
                for sub in level {
                    let written = word(*sub);
                    let inner: Vec<&'c Command> = path
                        .commands
                        .iter()
                        .flat_map(|command| &command.subcommands)
                        .filter(|command| command.names.contains(&written))
                        .collect();
                    if inner.is_empty() && !path.commands.is_empty() {
                        let known =
                            path.commands.iter().flat_map(|command| &command.subcommands).flat_map(|sub| &sub.names);
                        self.unknown_name("subcommand", *sub, known.map(String::as_str));
                        continue;
                    }
                    let canonical =
                        inner.first().map_or(written.as_str(), |command| command.canonical(&written)).to_owned();
                    let mut names = path.names.clone();
                    names.push(canonical);
                    // Options of the parent stand before the subcommand and can be named as well.
                    let commands = inner.into_iter().chain(path.commands.iter().copied()).collect();
                    next.push(Path { program: path.program.clone(), names, commands });
                }
            }
            paths = next;
        }
        paths
    }

    /// Reports options that none of the programs has.
    fn known_options(&mut self, list: &[Node<'a>], paths: &[Path<'_>]) {
        for node in list {
            let written = node.unquoted();
            if !paths.is_empty() && paths.iter().all(|path| path.canonical(&written).is_none()) {
                let known = paths.iter().flat_map(Path::options).flat_map(|option| &option.spellings);
                self.unknown_name("option", *node, known.map(String::as_str));
            }
        }
    }
}

/// A program and subcommands, and the declarations that stand for it, the innermost first.
struct Path<'c> {
    program: String,
    names: Vec<String>,
    commands: Vec<&'c Command>,
}

impl<'c> Path<'c> {
    fn options(&self) -> impl Iterator<Item = &'c OptionDecl> {
        self.commands.iter().flat_map(|command| &command.options)
    }

    /// The canonical spelling of an option; of an undeclared program, the one that is written.
    fn canonical(&self, written: &str) -> Option<String> {
        if self.commands.is_empty() {
            return Some(written.to_owned());
        }
        let option = self.options().find(|option| option.spellings.iter().any(|spelling| spelling == written))?;
        option.spellings.first().cloned()
    }
}

fn piped(own: &Entry, next: &Entry) -> Entry {
    match own {
        Entry::Command(entry) => Entry::Command(CommandEntry { pipe: Some(Box::new(next.clone())), ..entry.clone() }),
        Entry::Tool { .. } => own.clone(),
    }
}

fn word(node: Node<'_>) -> String {
    node.kid().map(Node::unquoted).unwrap_or_default()
}

fn operand_test(part: Node<'_>) -> OperandTest {
    if part.has(Rule::without_operand) {
        return OperandTest::None;
    }
    part.first(Rule::with_operand)
        .map_or(OperandTest::Whatever, |node| OperandTest::SomeMatches(node.kids().map(Node::unquoted).collect()))
}

fn argument_test(node: Node<'_>) -> ArgumentTest {
    let argument = node.first(Rule::argument).map(|part| argument(part).0);
    let text = node.kids().last().map(Node::unquoted).unwrap_or_default();
    ArgumentTest {
        argument: argument.unwrap_or(crate::table::Argument { names: Vec::new(), default: None }),
        test: if node.has(Rule::equals) { TextTest::Equals(text) } else { TextTest::Matches(text) },
    }
}
