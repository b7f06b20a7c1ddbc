//! The way to a program and back.

use std::time::Duration;

/// Lines to a program and from it. A link is made without the program; it is started when it is needed.
pub trait Link: Send {
    /// Starts the program, or starts it again.
    ///
    /// # Errors
    /// When it can't be started.
    fn start(&mut self) -> Result<(), LinkFault>;

    /// Sends a line, without waiting for the program to read it.
    ///
    /// # Errors
    /// When the program is gone or does not read what it is sent.
    fn send(&mut self, line: &str) -> Result<(), LinkFault>;

    /// Waits so long at the most for a line.
    ///
    /// # Errors
    /// When there is none, or none that can be read.
    fn receive(&mut self, within: Duration) -> Result<String, LinkFault>;

    /// Ends the program.
    fn stop(&mut self);
}

/// Why there is no line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkFault {
    /// The program can't be started.
    #[error("the program can't be started: {0}")]
    NotStarted(String),
    /// Nothing came in time.
    #[error("no line came within {} ms", within.as_millis())]
    Silent {
        /// How long was waited.
        within: Duration,
    },
    /// The program ended, or closed its output.
    #[error("the program is gone ({0})")]
    Gone(String),
    /// A line without an end.
    #[error("a line is longer than {most} bytes")]
    TooLong {
        /// What a line may have.
        most: usize,
    },
    /// Bytes that are no text.
    #[error("a line is not UTF-8")]
    NotText,
    /// What it was sent lies there unread.
    #[error("the program does not read what it is sent")]
    DoesNotRead,
}
