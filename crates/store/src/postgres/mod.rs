//! A store in PostgreSQL, which several processes share.
//!
//! Appends and changes of values go through tasks that commit what has gathered together ([`writer`]). Claims, leases and
//! reads have connections of their own: a claim that waits for a lock holds up nobody else.

mod append;
mod audit;
mod connect;
mod faults;
mod heads;
mod leases;
mod restored;
mod schema;
mod sql;
mod writer;

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgPool, PgRow, Postgres};
use sqlx::query::Query;
use sqlx::{PgConnection, Row as _};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use trinta_time::Timestamp;

use crate::append::{Append, Appended};
use crate::chain::summary_checksum;
use crate::damage::{Damage, DamageList};
use crate::error::StoreError;
use crate::names::{LogId, NodeId};
use crate::payload::Payload;
use crate::rows::{self, Head, StoreRow as _, number};
use crate::sqlite::Audit;
use crate::traits::{
    Claim, Entry, Lease, LeaseStore, LogInfo, LogState, LogStore, NodeInfo, Owner, Store, StoreFuture, ValueStore,
};
use crate::value::{Key, Put, Space};
use crate::writing::{WorkError, WriterState};
use connect::Connector;
use faults::{ErrorMapper, Kind, kind};
use heads::Heads;
pub(crate) use restored::accept;
use writer::{Job, Reply, Writer};

/// Jobs that may wait for a writer; beyond that, whoever asks waits too.
const QUEUE_CAPACITY: usize = 4096;
/// Connections for reads, claims and leases.
const POOL_CONNECTIONS: u32 = 6;
/// How long one of them may take for what it is asked.
const POOL_TIMEOUT: Duration = Duration::from_secs(8);
/// How long the database may take to say that it is there.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(2);

/// How to open a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostgresOptions {
    /// The database, such as `postgres://user:password@host:5432/trinta?sslmode=verify-full`.
    pub url: String,
    /// The schema that has the tables; it is made if it is not there.
    pub schema: String,
    /// The most appends that share a transaction. Only to measure what that brings.
    #[doc(hidden)]
    pub max_batch: usize,
    /// How many tasks write, each with a connection of its own. Only to measure what that brings.
    #[doc(hidden)]
    pub writers: usize,
}

impl PostgresOptions {
    /// The schema `trinta` of a database.
    #[must_use]
    pub fn new(url: impl Into<String>) -> PostgresOptions {
        PostgresOptions { url: url.into(), schema: "trinta".to_owned(), max_batch: 512, writers: 1 }
    }

    /// The address of the database without its user and password, to be shown.
    ///
    /// # Errors
    /// If it is no address of a PostgreSQL database.
    pub fn address(&self) -> Result<String, StoreError> {
        Connector::new(self).map(|connector| connector.faults.store().to_owned())
    }
}

impl PostgresOptions {
    /// A connection that sees a store as it is at one moment, if no process serves it.
    pub(crate) async fn connect_to_read(&self) -> Result<PgConnection, StoreError> {
        let connector = Connector::new(self)?;
        let faults = &connector.faults;
        let named = |error: sqlx::Error| faults.name_at_open(&error);
        let mut connection = connector.connect().await.map_err(named)?;
        schema::expect_store(&mut connection, &self.schema, faults).await?;
        schema::expect_no_node(&mut connection, faults).await?;
        sqlx::raw_sql(sql::BEGIN_TO_READ).execute(&mut connection).await.map_err(named)?;
        Ok(connection)
    }

    /// A connection that fills an empty store, which nobody else can write to meanwhile.
    pub(crate) async fn connect_to_fill(&self) -> Result<PgConnection, StoreError> {
        let connector = Connector::new(self)?;
        let faults = &connector.faults;
        let named = |error: sqlx::Error| faults.name_at_open(&error);
        let mut connection = connector.connect().await.map_err(named)?;
        schema::migrate(&mut connection, &self.schema, faults).await?;
        sqlx::raw_sql(sql::BEGIN_TO_FILL).execute(&mut connection).await.map_err(named)?;
        let is_empty: bool = sqlx::query_scalar(sql::IS_EMPTY).fetch_one(&mut connection).await.map_err(named)?;
        if is_empty { Ok(connection) } else { Err(StoreError::NotEmpty { store: faults.store().to_owned() }) }
    }
}

