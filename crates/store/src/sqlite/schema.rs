//! The tables, by version. A version that has been released never changes; what is new is a new version.

use sqlx::{Connection as _, SqliteConnection};

use crate::error::StoreError;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::sql;

/// `Trin`, by which a file is known to be a store of Trinta.
pub(super) const APPLICATION: i64 = 0x5472_696e;

/// What leads from each version to the next; the first from nothing to version 1.
///
/// 1. `log` and `node` are what leases need when several processes share the logs: an owner, an epoch that each claim
///    raises, and when a process was last known to run. In SQLite an entry lies beside its neighbours of the same log
///    (`WITHOUT ROWID`), so that a table is read in one sweep.
/// 2. The end of a lease apart from the last sign of life, and the version of the format of everything that the store
///    does not read itself: what was there before has version 1.
const MIGRATIONS: [&str; 2] = [
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
];

/// The newest version.
pub(super) const NEWEST: i64 = MIGRATIONS.len() as i64;

/// Brings a file to the newest version, each step in a transaction of its own.
pub(super) async fn migrate(connection: &mut SqliteConnection, faults: &ErrorMapper) -> Result<(), StoreError> {
    let named = |error: sqlx::Error| faults.name_at_open(&error);
    let found = version(connection).await.map_err(named)?;
    if found > NEWEST {
        return Err(StoreError::TooNew { path: faults.path().to_owned(), found, known: NEWEST });
    }
    for step in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(named)?;
        sqlx::raw_sql(*step).execute(&mut *transaction).await.map_err(named)?;
        transaction.commit().await.map_err(named)?;
    }
    Ok(())
}

/// Ends all leases: whoever has the lock of the file knows that no other process serves its logs.
pub(super) async fn end_leases(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query(sql::END_LEASES).execute(connection).await.map(|_| ())
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
