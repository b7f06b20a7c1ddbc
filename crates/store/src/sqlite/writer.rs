//! The one task that writes: gathers what is asked, commits it together, then answers.

use std::collections::HashSet;

use sqlx::{Connection as _, QueryBuilder, Sqlite, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use trinta_time::Timestamp;

use crate::append::{Append, Appended};
use crate::error::StoreError;
use crate::names::{LogId, NodeId};
use crate::payload::Payload;
use crate::sqlite::faults::Faults;
use crate::sqlite::{SqliteOptions, connect, number, sql};
use crate::traits::{Claim, Lease};
use crate::value::{Expect, Put};

/// The most that is committed together: more would only make the first wait for the last.
const BATCH: usize = 512;

/// The most entries in one statement.
const ROWS: usize = 64;

/// What is to be done, and who waits for it.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) reply: oneshot::Sender<Result<Done, StoreError>>,
}

/// What can be asked of the writer.
#[derive(Debug)]
pub(super) enum Work {
    Create { log: LogId, summary: Payload },
    Claim { log: LogId, node: NodeId, now: Timestamp },
    Renew { node: NodeId, lease: Lease },
    Append(Box<Append>),
    Put(Vec<Put>),
    Close,
}

/// What came of it.
#[derive(Debug)]
pub(super) enum Done {
    Nothing,
    Claimed(Claim),
    Appended(Appended),
}

impl Done {
    /// An answer to another question. It can't be, and it is no reason to fall over.
    pub(super) fn unexpected(self) -> StoreError {
        StoreError::Failed(format!("the writer answered {self:?}"))
    }
}

/// Why one piece of work was not done.
enum Trouble {
    /// It was refused; what is committed together with it is not touched.
    Refused(StoreError),
    /// The store itself failed: nothing of the transaction stands.
    Broken(sqlx::Error),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Trouble {
        Trouble::Broken(error)
    }
}

type Outcome = Result<Done, Trouble>;

/// Why nothing of a batch was stored, as far as is known.
enum Failure {
    /// Before the commit was asked for: surely nothing is stored.
    BeforeCommit(sqlx::Error),
    /// While it was being committed. If the disk was full, the end of the transaction was not written, so that nothing is
    /// stored; after any other failure that is not known.
    AtCommit(sqlx::Error),
}

/// The task that writes.
pub(super) struct Writer {
    options: SqliteOptions,
    faults: Faults,
    /// None after a failure: the next batch opens a new one.
    ///
    /// A transaction that fails may be rolled back by SQLite itself, which sqlx does not see: the connection would count
    /// itself inside a transaction for ever. A new one is sure of where it stands. Its first commit also writes over
    /// what a failed one may have left in the write-ahead log.
    connection: Option<SqliteConnection>,
}

impl Writer {
    pub(super) fn new(connection: SqliteConnection, options: SqliteOptions) -> Writer {
        Writer { faults: Faults::of(&options.path), options, connection: Some(connection) }
    }