/// A store in PostgreSQL.
#[derive(Debug)]
pub struct PostgresStore {
    writers: Vec<mpsc::Sender<Job>>,
    pool: PgPool,
    faults: ErrorMapper,
    heads: Arc<Heads>,
    state: Arc<WriterState>,
    /// What was found to be damaged.
    damages: DamageList,
}

impl PostgresStore {
    /// Opens a database, and makes the tables if there are none or they are of an older version.
    ///
    /// # Errors
    /// When it can't be reached, has tables of another program, or only a newer program can work with it.
    pub async fn open(options: &PostgresOptions) -> Result<PostgresStore, StoreError> {
        let connector = Connector::new(options)?;
        let faults = connector.faults.clone();
        let mut connection = connector.connect().await.map_err(|error| faults.name_at_open(&error))?;
        schema::migrate(&mut connection, &options.schema, &faults).await?;
        schema::warn_of_settings(&mut connection).await.map_err(|error| faults.name_at_open(&error))?;
        drop(connection);
        let pool = connector.pool(POOL_CONNECTIONS);
        leases::forget_nodes(&pool).await.map_err(|error| faults.name_at_open(&error))?;
        let (heads, state) = (Arc::<Heads>::default(), Arc::<WriterState>::default());
        let start_writer = |_| {
            let (jobs, queue) = mpsc::channel(QUEUE_CAPACITY);
            let writer = Writer::new(connector.clone(), heads.clone(), state.clone(), options.max_batch.max(1));
            tokio::spawn(writer.run(queue));
            jobs
        };
        let writers = (0..options.writers.max(1)).map(start_writer).collect();
        Ok(PostgresStore { writers, pool, faults, heads, state, damages: DamageList::default() })
    }

    /// Opens a database only to read it, which servers may be using. Whatever would write is answered with
    /// [`StoreError::Closed`].
    ///
    /// # Errors
    /// When it can't be reached, or there is no store in it that this program can read.
    pub async fn open_read_only(options: &PostgresOptions) -> Result<PostgresStore, StoreError> {
        let connector = Connector::new(options)?;
        let faults = connector.faults.clone();
        let mut connection = connector.connect().await.map_err(|error| faults.name_at_open(&error))?;
        schema::expect_store(&mut connection, &options.schema, &faults).await?;
        Ok(PostgresStore {
            writers: Vec::new(),
            pool: connector.pool(POOL_CONNECTIONS),
            faults,
            heads: Arc::default(),
            state: Arc::default(),
            damages: DamageList::default(),
        })
    }

    /// Reads everything as it is at one moment, and compares every hash and every checksum. Servers go on meanwhile. Tells
    /// of each page how many rows of how many are done.
    ///
    /// # Errors
    /// When the database can't be read.
    pub async fn check(&self, progress: &mut (dyn FnMut(u64, u64) + Send)) -> Result<Audit, StoreError> {
        let named = |error: sqlx::Error| self.faults.name_unstored(&error);
        let mut connection = self.pool.acquire().await.map_err(named)?;
        audit::audit(&mut connection, progress).await.map_err(named)
    }

    /// The address of the database, without its password.
    #[must_use]
    pub fn address(&self) -> &str {
        self.faults.store()
    }

    /// Gives a writer a job. All jobs of one log have the same writer, because each entry builds on the one before.
    async fn ask<T>(&self, log: Option<&LogId>, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        self.queue(log, job).await?.await.map_err(|_| StoreError::Closed)?
    }

