//! The tests of several nodes once more, over a real PostgreSQL: takeover, the fence and what happens without it, credit for
//! outages, relays, spreading. `cargo xtask test services` starts the server that this needs.

#[path = "../server/cluster/mod.rs"]
mod cluster;
#[path = "../server/common.rs"]
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use trinta_store::{PostgresOptions, PostgresStore, Store};

/// The store that the nodes of a test share: a schema that no other test has.
pub(crate) async fn shared_store() -> Arc<dyn Store> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let server = std::env::var("TRINTA_TEST_POSTGRES").expect("`cargo xtask test services` starts PostgreSQL");
    let schema = format!("nodes_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let options = PostgresOptions { schema, ..PostgresOptions::new(server) };
    Arc::new(PostgresStore::open(&options).await.unwrap())
}

/// Whether a server of these tests is a node that leaves its tables to another one: it is alone, or one of several.
pub(crate) const ELSEWHERE: bool = false;
