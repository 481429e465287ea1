//! What this machine says of itself, as the host of a call.

use super::exit::Failure;
use crate::agents::split_facts;
use crate::effects::Host;
use crate::table::Os;
use clap::Args;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Facts from the command line.
#[derive(Debug, Default, Args)]
pub struct HostArguments {
    /// Working directory of the call [default: this one]
    #[arg(long, value_name = "DIR")]
    cwd: Option<String>,
    /// Workspace root; may be given several times [default: the working directory]
    #[arg(long, value_name = "DIR")]
    workspace: Vec<String>,
    /// A fact: `interactive=true`, `home=/home/me`, `workspace=["/a","/b"]`
    #[arg(long = "fact", value_name = "NAME=VALUE")]
    facts: Vec<String>,
}

/// The host with the command line's facts.
pub struct Given {
    /// Facts of the host.
    pub host: Host,
    /// Facts of the policy.
    pub facts: BTreeMap<String, Value>,
}

impl HostArguments {
    /// This machine's facts, overridden by what the command line says.
    ///
    /// # Errors
    /// A fact that is no `NAME=VALUE`, or one of the host's that does not fit its type.
    pub fn given(&self) -> Result<Given, Failure> {
        let mut host = local();
        let mut facts = Map::new();
        for fact in &self.facts {
            let (name, value) = fact
                .split_once('=')
                .ok_or_else(|| Failure::usage(format!("--fact {fact}: write NAME=VALUE, such as interactive=true")))?;
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
            facts.insert(name.to_owned(), value);
        }
        if let Some(cwd) = &self.cwd {
            facts.insert("cwd".into(), Value::String(cwd.clone()));
        }
        if !self.workspace.is_empty() {
            facts.insert("workspace".into(), self.workspace.clone().into());
        }
        let split = split_facts(facts, &mut host);
        match split.malformed.first() {
            Some(name) => Err(Failure::usage(format!("the fact `{name}` does not fit its type"))),
            None => Ok(Given { host, facts: split.policy }),
        }
    }
}

/// What the machine says where the caller is silent: system, working directory, home, temporary directories.
pub fn local() -> Host {
    let text = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let mut tmp: Vec<String> = match system() {
        Os::Linux | Os::MacOs => vec!["/tmp".into(), "/var/tmp".into()],
        Os::Windows => Vec::new(),
    };
    if let Some(own) = text("TMPDIR").or_else(|| text("TEMP"))
        && std::path::Path::new(&own).is_absolute()
        && !tmp.contains(&own)
    {
        tmp.push(own);
    }
    Host {
        os: Some(system()),
        cwd: std::env::current_dir().ok().and_then(|dir| dir.into_os_string().into_string().ok()),
        home: text("HOME").or_else(|| text("USERPROFILE")),
        tmp,
        // The call's shell is taken to get this process's environment: what the hook's agent gives both.
        exported: Some(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect()),
        ..Host::default()
    }
}

fn system() -> Os {
    if cfg!(windows) {
        Os::Windows
    } else if cfg!(target_os = "macos") {
        Os::MacOs
    } else {
        Os::Linux
    }
}