    /// Works until it is told to close, or nobody is left to ask.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut closing: Option<oneshot::Sender<_>> = None;
        while closing.is_none() && queue.recv_many(&mut batch, BATCH).await > 0 {
            if let Some(place) = batch.iter().position(|job| matches!(job.work, Work::Close)) {
                // What was accepted is finished; whoever comes now is told.
                closing = Some(batch.swap_remove(place).reply);
                queue.close();
                while let Some(job) = queue.recv().await {
                    batch.push(job);
                }
            }
            let (work, replies): (Vec<Work>, Vec<_>) = batch.drain(..).map(|job| (job.work, job.reply)).unzip();
            match self.write(work).await {
                Ok(outcomes) => {
                    for (reply, outcome) in replies.into_iter().zip(outcomes) {
                        // Whoever asked may have gone: the work is done all the same.
                        let _ = reply.send(outcome);
                    }
                }
                Err(fault) => {
                    tracing::error!(%fault, refused = replies.len(), "a transaction was not stored");
                    for reply in replies {
                        let _ = reply.send(Err(fault.clone()));
                    }
                }
            }
        }
        self.disconnect().await;
        if let Some(reply) = closing {
            let _ = reply.send(Ok(Done::Nothing));
        }
    }

    /// Does all of it in one transaction, and answers when it is on the disk. After a failure the connection is dropped.
    async fn write(&mut self, batch: Vec<Work>) -> Result<Vec<Result<Done, StoreError>>, StoreError> {
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let connection = match &mut self.connection {
            Some(connection) => connection,
            lost => {
                let opened = connect::open_writer(&self.options).await;
                lost.insert(opened.map_err(|error| self.faults.name_with_room(&error))?)
            }
        };
        let failure = match commit(connection, batch).await {
            Ok(outcomes) => return Ok(outcomes),
            Err(failure) => failure,
        };
        self.disconnect().await;
        Err(match failure {
            Failure::BeforeCommit(error) => self.faults.name_with_room(&error),
            Failure::AtCommit(error) => self.faults.name(&error),
        })
    }

    async fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the store did not close cleanly; nothing is lost by that");
        }
    }
}

async fn commit(connection: &mut SqliteConnection, batch: Vec<Work>) -> Result<Vec<Result<Done, StoreError>>, Failure> {
    let transaction = connection.begin_with("BEGIN IMMEDIATE").await;
    let mut transaction = transaction.map_err(Failure::BeforeCommit)?;
    // Left without a commit, a transaction is rolled back.
    let outcomes = perform_all(&mut transaction, batch).await.map_err(Failure::BeforeCommit)?;
    transaction.commit().await.map_err(Failure::AtCommit)?;
    Ok(outcomes)
}

async fn perform_all(
    connection: &mut SqliteConnection,
    batch: Vec<Work>,
) -> Result<Vec<Result<Done, StoreError>>, sqlx::Error> {
    let at_once = append_at_once(connection, &batch).await?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for (index, work) in batch.into_iter().enumerate() {
        if let (Work::Append(append), true) = (&work, at_once.contains(&index)) {
            outcomes.push(Ok(Done::Appended(Appended::New { seq: append.seq })));
            continue;
        }
        outcomes.push(match perform(connection, work).await {
            Ok(done) => Ok(done),
            Err(Trouble::Refused(error)) => Err(error),
            Err(Trouble::Broken(error)) => return Err(error),
        });
    }
    Ok(outcomes)
}

/// Appends entries with nothing beside them, many in one statement: each statement is a trip to another thread and
/// back. Gives the places of those that are stored; the others are left to be done one by one, to find out why not.
async fn append_at_once(connection: &mut SqliteConnection, batch: &[Work]) -> Result<HashSet<usize>, sqlx::Error> {
    let mut logs = HashSet::new();
    let plain = batch.iter().enumerate().filter_map(|(index, work)| match work {
        Work::Append(append) if append.puts.is_empty() && append.summary.is_none() => Some((index, &**append)),
        _ => None,
    });
    // A second entry of a log follows from the first, and must wait for it.
    let plain: Vec<(usize, &Append)> = plain.filter(|(_, append)| logs.insert(&append.log)).collect();
    let mut stored = HashSet::with_capacity(plain.len());
    for rows in plain.chunks(ROWS).filter(|rows| rows.len() > 1) {
        let mut statement = QueryBuilder::<Sqlite>::new(sql::APPEND_MANY);
        statement.push_values(rows, |mut row, (_, append)| {
            row.push_bind(append.log.as_str())
                .push_bind(number(append.seq))
                .push_bind(number(append.epoch))
                .push_bind(append.command.as_deref())
                .push_bind(append.at.as_millis())
                .push_bind(i64::from(append.body.version))
                .push_bind(append.body.text.as_str());
        });
        statement.push(sql::APPEND_MANY_IF);
        sqlx::query("SAVEPOINT many").execute(&mut *connection).await?;
        let done = statement.build().execute(&mut *connection).await?;
        if done.rows_affected() == rows.len() as u64 {
            stored.extend(rows.iter().map(|(index, _)| *index));
        } else {
            sqlx::query("ROLLBACK TO many").execute(&mut *connection).await?;
        }
        sqlx::query("RELEASE many").execute(&mut *connection).await?;
    }
    Ok(stored)
}