    /// The same, without waiting for the answer.
    async fn queue<T>(
        &self,
        log: Option<&LogId>,
        job: impl FnOnce(Reply<T>) -> Job,
    ) -> Result<oneshot::Receiver<Result<T, StoreError>>, StoreError> {
        let (reply, answer) = oneshot::channel();
        let number = log.map_or(0, |log| BuildHasherDefault::<DefaultHasher>::default().hash_one(log));
        let index = number.checked_rem(self.writers.len() as u64).and_then(|index| usize::try_from(index).ok());
        let writer = index.and_then(|index| self.writers.get(index)).ok_or(StoreError::Closed)?;
        writer.send(job(reply)).await.map_err(|_| StoreError::Closed)?;
        Ok(answer)
    }

    async fn store_append(&self, append: Append) -> Result<Appended, StoreError> {
        self.queue_append(append).await?.await.map_err(|_| StoreError::Closed)?
    }

    async fn queue_append(
        &self,
        append: Append,
    ) -> Result<oneshot::Receiver<Result<Appended, StoreError>>, StoreError> {
        let texts = append.command.iter().chain([&append.body.text]);
        check_texts(texts.chain(append.summary.as_ref().map(|summary| &summary.body.text)))?;
        check_puts(&append.puts)?;
        let log = append.log.clone();
        let append = Box::new(append);
        self.queue(Some(&log), |reply| Job::Append { append, uncertain: false, reply }).await
    }

    async fn store_puts(&self, puts: Vec<Put>) -> Result<(), StoreError> {
        check_puts(&puts)?;
        self.ask(None, |reply| Job::Put { puts, reply }).await
    }

    async fn create_log(&self, log: &LogId, summary: &Payload) -> Result<(), StoreError> {
        check_texts([&summary.text])?;
        let query = sqlx::query(sql::CREATE)
            .bind(log.as_str())
            .bind(i64::from(summary.version))
            .bind(summary.text.as_str())
            .bind(summary_checksum(log.as_str(), true, summary).to_vec())
            .bind(Head::start_of(log).hash.as_bytes().to_vec());
        let made = self.in_time(async { Ok(query.execute(&self.pool).await?) }).await?;
        if made.rows_affected() == 0 { Err(StoreError::LogExists) } else { Ok(()) }
    }

    async fn claim_log(&self, log: &LogId, node: &NodeId, now: Timestamp) -> Result<Claim, StoreError> {
        match self.in_time(leases::claim(&self.pool, log, node, now)).await {
            Ok((claim, head)) => {
                self.heads.set(log, head);
                Ok(claim)
            }
            Err(StoreError::DamagedLog { log, why }) => Err(self.damages.put_aside(&log, why)),
            Err(error) => Err(error),
        }
    }

