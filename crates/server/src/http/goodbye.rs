//! How the server ends a websocket: with its reason, and so that the reason arrives.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tokio::time::timeout;

/// How long saying goodbye may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the other side may take to close as well.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// How many messages that were on their way are read and dropped.
const LATE_MESSAGES: usize = 64;

/// Sends the reason and closes. What was still on its way is read first: a connection that is dropped with unread bytes
/// is reset, and a reset takes the reason from the other side's buffer.
pub(super) async fn say_goodbye(socket: &mut WebSocket, reason: String) {
    let close = CloseFrame { code: 1008, reason: Utf8Bytes::from_static("see bye") };
    let sent = timeout(SEND_TIMEOUT, async {
        socket.send(Message::Text(reason.into())).await?;
        socket.send(Message::Close(Some(close))).await
    });
    if !matches!(sent.await, Ok(Ok(()))) {
        return;
    }
    let _ = timeout(CLOSE_TIMEOUT, async {
        for _ in 0..LATE_MESSAGES {
            if !matches!(socket.recv().await, Some(Ok(_))) {
                return;
            }
        }
    })
    .await;
}
