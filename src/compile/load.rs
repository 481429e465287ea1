//! The entry file and all it uses, each once, used files before the files that use them.

use super::{LoadError, Loader};
use crate::source::codes;
use crate::source::{Diagnostic, FileId, Location, Sources, Span};
use crate::syntax::{self, Node, Rule, Tree};
use std::collections::BTreeMap;

/// How many files a policy may use.
pub const MAX_FILES: usize = 1024;

/// All files of a compilation.
pub(crate) struct Loaded {
    pub sources: Sources,
    /// By [`FileId`].
    pub trees: Vec<Tree>,
    /// Used before using; the entry last.
    pub order: Vec<FileId>,
    pub entry: FileId,
    /// Each `use` with the files it brings in.
    pub uses: Vec<(Location, Vec<FileId>)>,
}

impl Loaded {
    /// The root of a file's tree.
    pub fn root(&self, file: FileId) -> Option<Node<'_>> {
        self.trees.get(file.0 as usize)?.root(&self.sources.get(file)?.text)
    }
}

struct Loading<'l> {
    loader: &'l dyn Loader,
    loaded: Loaded,
    diagnostics: Vec<Diagnostic>,
    /// Files by name; `false` while what they use is still being loaded.
    known: BTreeMap<String, (FileId, bool)>,
}

pub(crate) fn load(name: &str, text: &str, loader: &dyn Loader) -> (Loaded, Vec<Diagnostic>) {
    let loaded = Loaded {
        sources: Sources::default(),
        trees: Vec::new(),
        order: Vec::new(),
        entry: FileId(0),
        uses: Vec::new(),
    };
    let mut loading = Loading { loader, loaded, diagnostics: Vec::new(), known: BTreeMap::new() };
    loading.walk(name, text);
    (loading.loaded, loading.diagnostics)
}

/// A `use` that is still to be followed.
struct Use {
    path: String,
    at: Location,
}

/// A file whose uses are being followed.
struct Frame {
    file: FileId,
    name: String,
    uses: std::vec::IntoIter<Use>,
    pending: std::vec::IntoIter<(String, String)>,
    at: Location,
}

impl Loading<'_> {
    fn add(&mut self, name: &str, text: &str) -> (FileId, Vec<Use>) {
        let file = self.loaded.sources.add(name, text);
        let (tree, problems) = syntax::parse(text, file);
        self.diagnostics.extend(problems);
        let mut uses = Vec::new();
        if let Some(root) = tree.root(text) {
            for item in root.all(Rule::use_file) {
                if let Some(path) = item.first(Rule::use_path) {
                    uses.push(Use { path: path.text().to_owned(), at: Location { file, span: path.span() } });
                }
            }
        }
        self.loaded.trees.push(tree);
        self.known.insert(name.to_owned(), (file, false));
        (file, uses)
    }

    fn walk(&mut self, name: &str, text: &str) {
        let (file, uses) = self.add(name, text);
        self.loaded.entry = file;
        let nowhere = Location { file, span: Span::default() };
        let mut stack = vec![Frame {
            file,
            name: name.to_owned(),
            uses: uses.into_iter(),
            pending: Vec::new().into_iter(),
            at: nowhere,
        }];
        while let Some(top) = stack.last_mut() {
            if let Some((name, text)) = top.pending.next() {
                let at = top.at;
                let file = self.known.get(&name).map_or(self.loaded.sources.next(), |(file, _)| *file);
                match self.loaded.uses.last_mut() {
                    Some((last, files)) if *last == at => files.push(file),
                    Some(_) | None => self.loaded.uses.push((at, vec![file])),
                }
                match self.known.get(&name) {
                    Some((_, true)) => {}
                    Some((_, false)) => self.diagnostics.push(
                        Diagnostic::error(
                            codes::CYCLE,
                            format!("`{name}` is used by a file that it uses"),
                            at,
                            "this use closes the circle",
                        )
                        .help("move what both need into a third file"),
                    ),
                    None if self.loaded.trees.len() >= MAX_FILES => self.diagnostics.push(Diagnostic::error(
                        codes::LIMIT,
                        format!("a policy may use {MAX_FILES} files"),
                        at,
                        "this is one more",
                    )),
                    None => {
                        let (file, uses) = self.add(&name, &text);
                        stack.push(Frame { file, name, uses: uses.into_iter(), pending: Vec::new().into_iter(), at });
                    }
                }
                continue;
            }
            if let Some(next) = top.uses.next() {
                top.at = next.at;
                let from = top.name.clone();
                match self.find(&from, &next) {
                    Ok(files) => top.pending = files.into_iter(),
                    Err(problem) => self.diagnostics.push(*problem),
                }
                continue;
            }
            let (file, name) = (top.file, top.name.clone());
            self.loaded.order.push(file);
            self.known.insert(name, (file, true));
            stack.pop();
        }
    }

    fn find(&self, from: &str, next: &Use) -> Result<Vec<(String, String)>, Box<Diagnostic>> {
        let path = next.path.as_str();
        // A host may serve `std/…` itself (tests do); what it lacks is embedded.
        match self.loader.load(from, path) {
            Ok(file) => Ok(vec![file]),
            Err(LoadError::Unreadable(why)) => {
                let title = format!("`{path}` cannot be read");
                Err(Box::new(Diagnostic::error(codes::NO_FILE, title, next.at, "used here").note(why)))
            }
            Err(LoadError::Missing(near)) => {
                let embedded = crate::rules::find(path);
                if !embedded.is_empty() {
                    return Ok(embedded.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect());
                }
                let mut problem =
                    Diagnostic::error(codes::NO_FILE, format!("there is no `{path}` to use"), next.at, "used here");
                let names = crate::rules::names();
                let known = near.iter().map(String::as_str).chain(names.iter().copied());
                if let Some(close) = crate::source::closest(path, known) {
                    problem = problem.help(format!("did you mean `{close}`?")).edit(
                        next.at,
                        close,
                        format!("write `{close}`"),
                    );
                } else if !path.starts_with("std/") && !path.starts_with("./") && !path.starts_with("../") {
                    problem = problem.help("a file of your own is named by its path from this file: `use ./file`");
                }
                Err(Box::new(problem))
            }
        }
    }
}
