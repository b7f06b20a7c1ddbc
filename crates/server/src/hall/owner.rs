//! The owner of a tournament: the one task that decides its commands, stores them and publishes what came of them.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, oneshot, watch};
use trinta_store::{Appended, Put, StoreError};
use trinta_tournament::{Command, Entry, GameId, Log, Refusal, Reply, Request, Role, Tournament};

use crate::bodies::TokenRole;
use crate::hall::envelope::Envelope;
use crate::hall::halls::Halls;
use crate::hall::merge::{Settled, settled};
use crate::hall::message::HallViewer;
use crate::hall::rights::{Authority, Sheet, authority, check_players};
use crate::hall::screen::Screen;
use crate::hall::snapshot::Snapshot;
use crate::hall::storage::ClaimedLog;
use crate::hall::stored::{StoredHall, StoredToken};
use crate::hall::time::{hall_time, happened_at};
use crate::keys;
use crate::metrics::count;
use crate::stored::Stored as _;

/// Answers that are kept for devices that ask again.
const KEPT_ANSWERS: usize = 2000;
/// How long an owner stays when nobody is connected.
const IDLE_TIME: Duration = Duration::from_secs(600);

/// The receivers of a tournament's state that are there without any device: one of the list of owners, one of the task
/// that makes backups, two of the task that keeps online tables and one that it keeps to hear of the end.
const OWN_RECEIVERS: usize = 5;

/// Why a tournament can't be served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HallError {
    /// There is none.
    #[error("there is no such tournament")]
    NotFound,
    /// Another server has it.
    #[error("another server is letting go of this tournament; try again in a moment")]
    Elsewhere,
    /// The store does not answer.
    #[error("{0}")]
    Store(String),
    /// Its log can't be understood.
    #[error("the log of this tournament can't be read by this version of the server: {0}")]
    Unreadable(String),
    /// The server is stopping.
    #[error("the server is stopping; try again in a moment")]
    Stopping,
}

impl From<StoreError> for HallError {
    fn from(error: StoreError) -> HallError {
        match error {
            StoreError::NoSuchLog => HallError::NotFound,
            StoreError::Owned { .. } => HallError::Elsewhere,
            error => {
                tracing::warn!(%error, "the store fails");
                HallError::Store(error.public_message().to_owned())
            }
        }
    }
}

/// What an owner is asked.
pub(super) enum OwnerRequest {
    /// To do a command of a device.
    Command { envelope: Box<Envelope>, token: Option<TokenRole>, reply: oneshot::Sender<Value> },
    /// To do a command of the server itself; with an id, at most once.
    Perform { command: Map<String, Value>, by: Role, id: Option<String>, puts: Vec<Put>, reply: oneshot::Sender<Value> },
    /// To answer a question.
    Ask { question: Map<String, Value>, viewer: HallViewer, reply: oneshot::Sender<Value> },
    /// To set the projector.
    Screen { screen: Screen, reply: oneshot::Sender<bool> },
    /// The entries of the log.
    Entries(oneshot::Sender<Vec<Entry>>),
    /// The highest number of a device's commands.
    LastNumber(String, oneshot::Sender<Option<u64>>),
    /// To end, once everything before is done.
    Stop,
}

/// What an owner publishes.
pub(super) struct Published {
    pub(super) state: watch::Sender<Arc<Snapshot>>,
    pub(super) screen: watch::Sender<Screen>,
}

/// The owner of a tournament.
pub(super) struct Owner {
    halls: Arc<Halls>,
    id: String,
    stored: ClaimedLog,
    log: Log,
    hall: StoredHall,
    devices: Devices,
    published: Published,
}

/// What is known of the devices: which of their commands are done.
#[derive(Default)]
struct Devices {
    /// The entry of each command.
    done: HashMap<String, u64>,
    last: HashMap<String, u64>,
    answers: HashMap<String, Value>,
    oldest: VecDeque<String>,
}

impl Devices {
    fn of(entries: &[Entry]) -> Devices {
        let mut devices = Devices::default();
        for entry in entries {
            if let Some(id) = entry.command.get("id").and_then(Value::as_str) {
                devices.note(id, entry.seq);
            }
        }
        devices
    }

