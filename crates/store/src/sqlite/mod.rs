//! A store in one SQLite file, for one process at a time.
//!
//! Everything that writes goes through one task ([`writer`]), which commits what has gathered in one transaction: with many
//! tables at play one flush of the disk serves them all, and with one table nobody waits for company. Reads have
//! connections of their own.

mod audit;
mod checkpoint;
mod connect;
mod faults;
mod files;
mod follow;
mod heads;
mod lock;
mod repair;
mod restored;
mod schema;
mod sql;
mod watch;
mod witness;
mod work;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::Row as _;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use tokio::sync::{mpsc, oneshot};
use trinta_time::Timestamp;

pub use audit::Audit;
pub use files::{backup, check, restore};
pub(crate) use files::{open_whole, write_new};
pub use follow::{Followed, follow};
pub use repair::{Repair, repair};
pub use restored::accept;

use crate::append::{Append, Appended};
use crate::chain::summary_checksum;
use crate::damage::{Damage, DamageList};
use crate::error::StoreError;
use crate::names::{LogId, NodeId};
use crate::payload::Payload;
use crate::rows::{self, number, payload};
use crate::traits::{
    Claim, Entry, Lease, LeaseStore, LogInfo, LogState, LogStore, NodeInfo, Owner, Store, StoreFuture, ValueStore,
};
use crate::value::{Key, Put, Space};
use crate::writing::WriterState;
use faults::ErrorMapper;
pub(crate) use lock::Lock;
use witness::Witness;
use work::{Work, WorkOutcome};
use writer::{Job, OpenFile, Writer};

/// Jobs that may wait for the writer; beyond that, whoever asks waits too.
const QUEUE_CAPACITY: usize = 4096;

/// How to open a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SqliteOptions {
    /// The file. Its folder is made if it is not there.
    pub path: PathBuf,
    /// The most pages of 4 KiB that the file may have; none: as many as fit on the disk.
    pub max_pages: Option<u32>,
    /// Whether entries are chained and the witness is written. Without it, what is stored can't be read again: only to
    /// measure what it costs.
    #[doc(hidden)]
    pub hashed: bool,
}

impl SqliteOptions {
    /// A file, as large as the disk allows.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> SqliteOptions {
        SqliteOptions { path: path.into(), max_pages: None, hashed: true }
    }
}

/// Connections that read, apart for what is read: whoever reads a long log keeps nobody from reading a session, and
/// whoever reads what is long over keeps nobody from coming to a table.
#[derive(Debug)]
struct Readers {
    /// Values and lists.
    values: SqlitePool,
    /// The logs of those who come to a table.
    logs: SqlitePool,
    /// Logs that nobody at a table waits for.
    aside: SqlitePool,
}

impl Readers {
    async fn open(path: &Path) -> Result<Readers, sqlx::Error> {
        let pool = async |connections: u32| {
            SqlitePoolOptions::new().max_connections(connections).connect_with(connect::read_only(path)).await
        };
        Ok(Readers { values: pool(2).await?, logs: pool(2).await?, aside: pool(1).await? })
    }

    async fn close(&self) {
        self.values.close().await;
        self.logs.close().await;
        self.aside.close().await;
    }
}