    /// Something that is asked of the pool. What takes too long is given up, with its connection.
    async fn in_time<T>(&self, work: impl Future<Output = Result<T, WorkError>>) -> Result<T, StoreError> {
        if self.pool.is_closed() {
            return Err(StoreError::Closed);
        }
        match timeout(POOL_TIMEOUT, work).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(WorkError::Refused(error))) => Err(error),
            Ok(Err(WorkError::Broken(error))) => Err(self.faults.name(&error)),
            Err(_) => Err(self.faults.timed_out()),
        }
    }

    /// Rows that are read. If the connection breaks meanwhile, they are read once more on another.
    async fn rows<'q>(&self, query: impl Fn() -> Query<'q, Postgres, PgArguments>) -> Result<Vec<PgRow>, sqlx::Error> {
        let read = async || {
            let read = timeout(POOL_TIMEOUT, query().fetch_all(&self.pool)).await;
            read.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())))
        };
        match read().await {
            Err(error) if kind(&error) == Kind::Lost => read().await,
            read => read,
        }
    }

    async fn read_entries(&self, log: &LogId, from: u64, limit: usize) -> Result<Vec<Entry>, StoreError> {
        // With the entry before the first one, on which its hash builds.
        let from = from.max(1);
        let (first, more) = if from > 1 { (from - 1, limit.saturating_add(1)) } else { (1, limit) };
        let query = || sqlx::query(sql::READ).bind(log.as_str()).bind(number(first)).bind(rows::limit(more));
        let found = self.rows(query).await.map_err(|error| self.fault_in_log(log, &error))?;
        if found.is_empty() {
            let there = self.rows(|| sqlx::query(sql::EPOCH).bind(log.as_str())).await;
            let there = there.map_err(|error| self.fault_in_log(log, &error))?;
            let missing = || self.damages.put_aside(log, "its head is missing".to_owned());
            return Err(if there.is_empty() { StoreError::NoSuchLog } else { missing() });
        }
        if limit == 0 {
            return Ok(Vec::new());
        }
        rows::check_page(log, from, more, &found).map_err(|why| self.damages.put_aside(log, why))
    }

    /// The fault that reading a log met: pages that make no sense are damage of this log.
    fn fault_in_log(&self, log: &LogId, error: &sqlx::Error) -> StoreError {
        match self.faults.name_unstored(error) {
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
            let more = rows::limit(limit - listed.len());
            let found = self.rows(|| sqlx::query(sql::LOGS).bind(open).bind(after.clone()).bind(more)).await;
            let found = found.map_err(|error| self.faults.name_unstored(&error))?;
            let Some(last) = found.last() else { break };
            after = last.try_get(0).map_err(|error| self.faults.name(&error))?;
            listed.extend(found.iter().filter_map(|row| {
                let name = row.text(0).ok()?;
                let summary = row.payload(1).ok()?;
                let whole = row.bytes(3).ok()? == summary_checksum(&name, open, &summary);
                let log = LogId::new(&name).ok().filter(|log| whole && !self.damages.has_log(log))?;
                Some(LogInfo { log, open, summary })
            }));
        }
        Ok(listed)
    }

    async fn find_owner(&self, log: &LogId, now: Timestamp) -> Result<Option<Owner>, StoreError> {
        let found = self.rows(|| sqlx::query(sql::HOLDER).bind(log.as_str())).await;
        let found = found.map_err(|error| self.faults.name_unstored(&error))?;
        let row = found.first().ok_or(StoreError::NoSuchLog)?;
        leases::owner(row, now).map_err(|error| self.faults.name(&error))
    }

    async fn list_nodes(&self, now: Timestamp) -> Result<Vec<NodeInfo>, StoreError> {
        let found = self.rows(|| sqlx::query(sql::NODES)).await;
        let nodes = found.and_then(|found| found.iter().filter_map(|row| leases::node(row, now).transpose()).collect());
        nodes.map_err(|error| self.faults.name_unstored(&error))
    }

    async fn get_value(&self, key: &Key) -> Result<Option<Payload>, StoreError> {
        let (space, name) = (key.space.as_str(), key.name.as_str());
        let found = self.rows(|| sqlx::query(sql::GET).bind(space).bind(name)).await;
        let found = found.map_err(|error| self.faults.name_unstored(&error))?;
        let Some(row) = found.first() else { return Ok(None) };
        rows::checked_value(space, name, row, 0).map(Some).ok_or_else(|| {
            self.damages.add(Damage::Value { key: key.clone() });
            StoreError::DamagedValue { key: key.clone() }
        })
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
            let more = rows::limit(limit - listed.len());
            let query = || sqlx::query(sql::LIST).bind(space.as_str()).bind(after.clone()).bind(more);
            let found = self.rows(query).await.map_err(|error| self.faults.name_unstored(&error))?;
            let Some(last) = found.last() else { break };
            after = last.try_get(0).map_err(|error| self.faults.name(&error))?;
            listed.extend(found.iter().filter_map(|row| {
                let name = row.text(0).ok()?;
                let value = rows::checked_value(space.as_str(), &name, row, 1)?;
                Some((name, value))
            }));
        }
        Ok(listed)
    }

    async fn is_well(&self) -> Result<(), StoreError> {
        if self.pool.is_closed() || self.writers.iter().any(mpsc::Sender::is_closed) {
            return Err(StoreError::Closed);
        }
        self.state.last_write()?;
        match timeout(HEALTH_TIMEOUT, sqlx::query("SELECT 1").execute(&self.pool)).await {
            Ok(read) => read.map(|_| ()).map_err(|error| self.faults.name_unstored(&error)),
            Err(_) => Err(self.faults.timed_out()),
        }
    }

    async fn close_all(&self) -> Result<(), StoreError> {
        for writer in &self.writers {
            let (reply, answer) = oneshot::channel();
            if writer.send(Job::Close { reply }).await.is_ok() {
                // A writer that is gone has closed before.
                let _ = answer.await;
            }
        }
        // A connection that somebody still waits on ends with the process.
        let _ = timeout(POOL_TIMEOUT, self.pool.close()).await;
        Ok(())
    }
}

