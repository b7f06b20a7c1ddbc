//! The bare fan-out: messages are forwarded without being checked or stored.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use tokio::sync::mpsc;

use crate::failure::Failure;

type Rooms = Arc<Mutex<HashMap<u32, Vec<mpsc::Sender<Utf8Bytes>>>>>;

/// Serves until the process is killed.
pub(super) async fn serve() -> Result<(), Failure> {
    let routes = Router::new().route("/{room}", get(join)).with_state(Rooms::default());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    axum::serve(listener, routes).await?;
    Ok(())
}

async fn join(State(rooms): State<Rooms>, Path(room): Path<u32>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.read_buffer_size(4096).on_upgrade(move |socket| serve_socket(socket, rooms, room))
}

async fn serve_socket(mut socket: WebSocket, rooms: Rooms, room: u32) {
    let (outbox, mut inbox) = mpsc::channel(64);
    rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(room).or_default().push(outbox);
    loop {
        tokio::select! {
            text = inbox.recv() => {
                let Some(text) = text else { return };
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => {
                let Some(Ok(Message::Text(text))) = message else { return };
                for seat in rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(room).or_default().iter() {
                    let _ = seat.try_send(text.clone());
                }
            }
        }
    }
}
