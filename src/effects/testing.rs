//! A table and a host for tests of readings.

use super::Host;
use crate::compile::{NoFiles, compile};
use crate::table::Table;
use std::sync::OnceLock;

/// The declarations of the standard library, and a tool of each kind.
pub fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let text = "policy test language 1
use std/commands
tools {
  shell        command $command from ($workdir or cwd)
  write, edit  writes $file_path from workspace
  multi        writes $edits.*.path from workspace
  grep         reads tree ($path or \".\") from workspace
  fetch        contacts $url
  skill        harmless
  patch        patch $patch from ($base_path or workspace)
  mcp__db__*   reads $file from cwd
  *            subject args
}
final all { ask always because \"-\" }
";
        let compiled = compile("test.policy", text, &NoFiles);
        let errors: Vec<String> = compiled.diagnostics.iter().map(|d| format!("{} {}", d.code, d.title)).collect();
        compiled.table.unwrap_or_else(|| panic!("{errors:#?}"))
    })
}

/// One workspace, which is the working directory, and a home.
pub fn host() -> Host {
    Host { cwd: Some("/w".into()), home: Some("/home/u".into()), workspace: vec!["/w".into()], ..Host::default() }
}
