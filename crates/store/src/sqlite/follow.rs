//! A copy that follows a store: each step brings over what has changed, as it is at one moment.
//!
//! Heads say which logs have grown and checksums which values have changed, so a step reads the lists of logs and values
//! and writes only what is new. After each step the copy is a whole store.

use std::path::Path;

use sqlx::{Connection as _, Row as _, SqliteConnection};

use crate::error::StoreError;
use crate::names::LogId;
use crate::rows::{self, number};
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::files::{backup, examine, open_private};
use crate::sqlite::lock::Lock;
use crate::sqlite::{schema, sql};

/// Entries that are checked at a time.
const PAGE_ROWS: usize = 1000;

/// What a step brought over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Followed {
    /// The transactions by which the copy was behind.
    pub transactions: u64,
    /// The entries that were new.
    pub entries: u64,
    /// The values that were new, changed or removed.
    pub values: u64,
}

/// Brings a copy up to date with a store, which a server may be using; if there is no copy, one is made.
///
/// # Errors
/// When there is no store, something new in it is damaged, the copy is of another store, or it can't be written. The copy
/// then stays as it was.
pub async fn follow(store: &Path, copy: &Path) -> Result<Followed, StoreError> {
    if !store.is_file() {
        return Err(StoreError::NoFile { path: store.to_owned() });
    }
    if !copy.exists() {
        backup(store, copy).await?;
    }
    let _lock = Lock::take(copy)?;
    examine(copy, None).await?;
    let faults = ErrorMapper::of(copy);
    let mut connection = open_private(copy).await?;
    let step = step(&mut connection, store, &faults).await;
    let closed = connection.close().await.map_err(|error| faults.name_with_room(&error));
    step.and_then(|followed| closed.map(|()| followed))
}

async fn step(connection: &mut SqliteConnection, store: &Path, faults: &ErrorMapper) -> Result<Followed, StoreError> {
    let named = |error: sqlx::Error| faults.name_with_room(&error);
    sqlx::query(sql::ATTACH).bind(read_only_uri(store)).execute(&mut *connection).await.map_err(named)?;
    let version: i64 =
        sqlx::query_scalar("PRAGMA source.user_version").fetch_one(&mut *connection).await.map_err(named)?;
    if version != schema::NEWEST {
        return Err(StoreError::TooOld { path: store.to_owned(), found: version });
    }
    // Deferred: the store is read from, and must not be locked.
    let mut transaction = connection.begin().await.map_err(named)?;
    let ours = schema::position(&mut transaction, faults).await?;
    let (id, theirs): (String, i64) =
        sqlx::query_as(sql::SOURCE_POSITION).fetch_one(&mut *transaction).await.map_err(named)?;
    let theirs = theirs.unsigned_abs();
    if id != ours.id || theirs < ours.number {
        let why = "it is a copy of another store, or of this one at a later time".to_owned();
        return Err(StoreError::Behind { path: faults.path().to_owned(), why });
    }
    let mut followed = Followed { transactions: theirs - ours.number, ..Followed::default() };
    if followed.transactions == 0 {
        return Ok(followed);
    }
    let grown = sqlx::query(sql::GROWN_LOGS).fetch_all(&mut *transaction).await.map_err(named)?;
    for statement in [sql::FOLLOW_NODES, sql::FOLLOW_LOGS] {
        sqlx::query(statement).execute(&mut *transaction).await.map_err(named)?;
    }
    let entries = sqlx::query(sql::FOLLOW_ENTRIES).execute(&mut *transaction).await.map_err(named)?;
    followed.entries = entries.rows_affected();
    sqlx::query(sql::FOLLOW_HEADS).execute(&mut *transaction).await.map_err(named)?;
    for statement in [sql::FOLLOW_VALUES, sql::FOLLOW_REMOVALS] {
        followed.values += sqlx::query(statement).execute(&mut *transaction).await.map_err(named)?.rows_affected();
    }
    sqlx::query(sql::FOLLOW_POSITION).execute(&mut *transaction).await.map_err(named)?;
    for row in grown {
        let (name, after): (String, i64) = (row.try_get(0).map_err(named)?, row.try_get(1).map_err(named)?);
        check_log(&mut transaction, &LogId::new(&name)?, after.unsigned_abs(), faults).await?;
    }
    transaction.commit().await.map_err(named)?;
    Ok(followed)
}

/// Checks what has come after an entry of a log.
async fn check_log(
    connection: &mut SqliteConnection,
    log: &LogId,
    after: u64,
    faults: &ErrorMapper,
) -> Result<(), StoreError> {
    let mut from = after + 1;
    loop {
        let (first, limit) = if from > 1 { (from - 1, PAGE_ROWS + 1) } else { (1, PAGE_ROWS) };
        let page = sqlx::query(sql::READ)
            .bind(log.as_str())
            .bind(number(first))
            .bind(limit as i64)
            .fetch_all(&mut *connection)
            .await
            .map_err(|error| faults.name(&error))?;
        let checked = rows::check_page(log, from, limit, &page);
        let count = checked.map_err(|why| StoreError::damaged_log(log, why))?.len();
        from += count as u64;
        if count < PAGE_ROWS {
            return Ok(());
        }
    }
}

/// The address by which SQLite opens a file without ever writing to it.
fn read_only_uri(path: &Path) -> String {
    let escaped = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{escaped}?mode=ro")
}
