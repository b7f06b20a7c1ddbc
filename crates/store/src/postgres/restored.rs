//! Marking the logs of a database that has come back from an earlier time: what was secret in them may be known.

use sqlx::{Connection as _, PgConnection};

use crate::chain::Hash;
use crate::error::StoreError;
use crate::names::LogId;
use crate::postgres::connect::Connector;
use crate::postgres::{PostgresOptions, schema, sql};
use crate::rows::{Head, StoreRow as _};

/// Goes on with a database that was restored from a backup: each of its open logs is marked until something is appended to
/// it, and whoever claims it is told.
///
/// # Errors
/// When it can't be reached, has no store, or a process serves it.
pub(crate) async fn accept(options: &PostgresOptions) -> Result<(), StoreError> {
    let connector = Connector::new(options)?;
    let faults = &connector.faults;
    let named = |error: sqlx::Error| faults.name_at_open(&error);
    let mut connection = connector.connect().await.map_err(named)?;
    schema::expect_store(&mut connection, &options.schema, faults).await?;
    schema::expect_no_node(&mut connection, faults).await?;
    mark_logs(&mut connection).await.map_err(|error| faults.name(&error))
}

async fn mark_logs(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for row in sqlx::query(sql::OPEN_HEADS).fetch_all(&mut *transaction).await? {
        // What is damaged is named when it is read.
        let (Ok(log), Ok(head)) = (LogId::new(&row.text(2)?), Head::read(&row)) else { continue };
        let mark = Hash::restored(&log, head.seq, &head.hash);
        sqlx::query(sql::MARK_RESTORED).bind(log.as_str()).bind(mark.as_bytes()).execute(&mut *transaction).await?;
    }
    transaction.commit().await
}
