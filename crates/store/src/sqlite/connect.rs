//! Connections to the file: one that writes, some that read.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, SqliteConnection};

use crate::error::StoreError;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::{SqliteOptions, checkpoint, schema};

/// A connection that writes to a file that is there; one without content becomes a database.
pub(super) async fn open_writer(options: &SqliteOptions) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = common(&options.path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // What is removed is overwritten: a key whose removal makes a log unreadable must not stay in a page that is free.
        .pragma("secure_delete", "ON")
        .pragma("wal_autocheckpoint", checkpoint::LIMIT.to_string())
        .connect()
        .await?;
    if let Some(pages) = options.max_pages {
        schema::limit_pages(&mut connection, pages).await?;
    }
    Ok(connection)
}

/// A connection that changes nothing in the file.
pub(super) async fn open_read_only(path: &Path) -> Result<SqliteConnection, StoreError> {
    read_only(path).connect().await.map_err(|error| ErrorMapper::of(path).name_at_open(&error))
}

/// How connections are opened that change nothing in the file.
pub(super) fn read_only(path: &Path) -> SqliteConnectOptions {
    common(path).read_only(true)
}

fn common(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).busy_timeout(Duration::from_secs(10)).disable_statement_logging()
}
