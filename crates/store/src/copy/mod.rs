//! A whole store from a file into a database, or back.
//!
//! Entries keep their hashes, which cover everything before them: an entry that has arrived with the hash it had is the one
//! that was sent, and in its place.

mod end;

use std::path::Path;

use crate::error::StoreError;
use crate::place::StorePlace;
use crate::rows::ChainReader;
use crate::sqlite::{self, Lock};
use end::End;

/// How much was copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Copied {
    /// The logs.
    pub logs: u64,
    /// The entries of all logs.
    pub entries: u64,
    /// The values.
    pub values: u64,
}

/// Copies a whole store to another place, which must be empty, and reads what has arrived again before it counts. No server
/// may be using either. Tells how many rows of how many are done; each counts twice, once written and once read again.
///
/// # Errors
/// When a store is in use, something in the source is damaged, the target is not empty, or one of them can't be read or
/// written. The target is then as it was before.
pub async fn copy(
    from: &StorePlace,
    to: &StorePlace,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, StoreError> {
    let (mut source, _lock) = open_source(from).await?;
    let copied = match to {
        StorePlace::File(path) => into_file(&mut source, path, progress).await,
        StorePlace::Database(options) => {
            let mut target = End::Postgres(options.connect_to_fill().await?);
            let copied = transfer(&mut source, &mut target, progress).await;
            finish(target, copied).await
        }
    };
    // Only read from: what closing says does not matter.
    let _ = source.close().await;
    copied
}

/// The source, as it is at one moment, and what keeps servers from it.
async fn open_source(from: &StorePlace) -> Result<(End, Option<Lock>), StoreError> {
    Ok(match from {
        StorePlace::File(path) => {
            let (source, lock) = sqlite::open_whole(path).await?;
            (End::Sqlite(source), Some(lock))
        }
        StorePlace::Database(options) => (End::Postgres(options.connect_to_read().await?), None),
    })
}

async fn into_file(
    source: &mut End,
    path: &Path,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, StoreError> {
    let mut copied = Copied::default();
    sqlite::write_new(path, async |connection| {
        let mut target = End::Sqlite(connection);
        target.run("BEGIN").await?;
        let transferred = transfer(source, &mut target, progress).await;
        copied = finish(target, transferred).await?;
        Ok(())
    })
    .await?;
    Ok(copied)
}

/// Commits what has arrived. After an error nothing stays: a transaction that is not committed is rolled back.
async fn finish(mut target: End, copied: Result<Copied, StoreError>) -> Result<Copied, StoreError> {
    if copied.is_ok() {
        target.run("COMMIT").await?;
    }
    let closed = target.close().await;
    copied.and_then(|copied| closed.map(|()| copied))
}

async fn transfer(
    source: &mut End,
    target: &mut End,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, StoreError> {
    let total = source.count_rows().await?.saturating_mul(2);
    let mut done = 0;
    let mut copied = Copied::default();
    target.save_nodes(&source.nodes().await?).await?;
    let mut after = String::new();
    loop {
        let logs = source.logs(&after).await?;
        let Some(last) = logs.last() else { break };
        after = last.log.to_string();
        target.save_logs(&logs).await?;
        copied.logs += logs.len() as u64;
        for log in &logs {
            let mut reader = ChainReader::new(&log.log);
            loop {
                let entries = source.entries(&log.log, &mut reader).await?;
                if entries.is_empty() {
                    break;
                }
                target.save_entries(&log.log, &entries).await?;
                copied.entries += entries.len() as u64;
                done += entries.len() as u64;
                progress(done, total);
            }
            reader.end(&log.head).map_err(|why| StoreError::damaged_log(&log.log, why))?;
        }
    }
    let mut after = (String::new(), String::new());
    loop {
        let values = source.values(&after).await?;
        let Some(last) = values.last() else { break };
        after = (last.key.space.as_str().to_owned(), last.key.name.clone());
        target.save_values(&values).await?;
        copied.values += values.len() as u64;
        done += values.len() as u64;
        progress(done, total);
    }
    compare(source, target, &mut |more| {
        done += more;
        progress(done, total);
    })
    .await?;
    Ok(copied)
}

/// Reads both from end to end: the same logs with the same heads, to which the entries that have arrived lead, and the
/// same values.
async fn compare(source: &mut End, target: &mut End, progress: &mut (dyn FnMut(u64) + Send)) -> Result<(), StoreError> {
    let differs = |what: String| StoreError::Failed(format!("{what} has not arrived as it was sent; nothing was kept"));
    let mut after = String::new();
    loop {
        let (sent, arrived) = (source.logs(&after).await?, target.logs(&after).await?);
        if let Some((log, _)) = sent.iter().zip(&arrived).find(|(sent, arrived)| sent != arrived) {
            return Err(differs(format!("the log {}", log.log)));
        }
        if sent.len() != arrived.len() {
            return Err(differs("the list of logs".to_owned()));
        }
        let Some(last) = arrived.last() else { break };
        after = last.log.to_string();
        for log in &arrived {
            let mut reader = ChainReader::new(&log.log);
            loop {
                let entries = target.entries(&log.log, &mut reader).await?;
                if entries.is_empty() {
                    break;
                }
                progress(entries.len() as u64);
            }
            reader.end(&log.head).map_err(|why| differs(format!("the log {} ({why})", log.log)))?;
        }
    }
    let mut after = (String::new(), String::new());
    loop {
        let (sent, arrived) = (source.values(&after).await?, target.values(&after).await?);
        if sent != arrived {
            return Err(differs("a value".to_owned()));
        }
        let Some(last) = arrived.last() else { return Ok(()) };
        after = (last.key.space.as_str().to_owned(), last.key.name.clone());
        progress(arrived.len() as u64);
    }
}
