//! The contract of a store.

use std::pin::Pin;

use crate::append::{Append, Appended, Put};
use crate::error::StoreError;
use crate::log_id::LogId;

/// An answer that is still to come.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// An entry of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number, counted from 1.
    pub seq: u64,
    /// The command that caused it.
    pub command: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The entry.
    pub body: String,
}

/// What a process gets that takes a log over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The number of the claim. Whoever appends under a lower one is refused.
    pub epoch: u64,
    /// How many entries the log has.
    pub head: u64,
    /// Until when the owner before was alive, in milliseconds since 1970; none if there was none, or it never said.
    pub served_until: Option<i64>,
}

/// What lists say about a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogInfo {
    /// Its name.
    pub log: LogId,
    /// Whether more entries are to be expected.
    pub open: bool,
    /// The text of its last summary.
    pub summary: String,
}

/// Which logs to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogState {
    /// Those that may still grow.
    Open,
    /// Those that are finished.
    Closed,
}

/// Logs that only grow, and small values. What has been answered is on the disk.
///
/// A process that writes to a log first [claims](EventStore::claim) it. Claims are numbered, and an append under an
/// old claim is refused, so that a process which was believed dead and is not can do no harm. With one process this
/// costs nothing; with several it is what keeps a log whole.
pub trait EventStore: Send + Sync + 'static {
    /// A new log without entries, open.
    fn create<'a>(&'a self, log: &'a LogId, summary: &'a str) -> Answer<'a, ()>;

    /// Takes a log over on behalf of a process.
    fn claim<'a>(&'a self, log: &'a LogId, node: &'a str) -> Answer<'a, Claim>;

    /// A process says until when it is known to have been alive.
    fn alive<'a>(&'a self, node: &'a str, until: i64) -> Answer<'a, ()>;

    /// Appends an entry, with all that goes with it.
    ///
    /// Asked in this order: is the claim still good ([`StoreError::Fenced`]), is the command known
    /// ([`Appended::Already`]), is the number the next one ([`StoreError::Conflict`]), are new keys free
    /// ([`StoreError::Taken`]).
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// Entries from a number on, at most so many.
    fn read<'a>(&'a self, log: &'a LogId, from: u64, most: usize) -> Answer<'a, Vec<Entry>>;

    /// All logs in a state, by name.
    fn logs(&self, state: LogState) -> Answer<'_, Vec<LogInfo>>;

    /// A value.
    fn get<'a>(&'a self, space: &'a str, key: &'a str) -> Answer<'a, Option<String>>;

    /// Values of a space whose keys come after this one, by key, at most so many.
    fn list<'a>(&'a self, space: &'a str, after: &'a str, most: usize) -> Answer<'a, Vec<(String, String)>>;

    /// Stores and takes away values: all of them or, if a new one is taken, none.
    fn put(&self, puts: Vec<Put>) -> Answer<'_, ()>;

    /// Waits until everything accepted is stored, then refuses whatever comes.
    fn close(&self) -> Answer<'_, ()>;
}
