//! Standard output and error: the only place that writes to them.

use super::exit::{Exit, Failure};
use super::sanitise;
use std::io::{ErrorKind, IsTerminal, Write};

/// Writes results to standard output. A reader that has gone away (`| head`) is no failure: there is nobody left to tell.
///
/// # Errors
/// Anything else that keeps the text from being written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    written(out.write_all(text.as_bytes()).and_then(|()| out.flush())).map(|_| ())
}

/// Whether the reader is still there.
///
/// # Errors
/// A failure other than a reader that has gone away.
pub fn written(result: std::io::Result<()>) -> Result<bool, Failure> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::io(format!("standard output: {error}"))),
    }
}

/// Tells what went wrong on standard error.
pub fn complain(failure: &Failure) -> Exit {
    let kind = match failure.exit {
        Exit::Fine | Exit::Findings | Exit::Usage | Exit::Io | Exit::Undecided => "error",
        Exit::Internal => "internal error",
    };
    // If standard error is gone as well there is nothing left to do; the exit code says it.
    let _ = writeln!(std::io::stderr().lock(), "{kind}: {}", sanitise::block(&failure.message));
    failure.exit
}

/// Writes a remark that is no result to standard error.
pub fn remark(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", sanitise::block(text));
}

/// Whether standard output takes colours: a terminal, and nobody said no.
pub fn colour() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdout().is_terminal() && !unwanted && !dumb
}
