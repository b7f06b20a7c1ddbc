//! What is known of a connection before anything is said on it: who is at the other end, and the room it takes.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use crate::limits::ConnectionSlot;

/// The address at the other end of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// One of the connections that the server has room for, as long as anybody holds it: a websocket outlives the request
/// that it began as.
#[derive(Debug, Clone)]
pub(crate) struct Slot(
    #[expect(dead_code, reason = "held, not looked at")] Arc<(OwnedSemaphorePermit, Option<ConnectionSlot>)>,
);

impl Slot {
    pub(crate) fn new(permit: OwnedSemaphorePermit, slot: Option<ConnectionSlot>) -> Slot {
        Slot(Arc::new((permit, slot)))
    }
}
