//! The one task that writes: gathers what is asked, commits it together, then answers.

use std::collections::HashSet;

use sqlx::{Connection as _, QueryBuilder, Sqlite, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, Appended};
use crate::error::StoreError;
use crate::sqlite::faults::Faults;
use crate::sqlite::work::{Done, Trouble, Work, perform};
use crate::sqlite::{SqliteOptions, connect, number, sql};

/// The most jobs that are committed together: with more, the first would wait for the last.
const BATCH: usize = 512;

/// The most entries in one statement.
const ROWS: usize = 64;

/// A piece of work, and where its outcome is awaited.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) reply: oneshot::Sender<Result<Done, StoreError>>,
}

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
    /// A transaction that fails may be rolled back by SQLite itself, which sqlx does not see: the connection would believe
    /// itself inside a transaction from then on. A new one is sure of where it stands. Its first commit also writes over
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
            if let Some(index) = batch.iter().position(|job| matches!(job.work, Work::Close)) {
                // What was accepted is finished; whoever comes now is told.
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
                        // Whoever asked may be gone; the work is done all the same.
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
