//! One end of a copy. Both databases take the same statements and have the same columns.

use sqlx::postgres::Postgres;
use sqlx::{Connection as _, PgConnection, QueryBuilder, Sqlite, SqliteConnection};

use crate::chain::{summary_checksum, value_checksum};
use crate::error::StoreError;
use crate::names::LogId;
use crate::payload::Payload;
use crate::rows::{ChainReader, Head, StoreRow, StoredEntry, checked_value, number};
use crate::value::{Key, Space};

/// Rows that are read at a time, and written in one statement.
const PAGE_ROWS: i64 = 500;

const COUNT: &str = "SELECT (SELECT count(*) FROM entry) + (SELECT count(*) FROM value)";
const NODES: &str = "SELECT id, address, last_sign FROM node ORDER BY id";
const LOGS: &str = "SELECT head.seq, head.hash, log.id, log.owner, log.epoch, log.released, \
     CAST(CASE WHEN log.open THEN 1 ELSE 0 END AS bigint), log.summary_version, log.summary, log.checksum, head.restored \
     FROM log LEFT JOIN head ON head.log = log.id WHERE log.id > $1 ORDER BY log.id LIMIT $2";
const ENTRIES: &str = "SELECT 0, 0, seq, epoch, command, at, version, body, hash FROM entry \
     WHERE log = $1 AND seq > $2 ORDER BY seq LIMIT $3";
const VALUES: &str = "SELECT space, name, version, content, checksum FROM value \
     WHERE (space, name) > ($1, $2) ORDER BY space, name LIMIT $3";
const SAVE_NODE: &str = "INSERT INTO node (id, address, last_sign, lease_until) VALUES ($1, $2, $3, $3)";
const SAVE_LOG: &str = "INSERT INTO log (id, owner, epoch, released, open, summary_version, summary, checksum) \
     VALUES ($1, $2, $3, $4, CAST($5 AS bigint) <> 0, $6, $7, $8)";
const SAVE_HEAD: &str = "INSERT INTO head (log, seq, hash, restored) VALUES ($1, $2, $3, $4)";
const SAVE_ENTRIES: &str = "INSERT INTO entry (log, seq, epoch, command, at, version, body, hash) ";
const SAVE_VALUES: &str = "INSERT INTO value (space, name, version, content, checksum) ";

/// A process that served logs, whose lease has ended.
#[derive(Debug)]
pub(super) struct NodeRow {
    id: String,
    address: Option<String>,
    last_sign: i64,
}

/// A log without its entries.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LogRow {
    pub(super) log: LogId,
    pub(super) head: Head,
    owner: Option<String>,
    epoch: i64,
    released: Option<i64>,
    open: bool,
    summary: Payload,
    restored: Option<Vec<u8>>,
}

/// A value whose checksum has been compared.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ValueRow {
    pub(super) key: Key,
    value: Payload,
}

/// One end of a copy, within a transaction.
pub(super) enum End {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Does the same with either connection.
macro_rules! on_either {
    ($end:expr, $connection:ident, $database:ident => $work:expr) => {
        match $end {
            End::Sqlite($connection) => {
                #[allow(dead_code, reason = "not all work names the database")]
                type $database = Sqlite;
                $work
            }
            End::Postgres($connection) => {
                #[allow(dead_code, reason = "not all work names the database")]
                type $database = Postgres;
                $work
            }
        }
        .map_err(failed)
    };
}

#[allow(clippy::needless_pass_by_value, reason = "it is given to map_err")]
fn failed(error: sqlx::Error) -> StoreError {
    StoreError::Failed(format!("the copy failed: {error}"))
}

impl End {
    pub(super) async fn run(&mut self, statement: &'static str) -> Result<(), StoreError> {
        on_either!(self, connection, Db => sqlx::query(statement).execute(connection).await.map(|_| ()))
    }

    pub(super) async fn close(self) -> Result<(), StoreError> {
        on_either!(self, connection, Db => connection.close().await)
    }

    /// How many entries and values there are.
    pub(super) async fn count_rows(&mut self) -> Result<u64, StoreError> {
        let count: i64 = on_either!(self, connection, Db => sqlx::query_scalar(COUNT).fetch_one(connection).await)?;
        Ok(count.unsigned_abs())
    }

    pub(super) async fn nodes(&mut self) -> Result<Vec<NodeRow>, StoreError> {
        let found: Vec<(String, Option<String>, i64)> =
            on_either!(self, connection, Db => sqlx::query_as(NODES).fetch_all(connection).await)?;
        Ok(found.into_iter().map(|(id, address, last_sign)| NodeRow { id, address, last_sign }).collect())
    }

    pub(super) async fn save_nodes(&mut self, nodes: &[NodeRow]) -> Result<(), StoreError> {
        for NodeRow { id, address, last_sign } in nodes {
            on_either!(self, connection, Db => {
                let query = sqlx::query(SAVE_NODE).bind(id).bind(address.as_deref()).bind(*last_sign);
                query.execute(connection).await.map(|_| ())
            })?;
        }
        Ok(())
    }

    /// Logs whose names come after this one.
    pub(super) async fn logs(&mut self, after: &str) -> Result<Vec<LogRow>, StoreError> {
        on_either!(self, connection, Db => {
            let found = sqlx::query(LOGS).bind(after).bind(PAGE_ROWS).fetch_all(connection).await;
            found.map(|rows| rows.iter().map(read_log).collect::<Result<_, _>>())
        })?
    }

