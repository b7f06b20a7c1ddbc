//! The bus between nodes, as the rest of the server needs it.

use std::pin::Pin;

use tokio::sync::mpsc;

/// Texts that wait for a subscriber. What comes on top of them is lost, as a bus may.
pub(super) const SUBSCRIPTION_CAPACITY: usize = 16 * 1024;

/// What a bus answers.
pub type BusFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, BusError>> + Send + 'a>>;

/// Why a bus can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// The address of the bus can't be read.
    #[error("`{url}` is no address of a bus: {why}")]
    BadAddress {
        /// The address as it was given, without a password.
        url: String,
        /// The fault.
        why: String,
    },
    /// The bus can't be reached, or refuses the connection.
    #[error("the bus at {url} can't be reached ({why}); {advice}")]
    Unreachable {
        /// The address, without a password.
        url: String,
        /// The reason.
        why: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// The bus is closed.
    #[error("the bus is closed")]
    Closed,
}

/// The texts of a subject, in the order in which each sender sent them, perhaps with gaps.
#[derive(Debug)]
pub struct Subscription(mpsc::Receiver<Vec<u8>>);

impl Subscription {
    /// A subscription that gets what is sent here.
    #[must_use]
    pub const fn new(texts: mpsc::Receiver<Vec<u8>>) -> Subscription {
        Subscription(texts)
    }

    /// The next text; none: the bus is closed.
    pub async fn next(&mut self) -> Option<Vec<u8>> {
        self.0.recv().await
    }
}

/// Carries texts from node to node by subject. It stores nothing, and may lose anything.
pub trait Bus: std::fmt::Debug + Send + Sync + 'static {
    /// Sends a text to all who have subscribed to its subject. Never waits; what can't be sent is lost.
    fn publish(&self, subject: String, text: Vec<u8>);

    /// Subscribes to a subject, or with `.>` at its end to all that begin like it.
    fn subscribe(&self, subject: String) -> BusFuture<'_, Subscription>;

    /// Whether the bus can be reached now.
    fn is_connected(&self) -> bool;
}