/// PostgreSQL has no text with a character of number 0 in it. One such text would have a whole batch refused.
fn check_texts<'a>(texts: impl IntoIterator<Item = &'a String>) -> Result<(), StoreError> {
    if texts.into_iter().any(|text| text.contains('\0')) {
        return Err(StoreError::Failed("PostgreSQL can't keep text with a NUL character in it".to_owned()));
    }
    Ok(())
}

fn check_puts(puts: &[Put]) -> Result<(), StoreError> {
    let texts = puts.iter().flat_map(|put| {
        let expected = match &put.expect {
            crate::value::Expect::Equal(value) => Some(&value.text),
            _ => None,
        };
        std::iter::once(&put.key.name).chain(put.value.as_ref().map(|value| &value.text)).chain(expected)
    });
    check_texts(texts)
}

impl LogStore for PostgresStore {
    fn create<'a>(&'a self, log: &'a LogId, summary: Payload) -> StoreFuture<'a, ()> {
        Box::pin(async move { self.create_log(log, &summary).await })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(self.store_append(append))
    }

    /// All wait at once for the writer, which takes them in this order.
    fn append_all(&self, appends: Vec<Append>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let mut answers = Vec::with_capacity(appends.len());
            for append in appends {
                answers.push(self.queue_append(append).await?);
            }
            for answer in answers {
                answer.await.map_err(|_| StoreError::Closed)??;
            }
            Ok(())
        })
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(self.read_entries(log, from, limit))
    }

    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>> {
        Box::pin(self.list_logs(state, after, limit))
    }
}

impl LeaseStore for PostgresStore {
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()> {
        Box::pin(self.in_time(async move { Ok(leases::renew(&self.pool, node, None, lease).await?) }))
    }

    fn announce<'a>(&'a self, node: &'a NodeId, address: &'a str, lease: Lease) -> StoreFuture<'a, ()> {
        Box::pin(self.in_time(async move { Ok(leases::renew(&self.pool, node, Some(address), lease).await?) }))
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, now: Timestamp) -> StoreFuture<'a, Claim> {
        Box::pin(self.claim_log(log, node, now))
    }

    fn release<'a>(&'a self, log: &'a LogId, epoch: u64, _now: Timestamp, unserved: Duration) -> StoreFuture<'a, ()> {
        Box::pin(self.in_time(leases::release(&self.pool, log, epoch, unserved)))
    }

    fn owner<'a>(&'a self, log: &'a LogId, now: Timestamp) -> StoreFuture<'a, Option<Owner>> {
        Box::pin(self.find_owner(log, now))
    }

    fn nodes(&self, now: Timestamp) -> StoreFuture<'_, Vec<NodeInfo>> {
        Box::pin(self.list_nodes(now))
    }
}

impl ValueStore for PostgresStore {
    fn get<'a>(&'a self, key: &'a Key) -> StoreFuture<'a, Option<Payload>> {
        Box::pin(self.get_value(key))
    }

    fn list<'a>(&'a self, space: &'a Space, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<(String, Payload)>> {
        Box::pin(self.list_values(space, after, limit))
    }

    fn put(&self, puts: Vec<Put>) -> StoreFuture<'_, ()> {
        Box::pin(self.store_puts(puts))
    }
}

impl Store for PostgresStore {
    fn damages(&self) -> Vec<Damage> {
        self.damages.to_vec()
    }

    fn health(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.is_well())
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.close_all())
    }
}
