//! The contract of a store: logs, leases and values.

use std::pin::Pin;
use std::time::Duration;

use trinta_time::Timestamp;

use crate::append::{Append, Appended};
use crate::damage::Damage;
use crate::error::StoreError;
use crate::names::{LogId, NodeId};
use crate::payload::Payload;
use crate::value::{Key, Put, Space};

/// What a store answers once it has done what was asked.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// An entry of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number, counted from 1.
    pub seq: u64,
    /// The command that caused it.
    pub command: Option<String>,
    /// The time at which it was appended.
    pub at: Timestamp,
    /// The entry.
    pub body: Payload,
}

/// What lists say about a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogInfo {
    /// Its name.
    pub log: LogId,
    /// Whether more entries are to be expected.
    pub open: bool,
    /// Its last summary.
    pub summary: Payload,
}

/// Which logs to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogState {
    /// Those that may still grow.
    Open,
    /// Those that are finished.
    Closed,
}

/// How long a process holds the logs that it has claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// When the process was known to run. Clocks are credited from here if it ends without a word.
    pub last_sign: Timestamp,
    /// Until when nobody else may claim its logs. A process that gives them up says the time of its last sign.
    pub until: Timestamp,
}

/// A process that serves logs, as others see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeInfo {
    /// Its name.
    pub id: NodeId,
    /// Where others reach it, if it said so.
    pub address: Option<String>,
    /// How long it holds its logs, by the clock of whoever asked.
    pub lease: Lease,
}

/// The process that serves a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The process.
    pub node: NodeInfo,
    /// The epoch of its claim.
    pub epoch: u64,
}

/// What a process gets that takes a log over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The fencing token: each claim has a higher one, and whoever appends under a lower one is refused.
    pub epoch: u64,
    /// How many entries the log has.
    pub head: u64,
    /// When the owner before was last known to run, or when it released the log; none if there was none, or it never
    /// said.
    pub last_sign: Option<Timestamp>,
    /// Whether the store has come back from an earlier time and nothing was appended to the log since: what was secret in
    /// it may be known.
    pub restored: bool,
}

/// Logs that only grow. What has been answered is on the disk.
pub trait LogStore: Send + Sync + 'static {
    /// A new log without entries, open and without an owner.
    fn create<'a>(&'a self, log: &'a LogId, summary: Payload) -> StoreFuture<'a, ()>;

    /// Appends an entry with its projections, in one transaction.
    ///
    /// Asked in this order: is the claim still good ([`StoreError::Fenced`]), is the command known
    /// ([`Appended::Duplicate`]), is the number the next one ([`StoreError::Conflict`]), are the values as expected
    /// ([`StoreError::ValueConflict`]).
    fn append(&self, append: Append) -> StoreFuture<'_, Appended>;

    /// Appends entries of one log, one after the other, as [`append`](LogStore::append) does each. What was stored before one
    /// that is refused stays; those after it are not stored. Many of them may share a transaction.
    fn append_all(&self, appends: Vec<Append>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            for append in appends {
                self.append(append).await?;
            }
            Ok(())
        })
    }

    /// Entries from a number on, at most `limit`.
    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>>;

    /// As [`read`](LogStore::read), for work that nobody at a table waits for: it never holds up the other reads.
    fn read_aside<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        self.read(log, from, limit)
    }

    /// Logs in a state whose names come after this one, by name, at most `limit`.
    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>>;
}

/// Which process serves which log.
///
/// A process that writes to a log first [claims](LeaseStore::claim) it. The lease decides who may claim, the epoch of the
/// claim who may append: even if clocks are wrong and two processes believe that they own a log, the entries of only one
/// of them are taken.
///
/// All times here are by the clock of whoever asks. A store for one process takes them as they are. A store that several
/// processes share measures leases by its own clock: of the times it is given it only uses how far apart they are, and
/// those it gives are converted to the clock of the one who asks.
pub trait LeaseStore: Send + Sync + 'static {
    /// A process renews its lease, or gives it up.
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()>;

    /// Renews a lease as [`renew`](LeaseStore::renew) does, and tells where others reach the process. Later renewals keep
    /// the address.
    fn announce<'a>(&'a self, node: &'a NodeId, address: &'a str, lease: Lease) -> StoreFuture<'a, ()>;

    /// Takes a log over, if it has no owner, if the owner is this process or has released it, or if the owner's lease has
    /// run out by now. Otherwise [`StoreError::Owned`] says until when it is held.
    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, now: Timestamp) -> StoreFuture<'a, Claim>;

    /// Gives one log up, so that anybody may claim it at once. Nothing can be appended under this epoch afterwards;
    /// [`StoreError::Fenced`] if somebody else has claimed it meanwhile. The next claim gets as the last sign of this owner
    /// the time at which it had not served the log for `unserved`.
    fn release<'a>(&'a self, log: &'a LogId, epoch: u64, now: Timestamp, unserved: Duration) -> StoreFuture<'a, ()>;

    /// The process that holds a log; none if it may be claimed by anybody.
    fn owner<'a>(&'a self, log: &'a LogId, now: Timestamp) -> StoreFuture<'a, Option<Owner>>;

    /// The processes whose leases have not run out by now, by name.
    fn nodes(&self, now: Timestamp) -> StoreFuture<'_, Vec<NodeInfo>>;
}

/// Small values by key.
pub trait ValueStore: Send + Sync + 'static {
    /// A value.
    fn get<'a>(&'a self, key: &'a Key) -> StoreFuture<'a, Option<Payload>>;

    /// Values of a space whose names come after this one, by name, at most `limit`.
    fn list<'a>(&'a self, space: &'a Space, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<(String, Payload)>>;

    /// Changes values, one after the other: all of them or, if one is not as expected ([`StoreError::ValueConflict`]),
    /// none.
    fn put(&self, puts: Vec<Put>) -> StoreFuture<'_, ()>;
}

/// A whole store.
///
/// What was answered with an error is not stored, with two exceptions: after [`StoreError::Io`] and
/// [`StoreError::Failed`] it has to be read whether it is.
pub trait Store: LogStore + LeaseStore + ValueStore {
    /// Whether the store serves, without writing to it: an error is what stands in the way.
    ///
    /// It can be read now, and what was written last was stored. A fault of writing is over with the next write that
    /// succeeds, which is at the latest the next renewal of a lease.
    fn health(&self) -> StoreFuture<'_, ()>;

    /// What was found to be damaged, at the start or when it was read. It is not given out, and everything else goes on.
    fn damages(&self) -> Vec<Damage> {
        Vec::new()
    }

    /// Waits until everything accepted is stored, then refuses whatever comes.
    fn close(&self) -> StoreFuture<'_, ()>;
}
