//! The only task that writes: it collects queued jobs, commits them in one transaction, then replies to each.

use std::collections::HashSet;

use sqlx::{Connection as _, QueryBuilder, Sqlite, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, Appended};
use crate::error::StoreError;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::work::{Work, WorkError, WorkOutcome, perform};
use crate::sqlite::{SqliteOptions, connect, number, sql};

/// The maximum number of jobs in one transaction: all of them wait for its commit.
const MAX_BATCH_JOBS: usize = 512;

/// The maximum number of entries in one `INSERT` statement.
const MAX_INSERT_ROWS: usize = 64;

/// A piece of work, and the channel for its outcome.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) reply: oneshot::Sender<Result<WorkOutcome, StoreError>>,
}

/// At which point the transaction of a batch failed, which decides whether something may be stored.
enum Failure {
    /// Before the commit: certainly nothing is stored.
    BeforeCommit(sqlx::Error),
    /// During the commit. If the disk was full, the end of the transaction was not written, so nothing is stored; after
    /// any other error it is unknown whether the batch is stored.
    AtCommit(sqlx::Error),
}

/// The writing task with its connection.
pub(super) struct Writer {
    options: SqliteOptions,
    faults: ErrorMapper,
    /// `None` after a failure: the next batch opens a new connection.
    ///
    /// SQLite may roll back a failed transaction by itself, which sqlx does not notice: it would go on as if the
    /// transaction were still open. A new connection has no such stale state, and its first commit overwrites what the
    /// failed one may have left in the write-ahead log.
    connection: Option<SqliteConnection>,
}

impl Writer {
    pub(super) fn new(connection: SqliteConnection, options: SqliteOptions) -> Writer {
        Writer { faults: ErrorMapper::of(&options.path), options, connection: Some(connection) }
    }

    /// Runs until it is told to close, or all senders of the queue are gone.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(MAX_BATCH_JOBS);
        let mut closing: Option<oneshot::Sender<_>> = None;
        while closing.is_none() && queue.recv_many(&mut batch, MAX_BATCH_JOBS).await > 0 {
            if let Some(index) = batch.iter().position(|job| matches!(job.work, Work::Close)) {
                // Jobs already in the queue are still done; new ones are refused, because the queue is closed.
                closing = Some(batch.swap_remove(index).reply);
                queue.close();
                while let Some(job) = queue.recv().await {
                    batch.push(job);
                }
            }
            let (work, replies): (Vec<Work>, Vec<_>) = batch.drain(..).map(|job| (job.work, job.reply)).unzip();
            match self.write(work).await {
                Ok(outcomes) => {
                    for (reply, outcome) in replies.into_iter().zip(outcomes) {
                        // The receiver may be gone; the work is stored all the same.
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
            let _ = reply.send(Ok(WorkOutcome::Nothing));
        }
    }

    /// Does a batch in one transaction, and returns once it is committed. After a failure the connection is dropped.
    async fn write(&mut self, batch: Vec<Work>) -> Result<Vec<Result<WorkOutcome, StoreError>>, StoreError> {
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let connection = match &mut self.connection {
            Some(connection) => connection,
            closed => {
                let opened = connect::open_writer(&self.options).await;
                closed.insert(opened.map_err(|error| self.faults.name_with_room(&error))?)
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

async fn commit(
    connection: &mut SqliteConnection,
    batch: Vec<Work>,
) -> Result<Vec<Result<WorkOutcome, StoreError>>, Failure> {
    let transaction = connection.begin_with("BEGIN IMMEDIATE").await;
    let mut transaction = transaction.map_err(Failure::BeforeCommit)?;
    // A transaction that is dropped without a commit is rolled back.
    let outcomes = perform_all(&mut transaction, batch).await.map_err(Failure::BeforeCommit)?;
    transaction.commit().await.map_err(Failure::AtCommit)?;
    Ok(outcomes)
}

async fn perform_all(
    connection: &mut SqliteConnection,
    batch: Vec<Work>,
) -> Result<Vec<Result<WorkOutcome, StoreError>>, sqlx::Error> {
    let in_bulk = append_in_bulk(connection, &batch).await?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for (index, work) in batch.into_iter().enumerate() {
        if let (Work::Append(append), true) = (&work, in_bulk.contains(&index)) {
            outcomes.push(Ok(WorkOutcome::Appended(Appended::New { seq: append.seq })));
            continue;
        }
        outcomes.push(match perform(connection, work).await {
            Ok(done) => Ok(done),
            Err(WorkError::Refused(error)) => Err(error),
            Err(WorkError::Broken(error)) => return Err(error),
        });
    }
    Ok(outcomes)
}

/// Appends entries that have no projections, many in one statement, because each statement costs a round trip to
/// another thread. Returns the batch indices of those that were stored; the others must be performed one by one, which
/// also finds out which of them are refused, and why.
async fn append_in_bulk(connection: &mut SqliteConnection, batch: &[Work]) -> Result<HashSet<usize>, sqlx::Error> {
    let mut logs = HashSet::new();
    let plain = batch.iter().enumerate().filter_map(|(index, work)| match work {
        Work::Append(append) if append.puts.is_empty() && append.summary.is_none() => Some((index, &**append)),
        _ => None,
    });
    // Only the first entry of each log: a second one depends on it, and is performed afterwards.
    let plain: Vec<(usize, &Append)> = plain.filter(|(_, append)| logs.insert(&append.log)).collect();
    let mut stored = HashSet::with_capacity(plain.len());
    for rows in plain.chunks(MAX_INSERT_ROWS).filter(|rows| rows.len() > 1) {
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
