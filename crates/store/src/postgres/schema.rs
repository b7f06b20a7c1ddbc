//! The tables, by version. A version that has been released never changes; what is new is a new version.

use sqlx::{Connection as _, PgConnection};

use crate::error::StoreError;
use crate::postgres::faults::ErrorMapper;
use crate::postgres::sql;

/// What leads from each version to the next.
///
/// 1. The tables of the SQLite store at its version 4, without the number of transactions that its witness needs.
///    Nothing refers to a row of another table: the statements see to it, and a reference would be looked up for each
///    entry. Names are compared byte by byte, as everywhere else. Heads are changed with each entry, so their pages have
///    room for a new version of a row beside the old one.
const MIGRATIONS: [&str; 1] = ["
    CREATE TABLE node (
        id text COLLATE \"C\" PRIMARY KEY,
        address text,
        last_sign bigint NOT NULL,
        lease_until bigint NOT NULL
    );
    CREATE TABLE log (
        id text COLLATE \"C\" PRIMARY KEY,
        owner text,
        epoch bigint NOT NULL,
        released bigint,
        open boolean NOT NULL,
        summary_version bigint NOT NULL,
        summary text NOT NULL,
        checksum bytea NOT NULL
    ) WITH (fillfactor = 70);
    CREATE INDEX log_open ON log (id) WHERE open;
    CREATE TABLE head (
        log text COLLATE \"C\" PRIMARY KEY,
        seq bigint NOT NULL,
        hash bytea NOT NULL,
        restored bytea
    ) WITH (fillfactor = 50);
    CREATE TABLE entry (
        log text COLLATE \"C\" NOT NULL,
        seq bigint NOT NULL,
        epoch bigint NOT NULL,
        command text COLLATE \"C\",
        at bigint NOT NULL,
        version bigint NOT NULL,
        body text NOT NULL,
        hash bytea NOT NULL,
        PRIMARY KEY (log, seq),
        UNIQUE (log, command)
    );
    CREATE TABLE value (
        space text COLLATE \"C\" NOT NULL,
        name text COLLATE \"C\" NOT NULL,
        version bigint NOT NULL,
        content text NOT NULL,
        checksum bytea NOT NULL,
        PRIMARY KEY (space, name)
    );
    CREATE FUNCTION clock_ms() RETURNS bigint LANGUAGE sql VOLATILE
        AS 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
    CREATE TABLE store (application text PRIMARY KEY, version bigint NOT NULL, compatible bigint NOT NULL);
    INSERT INTO store VALUES ('trinta', 1, 1);
"];

/// The newest version.
const NEWEST: i64 = MIGRATIONS.len() as i64;

/// Whoever brings a schema up to date holds this lock: `Trin` and `ta`, as a number.
const MIGRATION_LOCK: i64 = 0x5472_696e_7461;

/// Brings the schema to the newest version, in one transaction. Of several nodes that start at once, one does it and the
/// others wait; nodes that run already go on, because a version that they can't work with is never made while they run.
pub(super) async fn migrate(
    connection: &mut PgConnection,
    schema: &str,
    faults: &ErrorMapper,
) -> Result<(), StoreError> {
    let named = |error: sqlx::Error| faults.name_at_open(&error);
    let mut transaction = connection.begin().await.map_err(named)?;
    // The one that has the lock may take long.
    sqlx::query("SET LOCAL lock_timeout = 0").execute(&mut *transaction).await.map_err(named)?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(MIGRATION_LOCK)
        .execute(&mut *transaction)
        .await
        .map_err(named)?;
    let found = recognise(&mut transaction, schema, faults).await?.unwrap_or(0);
    let steps = MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0));
    if found == 0 {
        let create = sqlx::AssertSqlSafe(format!("CREATE SCHEMA IF NOT EXISTS \"{schema}\""));
        sqlx::raw_sql(create).execute(&mut *transaction).await.map_err(named)?;
    }
    for step in steps {
        sqlx::raw_sql(*step).execute(&mut *transaction).await.map_err(named)?;
    }
    transaction.commit().await.map_err(named)
}

/// The version of a schema that this program can work with; none if nothing is there yet. Refuses what is of another
/// program, or what only a newer one can work with.
pub(super) async fn recognise(
    connection: &mut PgConnection,
    schema: &str,
    faults: &ErrorMapper,
) -> Result<Option<i64>, StoreError> {
    let named = |error: sqlx::Error| faults.name_at_open(&error);
    let unsuitable = |why: String| Err(StoreError::Unsuitable { store: faults.store().to_owned(), why });
    let encoding: String =
        sqlx::query_scalar("SHOW server_encoding").fetch_one(&mut *connection).await.map_err(named)?;
    if encoding != "UTF8" {
        return unsuitable(format!("its encoding is {encoding}, and has to be UTF8"));
    }
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = $1 ORDER BY 1")
            .bind(schema)
            .fetch_all(&mut *connection)
            .await
            .map_err(named)?;
    if tables.is_empty() {
        return Ok(None);
    }
    let foreign = || unsuitable(format!("its schema {schema} has tables of another program: {}", tables.join(", ")));
    if !tables.iter().any(|table| table == "store") {
        return foreign();
    }
    let known: Result<Option<(i64, i64)>, _> =
        sqlx::query_as("SELECT version, compatible FROM store WHERE application = 'trinta'")
            .fetch_optional(&mut *connection)
            .await;
    match known {
        Ok(Some((found, compatible))) if compatible > NEWEST => {
            Err(StoreError::TooNew { path: faults.store().into(), found, known: NEWEST })
        }
        Ok(Some((found, _))) => Ok(Some(found)),
        // A table of that name with other columns.
        Ok(None) | Err(sqlx::Error::Database(_) | sqlx::Error::ColumnDecode { .. }) => foreign(),
        Err(error) => Err(named(error)),
    }
}

/// Refuses a schema without a store that this program can work with.
pub(super) async fn expect_store(
    connection: &mut PgConnection,
    schema: &str,
    faults: &ErrorMapper,
) -> Result<(), StoreError> {
    if recognise(connection, schema, faults).await?.is_some() {
        return Ok(());
    }
    let why = format!("there is no store in its schema {schema}");
    Err(StoreError::Unsuitable { store: faults.store().to_owned(), why })
}

/// Refuses a store that a process serves.
pub(super) async fn expect_no_node(connection: &mut PgConnection, faults: &ErrorMapper) -> Result<(), StoreError> {
    let serving = sqlx::query_scalar(sql::ANY_NODE).fetch_optional(connection).await;
    match serving.map_err(|error| faults.name_at_open(&error))? {
        Some(node) => Err(StoreError::Served { store: faults.store().to_owned(), node }),
        None => Ok(()),
    }
}

/// Warns if the server is set up to lose what it has answered.
pub(super) async fn warn_of_settings(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    for setting in ["fsync", "full_page_writes"] {
        let value: String =
            sqlx::query_scalar("SELECT current_setting($1)").bind(setting).fetch_one(&mut *connection).await?;
        if value == "off" {
            tracing::warn!(
                setting,
                "PostgreSQL runs with this setting off: a power cut can lose or damage what was stored"
            );
        }
    }
    Ok(())
}
