//! L001: an entry that a person vouches for, and that can do harm.
//!
//! `safe` says that a person has looked at a program and found that it only looks. The declaration says what the program
//! does, so the claim can be checked: for every effect of the declaration that is more than a look, the shortest calls that
//! bring it about and that the entry's `with`, `without`, `operand` and `where` leave are read by the evaluator, and the first
//! that it vouches for refutes the entry.
//!
//! **The property**: an entry without a finding vouches for no call that writes, deletes, runs, obeys, contacts or changes anything
//! but where its own `where` names that effect, with the place where it may happen if it has one; and every finding shows a call that it vouches
//! for and that does so. `tests/safe_entries.rs` and the fuzz target `lint` hold it against generated declarations.

mod harm;
mod mend;
mod refute;
mod tools;

use super::Subject;
use crate::source::codes::Page;
use crate::source::{Code, Diagnostic};
use crate::table::Entry;
use refute::{Answer, Refutation, Refuter};

/// The page of this lint.
pub const PAGE: Page = Page {
    code: Code("L001"),
    title: "vouched for, and can do harm",
    why: "`safe` is a person's word that a program only looks. Its declaration knows better: some form of the entry writes, \
          deletes, runs code, obeys a directory's configuration, uses the network or changes the system. The call that is \
          shown was read by the evaluator, and this policy would let it run. `without` leaves out the options that do it, and \
          is checked again; `where only reads, sees` looks at the effects of each call, and is right by construction: use it \
          where operands or scripts decide. The finding cannot be switched off; `accept L001` answers it, beside a reason.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
command tidy {
  option  -o|--output FILE writes
  operand [FILE]... reads
}
safe reading {
  tidy
}
stage reading { allow when safe reading because "vouched for" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
command tidy {
  option  -o|--output FILE writes
  operand [FILE]... reads
}
safe reading {
  tidy without -o
}
stage reading { allow when safe reading because "vouched for" }
final rest { ask always because "nothing here decides" }
"#,
};

/// The page of a question that stayed open.
pub const UNDECIDED_PAGE: Page = Page {
    code: Code("L050"),
    title: "vouched for, and it could not be told whether that is right",
    why: "The linter looks for a call that refutes each entry of a `safe` list, and it has a budget. For this entry the budget ran \
          out, or no call could be built for an effect that the declaration names: neither yes nor no. `policyc check` ends with 5 \
          where nothing worse is found. Make the entry narrower, or let `where only reads, sees` look at each call: such an entry \
          is right by construction.",
    bad: r#"policy example language 1
tools { shell command $command from cwd }
command tidy {
  operand [FILE]... reads
  when operands >= 100 { does writes "log" }
}
safe reading {
  tidy operand "*.txt"
}
stage reading { allow when safe reading because "vouched for" }
final rest { ask always because "nothing here decides" }
"#,
    good: r#"policy example language 1
tools { shell command $command from cwd }
command tidy {
  operand [FILE]... reads
  when operands >= 100 { does writes "log" }
}
safe reading {
  tidy operand "*.txt" where only reads, sees
}
stage reading { allow when safe reading because "vouched for" }
final rest { ask always because "nothing here decides" }
"#,
};

/// Findings of all `safe` lists.
pub fn check(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut refuter = Refuter::new(subject);
    let mut findings = Vec::new();
    for (list, entries) in &subject.table.safes {
        for entry in entries {
            match entry {
                Entry::Command(command) => match refuter.refute(entry, command) {
                    Answer::Clean => {}
                    Answer::Undecided(why) => findings.push(undecided(list, &mend::name(command), command.at, &why)),
                    Answer::Refuted(refutation) => {
                        let finding = refuted(list, &mend::name(command), command.at, &refutation);
                        let beside = entries
                            .iter()
                            .filter(|other| matches!(other, Entry::Command(other) if other.at == command.at));
                        findings.push(mend::command(finding, command, &refutation, beside.count() < 2));
                    }
                },
                Entry::Tool { name, at, .. } => match tools::refute(subject, entry) {
                    Answer::Clean => {}
                    Answer::Undecided(why) => findings.push(undecided(list, name, *at, &why)),
                    Answer::Refuted(refutation) => {
                        findings.push(mend::tool(refuted(list, name, *at, &refutation)));
                    }
                },
            }
        }
    }
    findings
}

fn refuted(list: &str, name: &str, at: crate::table::Place, refutation: &Refutation) -> Diagnostic {
    let Refutation { witness, harm, facts, declared, .. } = refutation;
    let mut diagnostic = Diagnostic::error(
        PAGE.code,
        format!("`{name}` is vouched for in `{list}`, and can {}", harm.verb()),
        at.location(),
        format!("`{witness}` {}", harm.sentence()),
    );
    diagnostic.witness = Some(witness.clone());
    for (name, value) in facts {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        diagnostic = diagnostic.note(format!("where the host says `{name} = {value}`"));
    }
    match declared {
        Some(place) => diagnostic.also(place.location(), "its declaration says so"),
        None => diagnostic,
    }
}

fn undecided(list: &str, name: &str, at: crate::table::Place, why: &str) -> Diagnostic {
    let title = format!("whether `{name}` in `{list}` can do harm could not be told");
    Diagnostic::error(UNDECIDED_PAGE.code, title, at.location(), why)
        .help("look at each call: `where only reads, sees`")
}

#[cfg(test)]
mod tests;
