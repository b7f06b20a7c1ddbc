//! Connections to the file: one that writes, some that read.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, SqliteConnection};

use crate::error::StoreError;
use crate::sqlite::faults::ErrorMapper;
use crate::sqlite::{SqliteOptions, schema};

/// A connection that writes. The file is made if it is not there.
pub(super) async fn open_writer(options: &SqliteOptions) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = common(&options.path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
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
