//! Reading everything in a file, to find what is not as it was written.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use crate::chain::summary_checksum;
use crate::damage::Damage;
use crate::names::LogId;
use crate::rows::{ChainReader, Head, checked_value, payload};
use crate::sqlite::sql;
use crate::value::Space;

/// Rows that are read at a time.
const PAGE_ROWS: i64 = 2000;

/// What was read, and what of it is damaged.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Audit {
    /// The logs.
    pub logs: u64,
    /// The entries of all logs.
    pub entries: u64,
    /// The values.
    pub values: u64,
    /// All damage that was found.
    pub damages: Vec<Damage>,
}

/// Reads everything, and tells of each page how many rows of how many are done.
pub(super) async fn audit(
    connection: &mut SqliteConnection,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Audit, sqlx::Error> {
    let mut audit = Audit::default();
    let mut heads = read_logs(connection, &mut audit).await?;
    audit.logs = heads.len() as u64;
    let values: i64 = sqlx::query_scalar("SELECT count(*) FROM value").fetch_one(&mut *connection).await?;
    let entries: u64 = heads.values().flatten().map(|head| head.seq).fold(0, u64::saturating_add);
    let total = entries.saturating_add(values.unsigned_abs());
    read_entries(connection, &mut heads, &mut audit, &mut |done| progress(done, total)).await?;
    read_values(connection, &mut audit, &mut |done| progress(entries.saturating_add(done), total)).await?;
    audit.damages.sort();
    audit.damages.dedup();
    Ok(audit)
}

/// The heads of all logs; none where a log has none that can be read.
async fn read_logs(
    connection: &mut SqliteConnection,
    audit: &mut Audit,
) -> Result<BTreeMap<LogId, Option<Head>>, sqlx::Error> {
    let rows = sqlx::query(sql::ALL_HEADS).fetch_all(&mut *connection).await?;
    let mut heads = BTreeMap::new();
    for row in rows {
        match name(&row, 2) {
            Ok(log) => match Head::read(&row) {
                Ok(head) => drop(heads.insert(log, Some(head))),
                Err(why) => {
                    audit.damages.push(Damage::Log { log: log.clone(), why });
                    heads.insert(log, None);
                }
            },
            Err(why) => audit.damages.push(Damage::Row { why }),
        }
    }
    let mut named = BTreeSet::new();
    for row in sqlx::query(sql::ALL_LOGS).fetch_all(connection).await? {
        let log = match name(&row, 0) {
            Ok(log) => log,
            Err(why) => {
                audit.damages.push(Damage::Row { why });
                continue;
            }
        };
        if !heads.contains_key(&log) {
            audit.damages.push(Damage::Log { log: log.clone(), why: "its head is missing".to_owned() });
            heads.insert(log.clone(), None);
        }
        if !is_summary_whole(&log, &row) {
            audit.damages.push(Damage::Summary { log: log.clone() });
        }
        named.insert(log);
    }
    for log in heads.keys().filter(|log| !named.contains(*log)) {
        let why = "only its entries are there: the log itself is missing".to_owned();
        audit.damages.push(Damage::Log { log: log.clone(), why });
    }
    Ok(heads)
}

/// Whether the summary in a row of [`ALL_LOGS`](sql::ALL_LOGS) is as it was written.
fn is_summary_whole(log: &LogId, row: &SqliteRow) -> bool {
    let read = || {
        let open: i64 = row.try_get(1)?;
        let summary = payload(row.try_get(2)?, row.try_get(3)?);
        let checksum: &[u8] = row.try_get(4)?;
        Ok::<_, sqlx::Error>(checksum == summary_checksum(log.as_str(), open != 0, &summary))
    };
    read().unwrap_or(false)
}

fn name(row: &SqliteRow, column: usize) -> Result<LogId, String> {
    let name: String = row.try_get(column).map_err(|error| format!("the name of a log can't be read: {error}"))?;
    LogId::new(&name).map_err(|_| format!("{name:?} is not the name of a log"))
}

async fn read_entries(
    connection: &mut SqliteConnection,
    heads: &mut BTreeMap<LogId, Option<Head>>,
    audit: &mut Audit,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<(), sqlx::Error> {
    let (mut log_name, mut seq) = (String::new(), 0_i64);
    let mut reading: Option<(LogId, Result<ChainReader, String>)> = None;
    let mut damages = Vec::new();
    let mut finish = |read: Option<(LogId, Result<ChainReader, String>)>, damages: &mut Vec<Damage>| {
        let Some((log, read)) = read else { return };
        let head = heads.remove(&log);
        let checked = match (read, head) {
            (Ok(reader), Some(Some(head))) => reader.end(&head),
            (Err(why), _) => Err(why),
            (Ok(_), Some(None)) => Ok(()),
            (Ok(_), None) => Err("it has entries and no head".to_owned()),
        };
        if let Err(why) = checked {
            damages.push(Damage::Log { log, why });
        }
    };
    loop {
        let rows =
            sqlx::query(sql::ALL_ENTRIES).bind(&log_name).bind(seq).bind(PAGE_ROWS).fetch_all(&mut *connection).await?;
        let Some(last) = rows.last() else { break };
        (log_name, seq) = (last.try_get(0)?, last.try_get(2)?);
        for row in &rows {
            let log = match name(row, 0) {
                Ok(log) => log,
                Err(why) => {
                    damages.push(Damage::Row { why });
                    continue;
                }
            };
            if reading.as_ref().is_none_or(|(current, _)| *current != log) {
                let reader = ChainReader::new(&log);
                finish(reading.replace((log, Ok(reader))), &mut damages);
            }
            if let Some((_, read)) = &mut reading
                && let Ok(reader) = read
                && let Err(why) = reader.next(row)
            {
                *read = Err(why);
            }
        }
        audit.entries += rows.len() as u64;
        progress(audit.entries);
    }
    finish(reading, &mut damages);
    // What is left has no entries.
    for (log, head) in std::mem::take(heads) {
        if let Some(head) = head
            && let Err(why) = ChainReader::new(&log).end(&head)
        {
            damages.push(Damage::Log { log, why });
        }
    }
    audit.damages.append(&mut damages);
    Ok(())
}

async fn read_values(
    connection: &mut SqliteConnection,
    audit: &mut Audit,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<(), sqlx::Error> {
    let mut after = (String::new(), String::new());
    loop {
        let query = sqlx::query(sql::ALL_VALUES).bind(&after.0).bind(&after.1).bind(PAGE_ROWS);
        let rows = query.fetch_all(&mut *connection).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = (last.try_get(0)?, last.try_get(1)?);
        for row in &rows {
            let (space, name): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            if checked_value(&space, &name, row, 2).is_none() {
                audit.damages.push(Damage::Value { key: Space::new(space).key(name) });
            }
        }
        audit.values += rows.len() as u64;
        progress(audit.values);
    }
}
