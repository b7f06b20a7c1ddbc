//! The websocket of a tournament: one connection, one device.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until, timeout};

use crate::bodies::{HallErrorBody, TokenRole};
use crate::connection::Slot;
use crate::hall::{
    Envelope, HALL_PROTOCOL, Hall, HallClientMessage, HallError, HallServerMessage, HallViewer, SealedBackup,
    hall_time, read_key, refused,
};
use crate::http::App;
use crate::http::goodbye::say_goodbye;
use crate::http::guard::ClientAddress;
use crate::http::hall_credentials::identify;
use crate::http::tournaments::HallRefused;
use crate::limits::{ConnectionSlot, HallSocketLimits, Kind, Owner, Verdict};
use crate::metrics::count;

/// The largest message of a device, in bytes: a list of a thousand players.
const MAX_MESSAGE_SIZE: usize = 128 * 1024;
/// The most commands that are delivered at once.
const MAX_DELIVERED: usize = 200;
/// The least time between two backups on a connection.
const BACKUP_INTERVAL: Duration = Duration::from_secs(30);
/// The least time between two views on a connection.
const VIEW_INTERVAL: Duration = Duration::from_millis(100);
/// How long a device may take to say hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the server pings a device, and how long it waits for any sign of life.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const SILENCE_TIMEOUT: Duration = Duration::from_secs(50);
/// How long the store may take to say whether the token of somebody who says nothing is still good.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(2);
/// Why somebody is sent away whose token was taken back.
const REVOKED: &str = "revoked";
/// How long sending a message may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The websocket of a tournament; docs/hall.md describes what is said on it.
#[utoipa::path(
    get,
    path = "/tournaments/{id}/socket",
    tag = "tournaments",
    params(("id" = String, Path, description = "The tournament")),
    responses((status = 101, description = "A websocket"), (status = "4XX", body = HallErrorBody)),
)]
pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(client): Extension<ClientAddress>,
    Path(id): Path<String>,
    slot: Option<Extension<Slot>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HallRefused> {
    let full = |message| {
        count(&app.registry.metrics().too_many);
        HallRefused::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
    };
    if !app.limits.allows(Kind::HallSocket, Owner::Address(client.0), app.registry.clock().now()) {
        return Err(full("too many connections at once; wait a moment"));
    }
    let limit = app.options().hall_connections_per_address;
    let connection = ConnectionSlot::take(&app.hall_connections, client.0, limit)
        .ok_or_else(|| full("this address has too many connections"))?;
    let upgrade = upgrade
        .read_buffer_size(4096)
        .write_buffer_size(4096)
        .max_write_buffer_size(8 << 20)
        .max_message_size(MAX_MESSAGE_SIZE)
        .max_frame_size(MAX_MESSAGE_SIZE);
    Ok(upgrade.on_upgrade(move |mut socket| async move {
        let _held = (connection, slot);
        app.registry.metrics().connections.fetch_add(1, Ordering::Relaxed);
        // A page learns nothing from a refused upgrade; a goodbye says why.
        let ended = match app.halls.hall(&id).await {
            Ok(hall) => match timeout(HELLO_TIMEOUT, greet(&app, client, &hall, &mut socket)).await {
                Ok(Ok(device)) => Session { app: &app, address: client.0, hall, device }.run(&mut socket).await,
                Ok(Err(ended)) => ended,
                Err(_) => bye("bad-order", "say hello first"),
            },
            Err(HallError::NotFound) => bye("unknown", "there is no such tournament"),
            Err(error) => bye("stopping", &error.to_string()),
        };
        if let Ended::Bye { code, message } = ended {
            let bye = HallServerMessage::Bye { code: code.to_owned(), message }.text();
            say_goodbye(&mut socket, bye).await;
        }
        app.registry.metrics().connections.fetch_sub(1, Ordering::Relaxed);
    }))
}

/// Why a connection ends.
enum Ended {
    /// The device went, or does not answer.
    Gone,
    /// The server says goodbye.
    Bye { code: &'static str, message: String },
}

fn bye(code: &'static str, message: &str) -> Ended {
    Ended::Bye { code, message: message.to_owned() }
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), Ended> {
    match timeout(SEND_TIMEOUT, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Ended::Gone),
    }
}

/// Who is at the other end.
struct Device {
    viewer: HallViewer,
    token: Option<String>,
    key: Option<String>,
    /// The newest backup that it keeps.
    backup_seq: Option<u64>,
}

