//! sqlite3: SQL text and dot commands given as an argument to the shell of SQLite 3.40.
//!
//! Proved are queries over declared functions, the pragmas that only show, and dot commands that only print. Whatever may
//! change the database writes an unknown file, for the database is an operand and not in the text. A view may call `readfile`
//! on its own: that belongs to the database, which the program obeys, and so does `~/.sqliterc`.

mod dot;
mod lex;
mod sql;

use super::{NotProved, Reading};

/// Reads one argument: lines of dot commands, or SQL.
pub(super) fn read(script: &str) -> Result<Reading, NotProved> {
    let mut reading = Reading::default();
    let lines = script.split('\n').map(str::trim_start).filter(|line| !line.is_empty());
    let dots = script.trim_start().starts_with('.');
    // A dot line inside SQL is a command or part of the statement, depending on how the text came in.
    if let Some(line) = lines.clone().find(|line| line.starts_with('.') != dots && (dots || line.starts_with('.'))) {
        let at = script.find(line).unwrap_or_default();
        return Err(NotProved::new(at, "SQL and dot commands in one text"));
    }
    if dots {
        // As an argument the text is one command, newlines being blanks; as input each line is one.
        let whole = (lines.clone().count() > 1).then_some(script.trim_start());
        whole
            .into_iter()
            .chain(lines)
            .try_for_each(|line| dot::command(line, &mut reading))
            .map_err(|reason| NotProved::new(0, reason))?;
    } else {
        sql::statements(&lex::tokens(script)?, &mut reading)?;
    }
    Ok(reading)
}

#[cfg(test)]
mod tests;