async fn perform(connection: &mut SqliteConnection, work: Work) -> Outcome {
    match work {
        Work::Create { log, summary } => create(connection, &log, &summary).await,
        Work::Claim { log, node, now } => claim(connection, &log, &node, now).await,
        Work::Renew { node, lease } => renew(connection, &node, lease).await,
        Work::Append(append) if append.puts.is_empty() => append_entry(connection, &append).await,
        Work::Append(append) => {
            together(connection, async |connection| {
                let done = append_entry(connection, &append).await?;
                if matches!(done, Done::Appended(Appended::New { .. })) {
                    put_all(connection, &append.puts).await?;
                }
                Ok(done)
            })
            .await
        }
        Work::Put(puts) => together(connection, async |connection| put_all(connection, &puts).await).await,
        Work::Close => Ok(Done::Nothing),
    }
}

/// Several statements of which all count or none, within the transaction of the batch.
async fn together(
    connection: &mut SqliteConnection,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> Outcome,
) -> Outcome {
    sqlx::query("SAVEPOINT one").execute(&mut *connection).await?;
    let done = work(connection).await;
    match &done {
        Ok(_) => {}
        Err(Trouble::Refused(_)) => drop(sqlx::query("ROLLBACK TO one").execute(&mut *connection).await?),
        // The whole transaction goes, if SQLite has not rolled it back already; this fault is the one to name.
        Err(Trouble::Broken(_)) => return done,
    }
    sqlx::query("RELEASE one").execute(&mut *connection).await?;
    done
}

async fn create(connection: &mut SqliteConnection, log: &LogId, summary: &Payload) -> Outcome {
    let made = sqlx::query(sql::CREATE)
        .bind(log.as_str())
        .bind(i64::from(summary.version))
        .bind(summary.text.as_str())
        .execute(connection)
        .await?;
    if made.rows_affected() == 1 { Ok(Done::Nothing) } else { Err(Trouble::Refused(StoreError::LogExists)) }
}

async fn renew(connection: &mut SqliteConnection, node: &NodeId, lease: Lease) -> Outcome {
    sqlx::query(sql::RENEW)
        .bind(node.as_str())
        .bind(lease.last_sign.as_millis())
        .bind(lease.until.as_millis())
        .execute(connection)
        .await?;
    Ok(Done::Nothing)
}

/// The owner of a log, the end of its lease and its last sign of life.
type Owner = (Option<String>, Option<i64>, Option<i64>);

async fn claim(connection: &mut SqliteConnection, log: &LogId, node: &NodeId, now: Timestamp) -> Outcome {
    let found: Option<Owner> = sqlx::query_as(sql::OWNER).bind(log.as_str()).fetch_optional(&mut *connection).await?;
    let (owner, until, last_sign) = found.ok_or(Trouble::Refused(StoreError::NoSuchLog))?;
    let epoch: Option<i64> = sqlx::query_scalar(sql::CLAIM)
        .bind(log.as_str())
        .bind(node.as_str())
        .bind(now.as_millis())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(epoch) = epoch else {
        let owner = NodeId::new(owner.as_deref().unwrap_or_default()).map_err(Trouble::Refused)?;
        let until = Timestamp::from_millis(until.unwrap_or_default());
        return Err(Trouble::Refused(StoreError::Owned { owner, until }));
    };
    let head = head(connection, log).await?;
    let last_sign = last_sign.map(Timestamp::from_millis);
    Ok(Done::Claimed(Claim { epoch: epoch.unsigned_abs(), head, last_sign }))
}

