//! Redirects: effects of their own (rule 22).

use super::super::program::Input;
use super::super::words::{Finding, PROCESS_PATH};
use super::super::{Effect, Target, Unit, UnitKind};
use super::Walk;
use super::unit::effect;
use crate::argv::{Piece, Text, Word};
use crate::shell::tree::{self, Command, CommandKind, Fd, Redirect, RedirectOp, Run};
use crate::table::EffectKind;

/// What a command's redirects come to.
#[derive(Debug, Default)]
pub(super) struct Redirected {
    /// Files that are read by `<`, which belong to the command.
    pub reads: Vec<Effect>,
    /// Units beside the command.
    pub units: Vec<Unit>,
    /// Standard input, where it is redirected, and the unit it comes from.
    pub input: Option<(Input, Option<usize>)>,
    /// Only standard error is redirected, and only to nowhere, so that standard output is the command's alone.
    pub quiet: bool,
    /// Standard output goes to a file.
    pub captured: bool,
}

impl Walk<'_, '_> {
    /// Evaluates redirects in order.
    pub(super) fn redirects(&mut self, redirects: Run<Redirect>) -> Redirected {
        let script = self.script;
        let mut done = Redirected { quiet: true, ..Redirected::default() };
        for redirect in script.get(redirects) {
            self.redirect(redirect, &mut done);
        }
        done
    }

    /// The redirects of a group, loop or other compound command, whose reads have no command to belong to.
    pub(super) fn redirects_of_compound(&mut self, command: &Command) {
        if matches!(command.kind, CommandKind::Function { .. }) || command.redirects.is_empty() {
            return;
        }
        let done = self.redirects(command.redirects);
        let (found, processes) = self.take_findings();
        let effects: Vec<Effect> = done.reads.into_iter().chain(found).collect();
        if !effects.is_empty() {
            let span =
                self.script.get(command.redirects).first().map(|redirect| (redirect.span.start, redirect.span.end));
            let text = self
                .script
                .get(command.redirects)
                .iter()
                .map(|redirect| self.script.text(redirect.span))
                .collect::<Vec<_>>()
                .join(" ");
            self.push(Unit { effects, ..Unit::bare(UnitKind::Redirect, span, text) }, &processes);
        }
        for unit in done.units {
            self.push(unit, &processes);
        }
        if let Some((input, source)) = done.input {
            self.shell.input = input;
            self.shell.source = source;
        }
    }

    fn redirect(&mut self, redirect: &Redirect, done: &mut Redirected) {
        if let Fd::Variable(name) = redirect.fd {
            let name = self.script.text(name).to_owned();
            self.bind(&name, None, true, false);
        }
        let first_unit = self.walker.units.len();
        let word = match redirect.target {
            tree::Target::HereDoc(document) => {
                let text = self.script.one(document).map_or(Text::unknown(), |document| self.value(document.body));
                done.input_is(
                    redirect,
                    match text {
                        Text::Known(text) => Input::Text(text.into()),
                        Text::Shaped(_) => Input::Unknown,
                    },
                    None,
                );
                return;
            }
            tree::Target::Word(word) if redirect.op == RedirectOp::HereString => {
                let text = self.value(word.parts);
                done.input_is(
                    redirect,
                    match text {
                        Text::Known(text) => Input::Text(String::from(text) + "\n"),
                        Text::Shaped(_) => Input::Unknown,
                    },
                    None,
                );
                return;
            }
            tree::Target::Word(word) => {
                let script = self.script;
                super::super::words::Evaluator { script, around: &mut *self }.target(word)
            }
        };
        let process = word.as_known() == Some(PROCESS_PATH)
            && self
                .findings
                .iter()
                .any(|(finding, at)| *finding == Finding::Process && word.span == Some((at.start, at.end)));
        if process {
            let source = (self.walker.units.len() > first_unit).then(|| self.walker.units.len() - 1);
            match redirect.op {
                RedirectOp::Read | RedirectOp::ReadWrite => done.input_is(redirect, Input::Pipe, source),
                _ => done.quiet &= redirect.fd == Fd::Number(2),
            }
            return;
        }
        let known = word.as_known();
        let writes = match redirect.op {
            RedirectOp::Write | RedirectOp::Append | RedirectOp::Clobber => {
                matches!(redirect.fd, Fd::Default | Fd::Number(1))
            }
            RedirectOp::WriteBoth | RedirectOp::AppendBoth => true,
            RedirectOp::Read
            | RedirectOp::ReadWrite
            | RedirectOp::DupIn
            | RedirectOp::DupOut
            | RedirectOp::HereDoc
            | RedirectOp::HereString => false,
        };
        done.captured |= writes && known.is_none_or(|known| !known.starts_with("/dev/") || known == "/dev/null");
        if known == Some("/dev/null") {
            match redirect.op {
                RedirectOp::Read => done.input_is(redirect, Input::Empty, None),
                _ => done.quiet &= redirect.fd == Fd::Number(2),
            }
            return;
        }
        match redirect.op {
            RedirectOp::Read => {
                done.input_is(redirect, Input::Unknown, None);
                self.leads(redirect, &word, &[EffectKind::Reads], done);
            }
            RedirectOp::DupIn => match known {
                Some(known) if self.is_descriptor(known) => {
                    let input = if known.ends_with('-') && known.len() == 1 { Input::Empty } else { Input::Unknown };
                    if known != "0" {
                        done.input_is(redirect, input, None);
                    }
                }
                Some(_) | None => {
                    done.input_is(redirect, Input::Unknown, None);
                    self.leads(redirect, &word, &[EffectKind::Reads], done);
                }
            },
            RedirectOp::DupOut if known.is_some_and(|known| self.is_descriptor(known)) => {
                done.quiet &= redirect.fd == Fd::Number(2) && known != Some("1");
            }
            RedirectOp::ReadWrite => {
                done.quiet = false;
                done.input_is(redirect, Input::Unknown, None);
                self.leads(redirect, &word, &[EffectKind::Reads, EffectKind::Writes], done);
            }
            RedirectOp::Write
            | RedirectOp::Append
            | RedirectOp::Clobber
            | RedirectOp::WriteBoth
            | RedirectOp::AppendBoth
            | RedirectOp::DupOut => {
                done.quiet &= redirect.fd == Fd::Number(2);
                self.leads(redirect, &word, &[EffectKind::Writes], done);
            }
            RedirectOp::HereDoc | RedirectOp::HereString => {}
        }
    }

