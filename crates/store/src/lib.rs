//! Append-only logs that lose nothing, and small values beside them.
//!
//! [`EventStore`] is the whole contract: a log is a list of entries that only grows, each with a number one higher than
//! the one before. Whoever appends says which number the entry will get, so that two writers can't both believe they
//! were next, and may name the command that caused it, so that a command sent twice has one effect. An append that has
//! been answered is on the disk.
//!
//! The store knows no game. What is in an entry is text that it never reads.
//!
//! - [`MemoryStore`] forgets everything when the process ends: for tests.
//! - [`SqliteStore`] is one file, for one process at a time.
//!
//! One suite of tests (`tests/contract.rs`) runs on both.
//!
//! ```
//! use trinta_store::{Append, Appended, EventStore, LogId, MemoryStore};
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let store = MemoryStore::new();
//! let log = LogId::new("table-1")?;
//! store.create(&log, "a table").await?;
//! let claim = store.claim(&log, "this server").await?;
//! let append = Append::new(&log, claim.epoch, claim.head + 1, 1_700_000_000_000, "the first entry").command("A:1");
//! assert_eq!(store.append(append.clone()).await?, Appended::New { seq: 1 });
//! assert_eq!(store.append(append).await?, Appended::Already { seq: 1 }, "one effect");
//! assert_eq!(store.read(&log, 1, 10).await?[0].body, "the first entry");
//! # Ok::<(), trinta_store::StoreError>(())
//! # }).unwrap();
//! ```

mod append;
mod error;
mod log_id;
mod memory;
mod sqlite;
mod traits;

pub use append::{Append, Appended, Put, Summary};
pub use error::StoreError;
pub use log_id::LogId;
pub use memory::MemoryStore;
pub use sqlite::{SqliteOptions, SqliteStore, backup, check, restore};
pub use traits::{Answer, Claim, Entry, EventStore, LogInfo, LogState};
