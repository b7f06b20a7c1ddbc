//! A store in one SQLite file, for one process at a time.
//!
//! Everything that writes goes through one task ([`writer`]), which commits what has gathered in one transaction: with many
//! tables at play one flush of the disk serves them all, and with one table nobody waits for company. Reads have
//! connections of their own.

mod connect;
mod faults;
mod files;
mod lock;
mod schema;
mod sql;
mod work;
mod writer;

use std::path::{Path, PathBuf};

use sqlx::Row as _;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use tokio::sync::{mpsc, oneshot};
use trinta_time::Timestamp;

pub use files::{backup, check, restore};

use crate::append::{Append, Appended};
use crate::error::StoreError;
use crate::names::{LogId, NodeId};
use crate::payload::Payload;
use crate::traits::{Claim, Entry, Lease, LeaseStore, LogInfo, LogState, LogStore, Store, StoreFuture, ValueStore};
use crate::value::{Key, Put, Space};
use faults::ErrorMapper;
use lock::Lock;
use work::{Work, WorkOutcome};
use writer::Job;

/// Jobs that may wait for the writer; beyond that, whoever asks waits too.
const QUEUE_CAPACITY: usize = 4096;
/// Connections that read.
const READERS: u32 = 2;

/// How to open a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SqliteOptions {
    /// The file. Its folder is made if it is not there.
    pub path: PathBuf,
    /// The most pages of 4 KiB that the file may have; none: as many as fit on the disk.
    pub max_pages: Option<u32>,
}

impl SqliteOptions {
    /// A file, as large as the disk allows.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> SqliteOptions {
        SqliteOptions { path: path.into(), max_pages: None }
    }
}

/// A store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    faults: ErrorMapper,
    /// Held as long as the store is open.
    _lock: Lock,
}

impl SqliteStore {
    /// Opens a file, or makes it if there is none. A file that is not whole is left as it is.
    ///
    /// # Errors
    /// When the file is in use, damaged, too new, can't be written, or its disk is full.
    pub async fn open(options: &SqliteOptions) -> Result<SqliteStore, StoreError> {
        let faults = ErrorMapper::of(&options.path);
        SqliteStore::open_file(options, &faults).await.map_err(|fault| faults.at_open(fault))
    }

    async fn open_file(options: &SqliteOptions, faults: &ErrorMapper) -> Result<SqliteStore, StoreError> {
        let path = options.path.as_path();
        let named = |error: sqlx::Error| faults.name_at_open(&error);
        files::make_folder(path)?;
        let lock = Lock::take(path)?;
        files::examine(path).await?;
        let mut connection = connect::open_writer(options).await.map_err(named)?;
        schema::migrate(&mut connection, faults).await?;
        schema::end_leases(&mut connection).await.map_err(named)?;
        let readers = SqlitePoolOptions::new().max_connections(READERS);
        let readers = readers.connect_with(connect::read_only(path)).await.map_err(named)?;
        let (jobs, queue) = mpsc::channel(QUEUE_CAPACITY);
        tokio::spawn(writer::Writer::new(connection, options.clone()).run(queue));
        Ok(SqliteStore { jobs, readers, faults: faults.clone(), _lock: lock })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.faults.path()
    }

    async fn ask(&self, work: Work) -> Result<WorkOutcome, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job { work, reply }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    async fn store(&self, work: Work) -> Result<(), StoreError> {
        self.ask(work).await.map(|_| ())
    }

