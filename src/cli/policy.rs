//! Getting a decision table: the embedded default, a policy to compile, or a table that was built.

use super::exit::Failure;
use super::files;
use crate::compile::{self, Compiled, LoadError, Loader};
use crate::rules;
use crate::source::render;
use crate::table::{StageKind, Table, TableError};
use clap::Args;
use std::path::{Path, PathBuf};

/// Where profiles stand among the embedded rules.
const PROFILES: &str = "profiles/";

/// The profile that decides where nothing else is named.
pub const DEFAULT: &str = "developer";

/// Which policy decides.
#[derive(Debug, Default, Args)]
pub struct PolicyArguments {
    /// Policy or built table that decides; given again, a policy that tightens the one before [default: the profile `developer`]
    #[arg(long, value_name = "FILE")]
    policy: Vec<PathBuf>,
    /// A profile that comes with the program: developer, strict, ci, rubino, ladder, tiers
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl PolicyArguments {
    /// The table of the chosen policy, with those that tighten it laid over.
    ///
    /// # Errors
    /// It cannot be read, or is refused; the message holds the findings.
    pub fn table(&self) -> Result<Table, Failure> {
        let mut layers = Vec::new();
        for path in &self.policy {
            layers.push((path, from_file(path)?));
        }
        let tightens_a_profile = layers.first().and_then(|(_, table)| table.tightens.clone());
        let base = match (&self.profile, tightens_a_profile) {
            (Some(name), _) => profile(name)?,
            (None, Some(name)) => profile(&name)?,
            (None, None) if layers.is_empty() => return profile(DEFAULT),
            (None, None) => {
                let (path, table) = layers.remove(0);
                deciding(table, path)?
            }
        };
        let tightening = layers.into_iter().map(|(_, table)| table).collect();
        compile::layer(base, tightening).map_err(|error| Failure::usage(error.to_string()))
    }
}

/// The table in a file, if it is a whole policy: one that decides, or tightens another.
///
/// # Errors
/// As [`from_file`], and a file that only others use.
pub fn complete(path: &Path) -> Result<Table, Failure> {
    let table = from_file(path)?;
    if table.tightens.is_some() { Ok(table) } else { deciding(table, path) }
}

/// A file that others use, or an empty one, compiles; but it decides nothing, and a call must not be held against it.
fn deciding(table: Table, path: &Path) -> Result<Table, Failure> {
    match table.stages.last().map(|stage| stage.kind) {
        Some(StageKind::Final) => Ok(table),
        Some(StageKind::Floor | StageKind::Stage) | None => Err(Failure::findings(format!(
            "{}: there is no `final` stage in it, so it decides nothing",
            path.display()
        ))),
    }
}

/// How many policies may tighten each other.
const MAX_LAYERS: usize = 16;

/// A policy of that file over those that it tightens: a profile that comes with the program, or a policy beside it.
///
/// # Errors
/// What it tightens is not at hand, or is refused.
pub fn over_its_base(path: &Path, table: Table) -> Result<Table, Failure> {
    let mut base = table;
    let mut layers: Vec<Table> = Vec::new();
    while let Some(name) = base.tightens.clone() {
        if layers.len() >= MAX_LAYERS || base.policy == name || layers.iter().any(|table| table.policy == name) {
            return Err(Failure::findings(format!("the policy `{name}` is tightened in a circle")));
        }
        layers.insert(0, std::mem::replace(&mut base, named(path, &name)?));
    }
    compile::layer(base, layers).map_err(|error| Failure::findings(error.to_string()))
}

/// The policy of that name: a profile, or one in the directory of a file.
fn named(beside: &Path, name: &str) -> Result<Table, Failure> {
    if rules::FILES.iter().any(|(own, _)| own.strip_prefix(PROFILES) == Some(name)) {
        return profile(name);
    }
    let directory = beside.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(directory).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "policy")) {
        if let Ok(text) = files::read_text(path)
            && compile::header(&text).as_deref() == Some(name)
        {
            return accepted(compile_text(path, &text));
        }
    }
    Err(Failure::findings(format!("there is no policy `{name}` in {}", directory.display())))
}

