//! `runs`: values that are themselves commands or code, and how their words come about.

use super::super::{Effect, Origin, Target};
use super::emit::{Emitter, Scene, Subject};
use super::{ChildCommand, ChildForm, Input, code, walk};
use crate::argv::{Piece, Text, Word};
use crate::effects::small::Language;
use crate::table::{Child, EffectKind, EffectSpec, RunKind, TargetSpec, ValueType};

/// Most words of a here-string that are told to the command they are fed to.
const MAX_TOLD: usize = 16;

/// How a value is read when it runs.
enum Reader {
    /// Words of a command.
    Argv,
    /// Text for a shell.
    Shell { bash: bool },
    /// A script with a reader.
    Small(Language),
    /// Arithmetic of the shell itself.
    Arith,
    /// Not at all: the effect is all that is known.
    None,
}

fn reader(kind: ValueType) -> Reader {
    match kind {
        ValueType::Argv => Reader::Argv,
        ValueType::Sh => Reader::Shell { bash: false },
        ValueType::Bash => Reader::Shell { bash: true },
        ValueType::Sed => Reader::Small(Language::Sed),
        ValueType::Awk => Reader::Small(Language::Awk),
        ValueType::Jq => Reader::Small(Language::Jq),
        ValueType::Python => Reader::Small(Language::Python),
        ValueType::Node => Reader::Small(Language::Node),
        ValueType::Perl => Reader::Small(Language::Perl),
        ValueType::Ruby => Reader::Small(Language::Ruby),
        ValueType::Php => Reader::Small(Language::Php),
        ValueType::Sqlite => Reader::Small(Language::Sqlite),
        ValueType::Arith => Reader::Arith,
        ValueType::Path
        | ValueType::Program
        | ValueType::Code
        | ValueType::Url
        | ValueType::Host
        | ValueType::Remote
        | ValueType::Rev
        | ValueType::Patch
        | ValueType::Variable
        | ValueType::Assignment
        | ValueType::Plain
        | ValueType::Glob => Reader::None,
    }
}

