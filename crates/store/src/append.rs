//! What is appended to a log, and what comes of it.

use crate::log_id::LogId;

/// One entry to be appended, with what goes with it in the same moment: all of it is stored, or nothing.
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
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The entry.
    pub body: String,
    /// What lists say about the log from now on; none: what they said before.
    pub summary: Option<Summary>,
    /// Values that belong to the entry.
    pub puts: Vec<Put>,
}

impl Append {
    /// An entry that no command causes, with nothing beside it.
    #[must_use]
    pub fn new(log: &LogId, epoch: u64, seq: u64, at: i64, body: impl Into<String>) -> Append {
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
    pub fn summary(mut self, open: bool, text: &str) -> Append {
        self.summary = Some(Summary { open, text: text.to_owned() });
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
    /// Text for whoever lists the logs.
    pub text: String,
}

/// A small value under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Put {
    /// The kind of thing.
    pub space: String,
    /// Which one.
    pub key: String,
    /// The value; none: it is taken away.
    pub value: Option<String>,
    /// Whether it must not be there yet.
    pub new: bool,
}

impl Put {
    /// Stores a value, in place of any that was there.
    #[must_use]
    pub fn set(space: &str, key: &str, value: &str) -> Put {
        Put { space: space.to_owned(), key: key.to_owned(), value: Some(value.to_owned()), new: false }
    }

    /// Stores a value where there was none.
    #[must_use]
    pub fn add(space: &str, key: &str, value: &str) -> Put {
        Put { new: true, ..Put::set(space, key, value) }
    }

    /// Takes a value away.
    #[must_use]
    pub fn remove(space: &str, key: &str) -> Put {
        Put { space: space.to_owned(), key: key.to_owned(), value: None, new: false }
    }
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