/// A store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: Readers,
    faults: ErrorMapper,
    state: Arc<WriterState>,
    /// What was found to be damaged.
    damages: DamageList,
    /// Held as long as the store is open for writing.
    _lock: Option<Lock>,
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
        // The file was found whole: what SQLite makes no sense of now is in the text of its tables.
        let named = |error: sqlx::Error| schema::damage_or_fault(path, &error);
        files::make_folder(path)?;
        let lock = Lock::take(path)?;
        files::make_private(path);
        let known = witness::read(path)?;
        files::make_if_absent(path, known.as_ref()).await?;
        files::examine(path, known.as_ref()).await?;
        let mut connection = connect::open_writer(options).await.map_err(named)?;
        schema::migrate(&mut connection, faults).await?;
        schema::try_statements(&mut connection).await.map_err(named)?;
        schema::end_leases(&mut connection).await.map_err(named)?;
        let audit = audit::audit(&mut connection, &mut |_, _| {}).await.map_err(named)?;
        for damage in &audit.damages {
            tracing::error!(%damage, store = %path.display(), "something in the store is damaged and set aside");
        }
        let file = OpenFile::of(connection, options, faults, known.as_ref()).await?;
        let witness = Witness::open(path, file.position())?;
        let readers = Readers::open(path).await.map_err(named)?;
        let (jobs, queue) = mpsc::channel(QUEUE_CAPACITY);
        let state = Arc::new(WriterState::default());
        tokio::spawn(Writer::new(file, witness, options.clone(), state.clone()).run(queue));
        let damages = DamageList::new(audit.damages);
        Ok(SqliteStore { jobs, readers, faults: faults.clone(), state, damages, _lock: Some(lock) })
    }

    /// Opens a file only to read it, which a server may be using. Whatever would write is answered with
    /// [`StoreError::Closed`].
    ///
    /// # Errors
    /// When there is no such file, or it can't be opened.
    pub async fn open_read_only(path: &Path) -> Result<SqliteStore, StoreError> {
        if !path.is_file() {
            return Err(StoreError::NoFile { path: path.to_owned() });
        }
        let faults = ErrorMapper::of(path);
        let readers = Readers::open(path).await.map_err(|error| faults.name_at_open(&error))?;
        let (jobs, _) = mpsc::channel(1);
        Ok(SqliteStore { jobs, readers, faults, state: Arc::default(), damages: DamageList::default(), _lock: None })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.faults.path()
    }

    async fn ask(&self, work: Work) -> Result<WorkOutcome, StoreError> {
        self.queue(work).await?.await.map_err(|_| StoreError::Closed)?
    }

    /// The same, without waiting for the answer.
    async fn queue(&self, work: Work) -> Result<oneshot::Receiver<Result<WorkOutcome, StoreError>>, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job { work, reply }).await.map_err(|_| StoreError::Closed)?;
        Ok(answer)
    }

    /// Asks for all appends before it waits for any: the writer takes them in this order, as many at a time as have come.
    async fn store_all(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        let mut answers = Vec::with_capacity(appends.len());
        for append in appends {
            answers.push(self.queue(Work::Append(Box::new(append))).await?);
        }
        for answer in answers {
            answer.await.map_err(|_| StoreError::Closed)??;
        }
        Ok(())
    }

    async fn store(&self, work: Work) -> Result<(), StoreError> {
        self.ask(work).await.map(|_| ())
    }

    async fn read_entries(
        &self,
        readers: &SqlitePool,
        log: &LogId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        // With the entry before the first one, on which its hash builds.
        let from = from.max(1);
        let (first, more) = if from > 1 { (from - 1, limit.saturating_add(1)) } else { (1, limit) };
        let read = sqlx::query(sql::READ)
            .bind(log.as_str())
            .bind(number(first))
            .bind(rows::limit(more))
            .fetch_all(readers)
            .await;
        let rows = read.map_err(|error| self.fault_in_log(log, &error))?;
        if rows.is_empty() && limit > 0 {
            let there = sqlx::query(sql::EPOCH).bind(log.as_str()).fetch_optional(readers).await;
            return match there.map_err(|error| self.fault_in_log(log, &error))? {
                None => Err(StoreError::NoSuchLog),
                Some(_) => Err(self.damages.put_aside(log, "its head is missing".to_owned())),
            };
        }
        rows::check_page(log, from, more, &rows).map_err(|why| self.damages.put_aside(log, why))
    }

    /// The fault that reading a log met: pages that make no sense are damage of this log.
    fn fault_in_log(&self, log: &LogId, error: &sqlx::Error) -> StoreError {
        match self.faults.name(error) {
            StoreError::Damaged { why, .. } => self.damages.put_aside(log, why),
            other => other,
        }
    }

    async fn list_logs(
        &self,
        state: LogState,
        after: Option<&LogId>,
        limit: usize,
    ) -> Result<Vec<LogInfo>, StoreError> {
        let open = state == LogState::Open;
        let mut after = after.map_or("", LogId::as_str).to_owned();
        let mut listed = Vec::new();
        // What is damaged is left out, and the page filled with those after it.
        while listed.len() < limit {
            let found: Vec<(String, i64, String, Vec<u8>)> = sqlx::query_as(sql::LOGS)
                .bind(i64::from(open))
                .bind(&after)
                .bind(rows::limit(limit - listed.len()))
                .fetch_all(&self.readers.values)
                .await
                .map_err(|error| self.faults.name(&error))?;
            let Some((last, ..)) = found.last() else { break };
            after.clone_from(last);
            listed.extend(found.into_iter().filter_map(|(name, version, summary, checksum)| {
                let summary = payload(version, summary);
                let whole = checksum == summary_checksum(&name, open, &summary);
                let log = LogId::new(&name).ok().filter(|log| whole && !self.damages.has_log(log))?;
                Some(LogInfo { log, open, summary })
            }));
        }
        Ok(listed)
    }

    async fn get_value(&self, key: &Key) -> Result<Option<Payload>, StoreError> {
        let (space, name) = (key.space.as_str(), &key.name);
        let row = sqlx::query(sql::GET).bind(space).bind(name).fetch_optional(&self.readers.values).await;
        let row = row.map_err(|error| self.faults.name(&error))?;
        let Some(row) = row else { return Ok(None) };
        let value = rows::checked_value(space, name, &row, 0);
        value.map(Some).ok_or_else(|| {
            self.damages.add(Damage::Value { key: key.clone() });
            StoreError::DamagedValue { key: key.clone() }
        })
    }

    async fn find_owner(&self, log: &LogId, now: Timestamp) -> Result<Option<Owner>, StoreError> {
        let query = sqlx::query(sql::HOLDER).bind(log.as_str()).bind(now.as_millis());
        let row = query.fetch_optional(&self.readers.values).await.map_err(|error| self.faults.name(&error))?;
        let row = row.ok_or(StoreError::NoSuchLog)?;
        let epoch: i64 = row.try_get(0).map_err(|error| self.faults.name(&error))?;
        let node = rows::node(&row).map_err(|error| self.faults.name(&error))?;
        Ok(node.map(|node| Owner { node, epoch: epoch.unsigned_abs() }))
    }

    async fn list_nodes(&self, now: Timestamp) -> Result<Vec<NodeInfo>, StoreError> {
        let found = sqlx::query(sql::NODES).bind(now.as_millis()).fetch_all(&self.readers.values).await;
        let nodes = found.and_then(|found| found.iter().filter_map(|row| rows::node(row).transpose()).collect());
        nodes.map_err(|error| self.faults.name(&error))
    }

    async fn list_values(
        &self,
        space: &Space,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, Payload)>, StoreError> {
        let mut after = after.to_owned();
        let mut listed = Vec::new();
        // As with logs.
        while listed.len() < limit {
            let found = sqlx::query(sql::LIST)
                .bind(space.as_str())
                .bind(&after)
                .bind(rows::limit(limit - listed.len()))
                .fetch_all(&self.readers.values)
                .await
                .map_err(|error| self.faults.name(&error))?;
            let Some(last) = found.last() else { break };
            after = last.try_get(0).map_err(|error| self.faults.name(&error))?;
            listed.extend(found.iter().filter_map(|row| {
                let name: String = row.try_get(0).ok()?;
                let value = rows::checked_value(space.as_str(), &name, row, 1)?;
                Some((name, value))
            }));
        }
        Ok(listed)
    }
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

    fn append_all(&self, appends: Vec<Append>) -> StoreFuture<'_, ()> {
        Box::pin(self.store_all(appends))
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(self.read_entries(&self.readers.logs, log, from, limit))
    }

    fn read_aside<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(self.read_entries(&self.readers.aside, log, from, limit))
    }

    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>> {
        Box::pin(self.list_logs(state, after, limit))
    }
}

