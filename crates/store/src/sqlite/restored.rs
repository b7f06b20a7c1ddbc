//! Marking the logs of a store that has come back from an earlier time.
//!
//! What was secret when a copy was made may be known by now: a game that was running then has been played to its end
//! somewhere, and its seed revealed. So the copy becomes another store, and each open log is marked until something is
//! appended to it; whoever claims it is told.

use std::path::Path;

use sqlx::{Connection as _, Row as _, SqliteConnection};

use crate::chain::Hash;
use crate::error::StoreError;
use crate::names::LogId;
use crate::rows::Head;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::files::{self, examine, open_private};
use crate::sqlite::lock::Lock;
use crate::sqlite::{schema, sql};

/// The mark of a log with this head.
pub(super) fn mark(log: &LogId, head: &Head) -> Hash {
    Hash::restored(log, head.seq, &head.hash)
}

/// Goes on with a store that has less than, or something else than, what its witness says: as if it had been restored.
///
/// # Errors
/// When there is no store, it is in use or damaged, or it can't be written.
pub async fn accept(store: &Path) -> Result<(), StoreError> {
    if !store.is_file() {
        return Err(StoreError::NoFile { path: store.to_owned() });
    }
    let _lock = Lock::take(store)?;
    examine(store, None).await?;
    mark_all(store).await?;
    files::remove_witness(store)
}

/// Makes another store of a file, with all its open logs marked.
pub(super) async fn mark_all(store: &Path) -> Result<(), StoreError> {
    let faults = ErrorMapper::of(store);
    let named = |error: sqlx::Error| faults.name_with_room(&error);
    let mut connection = open_private(store).await?;
    schema::migrate(&mut connection, &faults).await?;
    let marked = mark_logs(&mut connection).await.map_err(named);
    connection.close().await.map_err(named)?;
    marked
}

async fn mark_logs(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for row in sqlx::query(sql::OPEN_HEADS).fetch_all(&mut *transaction).await? {
        let name: String = row.try_get(2)?;
        // What is damaged is named when it is read.
        let (Ok(log), Ok(head)) = (LogId::new(&name), Head::read(&row)) else { continue };
        sqlx::query(sql::MARK_RESTORED)
            .bind(log.as_str())
            .bind(mark(&log, &head).as_bytes())
            .execute(&mut *transaction)
            .await?;
    }
    sqlx::query(sql::BECOME_ANOTHER).execute(&mut *transaction).await?;
    transaction.commit().await
}