impl Emitter<'_> {
    /// Reads what runs, where there is a reader for it. `false`: the effect stands as it is declared.
    pub(super) fn runs(
        &mut self,
        run: RunKind,
        spec: &EffectSpec,
        subject: &Subject<'_>,
        certain: bool,
        origin: &Origin,
        scene: Scene<'_, '_, '_>,
    ) -> bool {
        match &spec.target {
            TargetSpec::Input(language) => {
                self.input(*language, subject, certain, origin, scene);
                true
            }
            TargetSpec::This => {
                let Some((word, kind)) = subject.this() else { return false };
                match reader(kind) {
                    Reader::Argv => self.argv(spec, subject, certain, origin, scene),
                    Reader::Shell { bash } => {
                        let text = match spec.child {
                            Child::Joined => joined(subject.words),
                            Child::Exec
                            | Child::Fed
                            | Child::FedWhole
                            | Child::Each(_)
                            | Child::EachOrFed(_)
                            | Child::EachOption(_) => word.as_known().map(str::to_owned),
                        };
                        self.shell(bash, text, subject, certain, origin, scene);
                    }
                    Reader::Small(language) => {
                        code::script(self, language, &script(subject), subject, certain, origin, scene);
                    }
                    Reader::Arith => {
                        let text = word.as_known().filter(|text| is_arithmetic(text));
                        self.shell(true, text.map(|text| format!("(( {text} ))")), subject, certain, origin, scene);
                    }
                    Reader::None => return false,
                }
                true
            }
            TargetSpec::Literal(_) if run == RunKind::Program => {
                self.push(
                    subject.index,
                    Effect { kind: EffectKind::Runs(run), target: Target::None, certain, origin: origin.clone() },
                );
                true
            }
            TargetSpec::Value(_)
            | TargetSpec::Operands
            | TargetSpec::Operand(_)
            | TargetSpec::Literal(_)
            | TargetSpec::Suffixed(_)
            | TargetSpec::Beside
            | TargetSpec::Cwd
            | TargetSpec::Repository
            | TargetSpec::Startup
            | TargetSpec::OptionValue(_)
            | TargetSpec::Unknown => false,
        }
    }

    /// Standard input is code.
    fn input(
        &mut self,
        language: Option<ValueType>,
        subject: &Subject<'_>,
        certain: bool,
        origin: &Origin,
        scene: Scene<'_, '_, '_>,
    ) {
        let text = match &self.invocation.input {
            Input::Empty => return,
            Input::Text(text) => Some(text.clone()),
            Input::Inherited | Input::Pipe | Input::Names | Input::Paths(_) | Input::Unknown => None,
        };
        let opaque =
            Effect { kind: EffectKind::Runs(RunKind::Input), target: Target::None, certain, origin: origin.clone() };
        match (text, language.map(reader)) {
            (Some(text), Some(Reader::Shell { bash })) => self.shell(bash, Some(text), subject, certain, origin, scene),
            (Some(text), Some(Reader::Small(language))) => {
                code::script(self, language, &[Word::known(text)], subject, certain, origin, scene);
            }
            (
                Some(_) | None,
                Some(Reader::Argv | Reader::None | Reader::Arith | Reader::Shell { .. } | Reader::Small(_)) | None,
            ) => {
                self.push(subject.index, opaque);
            }
        }
    }

    fn shell(
        &mut self,
        bash: bool,
        text: Option<String>,
        subject: &Subject<'_>,
        certain: bool,
        origin: &Origin,
        scene: Scene<'_, '_, '_>,
    ) {
        let form = ChildForm::Shell { bash, text, same_shell: self.is_builtin };
        self.child(form, subject, certain, origin, scene);
    }

    fn argv(
        &mut self,
        spec: &EffectSpec,
        subject: &Subject<'_>,
        certain: bool,
        origin: &Origin,
        scene: Scene<'_, '_, '_>,
    ) {
        let words = subject.words;
        if words.is_empty() {
            return;
        }
        match &spec.child {
            Child::Exec => self.exec(words.to_vec(), subject, certain, origin, scene),
            Child::Fed => {
                let fed = words.iter().cloned().chain([Word::list()]).collect();
                self.exec(fed, subject, certain, origin, scene);
                // A here-string is all words in one case among those that the list stands for.
                if let Input::Text(text) = &self.invocation.input {
                    let told = text.split_whitespace().take(MAX_TOLD).map(Word::known);
                    self.exec(words.iter().cloned().chain(told).collect(), subject, false, origin, scene);
                }
            }
            Child::FedWhole => {
                let words = words.iter().cloned().chain(self.fed_whole()).collect();
                self.exec(words, subject, certain, origin, scene);
            }
            Child::Each(placeholders) => {
                let found = walk::found(scene);
                let certain = certain && found.len() == 1;
                // Beside all that may be found, what is asked for by name: the more is listed, the stricter is the answer.
                let named = walk::named(scene, self.invocation.words, &found);
                for found in found.into_iter().chain(named) {
                    let words = words.iter().map(|word| all_filled(word, placeholders, &found, subject.gathers));
                    self.exec(words.collect(), subject, certain, origin, scene);
                }
            }
            Child::EachOrFed(placeholders) => {
                let found = Text::unknown();
                let mut made: Vec<Word> =
                    words.iter().map(|word| all_filled(word, placeholders, &found, subject.gathers)).collect();
                if made == words {
                    made.push(Word::list());
                } else if words.iter().any(|word| word.as_known().is_none()) {
                    // Whether a word that is not known holds the placeholder decides whether one more follows.
                    made.push(Word::list());
                }
                self.exec(made, subject, certain, origin, scene);
            }
            Child::EachOption(option) => {
                let words = match placeholder(option, scene) {
                    Some(placeholder) => {
                        let found = Text::unknown();
                        words.iter().map(|word| filled(word, &placeholder, &found, false)).collect()
                    }
                    // Any text of the words may be what is replaced.
                    None => vec![Word::list()],
                };
                self.exec(words, subject, certain, origin, scene);
            }
            Child::Joined => self.shell(false, joined(words), subject, certain, origin, scene),
        }
    }

    /// The words that a NUL ends in the input: any, unless the input is known to be paths.
    fn fed_whole(&self) -> Vec<Word> {
        match &self.invocation.input {
            Input::Paths(paths) => {
                paths.iter().map(|text| Word { text: text.clone(), many: true, span: None }).collect()
            }
            Input::Inherited | Input::Empty | Input::Text(_) | Input::Pipe | Input::Names | Input::Unknown => {
                vec![Word::list()]
            }
        }
    }

    fn exec(
        &mut self,
        words: Vec<Word>,
        subject: &Subject<'_>,
        certain: bool,
        origin: &Origin,
        scene: Scene<'_, '_, '_>,
    ) {
        let form = ChildForm::Argv { words, builtin: self.is_builtin };
        self.child(form, subject, certain, origin, scene);
    }

    fn child(
        &mut self,
        form: ChildForm,
        subject: &Subject<'_>,
        certain: bool,
        origin: &Origin,
        scene: Scene<'_, '_, '_>,
    ) {
        let child = ChildCommand {
            form,
            bindings: scene.bindings.to_vec(),
            bases: scene.moves.last().clone(),
            input: self.invocation.input.clone(),
            certain,
            origin: origin.clone(),
        };
        if !self.children.iter().any(|(_, old)| *old == child) {
            self.children.push((subject.index, child));
        }
    }
}

