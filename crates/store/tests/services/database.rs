//! Schemas of a real server, one for each test.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::{Connection as _, PgConnection, PgPool};
use trinta_store::{
    Append, Appended, Claim, Entry, Key, Lease, LeaseStore, LogId, LogInfo, LogState, LogStore, NodeId, NodeInfo,
    Owner, Payload, PostgresOptions, PostgresStore, Put, Space, Store, StoreFuture, ValueStore,
};
use trinta_time::Timestamp;

/// The address of the server, from `cargo xtask test services`.
pub(crate) fn server() -> String {
    std::env::var("TRINTA_TEST_POSTGRES").expect("TRINTA_TEST_POSTGRES; `cargo xtask test services` sets it")
}

/// A schema that no other test has.
pub(crate) fn options() -> PostgresOptions {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    PostgresOptions { schema: format!("test_{}_{number}", std::process::id()), ..PostgresOptions::new(server()) }
}

/// A connection that has nothing to do with a store.
pub(crate) async fn connect(options: &PostgresOptions) -> PgConnection {
    let mut connection = PgConnection::connect(&options.url).await.unwrap();
    run(&mut connection, &format!("SET search_path = {}", options.schema)).await;
    connection
}

pub(crate) async fn run(connection: &mut PgConnection, statements: &str) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statements.to_owned())).execute(connection).await.unwrap();
}

/// A store, and what keeps its clock.
pub(crate) async fn open_for_contract() -> (Arc<Steered>, ()) {
    let options = options();
    let inner = PostgresStore::open(&options).await.unwrap();
    let mut connection = connect(&options).await;
    run(
        &mut connection,
        "CREATE TABLE test_clock AS SELECT 0::bigint AS now;
         CREATE OR REPLACE FUNCTION clock_ms() RETURNS bigint LANGUAGE sql VOLATILE AS 'SELECT now FROM test_clock'",
    )
    .await;
    let clock = PgPool::connect(&options.url).await.unwrap();
    (Arc::new(Steered { inner, clock, schema: options.schema }), ())
}

/// A store whose database has the clock of whoever asks: so that a test can let time pass.
#[derive(Debug)]
pub(crate) struct Steered {
    inner: PostgresStore,
    clock: PgPool,
    schema: String,
}

impl Steered {
    async fn set_clock(&self, now: Timestamp) {
        let now = now.as_millis();
        let statement = format!("UPDATE {}.test_clock SET now = {now} WHERE now <> {now}", self.schema);
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&self.clock).await.unwrap();
    }
}

impl LogStore for Steered {
    fn create<'a>(&'a self, log: &'a LogId, summary: Payload) -> StoreFuture<'a, ()> {
        self.inner.create(log, summary)
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        self.inner.append(append)
    }

    fn read<'a>(&'a self, log: &'a LogId, from: u64, limit: usize) -> StoreFuture<'a, Vec<Entry>> {
        self.inner.read(log, from, limit)
    }

    fn logs<'a>(&'a self, state: LogState, after: Option<&'a LogId>, limit: usize) -> StoreFuture<'a, Vec<LogInfo>> {
        self.inner.logs(state, after, limit)
    }
}

impl LeaseStore for Steered {
    fn renew<'a>(&'a self, node: &'a NodeId, lease: Lease) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.set_clock(lease.last_sign).await;
            self.inner.renew(node, lease).await
        })
    }

    fn announce<'a>(&'a self, node: &'a NodeId, address: &'a str, lease: Lease) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.set_clock(lease.last_sign).await;
            self.inner.announce(node, address, lease).await
        })
    }

    fn claim<'a>(&'a self, log: &'a LogId, node: &'a NodeId, now: Timestamp) -> StoreFuture<'a, Claim> {
        Box::pin(async move {
            self.set_clock(now).await;
            self.inner.claim(log, node, now).await
        })
    }

    fn release<'a>(&'a self, log: &'a LogId, epoch: u64, now: Timestamp, unserved: Duration) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.set_clock(now).await;
            self.inner.release(log, epoch, now, unserved).await
        })
    }

    fn owner<'a>(&'a self, log: &'a LogId, now: Timestamp) -> StoreFuture<'a, Option<Owner>> {
        Box::pin(async move {
            self.set_clock(now).await;
            self.inner.owner(log, now).await
        })
    }

    fn nodes(&self, now: Timestamp) -> StoreFuture<'_, Vec<NodeInfo>> {
        Box::pin(async move {
            self.set_clock(now).await;
            self.inner.nodes(now).await
        })
    }
}

impl ValueStore for Steered {
    fn get<'a>(&'a self, key: &'a Key) -> StoreFuture<'a, Option<Payload>> {
        self.inner.get(key)
    }

    fn list<'a>(&'a self, space: &'a Space, after: &'a str, limit: usize) -> StoreFuture<'a, Vec<(String, Payload)>> {
        self.inner.list(space, after, limit)
    }

    fn put(&self, puts: Vec<Put>) -> StoreFuture<'_, ()> {
        self.inner.put(puts)
    }
}

impl Store for Steered {
    fn health(&self) -> StoreFuture<'_, ()> {
        self.inner.health()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.inner.close()
    }
}
