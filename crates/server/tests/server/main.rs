//! The server as a whole: one program of tests, so that it is linked once.

mod bot_failures;
mod cluster;
#[path = "cluster/hall.rs"]
mod cluster_hall;
mod common;
mod crowd;
mod damage;
mod deals;
mod description;
mod disk;
mod doors;
mod games;
mod hall;
mod hostile;
mod identity;
mod judge;
mod kept;
mod leak;
mod net;
mod operate;
mod places;
mod protocol;
mod rating;
mod sharing;
mod stored;
mod sweep;
mod time;
mod upgrade;

use std::sync::Arc;

use trinta_store::{MemoryStore, Store};

/// The store that the nodes of a test share.
pub(crate) async fn shared_store() -> Arc<dyn Store> {
    Arc::new(MemoryStore::new())
}

/// Whether a server of these tests is a node that leaves its tables to another one: it is alone.
pub(crate) const ELSEWHERE: bool = false;
