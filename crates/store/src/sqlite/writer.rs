//! The only task that writes: it collects queued jobs, commits them in one transaction, then replies to each.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection as _, QueryBuilder, Sqlite, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use crate::append::{Append, Appended};
use crate::error::StoreError;
use crate::rows::{Head, number};
use crate::sqlite::checkpoint::Checkpoints;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::files::with_ending;
use crate::sqlite::heads::Heads;
use crate::sqlite::watch::FileWatch;
use crate::sqlite::witness::{Position, Witness};
use crate::sqlite::work::{Work, WorkOutcome, perform};
use crate::sqlite::{SqliteOptions, connect, files, schema, sql, witness};
use crate::writing::{WorkError, WriterState};

/// The maximum number of jobs in one transaction: all of them wait for its commit.
const MAX_BATCH_JOBS: usize = 512;

/// The maximum number of entries in one `INSERT` statement.
const MAX_INSERT_ROWS: usize = 64;

/// How often it is looked whether the files are still there while nothing is written.
const WATCH_INTERVAL: Duration = Duration::from_secs(1);

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

/// A connection that writes, and what the writer knows of the file behind it.
pub(super) struct OpenFile {
    connection: SqliteConnection,
    heads: Heads,
    position: Position,
    watch: FileWatch,
    hashed: bool,
    checkpoints: Checkpoints,
}

impl OpenFile {
    /// Opens the file, which must have come at least as far as is known.
    pub(super) async fn open(
        options: &SqliteOptions,
        faults: &ErrorMapper,
        known: Option<&Position>,
    ) -> Result<OpenFile, StoreError> {
        let opened = connect::open_writer(options).await;
        OpenFile::of(opened.map_err(|error| faults.name_with_room(&error))?, options, faults, known).await
    }

    /// The file behind a connection that writes.
    pub(super) async fn of(
        mut connection: SqliteConnection,
        options: &SqliteOptions,
        faults: &ErrorMapper,
        known: Option<&Position>,
    ) -> Result<OpenFile, StoreError> {
        let read = schema::position(&mut connection, faults).await;
        let confirmed = read.and_then(|position| {
            witness::confirm(faults.path(), &position, known)?;
            Ok(position)
        });
        match confirmed {
            Ok(position) => {
                let (heads, watch) = (Heads::default(), FileWatch::of(faults.path()));
                let checkpoints = Checkpoints::start(options);
                Ok(OpenFile { connection, heads, position, watch, hashed: true, checkpoints })
            }
            Err(fault) => {
                // Nothing was written by it.
                let _ = connection.close().await;
                Err(fault)
            }
        }
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }
}

/// The writing task with its file.
pub(super) struct Writer {
    options: SqliteOptions,
    faults: ErrorMapper,
    /// `None` after a failure: the next batch opens the file anew.
    ///
    /// SQLite may roll back a failed transaction by itself, which sqlx does not notice: it would go on as if the
    /// transaction were still open. A new connection has no such stale state, and its first commit overwrites what the
    /// failed one may have left in the write-ahead log.
    file: Option<OpenFile>,
    witness: Witness,
    /// How far the store has come for certain: whoever was told of a transaction was told after this was set.
    acknowledged: Position,
    state: Arc<WriterState>,
}

impl Writer {
    pub(super) fn new(mut file: OpenFile, witness: Witness, options: SqliteOptions, state: Arc<WriterState>) -> Writer {
        let acknowledged = file.position.clone();
        file.hashed = options.hashed;
        file.heads.hashed = options.hashed;
        Writer { faults: ErrorMapper::of(&options.path), options, file: Some(file), witness, acknowledged, state }
    }

