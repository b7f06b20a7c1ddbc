//! The way out of a room: a bounded queue of messages for each connection.

use std::fmt;
use std::sync::Arc;

use tokio::sync::mpsc;
use trinta_table::wire::ServerMessage;

/// Messages that may wait for a slow client. A connection with more waiting is dropped; its client may come back with
/// the version that it has.
pub const OUTBOX_LIMIT: usize = 64;

/// Where the messages for one connection go.
pub type Outbox = mpsc::Sender<Text>;

/// A message as text: encoded once, and shared by everybody who gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text(Arc<str>);

impl Text {
    /// A message as the wire has it.
    #[must_use]
    pub fn encode(message: &ServerMessage) -> Text {
        Text(serde_json::to_string(message).unwrap_or_else(|_| unreachable!("messages have plain keys")).into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
