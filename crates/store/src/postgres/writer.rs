//! The tasks that write: each collects the jobs that wait, commits them together, then replies to each.
//!
//! An answer that was lost with its connection is found out: after a reconnect an append is looked up by its hash before it
//! is tried again. So a restart of the server is a pause for whoever appends, and no error, if it is short.

use std::collections::HashSet;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{Connection as _, PgConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use crate::append::{Append, Appended};
use crate::error::StoreError;
use crate::names::LogId;
use crate::postgres::append::{Chained, append_many, append_one, put_all};
use crate::postgres::connect::Connector;
use crate::postgres::faults::{Kind, kind};
use crate::postgres::heads::Heads;
use crate::rows::Head;
use crate::value::Put;
use crate::writing::{WorkError, WriterState};

/// How long an outage of the database lasts before what waits is refused.
const MAX_OUTAGE: Duration = Duration::from_secs(8);
/// How long one batch may take; a connection that says nothing for so long is given up.
const BATCH_TIMEOUT: Duration = Duration::from_secs(6);
/// The pauses between attempts grow from the first to the second.
const RETRY_DELAYS: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(400));
/// How often what stands in the way of another transaction is tried.
const MAX_RETRIES: u32 = 5;

/// Who waits for an answer.
pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A piece of work, and the channel for its outcome.
#[derive(Debug)]
pub(super) enum Job {
    Append {
        append: Box<Append>,
        /// Whether it was sent before, and its answer lost.
        uncertain: bool,
        reply: Reply<Appended>,
    },
    Put {
        puts: Vec<Put>,
        reply: Reply<()>,
    },
    Close {
        reply: Reply<()>,
    },
}

impl Job {
    // Whoever asked may be gone; what was stored stays stored.
    fn refuse(self, fault: StoreError) {
        match self {
            Job::Append { reply, .. } => drop(reply.send(Err(fault))),
            Job::Put { reply, .. } | Job::Close { reply } => drop(reply.send(Err(fault))),
        }
    }

    fn answer(self, outcome: Result<Done, StoreError>) {
        match (self, outcome) {
            (job, Err(fault)) => job.refuse(fault),
            (Job::Append { reply, .. }, Ok(Done::Appended(appended))) => drop(reply.send(Ok(appended))),
            (Job::Append { append, reply, .. }, Ok(Done::Changed)) => {
                drop(reply.send(Ok(Appended::New { seq: append.seq })));
            }
            (Job::Put { reply, .. } | Job::Close { reply }, Ok(_)) => drop(reply.send(Ok(()))),
        }
    }

    /// The append, if it can be stored in one statement with those of other logs.
    fn plain(&self) -> Option<&Append> {
        match self {
            Job::Append { append, uncertain: false, .. } if append.puts.is_empty() => Some(append),
            _ => None,
        }
    }
}

/// What came of a job.
enum Done {
    Appended(Appended),
    Changed,
}

/// A task that writes, with its connection.
pub(super) struct Writer {
    connector: Connector,
    /// `None` after a failure: the next attempt connects anew.
    connection: Option<PgConnection>,
    heads: Arc<Heads>,
    state: Arc<WriterState>,
    max_batch: usize,
    /// Whether something was sent whose answer is not known yet.
    unanswered: bool,
}

impl Writer {
    pub(super) fn new(connector: Connector, heads: Arc<Heads>, state: Arc<WriterState>, max_batch: usize) -> Writer {
        Writer { connector, connection: None, heads, state, max_batch, unanswered: false }
    }