    /// Runs until it is told to close, or all senders of the queue are gone.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(MAX_BATCH_JOBS);
        let mut closing: Option<oneshot::Sender<_>> = None;
        while closing.is_none() {
            match tokio::time::timeout(WATCH_INTERVAL, queue.recv_many(&mut batch, MAX_BATCH_JOBS)).await {
                Ok(0) => break,
                Ok(_) => {}
                Err(_) => {
                    if let Err(fault) = self.watch_files().await {
                        self.state.set(Some(fault));
                    }
                    continue;
                }
            }
            if let Some(index) = batch.iter().position(|job| matches!(job.work, Work::Close)) {
                // Jobs already in the queue are still done; new ones are refused, because the queue is closed.
                closing = Some(batch.swap_remove(index).reply);
                queue.close();
                while let Some(job) = queue.recv().await {
                    batch.push(job);
                }
            }
            let (work, replies): (Vec<Work>, Vec<_>) = batch.drain(..).map(|job| (job.work, job.reply)).unzip();
            let written = self.write(work).await;
            self.state.set(written.as_ref().err().cloned());
            match written {
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
        self.watch_files().await?;
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(OpenFile::open(&self.options, &self.faults, Some(&self.acknowledged)).await?),
        };
        let failure = match commit(file, batch).await {
            Ok(outcomes) => {
                file.checkpoints.committed(outcomes.len());
                // What was written to a file that is gone is not stored.
                self.watch_files().await?;
                self.acknowledge();
                return Ok(outcomes);
            }
            Err(failure) => failure,
        };
        self.disconnect().await;
        Err(match failure {
            Failure::BeforeCommit(error) => self.faults.name_with_room(&error),
            Failure::AtCommit(error) => self.faults.name(&error),
        })
    }

    /// Tells the witness how far the store has come.
    fn acknowledge(&mut self) {
        let Some(file) = &self.file else { return };
        if file.position == self.acknowledged {
            return;
        }
        self.acknowledged.clone_from(&file.position);
        if let Err(error) = self.witness.write(&self.acknowledged) {
            tracing::warn!(%error, "the witness of the store can't be written; the store goes on");
        }
    }