/// The table of a profile that comes with the program.
///
/// # Errors
/// There is none of that name.
pub fn profile(name: &str) -> Result<Table, Failure> {
    if let Some(table) = rules::built(name) {
        return Ok(table);
    }
    let file = format!("{PROFILES}{name}");
    match rules::FILES.iter().find(|(own, _)| *own == file) {
        Some((_, text)) => accepted(compile::compile(&format!("{file}.policy"), text, &compile::NoFiles)),
        None => {
            let names = rules::FILES.iter().filter_map(|(name, _)| name.strip_prefix(PROFILES));
            let names: Vec<&str> = names.collect();
            Err(Failure::usage(format!("there is no profile `{name}`; there are {}", names.join(", "))))
        }
    }
}

/// The table in a file, or of a profile where there is no file of that name.
///
/// # Errors
/// As [`complete`], and a name that is neither.
pub fn file_or_profile(name: &str) -> Result<Table, Failure> {
    let path = Path::new(name);
    let is_profile = rules::FILES.iter().any(|(own, _)| own.strip_prefix(PROFILES) == Some(name));
    if !path.exists() && is_profile { profile(name) } else { complete(path) }
}

/// The table in a file: `.ron` and `.bin` are loaded, anything else is compiled.
///
/// # Errors
/// It cannot be read, or is refused.
pub fn from_file(path: &Path) -> Result<Table, Failure> {
    let bytes = files::read(path)?;
    let refused = |error: TableError| Failure::io(format!("{}: {error}", path.display()));
    let has = |wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
    if has("bin") {
        return Table::from_binary(&bytes, None).map_err(refused);
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::io(format!("{}: it is not UTF-8", path.display())))?;
    if has("ron") {
        return Table::from_ron(&text, None).map_err(refused);
    }
    accepted(compile_text(path, &text))
}

/// Compiles a policy file.
///
/// # Errors
/// It cannot be read. What is wrong with the policy is in the result.
pub fn compile_file(path: &Path) -> Result<Compiled, Failure> {
    Ok(compile_text(path, &files::read_text(path)?))
}

/// Compiles a text as if it stood in that file.
pub fn compile_text(path: &Path, text: &str) -> Compiled {
    compile::compile(&path.display().to_string(), text, &Files)
}

/// Whether a text that this program wrote itself is a policy.
///
/// # Errors
/// It is refused, which is a defect.
pub fn accept(text: &str) -> Result<Table, Failure> {
    accepted(compile::compile("written.policy", text, &compile::NoFiles))
        .map_err(|failure| Failure::internal(failure.message))
}

/// The table of a compilation.
///
/// # Errors
/// The policy is refused; the message holds the findings.
pub fn accepted(compiled: Compiled) -> Result<Table, Failure> {
    if !compiled.refused()
        && let Some(table) = compiled.table
    {
        return Ok(table);
    }
    let findings = render::text(&compiled.sources, &compiled.diagnostics, false);
    Err(Failure::findings(format!("the policy is refused\n{findings}")))
}

/// Serves `use ./file` from the file system, beside the file that says so.
struct Files;

impl Loader for Files {
    fn load(&self, from: &str, use_path: &str) -> Result<(String, String), LoadError> {
        let directory = Path::new(from).parent().unwrap_or(Path::new(""));
        let relative = use_path.strip_prefix("./").unwrap_or(use_path);
        let mut path = directory.join(relative);
        if path.extension().is_none() {
            path.set_extension("policy");
        }
        if !path.exists() {
            return Err(LoadError::Missing(neighbours(path.parent().unwrap_or(directory))));
        }
        match files::read_text(&path) {
            Ok(text) => Ok((path.display().to_string(), text)),
            Err(failure) => Err(LoadError::Unreadable(failure.message)),
        }
    }
}

/// Policies in a directory, as `use` names them.
fn neighbours(directory: &Path) -> Vec<String> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Vec::new();
    };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let policies = paths.filter(|path| path.extension().is_some_and(|extension| extension == "policy"));
    let stems = policies.filter_map(|path| Some(format!("./{}", path.file_stem()?.to_str()?)));
    let mut names: Vec<String> = stems.collect();
    names.sort();
    names
}