    /// Runs until it is told to close, or all senders of the queue are gone.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(self.max_batch);
        let mut closing = None;
        while closing.is_none() && queue.recv_many(&mut batch, self.max_batch).await > 0 {
            if let Some(index) = batch.iter().position(|job| matches!(job, Job::Close { .. })) {
                // Jobs already in the queue are still done; new ones are refused, because the queue is closed.
                closing = Some(batch.swap_remove(index));
                queue.close();
                while let Some(job) = queue.recv().await {
                    batch.push(job);
                }
            }
            self.write(mem::take(&mut batch)).await;
        }
        if let Some(connection) = self.connection.take() {
            let _ = timeout(BATCH_TIMEOUT, connection.close()).await;
        }
        if let Some(job) = closing {
            job.answer(Ok(Done::Changed));
        }
    }

    /// Does jobs until each has its answer.
    async fn write(&mut self, mut jobs: Vec<Job>) {
        let deadline = Instant::now() + MAX_OUTAGE;
        let (mut delay, longest_delay) = RETRY_DELAYS;
        let mut retries = 0;
        while !jobs.is_empty() {
            let Err(error) = self.try_once(&mut jobs).await else { return };
            let kind = kind(&error);
            let fault = self.connector.faults.name_unstored(&error);
            if kind == Kind::Lost {
                self.note_lost_answers(&mut jobs, &error);
            }
            match kind {
                Kind::Lost if Instant::now() < deadline => {
                    if self.state.last_write().is_ok() {
                        tracing::warn!(%error, waiting = jobs.len(), "the connection to the database is lost");
                    }
                    self.state.set(Some(fault));
                    sleep(delay).await;
                    delay = (delay * 2).min(longest_delay);
                }
                Kind::Retry if retries < MAX_RETRIES => retries += 1,
                // One of them is at fault: the others go on without it.
                Kind::Other if jobs.len() > 1 => {
                    for job in mem::take(&mut jobs) {
                        Box::pin(self.write(vec![job])).await;
                    }
                }
                _ => {
                    tracing::error!(%fault, refused = jobs.len(), "a transaction was not stored");
                    self.state.set((kind == Kind::Lost).then(|| fault.clone()));
                    for job in jobs.drain(..) {
                        let uncertain = matches!(job, Job::Append { uncertain: true, .. });
                        let fault = if uncertain { self.connector.faults.name(&error) } else { fault.clone() };
                        job.refuse(fault);
                    }
                }
            }
        }
    }

    /// One attempt. After a failure the connection is dropped.
    async fn try_once(&mut self, jobs: &mut Vec<Job>) -> Result<(), sqlx::Error> {
        self.unanswered = false;
        let done = timeout(BATCH_TIMEOUT, self.commit(jobs)).await;
        let done = done.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())));
        if done.is_err() {
            self.connection = None;
        }
        done
    }

    /// What may be stored though nobody said so: an append is looked up before it is tried again, and a change of values
    /// is not tried again, because the values that it expects may be gone by its own doing.
    fn note_lost_answers(&self, jobs: &mut Vec<Job>, error: &sqlx::Error) {
        if !self.unanswered {
            return;
        }
        for job in mem::take(jobs) {
            match job {
                Job::Append { append, reply, .. } => jobs.push(Job::Append { append, uncertain: true, reply }),
                other => other.refuse(self.connector.faults.name(error)),
            }
        }
    }

    /// Does jobs in as few statements as possible, and answers each once it is committed. Those that are left after an
    /// error have no answer yet.
    async fn commit(&mut self, jobs: &mut Vec<Job>) -> Result<(), sqlx::Error> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.connector.connect().await?),
        };
        let chained = choose(jobs, &self.heads);
        let all_plain = chained.len() == jobs.len();
        if all_plain {
            // A statement by itself is a transaction: nothing more is needed.
            self.unanswered = true;
            let stored = stored_heads(&chained, append_many(connection, &chained).await?);
            self.unanswered = false;
            // Whoever has an answer may ask at once whether the store is well.
            self.state.set(None);
            *jobs = answer_stored(mem::take(jobs), &stored, &self.heads);
            if jobs.is_empty() {
                return Ok(());
            }
        }
        let mut transaction = connection.begin().await?;
        let chained = if all_plain { Vec::new() } else { choose(jobs, &self.heads) };
        let stored = match chained.len() {
            0 => Vec::new(),
            _ => stored_heads(&chained, append_many(&mut transaction, &chained).await?),
        };
        let in_bulk: HashSet<&LogId> = stored.iter().map(|(log, _)| log).collect();
        let mut seen = HashSet::new();
        let mut outcomes = Vec::with_capacity(jobs.len());
        let mut heads = Vec::new();
        for job in &*jobs {
            let first_of_log = job.plain().is_some_and(|append| seen.insert(&append.log));
            outcomes.push(match job {
                Job::Append { append, .. } if first_of_log && in_bulk.contains(&append.log) => Ok(Done::Changed),
                Job::Append { append, uncertain, .. } => {
                    let one = together(&mut transaction, !append.puts.is_empty(), async |connection| {
                        append_one(connection, append, *uncertain).await
                    });
                    one.await?.map(|(appended, head)| {
                        heads.push((append.log.clone(), head));
                        Done::Appended(appended)
                    })
                }
                Job::Put { puts, .. } => {
                    let all = together(&mut transaction, true, async |connection| put_all(connection, puts).await);
                    all.await?.map(|()| Done::Changed)
                }
                Job::Close { .. } => Ok(Done::Changed),
            });
        }
        self.unanswered = true;
        transaction.commit().await?;
        self.unanswered = false;
        self.state.set(None);
        stored.into_iter().for_each(|(log, head)| self.heads.set(&log, head));
        for (log, head) in heads {
            match head {
                Some(head) => self.heads.set(&log, head),
                None => self.heads.forget(&log),
            }
        }
        jobs.drain(..).zip(outcomes).for_each(|(job, outcome)| job.answer(outcome));
        Ok(())
    }
}