    /// Notices that the files of the store are gone. What is still open of them is saved, once; from then on everything
    /// is refused, for nobody would find it again.
    async fn watch_files(&mut self) -> Result<(), StoreError> {
        if let Err(fault @ StoreError::Vanished { .. }) = self.state.last_write() {
            return Err(fault);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let Err(why) = file.watch.check() else { return Ok(()) };
        let path = self.options.path.clone();
        let copy = with_ending(&path, ".rescued");
        let rescued = match files::copy_into(&mut file.connection, &copy).await {
            Ok(()) => files::check_copy(&copy).await,
            Err(error) => Err(error),
        };
        if let Err(error) = &rescued {
            tracing::error!(%error, "what was open of the store could not be saved");
        }
        let fault = StoreError::Vanished { path, why, rescued: rescued.is_ok().then_some(copy) };
        tracing::error!(%fault, "the store takes nothing more");
        self.disconnect().await;
        Err(fault)
    }

    async fn disconnect(&mut self) {
        let Some(file) = self.file.take() else { return };
        // The writer's connection last: whichever is the last to go brings everything into the one file.
        file.checkpoints.close().await;
        if let Err(error) = file.connection.close().await {
            tracing::warn!(%error, "the store did not close cleanly; nothing is lost by that");
        }
    }
}

async fn commit(file: &mut OpenFile, batch: Vec<Work>) -> Result<Vec<Result<WorkOutcome, StoreError>>, Failure> {
    let OpenFile { connection, heads, position, hashed, .. } = file;
    let transaction = connection.begin_with("BEGIN IMMEDIATE").await;
    let mut transaction = transaction.map_err(Failure::BeforeCommit)?;
    // A transaction that is dropped without a commit is rolled back.
    let outcomes = perform_all(&mut transaction, heads, batch).await.map_err(Failure::BeforeCommit)?;
    let changed = |outcome: &Result<WorkOutcome, _>| {
        !matches!(outcome, Err(_) | Ok(WorkOutcome::Appended(Appended::Duplicate { .. })))
    };
    if !*hashed {
        transaction.commit().await.map_err(Failure::AtCommit)?;
        return Ok(outcomes);
    }
    if !outcomes.iter().any(changed) {
        transaction.rollback().await.map_err(Failure::BeforeCommit)?;
        return Ok(outcomes);
    }
    let number = position.number + 1;
    let changed_heads = heads.changed();
    let changed_heads = changed_heads.iter().map(|(log, head)| (*log, head.seq, &head.hash));
    let next = Position { id: position.id.clone(), number, hash: position.hash.of_transaction(number, changed_heads) };
    heads.store(&mut transaction).await.map_err(Failure::BeforeCommit)?;
    schema::set_position(&mut transaction, &next).await.map_err(Failure::BeforeCommit)?;
    transaction.commit().await.map_err(Failure::AtCommit)?;
    *position = next;
    Ok(outcomes)
}

async fn perform_all(
    connection: &mut SqliteConnection,
    heads: &mut Heads,
    batch: Vec<Work>,
) -> Result<Vec<Result<WorkOutcome, StoreError>>, sqlx::Error> {
    let in_bulk = append_in_bulk(connection, heads, &batch).await?;
    let mut outcomes = Vec::with_capacity(batch.len());
    for (index, work) in batch.into_iter().enumerate() {
        if let (Work::Append(append), true) = (&work, in_bulk.contains(&index)) {
            outcomes.push(Ok(WorkOutcome::Appended(Appended::New { seq: append.seq })));
            continue;
        }
        outcomes.push(match perform(connection, heads, work).await {
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
async fn append_in_bulk(
    connection: &mut SqliteConnection,
    heads: &mut Heads,
    batch: &[Work],
) -> Result<HashSet<usize>, sqlx::Error> {
    let mut logs = HashSet::new();
    let plain = batch.iter().enumerate().filter_map(|(index, work)| match work {
        Work::Append(append) if append.puts.is_empty() && append.summary.is_none() => Some((index, &**append)),
        _ => None,
    });
    // Only the first entry of each log: a second one depends on it, and is performed afterwards.
    let first: Vec<(usize, &Append)> = plain.filter(|(_, append)| logs.insert(&append.log)).collect();
    let mut stored = HashSet::with_capacity(first.len());
    if first.len() < 2 {
        return Ok(stored);
    }
    let mut plain = Vec::with_capacity(first.len());
    for (index, append) in first {
        match heads.hash_of(connection, append).await {
            Ok(hash) => plain.push((index, append, hash)),
            // Performed one by one, it is refused with the reason.
            Err(WorkError::Refused(_)) => {}
            Err(WorkError::Broken(error)) => return Err(error),
        }
    }
    for rows in plain.chunks(MAX_INSERT_ROWS).filter(|rows| rows.len() > 1) {
        let mut statement = QueryBuilder::<Sqlite>::new(sql::APPEND_MANY);
        statement.push_values(rows, |mut row, (_, append, hash)| {
            row.push_bind(append.log.as_str())
                .push_bind(number(append.seq))
                .push_bind(number(append.epoch))
                .push_bind(append.command.as_deref())
                .push_bind(append.at.as_millis())
                .push_bind(i64::from(append.body.version))
                .push_bind(append.body.text.as_str())
                .push_bind(hash.as_bytes());
        });
        statement.push(sql::APPEND_MANY_IF);
        sqlx::query("SAVEPOINT many").execute(&mut *connection).await?;
        let done = statement.build().execute(&mut *connection).await?;
        if done.rows_affected() == rows.len() as u64 {
            for (index, append, hash) in rows {
                heads.set(&append.log, Head { seq: append.seq, hash: *hash });
                stored.insert(*index);
            }
        } else {
            sqlx::query("ROLLBACK TO many").execute(&mut *connection).await?;
        }
        sqlx::query("RELEASE many").execute(&mut *connection).await?;
    }
    Ok(stored)
}