    fn note(&mut self, id: &str, seq: u64) {
        self.done.insert(id.to_owned(), seq);
        if let Some((device, n)) = id.split_once(':')
            && let Ok(n) = n.parse::<u64>()
        {
            let last = self.last.entry(device.to_owned()).or_default();
            *last = n.max(*last);
        }
    }

    fn keep(&mut self, id: &str, answer: &Value) {
        if self.answers.insert(id.to_owned(), answer.clone()).is_none() {
            self.oldest.push_back(id.to_owned());
        }
        if self.oldest.len() > KEPT_ANSWERS
            && let Some(oldest) = self.oldest.pop_front()
        {
            self.answers.remove(&oldest);
        }
    }
}

/// A refusal as an answer.
#[must_use]
pub fn refused(code: &str, message: &str) -> Value {
    json!({"error": {"code": code, "message": message}})
}

impl Owner {
    /// Claims a tournament and reads it.
    pub(super) async fn load(halls: &Arc<Halls>, id: &str, hall: StoredHall) -> Result<LoadedOwner, HallError> {
        let registry = halls.registry();
        let stored = ClaimedLog::open(registry, &hall.log).await?;
        let log = match stored.read(registry).await {
            Ok(log) => log,
            Err(error) => {
                // A newer server may understand it, and could not have it otherwise.
                registry.release(&stored.id, stored.epoch, Duration::ZERO).await;
                return Err(error);
            }
        };
        let tournament = log.tournament().cloned().ok_or(HallError::NotFound)?;
        let screen = registry.store().get(&keys::hall_screen(id)).await?;
        let screen = screen.and_then(|stored| Screen::read(&stored).ok()).unwrap_or_default();
        let (state, state_seen) = watch::channel(Arc::new(Snapshot::new(log.entries().len() as u64, tournament)));
        let (screen, screen_seen) = watch::channel(screen);
        let owner = Owner {
            halls: halls.clone(),
            id: id.to_owned(),
            stored,
            devices: Devices::of(log.entries()),
            log,
            hall,
            published: Published { state, screen },
        };
        Ok(LoadedOwner { owner, state: state_seen, screen: screen_seen })
    }

