//! Errors that end a command.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::output::{BAD, paint};

/// The exit code for invalid input.
pub(crate) const BAD_INPUT: u8 = 2;

/// An error that ends a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Invalid input, described for the person who wrote it.
    Input(String),
    /// The output can't be written.
    Output(io::Error),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Input(message) => f.write_str(message),
            Failure::Output(error) => write!(f, "the output can't be written: {error}"),
        }
    }
}

impl Failure {
    /// The failure of one line of the input.
    pub(crate) fn on_line(self, line: usize) -> Failure {
        match self {
            Failure::Input(message) => Failure::Input(format!("line {line}: {message}")),
            output @ Failure::Output(_) => output,
        }
    }

    /// Prints the error to standard error and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        // The reader has stopped reading (`trinta … | head`), which is not an error.
        if matches!(&self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        print_error(&self.to_string());
        ExitCode::from(BAD_INPUT)
    }
}

/// Prints an error to standard error; if even that fails, there is nowhere left to report it.
pub(crate) fn print_error(message: &str) {
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
