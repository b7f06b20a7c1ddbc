//! An append to a log, and its outcome.

use trinta_time::Timestamp;

use crate::names::LogId;
use crate::payload::Payload;
use crate::value::Put;

/// One entry to be appended, with its projections: stored in one transaction, all or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The log to append to.
    pub log: LogId,
    /// The epoch of the claim under which it is appended.
    pub epoch: u64,
    /// The sequence number of the entry, which must be one more than the number of entries in the log.
    pub seq: u64,
    /// The id of the command that caused it, if one did. A log stores each command at most once.
    pub command: Option<String>,
    /// The time of the entry, by the clock of the process that appends it.
    pub at: Timestamp,
    /// The content of the entry.
    pub body: Payload,
    /// The new summary of the log; `None` leaves the old one.
    pub summary: Option<Summary>,
    /// Values to write in the same transaction.
    pub puts: Vec<Put>,
}

impl Append {
    /// An entry without a command or projections.
    #[must_use]
    pub fn new(log: &LogId, epoch: u64, seq: u64, at: Timestamp, body: impl Into<Payload>) -> Append {
        Append { log: log.clone(), epoch, seq, command: None, at, body: body.into(), summary: None, puts: Vec::new() }
    }

    /// Adds the id of the command that caused the entry.
    #[must_use]
    pub fn command(mut self, command: &str) -> Append {
        self.command = Some(command.to_owned());
        self
    }

    /// Adds a new summary of the log.
    #[must_use]
    pub fn summary(mut self, open: bool, body: impl Into<Payload>) -> Append {
        self.summary = Some(Summary { open, body: body.into() });
        self
    }

    /// Adds a value to write.
    #[must_use]
    pub fn put(mut self, put: Put) -> Append {
        self.puts.push(put);
        self
    }
}

/// The summary of a log, as returned by listings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Whether the log is open: more entries are to be expected.
    pub open: bool,
    /// The content of the summary, which the store does not interpret.
    pub body: Payload,
}

/// The outcome of an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// The entry was stored.
    New {
        /// Its sequence number.
        seq: u64,
    },
    /// The command had been stored before, so nothing was stored now.
    Duplicate {
        /// The sequence number of the entry that the command caused.
        seq: u64,
    },
}