    pub(super) async fn save_logs(&mut self, logs: &[LogRow]) -> Result<(), StoreError> {
        for row in logs {
            let LogRow { log, head, owner, epoch, released, open, summary, restored } = row;
            let checksum = summary_checksum(log.as_str(), *open, summary).to_vec();
            on_either!(self, connection, Db => {
                let query = sqlx::query(SAVE_LOG)
                    .bind(log.as_str())
                    .bind(owner.as_deref())
                    .bind(*epoch)
                    .bind(*released)
                    .bind(i64::from(*open))
                    .bind(i64::from(summary.version))
                    .bind(summary.text.as_str())
                    .bind(checksum);
                query.execute(connection).await.map(|_| ())
            })?;
            on_either!(self, connection, Db => {
                let query = sqlx::query(SAVE_HEAD)
                    .bind(log.as_str())
                    .bind(number(head.seq))
                    .bind(head.hash.as_bytes())
                    .bind(restored.as_deref());
                query.execute(connection).await.map(|_| ())
            })?;
        }
        Ok(())
    }

    /// The entries of a log that come after those that were read, compared with their hashes.
    pub(super) async fn entries(
        &mut self,
        log: &LogId,
        reader: &mut ChainReader,
    ) -> Result<Vec<StoredEntry>, StoreError> {
        let after = number(reader.at().seq);
        let read: Result<Vec<StoredEntry>, String> = on_either!(self, connection, Db => {
            let query = sqlx::query(ENTRIES).bind(log.as_str()).bind(after).bind(PAGE_ROWS);
            let found = query.fetch_all(connection).await;
            found.map(|rows| rows.iter().filter_map(|row| reader.next(row).transpose()).collect())
        })?;
        read.map_err(|why| StoreError::damaged_log(log, why))
    }

    pub(super) async fn save_entries(&mut self, log: &LogId, entries: &[StoredEntry]) -> Result<(), StoreError> {
        on_either!(self, connection, Db => {
            let mut statement = QueryBuilder::<Db>::new(SAVE_ENTRIES);
            statement.push_values(entries, |mut row, StoredEntry { epoch, entry, hash }| {
                row.push_bind(log.as_str())
                    .push_bind(number(entry.seq))
                    .push_bind(number(*epoch))
                    .push_bind(entry.command.as_deref())
                    .push_bind(entry.at.as_millis())
                    .push_bind(i64::from(entry.body.version))
                    .push_bind(entry.body.text.as_str())
                    .push_bind(hash.as_bytes());
            });
            statement.build().execute(connection).await.map(|_| ())
        })?;
        Ok(())
    }

    /// Values whose keys come after this one, compared with their checksums.
    pub(super) async fn values(&mut self, after: &(String, String)) -> Result<Vec<ValueRow>, StoreError> {
        on_either!(self, connection, Db => {
            let query = sqlx::query(VALUES).bind(after.0.as_str()).bind(after.1.as_str()).bind(PAGE_ROWS);
            query.fetch_all(connection).await.map(|rows| rows.iter().map(read_value).collect::<Result<_, _>>())
        })?
    }

    pub(super) async fn save_values(&mut self, values: &[ValueRow]) -> Result<(), StoreError> {
        on_either!(self, connection, Db => {
            let mut statement = QueryBuilder::<Db>::new(SAVE_VALUES);
            statement.push_values(values, |mut row, ValueRow { key, value }| {
                let checksum = value_checksum(key.space.as_str(), &key.name, value);
                row.push_bind(key.space.as_str())
                    .push_bind(key.name.as_str())
                    .push_bind(i64::from(value.version))
                    .push_bind(value.text.as_str())
                    .push_bind(checksum.to_vec());
            });
            statement.build().execute(connection).await.map(|_| ())
        })?;
        Ok(())
    }
}

fn read_log(row: &impl StoreRow) -> Result<LogRow, StoreError> {
    let log = LogId::new(&row.text(2).map_err(failed)?)?;
    let whole = row.optional_number(0).map_err(failed)?.ok_or_else(|| "its head is missing".to_owned());
    let head = whole.and_then(|_| Head::read(row)).map_err(|why| StoreError::damaged_log(&log, why))?;
    let read = || {
        let (open, summary) = (row.number(6)? != 0, row.payload(7)?);
        let whole = row.bytes(9)? == summary_checksum(log.as_str(), open, &summary);
        let row = LogRow {
            log: log.clone(),
            head,
            owner: row.optional_text(3)?,
            epoch: row.number(4)?,
            released: row.optional_number(5)?,
            open,
            summary,
            restored: row.optional_bytes(10)?,
        };
        Ok((row, whole))
    };
    match read().map_err(failed)? {
        (row, true) => Ok(row),
        (_, false) => Err(StoreError::damaged_log(&log, "the checksum of its summary does not match".to_owned())),
    }
}

fn read_value(row: &impl StoreRow) -> Result<ValueRow, StoreError> {
    let (space, name) = (row.text(0).map_err(failed)?, row.text(1).map_err(failed)?);
    let value = checked_value(&space, &name, row, 2);
    let key = Space::new(space).key(name);
    match value {
        Some(value) => Ok(ValueRow { key, value }),
        None => Err(StoreError::DamagedValue { key }),
    }
}
