//! The tables, by version. A version that has been released never changes; what is new is a new version.

use std::path::Path;

use sqlx::{Connection as _, SqliteConnection};

use trinta_time::Timestamp;

use crate::chain::{HashedEntry, summary_checksum, value_checksum};
use crate::error::StoreError;
use crate::names::LogId;
use crate::rows::{Head, number, payload};
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::sql;
use crate::sqlite::witness::Position;

/// `Trin`, by which a file is known to be a store of Trinta.
pub(super) const APPLICATION: i64 = 0x5472_696e;

/// What leads from each version to the next; the first from nothing to version 1.
///
/// 1. `log` and `node` are what leases need when several processes share the logs: an owner, an epoch that each claim
///    raises, and when a process was last known to run. In SQLite an entry lies beside its neighbours of the same log
///    (`WITHOUT ROWID`), so that a table is read in one sweep.
/// 2. The end of a lease apart from the last sign of life, and the version of the format of everything that the store
///    does not read itself: what was there before has version 1.
/// 3. Hashes of entries, heads of logs, checksums of summaries and values, and how far the store has come: what was
///    there before gets them in the same transaction ([`chain_all`]).
/// 4. The address of a process, and when the owner of a log released it.
const MIGRATIONS: [&str; 4] = [
    "
    CREATE TABLE node (id TEXT PRIMARY KEY, alive_until BIGINT NOT NULL) WITHOUT ROWID;
    CREATE TABLE log (
        id TEXT PRIMARY KEY,
        owner TEXT,
        epoch BIGINT NOT NULL,
        open BIGINT NOT NULL,
        summary TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX log_open ON log (open, id);
    CREATE TABLE entry (
        log TEXT NOT NULL REFERENCES log (id),
        seq BIGINT NOT NULL,
        epoch BIGINT NOT NULL,
        command TEXT,
        at BIGINT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (log, seq),
        UNIQUE (log, command)
    ) WITHOUT ROWID;
    CREATE TABLE value (
        space TEXT NOT NULL,
        name TEXT NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (space, name)
    ) WITHOUT ROWID;
    PRAGMA application_id = 1416784238;
    PRAGMA user_version = 1;
",
    "
    ALTER TABLE node RENAME COLUMN alive_until TO last_sign;
    ALTER TABLE node ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE log ADD COLUMN summary_version BIGINT NOT NULL DEFAULT 1;
    ALTER TABLE entry ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
    ALTER TABLE value ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
    PRAGMA user_version = 2;
",
    "
    ALTER TABLE log ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
    ALTER TABLE entry ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
    ALTER TABLE value ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
    CREATE TABLE head (
        log TEXT PRIMARY KEY REFERENCES log (id),
        seq BIGINT NOT NULL,
        hash BLOB NOT NULL,
        restored BLOB
    ) WITHOUT ROWID;
    CREATE TABLE store (id TEXT PRIMARY KEY, number BIGINT NOT NULL, hash BLOB NOT NULL) WITHOUT ROWID;
    INSERT INTO store VALUES (lower(hex(randomblob(16))), 0, zeroblob(32));
    PRAGMA user_version = 3;
",
    "
    ALTER TABLE node ADD COLUMN address TEXT;
    ALTER TABLE log ADD COLUMN released BIGINT;
    PRAGMA user_version = 4;
",
];

/// The version that brought hashes.
const HASHED: usize = 3;

/// The newest version.
pub(super) const NEWEST: i64 = MIGRATIONS.len() as i64;

/// Brings a file to the newest version, each step in a transaction of its own.
pub(super) async fn migrate(connection: &mut SqliteConnection, faults: &ErrorMapper) -> Result<(), StoreError> {
    let named = |error: sqlx::Error| faults.name_at_open(&error);
    let found = version(connection).await.map_err(named)?;
    for (version, step) in (1..).zip(MIGRATIONS).skip(usize::try_from(found).unwrap_or(0)) {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(named)?;
        sqlx::raw_sql(step).execute(&mut *transaction).await.map_err(named)?;
        if version == HASHED {
            chain_all(&mut transaction).await.map_err(named)?;
        }
        transaction.commit().await.map_err(named)?;
    }
    Ok(())
}

/// Rows that are given their hashes at a time.
const CHAINED_ROWS: i64 = 1000;

/// Gives everything that is there its hash. What was damaged before can't be told from what was not.
async fn chain_all(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let logs: Vec<(String, i64, i64, String)> =
        sqlx::query_as("SELECT id, open, summary_version, summary FROM log").fetch_all(&mut *connection).await?;
    for (id, open, version, summary) in logs {
        let checksum = summary_checksum(&id, open != 0, &payload(version, summary));
        sqlx::query("UPDATE log SET checksum = $2 WHERE id = $1")
            .bind(&id)
            .bind(checksum.as_slice())
            .execute(&mut *connection)
            .await?;
        let log = LogId::new(&id).map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        chain(connection, &log).await?;
    }
    let mut after = (String::new(), String::new());
    loop {
        let values: Vec<(String, String, i64, String)> = sqlx::query_as(
            "SELECT space, name, version, content FROM value WHERE (space, name) > ($1, $2) \
             ORDER BY space, name LIMIT $3",
        )
        .bind(&after.0)
        .bind(&after.1)
        .bind(CHAINED_ROWS)
        .fetch_all(&mut *connection)
        .await?;
        let Some((space, name, ..)) = values.last() else { return Ok(()) };
        after = (space.clone(), name.clone());
        for (space, name, version, content) in values {
            let checksum = value_checksum(&space, &name, &payload(version, content));
            sqlx::query("UPDATE value SET checksum = $3 WHERE space = $1 AND name = $2")
                .bind(space)
                .bind(name)
                .bind(checksum.as_slice())
                .execute(&mut *connection)
                .await?;
        }
    }
}

/// Gives the entries of a log their hashes, and the log its head.
async fn chain(connection: &mut SqliteConnection, log: &LogId) -> Result<(), sqlx::Error> {
    type Row = (i64, i64, Option<String>, i64, i64, String);
    let mut head = Head::start_of(log);
    loop {
        let rows: Vec<Row> = sqlx::query_as(
            "SELECT seq, epoch, command, at, version, body FROM entry WHERE log = $1 AND seq > $2 ORDER BY seq LIMIT $3",
        )
        .bind(log.as_str())
        .bind(number(head.seq))
        .bind(CHAINED_ROWS)
        .fetch_all(&mut *connection)
        .await?;
        if rows.is_empty() {
            break;
        }
        for (seq, epoch, command, at, version, body) in rows {
            let (body, at) = (payload(version, body), Timestamp::from_millis(at));
            let (command, seq) = (command.as_deref(), seq.unsigned_abs());
            let epoch = epoch.unsigned_abs();
            head = Head { seq, hash: head.hash.next(&HashedEntry { seq, epoch, command, at, body: &body }) };
            sqlx::query("UPDATE entry SET hash = $3 WHERE log = $1 AND seq = $2")
                .bind(log.as_str())
                .bind(number(seq))
                .bind(head.hash.as_bytes())
                .execute(&mut *connection)
                .await?;
        }
    }
    sqlx::query("INSERT INTO head (log, seq, hash) VALUES ($1, $2, $3)")
        .bind(log.as_str())
        .bind(number(head.seq))
        .bind(head.hash.as_bytes())
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends all leases: whoever has the lock of the file knows that no other process serves its logs.
pub(super) async fn end_leases(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query(sql::END_LEASES).execute(connection).await.map(|_| ())
}

/// The version of a file; refuses one of another program or of a newer version.
pub(super) async fn recognise(connection: &mut SqliteConnection, path: &Path) -> Result<i64, StoreError> {
    let named = |error: sqlx::Error| damage_or_fault(path, &error);
    let application: i64 =
        sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await.map_err(named)?;
    if application != APPLICATION {
        let why = "it is a database of another program".to_owned();
        return Err(StoreError::Damaged { path: path.to_owned(), why });
    }
    let found = version(connection).await.map_err(named)?;
    if found > NEWEST {
        return Err(StoreError::TooNew { path: path.to_owned(), found, known: NEWEST });
    }
    Ok(found)
}

/// What SQLite makes no sense of is damage; what the system could not read or make is not.
pub(super) fn damage_or_fault(path: &Path, error: &sqlx::Error) -> StoreError {
    match ErrorMapper::of(path).name_at_open(error) {
        StoreError::Failed(why) => StoreError::Damaged { path: path.to_owned(), why },
        other => other,
    }
}

/// How far a store has come.
pub(super) async fn position(connection: &mut SqliteConnection, faults: &ErrorMapper) -> Result<Position, StoreError> {
    let damaged = |why: String| StoreError::Damaged { path: faults.path().to_owned(), why };
    let read: Result<Option<(String, i64, Vec<u8>)>, _> =
        sqlx::query_as(sql::POSITION).fetch_optional(connection).await;
    match read {
        Ok(Some((id, number, hash))) => Position::read(id, number, &hash).map_err(damaged),
        Ok(None) => Err(damaged("it does not say how far it has come".to_owned())),
        Err(error @ sqlx::Error::ColumnDecode { .. }) => Err(damaged(error.to_string())),
        Err(error) => Err(damage_or_fault(faults.path(), &error)),
    }
}

/// Tries whether the tables are those that the statements expect, without running one.
pub(super) async fn try_statements(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    for statement in sql::EXPECTED {
        sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN {statement}"))).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Stores how far the store has come.
pub(super) async fn set_position(connection: &mut SqliteConnection, position: &Position) -> Result<(), sqlx::Error> {
    sqlx::query(sql::SET_POSITION)
        .bind(number(position.number))
        .bind(position.hash.as_bytes())
        .execute(connection)
        .await
        .map(|_| ())
}

/// The version of a file; 0 before the first migration.
pub(super) async fn version(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("PRAGMA user_version").fetch_one(connection).await
}

/// Refuses to grow beyond a number of pages.
pub(super) async fn limit_pages(connection: &mut SqliteConnection, pages: u32) -> Result<(), sqlx::Error> {
    // A pragma takes no parameters; a number can't be anything but a number.
    let statement = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    sqlx::query(statement).execute(connection).await.map(|_| ())
}