    /// Serves until it is told to stop, or nobody has been there for a while.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<OwnerRequest>) {
        loop {
            let request = match tokio::time::timeout(IDLE_TIME, inbox.recv()).await {
                Ok(Some(request)) => request,
                Ok(None) => break,
                Err(_) => {
                    let idle = self.published.state.receiver_count() <= OWN_RECEIVERS;
                    if idle && self.halls.retire(&self.id, &inbox) {
                        break;
                    }
                    continue;
                }
            };
            // Whoever asks for it next finds that its queue is closed, and begins anew.
            if matches!(request, OwnerRequest::Stop) || self.serve(request).await.is_err() {
                break;
            }
        }
    }

    /// Serves one request; fails if the tournament can no longer be served here.
    async fn serve(&mut self, request: OwnerRequest) -> Result<(), HallError> {
        match request {
            OwnerRequest::Command { envelope, token, reply } => {
                let (answer, ended) = self.command(&envelope, token).await;
                let _ = reply.send(answer);
                return ended;
            }
            OwnerRequest::Perform { command, by, id, puts, reply } => {
                let known = id.as_ref().and_then(|id| self.devices.done.get(id));
                let (answer, ended) = match known {
                    Some(seq) => (json!({"ok": true, "again": true, "seq": seq}), Ok(())),
                    None => self.perform(command, by, id, puts).await,
                };
                let _ = reply.send(answer);
                return ended;
            }
            OwnerRequest::Ask { question, viewer, reply } => {
                let (answer, ended) = self.ask(question, viewer).await;
                let _ = reply.send(answer);
                return ended;
            }
            OwnerRequest::Screen { screen, reply } => {
                let screen = screen.checked();
                let put = Put::set(keys::hall_screen(&self.id), screen.write());
                let stored = self.halls.registry().store().put(vec![put]).await.is_ok();
                if stored {
                    self.published.screen.send_replace(screen);
                }
                let _ = reply.send(stored);
            }
            OwnerRequest::Entries(reply) => drop(reply.send(self.log.entries().to_vec())),
            OwnerRequest::LastNumber(device, reply) => drop(reply.send(self.devices.last.get(&device).copied())),
            OwnerRequest::Stop => {}
        }
        Ok(())
    }

    /// Does a command of a device, or says again what became of it.
    async fn command(&mut self, envelope: &Envelope, token: Option<TokenRole>) -> (Value, Result<(), HallError>) {
        let id = envelope.id();
        let said = match envelope.verify(&self.id) {
            Ok(said) => said,
            Err(error) => return (refused(error.code(), &error.to_string()), Ok(())),
        };
        if let Some(answer) = self.devices.answers.get(&id) {
            return (answer.clone(), Ok(()));
        }
        if let Some(seq) = self.devices.done.get(&id) {
            return (json!({"ok": true, "again": true, "seq": seq}), Ok(()));
        }
        let (answer, ended) = match self.right(envelope, token) {
            Ok((authority, command)) => {
                let at = happened_at(said, self.now());
                self.merge_or_decide(envelope, authority, command, at).await
            }
            Err(refusal) => (refusal, Ok(())),
        };
        // What merged is settled too: a pause that merged must not pause the table again when it is sent again later.
        if self.devices.done.contains_key(&id) || answer["merged"] == true {
            self.devices.keep(&id, &answer);
        }
        (answer, ended)
    }

    /// The right by which a device gives a command, and the command with what the server fills in.
    fn right(&self, envelope: &Envelope, token: Option<TokenRole>) -> Result<(Authority, Map<String, Value>), Value> {
        let tournament = self.tournament()?;
        let authority = authority(tournament, envelope.code.as_deref(), token)
            .map_err(|denied| refused(denied.code(), &denied.to_string()))?;
        let mut command = envelope.command.clone();
        command.insert("by".to_owned(), json!(authority.role()));
        if command.get("do").and_then(Value::as_str) == Some("claim") {
            // A device can't claim a table in another's name.
            command.insert("device".to_owned(), json!(envelope.device));
        }
        Ok((authority, command))
    }

    fn tournament(&self) -> Result<&Tournament, Value> {
        self.log.tournament().ok_or_else(|| refused("no-event", "there is no such tournament"))
    }

    fn now(&self) -> trinta_tournament::HallTime {
        hall_time(self.halls.registry().clock().now(), self.hall.utc_offset)
    }

    async fn merge_or_decide(
        &mut self,
        envelope: &Envelope,
        authority: Authority,
        mut command: Map<String, Value>,
        at: trinta_tournament::HallTime,
    ) -> (Value, Result<(), HallError>) {
        command.insert("at".to_owned(), json!(at));
        let request = match Request::read(command.clone()) {
            Ok(request) => request,
            Err(refusal) => return (json!({"error": refusal.body()}), Ok(())),
        };
        let tournament = match self.tournament() {
            Ok(tournament) => tournament,
            Err(refusal) => return (refusal, Ok(())),
        };
        let allowed = authority
            .check(tournament, &request, &envelope.device)
            .and_then(|()| check_players(tournament, &request, self.now()));
        if let Err(denied) = allowed {
            return (refused(denied.code(), &denied.to_string()), Ok(()));
        }
        match settled(tournament, authority, &request, &envelope.device) {
            None => {}
            Some(Settled::Merged) => {
                return (json!({"ok": true, "merged": true, "seq": self.log.entries().len()}), Ok(()));
            }
            Some(Settled::Conflict(game)) => {
                command = conflict(game, &envelope.command, &envelope.device);
                command.insert("at".to_owned(), json!(at));
            }
        }
        if let (Authority::Sheet(sheet), Command::Warn { .. }) = (authority, &request.command) {
            // Also when the player sits elsewhere by now.
            command.insert("round".to_owned(), json!(sheet.round));
        }
        self.perform(command, authority.role(), Some(envelope.id()), Vec::new()).await
    }

    /// Decides a command and stores it.
    async fn perform(
        &mut self,
        mut command: Map<String, Value>,
        by: Role,
        id: Option<String>,
        puts: Vec<Put>,
    ) -> (Value, Result<(), HallError>) {
        command.insert("by".to_owned(), json!(by));
        command.entry("at").or_insert_with(|| json!(self.now()));
        if let Some(id) = &id {
            command.insert("id".to_owned(), json!(id));
        }
        let Some(reply) = self.decide(Value::Object(command).to_string()).await else {
            let refusal = refused("internal", "the tournament could not be asked");
            return (refusal, self.reload().await);
        };
        let mut answer = serde_json::to_value(&reply.answer).unwrap_or_default();
        if let Some(fields) = answer.as_object_mut() {
            fields.remove("id");
        }
        let Some(entry) = reply.entry else { return (answer, Ok(())) };
        if let Some(fields) = answer.as_object_mut() {
            fields.insert("seq".to_owned(), json!(entry.seq));
        }
        let kept = if reply.rewritten { self.replace().await } else { self.store(&entry, id, puts).await };
        match kept {
            Ok(()) => (answer, Ok(())),
            Err(error) => {
                count(&self.halls.registry().metrics().not_stored);
                tracing::error!(tournament = %self.id, %error, "an entry of a tournament was not stored");
                (refused("not-stored", &error.to_string()), self.reload().await)
            }
        }
    }

    /// Decides on a thread of its own: seating a large tournament takes long. None if that thread failed.
    async fn decide(&mut self, line: String) -> Option<Reply> {
        let mut log = std::mem::take(&mut self.log);
        let bytes = self.halls.registry().chance().bytes::<16>();
        let decided = tokio::task::spawn_blocking(move || {
            let seed = || trinta_table::ids::hex(&bytes).parse().unwrap_or_else(|_| unreachable!("it is hexadecimal"));
            let reply = log.answer(&line, seed);
            (log, reply)
        });
        let (log, reply) = decided.await.ok()?;
        self.log = log;
        Some(reply)
    }

    /// Stores an entry, then publishes it.
    async fn store(&mut self, entry: &Entry, id: Option<String>, puts: Vec<Put>) -> Result<(), HallError> {
        let registry = self.halls.registry();
        let Some(tournament) = self.log.tournament().cloned() else { return Ok(()) };
        let mut append = self.stored.append(registry, entry)?;
        append.puts = puts;
        let hall = self.hall.after(&tournament);
        if hall != self.hall {
            append.puts.push(Put::set(keys::hall(&self.id), hall.write()));
        }
        match registry.store().append(append).await? {
            Appended::New { .. } => {}
            // The owner knows every command of its log; if the store knows more, the owner is out of date.
            Appended::Duplicate { seq } => return Err(StoreError::Conflict { head: seq, expected: entry.seq }.into()),
        }
        count(&registry.metrics().entries);
        if let Some(id) = &id {
            self.devices.note(id, entry.seq);
        }
        self.publish(hall, tournament);
        Ok(())
    }

    /// Puts the rewritten entries in place of all that were stored, and takes the old key away.
    async fn replace(&mut self) -> Result<(), HallError> {
        let registry = self.halls.registry();
        let Some(tournament) = self.log.tournament().cloned() else { return Ok(()) };
        let new = ClaimedLog::create(registry, &self.id).await?;
        let mut hall = self.hall.after(&tournament);
        hall.log = new.id.to_string();
        let mut puts = vec![Put::set(keys::hall(&self.id), hall.write()), Put::remove(keys::hall_key(&self.stored.id))];
        for (hash, token) in self.halls.tokens(&self.id).await? {
            let token = StoredToken { name: String::new(), ..token };
            puts.push(Put::set(keys::hall_token(&self.id, &hash), token.write()));
        }
        new.fill(registry, self.log.entries(), puts).await?;
        self.stored = new;
        self.devices = Devices::of(self.log.entries());
        self.publish(hall, tournament);
        Ok(())
    }

    fn publish(&mut self, hall: StoredHall, tournament: Tournament) {
        if hall != self.hall {
            self.halls.list(&self.id, &hall);
            self.hall = hall;
        }
        let seq = self.log.entries().len() as u64;
        self.published.state.send_replace(Arc::new(Snapshot::new(seq, tournament)));
    }

    /// Reads everything again after a failure: what the store has is what happened. Another log may have come in place of
    /// this one though nobody said so, and another node may have the tournament by now; then it is served here no longer.
    async fn reload(&mut self) -> Result<(), HallError> {
        let registry = self.halls.registry();
        let stored = registry.store().get(&keys::hall(&self.id)).await?.ok_or(HallError::NotFound)?;
        let hall = StoredHall::read(&stored).map_err(|error| HallError::Unreadable(error.to_string()))?;
        match ClaimedLog::open(registry, &hall.log).await {
            Ok(claimed) => self.stored = claimed,
            // Where nothing can be written, as on a full disk, it can still be looked at.
            Err(HallError::Store(_)) if hall.log == self.stored.id.as_str() => {}
            Err(error) => return Err(error),
        }
        let log = self.stored.read(registry).await?;
        let tournament = log.tournament().cloned().ok_or(HallError::NotFound)?;
        self.hall = hall;
        self.devices = Devices::of(log.entries());
        self.published.state.send_replace(Arc::new(Snapshot::new(log.entries().len() as u64, tournament)));
        self.log = log;
        Ok(())
    }

    /// Answers a question, as far as the viewer may ask.
    async fn ask(&mut self, mut question: Map<String, Value>, viewer: HallViewer) -> (Value, Result<(), HallError>) {
        if let Err(refusal) = self.may_ask(&question, viewer) {
            return (refusal, Ok(()));
        }
        question.insert("do".to_owned(), json!("ask"));
        question.remove("id");
        let Some(reply) = self.decide(Value::Object(question).to_string()).await else {
            return (refused("internal", "the tournament could not be asked"), self.reload().await);
        };
        let answer = serde_json::to_value(&reply.answer).unwrap_or_default();
        let answer = match (viewer, answer.get("answer")) {
            // What a command would change elsewhere, such as a seating that is not published, is for the desk.
            (HallViewer::Judge { .. }, Some(own)) => json!({"ok": true, "answer": own}),
            _ => answer,
        };
        (answer, Ok(()))
    }

    fn may_ask(&self, question: &Map<String, Value>, viewer: HallViewer) -> Result<(), Value> {
        let denied = || refused("role", "this question is for those who run the tournament");
        match viewer {
            HallViewer::Organiser | HallViewer::HeadJudge => Ok(()),
            HallViewer::Judge { table, round } => {
                // A judge may try a command before giving it.
                let Some(Value::Object(command)) = question.get("command") else { return Err(denied()) };
                if question.get("what").and_then(Value::as_str) != Some("what-if") || question.contains_key("seq") {
                    return Err(denied());
                }
                let request =
                    Request::read(command.clone()).map_err(|refusal: Refusal| json!({"error": refusal.body()}))?;
                let authority = Authority::Sheet(Sheet { round, table });
                let device = self.tournament()?.hall().device(table).unwrap_or_default().to_owned();
                let denied = authority.check(self.tournament()?, &request, &device);
                if request.by != Role::Judge {
                    return Err(refused("role", "a judge tries what a judge may do: say \"by\":\"judge\""));
                }
                denied.map_err(|denied| refused(denied.code(), &denied.to_string()))
            }
            HallViewer::Staff | HallViewer::Public | HallViewer::Player { .. } => Err(denied()),
        }
    }
}

/// The case about a result that contradicts the one that is stored, or comes after its round.
fn conflict(game: GameId, result: &Map<String, Value>, device: &str) -> Map<String, Value> {
    let GameId { round, table, game } = game;
    let mut result = result.clone();
    result.insert("do".to_owned(), json!("result"));
    result.remove("why");
    let command = json!({
        "do": "conflict", "round": round, "table": table, "game": game, "result": result, "device": device,
    });
    match command {
        Value::Object(command) => command,
        _ => Map::new(),
    }
}

/// An owner that has read its log, with what it publishes.
pub(super) struct LoadedOwner {
    pub(super) owner: Owner,
    pub(super) state: watch::Receiver<Arc<Snapshot>>,
    pub(super) screen: watch::Receiver<Screen>,
}
