//! Loops: bodies that run any number of times, and the values that a loop's variable takes.

use super::super::UnitKind;
use super::super::words;
use super::Walk;
use super::compound::{either, head};
use super::limits::{MAX_LOOP_VALUES, MAX_LOOP_WALKS};
use super::state::Flow;
use crate::argv::{Piece, Text, Word};
use crate::shell::tree::{self, Command, List, Run, Span};
use compact_str::format_compact;
use std::rc::Rc;

impl Walk<'_, '_> {
    /// Walks a body that runs any number of times.
    pub(super) fn repeat(&mut self, command: &Command, body: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let before = self.state.clone();
        if self.walker.known.moving_loops.contains(&command.span.start) {
            self.state.lose_directory();
        }
        let moved = std::mem::take(&mut self.state.moved);
        self.loops += 1;
        let flow = body(self);
        self.loops -= 1;
        if flow.join().moved {
            self.walker.gathered.moving_loops.insert(command.span.start);
        }
        let mut flow = Flow::both(before.join(&flow.join()));
        flow.ok.moved |= moved;
        flow.failed.moved |= moved;
        self.state = flow.join();
        flow
    }

    /// `for name in words`: with few words the body is walked for each of them.
    pub(super) fn each(&mut self, command: &Command, name: Span, words: Option<Run<tree::Word>>, body: List) -> Flow {
        let (values, findings) = self.loop_words(words);
        self.findings = findings;
        let names = words.is_some_and(|words| match self.script.get(words) {
            [word] => self.is_of_names(word.parts),
            [] | [_, ..] => false,
        });
        let name = self.script.text(name).to_owned();
        let integer = !values.is_empty() && values.iter().all(|word| word.as_known().is_some_and(words::is_integer))
            || words.is_some_and(|words| match self.script.get(words) {
                [word] => self.is_of_integers(word.parts),
                [] | [_, ..] => false,
            });
        self.bind(&name, None, integer, false);
        if names {
            self.walker.gathered.bound_to_names(&name);
        }
        self.construct(UnitKind::Construct, head(command, body), Vec::new());
        let used = self.expanded.contains(name.as_str());
        let walks = if used { u32::try_from(values.len()).unwrap_or(u32::MAX) } else { 1 };
        let apart =
            values.len() <= MAX_LOOP_VALUES && self.walks.saturating_mul(walks.max(1)) <= MAX_LOOP_WALKS && walks > 0;
        let texts: Vec<Text> = match (used, apart) {
            (true, true) => values.into_iter().map(|word| word.text).collect(),
            (true, false) => vec![covering(&values)],
            (false, _) => vec![Text::unknown()],
        };
        self.walks = self.walks.saturating_mul(u32::try_from(texts.len()).unwrap_or(1));
        let start = self.state.clone();
        let mut flow: Option<Flow> = None;
        for text in &texts {
            self.state = start.clone();
            let walked = self.repeat(command, |walk| {
                Rc::make_mut(&mut walk.state.names).values.insert(name.clone(), text.clone());
                walk.list(body)
            });
            flow = Some(flow.map_or(walked.clone(), |flow| either(&flow, &walked)));
        }
        self.walks /= u32::try_from(texts.len().max(1)).unwrap_or(1);
        let mut flow = flow.unwrap_or_else(|| Flow::both(start.clone()));
        for state in [&mut flow.ok, &mut flow.failed] {
            let names = Rc::make_mut(&mut state.names);
            names.values.remove(&name);
            // With no word the loop never binds its name.
            if texts.is_empty() || words.is_none() {
                names.bound.remove(&name);
            }
        }
        self.state = flow.join();
        flow
    }

    pub(super) fn loop_words(&mut self, words: Option<Run<tree::Word>>) -> (Vec<Word>, Vec<(words::Finding, Span)>) {
        let script = self.script;
        let mut values = Vec::new();
        match words {
            Some(words) => {
                for word in script.get(words) {
                    self.argument(*word, &mut values);
                }
            }
            None => values.push(Word::list()),
        }
        (values, std::mem::take(&mut self.findings))
    }
}

/// One shape that covers every one of several words: what they all begin and end with, at least their first characters.
fn covering(values: &[Word]) -> Text {
    let known: Option<Vec<&str>> = values.iter().map(|word| word.as_known()).collect();
    let Some(known) = known else {
        return Text::unknown();
    };
    let Some((first, others)) = known.split_first() else {
        return Text::unknown();
    };
    let same = others.iter().fold(first.len(), |same, other| {
        first.bytes().zip(other.bytes()).take(same).take_while(|(one, other)| one == other).count()
    });
    let prefix = (0..=same).rev().find_map(|end| first.get(..end)).unwrap_or_default();
    if !prefix.is_empty() {
        return Text::Shaped(vec![Piece::Literal(prefix.into()), Piece::Unknown]);
    }
    let initials: Option<String> =
        known.iter().map(|text| text.chars().next().filter(char::is_ascii_alphanumeric)).collect();
    match initials {
        Some(initials) => Text::Shaped(vec![Piece::Class(format_compact!("[{initials}]")), Piece::Unknown]),
        None => Text::unknown(),
    }
}