/// The first append of each log that can be stored in one statement with the others: those whose heads are known.
fn choose<'a>(jobs: &'a [Job], heads: &Heads) -> Vec<Chained<'a>> {
    let mut logs = HashSet::new();
    let first = jobs.iter().filter_map(Job::plain).filter(|append| logs.insert(&append.log));
    first.filter_map(|append| Some(Chained::new(append, &heads.get(&append.log)?))).collect()
}

/// The new heads of the logs that were appended to.
fn stored_heads(chained: &[Chained<'_>], logs: Vec<LogId>) -> Vec<(LogId, Head)> {
    let logs: HashSet<LogId> = logs.into_iter().collect();
    let stored = chained.iter().filter(|row| logs.contains(&row.append.log));
    stored.map(|row| (row.append.log.clone(), Head { seq: row.append.seq, hash: row.hash })).collect()
}

/// Answers the jobs that were stored, each of another log, and hands the others back.
fn answer_stored(jobs: Vec<Job>, stored: &[(LogId, Head)], heads: &Heads) -> Vec<Job> {
    let logs: HashSet<&LogId> = stored.iter().map(|(log, _)| log).collect();
    let is_stored = |job: &Job| job.plain().is_some_and(|append| logs.contains(&append.log));
    let (done, left): (Vec<Job>, Vec<Job>) = jobs.into_iter().partition(is_stored);
    left.iter().filter_map(Job::plain).for_each(|append| heads.forget(&append.log));
    stored.iter().for_each(|(log, head)| heads.set(log, *head));
    done.into_iter().for_each(|job| job.answer(Ok(Done::Changed)));
    left
}

/// Work of which all counts or nothing, within the transaction of its batch. The inner error is a refusal, which does not
/// touch what is committed with it.
async fn together<T>(
    connection: &mut PgConnection,
    writes_before_it_is_sure: bool,
    work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, WorkError>,
) -> Result<Result<T, StoreError>, sqlx::Error> {
    if writes_before_it_is_sure {
        sqlx::query("SAVEPOINT one").execute(&mut *connection).await?;
    }
    let done = match work(connection).await {
        Ok(done) => Ok(done),
        Err(WorkError::Refused(error)) => {
            if writes_before_it_is_sure {
                sqlx::query("ROLLBACK TO one").execute(&mut *connection).await?;
            }
            Err(error)
        }
        Err(WorkError::Broken(error)) => return Err(error),
    };
    if writes_before_it_is_sure {
        sqlx::query("RELEASE one").execute(&mut *connection).await?;
    }
    Ok(done)
}
