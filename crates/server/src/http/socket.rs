//! The websocket of a table: one connection, one viewer.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::SinkExt as _;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use trinta_core::Viewer;
use trinta_store::LogId;
use trinta_table::wire::{ClientMessage, ErrorBody, PROTOCOL, SUBPROTOCOL, ServerMessage};
use trinta_table::{Code, Refusal};

use crate::connection::Slot;
use crate::http::App;
use crate::http::account::limit;
use crate::http::error::Refused;
use crate::http::goodbye::say_goodbye;
use crate::http::guard::ClientAddress;
use crate::http::session_sockets::SessionEnd;
use crate::http::tables::{charge_guess, guess_budget_owners, may_guess, table_id};
use crate::http::visitor::Visitor;
use crate::limits::{ConnectionSlot, Kind, MessageKind, Owner, SocketLimits, Verdict};
use crate::metrics::count;
use crate::people::Session;
use crate::room::{EnterRequest, OUTBOX_LIMIT, Text, Visit};

/// The largest message of a client, in bytes: a whole table of 160 tiles has about 1 KB.
const MAX_MESSAGE_SIZE: usize = 16 * 1024;
/// How long a client may take to say hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the server pings a client, and how long it waits for any sign of life.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const SILENCE_TIMEOUT: Duration = Duration::from_secs(50);
/// How long sending a message may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The websocket of a table; docs/protocol.md describes what is said on it.
#[utoipa::path(
    get,
    path = "/tables/{table}/socket",
    tag = "tables",
    params(("table" = String, Path, description = "The name of the table")),
    responses((status = 101, description = "A websocket"), (status = "4XX", body = ErrorBody)),
    security(("cookie" = []), ("bearer" = [])),
)]
pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    visitor: Visitor,
    Path(table): Path<String>,
    slot: Option<Extension<Slot>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    limit(&app, Kind::Socket, client)?;
    let id = table_id(&table)?;
    let connection = ConnectionSlot::take(&app.connections, client.0, app.options().connections_per_address)
        .ok_or_else(|| {
            count(&app.registry.metrics().too_many);
            Refused::new(Code::TooMany, "this address has too many connections")
        })?;
    let upgrade = upgrade
        .protocols([SUBPROTOCOL])
        .read_buffer_size(4096)
        .write_buffer_size(4096)
        .max_write_buffer_size(256 * 1024)
        .max_message_size(MAX_MESSAGE_SIZE)
        .max_frame_size(MAX_MESSAGE_SIZE);
    let guesses = guess_budget_owners(client, &visitor);
    let session_end = app.sessions.add(&visitor.secret.hash());
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _held = (connection, slot);
        app.registry.metrics().connections.fetch_add(1, Ordering::Relaxed);
        let caller = Caller { session: visitor.session, address: client.0, guesses, session_end };
        serve_connection(&app, caller, &id, socket).await;
        app.registry.metrics().connections.fetch_sub(1, Ordering::Relaxed);
    }))
}

/// A message as a frame of the websocket.
fn frame(text: &Text) -> Message {
    Message::Text(text.as_str().into())
}

/// Why a conversation ends.
enum ConnectionEnd {
    /// The client went, or does not answer.
    Gone,
    /// The server says goodbye.
    Bye(Refusal),
}

/// Who is at the other end of a connection.
struct Caller {
    session: Session,
    address: IpAddr,
    /// The budgets that a wrong code is charged to.
    guesses: [Owner; 2],
    session_end: SessionEnd,
}

/// The budgets that what a client says is charged to: its connection's, and those of its address.
struct CallerLimits {
    address: IpAddr,
    connection: SocketLimits,
}

impl CallerLimits {
    fn admit(&mut self, app: &App, kind: MessageKind) -> Verdict {
        app.limits.admit(&mut self.connection, self.address, kind, app.registry.clock().now())
    }
}

/// Brings somebody into the room of a table. A wrong code counts as a guess, as it does without a connection.
async fn enter(app: &App, id: &LogId, request: EnterRequest, guesses: [Owner; 2]) -> Result<Visit, Refusal> {
    if request.code.is_none() {
        return app.registry.enter(id, request).await;
    }
    may_guess(app, &guesses).map_err(|refused| refused.0)?;
    app.registry.enter(id, request).await.map_err(|refusal| charge_guess(app, guesses, refusal.into()).0)
}

async fn serve_connection(app: &Arc<App>, caller: Caller, id: &LogId, mut socket: WebSocket) {
    let Caller { session, address, guesses, mut session_end } = caller;
    let (outbox, mut outgoing) = mpsc::channel(OUTBOX_LIMIT);
    let mut limits = CallerLimits { address, connection: SocketLimits::new(app.registry.clock().now()) };
    let entered = match timeout(HELLO_TIMEOUT, receive_hello(&mut socket)).await {
        Ok(Ok(Hello { viewer, since, code })) => {
            let Session { player, name, .. } = session;
            enter(app, id, EnterRequest { player, name, viewer, since, code, outbox: outbox.into() }, guesses).await
        }
        Ok(Err(ConnectionEnd::Bye(refusal))) => Err(refusal),
        Ok(Err(ConnectionEnd::Gone)) => return,
        Err(_) => Err(Refusal::new(Code::BadOrder, "say hello first")),
    };
    let end = match entered {
        Ok(visit) => {
            let end = tokio::select! {
                end = exchange_messages(app, &mut socket, &visit, &mut outgoing, &mut limits) => end,
                () = signed_out(&mut session_end) => {
                    ConnectionEnd::Bye(Refusal::new(Code::NoSession, "you have signed out"))
                }
            };
            visit.leave().await;
            end
        }
        Err(refusal) => ConnectionEnd::Bye(refusal),
    };
    if let ConnectionEnd::Bye(refusal) = end {
        let Refusal { code, message, .. } = refusal;
        let bye = Text::encode(&ServerMessage::Bye { code, message });
        say_goodbye(&mut socket, bye.as_str().to_owned()).await;
    }
}

