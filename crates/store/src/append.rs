//! What is appended to a log, and what comes of it.

use trinta_time::Timestamp;

use crate::names::LogId;
use crate::payload::Payload;
use crate::value::Put;

/// One entry to be appended, with its projections: all of it is stored in one transaction, or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The log.
    pub log: LogId,
    /// The epoch of the claim under which it is appended.
    pub epoch: u64,
    /// The number that the entry will get: one more than the entries there are.
    pub seq: u64,
    /// The command that causes it, if a command does. A log takes a command once.
    pub command: Option<String>,
    /// When it happened, by the clock of whoever appends.
    pub at: Timestamp,
    /// The entry.
    pub body: Payload,
    /// What lists say about the log from now on; none: what they said before.
    pub summary: Option<Summary>,
    /// Values that belong to the entry.
    pub puts: Vec<Put>,
}

impl Append {
    /// An entry that no command causes, without projections.
    #[must_use]
    pub fn new(log: &LogId, epoch: u64, seq: u64, at: Timestamp, body: impl Into<Payload>) -> Append {
        Append { log: log.clone(), epoch, seq, command: None, at, body: body.into(), summary: None, puts: Vec::new() }
    }

    /// The same, caused by a command.
    #[must_use]
    pub fn command(mut self, command: &str) -> Append {
        self.command = Some(command.to_owned());
        self
    }

    /// The same, with a new summary of the log.
    #[must_use]
    pub fn summary(mut self, open: bool, body: impl Into<Payload>) -> Append {
        self.summary = Some(Summary { open, body: body.into() });
        self
    }

    /// The same, with a value to store.
    #[must_use]
    pub fn put(mut self, put: Put) -> Append {
        self.puts.push(put);
        self
    }
}

/// What lists say about a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Whether more entries are to be expected.
    pub open: bool,
    /// The summary itself, for whoever lists the logs.
    pub body: Payload,
}

/// What came of an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It is stored, as this entry.
    New {
        /// Its number.
        seq: u64,
    },
    /// The command had been stored before, as this entry; nothing was stored now.
    Already {
        /// Its number.
        seq: u64,
    },
}
