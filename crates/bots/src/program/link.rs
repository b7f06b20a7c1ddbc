//! The connection to a program.

use std::time::Duration;

/// A connection that carries lines to a program and back. The program is started when it is needed.
pub trait Link: Send {
    /// Starts or restarts the program.
    ///
    /// # Errors
    /// If it can't be started.
    fn start(&mut self) -> Result<(), LinkFault>;

    /// Sends a line, without waiting for the program to read it.
    ///
    /// # Errors
    /// If the program has exited or does not read its input.
    fn send(&mut self, line: &str) -> Result<(), LinkFault>;

    /// Waits for a line, at most for the given time.
    ///
    /// # Errors
    /// If no readable line comes in time.
    fn receive(&mut self, within: Duration) -> Result<String, LinkFault>;

    /// Stops the program.
    fn stop(&mut self);
}

/// Why no line could be sent or received.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkFault {
    /// The program can't be started.
    #[error("the program can't be started: {0}")]
    NotStarted(String),
    /// Nothing came in time.
    #[error("no line came within {} ms", within.as_millis())]
    Silent {
        /// The time limit.
        within: Duration,
    },
    /// The program exited, or closed its output.
    #[error("the program has exited ({0})")]
    Gone(String),
    /// A line exceeds the limit.
    #[error("a line is longer than {limit} bytes")]
    TooLong {
        /// The maximum length of a line in bytes.
        limit: usize,
    },
    /// A line is not text.
    #[error("a line is not UTF-8")]
    NotText,
    /// The program's input buffer is full.
    #[error("the program does not read its input")]
    DoesNotRead,
}