/// Waits for a hello and finds out who comes.
async fn greet(app: &App, client: ClientAddress, hall: &Hall, socket: &mut WebSocket) -> Result<Device, Ended> {
    loop {
        let text = match socket.recv().await {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Binary(_))) => return Err(bye("bad-message", "messages are text")),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Ended::Gone),
        };
        let hello = serde_json::from_str(text.as_str()).map_err(|error| bye("bad-message", &error.to_string()))?;
        let HallClientMessage::Hello { protocol, credentials, device, backup_seq } = hello else {
            return Err(bye("bad-order", "say hello first"));
        };
        if protocol != HALL_PROTOCOL {
            let message = format!("this server speaks protocol {HALL_PROTOCOL}, not {protocol}; reload the page");
            return Err(bye("protocol", &message));
        }
        if device.as_deref().is_some_and(|device| read_key(device).is_none()) {
            return Err(bye("bad-device", "`device` is not a public key: 32 bytes of Ed25519 in base64url"));
        }
        let (viewer, token) =
            identify(app, client, hall, credentials).await.map_err(|error| bye(error.code(), &error.to_string()))?;
        return Ok(Device { viewer, token, key: device, backup_seq });
    }
}

/// A connection after its hello.
struct Session<'a> {
    app: &'a App,
    address: IpAddr,
    hall: Hall,
    device: Device,
}

