//! Exit codes: one enum, and how several become one.

use std::process::ExitCode;

/// What the program ends with. A failed property never ends with [`Exit::Fine`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// All is well.
    Fine = 0,
    /// Findings, a failed test, a widening.
    Findings = 1,
    /// The command line cannot be understood.
    Usage = 2,
    /// Something could not be read or written.
    Io = 3,
    /// A defect of this program.
    Internal = 4,
    /// A question stayed undecided within its budget.
    Undecided = 5,
}

impl Exit {
    /// The graver of two: a defect, then what could not be done at all, then findings, then what stayed undecided.
    #[must_use]
    pub fn and(self, other: Exit) -> Exit {
        let grave = |exit: Exit| match exit {
            Exit::Fine => 0,
            Exit::Undecided => 1,
            Exit::Findings => 2,
            Exit::Io => 3,
            Exit::Usage => 4,
            Exit::Internal => 5,
        };
        if grave(other) > grave(self) { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a verb could not do its work, for standard error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// How the program ends.
    pub exit: Exit,
    /// What happened, in one or two lines; it is sanitised where it is printed.
    pub message: String,
}

impl Failure {
    /// A failure to read or write.
    pub fn io(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Io, message: message.into() }
    }

    /// A command line that makes no sense.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Usage, message: message.into() }
    }

    /// A policy that is refused.
    pub fn findings(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Findings, message: message.into() }
    }

    /// A defect of this program.
    pub fn internal(message: impl Into<String>) -> Failure {
        Failure { exit: Exit::Internal, message: message.into() }
    }
}
