//! What ends a command early.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::output::{BAD, paint};

/// Exit code for input that can't be used.
pub(crate) const BAD_INPUT: u8 = 2;

/// Why a command can't go on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something in the input, in words for whoever wrote it.
    Input(String),
    /// The answer can't be written.
    Output(io::Error),
}

impl Failure {
    /// Says what is wrong on standard error, and with which code to leave.
    pub(crate) fn report(self) -> ExitCode {
        let message = match self {
            Failure::Input(message) => message,
            // Whoever reads us has had enough (`trinta … | head`): nothing is wrong.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Output(error) => format!("the answer can't be written: {error}"),
        };
        complain(&message);
        ExitCode::from(BAD_INPUT)
    }
}

/// Writes an error to standard error; if even that is closed, nobody is left to tell.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(anstream::stderr(), "{} {message}", paint(BAD, "error:"));
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::Input(message)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}