    /// The effects of opening a file.
    fn leads(&mut self, redirect: &Redirect, word: &Word, kinds: &[EffectKind], done: &mut Redirected) {
        let at = Some((redirect.span.start, redirect.span.end));
        let mut effects = Vec::new();
        match network(&word.text) {
            Network::No => {}
            Network::Maybe => effects.push(effect(
                EffectKind::Contacts,
                Target::Host(Word::unknown()),
                false,
                word.span,
                Some("the target may be /dev/tcp"),
            )),
            Network::Host(host) => {
                let host = Word { span: word.span, ..Word::known(host) };
                let contact = effect(
                    EffectKind::Contacts,
                    Target::Host(host),
                    true,
                    word.span,
                    Some("the shell opens a connection"),
                );
                let unit = Unit {
                    effects: vec![contact],
                    ..Unit::bare(UnitKind::Redirect, at, self.script.text(redirect.span))
                };
                done.units.push(unit);
                return;
            }
        }
        for kind in kinds {
            effects.push(effect(*kind, self.path(word.text.clone()), true, word.span, None));
        }
        super::devices::tell_apart(&mut effects);
        let own = effects.iter().any(|effect| effect.kind != EffectKind::Reads);
        if own {
            let unit = Unit { effects, ..Unit::bare(UnitKind::Redirect, at, self.script.text(redirect.span)) };
            done.units.push(unit);
        } else {
            done.reads.extend(effects);
        }
    }

    /// Whether the word after `>&` or `<&` is a descriptor that leads to no file beyond those named in this line.
    fn is_descriptor(&self, word: &str) -> bool {
        let number = word.strip_suffix('-').unwrap_or(word);
        number.is_empty() && word == "-"
            || number.bytes().all(|byte| byte.is_ascii_digit())
                && number.parse::<u32>().is_ok_and(|number| number <= 2 || self.opened.contains(&number))
    }

    /// Descriptors beyond the standard ones that the text opens somewhere.
    pub(super) fn opened_descriptors(script: &tree::Script<'_>) -> std::collections::BTreeSet<u32> {
        script
            .all::<Redirect>()
            .iter()
            .filter_map(|redirect| match redirect.fd {
                Fd::Number(number) if number > 2 => Some(number),
                Fd::Number(_) | Fd::Default | Fd::Variable(_) => None,
            })
            .collect()
    }
}

impl Redirected {
    fn input_is(&mut self, redirect: &Redirect, input: Input, source: Option<usize>) {
        if matches!(redirect.fd, Fd::Default | Fd::Number(0)) {
            self.input = Some((input, source));
        }
    }
}

/// Whether a redirect's target is one of the shell's own network devices.
enum Network {
    No,
    Maybe,
    Host(String),
}

fn network(target: &Text) -> Network {
    const DEVICES: &[&str] = &["/dev/tcp/", "/dev/udp/"];
    match target {
        Text::Known(path) => match DEVICES.iter().find_map(|device| path.strip_prefix(device)) {
            Some(rest) => match rest.split_once('/') {
                Some((host, port)) => Network::Host(format!("{host}:{port}")),
                None => Network::No,
            },
            None => Network::No,
        },
        Text::Shaped(pieces) => {
            let (prefix, open) = match pieces.as_slice() {
                [Piece::Literal(prefix), next, ..] => {
                    (prefix.as_str(), *next == Piece::Unknown || prefix.starts_with('/'))
                }
                [Piece::Unknown, ..] => ("", true),
                _ => ("", false),
            };
            let fits = DEVICES.iter().any(|device| device.starts_with(prefix) || prefix.starts_with(device));
            if open && fits { Network::Maybe } else { Network::No }
        }
    }
}