impl LeaseStore for SqliteStore {
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()> {
        Box::pin(self.store(Work::Renew { node: node.clone(), lease }))
    }

    fn announce<'a>(&'a self, node: &'a NodeId, address: &'a str, lease: Lease) -> StoreFuture<'a, ()> {
        Box::pin(self.store(Work::Announce { node: node.clone(), address: address.to_owned(), lease }))
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, now: Timestamp) -> StoreFuture<'a, Claim> {
        Box::pin(async move {
            match self.ask(Work::Claim { log: log.clone(), node: node.clone(), now }).await? {
                WorkOutcome::Claimed(claim) => Ok(claim),
                other => Err(other.unexpected()),
            }
        })
    }

    fn release<'a>(&'a self, log: &'a LogId, epoch: u64, now: Timestamp, unserved: Duration) -> StoreFuture<'a, ()> {
        Box::pin(self.store(Work::Release { log: log.clone(), epoch, last_sign: now - unserved }))
    }

    fn owner<'a>(&'a self, log: &'a LogId, now: Timestamp) -> StoreFuture<'a, Option<Owner>> {
        Box::pin(self.find_owner(log, now))
    }

    fn nodes(&self, now: Timestamp) -> StoreFuture<'_, Vec<NodeInfo>> {
        Box::pin(self.list_nodes(now))
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
    fn damages(&self) -> Vec<Damage> {
        self.damages.to_vec()
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            if self.jobs.is_closed() {
                return Err(StoreError::Closed);
            }
            self.state.last_write()?;
            let read = sqlx::query(sql::READABLE).fetch_optional(&self.readers.values).await;
            read.map(|_| ()).map_err(|error| self.faults.name(&error))
        })
    }

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
