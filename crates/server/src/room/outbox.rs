//! The way out of a room: a bounded queue of messages for each connection.

use std::fmt;
use std::sync::Arc;

use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;
use trinta_table::wire::ServerMessage;

use crate::room::remote::RemoteOutbox;

/// Messages that may wait for a slow client. A connection with more waiting is dropped; its client may come back with
/// the version that it has.
pub const OUTBOX_LIMIT: usize = 64;

/// Where the messages for one connection go: to its websocket, or to the node that has it.
#[derive(Debug, Clone)]
pub struct Outbox(Way);

#[derive(Debug, Clone)]
enum Way {
    Here(mpsc::Sender<Text>),
    Elsewhere(Arc<RemoteOutbox>),
}

/// Why a message does not go out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotSent {
    /// Too many messages wait already.
    Full,
    /// The connection is gone.
    Closed,
}

impl Outbox {
    /// The way to a connection at another node.
    pub(super) fn elsewhere(outbox: RemoteOutbox) -> Outbox {
        Outbox(Way::Elsewhere(Arc::new(outbox)))
    }

    /// Whether the connection is at this node.
    pub(super) const fn is_here(&self) -> bool {
        matches!(self.0, Way::Here(_))
    }

    /// Puts a message into the queue.
    pub(super) fn try_send(&self, text: Text) -> Result<(), NotSent> {
        match &self.0 {
            Way::Here(queue) => queue.try_send(text).map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => NotSent::Full,
                mpsc::error::TrySendError::Closed(_) => NotSent::Closed,
            }),
            Way::Elsewhere(outbox) => outbox.send(text),
        }
    }
}

impl From<mpsc::Sender<Text>> for Outbox {
    fn from(queue: mpsc::Sender<Text>) -> Outbox {
        Outbox(Way::Here(queue))
    }
}

/// A message as JSON text: encoded once, and shared by everybody who gets it.
#[derive(Debug, Clone)]
pub struct Text(Arc<RawValue>);

impl Text {
    /// A message as the wire has it.
    #[must_use]
    pub fn encode(message: &ServerMessage) -> Text {
        Text(to_raw_value(message).unwrap_or_else(|_| unreachable!("messages have plain keys")).into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Whether two are one text, which was encoded once.
    pub(super) fn is_same(&self, other: &Text) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The text as it is embedded in another.
    pub(super) fn raw(&self) -> &RawValue {
        &self.0
    }
}

impl From<Box<RawValue>> for Text {
    fn from(raw: Box<RawValue>) -> Text {
        Text(raw.into())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