async fn head(connection: &mut SqliteConnection, log: &LogId) -> Result<u64, sqlx::Error> {
    let head: i64 = sqlx::query_scalar(sql::HEAD).bind(log.as_str()).fetch_one(connection).await?;
    Ok(head.unsigned_abs())
}

async fn append_entry(connection: &mut SqliteConnection, append: &Append) -> Outcome {
    let Append { log, epoch, seq, command, at, body, summary, .. } = append;
    let stored = sqlx::query(sql::APPEND)
        .bind(log.as_str())
        .bind(number(*seq))
        .bind(number(*epoch))
        .bind(command.as_deref())
        .bind(at.as_millis())
        .bind(i64::from(body.version))
        .bind(body.text.as_str())
        .execute(&mut *connection)
        .await?;
    if stored.rows_affected() == 0 {
        return why_not(connection, append).await;
    }
    if let Some(summary) = summary {
        sqlx::query(sql::SUMMARY)
            .bind(log.as_str())
            .bind(i64::from(summary.open))
            .bind(i64::from(summary.body.version))
            .bind(summary.body.text.as_str())
            .execute(connection)
            .await?;
    }
    Ok(Done::Appended(Appended::New { seq: *seq }))
}

/// Nothing was appended: in the order of the contract, why.
async fn why_not(connection: &mut SqliteConnection, append: &Append) -> Outcome {
    let refused = |error| Err(Trouble::Refused(error));
    let log = append.log.as_str();
    let epoch: Option<i64> = sqlx::query_scalar(sql::EPOCH).bind(log).fetch_optional(&mut *connection).await?;
    match epoch.map(i64::unsigned_abs) {
        None => return refused(StoreError::NoSuchLog),
        Some(epoch) if epoch != append.epoch => return refused(StoreError::Fenced { epoch }),
        Some(_) => {}
    }
    if let Some(command) = &append.command {
        let known: Option<i64> =
            sqlx::query_scalar(sql::COMMAND).bind(log).bind(command).fetch_optional(&mut *connection).await?;
        if let Some(seq) = known {
            return Ok(Done::Appended(Appended::Already { seq: seq.unsigned_abs() }));
        }
    }
    let head = head(connection, &append.log).await?;
    refused(StoreError::Conflict { head, expected: append.seq })
}

async fn put_all(connection: &mut SqliteConnection, puts: &[Put]) -> Outcome {
    for put in puts {
        if !put_one(connection, put).await? {
            return Err(Trouble::Refused(StoreError::ValueConflict { key: put.key.clone() }));
        }
    }
    Ok(Done::Nothing)
}

/// Changes a value; false if it is not what was expected.
async fn put_one(connection: &mut SqliteConnection, put: &Put) -> Result<bool, sqlx::Error> {
    let statement = match (&put.value, &put.expect) {
        (Some(_), Expect::Anything) => sql::SET,
        (Some(_), Expect::Absent) => sql::SET_IF_ABSENT,
        (Some(_), Expect::Equal(_)) => sql::SET_IF_EQUAL,
        (None, Expect::Anything) => sql::REMOVE,
        (None, Expect::Equal(_)) => sql::REMOVE_IF_EQUAL,
        // There is nothing to remove: only whether that is so is asked.
        (None, Expect::Absent) => {
            let query = sqlx::query(sql::GET).bind(put.key.space.as_str()).bind(&put.key.name);
            return Ok(query.fetch_optional(connection).await?.is_none());
        }
    };
    let mut query = sqlx::query(statement).bind(put.key.space.as_str()).bind(&put.key.name);
    let expected = match &put.expect {
        Expect::Equal(expected) => Some(expected),
        Expect::Anything | Expect::Absent => None,
    };
    for payload in put.value.iter().chain(expected) {
        query = query.bind(i64::from(payload.version)).bind(payload.text.as_str());
    }
    let changed = query.execute(connection).await?.rows_affected() > 0;
    Ok(changed || put.expect == Expect::Anything)
}
