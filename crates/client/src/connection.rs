//! A WebSocket connection to a table.

use std::sync::Arc;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use trinta_core::shuffle::Bytes32;
use trinta_table::wire::{ClientMessage, ServerMessage};

use crate::entropy::Participant;
use crate::{ClientError, Follower};

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// The way out, shared by whoever uses the connection and by its part in deals.
type Out = Arc<Mutex<SplitSink<Socket, Message>>>;

/// 32 bytes from the operating system.
///
/// # Panics
/// When the system has no randomness to give.
pub(crate) fn fresh_entropy() -> Bytes32 {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    Bytes32(bytes)
}

/// A WebSocket connection to a table. It reads in a task of its own, so that it answers in deals while nobody waits for
/// a message.
#[derive(Debug)]
pub struct TableConnection {
    out: Out,
    received: mpsc::UnboundedReceiver<String>,
    reader: JoinHandle<()>,
}

impl Drop for TableConnection {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

impl TableConnection {
    pub(crate) fn new(socket: Socket, participant: Option<Participant>) -> TableConnection {
        let (out, incoming) = socket.split();
        let out = Arc::new(Mutex::new(out));
        let (sender, received) = mpsc::unbounded_channel();
        let reader = tokio::spawn(read(incoming, out.clone(), sender, participant));
        TableConnection { out, received, reader }
    }

    /// Sends a message of the protocol.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        send(&self.out, message).await
    }

    /// Sends a raw WebSocket message, which need not be valid in the protocol.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), ClientError> {
        self.out.lock().await.send(message).await.map_err(|_| ClientError::Closed)
    }

    /// Receives the next text message, unparsed.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn receive_text(&mut self) -> Result<String, ClientError> {
        self.received.recv().await.ok_or(ClientError::Closed)
    }

    /// Receives the next message and applies it to a follower. If that fails, a fresh view is requested.
    ///
    /// # Errors
    /// If the connection ends, the message can't be parsed, or a fresh view can't be applied.
    pub async fn follow(&mut self, follower: &mut Follower) -> Result<ServerMessage, ClientError> {
        let message = self.receive().await?;
        match (follower.apply(&message), &message) {
            (Ok(()), _) => {}
            // Another fresh view would fail in the same way.
            (Err(error), ServerMessage::View { .. } | ServerMessage::Welcome { state: Some(_), .. }) => {
                return Err(ClientError::Follow(error));
            }
            (Err(_), _) => self.send(&ClientMessage::Resync).await?,
        }
        Ok(message)
    }

    /// Receives the next message.
    ///
    /// # Errors
    /// If the connection ends, or the message can't be parsed.
    pub async fn receive(&mut self) -> Result<ServerMessage, ClientError> {
        let text = self.receive_text().await?;
        serde_json::from_str(&text).map_err(|error| ClientError::Answer(format!("{error}: {text}")))
    }
}

async fn send(out: &Out, message: &ClientMessage) -> Result<(), ClientError> {
    let text = serde_json::to_string(message).map_err(|error| ClientError::Answer(error.to_string()))?;
    out.lock().await.send(Message::text(text)).await.map_err(|_| ClientError::Closed)
}

/// Reads until the connection ends.
async fn read(
    mut incoming: SplitStream<Socket>,
    out: Out,
    received: mpsc::UnboundedSender<String>,
    mut participant: Option<Participant>,
) {
    while let Some(Ok(message)) = incoming.next().await {
        let text = match message {
            Message::Text(text) => text.as_str().to_owned(),
            Message::Close(_) => {
                drop(received);
                // Sends the answer to the close frame, for which the server waits.
                let _ = out.lock().await.flush().await;
                return;
            }
            _ => continue,
        };
        if let Some(participant) = participant.as_mut().filter(|_| Participant::may_concern(&text))
            && let Ok(message) = serde_json::from_str::<ServerMessage>(&text)
        {
            if participant.answers(&message) {
                continue;
            }
            for response in participant.respond(&message) {
                if send(&out, &response).await.is_err() {
                    return;
                }
            }
        }
        if received.send(text).is_err() {
            return;
        }
    }
}