/// A script in one word or several (`-e` twice), known or not.
fn script(subject: &Subject<'_>) -> Vec<Word> {
    let from = subject.values.len().saturating_sub(1);
    subject.words.get(from..).unwrap_or_default().to_vec()
}

/// The words joined by blanks, as `eval` and `watch` do, if all of them are known.
fn joined(words: &[Word]) -> Option<String> {
    let known: Option<Vec<&str>> = words.iter().map(Word::as_known).collect();
    known.map(|words| words.join(" "))
}

/// The placeholder that an option names; `{}` where it has no value. `None`: not known.
fn placeholder(option: &str, scene: Scene<'_, '_, '_>) -> Option<String> {
    let mut found = None;
    for given in scene.level.given.iter().filter(|given| given.option.spellings.iter().any(|own| own == option)) {
        let value = match given.values.first() {
            None => "{}".to_owned(),
            Some(word) => word.as_known()?.to_owned(),
        };
        if found.replace(value.clone()).is_some_and(|old| old != value) {
            return None;
        }
    }
    Some(found.unwrap_or_else(|| "{}".to_owned()))
}

/// Whether a text can only be read as arithmetic between `((` and `))`: it holds no quotes, brackets of its own or ends of commands.
fn is_arithmetic(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "_ +-*/%<>=!&|^~?:,$[]{}#@.".contains(c))
}

/// A word with each of several placeholders in it replaced.
fn all_filled(word: &Word, placeholders: &[String], found: &Text, gathers: bool) -> Word {
    let mut longest: Vec<&String> = placeholders.iter().collect();
    longest.sort_by_key(|placeholder| std::cmp::Reverse(placeholder.len()));
    longest.into_iter().fold(word.clone(), |word, placeholder| filled(&word, placeholder, found, gathers))
}

/// A word with each placeholder in it replaced. `gathers`: one that is the placeholder alone becomes a list.
fn filled(word: &Word, placeholder: &str, found: &Text, gathers: bool) -> Word {
    let found: &[Piece] = match found {
        Text::Shaped(pieces) => pieces,
        Text::Known(_) => &[Piece::Unknown],
    };
    if placeholder.is_empty() {
        return Word::list();
    }
    let mut pieces = Vec::new();
    let mut replaced = false;
    let mut add = |text: &str, pieces: &mut Vec<Piece>| {
        let mut parts = text.split(placeholder);
        let first = parts.next().unwrap_or_default();
        push_literal(pieces, first);
        for part in parts {
            replaced = true;
            pieces.extend_from_slice(found);
            push_literal(pieces, part);
        }
    };
    match &word.text {
        Text::Known(text) => add(text, &mut pieces),
        Text::Shaped(own) => {
            for piece in own {
                match piece {
                    Piece::Literal(text) => add(text, &mut pieces),
                    Piece::Star | Piece::Question | Piece::Class(_) | Piece::Below | Piece::Unknown => {
                        pieces.push(piece.clone())
                    }
                }
            }
        }
    }
    if !replaced {
        return word.clone();
    }
    let many = word.many || (gathers && word.as_known() == Some(placeholder));
    Word { text: Text::Shaped(pieces), many, span: word.span }
}

pub(super) fn push_literal(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Literal(last)) => last.push_str(text),
        Some(Piece::Star | Piece::Question | Piece::Class(_) | Piece::Below | Piece::Unknown) | None => {
            pieces.push(Piece::Literal(text.into()));
        }
    }
}
