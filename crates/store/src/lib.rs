//! Append-only logs that lose nothing, leases on them, and small values beside them.
//!
//! [`Store`] is the whole contract, in three parts.
//!
//! - [`LogStore`]: a log is a list of entries that only grows, each with a number one higher than the one before. Whoever
//!   appends says which number the entry will get, so that two writers can't both believe they were next, and may name
//!   the command that caused it, so that a command sent twice has one effect. An append that has been answered is on the
//!   disk, together with the summary and the values that belong to it.
//! - [`LeaseStore`]: which process serves a log, and until when nobody else may take it over.
//! - [`ValueStore`]: small values by key, with compare-and-set.
//!
//! The store knows no game. What is in an entry, a summary or a value is text that it never reads, with the version of
//! its format ([`Payload`]).
//!
//! - [`MemoryStore`] forgets everything when the process ends: for tests.
//! - [`SqliteStore`] is one file, for one process at a time.
//! - [`PostgresStore`] is a database that several processes share.
//!
//! One suite of tests (`tests/contract`) runs on all of them. [`StorePlace`] is where a store is, as people name it.
//!
//! ```
//! use std::time::Duration;
//! use trinta_store::{Append, Appended, Lease, LeaseStore, LogId, LogStore, MemoryStore, NodeId};
//! use trinta_time::Timestamp;
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let store = MemoryStore::new();
//! let (log, node) = (LogId::new("table-1")?, NodeId::new("this-server")?);
//! let now = Timestamp::from_millis(1_700_000_000_000);
//! store.renew(&node, Lease { last_sign: now, until: now + Duration::from_secs(3) }).await?;
//! store.create(&log, "a table".into()).await?;
//! let claim = store.claim(&log, &node, now).await?;
//! let append = Append::new(&log, claim.epoch, claim.head + 1, now, "the first entry").command("A:1");
//! assert_eq!(store.append(append.clone()).await?, Appended::New { seq: 1 });
//! assert_eq!(store.append(append).await?, Appended::Duplicate { seq: 1 }, "one effect");
//! assert_eq!(store.read(&log, 1, 10).await?[0].body.text, "the first entry");
//! # Ok::<(), trinta_store::StoreError>(())
//! # }).unwrap();
//! ```

mod append;
mod chain;
mod copy;
mod damage;
mod error;
mod memory;
mod names;
mod payload;
mod place;
mod postgres;
mod rows;
mod sqlite;
mod traits;
mod value;
mod writing;

pub use append::{Append, Appended, Summary};
pub use copy::{Copied, copy};
pub use damage::Damage;
pub use error::StoreError;
pub use memory::MemoryStore;
pub use names::{BadName, LogId, NodeId};
pub use payload::Payload;
pub use place::StorePlace;
pub use postgres::{PostgresOptions, PostgresStore};
pub use sqlite::{Audit, Followed, Repair, SqliteOptions, SqliteStore, accept, backup, check, follow, repair, restore};
pub use traits::{
    Claim, Entry, Lease, LeaseStore, LogInfo, LogState, LogStore, NodeInfo, Owner, Store, StoreFuture, ValueStore,
};
pub use value::{Expect, Key, Put, Space};