impl Session<'_> {
    async fn run(mut self, socket: &mut WebSocket) -> Ended {
        match self.serve(socket).await {
            Ok(()) => Ended::Gone,
            Err(ended) => ended,
        }
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> Result<(), Ended> {
        self.welcome(socket).await?;
        let directs = matches!(self.device.viewer, HallViewer::Organiser | HallViewer::HeadJudge);
        let mut limits = HallSocketLimits::new(directs, self.app.registry.clock().now());
        let mut pings = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last_received = Instant::now();
        self.send_view(socket).await?;
        let (mut last_view, mut changed) = (Instant::now(), false);
        let judges = matches!(self.device.viewer, HallViewer::Judge { .. });
        let mut next_backup = Instant::now();
        let mut revocations = self.app.halls.revocations();
        self.hall.backup.mark_changed();
        loop {
            tokio::select! {
                backup = next_backup_of(&mut self.hall.backup, next_backup), if judges => {
                    let backup = backup.ok_or_else(stopping)?;
                    next_backup = Instant::now() + BACKUP_INTERVAL;
                    self.send_backup(socket, &backup).await?;
                }
                () = sleep_until(last_view + VIEW_INTERVAL), if changed => {
                    self.send_view(socket).await?;
                    (last_view, changed) = (Instant::now(), false);
                }
                published = self.hall.state.changed(), if !changed => {
                    published.map_err(|_| stopping())?;
                    changed = true;
                }
                _ = revocations.changed(), if self.device.token.is_some() => self.look_for_token().await?,
                published = self.hall.screen.changed() => {
                    published.map_err(|_| stopping())?;
                    let screen = self.hall.screen.borrow_and_update().clone();
                    send(socket, HallServerMessage::Screen { screen }.text()).await?;
                }
                message = socket.recv() => {
                    last_received = Instant::now();
                    let now = self.app.registry.clock().now();
                    let verdict = self.app.limits.admit_in_hall(&mut limits, self.address, now);
                    if verdict != Verdict::Admitted {
                        count(&self.app.registry.metrics().too_many);
                    }
                    if verdict == Verdict::Closed {
                        return Err(bye("too-many", "too many messages"));
                    }
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            self.receive(socket, text.as_str(), verdict == Verdict::Refused).await?;
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Binary(_))) => return Err(bye("bad-message", "messages are text")),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                    }
                }
                _ = pings.tick() => {
                    if last_received.elapsed() > SILENCE_TIMEOUT {
                        return Ok(());
                    }
                    // Also when it was taken back at another node.
                    self.look_for_token().await?;
                    let sent = timeout(SEND_TIMEOUT, socket.send(Message::Ping(axum::body::Bytes::new()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return Ok(());
                    }
                }
            }
        }
    }

    async fn welcome(&mut self, socket: &mut WebSocket) -> Result<(), Ended> {
        let last_n = match &self.device.key {
            Some(key) => self.hall.last_number(key).await.map_err(|_| stopping())?,
            None => None,
        };
        let now = self.app.registry.clock().now();
        let welcome = HallServerMessage::Welcome {
            protocol: HALL_PROTOCOL,
            id: self.hall.id().to_owned(),
            viewer: self.device.viewer,
            now: hall_time(now, self.hall.utc_offset()),
            now_ms: now.as_millis(),
            utc_offset: self.hall.utc_offset(),
            last_n,
            screen: self.hall.screen.borrow_and_update().clone(),
        };
        send(socket, welcome.text()).await
    }

    /// Sends the newest view. Its text is shared by all who see the same.
    async fn send_view(&mut self, socket: &mut WebSocket) -> Result<(), Ended> {
        let snapshot = self.hall.state.borrow_and_update().clone();
        let view = snapshot.view(self.device.viewer);
        let now = hall_time(self.app.registry.clock().now(), self.hall.utc_offset());
        count(&self.app.registry.metrics().sent);
        send(socket, format!(r#"{{"type":"view","seq":{},"now":"{now}","view":{view}}}"#, snapshot.seq)).await
    }

    /// Sends a backup, unless the device keeps one that is as new.
    async fn send_backup(&mut self, socket: &mut WebSocket, backup: &SealedBackup) -> Result<(), Ended> {
        if self.device.backup_seq.is_some_and(|kept| kept >= backup.seq) {
            return Ok(());
        }
        self.device.backup_seq = Some(backup.seq);
        send(socket, HallServerMessage::Backup { seq: backup.seq, data: STANDARD.encode(&backup.bytes) }.text()).await
    }

    async fn receive(&mut self, socket: &mut WebSocket, text: &str, too_many: bool) -> Result<(), Ended> {
        count(&self.app.registry.metrics().received);
        let message: HallClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return Err(bye("bad-message", &error.to_string())),
        };
        let wait = || refused("too-many", "too many messages; wait a moment");
        match message {
            HallClientMessage::Hello { .. } => Err(bye("bad-order", "a device says hello once")),
            HallClientMessage::Command { envelope } => {
                let token = self.token().await?;
                let (device, n) = (envelope.device.clone(), envelope.n);
                let answer = if too_many { wait() } else { self.command(envelope, token).await? };
                send(socket, HallServerMessage::Answer { device, n, answer }.text()).await
            }
            HallClientMessage::Deliver { envelopes } => {
                let allowed = self.token().await?.is_some() && envelopes.len() <= MAX_DELIVERED;
                for envelope in envelopes {
                    let (device, n) = (envelope.device.clone(), envelope.n);
                    let answer = match (too_many, allowed) {
                        (true, _) => wait(),
                        (false, false) => refused("role", "the desk delivers commands, at most 200 at once"),
                        // What another device gave has that device's right, not the desk's.
                        (false, true) => self.command(envelope, None).await?,
                    };
                    send(socket, HallServerMessage::Answer { device, n, answer }.text()).await?;
                }
                Ok(())
            }
            HallClientMessage::Ask { id, question } => {
                self.token().await?;
                let asked = self.hall.ask(question, self.device.viewer);
                let answer = if too_many { wait() } else { asked.await.map_err(|_| stopping())? };
                send(socket, HallServerMessage::Answered { id, answer }.text()).await
            }
            HallClientMessage::Screen { screen } => {
                if !self.token().await?.is_some_and(TokenRole::directs) {
                    return Err(bye("role", "only the organiser and the head judge set the projector"));
                }
                if too_many {
                    return Err(bye("too-many", "too many messages"));
                }
                match self.hall.set_screen(screen).await {
                    Ok(true) => Ok(()),
                    Ok(false) => Err(bye("not-stored", "what the projector shows could not be stored")),
                    Err(_) => Err(stopping()),
                }
            }
        }
    }

    /// The role of this connection's token, if it came with one that is still good.
    async fn token(&self) -> Result<Option<TokenRole>, Ended> {
        let Some(token) = &self.device.token else { return Ok(None) };
        match self.app.halls.token(self.hall.id(), token).await {
            Ok(Some(role)) => Ok(Some(role)),
            Ok(None) => Err(bye(REVOKED, "this token was taken back")),
            Err(error) => Err(bye("not-stored", &error.to_string())),
        }
    }

    /// Sends a device away whose token was taken back. While the store does not say so, it may go on looking.
    async fn look_for_token(&self) -> Result<(), Ended> {
        match timeout(TOKEN_TIMEOUT, self.token()).await {
            Ok(Err(ended @ Ended::Bye { code: REVOKED, .. })) => Err(ended),
            _ => Ok(()),
        }
    }

    async fn command(&self, envelope: Envelope, token: Option<TokenRole>) -> Result<Value, Ended> {
        let answer = self.hall.command(envelope, token).await.map_err(|_| stopping())?;
        if answer.get("error").is_some() {
            count(&self.app.registry.metrics().refused);
        }
        Ok(answer)
    }
}

type Backups = tokio::sync::watch::Receiver<Option<Arc<SealedBackup>>>;

/// The next backup, not before a time; none if there will be none.
async fn next_backup_of(backups: &mut Backups, not_before: Instant) -> Option<Arc<SealedBackup>> {
    sleep_until(not_before).await;
    loop {
        backups.changed().await.ok()?;
        let newest = backups.borrow_and_update().clone();
        if let Some(backup) = newest {
            return Some(backup);
        }
    }
}

fn stopping() -> Ended {
    bye("stopping", "the tournament is being read again; connect once more")
}
