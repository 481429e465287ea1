//! bash with the oracle loaded, on a host that has bash, its headers and a C compiler.

use std::path::PathBuf;
use std::process::Command;

use policyc::shell::Dialect;

use super::Verdict;

/// A compiled oracle.
pub struct Oracle {
    library: PathBuf,
    directory: tempfile::TempDir,
}

const HEADERS: &str = "/usr/include/bash";

impl Oracle {
    /// Compiles the oracle, or says why it cannot.
    pub fn new() -> Result<Self, String> {
        if !PathBuf::from(HEADERS).join("shell.h").exists() {
            return Err(format!("bash's headers are not in {HEADERS}"));
        }
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let library = directory.path().join("parse_script.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/bash/parse_script.c");
        let output = Command::new("gcc")
            .args(["-shared", "-fPIC", "-O1", "-w", "-DHAVE_CONFIG_H", "-DSHELL"])
            .args(["", "/include", "/builtins"].map(|it| format!("-I{HEADERS}{it}")))
            .args(["-I/usr/lib/bash", source, "-o"])
            .arg(&library)
            .output()
            .map_err(|error| format!("gcc does not start: {error}"))?;
        if !output.status.success() {
            return Err(format!("the oracle does not compile: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let oracle = Self { library, directory };
        let sample = oracle.parse(&["echo a".to_owned()], Dialect::Bash);
        if sample.first().is_some_and(|verdict| verdict.text == "(cmd \"echo\" \"a\")") {
            Ok(oracle)
        } else {
            Err("bash does not load the oracle".to_owned())
        }
    }

    /// bash's verdicts.
    pub fn parse(&self, scripts: &[String], dialect: Dialect) -> Vec<Verdict> {
        let (texts, verdicts) = (self.directory.path().join("texts"), self.directory.path().join("verdicts"));
        std::fs::write(&texts, scripts.iter().fold(String::new(), |all, script| all + script + "\0")).unwrap();
        let command = "enable -f \"$1\" parse_script && parse_script \"$2\" \"$3\"";
        let posix: &[&str] = if dialect == Dialect::Posix { &["--posix"] } else { &[] };
        let output = Command::new("bash")
            .args(posix)
            .args(["--norc", "--noprofile", "-c", command, "oracle"])
            .args([&self.library, &texts, &verdicts])
            .env_clear()
            .env("LC_ALL", "C.UTF-8")
            .env("PATH", "/usr/bin:/bin")
            .output();
        output.unwrap();
        let lines = std::fs::read(&verdicts).unwrap_or_default();
        let verdict = |line: &str| {
            let (word, text) = line.split_once('\t').unwrap_or((line, ""));
            Verdict { ok: word == "ok", text: text.to_owned() }
        };
        String::from_utf8_lossy(&lines).lines().map(verdict).collect()
    }
}
