//! Saving what can be saved of a damaged file into a new one.

use std::collections::BTreeSet;
use std::path::Path;

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection as _, Row as _, SqliteConnection};

use crate::chain::summary_checksum;
use crate::error::StoreError;
use crate::names::LogId;
use crate::payload::Payload;
use crate::rows::{ChainReader, Head, checked_value, number, payload};
use crate::sqlite::connect::open_read_only;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::files::{new_store, write_aside};
use crate::sqlite::lock::Lock;
use crate::sqlite::{restored, schema, sql, witness};

/// Rows that are read at a time, where they can be read.
const PAGE_ROWS: i64 = 500;

/// What was saved, and what was not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repair {
    /// The logs of which something was saved.
    pub logs: u64,
    /// The entries that were saved.
    pub entries: u64,
    /// The values that were saved.
    pub values: u64,
    /// What could not be saved, in words.
    pub lost: Vec<String>,
}

/// Saves what is whole of a store into a new file: of each log the entries up to the first that is damaged, and the
/// values whose checksums match. The old file is only read from, and no server may be using it.
///
/// # Errors
/// When nothing of the old file can be read, or the new one is there already or can't be written.
pub async fn repair(old: &Path, new: &Path) -> Result<Repair, StoreError> {
    if !old.is_file() {
        return Err(StoreError::NoFile { path: old.to_owned() });
    }
    let _lock = Lock::take(old)?;
    let known = witness::read(old)?;
    let faults = ErrorMapper::of(old);
    let mut repair = Repair::default();
    write_aside(new, async |aside: &Path| {
        let mut source = open_read_only(old).await?;
        let readable = schema::recognise(&mut source, old).await;
        let version = readable?;
        if version < schema::NEWEST {
            return Err(StoreError::TooOld { path: old.to_owned(), found: version });
        }
        let behind = match schema::position(&mut source, &faults).await {
            Ok(found) => witness::confirm(old, &found, known.as_ref()).err(),
            Err(fault) => Some(fault),
        };
        if let Some(StoreError::Behind { why, .. } | StoreError::Damaged { why, .. }) = &behind {
            repair.lost.push(format!("the end of the store: {why}"));
        }
        let mut target = new_store(aside).await?;
        let named = |error: sqlx::Error| ErrorMapper::of(aside).name_with_room(&error);
        let mut transaction = target.begin().await.map_err(named)?;
        let mut salvage = Salvage { source: &mut source, target: &mut transaction, repair: &mut repair };
        salvage.logs(behind.is_some()).await.map_err(named)?;
        salvage.values().await.map_err(named)?;
        transaction.commit().await.map_err(named)?;
        // Only read from: what closing says does not matter.
        let _ = source.close().await;
        target.close().await.map_err(named)
    })
    .await?;
    Ok(repair)
}

struct Salvage<'a> {
    source: &'a mut SqliteConnection,
    target: &'a mut SqliteConnection,
    repair: &'a mut Repair,
}

