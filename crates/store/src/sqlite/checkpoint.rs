//! Brings what was committed from the write-ahead log into the file, beside the writer.
//!
//! By itself SQLite does this within the commit that makes the log a thousand pages long, and whoever stored something then
//! waits for a thousand pages and two more flushes of the disk: with fifty moves a second one in a hundred. Here a connection
//! of its own does it, which waits for nobody and for which nobody waits (`PASSIVE`).
//!
//! The log begins anew with the first commit after all of it was brought over. Where commits are so frequent that one always
//! comes in between, the log grows up to [`LIMIT`], and then the writer brings over the few pages that are left.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::sqlite::{SqliteOptions, connect, sql};

/// Pages of the log after which it is brought into the file.
const DUE: u64 = 1000;
/// Pages of the log from which on the writer does it by itself, if nobody else has.
pub(super) const LIMIT: u64 = 4000;
/// The pages that a commit changes whatever is in it, and those for each piece of work: an estimate from above.
const PAGES_OF_COMMIT: u64 = 3;
const PAGES_OF_JOB: u64 = 2;
/// How often it is tried in a row to reach the end of the log before the next commit.
const MAX_PASSES: usize = 8;

/// What brings the log into the file, as the writer sees it.
#[derive(Debug)]
pub(super) struct Checkpoints {
    due: mpsc::Sender<()>,
    commits: Arc<AtomicU64>,
    /// The pages written since it was due the last time.
    pages: u64,
    task: JoinHandle<()>,
}

impl Checkpoints {
    pub(super) fn start(options: &SqliteOptions) -> Checkpoints {
        let (due, wait) = mpsc::channel(1);
        let commits = Arc::new(AtomicU64::new(0));
        let task = tokio::spawn(run(options.clone(), wait, commits.clone()));
        Checkpoints { due, commits, pages: 0, task }
    }

    /// There was a commit with this many pieces of work.
    pub(super) fn committed(&mut self, jobs: usize) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.pages += PAGES_OF_COMMIT + PAGES_OF_JOB * jobs as u64;
        // A full channel: it is under way, and comes to what is new.
        if self.pages >= DUE && self.due.try_send(()).is_ok() {
            self.pages = 0;
        }
    }

    /// Finishes what is under way and lets go of the file.
    pub(super) async fn close(self) {
        let Checkpoints { due, task, .. } = self;
        drop(due);
        if let Err(error) = task.await {
            tracing::error!(%error, "what brings the write-ahead log into the store failed");
        }
    }
}

async fn run(options: SqliteOptions, mut due: mpsc::Receiver<()>, commits: Arc<AtomicU64>) {
    let mut connection = None;
    while due.recv().await.is_some() {
        for _ in 0..MAX_PASSES {
            let before = commits.load(Ordering::Relaxed);
            if let Err(error) = checkpoint(&mut connection, &options).await {
                // Nothing is lost: it is all in the log, and the writer says what is wrong with the disk.
                tracing::debug!(%error, "the write-ahead log was not brought into the store");
                connection = None;
                break;
            }
            if commits.load(Ordering::Relaxed) == before {
                break;
            }
        }
    }
    if let Some(connection) = connection
        && let Err(error) = connection.close().await
    {
        tracing::debug!(%error, "a connection to the store did not close cleanly");
    }
}

async fn checkpoint(connection: &mut Option<SqliteConnection>, options: &SqliteOptions) -> Result<(), sqlx::Error> {
    let connection = match connection {
        Some(connection) => connection,
        none => none.insert(connect::open_writer(options).await?),
    };
    sqlx::query(sql::CHECKPOINT).execute(connection).await.map(|_| ())
}
