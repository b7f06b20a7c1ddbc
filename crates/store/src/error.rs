//! What can go wrong in a store, and what to do about it.

use std::path::PathBuf;

use trinta_time::Timestamp;

use crate::names::{BadName, LogId, NodeId};
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
        "{} is damaged or not a store of Trinta ({why}); nothing was changed in it: keep a copy, and restore a \
         backup, or save what is whole of it with `trinta store repair`",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage, in SQLite's own words where it has any.
        why: String,
    },
    /// The store has less than, or something else than, what was stored last.
    #[error(
        "{} is not the store that was here last: {why}; nothing was changed in it. Put the right file back or restore a \
         newer backup (`trinta store restore`); `trinta store accept` goes on with what is there, and ends running games \
         without a result",
        path.display()
    )]
    Behind {
        /// The file.
        path: PathBuf,
        /// The difference to what was stored last.
        why: String,
    },
    /// Somebody deleted, replaced or cut the file while the store was open.
    #[error(
        "{why} while the store was open: it takes nothing more; {}",
        match rescued {
            Some(copy) => format!(
                "all that was stored is in {}: move it to {}, and start again", copy.display(), path.display()
            ),
            None => format!("put {} back or restore a backup, and start again", path.display()),
        }
    )]
    Vanished {
        /// The file.
        path: PathBuf,
        /// What happened to it.
        why: String,
        /// Where what was stored was saved.
        rescued: Option<PathBuf>,
    },
    /// A log is not as it was written. It is set aside: nothing of it is given out, and the others go on.
    #[error(
        "the log {log} is damaged ({why}); it is set aside, and the others go on: `trinta store repair` saves what can be \
         saved of it"
    )]
    DamagedLog {
        /// The log.
        log: LogId,
        /// What is wrong with it.
        why: String,
    },
    /// A value is not as it was written, and is not given out.
    #[error("the value of {key} is damaged; it is set aside, and the others go on")]
    DamagedValue {
        /// Where it is kept.
        key: Key,
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
    /// The file was written by an older Trinta, and is brought up to date by the next start.
    #[error("{} has version {found}, of an older Trinta; start the server once, and try again", path.display())]
    TooOld {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
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
    /// The database server can't be reached. Nothing of what was asked is stored.
    #[error(
        "the database {store} can't be reached ({why}): nothing was stored; check that PostgreSQL runs there, and the name, \
         the password and `sslmode` in the address of the store"
    )]
    Unreachable {
        /// The database, without its password.
        store: String,
        /// What the system or the server says.
        why: String,
    },
    /// The database has tables of another program, or can't hold a store.
    #[error("the database {store} can't be used ({why}); nothing was changed in it: name another one, or an empty one")]
    Unsuitable {
        /// The database, without its password.
        store: String,
        /// What is in the way.
        why: String,
    },
    /// Something is in a store that has to be empty.
    #[error("{store} is not empty: nothing was copied; name a database without a store, or drop its schema first")]
    NotEmpty {
        /// The store.
        store: String,
    },
    /// A process serves a store that has to be at rest.
    #[error("{store} is served by {node}: stop all servers, and try again when their leases have run out")]
    Served {
        /// The store.
        store: String,
        /// One of the processes.
        node: String,
    },
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else that the system says. Whether something was stored has to be read.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl StoreError {
    /// A log that is not as it was written.
    pub(crate) fn damaged_log(log: &LogId, why: String) -> StoreError {
        StoreError::DamagedLog { log: log.clone(), why }
    }

    /// Whether the store takes nothing more until somebody has acted: the process that has it should end and say so.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            StoreError::Vanished { .. } | StoreError::Behind { .. } | StoreError::Damaged { .. } | StoreError::Closed
        )
    }

    /// What is said to those who play: what it means for them, and nothing about the machine.
    #[must_use]
    pub const fn public_message(&self) -> &'static str {
        match self {
            StoreError::Full => "the disk of the server is full; nothing was stored, please try again later",
            StoreError::DamagedLog { .. } | StoreError::DamagedValue { .. } => {
                "what the server has stored of this is damaged and set aside; whoever runs the server can repair it"
            }
            StoreError::Closed => "the server is stopping; please try again in a moment",
            _ => "the server can't store or read this at the moment; please try again",
        }
    }
}