impl Salvage<'_> {
    /// Saves all logs. An error is one of the new file: what the old one says is damage.
    async fn logs(&mut self, all_restored: bool) -> Result<(), sqlx::Error> {
        let mut names = BTreeSet::new();
        for statements in [sql::LOG_NAMES, sql::HEAD_NAMES] {
            let (found, why) = self.names(statements).await;
            names.extend(found);
            if let Some(why) = why {
                self.repair.lost.push(format!("some of a list of logs: {why}"));
            }
        }
        for log in names {
            self.log(&log, all_restored).await?;
        }
        Ok(())
    }

    /// The names that a table has, read from both of its ends.
    async fn names(&mut self, [forward, backward]: [&'static str; 2]) -> (BTreeSet<LogId>, Option<String>) {
        let mut names = BTreeSet::new();
        let mut damage = None;
        for (statement, start) in [(forward, ""), (backward, "~")] {
            let mut from = start.to_owned();
            let mut limit = PAGE_ROWS;
            loop {
                let read = sqlx::query(statement).bind(&from).bind(limit).fetch_all(&mut *self.source).await;
                match read {
                    Ok(rows) if rows.is_empty() => return (names, damage),
                    Ok(rows) => {
                        let found = rows.iter().filter_map(|row| row.try_get::<String, _>(0).ok());
                        let before = from.clone();
                        for name in found {
                            names.extend(LogId::new(&name));
                            from = name;
                        }
                        if from == before {
                            break;
                        }
                    }
                    Err(_) if limit > 1 => limit = (limit / 8).max(1),
                    Err(error) => {
                        damage = Some(error.to_string());
                        break;
                    }
                }
            }
        }
        (names, damage)
    }

    async fn log(&mut self, log: &LogId, all_restored: bool) -> Result<(), sqlx::Error> {
        let summary = sqlx::query(sql::LOG_ROW).bind(log.as_str()).fetch_optional(&mut *self.source).await;
        let summary = summary.ok().flatten().and_then(|row| whole_summary(log, &row));
        if summary.is_none() {
            self.repair.lost.push(format!("the summary of the log {log}, until something happens there"));
        }
        let (epoch, open, summary) = summary.unwrap_or((0, true, Payload::from("")));
        sqlx::query(sql::SAVE_LOG)
            .bind(log.as_str())
            .bind(epoch)
            .bind(i64::from(open))
            .bind(i64::from(summary.version))
            .bind(&summary.text)
            .bind(summary_checksum(log.as_str(), open, &summary).as_slice())
            .execute(&mut *self.target)
            .await?;
        let (mut reader, mut epoch) = (ChainReader::new(log), epoch);
        let mut damage = None;
        let mut limit = PAGE_ROWS;
        while damage.is_none() {
            let next = number(reader.at().seq + 1);
            let query = sqlx::query(sql::ENTRIES_OF).bind(log.as_str()).bind(next).bind(limit);
            let rows = match query.fetch_all(&mut *self.source).await {
                Ok(rows) => rows,
                Err(_) if limit > 1 => {
                    limit = (limit / 8).max(1);
                    continue;
                }
                Err(error) => {
                    damage = Some(error.to_string());
                    break;
                }
            };
            if rows.is_empty() {
                break;
            }
            for row in rows {
                let stored = match reader.next(&row) {
                    Ok(Some(stored)) => stored,
                    Ok(None) => continue,
                    Err(why) => {
                        damage = Some(why);
                        break;
                    }
                };
                epoch = epoch.max(number(stored.epoch));
                sqlx::query(sql::SAVE_ENTRY)
                    .bind(log.as_str())
                    .bind(number(stored.entry.seq))
                    .bind(number(stored.epoch))
                    .bind(stored.entry.command)
                    .bind(stored.entry.at.as_millis())
                    .bind(i64::from(stored.entry.body.version))
                    .bind(stored.entry.body.text)
                    .bind(stored.hash.as_bytes())
                    .execute(&mut *self.target)
                    .await?;
                self.repair.entries += 1;
            }
        }
        let saved = reader.at();
        let head = sqlx::query(sql::HEAD_ROW).bind(log.as_str()).fetch_optional(&mut *self.source).await;
        let head = head.ok().flatten().and_then(|row| Head::read(&row).ok());
        let ends = damage.map_or_else(
            || head.map_or_else(|| Err("its head can't be read".to_owned()), |head| reader.end(&head)),
            Err,
        );
        if let Err(why) = &ends {
            self.repair.lost.push(format!("the log {log} after entry {}: {why}", saved.seq));
        }
        self.repair.logs += 1;
        sqlx::query(sql::SAVE_HEAD)
            .bind(log.as_str())
            .bind(number(saved.seq))
            .bind(saved.hash.as_bytes())
            .bind((all_restored || ends.is_err()).then(|| restored::mark(log, &saved).as_bytes().to_vec()))
            .execute(&mut *self.target)
            .await?;
        // Whoever claims it next has a higher epoch than anybody had.
        sqlx::query(sql::SAVE_EPOCH).bind(log.as_str()).bind(epoch).execute(&mut *self.target).await?;
        Ok(())
    }

    /// Saves all values, read from both ends of their table.
    async fn values(&mut self) -> Result<(), sqlx::Error> {
        let mut seen = BTreeSet::new();
        let [forward, backward] = [sql::ALL_VALUES, sql::ALL_VALUES_BACKWARDS];
        for (statement, start) in [(forward, ""), (backward, "\u{10ffff}")] {
            let (mut space, mut name) = (start.to_owned(), start.to_owned());
            let mut limit = PAGE_ROWS;
            loop {
                let query = sqlx::query(statement).bind(&space).bind(&name).bind(limit);
                let rows = match query.fetch_all(&mut *self.source).await {
                    Ok(rows) if rows.is_empty() => return Ok(()),
                    Ok(rows) => rows,
                    Err(_) if limit > 1 => {
                        limit = (limit / 8).max(1);
                        continue;
                    }
                    Err(error) => {
                        self.repair.lost.push(format!("values after {name} in {space}: {error}"));
                        break;
                    }
                };
                let before = (space.clone(), name.clone());
                for row in &rows {
                    let (Ok(in_space), Ok(named)) = (row.try_get::<String, _>(0), row.try_get::<String, _>(1)) else {
                        continue;
                    };
                    (space, name) = (in_space, named);
                    if !seen.insert((space.clone(), name.clone())) {
                        continue;
                    }
                    let Some(value) = checked_value(&space, &name, row, 2) else {
                        self.repair.lost.push(format!("the value of {name} in {space}"));
                        continue;
                    };
                    let checksum: Vec<u8> = row.try_get(4)?;
                    sqlx::query(sql::SET)
                        .bind(&space)
                        .bind(&name)
                        .bind(i64::from(value.version))
                        .bind(value.text)
                        .bind(checksum)
                        .execute(&mut *self.target)
                        .await?;
                    self.repair.values += 1;
                }
                if (&space, &name) == (&before.0, &before.1) {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Epoch, state and summary in a row of [`LOG_ROW`](sql::LOG_ROW), if they are as they were written.
fn whole_summary(log: &LogId, row: &SqliteRow) -> Option<(i64, bool, Payload)> {
    let (epoch, open) = (row.try_get::<i64, _>(0).ok()?, row.try_get::<i64, _>(1).ok()? != 0);
    let summary = payload(row.try_get(2).ok()?, row.try_get(3).ok()?);
    let checksum: &[u8] = row.try_get(4).ok()?;
    (checksum == summary_checksum(log.as_str(), open, &summary)).then_some((epoch.max(0), open, summary))
}
