//! What two nodes say to each other about a table: the node that has a person, and the node that owns the table.
//!
//! What has to be understood by a node of another version is nested as raw JSON, so that one that does not know it can
//! still say to whom the refusal goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use trinta_core::Viewer;
use trinta_table::ids::PlayerId;
use trinta_table::{Code, Refusal, Request, Requester, TableEvent};

use crate::bodies::{SeatedTable, TableSummary};
use crate::room::outbox::{NotSent, Text};

/// What may wait for the bus in one session. A session with more waiting ends, and its people come back.
pub(super) const SESSION_OUTBOX_LIMIT: usize = 4096;

/// What the node of a person says to the owner of a table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Ask {
    /// The first thing that is said.
    Attach {},
    /// Somebody comes in.
    Enter { visitor: u64, player: PlayerId, name: String, viewer: Viewer, since: Option<u64>, code: Option<String> },
    /// Somebody who is connected says something: a message of the wire.
    Message { visitor: u64, message: Box<RawValue> },
    /// A connection has ended.
    Leave { visitor: u64 },
    /// A [`Call`], to be answered.
    Call { call: u64, body: Box<RawValue> },
}

/// A question without a connection.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Call {
    Request { requester: Requester, request: Request },
    Summary {},
    Seated { player: PlayerId },
}

/// The answer to a [`Call`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Answer {
    Performed { events: Vec<TableEvent>, version: u64 },
    Summary(TableSummary),
    Seated(Option<SeatedTable>),
    Refused(RemoteRefusal),
}

/// What the owner says to the node of a person: one text serves all who get it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Said {
    /// The owner serves the table to this node.
    Attached {},
    /// The node that was asked does not own the table.
    NotOwner {},
    /// A message for these visitors.
    Text { to: Vec<u64>, text: Box<RawValue> },
    /// What became of somebody who came in.
    Entered { visitor: u64, refused: Option<RemoteRefusal> },
    /// The table has let go of a visitor.
    Gone { visitor: u64 },
    /// The answer to a call.
    Answered { call: u64, answer: Box<RawValue> },
}

/// A [`Refusal`] without what only plays have: plays are refused in messages of the wire.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RemoteRefusal {
    code: Code,
    message: String,
}

impl From<Refusal> for RemoteRefusal {
    fn from(refusal: Refusal) -> RemoteRefusal {
        RemoteRefusal { code: refusal.code, message: refusal.message }
    }
}

impl From<RemoteRefusal> for Refusal {
    fn from(refusal: RemoteRefusal) -> Refusal {
        Refusal::new(refusal.code, refusal.message)
    }
}

/// Something on its way to the node of a person.
#[derive(Debug)]
pub(super) enum Outgoing {
    Text(u64, Text),
    Gone(u64),
    Answered(u64, Answer),
}

/// The way to one connection at another node.
#[derive(Debug)]
pub(super) struct RemoteOutbox {
    visitor: u64,
    queue: mpsc::Sender<Outgoing>,
    /// Set when something did not fit into the queue: what was to be sent is incomplete then.
    overflow: Arc<AtomicBool>,
}

impl RemoteOutbox {
    pub(super) fn new(visitor: u64, queue: mpsc::Sender<Outgoing>, overflow: Arc<AtomicBool>) -> RemoteOutbox {
        RemoteOutbox { visitor, queue, overflow }
    }

    pub(super) fn send(&self, text: Text) -> Result<(), NotSent> {
        self.queue.try_send(Outgoing::Text(self.visitor, text)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => {
                self.overflow.store(true, Ordering::Relaxed);
                NotSent::Full
            }
            mpsc::error::TrySendError::Closed(_) => NotSent::Closed,
        })
    }
}

/// The table has let go of the connection.
impl Drop for RemoteOutbox {
    fn drop(&mut self) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(Outgoing::Gone(self.visitor)) {
            self.overflow.store(true, Ordering::Relaxed);
        }
    }
}