    async fn read_entries(&self, log: &LogId, from: u64, limit: usize) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query(sql::READ)
            .bind(log.as_str())
            .bind(number(from))
            .bind(rows(limit))
            .fetch_all(&self.readers)
            .await
            .map_err(|error| self.faults.name(&error))?;
        if rows.is_empty() {
            let there: Option<i64> = sqlx::query_scalar(sql::EPOCH)
                .bind(log.as_str())
                .fetch_optional(&self.readers)
                .await
                .map_err(|error| self.faults.name(&error))?;
            there.ok_or(StoreError::NoSuchLog)?;
        }
        let entry = |row: sqlx::sqlite::SqliteRow| {
            Ok(Entry {
                seq: row.try_get::<i64, _>(0)?.unsigned_abs(),
                command: row.try_get(1)?,
                at: Timestamp::from_millis(row.try_get(2)?),
                body: payload(row.try_get(3)?, row.try_get(4)?),
            })
        };
        rows.into_iter().map(entry).collect::<Result<_, sqlx::Error>>().map_err(|error| self.faults.name(&error))
    }

    async fn list_logs(
        &self,
        state: LogState,
        after: Option<&LogId>,
        limit: usize,
    ) -> Result<Vec<LogInfo>, StoreError> {
        let open = state == LogState::Open;
        let rows: Vec<(String, i64, String)> = sqlx::query_as(sql::LOGS)
            .bind(i64::from(open))
            .bind(after.map_or("", LogId::as_str))
            .bind(rows(limit))
            .fetch_all(&self.readers)
            .await
            .map_err(|error| self.faults.name(&error))?;
        let info = |(name, version, summary): (String, i64, String)| {
            Ok(LogInfo { log: LogId::new(&name)?, open, summary: payload(version, summary) })
        };
        rows.into_iter().map(info).collect()
    }

    async fn get_value(&self, key: &Key) -> Result<Option<Payload>, StoreError> {
        let row: Option<(i64, String)> = sqlx::query_as(sql::GET)
            .bind(key.space.as_str())
            .bind(&key.name)
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| self.faults.name(&error))?;
        Ok(row.map(|(version, text)| payload(version, text)))
    }

    async fn list_values(
        &self,
        space: &Space,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, Payload)>, StoreError> {
        let rows: Vec<(String, i64, String)> = sqlx::query_as(sql::LIST)
            .bind(space.as_str())
            .bind(after)
            .bind(rows(limit))
            .fetch_all(&self.readers)
            .await
            .map_err(|error| self.faults.name(&error))?;
        Ok(rows.into_iter().map(|(name, version, text)| (name, payload(version, text))).collect())
    }
}

/// The number of an entry or an epoch as SQL has it; none is ever larger.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// At most this many rows.
fn rows(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

/// Text with its version. A number that can't be a version was not written by this program, and counts as a newer one.
fn payload(version: i64, text: String) -> Payload {
    Payload { version: u32::try_from(version).unwrap_or(u32::MAX), text }
}

impl LogStore for SqliteStore {
    fn create<'a>(&'a self, log: &'a LogId, summary: Payload) -> StoreFuture<'a, ()> {
        Box::pin(self.store(Work::Create { log: log.clone(), summary }))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(async move {
            match self.ask(Work::Append(Box::new(append))).await? {
                WorkOutcome::Appended(appended) => Ok(appended),
                other => Err(other.unexpected()),
            }
        })
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(self.read_entries(log, from, limit))
    }

    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>> {
        Box::pin(self.list_logs(state, after, limit))
    }
}

impl LeaseStore for SqliteStore {
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()> {
        Box::pin(self.store(Work::Renew { node: node.clone(), lease }))
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, now: Timestamp) -> StoreFuture<'a, Claim> {
        Box::pin(async move {
            match self.ask(Work::Claim { log: log.clone(), node: node.clone(), now }).await? {
                WorkOutcome::Claimed(claim) => Ok(claim),
                other => Err(other.unexpected()),
            }
        })
    }
}

impl ValueStore for SqliteStore {
    fn get<'a>(&'a self, key: &'a Key) -> StoreFuture<'a, Option<Payload>> {
        Box::pin(self.get_value(key))
    }

    fn list<'a>(&'a self, space: &'a Space, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<(String, Payload)>> {
        Box::pin(self.list_values(space, after, limit))
    }

    fn put(&self, puts: Vec<Put>) -> StoreFuture<'_, ()> {
        Box::pin(self.store(Work::Put(puts)))
    }
}

impl Store for SqliteStore {
    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            // Readers first: the last connection to go brings everything into the one file.
            self.readers.close().await;
            match self.store(Work::Close).await {
                Ok(()) | Err(StoreError::Closed) => Ok(()),
                Err(error) => Err(error),
            }
        })
    }
}