/// Waits until the session of a connection ends.
async fn signed_out(session_end: &mut SessionEnd) {
    if session_end.wait_for(|ended| *ended).await.is_err() {
        // Nobody can end it any more: the server stops.
        std::future::pending::<()>().await;
    }
}

/// What a client says of itself when it comes.
struct Hello {
    viewer: Viewer,
    /// The last version of the table that it has.
    since: Option<u64>,
    /// The code of the table, if it knows it.
    code: Option<String>,
}

async fn receive_hello(socket: &mut WebSocket) -> Result<Hello, ConnectionEnd> {
    loop {
        let bye = |code, message: &str| Err(ConnectionEnd::Bye(Refusal::new(code, message)));
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => match serde_json::from_str(text.as_str()) {
                Ok(ClientMessage::Hello { protocol, seat, since, code, judge }) => {
                    if protocol != PROTOCOL {
                        let message =
                            format!("this server speaks protocol {PROTOCOL}, not {protocol}; reload the page");
                        return bye(Code::Protocol, &message);
                    }
                    let viewer = match (seat, judge) {
                        (Some(seat), false) => Viewer::Seat(seat),
                        (None, false) => Viewer::Spectator,
                        (None, true) => Viewer::Judge,
                        (Some(_), true) => return bye(Code::BadMessage, "come as a player or as a judge, not as both"),
                    };
                    return Ok(Hello { viewer, since, code });
                }
                Ok(_) => return bye(Code::BadOrder, "say hello first"),
                Err(error) => return bye(Code::BadMessage, &error.to_string()),
            },
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return bye(Code::BadMessage, "messages are text"),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(ConnectionEnd::Gone),
        }
    }
}

async fn exchange_messages(
    app: &App,
    socket: &mut WebSocket,
    visit: &Visit,
    outgoing: &mut mpsc::Receiver<Text>,
    limits: &mut CallerLimits,
) -> ConnectionEnd {
    let mut pings = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_received = Instant::now();
    loop {
        tokio::select! {
            text = outgoing.recv() => {
                // A room that lets go of a client has said why, or the client did not keep up.
                let Some(text) = text else { return ConnectionEnd::Gone };
                let sent = timeout(SEND_TIMEOUT, async {
                    socket.feed(frame(&text)).await?;
                    // What else is waiting goes in the same packet.
                    while let Ok(text) = outgoing.try_recv() {
                        socket.feed(frame(&text)).await?;
                    }
                    socket.flush().await
                })
                .await;
                if !matches!(sent, Ok(Ok(()))) {
                    return ConnectionEnd::Gone;
                }
            }
            message = socket.recv() => {
                last_received = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Some(end) = handle_text(app, socket, visit, limits, text.as_str()).await {
                            return end;
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        if limits.admit(app, MessageKind::Other) == Verdict::Closed {
                            return ConnectionEnd::Bye(Refusal::new(Code::TooMany, "too many messages"));
                        }
                    }
                    Some(Ok(Message::Binary(_))) => {
                        return ConnectionEnd::Bye(Refusal::new(Code::BadMessage, "messages are text"));
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return ConnectionEnd::Gone,
                }
            }
            _ = pings.tick() => {
                if last_received.elapsed() > SILENCE_TIMEOUT {
                    return ConnectionEnd::Gone;
                }
                let sent = timeout(SEND_TIMEOUT, socket.send(Message::Ping(axum::body::Bytes::new()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return ConnectionEnd::Gone;
                }
            }
        }
    }
}

/// Handles one message; why the conversation ends, if it does.
async fn handle_text(
    app: &App,
    socket: &mut WebSocket,
    visit: &Visit,
    limits: &mut CallerLimits,
    text: &str,
) -> Option<ConnectionEnd> {
    let message = serde_json::from_str::<ClientMessage>(text);
    let kind = match &message {
        Ok(ClientMessage::Command { .. }) => MessageKind::Command,
        Ok(ClientMessage::Draft { .. }) => MessageKind::Draft,
        Ok(ClientMessage::Chat { .. }) => MessageKind::Chat,
        Ok(ClientMessage::Hint { .. }) => MessageKind::Hint,
        Ok(ClientMessage::Resync) => MessageKind::Resync,
        _ => MessageKind::Other,
    };
    let refusal = match (limits.admit(app, kind), message) {
        (Verdict::Admitted, Ok(message)) => {
            let delivered = visit.send(message).await;
            return (!delivered).then_some(ConnectionEnd::Gone);
        }
        (Verdict::Admitted, Err(error)) => (None, Code::BadMessage, error.to_string()),
        (Verdict::Refused, message) => {
            count(&app.registry.metrics().too_many);
            let id = match message {
                Ok(ClientMessage::Command { id, .. }) => Some(id),
                _ => None,
            };
            (id, Code::TooMany, "too many messages; wait a moment".to_owned())
        }
        (Verdict::Closed, _) => {
            count(&app.registry.metrics().too_many);
            return Some(ConnectionEnd::Bye(Refusal::new(Code::TooMany, "too many messages")));
        }
    };
    let (id, code, message) = refusal;
    let refused =
        Text::encode(&ServerMessage::Refused { id, code, message, rule: None, faults: Vec::new(), version: 0 });
    let sent = timeout(SEND_TIMEOUT, socket.send(frame(&refused))).await;
    (!matches!(sent, Ok(Ok(())))).then_some(ConnectionEnd::Gone)
}
