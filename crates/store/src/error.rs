//! What can go wrong in a store, and what to do about it.

use std::path::PathBuf;

use trinta_time::Timestamp;

use crate::names::{BadName, NodeId};
use crate::value::Key;

/// Why a store can't do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Text that can't be the name of a log or a process.
    #[error(transparent)]
    BadName(#[from] BadName),
    /// A log that is not there.
    #[error("there is no log of this name")]
    NoSuchLog,
    /// A log that is there already.
    #[error("there is a log of this name already")]
    LogExists,
    /// Somebody else appended first: what was decided is stale.
    #[error("the log has {head} entries, so the next one can't be number {expected}")]
    Conflict {
        /// The number of entries that there are.
        head: u64,
        /// The number that the entry was to get.
        expected: u64,
    },
    /// Another process owns the log by now.
    #[error("the log was claimed by another process (epoch {epoch}): this one must let go of it")]
    Fenced {
        /// The epoch of the new owner.
        epoch: u64,
    },
    /// Another process owns the log, and its lease has not run out.
    #[error("the log is served by {owner}, which holds it until {until}")]
    Owned {
        /// The process that owns it.
        owner: NodeId,
        /// The end of its lease.
        until: Timestamp,
    },
    /// A value is not what a change expected: it is there and should not be, or somebody changed it.
    #[error("the value of {key} is not the one that was expected")]
    ValueConflict {
        /// Where it is kept.
        key: Key,
    },
    /// No room on the disk. Nothing of what was asked is stored.
    #[error("the disk is full, or the store has reached its largest size: nothing was stored; make room and try again")]
    Full,
    /// The disk is too full to open a store: even to read, SQLite needs a little room.
    #[error(
        "the disk of {} is full, so the store can't be opened; that is no damage: leave its files as they are, make room \
         and start again",
        path.display()
    )]
    NoRoomToOpen {
        /// The file.
        path: PathBuf,
    },
    /// The system failed to read or write the file. Whether something was stored has to be read.
    #[error(
        "the system could not read or write {} ({why}); look for the reason in the log of the system, before you take the \
         store for damaged",
        path.display()
    )]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file can't be written.
    #[error("{} can't be written ({why}); check who owns the folder and whether it is mounted read-only", path.display())]
    ReadOnly {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is not a store, or not a whole one.
    #[error(
        "{} is damaged or not a store of Trinta ({why}); nothing was changed in it: keep a copy, and restore a backup",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage, in SQLite's own words where it has any.
        why: String,
    },
    /// The file is in use.
    #[error("{} is in use by another process; a store is for one server at a time", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a newer Trinta.
    #[error("{} has version {found}, and this program knows up to {known}: use a newer Trinta", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version that is known here.
        known: i64,
    },
    /// A file stands where a new one was to be written.
    #[error("{} is there already, and is not overwritten", path.display())]
    FileExists {
        /// The file.
        path: PathBuf,
    },
    /// A file that should be there is not.
    #[error("there is no file {}", path.display())]
    NoFile {
        /// The file.
        path: PathBuf,
    },
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else that the system says. Whether something was stored has to be read.
    #[error("the store failed: {0}")]
    Failed(String),
}
